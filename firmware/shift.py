"""Switches on 74HC165 shift registers, one behind the other on SPI; the last chip is wired to a known byte."""

import struct

import micropython
from array import array
from machine import SPI, Pin

_CHIP = micropython.const(8)


@micropython.viper
def _spread(data: ptr8, state: ptr16, plan: ptr16):
    """Bits to channels. `plan`: first, step, count, the bits of an open switch (0 or 255), the closed value."""
    place = plan[0] * 8
    stride = plan[1] * 8
    open_bits = plan[3]
    closed = plan[4]
    for number in range(plan[2]):
        bit = ((data[number >> 3] ^ open_bits) >> (number & 7)) & 1
        state[place] = closed if bit else 0
        place += stride


class ShiftChain:
    """One chain. It is read whole or not at all: without its tail no bit of it is believed."""

    def __init__(self, body, config):
        (self.first, self.count, self.step, bus, sck, mosi, miso, load, self._tail, invert, baud) = struct.unpack(
            "<HHBBBBBBBBI", body
        )
        self.name = "74HC165 chain at GP %d" % miso
        self.fault = ""
        self._bus = bus
        self._pins = (sck, mosi, miso)
        self._baud = baud
        self._load = Pin(load, Pin.OUT, value=1)
        self._data = bytearray((self.count + _CHIP - 1) // _CHIP + 1)
        self._plan = array("H", (self.first, self.step, self.count, 0xFF if invert else 0, config.top))
        self._spi = None

    def start(self):
        """(Re)initialise the bus; milliseconds until a reading means something."""
        sck, mosi, miso = self._pins
        self._spi = SPI(
            self._bus, baudrate=self._baud, polarity=0, phase=0, sck=Pin(sck), mosi=Pin(mosi), miso=Pin(miso)
        )
        return 0

    def read(self, state):
        """One reading of all channels; `False` when the chain does not prove that it is alive."""
        data = self._data
        self._load(0)
        self._load(1)
        self._spi.readinto(data)
        found = data[len(data) - 1]
        if found != self._tail:
            self.fault = "its end reads 0x%02x instead of 0x%02x" % (found, self._tail)
            return False
        _spread(data, state, self._plan)
        return True
