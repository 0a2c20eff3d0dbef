"""The real host's link against each controller, over lines that lose, double and damage."""

import random
from collections.abc import Callable

import pytest
from tests.conformance.conftest import MakeSubject
from tests.conformance.subject import UNIT
from tests.conformance.table import Joined, losing, mean, whole

from triboard.board.load import load_board
from triboard.board.wiring import config_of
from triboard.errors import ProtocolVersionError
from triboard.protocol import messages as m
from triboard.protocol.connection import Connection, NeedData, Role
from triboard.protocol.host import HostLink, Stage
from triboard.protocol.host_events import Down, Frame, LinkEvent, QualityReport, Refused, Trouble, Up
from triboard.protocol.version import MAJOR, MINOR, OLDEST_MINOR
from triboard.units import SECOND, Channel, Duration, Instant, millis

LONG = Duration(20 * SECOND)


def _play(joined: Joined, seed: int, steps: int = 60) -> dict[Channel, int]:
    """Random pieces come and go; what stands in the end."""
    chance = random.Random(f"hands {seed}")
    stands: dict[Channel, int] = {}
    for _ in range(steps):
        channel = Channel(chance.randrange(joined.subject.wanted.channels))
        stands[channel] = 1 - stands.get(channel, 0)
        joined.subject.set_raw(channel, stands[channel], joined.now)
        joined.run(Duration(chance.randrange(20_000, 400_000)))
    return stands


def _agree(joined: Joined, stands: dict[Channel, int]) -> None:
    shown = {Channel(channel): value for channel, value in enumerate(joined.last.values) if value}
    assert shown == {channel: value for channel, value in stands.items() if value}
    assert joined.link.stage is Stage.UP


