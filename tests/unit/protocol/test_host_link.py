"""The host's end of the link, joined in memory with the controller's end; every loss heals."""

import random

import pytest

from triboard.drivers.link import LinkPump
from triboard.errors import InternalError, ProtocolVersionError
from triboard.protocol import messages as m
from triboard.protocol.config import ControllerConfig
from triboard.protocol.host import HostLink, Stage
from triboard.protocol.host_events import Down, Frame, LinkEvent, QualityReport, Refused, Trouble, Up
from triboard.protocol.version import MAJOR, MINOR
from triboard.sim.controller import SimulatedController
from triboard.sim.lockstep import LockStep
from triboard.sim.wire import MemoryWire
from triboard.units import SECOND, Channel, Duration, Instant, after, millis

CONFIG = ControllerConfig("ttt3d", 8, 6, millis(10), 3, 4, 4)
START = Instant(1_000_000)
RGB = bytes(range(1, 13))


class Bench:
    """A host and a controller on a wire in memory, on virtual time."""

    def __init__(
        self,
        *,
        host: ControllerConfig = CONFIG,
        flash: ControllerConfig | None = CONFIG,
        unit: str | None = None,
        adopt: bool = False,
        version: tuple[int, int] = (MAJOR, MINOR),
        boot: Duration = Duration(0),  # noqa: B008 - an immutable number
    ) -> None:
        major, minor = version
        self.wire = MemoryWire()
        self.board = SimulatedController(
            self.wire,
            random.Random(1),
            now=START,
            config=flash,
            major=major,
            minor=minor,
            boot_time=boot,
        )
        self.link = HostLink(host, unit=unit, adopt=adopt)
        self.pump = LinkPump(self.link, self.wire.open)
        self.steps = LockStep[LinkEvent](self.pump, self.board, self.wire, START)

    @property
    def now(self) -> Instant:
        return self.steps.now

    def run(self, wait: Duration) -> list[LinkEvent]:
        return self.steps.run_for(wait)

    def set(self, channel: int, value: int) -> None:
        self.board.set_raw(Channel(channel), value, self.now)


def frames(events: list[LinkEvent]) -> list[Frame]:
    return [event for event in events if isinstance(event, Frame)]


def up(bench: Bench) -> Bench:
    events = bench.run(millis(10))
    assert [type(event) for event in events] == [Up, Frame]
    return bench


def test_a_known_controller_comes_up_with_a_snapshot() -> None:
    """Hello, snapshot, up: the first event says who, the second what stands on the board."""
    bench = Bench()
    bench.set(2, 200)
    bench.board.reset(m.ResetReason.POWER, START)
    first, frame = bench.run(millis(10))
    assert isinstance(first, Up)
    assert (first.first, first.new_boot) == (True, False)
    assert frame == Frame(m.Counter(0), START, (0, 0, 200, 0, 0, 0), snapshot=True)


def test_a_controller_without_our_configuration_gets_it_first() -> None:
    """The host is the only source of the configuration; the controller keeps it."""
    bench = up(Bench(flash=None))
    assert bench.board.config == CONFIG
    assert bench.link.quality.resends == 0


def test_a_change_arrives_with_the_instant_of_its_stable_scan() -> None:
    """Debounced by 3 equal scans of 10 ms, in host time, acked so that nothing is sent again."""
    bench = up(Bench())
    bench.set(3, 90)
    events = bench.run(Duration(2 * SECOND))
    assert events == [Frame(m.Counter(1), after(START, millis(40)), (0, 0, 0, 90, 0, 0), snapshot=False)]
    assert bench.link.quality.duplicates == 0


def test_a_missed_report_is_healed_by_a_resend() -> None:
    """T-missed-report: one lost frame comes again after 100 ms with its own instant."""
    bench = up(Bench())
    bench.board.drop_next_frames(1)
    bench.set(0, 50)
    changed = bench.run(millis(200))
    assert changed == [Frame(m.Counter(1), after(START, millis(40)), (50, 0, 0, 0, 0, 0), snapshot=False)]


