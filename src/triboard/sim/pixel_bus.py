"""A simulated SPI bus with a chain of NeoPixels on MOSI.

Adafruit's real library writes to it; the chain reads the bits by their pulse widths as a WS2812B does and
latches after a long low, so what is decoded here is what eyes would see. It also breaks on request.
"""

import errno
import re
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from triboard.board.definition import Segment
from triboard.errors import InternalError
from triboard.units import Duration, Pixel

LATCH: Final = Duration(280)
"""Low time after which newer WS2812B show what they have taken in."""

PIXEL_TIME: Final = Duration(30)
"""24 bits of 1.25 microseconds."""

ZERO_HIGH: Final = (0.22, 0.55)
"""Least and greatest high time in microseconds of a 0 bit, old and new WS2812B together."""

ONE_HIGH: Final = (0.58, 1.0)
"""The same for a 1 bit."""

KEPT_TRANSFERS: Final = 16


def wire_time(count: int) -> Duration:
    """Time that `count` pixels need on the LED wire, the latch included: no route can be quicker."""
    return Duration(count * PIXEL_TIME + LATCH)


class FakeSpiBus:
    """The bus and the chain. `on_latch` is called with red, green, blue of each pixel as they change hands;
    the light of a white chip counts as equal parts of them.

    `segments` are the parts of the board's pixels on this bus; left out, all `count` of them.
    `sent` holds the last transfers, oldest first; `transfers`, `bytes_sent` and `frames` (latched ones)
    count from the start. `LIMIT` is the largest transfer in bytes: this bus has no kernel buffer.
    """

    LIMIT: Final = 1 << 16

    def __init__(
        self,
        count: int,
        colour_order: str = "GRB",
        *,
        segments: Sequence[Segment] = (),
        on_latch: Callable[[bytes], None] | None = None,
    ) -> None:
        self.on_latch = on_latch
        self.sent: deque[bytes] = deque(maxlen=KEPT_TRANSFERS)
        self.transfers = 0
        self.bytes_sent = 0
        self.frames = 0
        self.baudrate = 0
        self._parts = tuple(segments) or (Segment(Pixel(0), count, colour_order),)
        self._chain = bytearray(3 * count)  # red, green, blue as the LEDs show them
        self._taken = b""  # on the wire, not latched yet
        self._locked = False
        self._open = True
        self._failing_latches = 0
        self._failing_writes = 0

    # What the library calls

    def try_lock(self) -> bool:
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        self._locked = False

    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None:
        self._expect_lock()
        if polarity or phase:
            raise InternalError("NeoPixels need SPI mode 0: MOSI must idle low.")
        self.baudrate = baudrate

    def write(self, data: bytes) -> None:
        """Put `data` on the wire; raises `InternalError` for bits that no LED would understand."""
        self._expect_lock()
        if self._failing_writes:
            self._failing_writes -= 1
            raise OSError(errno.EIO, "simulated bus error")
        wire = bytes(data)
        self.sent.append(wire)
        self.transfers += 1
        self.bytes_sent += len(wire)
        *latched, self._taken = self._split(self._taken + wire)
        for part in latched:
            if part:
                self._latch(part)

    def deinit(self) -> None:
        self._open = False

    def open_again(self) -> None:
        """The program starts anew and opens the same bus."""
        self._open, self._locked = True, False

    def _expect_lock(self) -> None:
        if not self._open:
            raise RuntimeError("The bus is closed.")
        if not self._locked:
            raise RuntimeError("First call try_lock()")

    # What a test or the page looks at

    def decode(self) -> bytes:
        """Red, green and blue of each pixel as the chain shows them now."""
        return bytes(self._chain)

    @property
    def is_open(self) -> bool:
        return self._open

    # What a test breaks

    def latch_failure(self, count: int = 1) -> None:
        """The next `count` frames arrive but are not shown; nobody is told."""
        self._failing_latches += count

    def bus_error(self, count: int = 1) -> None:
        """The next `count` transfers fail before they reach the wire."""
        self._failing_writes += count

    def mend(self) -> None:
        """No more frames and transfers fail."""
        self._failing_latches = self._failing_writes = 0

    def seize(self) -> None:
        """Another user takes the bus and keeps it until `unlock`."""
        self._locked = True

    # The chain

    def _split(self, wire: bytes) -> list[bytes]:
        """The bits between long lows; the last part has not been latched."""
        low = -(-LATCH * self.baudrate // 8_000_000)
        return re.split(rb"\x00{%d,}" % low, wire)

    def _latch(self, part: bytes) -> None:
        taken = _channels(part, self.baudrate, len(self._parts[0].order))
        if self._failing_latches:
            self._failing_latches -= 1
            return
        for segment in self._parts:
            width = len(segment.order)
            mine, taken = taken[: width * segment.count], taken[width * segment.count :]
            self._show(segment, mine)
        self.frames += 1
        if self.on_latch is not None:
            self.on_latch(self.decode())

    def _show(self, segment: Segment, taken: bytes) -> None:
        """LEDs beyond the end of what came keep what they show."""
        width = len(segment.order)
        reached = len(taken) // width
        for channel, letter in enumerate("RGB"):
            lit = taken[segment.order.index(letter) :: width]
            if segment.white:
                white = taken[segment.order.index("W") :: width]
                lit = bytes(min(255, one + more) for one, more in zip(lit, white, strict=True))
            start = 3 * segment.first + channel
            self._chain[start : start + 3 * reached : 3] = lit


def _channels(part: bytes, baudrate: int, width: int) -> bytes:
    """Channel values in wire order from SPI bytes, one LED bit each."""
    bits = part.translate(_bits(baudrate))
    if b"?" in bits:
        place = bits.index(b"?")
        raise InternalError(
            f"LED bit {place} is {part[place]:08b} at {baudrate} Hz: its pulse is neither a 0 nor a 1."
        )
    if len(bits) % (8 * width):
        raise InternalError(f"{len(bits)} LED bits are no whole number of pixels.")
    return int(bits, 2).to_bytes(len(bits) // 8)


@cache
def _bits(baudrate: int) -> bytes:
    """For each SPI byte the LED bit that its one pulse stands for: 0, 1 or ? for none."""
    table = bytearray(b"?" * 256)
    for high in range(1, 8):  # pulse at the front of the byte, low behind it
        micros = high * 1_000_000 / baudrate
        byte = 0xFF << (8 - high) & 0xFF
        if ZERO_HIGH[0] <= micros <= ZERO_HIGH[1]:
            table[byte] = ord("0")
        elif ONE_HIGH[0] <= micros <= ONE_HIGH[1]:
            table[byte] = ord("1")
    return bytes(table)
