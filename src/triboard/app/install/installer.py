"""The installation: steps in order, each of which knows whether it is needed.

A step that is done already does nothing: an interrupted installation is taken up by running it again, and a
finished one is left as it is.
"""

import fcntl
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from triboard.app.install import files, running, versions
from triboard.app.install.machine import Machine, inside
from triboard.app.install.package import Wheel
from triboard.app.install.settings import SETTINGS, Page, first_settings, with_host
from triboard.app.install.trial import TRIAL, Trial, write_trial
from triboard.errors import ConfigurationError, MachineError, Mistake

APPLIED: Final = "/opt/triboard/applied"
"""Which files the running system has been told of."""

MODULES: Final = ("cdc_acm", "spidev", "i2c-dev")
UNITS: Final = ("triboard.service", "triboard-socket.service", "triboard-socket.socket")
SERVED_WITHIN: Final = 60.0
"""Seconds for the page of a first installation to appear."""


@dataclass(frozen=True, slots=True)
class Step:
    """`needed` tells what would be done, or `None` if it is done already."""

    needed: Callable[[], str | None]
    do: Callable[[], None]


class Installer:
    """Installs one wheel on one machine; `page` `None` keeps the choice that was made before."""

    def __init__(
        self,
        machine: Machine,
        wheel: Wheel,
        *,
        wheels: Path | None,
        page: Page | None,
        question: running.Ask = running.ask,
    ) -> None:
        self._machine = machine
        self._wheel = wheel
        self._wheels = wheels
        self._question = question
        self._before = running.present_page(machine)
        self._chosen = page
        self.name = versions.name_for(machine, wheel)
        self._new_text = False
        self.page = page or self._before or Page.LOCAL

    def steps(self) -> Iterator[Step]:
        """In order."""
        yield Step(self._files_needed, self._write_files)
        yield Step(self._settings_needed, self._write_settings)
        yield Step(self._build_needed, self._build)
        yield Step(self._switch_needed, self._switch)
        yield Step(self._enable_needed, self._enable)
        yield Step(self._restart_needed, self._restart)

    def refuse_in_game(self) -> None:
        """Raise `ConfigurationError` while somebody plays; there is no way around but to stop the service."""
        refuse_in_game(self._machine, self._question)

    # Files

    def _files_needed(self) -> str | None:
        paths = list(files.outdated(self._machine))
        if paths:
            return f"write {', '.join(paths)}"
        return None if self._applied() else "tell the system of its new files"

    def _write_files(self) -> None:
        machine = self._machine
        files.write_files(machine)
        machine.run("systemd-sysusers", "/etc/sysusers.d/triboard.conf")
        machine.run("systemd-tmpfiles", "--create", "/etc/tmpfiles.d/triboard.conf")
        if machine.live:
            machine.run(
                "modprobe", "--all", *MODULES, check=False
            )  # a kernel without one of them plays all the same
            reload(machine)
        files.write_whole(inside(machine, APPLIED), _digest())
        self._new_text = True

    def _applied(self) -> bool:
        try:
            return inside(self._machine, APPLIED).read_text(encoding="utf-8") == _digest()
        except OSError:
            return False

    # Settings

    def _settings_needed(self) -> str | None:
        path = inside(self._machine, SETTINGS)
        if not path.exists():
            return f"write {SETTINGS}"
        if self._chosen is None or with_host(_text(path), self._chosen) == _text(path):
            return None
        return f'set host = "{self._chosen.host}" in {SETTINGS}'

    def _write_settings(self) -> None:
        path = inside(self._machine, SETTINGS)
        if path.exists():  # whoever made it readable for few keeps it so
            kept = path.stat()
            text = with_host(_text(path), self.page)
            files.write_whole(path, text, owner=(kept.st_uid, kept.st_gid), mode=kept.st_mode & 0o7777)
        else:
            group = group_of(self._machine, "triboard")
            owner = None if group is None else (os.geteuid(), group)
            # It may get secrets: for root and the service.
            files.write_whole(
                path, first_settings(self.page), owner=owner, mode=0o644 if owner is None else 0o640
            )
        self._new_text = True

    # Versions

    def _build_needed(self) -> str | None:
        return None if versions.sound(self._machine, self.name) else f"install version {self.name}"

    def _build(self) -> None:
        versions.build(self._machine, self.name, self._wheel, self._wheels)

    def _switch_needed(self) -> str | None:
        current = versions.current(self._machine)
        return None if current == self.name else f"switch to version {self.name}"

    def _switch(self) -> None:
        machine, name = self._machine, self.name
        before = versions.current(machine)
        if before is not None and versions.complete(machine, before):
            self.refuse_in_game()
            status = running.status_of_service(machine, self._before or self.page, self._question)
            trial = Trial(name, before, board=running.board_up(status))
            files.point(inside(machine, versions.PREVIOUS), f"versions/{before}")
            write_trial(inside(machine, TRIAL), trial)
        versions.switch(machine, name)

    # Units

    def _enable_needed(self) -> str | None:
        enabled = running.enabled_page(self._machine)
        same = enabled is not None and enabled.unit == self.page.unit
        return None if same else f"enable {self.page.unit}"

    def _enable(self) -> None:
        machine = self._machine
        machine.run("systemctl", "disable", "--quiet", *UNITS)
        if machine.live:
            self.refuse_in_game()
            machine.run("systemctl", "stop", "triboard-socket.socket", self.page.other, check=False)
        machine.run("systemctl", "enable", "--quiet", "triboard-trial.service", self.page.unit)

    def _restart_needed(self) -> str | None:
        if not self._machine.live:
            return None
        _, version = running.running_version(self._machine, self.page)
        if version == self.name and not self._new_text:
            return None
        return f"start {self.page.unit}"

    def _restart(self) -> None:
        self.refuse_in_game()
        self._machine.run("systemctl", "restart", self.page.unit, check=False)  # what comes of it is watched