def test_a_report_missed_for_good_is_healed_by_a_snapshot_within_two_seconds() -> None:
    """T-missed-report: when every resend is lost too, the snapshot of each second brings the state."""
    bench = up(Bench())
    bench.board.drop_next_frames(10_000)
    bench.set(0, 50)
    (frame,) = frames(bench.run(Duration(2 * SECOND)))
    assert (frame.values, frame.snapshot) == ((50, 0, 0, 0, 0, 0), True)
    assert frame.at == after(START, millis(40))
    assert bench.link.quality.healed == 1


def test_a_gap_asks_for_a_snapshot_at_once() -> None:
    """A frame that jumps is not guessed from; the state is there in the same instant."""
    bench = up(Bench())
    bench.board.drop_next_frames(1)
    bench.set(0, 50)
    assert bench.run(millis(40)) == []
    bench.set(1, 60)
    (frame,) = bench.run(millis(50))
    assert isinstance(frame, Frame)
    assert (frame.counter, frame.values, frame.snapshot) == (m.Counter(2), (50, 60, 0, 0, 0, 0), True)
    assert bench.run(Duration(2 * SECOND)) == []
    assert bench.link.quality.gaps == 1


def test_a_duplicate_is_dropped_by_its_counter() -> None:
    """The same frame twice is one event."""
    bench = up(Bench())
    bench.run(millis(30))
    bench.set(0, 50)
    bench.board.duplicate_next(1)
    assert len(bench.run(Duration(2 * SECOND))) == 1
    assert bench.link.quality.duplicates == 1


@pytest.mark.parametrize("bit", [0, 7, 40, 77, 130])
def test_a_damaged_report_is_counted_and_healed(bit: int) -> None:
    """T-flip: whichever bit is hit, the change arrives and nothing false does."""
    bench = up(Bench())
    bench.set(0, 50)
    bench.board.flip_bit(bit)
    assert [frame.values for frame in frames(bench.run(Duration(2 * SECOND)))] == [(50, 0, 0, 0, 0, 0)]
    assert bench.link.quality.damaged >= 1
    assert bench.link.quality.missed == 1


def test_a_truncated_report_is_healed() -> None:
    """T-truncate: the rest of the packet and the one it ran into come again."""
    bench = up(Bench())
    bench.set(0, 50)
    bench.board.truncate_next(9)
    assert [frame.values for frame in frames(bench.run(Duration(2 * SECOND)))] == [(50, 0, 0, 0, 0, 0)]


def test_foreign_bytes_at_boot_do_no_harm() -> None:
    """T-garbage-boot: boot text and a modem manager's questions are counted as foreign, not as damage."""
    bench = Bench()
    bench.board.go_silent(after(START, millis(600)))
    bench.run(millis(100))
    bench.board.insert_garbage(b"rst:0x1 (POWERON)\r\nAT+GCAP\r\0\0garbage\0")
    assert [type(event) for event in bench.run(Duration(2 * SECOND))] == [Up, Frame]
    assert (bench.link.quality.foreign, bench.link.quality.damaged) == (2, 0)


def test_a_slow_boot_after_opening_is_waited_for() -> None:
    """T-reset-on-open: a controller that is deaf for 2 s is up as soon as it hears."""
    bench = Bench(boot=millis(2000))
    assert bench.run(millis(1990)) == []
    assert [type(event) for event in bench.run(millis(600))] == [Up, Frame]


def test_a_lost_configuration_is_sent_again() -> None:
    """Each request repeats until it is answered."""
    bench = Bench(flash=None)
    bench.board.advance(START)
    bench.wire.read()
    bench.pump.poll(START)
    bench.board.advance(START)
    bench.pump.poll(START)
    assert bench.link.stage is Stage.CONFIGURING
    bench.wire.read()  # the configuration is gone
    assert [type(event) for event in bench.run(millis(600))] == [Up, Frame]
    assert bench.link.quality.resends == 1


def test_silence_is_a_lost_link_after_three_seconds() -> None:
    """No packet for 3 s: one `Down`; then it comes up again, not for the first time."""
    bench = up(Bench())
    bench.board.go_silent(after(bench.now, Duration(7 * SECOND)))
    assert bench.run(millis(2900)) == []
    assert bench.run(Duration(4 * SECOND)) == [Down("no packet for 3 s")]
    again, frame = bench.run(Duration(2 * SECOND))
    assert isinstance(again, Up)
    assert (again.first, again.new_boot) == (False, False)
    assert isinstance(frame, Frame)


