"""The parts on a controller's wires, register by register: what a datasheet says, on the bench's clock.

Each takes the times at which something is done to it and answers as copper would, so that firmware which
reads before a multiplexer has settled, or colours before they are integrated, gets what it would really get.
"""

import _bench

BITS = 0  # inputs of shift registers
VOLTS = 1  # inputs of analogue multiplexers, 12 bits
LIGHT = 2  # red, green, blue, clear of each colour sensor, 16 bits: counts a full integration would give
LEVELS = 3  # input pins
CHAINS = 4  # how many bits of a chain of shift registers still come through
SILENT = 5  # 1: the I2C device of this index does not answer
BUSES = 6  # 1: something holds the I2C bus down
TAGS = 7  # 1: this tag lies on this reader
KINDS = 8


class ShiftChain:
    """74HC165 in a row. `pattern`: bytes wired to the inputs of the chips at the far end.

    While SH/LD is low the registers follow their inputs and the clock does nothing; its rising edge holds
    them, and each clock shifts by one. What lies behind the last chip is low.
    """

    def __init__(self, index, first, count, pattern):
        self._index = index
        self._first = first  # node of the first bit that comes out
        self._count = count
        self._held = bytearray(count // 8 + len(pattern))
        for place in range(len(pattern)):
            self._held[count // 8 + place] = pattern[place]
        self._at = 0  # bytes that were clocked out
        self._loading = False
        self.changed = True  # some input, since the registers last took them over

    def latch(self, level):
        """The level at SH/LD."""
        if level and self._loading:
            self._load()
        self._loading = not level

    def read(self, data):
        """Clock out as many bytes as `data` holds, most significant bit first."""
        if self._loading:
            self._load()
        held, at = self._held, self._at
        passes = _bench.nodes[CHAINS][self._index] // 8
        for place in range(len(data)):
            if self._loading:
                data[place] = 0xFF if not passes or held[0] & 0x80 else 0
                continue
            if at >= passes:
                data[place] = 0xFF  # the input of the controller is pulled up, the wire is broken
            else:
                data[place] = held[at] if at < len(held) else 0
            at += 1
        self._at = at

    def _load(self):
        self._at = 0
        if not self.changed:
            return
        self.changed = False
        held, nodes, at = self._held, _bench.nodes[BITS], self._first
        for chip in range(self._count // 8):
            byte = 0
            for _ in range(8):
                byte = byte << 1 | nodes[at]
                at += 1
            held[chip] = byte


class Multiplexer:
    """CD74HC4067, one or two levels deep, before one converter pin.

    After a select line has changed the voltage runs from the old input to the new one, exponentially;
    `settle` (us) is when it is there to half a step of 12 bits.
    """

    def __init__(self, first, count, lines, settle):
        self._first = first
        self._count = count
        self._lines = lines  # pins of the select lines, lowest first
        self._settle = settle
        self._address = 0
        self._before = 0
        self._since = 0
        self._noise = 1

    def select(self, line, level):
        """A select line has this level now."""
        address = self._address & ~(1 << line) | level << line
        if address != self._address:
            now = _bench.now()
            self._before = self._voltage(now)
            self._address = address
            self._since = now

    def convert(self):
        """12 bits, with the last one noisy."""
        self._noise = noise = (self._noise * 1103515245 + 12345) & 0x7FFFFFFF
        value = self._voltage(_bench.now()) + (noise >> 16) % 3 - 1
        return 0 if value < 0 else 4095 if value > 4095 else value

    def _voltage(self, now):
        address = self._address
        target = _bench.nodes[VOLTS][self._first + address] if address < self._count else 0  # pulled down
        passed = now - self._since
        if passed >= self._settle:
            return target
        halvings = 13 * passed // self._settle  # thirteen time constants of one half: below half a step
        return target + (self._before - target >> halvings)


class ColourSensor:
    """TCS34725: integrates light for (256 - ATIME) x 2.4 ms again and again once it is switched on.

    `LIGHT` nodes are what it counts in `steps` x 2.4 ms at the gain of code `gain`.
    """

    ADDRESS = 0x29
    _ID = 0x44
    _STEP = 2400
    _WARM_UP = 2400
    _GAINS = (1, 4, 16, 60)

    def __init__(self, index, steps, gain):
        self.silent = 0  # its node of the kind SILENT
        self.lit = True  # by a lamp, where the board has one
        self._index = index  # number of the sensor
        self._unit = steps * self._GAINS[gain]
        self._registers = bytearray(32)
        self._registers[0x01] = 0xFF
        self._registers[0x12] = self._ID
        self._pointer = 0
        self._advances = False
        self._started = 0
        self._running = False
        self._old = [0, 0, 0, 0]
        self._changed_at = 0
        self._result = bytearray(8)
        self._taken = -1  # the cycle whose result is in the registers

    def shine(self, level):
        """The lamp is switched."""
        self.lit = level == 1
        self._taken = -1

    def light_changes(self):
        """Before a node of this sensor changes."""
        now = _bench.now()
        if now != self._changed_at:
            nodes = _bench.nodes[LIGHT]
            for place in range(4):
                self._old[place] = nodes[4 * self._index + place]
            self._changed_at = now

    def write(self, data):
        """Bytes after its address: a command, then values."""
        if not data:
            return
        command = data[0]
        if not command & 0x80:
            return  # the part takes nothing without the command bit
        if command & 0x60 == 0x60:
            return  # a special function: the interrupt is cleared
        self._pointer = command & 0x1F
        self._advances = command & 0x60 == 0x20
        for place in range(1, len(data)):
            self._set(self._pointer, data[place])
            if self._advances:
                self._pointer = (self._pointer + 1) & 0x1F

    def read(self, data):
        """Bytes from where the command byte pointed."""
        self._integrate()
        for place in range(len(data)):
            data[place] = self._registers[self._pointer]
            if self._advances:
                self._pointer = (self._pointer + 1) & 0x1F

    def _set(self, register, value):
        if register > 0x0F:
            return  # read only
        self._registers[register] = value
        if register in (0x00, 0x01):
            self._running = self._registers[0] & 3 == 3
            self._started = _bench.now() + self._WARM_UP
            self._taken = -1
            self._registers[0x13] &= 0xFE

    def _integrate(self):
        if not self._running:
            return
        steps = 256 - self._registers[0x01]
        cycle = steps * self._STEP
        passed = (_bench.now() - self._started) // cycle
        if passed < 1 or passed == self._taken:
            return
        self._taken = passed
        begun = self._started + (passed - 1) * cycle
        share = min(cycle, max(0, begun + cycle - self._changed_at))  # of the cycle under the new light
        gain = self._GAINS[self._registers[0x0F] & 3]
        most = min(65535, 1024 * steps)
        nodes = _bench.nodes[LIGHT]
        for number in range(4):
            channel = (number + 3) % 4  # clear comes first in the registers
            new, old = nodes[4 * self._index + channel], self._old[channel]
            light = 0 if not self.lit else (new * share + old * (cycle - share)) // cycle
            count = min(most, light * steps * gain // self._unit)
            self._registers[0x14 + 2 * number] = count & 0xFF
            self._registers[0x15 + 2 * number] = count >> 8
        self._registers[0x13] |= 1


class Multiplexed:
    """TCA9548A: eight branches of a bus; its one register says which are joined to it."""

    def __init__(self, branches):
        self.silent = 0  # its node of the kind SILENT
        self.branches = branches  # by channel: devices by address
        self.joined = 0

    def write(self, data):
        """The last byte counts."""
        if data:
            self.joined = data[len(data) - 1]

    def read(self, data):
        """What was written."""
        for place in range(len(data)):
            data[place] = self.joined
