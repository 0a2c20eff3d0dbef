"""The state of the channels: frames, acks, resends, snapshots, debouncing."""

import itertools

from tests.conformance.conftest import MakeProbe
from tests.conformance.probe import EARLY, LATE, MOMENT, SETTLED, Probe, only, times

from triboard.protocol import messages as m
from triboard.protocol.controller_link import RESEND, RING
from triboard.protocol.unread import channels_of
from triboard.protocol.values import state_crc
from triboard.protocol.version import MAJOR, MINOR
from triboard.units import SECOND, Channel, Duration, Instant, millis


def test_the_first_snapshot_shows_what_stands_there(probe: Probe) -> None:
    """Law: pieces that stood before the start are no changes, but they are seen."""
    probe.touch(0, 1, 1)
    snapshot = probe.bring_up()
    assert snapshot.values[:4] == (0, 1, 1, 0)
    assert len(snapshot.values) == probe.subject.wanted.channels
    assert snapshot.bits == probe.subject.wanted.bits
    assert snapshot.state_crc == state_crc(snapshot.values, snapshot.bits)


def test_a_change_is_one_frame_with_the_full_state(up: Probe) -> None:
    """Law: counter one more, all channels, an instant of the controller's clock."""
    base = up.ask(m.SnapshotRequest(), m.Snapshot)
    up.touch(0, 1)
    (frame,) = only(m.SensorFrame, up.live(SETTLED))
    assert frame.counter == base.counter + 1
    assert frame.values == (0, 1, *base.values[2:])
    pong = up.ask(m.Ping(Instant(1)), m.Pong)
    assert base.at_us <= frame.at_us <= pong.mcu_us


def test_channels_that_settle_in_one_scan_make_one_frame(up: Probe) -> None:
    """Law: a move of many channels is told at once."""
    up.touch(1, 1, 1, 1, 1)
    (frame,) = only(m.SensorFrame, up.live(SETTLED))
    assert frame.values[:5] == (1, 1, 1, 1, 1)


