"""A device that the service's list does not know: one restart, and no more."""

import errno
from pathlib import Path
from typing import Any

import pytest

from triboard.app.device_policy import RestartOnce, refused_by_policy
from triboard.app.graph import Ends
from triboard.errors import ControllerError, LinkLostError


class Node:
    """A device node: opens, or fails as the kernel does, wrapped as the drivers wrap it."""

    def __init__(self) -> None:
        self.answer = 0
        self.opened = 0

    def open(self) -> Any:
        self.opened += 1
        if self.answer == 0:
            return object()
        try:
            raise OSError(self.answer, "no")
        except OSError as error:
            raise LinkLostError(str(error)) from error


class Service:
    """A service that is started again, with the folder that outlives it."""

    def __init__(self, folder: Path | None) -> None:
        self.asked: list[str] = []
        self.node = Node()
        self.ends = RestartOnce(folder, self.asked.append).watch(Ends(self.node.open, None))

    def tries(self, answer: int, times: int = 3) -> int:
        """Open the port as often as the link would; how often a restart was asked for."""
        self.node.answer = answer
        for _ in range(times):
            if answer:
                with pytest.raises(LinkLostError):
                    self.ends.opener()
            else:
                self.ends.opener()
        return len(self.asked)


def test_eperm_asks_for_one_restart_and_not_for_another(tmp_path: Path) -> None:
    """Law: refused, restarted, refused again: then it is said like any other failure, for ever."""
    assert Service(tmp_path).tries(errno.EPERM) == 1
    assert Service(tmp_path).tries(errno.EPERM) == 0
    assert Service(tmp_path).tries(errno.EPERM) == 0


def test_after_a_device_has_opened_the_next_refusal_asks_again(tmp_path: Path) -> None:
    """Law: a restart that helped is forgotten, so another driver that comes later is helped too."""
    assert Service(tmp_path).tries(errno.EPERM) == 1
    healed = Service(tmp_path)
    assert healed.tries(0) == 0
    assert healed.tries(errno.EPERM) == 1


@pytest.mark.parametrize("answer", [errno.ENOENT, errno.EACCES, errno.EBUSY, errno.EIO, errno.ENXIO])
def test_what_a_restart_does_not_heal_asks_for_none(answer: int, tmp_path: Path) -> None:
    """Law: absent, forbidden to the user, in use and broken are no reasons to end."""
    assert Service(tmp_path).tries(answer) == 0


def test_nobody_is_asked_where_nobody_would_start_us_again() -> None:
    """Law: a person's command goes on searching."""
    assert Service(None).tries(errno.EPERM) == 0


def test_leds_are_watched_as_the_port_is(tmp_path: Path) -> None:
    """Law: an SPI bus that is refused asks for the restart too."""
    asked: list[str] = []

    def open_spi(_bus: int) -> Any:
        try:
            raise PermissionError(errno.EPERM, "no")
        except PermissionError as error:
            raise ControllerError("no SPI") from error

    ends = RestartOnce(tmp_path, asked.append).watch(Ends(object, None, open_spi=open_spi))  # type: ignore[arg-type]  # no port is opened
    with pytest.raises(ControllerError):
        ends.bus(0)
    assert asked == ["no SPI"]


def test_only_the_error_number_counts() -> None:
    """Law: PermissionError is EPERM and EACCES in Python; only the first is the policy's."""
    assert refused_by_policy(PermissionError(errno.EPERM, "x"))
    assert not refused_by_policy(PermissionError(errno.EACCES, "x"))
