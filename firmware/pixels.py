"""NeoPixels on a pin of the controller."""

import struct

import micropython
from machine import Pin, bitstream

_TIMING = (400, 850, 800, 450)  # ns: a zero high and low, a one high and low (WS2812B datasheet)
_CHANNELS = b"RGB"


@micropython.viper
def _arrange(rgb: ptr8, wire: ptr8, plan: ptr16, size: int):
    """Bytes in wire order; a byte of `plan` beyond the picture is a white chip, which stays dark."""
    for place in range(size):
        source = plan[place]
        wire[place] = 0 if source == 0xFFFF else rgb[source]


class Pixels:
    """The chain that a configuration names."""

    def __init__(self, body):
        from array import array

        pin, runs = struct.unpack_from("<BB", body)
        plan = []
        pixel = 0
        for number in range(runs):
            count, order = struct.unpack_from("<H4s", body, 2 + 6 * number)
            order = order.rstrip(b"\0")
            for _ in range(count):
                for channel in order:
                    where = _CHANNELS.find(bytes((channel,)))
                    plan.append(0xFFFF if where < 0 else 3 * pixel + where)
                pixel += 1
        self.count = pixel
        self._plan = array("H", plan)
        self._wire = bytearray(len(plan))
        self._pin = Pin(pin, Pin.OUT, value=0)

    def show(self, rgb):
        """Red, green, blue of all pixels, now. Interrupts wait for 30 us a pixel."""
        _arrange(rgb, self._wire, self._plan, len(self._wire))
        bitstream(self._pin, 0, _TIMING, self._wire)
