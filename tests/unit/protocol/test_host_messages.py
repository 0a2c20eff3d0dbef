"""The host's end of the link, message by message, without a simulated controller."""

from triboard.protocol import messages as m
from triboard.protocol.config import ControllerConfig
from triboard.protocol.connection import Connection, Role
from triboard.protocol.host import HostLink, Stage
from triboard.protocol.host_events import Frame, LinkEvent, Trouble, Up
from triboard.protocol.values import state_crc
from triboard.protocol.version import MAJOR, MINOR
from triboard.units import Instant, after, millis

CONFIG = ControllerConfig("ttt3d", 8, 6, millis(10), 3, 4, 4)
START = Instant(1_000_000)


def talk(link: HostLink, sender: Connection, *said: m.Message, now: Instant = START) -> list[LinkEvent]:
    return link.feed(b"".join(sender.send(message) for message in said), now)


def hello(boot_id: int = 7) -> m.Hello:
    return m.Hello(MAJOR, MINOR, "f", "ttt3d", "u", 6, 4, CONFIG.crc, boot_id, m.ResetReason.POWER)


def snapshot(counter: int, first: int) -> m.Snapshot:
    values = (first, 0, 0, 0, 0, 0)
    return m.Snapshot(m.Counter(counter), m.McuTime(0), 8, values, state_crc(values, 8))


def test_a_snapshot_that_contradicts_itself_is_not_believed() -> None:
    """The link does not come up on it, and an old snapshot changes nothing."""
    link, sender = HostLink(CONFIG), Connection(Role.CONTROLLER)
    link.opened(START)
    wrong = m.Snapshot(m.Counter(5), m.McuTime(0), 8, (1, 0, 0, 0, 0, 0), 0)
    (trouble,) = talk(link, sender, hello(), wrong)
    assert trouble == Trouble("a snapshot contradicts its own CRC")
    assert [type(event) for event in talk(link, sender, snapshot(5, 1))] == [Up, Frame]
    assert talk(link, sender, snapshot(4, 9), snapshot(5, 1)) == []


def test_a_state_of_the_wrong_shape_is_trouble_not_a_crash() -> None:
    """Channels and bits must be the configured ones."""
    link, sender = HostLink(CONFIG), Connection(Role.CONTROLLER)
    link.opened(START)
    talk(link, sender, hello(), snapshot(0, 0))
    (trouble,) = talk(link, sender, m.SensorFrame(m.Counter(1), m.McuTime(0), 1, (1,)))
    assert trouble == Trouble("the controller sends 1 channels of 1 bits; 6 of 8 were configured")


def test_the_change_counter_wraps() -> None:
    """4 294 967 295 is followed by 0, and the one before is a duplicate."""
    link, sender = HostLink(CONFIG), Connection(Role.CONTROLLER)
    link.opened(START)
    talk(link, sender, hello(), snapshot(2**32 - 1, 0))
    state = (3, 0, 0, 0, 0, 0)
    (frame,) = talk(link, sender, m.SensorFrame(m.Counter(0), m.McuTime(0), 8, state))
    assert isinstance(frame, Frame)
    assert talk(link, sender, m.SensorFrame(m.Counter(2**32 - 1), m.McuTime(0), 8, state)) == []
    assert link.quality.duplicates == 1


def test_acks_are_cumulative() -> None:
    """Three frames in one read are acked once, by the last counter."""
    link, sender, reader = HostLink(CONFIG), Connection(Role.CONTROLLER), Connection(Role.CONTROLLER)
    link.opened(START)
    talk(link, sender, hello(), snapshot(0, 0))
    link.outgoing()
    state = (3, 0, 0, 0, 0, 0)
    talk(link, sender, *(m.SensorFrame(m.Counter(n), m.McuTime(n), 8, state) for n in (1, 2, 3)))
    reader.receive_data(link.outgoing())
    assert reader.next_event() == m.Ack(m.Counter(3))


def test_the_quickest_ping_sets_the_clock() -> None:
    """A slow pong does not move instants; none lies in the future."""
    link, sender = HostLink(CONFIG), Connection(Role.CONTROLLER)
    link.opened(START)
    quick = m.Pong(START, m.McuTime(500_000), 7)  # offset 500 ms by a round trip of 0
    talk(link, sender, hello(), quick, snapshot(0, 0))
    late = after(START, millis(900))
    slow = m.Pong(START, m.McuTime(500_000), 7)  # seen alone it would say 950 ms
    state = (3, 0, 0, 0, 0, 0)
    (frame,) = talk(link, sender, slow, m.SensorFrame(m.Counter(1), m.McuTime(800_000), 8, state), now=late)
    assert isinstance(frame, Frame)
    assert frame.at == after(START, millis(300))
    future = m.SensorFrame(m.Counter(2), m.McuTime(9_000_000), 8, state)
    (frame,) = talk(link, sender, future, now=late)
    assert isinstance(frame, Frame)
    assert frame.at == late


def test_a_fault_of_the_controller_is_told() -> None:
    """In the controller's own words."""
    link, sender = HostLink(CONFIG), Connection(Role.CONTROLLER)
    link.opened(START)
    assert talk(link, sender, m.Fault("sensor 3")) == [Trouble("controller: sensor 3")]


def test_a_closed_link_does_nothing() -> None:
    """No port: no bytes, no deadline, no event."""
    link = HostLink(CONFIG)
    assert (link.feed(b"\0", START), link.tick(START), link.next_deadline(), link.outgoing()) == (
        [],
        [],
        None,
        b"",
    )
    assert link.lost("never there") == []


def test_a_restart_during_the_handshake_begins_it_anew() -> None:
    """The newest boot is the one that is driven."""
    link, sender = HostLink(CONFIG), Connection(Role.CONTROLLER)
    link.opened(START)
    talk(link, sender, hello(7), hello(7))
    stages = [link.stage]
    talk(link, sender, hello(8))
    assert [*stages, link.stage] == [Stage.ASKING, Stage.GREETING]
    (first, _) = talk(link, sender, hello(8), snapshot(0, 0))
    assert isinstance(first, Up)
    assert first.hello.boot_id == 8