def test_it_is_debounced(up: Probe) -> None:
    """Law: a level that holds less than `stable scans` scans is told by nobody; one that holds is."""
    config = up.subject.wanted
    for _ in range(6):
        up.touch(1)
        up.live(Duration(config.scan_period * (config.stable_scans - 2) + config.scan_period // 2))
        up.touch(0)
        up.live(Duration(config.scan_period * (config.stable_scans + 2)))
    assert only(m.SensorFrame, up.heard) == []
    up.touch(1)
    begun = up.now
    heard = up.live(SETTLED)
    least = config.scan_period * (config.stable_scans - 1)
    assert [
        least <= at - begun <= least + 3 * config.scan_period + LATE for at in times(m.SensorFrame, heard)
    ]


def test_a_contact_that_bounces_makes_one_frame(up: Probe) -> None:
    """Law: chatter within the debouncing is one change."""
    for step in range(9):
        up.touch(step % 2)
        up.live(millis(3))
    up.touch(1)
    frames = only(m.SensorFrame, up.live(SETTLED))
    assert [frame.values[0] for frame in frames] == [1]


def test_values_within_the_dead_band_are_no_change(probe_of: MakeProbe) -> None:
    """Law: an analogue channel is told when it settles further off than the dead band."""
    probe = probe_of("troika")
    config = probe.subject.wanted
    probe.touch(2000)
    probe.bring_up()
    resting = probe.ask(m.SnapshotRequest(), m.Snapshot).values[0]
    probe.touch(2000 + config.dead_band // 2)
    assert only(m.SensorFrame, probe.live(SETTLED)) == []
    probe.touch(2000 + 20 * config.dead_band)
    frames = only(m.SensorFrame, probe.live(SETTLED))
    assert len(frames) == 1
    assert abs(frames[0].values[0] - resting - 20 * config.dead_band) <= 2 * config.dead_band


def test_unacked_frames_come_again_each_100_ms_in_order(up: Probe) -> None:
    """Law: until the cumulative ack reaches them."""
    up.say(m.Heartbeat())
    up.touch(1)
    up.wait(SETTLED)
    up.touch(1, 1)
    heard = up.wait(Duration(SECOND))
    first, second = sorted({frame.counter for frame in only(m.SensorFrame, up.heard)})
    counters = [frame.counter for frame in only(m.SensorFrame, heard)]
    assert second == first + 1
    assert counters.count(first) >= 8
    pairs = itertools.pairwise(counters)
    assert all(one != other for one, other in pairs), "in order, never one twice in a row"
    seconds = [
        at for at, message in heard if isinstance(message, m.SensorFrame) and message.counter == second
    ]
    gaps = [later - earlier for earlier, later in itertools.pairwise(seconds[1:])]
    assert all(RESEND - EARLY <= gap <= RESEND + LATE for gap in gaps), gaps
    up.say(m.Ack(m.Counter(first)))
    up.wait(MOMENT)
    assert {frame.counter for frame in only(m.SensorFrame, up.wait(SETTLED))} == {second}
    up.say(m.Ack(m.Counter(second)))
    up.wait(MOMENT)
    assert only(m.SensorFrame, up.wait(SETTLED)) == []


def test_an_old_or_foreign_ack_changes_nothing(up: Probe) -> None:
    """Law: an ack before the ring or far beyond it does not lose a frame."""
    up.say(m.Heartbeat())
    up.touch(1)
    up.wait(SETTLED)
    counter = only(m.SensorFrame, up.heard)[-1].counter
    up.say(m.Ack(m.Counter((counter - 1) % 2**32)), m.Ack(m.Counter((counter + 2**31 + 5) % 2**32)))
    assert only(m.SensorFrame, up.wait(SETTLED)) != []


def test_the_ring_keeps_the_newest_frames(up: Probe) -> None:
    """Law: of more changes in one outage than the ring holds the newest come again; the snapshot has all."""
    for turn in range(RING + 4):
        up.say(m.Heartbeat())
        up.touch((turn + 1) % 2)
        up.wait(millis(90))
    last = only(m.SensorFrame, up.heard)[-1]
    up.wait(millis(150))
    again = {frame.counter for frame in only(m.SensorFrame, up.wait(millis(150)))}
    assert max(again) == up.ask(m.SnapshotRequest(), m.Snapshot).counter >= last.counter
    assert len(again) == RING


def test_a_snapshot_comes_each_second(up: Probe) -> None:
    """Law: the state is told again though nothing happens."""
    instants = times(m.Snapshot, up.live(Duration(8 * SECOND)))
    gaps = [later - earlier for earlier, later in itertools.pairwise(instants)]
    assert len(gaps) >= 6
    assert all(SECOND - EARLY <= gap <= SECOND + LATE for gap in gaps), gaps


def test_a_snapshot_shows_the_frame_it_repeats(up: Probe) -> None:
    """Law: same counter, same instant, same values as the newest frame."""
    up.touch(0, 0, 1)
    frame = only(m.SensorFrame, up.live(SETTLED))[-1]
    snapshot = up.ask(m.SnapshotRequest(), m.Snapshot)
    assert (snapshot.counter, snapshot.at_us, snapshot.values) == (frame.counter, frame.at_us, frame.values)


def test_a_new_host_gets_no_frames_of_the_last_one(up: Probe) -> None:
    """Law: a hello request empties the ring; the newcomer begins with a snapshot."""
    up.say(m.Heartbeat())
    up.touch(1)
    up.wait(SETTLED)
    up.say(m.HelloRequest(MAJOR, MINOR))
    up.wait(MOMENT)
    assert only(m.SensorFrame, up.wait(Duration(SECOND))) == []


def test_channels_that_cannot_be_read_are_named_and_heal(probe_of: MakeProbe) -> None:
    """Law: a dead sensor's channels are unread in a frame of their own, the others go on, and its return
    shows what is so."""
    probe, alive, near = probe_of("ttt3d"), Channel(30), 12
    probe.bring_up()
    sensor = frozenset(range(3))
    probe.subject.set_unread(sensor, probe.now)
    frames = only(m.SensorFrame, probe.live(Duration(2 * SECOND)))
    assert frames
    assert channels_of(frames[-1].unread) == sensor
    probe.subject.set_raw(alive, 200, probe.now)
    probe.subject.set_raw(Channel(1), 150, probe.now)
    frames = only(m.SensorFrame, probe.live(Duration(2 * SECOND)))
    assert abs(frames[-1].values[alive] - 200) <= near
    assert channels_of(frames[-1].unread) == sensor
    snapshot = probe.ask(m.SnapshotRequest(), m.Snapshot)
    assert channels_of(snapshot.unread) == sensor
    probe.subject.set_unread(frozenset(), probe.now)
    last = only(m.SensorFrame, probe.live(Duration(12 * SECOND)))[-1]
    assert last.unread == ()
    assert abs(last.values[1] - 150) <= near
    assert abs(last.values[alive] - 200) <= near


def test_a_dead_chip_in_a_chain_takes_no_channel_for_empty(up: Probe) -> None:
    """Law: what cannot be read is unread, never empty; the chain heals."""
    up.touch(1, 1)
    up.live(SETTLED)
    dead = frozenset(range(8, 16))
    up.subject.set_unread(dead, up.now)
    frame = only(m.SensorFrame, up.live(Duration(2 * SECOND)))[-1]
    gone = channels_of(frame.unread)
    assert gone >= dead
    assert all(channel in gone or frame.values[channel] == 1 for channel in (0, 1))
    up.subject.set_unread(frozenset(), up.now)
    last = only(m.SensorFrame, up.live(Duration(12 * SECOND)))[-1]
    assert (last.unread, last.values[:3]) == ((), (1, 1, 0))
