"""NeoPixels that hang on the controller: Adafruit's `PixelBuf` over the link instead of a pin.

The buffer holds red, green, blue in index order, as the protocol wants them; the colour order of the LEDs
is the firmware's affair. Only changed spans travel and the controller acknowledges the latch
(`protocol.pixel_sender`); it darkens by itself 3 s after the last heartbeat.
"""

from typing import Final, Protocol

from adafruit_pixelbuf import PixelBuf

from triboard.errors import ControllerError, InternalError, LinkLostError

SILENT: Final = "The controller does not say that it shows its lights."


class PixelLink(Protocol):
    """What the route needs of the link; `LinkPump` has it."""

    @property
    def up(self) -> bool: ...
    @property
    def pixels_stuck(self) -> bool: ...
    @property
    def pixel_epoch(self) -> int: ...
    def show(self, rgb: bytes, *, keep: bool) -> None: ...
    def darken(self) -> None: ...


class LinkPixels(PixelBuf):  # type: ignore[misc]  # the library carries no types
    """A `PixelPort` over the controller link. While there is no link `show` raises `LinkLostError`."""

    def __init__(self, link: PixelLink, count: int) -> None:
        super().__init__(count, byteorder="RGB", brightness=1.0, auto_write=False)
        self._link = link
        self._open = True
        self._epoch: int | None = None

    def show(self, rgb: bytes | None = None) -> None:
        """Send the buffer; with `rgb`, put that into it first."""
        if not self._open:
            raise ControllerError("The pixels are closed.")
        if rgb is not None:
            if len(rgb) != len(self._post_brightness_buffer):
                raise InternalError(
                    f"A frame of {len(self)} pixels has {3 * len(self)} bytes, not {len(rgb)}."
                )
            self._post_brightness_buffer[:] = rgb
        super().show()

    def _transmit(self, buffer: bytearray) -> None:
        if not self._link.up:
            raise LinkLostError("The lights wait for the board.")
        self._epoch = self._link.pixel_epoch
        self._link.show(bytes(buffer), keep=False)

    def trouble(self) -> str | None:
        """A controller that answers otherwise but does not acknowledge a frame."""
        return SILENT if self._link.pixels_stuck else None

    def dark(self) -> bool:
        """The controller restarted or lost patience since the last frame, and is there again."""
        return self._link.up and self._epoch not in (None, self._link.pixel_epoch)

    def close(self) -> None:
        """Ask for darkness, which needs no answer: without a link the controller darkens by itself."""
        if self._open:
            self._open = False
            self._link.darken()
