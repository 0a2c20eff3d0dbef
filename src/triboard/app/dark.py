"""Darkness from outside: for LEDs whose program was killed and could not see to it."""

from triboard.app.config import LightConfig
from triboard.board.definition import Board
from triboard.drivers.pi_model import this_machine
from triboard.drivers.pixels import open_spi
from triboard.drivers.routes import Route, choose, open_route
from triboard.errors import ControllerError

BY_ITSELF = "The controller darkens its LEDs by itself, 3 s after it last heard of the program."


class _NoLink:
    """The controller route needs nothing done, and the port may belong to the next program already."""

    up = False
    pixels_stuck = False
    pixel_epoch = 0

    def show(self, rgb: bytes, *, keep: bool) -> None:
        """There is no link."""

    def darken(self) -> None:
        """There is no link."""


def darken(board: Board, light: LightConfig) -> str:
    """Send a dark frame and let go; what was done, in words. Raises `ControllerError` or
    `ConfigurationError` where the LEDs cannot be reached."""
    machine = this_machine()
    route = choose(light.route, machine)
    if route is Route.CONTROLLER:
        return BY_ITSELF
    if route is Route.NONE:
        return "This board has no LEDs."
    port = open_route(route, board, link=_NoLink(), open_spi=open_spi, machine=machine, dma=light.dma)
    try:
        port.close()  # opening has darkened them already; this repeats it, and lets go
    except ControllerError:
        port.close()
        raise
    return f"{len(board.pixels)} LEDs are dark."
