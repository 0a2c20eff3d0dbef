"""How the simulated controller scans and debounces, and what it skips."""

import random

from triboard.drivers.link import LinkPump
from triboard.protocol.config import ControllerConfig
from triboard.protocol.host import HostLink
from triboard.protocol.host_events import Frame, LinkEvent
from triboard.sim.controller import SimulatedController
from triboard.sim.lockstep import LockStep
from triboard.sim.wire import MemoryWire
from triboard.units import SECOND, Channel, Duration, Instant, millis

CONFIG = ControllerConfig("b", 8, 4, millis(10), 3, 4, 0)
ZERO = Instant(0)
ONE = Channel(1)


class Bench:
    """A host and a controller that is up."""

    def __init__(self, seed: int = 1) -> None:
        wire = MemoryWire()
        self.board = SimulatedController(wire, random.Random(seed), config=CONFIG)
        pump = LinkPump(HostLink(CONFIG), wire.open)
        self.steps = LockStep[LinkEvent](pump, self.board, wire, ZERO)
        self.steps.run_until(ms(1))

    def until(self, end: Instant) -> list[Frame]:
        return [event for event in self.steps.run_until(end) if isinstance(event, Frame)]


def ms(count: float) -> Instant:
    return Instant(millis(count))


def test_a_change_counts_after_equal_scans_on_the_grid() -> None:
    """Shown from 15.5 ms on: scans at 20, 30 and 40 ms agree, the frame bears 40 ms."""
    bench = Bench()
    bench.board.set_raw(ONE, 100, ms(15.5))
    (frame,) = bench.until(ms(500))
    assert (frame.at, frame.values) == (ms(40), (0, 100, 0, 0))


def test_a_change_at_the_instant_of_a_scan_is_seen_by_it() -> None:
    """The grid is closed on the left."""
    bench = Bench()
    bench.board.set_raw(ONE, 100, ms(20))
    (frame,) = bench.until(ms(500))
    assert frame.at == ms(40)


def test_a_bounce_shorter_than_the_scans_is_no_change() -> None:
    """Back before the third equal scan: nothing is reported."""
    bench = Bench()
    bench.board.set_raw(ONE, 100, ms(12))
    assert bench.until(ms(35)) == []
    bench.board.set_raw(ONE, 0, ms(35))
    assert bench.until(ms(900)) == []
    assert bench.board.values == (0, 0, 0, 0)


def test_a_bounce_delays_the_change_until_it_lies_still() -> None:
    """Each contrary scan begins the count anew."""
    bench = Bench()
    for moment, value in ((12, 100), (25, 0), (35, 100)):
        bench.until(ms(moment))
        bench.board.set_raw(ONE, value, ms(moment))
    (frame,) = bench.until(ms(500))
    assert (frame.at, frame.values[1]) == (ms(60), 100)


def test_noise_within_the_dead_band_is_silence() -> None:
    """Analogue values that stay within the dead band of what was reported are not reported."""
    bench = Bench()
    bench.board.set_raw(ONE, 100, ms(2))
    bench.until(ms(100))
    for step, value in enumerate((103, 97, 104, 96, 100)):
        bench.board.set_raw(ONE, value, ms(110 + 50 * step))
        assert bench.until(ms(140 + 50 * step)) == []


def test_a_slow_drift_is_reported_when_it_leaves_the_dead_band() -> None:
    """One frame for each five steps, since the dead band of 4 is measured from what was reported."""
    bench = Bench()
    frames = []
    for step in range(1, 11):
        bench.board.set_raw(ONE, step, ms(100 * step))
        frames += bench.until(ms(100 * step + 99))
    assert [frame.values[1] for frame in frames] == [5, 10]


def test_two_changes_in_one_scan_are_one_frame() -> None:
    """A frame is the full state of one tick."""
    bench = Bench()
    bench.board.set_raw(ONE, 100, ms(12))
    bench.board.set_raw(Channel(3), 50, ms(13))
    (frame,) = bench.until(ms(500))
    assert frame.values == (0, 100, 0, 50)


def test_idle_scans_are_skipped() -> None:
    """With nothing unsettled the next deadline is a snapshot's; unsettled, the next scan's."""
    bench = Bench()
    assert bench.board.next_deadline() == Instant(SECOND)
    bench.board.set_raw(ONE, 100, ms(12))
    assert bench.board.next_deadline() == ms(20)
    bench.until(ms(200))
    assert bench.board.next_deadline() == Instant(SECOND)


def test_one_long_step_and_many_short_ones_give_the_same_history() -> None:
    """Skipping changes nothing: `advance` called each 100 us says the same as at deadlines only."""
    histories = []
    for step in (Duration(100), Duration(SECOND)):
        bench, seen = Bench(), list[LinkEvent]()
        for moment, value in ((12, 100), (25, 0), (333, 90), (700, 91), (701, 200)):
            while bench.steps.now + step < ms(moment):
                seen += bench.steps.run_for(step)
            seen += bench.steps.run_until(ms(moment))
            bench.board.set_raw(ONE, value, ms(moment))
        histories.append([*seen, *bench.steps.run_until(Instant(2 * SECOND))])
    assert histories[0] == histories[1]


def test_the_same_seed_gives_the_same_boots() -> None:
    """Chance is an input."""
    assert Bench(5).board.boot_id == Bench(5).board.boot_id != Bench(6).board.boot_id


def test_channels_beyond_the_configuration_are_nowhere() -> None:
    """A sensor that is wired but not configured is not scanned; its value waits."""
    bench = Bench()
    bench.board.set_raw(Channel(9), 77, ms(12))
    assert bench.until(ms(500)) == []
    assert (bench.board.raw(Channel(9)), len(bench.board.values)) == (77, 4)
