"""What a service asks of the far end of its wires, real or simulated."""

from collections.abc import Callable
from typing import Any, Protocol

from triboard.app.config import Config
from triboard.app.engines import Engines
from triboard.app.graph import Ends
from triboard.app.realtime import FarEnd
from triboard.board.definition import Board
from triboard.web import messages
from triboard.web.server import Refuse


class Table(Protocol):
    """What stands at the far end of the wires: real hardware, or a simulated bench."""

    far: FarEnd | None

    def ends(self) -> Ends:
        """Open what the daemon holds on to; raises `ControllerError`."""
        ...

    def engines(self, engines: Engines) -> Engines:
        """The engines with what is wrong with them here."""
        ...

    def world(self) -> dict[str, Any] | None:
        """The simulated pieces for the page; `None` on real hardware."""
        ...

    def moving(self) -> bool:
        """Whether simulated hands are at work, so that the page wants pictures in between."""
        ...

    def faults(self) -> list[dict[str, Any]]:
        """What the page's workbench can break; nothing on real hardware."""
        ...

    def hand(self, request: messages.Request, refuse: Refuse) -> bool:
        """Carry out a request of simulated hands; `False` where there are none."""
        ...

    def lights(self, receive: Callable[[bytes], None]) -> bool:
        """Tell `receive` what the LEDs show from now on; `False` where nobody can see that."""
        ...

    def close(self) -> None: ...


TableMaker = Callable[[Board, Config], Table]