def test_a_quiet_board_is_no_silent_link() -> None:
    """A minute in which nothing moves gives no event but health reports."""
    bench = up(Bench())
    events = bench.run(Duration(60 * SECOND))
    assert {type(event) for event in events} == {QualityReport}
    assert len(events) == 12
    assert bench.link.quality.resends == 0


def test_a_restart_is_noticed_configured_and_compared() -> None:
    """T-reset: a new boot id brings `Up(new_boot)` and a full state, without a guess in between."""
    bench = up(Bench())
    bench.set(1, 99)
    bench.run(millis(100))
    bench.board.reset(m.ResetReason.BROWN_OUT, bench.now)
    bench.set(1, 0)
    again, frame, *rest = bench.run(Duration(2 * SECOND))
    assert isinstance(again, Up)
    assert (again.first, again.new_boot, again.hello.reset) == (False, True, m.ResetReason.BROWN_OUT)
    assert isinstance(frame, Frame)
    assert frame.counter == 0
    assert [event.values for event in frames(rest)] == [(0, 0, 0, 0, 0, 0)]
    assert bench.link.quality.boots == 1


def test_a_restart_whose_banner_is_lost_is_noticed_by_the_next_ping() -> None:
    """The boot id travels in every pong, so a restart never stays unseen for more than a second or two."""
    bench = up(Bench())
    bench.board.reset(m.ResetReason.WATCHDOG, bench.now)
    bench.board.flip_bit(20)
    events = bench.run(Duration(2 * SECOND))
    assert [type(event) for event in events] == [Up, Frame]
    assert isinstance(events[0], Up)
    assert events[0].new_boot


def test_a_restart_that_lost_its_configuration_gets_it_again() -> None:
    """Flash may be empty after a replacement of the part."""
    bench = up(Bench())
    bench.board._config = None
    bench.board.reset(m.ResetReason.POWER, bench.now)
    assert [type(event) for event in bench.run(Duration(2 * SECOND))] == [Up, Frame]
    assert bench.board.config == CONFIG


def test_instants_never_run_backwards_over_a_restart() -> None:
    """The controller's clock begins anew; the host's instants do not."""
    bench = up(Bench())
    seen: list[Instant] = []
    for turn in range(6):
        bench.set(0, 100 * (turn % 2) + 20)
        seen += [frame.at for frame in frames(bench.run(millis(700)))]
        bench.board.reset(m.ResetReason.EXTERNAL, bench.now)
        seen += [frame.at for frame in frames(bench.run(millis(700)))]
    assert len(seen) >= 12
    assert seen == sorted(seen)


def test_another_major_version_is_refused_and_nothing_is_driven() -> None:
    """No configuration, no pixels; one event that names both versions and the fix."""
    bench = Bench(version=(MAJOR + 1, MINOR))
    bench.link.show(RGB, START)
    (refused,) = bench.run(Duration(30 * SECOND))
    assert isinstance(refused, Refused)
    assert isinstance(refused.error, ProtocolVersionError)
    assert f"{MAJOR + 1}.{MINOR}" in str(refused.error)
    assert bench.board.pixels == bytes(12)


def test_a_newer_minor_version_runs_with_the_features_we_know() -> None:
    """Same major runs."""
    first, _ = Bench(version=(MAJOR, MINOR + 3)).run(millis(10))
    assert isinstance(first, Up)
    assert first.agreement.minor == MINOR
    assert "pixels" in first.agreement.features


def test_two_boards_on_swapped_ports_are_never_confused() -> None:
    """T-swap: a controller set up for another board is refused and keeps its configuration."""
    other = ControllerConfig("trike", 1, 9, millis(2), 2, 0, 9)
    bench = Bench(flash=other)
    (refused,) = bench.run(Duration(3 * SECOND))
    assert isinstance(refused, Refused)
    assert "'trike'" in str(refused.error)
    assert bench.board.config == other