@contextmanager
def alone(machine: Machine) -> Iterator[None]:
    """One installation at a time; raises `ConfigurationError` while another runs, or without the rights."""
    folder = inside(machine, versions.HOME)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise ConfigurationError(
            Mistake(str(folder), f"cannot be written ({error.strerror})", "Use sudo.")
        ) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise ConfigurationError(
            Mistake("triboard install", "is running already", "Wait until it has ended.")
        ) from error
    try:
        yield
    finally:
        os.close(descriptor)


def refuse_in_game(machine: Machine, question: running.Ask) -> None:
    """Raise `ConfigurationError` while a game is under way, whichever of the services it is played on."""
    for page in (Page.SOCKET, Page.LOCAL):
        game = running.in_game(running.status_of_service(machine, page, question))
        if game is not None:
            remedy = f"Finish it, or `sudo systemctl stop {page.unit}`: it goes on afterwards."
            raise ConfigurationError(Mistake("triboard install", f"{game} is under way", remedy))


def reload(machine: Machine) -> None:
    """Tell a running system of units and rules that changed."""
    machine.run("systemctl", "daemon-reload")
    machine.run(
        "udevadm", "control", "--reload", check=False
    )  # where no udev runs, there are no rules to follow
    machine.run("udevadm", "trigger", "--action=change", "--subsystem-match=tty", check=False)


def wait_for_page(
    machine: Machine, page: Page, question: running.Ask, *, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Of a first installation, which has nothing to go back to; raises `MachineError` with the remedy."""
    for _ in range(int(SERVED_WITHIN)):
        if running.status_of_service(machine, page, question) is not None:
            return
        sleep(1.0)
    raise MachineError(f"The service does not answer yet. See: journalctl -u {page.unit} -b")


def uninstall(machine: Machine, say: Callable[[str], None], *, dry: bool) -> list[str]:
    """Take away what `install` brought, but no games, settings or their user; what was removed."""
    paths = [*files.present(machine)]
    if inside(machine, versions.HOME).exists():
        paths.append(versions.HOME)
    for path in paths:
        say(f"remove {path}")
    if dry or not paths:
        return paths
    present = [unit for unit in (*UNITS, "triboard-trial.service") if f"{files.UNIT_FOLDER}/{unit}" in paths]
    if present:
        machine.run("systemctl", "disable", "--quiet", *present, check=False)
        if machine.live:
            machine.run("systemctl", "stop", *present, check=False)
    for path in paths:
        _remove(inside(machine, path))
    if machine.live:
        reload(machine)
    return paths


def _remove(path: Path) -> None:
    import shutil

    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def group_of(machine: Machine, name: str) -> int | None:
    """Number of a group of the machine, which may be a mounted image; `None`: it has none of that name."""
    try:
        lines = _text(inside(machine, "/etc/group")).splitlines()
    except OSError:
        return None
    found = [fields[2] for line in lines if len(fields := line.split(":")) == 4 and fields[0] == name]
    return int(found[0]) if found and found[0].isdecimal() else None


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _digest() -> str:
    """Of every file of ours."""
    return hashlib.sha256("".join(map(files.shipped, files.FILES)).encode()).hexdigest() + "\n"