def test_the_link_comes_up_and_tells_the_state(subject_of: MakeSubject) -> None:
    """Law: hello, configuration, snapshot; within a second and a boot."""
    subject = subject_of()
    subject.set_raw(Channel(3), 1, Instant(0))
    joined = Joined(subject, unit=UNIT)
    joined.run(Duration(3 * SECOND))
    up = [event for event in joined.events if isinstance(event, Up)]
    assert len(up) == 1
    assert (up[0].first, up[0].new_boot) == (True, False)
    assert joined.last.values[3] == 1
    assert not [event for event in joined.events if isinstance(event, Down | Refused)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_thirty_percent_loss_ends_in_the_same_state(subject_of: MakeSubject, seed: int) -> None:
    """Law: with three packets in ten lost in both directions all the time, the host holds within seconds what
    stands there; no change is told twice and instants never run back."""
    joined = Joined(subject_of(), seed=seed)
    joined.line.fate = losing(0.3)
    joined.run(Duration(5 * SECOND))
    stands = _play(joined, seed)
    joined.run(Duration(5 * SECOND))
    assert joined.pump.quality.missed > 0
    frames = [event for event in joined.events if isinstance(event, Frame)]
    assert [frame.at for frame in frames] == sorted(frame.at for frame in frames)
    changes = [frame.counter for frame in frames if not frame.snapshot]
    assert len(changes) == len(set(changes))
    shown = {Channel(channel) for channel, value in enumerate(joined.last.values) if value}
    assert shown == {channel for channel, value in stands.items() if value}
    joined.line.fate = whole
    joined.run(Duration(2 * SECOND))
    _agree(joined, stands)


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_mean_line_ends_in_the_same_state(subject_of: MakeSubject, seed: int) -> None:
    """Law: loss, doubles, flipped bits, cuts and noise together cost time, never truth."""
    joined = Joined(subject_of(), seed=seed)
    joined.line.fate = mean
    joined.run(Duration(5 * SECOND))
    stands = _play(joined, seed)
    joined.line.fate = whole
    joined.run(Duration(4 * SECOND))
    _agree(joined, stands)


def test_lost_acks_are_healed_by_resending(subject_of: MakeSubject) -> None:
    """Law: frames that come again are dropped by their counter, and acked again."""
    joined = Joined(subject_of())
    joined.run(Duration(2 * SECOND))
    joined.line.fate = lambda packet, _: b"" if len(packet) == len_of_ack else packet
    len_of_ack = 13  # sequence 2, type 1, counter 4, CRC 4, COBS 1, delimiter 1
    joined.subject.set_raw(Channel(1), 1, joined.now)
    joined.run(Duration(SECOND))
    joined.line.fate = whole
    joined.run(Duration(SECOND))
    changes = [event for event in joined.events if isinstance(event, Frame) and not event.snapshot]
    assert [change.values[1] for change in changes] == [1]
    assert joined.pump.quality.duplicates > 3
    before = joined.pump.quality.duplicates
    joined.run(Duration(2 * SECOND))
    assert joined.pump.quality.duplicates == before


def test_a_frame_lost_is_told_by_the_next_or_the_snapshot(subject_of: MakeSubject) -> None:
    """Law: silence in the middle costs at most until the next resend."""
    joined = Joined(subject_of())
    joined.run(Duration(2 * SECOND))
    joined.line.fate = losing(1)
    joined.subject.set_raw(Channel(0), 1, joined.now)
    joined.run(millis(700))
    assert joined.last.values[0] == 0
    joined.line.fate = whole
    joined.run(millis(150))
    assert joined.last.values[0] == 1


@pytest.mark.parametrize("reason", [m.ResetReason.WATCHDOG, m.ResetReason.POWER])
def test_a_reset_in_mid_game_heals(subject_of: MakeSubject, reason: m.ResetReason) -> None:
    """Law: new boot, same configuration, snapshot; told once, and what changed in its dark time is seen."""
    joined = Joined(subject_of())
    joined.run(Duration(2 * SECOND))
    joined.subject.set_raw(Channel(5), 1, joined.now)
    joined.run(Duration(SECOND))
    joined.subject.reset(reason, joined.now)
    joined.subject.set_raw(Channel(5), 0, joined.now)
    joined.subject.set_raw(Channel(6), 1, joined.now)
    events = joined.run(Duration(8 * SECOND))
    ups = [event for event in events if isinstance(event, Up)]
    assert [(up.new_boot, up.hello.reset) for up in ups] == [(True, reason)]
    _agree(joined, {Channel(6): 1})


def test_resets_in_a_row_heal(subject_of: MakeSubject) -> None:
    """Law: a supply that sags again and again leaves a link that is right in the end."""
    joined = Joined(subject_of())
    joined.run(Duration(2 * SECOND))
    for number in range(5):
        joined.subject.reset(m.ResetReason.BROWN_OUT, joined.now)
        joined.run(millis(150 * (number + 1)))
    joined.subject.set_raw(Channel(2), 1, joined.now)
    joined.run(Duration(8 * SECOND))
    _agree(joined, {Channel(2): 1})


def test_pixels_are_shown_and_come_back_after_a_reset(subject_of: MakeSubject) -> None:
    """Law: the picture that is wanted is shown again, whatever the controller went through."""
    joined = Joined(subject_of())
    joined.run(Duration(2 * SECOND))
    picture = bytes(range(3 * joined.subject.wanted.pixels))
    joined.pump.show(picture, joined.now)
    joined.run(millis(500))
    assert joined.subject.pixels == picture
    joined.subject.reset(m.ResetReason.WATCHDOG, joined.now)
    joined.run(Duration(8 * SECOND))
    assert joined.subject.pixels == picture
    joined.line.fate = losing(1)
    joined.run(Duration(4 * SECOND))
    assert not any(joined.subject.pixels), "nobody beats: dark"
    joined.line.fate = whole
    joined.run(Duration(8 * SECOND))
    assert joined.subject.pixels == picture


def test_health_reaches_the_host(subject_of: MakeSubject) -> None:
    """Law: the parts of a report are joined to one for all channels."""
    joined = Joined(subject_of("trioker-racks"))
    joined.run(Duration(8 * SECOND))
    reports = [event for event in joined.events if isinstance(event, QualityReport)]
    assert reports
    assert {len(report.toggles) for report in reports} == {joined.subject.wanted.channels}


@pytest.mark.parametrize("version", [(MAJOR, OLDEST_MINOR), (MAJOR, MINOR), (MAJOR, MINOR + 1), (MAJOR, 200)])
def test_minor_versions_run(subject_of: MakeSubject, version: tuple[int, int]) -> None:
    """Law: same major runs, with the features that both know."""
    joined = Joined(subject_of(version=version))
    joined.run(Duration(3 * SECOND))
    (up,) = [event for event in joined.events if isinstance(event, Up)]
    assert (up.agreement.major, up.agreement.minor) == (MAJOR, min(MINOR, version[1]))
    assert "frames" in up.agreement.features


@pytest.mark.parametrize(
    ("version", "remedy"),
    [
        ((MAJOR - 1, 9), "Update the firmware"),
        ((MAJOR, OLDEST_MINOR - 1), "Update the firmware"),
        ((MAJOR + 1, 0), "Update the triboard on the host"),
    ],
)
def test_another_major_or_a_minor_too_old_is_refused_with_the_remedy(
    subject_of: MakeSubject, version: tuple[int, int], remedy: str
) -> None:
    """Law: both versions and the end to update are named; nothing is configured, nothing driven."""
    subject = subject_of(version=version)
    joined = Joined(subject)
    joined.run(LONG)
    (refused,) = [event for event in joined.events if isinstance(event, Refused)]
    assert isinstance(refused.error, ProtocolVersionError)
    assert f"{version[0]}.{version[1]}" in str(refused.error)
    assert remedy in str(refused.error)
    assert not any(subject.pixels)
    assert joined.link.stage is Stage.REFUSED


def test_another_unit_is_refused(subject_of: MakeSubject) -> None:
    """Law: a controller is driven only by the host that names its unit."""
    subject = subject_of(unit="somebody-else")
    joined = Joined(subject, unit=UNIT)
    joined.pump.show(b"\x20" * 3 * subject.wanted.pixels, joined.now)
    joined.run(LONG)
    (refused,) = joined.events
    assert isinstance(refused, Refused)
    assert "somebody-else" in str(refused.error)
    assert not any(subject.pixels)


def test_a_controller_of_another_board_is_refused_and_left_as_it_is(subject_of: MakeSubject) -> None:
    """Law: two boards whose cables were exchanged are never confused; neither is configured anew."""
    subject = subject_of()
    own = Joined(subject)
    own.run(Duration(3 * SECOND))
    own.pump.close()
    other = config_of(load_board("ttt3d-presence"))
    stranger = Joined(subject, config=other, now=own.now)
    stranger.run(LONG)
    (refused,) = stranger.events
    assert isinstance(refused, Refused)
    assert "trike-presence" in str(refused.error)
    stranger.pump.close()
    again = Joined(subject, now=stranger.now)
    again.run(Duration(5 * SECOND))
    (up,) = [event for event in again.events if isinstance(event, Up)]
    assert up.hello.config_crc == subject.wanted.crc


def test_a_silent_host_finds_everything_again(subject_of: MakeSubject) -> None:
    """Law: a host that stalls for any time needs no restart of either end."""
    joined = Joined(subject_of())
    joined.run(Duration(2 * SECOND))
    for pause in (1, 2, 3, 4, 30):
        end = Instant(joined.now + pause * SECOND)
        joined.subject.set_raw(Channel(pause), 1, joined.now)
        while (due := joined.subject.next_deadline()) is not None and due < end:
            joined.subject.advance(due)
        joined.subject.advance(end)
        joined.steps.now = end
        joined.run(Duration(8 * SECOND))
        assert joined.last.values[pause] == 1
        assert joined.link.stage is Stage.UP
    assert not [event for event in joined.events if isinstance(event, Trouble)]


FOREIGN: dict[str, Callable[[bytes], bytes]] = {
    "says nothing": lambda data: b"",
    "echoes": lambda data: data,
    "talks": lambda data: b"AT+GCAP\r\nOK\r\n" * 20,
    "a MicroPython prompt": lambda data: data + b"\r\nMicroPython v1.28.0; Raspberry Pi Pico\r\n>>> ",
    "zeros": lambda data: bytes(4 * len(data)),
    "binary noise": lambda data: random.Random(len(data)).randbytes(300),
}


@pytest.mark.parametrize("device", FOREIGN)
def test_a_foreign_device_is_never_taken_for_a_board(device: str) -> None:
    """Law: whatever else hangs on the port gets greetings and nothing more; it is told once a minute."""
    answer = FOREIGN[device]
    link = HostLink(config_of(load_board("trike-presence")))
    now, said, events = Instant(0), b"", list[LinkEvent]()
    link.opened(now)
    connection = Connection(Role.CONTROLLER)
    for _ in range(700):
        said = link.outgoing()
        connection.receive_data(said)
        while not isinstance(message := connection.next_event(), NeedData):
            assert isinstance(message, m.HelloRequest)
        events += link.feed(answer(said), now)
        now = Instant(now + SECOND // 10)
        events += link.tick(now)
    assert link.stage is Stage.GREETING
    assert 1 <= len(events) <= 2
    assert all(isinstance(event, Trouble) for event in events)
