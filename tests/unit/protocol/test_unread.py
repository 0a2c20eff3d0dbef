"""Channels that could not be read travel as a few ranges."""

import random
import struct

import pytest

from triboard.protocol import messages as m
from triboard.protocol.clock import ClockSync
from triboard.protocol.codec import encode
from triboard.protocol.config import ControllerConfig
from triboard.protocol.framing import MAX_PAYLOAD
from triboard.protocol.host_events import Frame, Trouble
from triboard.protocol.tracker import Tracker
from triboard.protocol.unread import MOST_RANGES, channels_of, decode_ranges, encode_ranges, ranges_of
from triboard.units import Instant, millis


def test_ranges_cover_what_is_unread_and_little_more() -> None:
    """Law: every unread channel is in a range; with few banks nothing else is; never more ranges than fit."""
    chance = random.Random(1)
    for _ in range(200):
        channels = {chance.randrange(657) for _ in range(chance.randrange(30))}
        ranges = ranges_of(channels)
        assert len(ranges) <= MOST_RANGES
        assert channels_of(ranges) >= channels
        newer = b"newer" if ranges else b""  # a version that appends more writes a count, 0 or not
        assert decode_ranges(encode_ranges(ranges) + newer) == ranges
    assert ranges_of({3, 4, 5, 16, 17}) == ((3, 3), (16, 2))
    assert ranges_of([1, 3, 50, 100, 200]) == ((1, 3), (50, 1), (100, 1), (200, 1))


def test_nothing_unread_is_no_byte() -> None:
    """Law: the bytes of version 1.0 are unchanged, and its frames mean that all was read."""
    assert encode_ranges(()) == b""
    assert decode_ranges(b"") == ()


def test_ranges_cut_short_are_an_error() -> None:
    """Law: a payload that does not fit its type is damaged, never guessed."""
    with pytest.raises(struct.error):
        decode_ranges(b"\x02\x01\x00\x01\x00")


def test_the_largest_board_fits_with_all_ranges() -> None:
    """Law: 657 channels of 12 bits, four ranges and the CRC are one packet."""
    ranges = ((0, 16), (100, 16), (300, 16), (600, 16))
    largest = m.Snapshot(m.Counter(0), m.McuTime(0), 12, (4095,) * 657, 0, ranges)
    assert len(encode(largest)) <= MAX_PAYLOAD


def test_the_host_hears_which_channels_were_read() -> None:
    """Law: ranges beyond the board are trouble, not a crash; a snapshot that differs only in them is news."""
    config = ControllerConfig("b", 8, 4, millis(10), 3, 4, 0)
    tracker = Tracker(config, ClockSync())
    one = m.Counter(1)
    [frame] = tracker.frame(m.SensorFrame(one, m.McuTime(0), 8, (0, 0, 0, 0), ((1, 2),)), Instant(0)).events
    assert isinstance(frame, Frame)
    assert frame.unread == {1, 2}
    [trouble] = tracker.frame(
        m.SensorFrame(m.Counter(2), m.McuTime(0), 8, (0,) * 4, ((0, 65535),)), Instant(0)
    ).events
    assert isinstance(trouble, Trouble)
