"""Debouncing on the real controller is debouncing on the simulated one; and it takes no memory."""

import random
from typing import Any, Final

import pytest
from tests.unit.firmware.virtual_machine import run

from triboard.protocol.config import ControllerConfig
from triboard.protocol.unread import ranges_of
from triboard.sim.controller import SimulatedController
from triboard.sim.wire import MemoryWire
from triboard.units import Channel, Instant, millis

PERIOD: Final = millis(10)
CHANNELS: Final = 12

STEP: Final = """
from debounce import FLAGS, STABLE, STRIDE, TOGGLES, UNREAD, SHOWN_UNREAD, begin, channels, step
found = []
for band, need, scans in GIVEN:
    count = len(scans[0][0])
    state = channels(count)
    told = []
    for number, (raw, unread) in enumerate(scans):
        for channel, value in enumerate(raw):
            state[STRIDE * channel] = value
            if channel in unread:
                state[STRIDE * channel + FLAGS] |= UNREAD
            else:
                state[STRIDE * channel + FLAGS] &= ~UNREAD
        changed = begin(state, count) or 0 if not number else step(state, count, band, need)
        told.append([changed, [state[STRIDE * channel + STABLE] for channel in range(count)],
            [channel for channel in range(count) if state[STRIDE * channel + FLAGS] & SHOWN_UNREAD]])
    found.append([told, [state[STRIDE * channel + TOGGLES] for channel in range(count)]])
answer(found)
"""


def scans(chance: random.Random, bits: int, band: int) -> list[tuple[list[int], list[int]]]:
    """Raw values scan by scan: they rest, bounce, drift and jump; now and then a bank is not read."""
    top = (1 << bits) - 1
    raw = [chance.randrange(top + 1) for _ in range(CHANNELS)]
    unread: list[int] = []
    found = [(list(raw), unread)]
    for _ in range(80):
        for channel in range(CHANNELS):
            what = chance.random()
            if what < 0.15:
                raw[channel] = chance.randrange(top + 1)
            elif what < 0.4:
                raw[channel] = min(top, max(0, raw[channel] + chance.randint(-band - 1, band + 1)))
        if chance.random() < 0.1:
            first = chance.randrange(CHANNELS)
            unread = [] if unread else list(range(first, min(CHANNELS, first + 4)))
        found.append((list(raw), unread))
    return found


def reference(config: ControllerConfig, given: list[tuple[list[int], list[int]]]) -> list[Any]:
    """What the simulated controller makes of the same scans."""
    controller = SimulatedController(MemoryWire(), random.Random(0))
    for channel, value in enumerate(given[0][0]):
        controller.set_raw(Channel(channel), value, Instant(0))
    controller = _configured(config, controller, given[0][0])
    told, before = [], frozenset[int]()
    for number, (raw, unread) in enumerate(given):
        at = Instant(number * PERIOD)
        if number:
            for channel, value in enumerate(raw):
                controller.set_raw(Channel(channel), value, Instant(at - 1))
            if frozenset(unread) != before:
                controller.set_unread(frozenset(unread), at)
            controller.advance(at)
        before = frozenset(unread)
        told.append([list(controller.values), sorted(unread)])
    return told


def _configured(
    config: ControllerConfig, empty: SimulatedController, first: list[int]
) -> SimulatedController:
    controller = SimulatedController(MemoryWire(), random.Random(0), config=config)
    for channel, value in enumerate(first):
        controller.set_raw(Channel(channel), value, Instant(0))
    controller.reset(empty_reason(), Instant(0))
    return controller


def empty_reason() -> Any:
    """The reset that takes the first reading as it is."""
    from triboard.protocol.messages import ResetReason

    return ResetReason.POWER


@pytest.mark.parametrize(("bits", "band", "need"), [(1, 0, 3), (8, 6, 2), (12, 12, 3), (12, 0, 1)])
def test_the_same_scans_give_the_same_stable_values(bits: int, band: int, need: int) -> None:
    """Law: after every scan both controllers hold the same stable values, whatever the contacts do."""
    config = ControllerConfig("b", bits, CHANNELS, PERIOD, need, band, 0)
    chances = [random.Random(seed) for seed in range(20)]
    given = [scans(chance, bits, band) for chance in chances]
    found = run(STEP, [(band, need, one) for one in given])
    for one, (told, _) in zip(given, found, strict=True):
        wanted = reference(config, one)
        for number, (changed, values, unread) in enumerate(told):
            shown = [value for channel, value in enumerate(values) if channel not in unread]
            right = [value for channel, value in enumerate(wanted[number][0]) if channel not in unread]
            assert (shown, unread) == (right, wanted[number][1]), number
            if number:
                assert changed == (told[number - 1][1:] != [values, unread]), number


RANGES: Final = """
from debounce import FLAGS, SHOWN_UNREAD, STRIDE, channels, unread_into
found = []
for unread in GIVEN:
    state = channels(64)
    for channel in range(64):
        state[STRIDE * channel + FLAGS] = SHOWN_UNREAD if channel in unread else 0
    into = bytearray(32)
    found.append(bytes(into[:unread_into(state, 64, into, 0)]).hex())
answer(found)
"""


def test_unread_channels_travel_as_the_same_ranges() -> None:
    """Also where there are more ranges than fit: the nearest are joined, the first of equals."""
    chance = random.Random(7)
    given = [sorted(chance.sample(range(64), count)) for count in range(40) for _ in range(5)]
    for unread, found in zip(given, run(RANGES, given), strict=True):
        ranges = ranges_of(unread)
        numbers = [number for one in ranges for number in one]
        wanted = bytes([len(ranges)] if ranges else []) + b"".join(
            number.to_bytes(2, "little") for number in numbers
        )
        assert found == wanted.hex()


CLOCK: Final = """
import time
found = []
ticks = [0]
class Time:
    def ticks_us():
        return ticks[0] & 0x3FFFFFFF
    def ticks_diff(a, b):
        return ((a - b + 0x20000000) & 0x3FFFFFFF) - 0x20000000
import sys
sys.modules["time"] = Time
from clock import Clock
clock = Clock()
for step in GIVEN:
    ticks[0] += step
    clock.update()
    buffer = bytearray(9)
    clock.write(buffer, 1)
    found.append([ticks[0], int.from_bytes(buffer[1:], "little")])
answer(found)
"""


def test_time_goes_on_where_the_ticks_of_micropython_wrap() -> None:
    """Law: the time in a frame is microseconds since the start, for days, though ticks wrap in 18 minutes."""
    chance = random.Random(3)
    steps = [chance.choice((1, 999, 10_000, 16_777_216, 400_000_000)) for _ in range(2000)]
    assert all(wanted == found for wanted, found in run(CLOCK, steps))