def test_a_spare_part_from_another_board_is_adopted_when_asked() -> None:
    """The same controller is taken over when a person says so."""
    bench = up(Bench(flash=ControllerConfig("trike", 1, 9, millis(2), 2, 0, 9), adopt=True))
    assert bench.board.config == CONFIG


def test_only_the_named_unit_is_driven() -> None:
    """A unit id in the configuration excludes every other controller."""
    (refused,) = Bench(unit="e6614").run(Duration(3 * SECOND))
    assert isinstance(refused, Refused)
    assert "'sim-1'" in str(refused.error)
    up(Bench(unit="sim-1"))


def test_an_open_port_that_never_answers_is_worth_a_word_once_a_minute() -> None:
    """The wrong port is said to a person, without flooding the log."""
    bench = Bench()
    bench.board.go_silent(Instant(START + 1000 * SECOND))
    events = bench.run(Duration(64 * SECOND))
    assert len(events) == 1
    assert isinstance(events[0], Trouble)
    assert "is this port the board's" in events[0].text
    assert len(bench.run(Duration(2 * SECOND))) == 1


def test_pixels_arrive_and_stay_while_the_heart_beats() -> None:
    """What is shown stays shown."""
    bench = up(Bench())
    bench.pump.show(RGB, bench.now)
    bench.run(millis(1))
    assert bench.board.pixels == RGB
    bench.run(Duration(20 * SECOND))
    assert bench.board.pixels == RGB


def test_pixels_shown_before_the_link_is_up_arrive_when_it_is() -> None:
    """Newest wins, whenever it was wanted."""
    bench = Bench(flash=None)
    bench.pump.show(bytes(12), START)
    bench.pump.show(RGB, START)
    up(bench)
    bench.run(millis(1))
    assert bench.board.pixels == RGB


def test_pixels_go_dark_three_seconds_after_the_last_heartbeat() -> None:
    """A host that died leaves no light; one that stalled and came back brings it again."""
    bench = up(Bench())
    bench.pump.show(RGB, bench.now)
    bench.run(millis(1500))  # heartbeats at 1.0 s; shown at 0.01 s
    bench.board.advance(Instant(bench.now + millis(2400)))
    assert bench.board.pixels == RGB
    stalled = Instant(bench.now + millis(3000))
    bench.board.advance(stalled)
    assert bench.board.pixels == bytes(12)
    bench.steps.now = Instant(bench.now + millis(3500))
    bench.run(millis(100))
    assert bench.board.pixels == RGB


def test_a_lost_pixel_frame_is_sent_again() -> None:
    """No `ShowAck` for 250 ms: again."""
    bench = up(Bench())
    bench.board.go_silent(after(bench.now, millis(100)))
    bench.pump.show(RGB, bench.now)
    bench.run(millis(600))
    assert bench.board.pixels == RGB
    assert bench.link.quality.resends == 1


def test_a_pixel_buffer_of_the_wrong_length_is_our_own_mistake() -> None:
    """It never reaches the wire."""
    with pytest.raises(InternalError, match="pixels"):
        HostLink(CONFIG).show(b"123", START)


def test_more_pixels_than_one_packet_holds_arrive_together() -> None:
    """500 pixels travel in parts and show at once."""
    config = ControllerConfig("trike", 1, 380, millis(10), 2, 0, 500)
    bench = up(Bench(host=config, flash=None))
    rgb = bytes(index % 251 for index in range(1500))
    bench.pump.show(rgb, bench.now)
    bench.run(millis(10))
    assert bench.board.pixels == rgb


def test_health_reports_are_joined_from_their_parts() -> None:
    """380 channels come in two parts and are one event; `toggles` counts changes of raw levels."""
    config = ControllerConfig("trike", 1, 380, millis(10), 2, 0, 0)
    bench = up(Bench(host=config, flash=None))
    for turn in range(3):
        bench.set(379, 1 - turn % 2)
        bench.run(millis(100))
    (report,) = bench.run(Duration(5 * SECOND))
    assert isinstance(report, QualityReport)
    assert report.toggles == (0,) * 379 + (3,)
    assert (report.loop_us, report.supply_mv, report.margins) == (10_000, None, None)
