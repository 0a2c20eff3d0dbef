"""The parts that the virtual machine's fakes model, register by register, against their datasheets.

They are plain Python, so they are tested here without the machine.
"""

import sys
from array import array
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

import pytest

from triboard.sim.vm_circuit import Kind
from triboard.sim.vm_process import FAKES


class Bench(ModuleType):
    """The machine's clock and nodes, in the hands of a test."""

    def __init__(self) -> None:
        super().__init__("_bench")
        self.at = 0
        self.nodes = [array("L", [0] * 64) for _ in Kind]

    def now(self) -> int:
        return self.at

    def spend(self, microseconds: int) -> None:
        self.at += microseconds


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    """In place of `_bench`."""
    found = Bench()
    monkeypatch.setitem(sys.modules, "_bench", found)
    return found


def load(name: str) -> Any:
    """A module of the virtual machine."""
    spec = spec_from_file_location(name, FAKES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def parts(bench: Bench) -> Iterator[Any]:
    """`_parts`."""
    yield load("_parts")
    sys.modules.pop("_parts")


# 74HC165


@pytest.fixture
def chain(bench: Bench, parts: Any) -> Any:
    """Two chips and one more that is wired to 0xA5."""
    bench.nodes[Kind.CHAINS][0] = 0xFFFF
    return parts.ShiftChain(0, 0, 16, [0xA5])


def read(part: Any, count: int) -> bytes:
    data = bytearray(count)
    part.read(data)
    return bytes(data)


def pulse(chain: Any) -> None:
    chain.latch(0)
    chain.latch(1)


def test_a_chain_holds_what_lay_at_its_inputs_at_the_rising_edge(bench: Bench, chain: Any) -> None:
    """Law (SN74HC165): inputs load while SH/LD is low; what changes later waits for the next pulse."""
    bench.nodes[Kind.BITS][0] = 1
    pulse(chain)
    bench.nodes[Kind.BITS][0] = 0
    chain.changed = True
    assert read(chain, 3) == bytes([0x80, 0, 0xA5])
    pulse(chain)
    assert read(chain, 3) == bytes([0, 0, 0xA5])


def test_a_chain_that_is_not_latched_again_has_nothing_more_to_say(chain: Any) -> None:
    """Law: behind the last chip the serial input is low."""
    pulse(chain)
    assert read(chain, 3)[2] == 0xA5
    assert read(chain, 3) == bytes(3)


def test_a_chain_that_loads_does_not_shift(bench: Bench, chain: Any) -> None:
    """Law: with SH/LD low the clock is inhibited: the first bit again and again."""
    bench.nodes[Kind.BITS][0] = 1
    chain.latch(0)
    assert read(chain, 3) == bytes([0xFF, 0xFF, 0xFF])


def test_behind_a_dead_chip_the_line_is_pulled_up(bench: Bench, chain: Any) -> None:
    """Law: what lies nearer comes through, the pattern at the end does not."""
    bench.nodes[Kind.CHAINS][0] = 8
    pulse(chain)
    assert read(chain, 3) == bytes([0, 0xFF, 0xFF])


# CD74HC4067


def test_a_multiplexer_shows_a_mixture_before_it_has_settled(bench: Bench, parts: Any) -> None:
    """Law: the voltage runs from the old input to the new one; after the settling time it is there."""
    multiplexer = parts.Multiplexer(0, 16, [6, 7, 8, 9], 5)
    bench.nodes[Kind.VOLTS][0], bench.nodes[Kind.VOLTS][1] = 1000, 3000
    bench.at = 100
    assert abs(multiplexer.convert() - 1000) <= 1
    multiplexer.select(0, 1)
    assert abs(multiplexer.convert() - 1000) <= 1
    bench.at += 1
    assert 1100 < multiplexer.convert() < 2990
    bench.at += 4
    assert abs(multiplexer.convert() - 3000) <= 1


def test_a_multiplexer_addresses_both_levels_by_its_lines(bench: Bench, parts: Any) -> None:
    """Law: line n is bit n of the address; what is not wired is pulled down."""
    multiplexer = parts.Multiplexer(0, 20, list(range(8)), 5)
    bench.nodes[Kind.VOLTS][0b10011] = 2222
    for line in (0, 1, 4):
        multiplexer.select(line, 1)
    bench.at += 10
    assert abs(multiplexer.convert() - 2222) <= 1
    multiplexer.select(7, 1)
    bench.at += 10
    assert multiplexer.convert() <= 1


# TCS34725

STEPS, GAIN = 10, 1


@pytest.fixture
def sensor(bench: Bench, parts: Any) -> Any:
    """One colour sensor whose light is given for 24 ms at a gain of 4; it counts 1000, 2000, 3000, 6000."""
    for place, count in enumerate((1000, 2000, 3000, 6000)):
        bench.nodes[Kind.LIGHT][place] = count
    return parts.ColourSensor(0, STEPS, GAIN)


def ask(sensor: Any, register: int, count: int) -> list[int]:
    sensor.write(bytes([0xA0 | register]))
    return list(read(sensor, count))


def start(sensor: Any, steps: int = STEPS, gain: int = GAIN) -> None:
    for register, value in ((0x01, 256 - steps), (0x0F, gain), (0x00, 0x03)):
        sensor.write(bytes([0x80 | register, value]))


def test_a_sensor_tells_its_id(sensor: Any) -> None:
    """Law (TCS34725): register 0x12 reads 0x44."""
    assert ask(sensor, 0x12, 1) == [0x44]


def test_a_sensor_has_nothing_before_its_first_integration(bench: Bench, sensor: Any) -> None:
    """Law: AVALID is 0 and all counts are 0 until warm-up and one integration are over; clear comes first."""
    start(sensor)
    bench.at += 26_000
    assert ask(sensor, 0x13, 9) == [0] * 9
    bench.at += 1_000
    status, *data = ask(sensor, 0x13, 9)
    assert status & 1
    words = [low | high << 8 for low, high in zip(data[::2], data[1::2], strict=True)]
    assert words == [6000, 1000, 2000, 3000]


def test_a_sensor_mixes_the_light_that_changed_while_it_integrated(bench: Bench, sensor: Any) -> None:
    """Law: a count is the sum over its 24 ms."""
    start(sensor)
    bench.at += 2_400 + 24_000 + 12_000
    sensor.light_changes()
    bench.nodes[Kind.LIGHT][0] = 3000
    bench.at += 12_000
    assert ask(sensor, 0x16, 2) == [2000 & 255, 2000 >> 8]
    bench.at += 24_000
    assert ask(sensor, 0x16, 2) == [3000 & 255, 3000 >> 8]


def test_a_sensor_counts_by_its_own_registers_and_saturates(bench: Bench, sensor: Any) -> None:
    """Law: twice the time or four times the gain is as much more, up to 1024 counts each 2.4 ms."""
    start(sensor, steps=20, gain=1)
    bench.at += 60_000
    assert ask(sensor, 0x16, 2) == [2000 & 255, 2000 >> 8]
    start(sensor, steps=1, gain=3)
    bench.at += 60_000
    assert ask(sensor, 0x14, 2) == [0, 1024 >> 8]


def test_a_sensor_that_sleeps_does_not_integrate(bench: Bench, sensor: Any) -> None:
    """Law: without PON and AEN nothing is counted; a write without the command bit does nothing."""
    sensor.write(bytes([0x00, 0x03]))
    bench.at += 100_000
    assert ask(sensor, 0x13, 9) == [0] * 9


# MFRC522

UIDS = (bytes([4, 1, 2, 3]), bytes([4, 1, 2, 7]))
FIFO, COMMAND, IRQ, LEVEL, FRAMING, FIELD, ERROR = 0x09, 0x01, 0x04, 0x0A, 0x0D, 0x14, 0x06


class Antenna:
    """A selected reader and its registers."""

    def __init__(self, part: Any, crc: Any) -> None:
        self.part, self.crc = part, crc
        part.select(0)

    def write(self, register: int, value: int) -> None:
        self.part.select(0)
        self.part.exchange(register << 1)
        self.part.exchange(value)

    def get(self, register: int) -> int:
        self.part.select(0)
        self.part.exchange(0x80 | register << 1)
        return int(self.part.exchange(0))

    def say(self, data: bytes, bits: int = 0) -> bytes:
        """Send a frame; what answers."""
        self.write(COMMAND, 0)
        self.write(IRQ, 0x7F)
        self.write(LEVEL, 0x80)
        for byte in data:
            self.write(FIFO, byte)
        self.write(FRAMING, bits)
        self.write(COMMAND, 12)
        self.write(FRAMING, 0x80 | bits)
        return bytes(self.get(FIFO) for _ in range(self.get(LEVEL)))

    def sealed(self, data: bytes) -> bytes:
        return self.say(data + self.crc(data, len(data)).to_bytes(2, "little"))


@pytest.fixture
def antenna(bench: Bench, parts: Any) -> Iterator[Antenna]:
    """A reader with both tags in its field."""
    reader = load("_reader")
    bench.nodes[Kind.TAGS][0] = bench.nodes[Kind.TAGS][1] = 1
    found = Antenna(reader.Reader(0, 0, UIDS), reader.crc_a)
    found.write(FIELD, 0x83)
    yield found
    sys.modules.pop("_reader")


def select(uid: bytes) -> bytes:
    check = uid[0] ^ uid[1] ^ uid[2] ^ uid[3]
    return b"\x93\x70" + uid + bytes([check])


def test_the_checksum_is_that_of_the_standard(antenna: Antenna) -> None:
    """Law (ISO 14443-3, annex B): CRC_A of 0x00 0x00 is 0x1EA0, of 0x12 0x34 it is 0xCF26."""
    assert antenna.crc(b"\x00\x00", 2) == 0x1EA0
    assert antenna.crc(b"\x12\x34", 2) == 0xCF26


def test_tags_answer_a_request_and_then_only_to_their_own_number(antenna: Antenna) -> None:
    """Law: REQA wakes all; SELECT with a number is answered by that tag alone; HLTA puts it to sleep."""
    assert antenna.say(b"\x26", 7) == b"\x04\x00"
    assert antenna.sealed(select(UIDS[1]))[0] == 0x08
    assert antenna.sealed(b"\x50\x00") == b""
    assert antenna.say(b"\x26", 7) == b"\x04\x00"
    assert antenna.sealed(select(UIDS[1])) == b""
    assert antenna.say(b"\x26", 7) == b"\x04\x00"
    assert antenna.sealed(select(UIDS[0]))[0] == 0x08
    assert antenna.sealed(b"\x50\x00") == b""
    assert antenna.say(b"\x26", 7) == b""
    assert antenna.say(b"\x52", 7) == b"\x04\x00"  # WUPA wakes those that sleep


def test_two_numbers_at_once_collide(antenna: Antenna) -> None:
    """Law: where the bits of two tags differ the reader says so."""
    antenna.say(b"\x26", 7)
    antenna.say(b"\x93\x20")
    assert antenna.get(ERROR) & 0x08


def test_without_a_field_or_a_checksum_nothing_answers(antenna: Antenna) -> None:
    """Law: a tag lives from the field, and forgets that it slept when it is gone."""
    antenna.say(b"\x26", 7)
    assert antenna.say(select(UIDS[0]) + b"\0\0") == b""
    antenna.write(FIELD, 0x80)
    assert antenna.say(b"\x26", 7) == b""
    antenna.write(FIELD, 0x83)
    assert antenna.say(b"\x26", 7) == b"\x04\x00"
