"""A device that exists and is refused: the one illness that a restart of the service heals.

The service's list of devices is resolved once, when it starts, by the drivers that are loaded then. The node
of a driver that came later answers EPERM until the service starts again (missing rights of the *user* are
EACCES, and no restart heals them). So we end once, the service manager starts us, and the list is right.
"""

import errno
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from triboard.app.graph import Ends
from triboard.errors import ControllerError

MARK: Final = "restarted-for-a-device"
"""File that remembers, until a device has opened or the Pi reboots, that a restart was tried."""

_T = TypeVar("_T")


class RestartOnce:
    """Asks for one restart when a device is refused by the policy; `folder` outlives the restart.

    Without a folder (nobody would start us again) it asks for none.
    """

    def __init__(self, folder: Path | None, ask: Callable[[str], None]) -> None:
        self._mark = None if folder is None else folder / MARK
        self._ask = ask
        self._asked = False

    def watch(self, ends: Ends) -> Ends:
        """The same ends, with an eye on how opening them fares."""
        open_port, open_spi = ends.opener, ends.open_spi
        return replace(
            ends,
            opener=lambda: self._opened(open_port),
            open_spi=None if open_spi is None else lambda bus: self._opened(lambda: open_spi(bus)),
        )

    def _opened(self, action: Callable[[], _T]) -> _T:
        try:
            found = action()
        except ControllerError as error:
            if refused_by_policy(error):
                self._refused(str(error))
            raise
        if self._mark is not None and not self._asked:
            self._mark.unlink(missing_ok=True)
        return found

    def _refused(self, why: str) -> None:
        if self._mark is None or self._asked or self._mark.exists():
            return
        try:
            self._mark.touch()
        except OSError:
            return  # nothing would keep us from asking for ever
        self._asked = True
        self._ask(why)


def refused_by_policy(error: BaseException | None) -> bool:
    """Whether EPERM is behind an error: the node exists, and the device policy knows nothing of it."""
    while error is not None:
        if isinstance(error, OSError) and error.errno == errno.EPERM:
            return True
        error = error.__cause__ or error.__context__
    return False
