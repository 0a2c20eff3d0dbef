"""Analogue sensors through CD74HC4067 multiplexers in one or two levels on one ADC pin."""

import struct
import time
from array import array

import micropython
from machine import ADC, Pin
from micropython import const

from debounce import STRIDE

_FIRST_LINES = const(4)  # of the multiplexers next to the sensors
_LONGEST_SETTLE = const(1000)  # us; 256 of them are still shorter than the watchdog
_LEVEL = const(16)  # in a step: the line goes high
_SKIP = const(32)  # in a step: nothing hangs on this address


def _gray(number):
    return number ^ number >> 1


class Multiplexers:
    """One tree of multiplexers. Addresses come in Gray order: each step moves one line, so that a reading
    costs one pin write, and no address between two others is passed through."""

    def __init__(self, body, config):
        head = struct.unpack_from("<HHBBBHB", body)
        self.first, self.count, self.step, adc, self._used, self._settle, lines = head
        if not 1 <= lines <= 2 * _FIRST_LINES or not self._used or self._settle > _LONGEST_SETTLE:
            raise ValueError("no such multiplexers")
        select = body[-lines:]
        self.name = f"multiplexers at GP {adc}"
        self.fault = ""
        self._adc_pin = adc
        self._shift = 16 - config.bits
        self._lines = [Pin(gp, Pin.OUT, value=0) for gp in select]
        self._read_u16 = None
        self._steps, self._places = self._plan(lines)

    def _plan(self, lines):
        """The walk over all addresses from 0 on: what each step does, and where its reading goes."""
        inner = min(lines, _FIRST_LINES)
        highest = (self.count - 1) // self._used
        steps = bytearray()
        places = []
        before = 0
        for number in range(1 << lines):
            address = _gray(number)
            changed = address ^ before
            before = address
            outer = address >> inner
            port = address & (1 << inner) - 1
            index = outer * self._used + port
            read = port < self._used and outer <= highest and index < self.count
            line = 0
            while changed >> line > 1:
                line += 1
            steps.append(line | (_LEVEL if address >> line & 1 else 0) | (0 if read else _SKIP))
            places.append((self.first + index * self.step) * STRIDE if read else 0)
        while steps[-1] & _SKIP:
            steps = steps[:-1]
            places.pop()
        return steps, array("H", places)

    def start(self):
        """(Re)initialise the ADC; milliseconds until a reading means something."""
        self._read_u16 = ADC(Pin(self._adc_pin)).read_u16  # bound once: binding allocates
        return 0

    @micropython.native
    def read(self, state):
        """One reading of all channels."""
        lines = self._lines
        steps = self._steps
        places = self._places
        read = self._read_u16
        shift = self._shift
        settle = self._settle
        wait = time.sleep_us
        for line in lines:
            line(0)
        for number in range(len(steps)):
            step = steps[number]
            lines[step & 15](1 if step & 16 else 0)
            if not step & 32:
                wait(settle)
                state[places[number]] = read() >> shift
        return True
