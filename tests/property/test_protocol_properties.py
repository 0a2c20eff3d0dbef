"""Property 5: no cutting and no garbage changes what is understood; and every message comes back."""

import itertools
from collections.abc import Iterator
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from triboard.protocol import messages as m
from triboard.protocol.codec import KINDS, decode, encode
from triboard.protocol.config import ControllerConfig
from triboard.protocol.connection import Connection, NeedData, Role, WireEvent
from triboard.protocol.controller_link import ControllerLink, Identity
from triboard.protocol.framing import Damaged
from triboard.protocol.host import HostLink
from triboard.units import Instant, Pixel, millis

u8, u16, u32, u64 = (st.integers(0, (1 << bits) - 1) for bits in (8, 16, 32, 64))
texts = st.text(max_size=40)
counters = u32.map(m.Counter)
times = u64.map(m.McuTime)
states = st.sampled_from((1, 8, 12)).flatmap(
    lambda bits: st.tuples(
        st.just(bits), st.lists(st.integers(0, (1 << bits) - 1), max_size=60).map(tuple[int, ...])
    )
)
ranges = st.lists(st.tuples(u16, u16), max_size=4).map(tuple[tuple[int, int], ...])
numbers = st.lists(u16, max_size=30).map(tuple[int, ...])
host_messages: st.SearchStrategy[m.Message] = st.one_of(
    st.builds(m.HelloRequest, u8, u8),
    st.builds(m.Configure, u16, u16, st.binary(max_size=1000)),
    st.builds(m.Ack, counters),
    st.just(m.SnapshotRequest()),
    st.builds(m.Ping, u64.map(Instant)),
    st.just(m.Heartbeat()),
    st.builds(
        m.SetPixels,
        u16.map(Pixel),
        st.integers(0, 30).flatmap(lambda n: st.binary(min_size=3 * n, max_size=3 * n)),
    ),
    st.builds(m.ShowPixels, u32),
)
controller_messages: st.SearchStrategy[m.Message] = st.one_of(
    st.builds(m.Hello, u8, u8, texts, texts, texts, u16, u16, u32, u32, st.sampled_from(m.ResetReason)),
    st.builds(m.Configured, u32),
    st.builds(lambda c, t, s, gone: m.SensorFrame(c, t, s[0], s[1], gone), counters, times, states, ranges),
    st.builds(
        lambda c, t, s, crc, gone: m.Snapshot(c, t, s[0], s[1], crc, gone),
        counters,
        times,
        states,
        u32,
        ranges,
    ),
    st.builds(
        lambda loop, errors, supply, first, toggles, measured: m.Quality(
            loop, errors, supply, first, toggles, toggles if measured else None
        ),
        u32,
        u32,
        st.none() | st.integers(0, 0xFFFE),
        u16,
        numbers,
        st.booleans(),
    ),
    st.builds(m.Pong, u64.map(Instant), times, u32),
    st.builds(m.ShowAck, u32),
    st.builds(m.Fault, texts),
)


Turn: TypeAlias = tuple[bool, bytes, list[m.Message]]
"""Whether 4 s pass afterwards, garbage, messages."""


def turns_of(messages: st.SearchStrategy[m.Message]) -> st.SearchStrategy[list[Turn]]:
    return st.lists(
        st.tuples(st.booleans(), st.binary(max_size=60), st.lists(messages, max_size=3)), max_size=8
    )


def read_all(connection: Connection) -> list[WireEvent]:
    events: list[WireEvent] = []
    while (event := connection.next_event()) != NeedData():
        events.append(event)
    return events


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[begin:end] for begin, end in itertools.pairwise(edges)]


@given(st.one_of(host_messages, controller_messages))
def test_every_message_comes_back(message: m.Message) -> None:
    """decode(encode(message)) == message."""
    assert decode(KINDS[type(message)], encode(message)) == message


@given(
    st.lists(st.one_of(controller_messages, st.binary(max_size=80)), max_size=8), st.lists(u16, max_size=12)
)
def test_any_cutting_gives_the_same_events(parts: list[m.Message | bytes], places: list[int]) -> None:
    """Messages and damage alike do not depend on how the stream was cut, garbage included."""
    sender = Connection(Role.CONTROLLER)
    stream = b"".join(part if isinstance(part, bytes) else sender.send(part) for part in parts)
    whole, pieces = Connection(Role.HOST), Connection(Role.HOST)
    whole.receive_data(stream)
    events: list[WireEvent] = []
    for piece in cut(stream, places):
        pieces.receive_data(piece)
        events += read_all(pieces)
    assert events == read_all(whole)
    assert pieces.missed == whole.missed


@given(st.binary(max_size=3000), host_messages)
def test_after_any_garbage_the_next_delimiter_heals(garbage: bytes, message: m.Message) -> None:
    """Garbage, a delimiter, a message: the message is the last event, all before it is damage."""
    connection = Connection(Role.CONTROLLER)
    connection.receive_data(garbage + b"\0" + Connection(Role.HOST).send(message))
    *before, last = read_all(connection)
    assert last == message
    assert all(isinstance(event, Damaged) for event in before)


@given(st.lists(controller_messages, min_size=1, max_size=5), st.integers(0, 1 << 20), st.integers(1, 255))
def test_a_changed_byte_costs_at_most_the_packets_it_touches(
    sent: list[m.Message], place: int, change: int
) -> None:
    """A damaged packet never passes as another message; at most two are lost, when a delimiter was hit."""
    sender = Connection(Role.CONTROLLER)
    stream = bytearray(b"".join(sender.send(message) for message in sent))
    stream[place % len(stream)] ^= change
    receiver = Connection(Role.HOST)
    receiver.receive_data(bytes(stream))
    heard = [event for event in read_all(receiver) if not isinstance(event, Damaged)]
    rest: Iterator[WireEvent] = iter(sent)
    assert all(event in rest for event in heard)  # a subsequence of what was sent
    assert len(heard) >= len(sent) - 2


@given(
    st.lists(
        st.tuples(st.booleans(), st.binary(max_size=60), st.lists(controller_messages, max_size=3)),
        max_size=8,
    )
)
def test_the_host_survives_whatever_arrives(turns: list[Turn]) -> None:
    """Any messages in any stage, with garbage and time between them, raise nothing."""
    host, sender = HostLink(ControllerConfig("b", 8, 2, millis(10), 2, 0, 1)), Connection(Role.CONTROLLER)
    now = Instant(0)
    host.opened(now)
    for late, garbage, said in turns:
        host.feed(garbage + b"".join(sender.send(message) for message in said), now)
        now = Instant(now + (4_000_000 if late else 1000))
        host.tick(now)
        host.outgoing()
        assert host.next_deadline() is not None


@given(
    st.lists(
        st.tuples(st.booleans(), st.binary(max_size=60), st.lists(host_messages, max_size=3)), max_size=8
    )
)
def test_the_controller_survives_whatever_arrives(turns: list[Turn]) -> None:
    """Any messages with garbage and time between them raise nothing."""
    link = ControllerLink(Identity("f", "u", 1, m.ResetReason.POWER), None, booted=Instant(0))
    sender = Connection(Role.HOST)
    now = Instant(0)
    for late, garbage, said in turns:
        link.feed(garbage + b"".join(sender.send(message) for message in said), now)
        now = Instant(now + (4_000_000 if late else 1000))
        link.tick(now)
        link.outgoing()
