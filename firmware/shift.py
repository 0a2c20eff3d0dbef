"""Switches on 74HC165 shift registers, a chain on SPI; the last chip is wired to a known byte."""

import struct
from array import array

import micropython
from machine import SPI, Pin
from micropython import const

_CHIP = const(8)


@micropython.viper
def _spread(data: ptr8, state: ptr16, plan: ptr16):
    """Bits to channels. `plan`: first, step, count, bits of an open switch (0 or 255), the closed value."""
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
        (self.first, self.count, self.step, self._bus, sck, mosi, miso, load, self._tail, invert,
         self._baud) = struct.unpack("<HHBBBBBBBBI", body)  # fmt: skip
        self.name = f"74HC165 chain at GP {miso}"
        self.fault = ""
        self._pins = (sck, mosi, miso)
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
            self.fault = f"its end reads 0x{found:02x} instead of 0x{self._tail:02x}"
            return False
        _spread(data, state, self._plan)
        return True
