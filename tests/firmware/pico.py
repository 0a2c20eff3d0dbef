"""Tables whose controller is the firmware itself, in MicroPython's virtual machine, on virtual time."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.journeys.table import Table

from triboard.board.definition import Board
from triboard.sim.virtual_pico import VirtualPico, firmware_controller

FIRMWARE: Final = Path(__file__).parents[2] / "firmware"


class PicoTable(Table):
    """A table with the firmware of this checkout, unmodified; everything else as on other tables."""

    def __init__(
        self,
        folder: Path,
        options: Mapping[str, Any] | None = None,
        *,
        board: str | Board = "ttt3d",
        audited: bool = False,
        usb: bool = False,
        firmware: Path = FIRMWARE,
        **more: Any,
    ) -> None:
        self._on = True
        controller = firmware_controller(firmware, audited=audited, usb=usb)
        super().__init__(folder, options, board=board, controller=controller, **more)

    @property
    def pico(self) -> VirtualPico:
        """The controller."""
        assert isinstance(self.bench.controller, VirtualPico)
        return self.bench.controller

    def close(self) -> None:
        """Stop the daemon, then the controller."""
        self._on = False
        super().close()

    def switch_off(self) -> None:
        """End what a test has left running."""
        if self._on:
            self.close()
