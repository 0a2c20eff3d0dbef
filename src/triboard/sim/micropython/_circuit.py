"""What is wired where: made from the description that the bench wrote, a file in JSON."""

import _bench
import _parts
import _reader
from _parts import LEVELS
from array import array

_SILENTLY = 2  # beside the level of a pin: its interrupt is lost

outputs = {}  # by GP number: what is told of each level
interrupts = {}  # by GP number: what is told of each edge
unique = b""
cause = 1
chip_reset = 0x100
_random = 1
_chains = []
_shift = {}
_readers = {}
_converters = {}
_buses = {}
_sensors = []


def build(found):
    """Wire all parts of a description."""
    global unique, cause, chip_reset, _random
    _random = found["random"]
    unique = bytes(found["unique"])
    cause, chip_reset = found["cause"], found["chip_reset"]
    for kind in range(_parts.KINDS):
        _bench.nodes.append(array("I", found["nodes"][kind]))
        _bench.listeners.append(None)
    _bench.listeners[_parts.LIGHT] = _light
    _bench.listeners[LEVELS] = _level
    _bench.listeners[_parts.BITS] = _bit
    for number, one in enumerate(found["chains"]):
        chain = _parts.ShiftChain(number, one["first"], one["count"], one["pattern"])
        _chains.append(chain)
        _shift[one["spi"]] = (chain, one["sck"], one["miso"])
        _wire(one["load"], chain.latch)
    for one in found["multiplexers"]:
        lines = one["select"]
        multiplexer = _parts.Multiplexer(one["first"], one["count"], lines, one["settle"])
        _converters[one["adc"]] = multiplexer
        for line, gp in enumerate(lines):
            _wire(gp, _selector(multiplexer, line))
    for one in found["readers"]:
        readers = []
        for number, gp in enumerate(one["select"]):
            tags = one["tags"]
            reader = _reader.Reader(one["silent"] + number, one["first"] + number * len(tags), tags)
            _wire(gp, reader.select)
            _wire(one["reset"], reader.power)
            readers.append(reader)
        _readers[one["spi"]] = (readers, one["sck"], one["mosi"], one["miso"])
    for number, one in enumerate(found["buses"]):
        _buses[one["i2c"]] = (_bus(number, one), one["sda"], one["scl"])


def chance():
    """A byte, by the seed of this start (a linear congruence of 31 bits)."""
    global _random
    _random = (_random * 1103515245 + 12345) & 0x7FFFFFFF
    return _random >> 16 & 0xFF


def spi(number, polarity, phase, sck, mosi, miso):
    """The bus as its pins and its mode see it."""
    if number in _readers and _readers[number][1:] == (sck, mosi, miso) and (polarity, phase) == (0, 0):
        return _ReaderBus(_readers[number][0])
    if number in _shift and _shift[number][1:] == (sck, miso) and (polarity, phase) == (0, 0):
        return _ShiftBus(_shift[number][0])
    return _ShiftBus(None)


def i2c(number, sda, scl):
    """The bus at its pins; another one has nothing on it."""
    if number in _buses and _buses[number][1:] == (sda, scl):
        return _buses[number][0]
    return _Bus(0, [])


def converter(gp):
    """What is wired to an input of the converter."""
    return _SUPPLY if gp == 29 else _converters.get(gp, _NOTHING)


def _wire(gp, wire):
    outputs[gp] = outputs.get(gp, ()) + (wire,)  # no starred tuples here


def _selector(multiplexer, line):
    return lambda level: multiplexer.select(line, level)


def _light(index, value):
    _sensors[index // 4].light_changes()
    _bench.nodes[_parts.LIGHT][index] = value


def _bit(index, value):
    _bench.nodes[_parts.BITS][index] = value
    for chain in _chains:
        chain.changed = True


def _level(index, value):
    levels = _bench.nodes[LEVELS]
    level = value & 1
    if levels[index] == level:
        return
    levels[index] = level
    edge = interrupts.get(index)
    if edge is not None and not value & _SILENTLY:
        edge(level)


def _bus(number, found):
    multiplexers = []
    for one in found["multiplexers"]:
        branches = [{} for _ in range(8)]
        for port in one["ports"]:
            sensor = _parts.ColourSensor(len(_sensors), found["steps"], found["gain"])
            if found["lamp"] is not None:
                sensor.lit = False
                _wire(found["lamp"], sensor.shine)
            _sensors.append(sensor)
            branches[port["port"]][_parts.ColourSensor.ADDRESS] = sensor
            sensor.silent = port["silent"]
        multiplexer = _parts.Multiplexed(branches)
        multiplexer.silent = one["silent"]
        multiplexers.append((one["address"], multiplexer))
    return _Bus(number, multiplexers)


class _Constant:
    def __init__(self, value):
        self._value = value

    def convert(self):
        return self._value


_SUPPLY = _Constant(round(5.0 / 3 / 3.3 * 4095))  # VSYS / 3
_NOTHING = _Constant(0)


class _ShiftBus:
    """An SPI bus whose MISO is the end of a chain, or nothing: then it is pulled up."""

    def __init__(self, chain):
        self._chain = chain

    def readinto(self, data, write):
        if self._chain is not None:
            self._chain.read(data)
            return
        for place in range(len(data)):
            data[place] = 0xFF

    def write_readinto(self, data, into):
        self.readinto(into, 0)


class _ReaderBus:
    """An SPI bus with readers, of which the selected one listens and answers."""

    def __init__(self, readers):
        self._readers = readers

    def readinto(self, data, write):
        for place in range(len(data)):
            data[place] = self._exchange(write)

    def write_readinto(self, data, into):
        for place in range(len(data)):
            into[place] = self._exchange(data[place])

    def _exchange(self, byte):
        answer = 0xFF
        for reader in self._readers:
            if reader.listens():
                answer &= reader.exchange(byte)
        return answer


class _Bus:
    """An I2C bus: what answers is a multiplexer, or all devices on joined branches at once."""

    def __init__(self, number, multiplexers):
        self._number = number
        self._multiplexers = multiplexers
        self._found = [None] * 16
        self._count = 0
        self._other = bytearray(64)

    def held(self):
        """Whether something holds it down."""
        return bool(self._multiplexers) and _bench.nodes[_parts.BUSES][self._number]

    def call(self, address):
        """Whether anything acknowledges the address; `write` and `read` then go there."""
        self._count = 0
        for own, multiplexer in self._multiplexers:
            if self._dead(multiplexer):
                continue
            if own == address:
                self._add(multiplexer)
            joined = multiplexer.joined
            channel = 0
            while joined:
                if joined & 1:
                    device = multiplexer.branches[channel].get(address)
                    if device is not None and not self._dead(device):
                        self._add(device)
                joined >>= 1
                channel += 1
        return self._count > 0

    def write(self, data):
        """Bytes to what was called."""
        for place in range(self._count):
            self._found[place].write(data)

    def read(self, data):
        """Bytes from what was called; of several at once the low bits win."""
        self._found[0].read(data)
        for place in range(1, self._count):
            self._found[place].read(self._other)
            for at in range(len(data)):
                data[at] &= self._other[at]

    def _add(self, device):
        self._found[self._count] = device
        self._count += 1

    def _dead(self, device):
        state = _bench.nodes[_parts.SILENT][device.silent]
        if state == 2:
            raise RuntimeError("the bench wants an error of the program")
        return state
