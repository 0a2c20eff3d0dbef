"""Removes electrical chatter: the state of all channels in one array, one step a scan, no allocation.

Every channel has eight numbers of 16 bits. A part writes `RAW` and, in `FLAGS`, whether the channel was read;
`step` does the rest: a value is stable when `need` scans in a row stay within the dead band of the first of
them, and is taken over when it then differs from the stable one by more than the dead band.
"""

from array import array

import micropython
from micropython import const

STRIDE = const(8)
RAW = const(0)
STABLE = const(1)
_CANDIDATE = const(2)
_EQUAL = const(3)  # scans that stayed within the dead band of the candidate; 0: settled
TOGGLES = const(4)
NOISE = const(5)  # largest distance of a settled value from the stable one
FLAGS = const(6)

EXACT = const(1)  # neither debounced nor subject to the dead band: the count of a rim
UNREAD = const(2)  # not read in this scan
SHOWN_UNREAD = const(4)  # and known to be so since an earlier one


def channels(count):
    """The state of `count` channels; all unread until a part says otherwise."""
    state = array("H", bytes(2 * STRIDE * count))
    for channel in range(count):
        state[STRIDE * channel + FLAGS] = UNREAD
    return state


@micropython.viper
def begin(state: ptr16, count: int):
    """Take the first reading as it is."""
    for channel in range(count):
        one = channel * 8
        if state[one + 6] & 2:
            state[one + 6] = state[one + 6] | 4
        else:
            state[one + 6] = state[one + 6] & 1
            state[one + 1] = state[one]
        state[one + 3] = 0


@micropython.viper
def step(state: ptr16, count: int, band: int, need: int) -> int:
    """Take in one scan; 1 when a stable value, or what is unread, changed."""
    changed = 0
    for channel in range(count):
        one = channel * 8
        flags = state[one + 6]
        raw = state[one]
        if flags & 2:  # unread now
            if not flags & 4:
                state[one + 6] = flags | 4
                state[one + 3] = 0
                changed = 1
            continue
        if flags & 4:  # it came back and shows at once what is so
            state[one + 6] = flags & 1
            state[one + 1] = raw
            state[one + 3] = 0
            changed = 1
            continue
        stable = state[one + 1]
        equal = state[one + 3]
        if equal == 0:
            if raw == stable:
                continue
            state[one + 2] = stable
        own_band = band
        own_need = need
        if flags & 1:  # exact
            own_band = 0
            own_need = 1
        distance = raw - state[one + 2]
        if distance < 0:
            distance = 0 - distance
        if distance <= own_band:
            equal += 1
        else:
            state[one + 2] = raw
            equal = 1
            if state[one + 4] < 0xFFFF:
                state[one + 4] = state[one + 4] + 1
        if equal >= own_need:
            equal = 0
            distance = raw - stable
            if distance < 0:
                distance = 0 - distance
            if distance > own_band:
                state[one + 1] = raw
                changed = 1
            elif distance > state[one + 5]:
                state[one + 5] = distance
        state[one + 3] = equal
    return changed


@micropython.viper
def pack(state: ptr16, count: int, bits: int, into: ptr8):
    """The stable values from byte 15 of a frame on: `bits` a channel, least significant first."""
    out = 15
    held = 0
    have = 0
    for channel in range(count):
        held = held | (state[channel * 8 + 1] << have)
        have += bits
        while have >= 8:
            into[out] = held & 0xFF
            out += 1
            held = held >> 8
            have -= 8
    if have > 0:
        into[out] = held & 0xFF


@micropython.viper
def mark(state: ptr16, first: int, step: int, count: int):
    """These channels are unread in this scan."""
    for number in range(count):
        one = (first + number * step) * 8 + 6
        state[one] = state[one] | 2


@micropython.viper
def mark_read(state: ptr16, first: int, step: int, count: int):
    """These channels are read in this scan."""
    for number in range(count):
        one = (first + number * step) * 8 + 6
        state[one] = state[one] & 5


MOST_RANGES = const(4)


def unread_into(state, count, into, place):
    """Ranges of unread channels behind the values of a frame; where they end. Nothing where all are read.

    Allocates: only asked when something changed while a channel is unread. Where there are more than fit,
    the nearest are joined.
    """
    ends = []
    for channel in range(count):
        if state[STRIDE * channel + FLAGS] & SHOWN_UNREAD:
            if ends and ends[-1][1] == channel:
                ends[-1][1] = channel + 1
            else:
                ends.append([channel, channel + 1])
    if not ends:
        return place
    while len(ends) > MOST_RANGES:
        nearest = 0
        for number in range(len(ends) - 1):
            if ends[number + 1][0] - ends[number][1] < ends[nearest + 1][0] - ends[nearest][1]:
                nearest = number
        ends[nearest][1] = ends.pop(nearest + 1)[1]
    into[place] = len(ends)
    place += 1
    for first, behind in ends:
        into[place] = first & 0xFF
        into[place + 1] = first >> 8
        into[place + 2] = (behind - first) & 0xFF
        into[place + 3] = (behind - first) >> 8
        place += 4
    return place


@micropython.viper
def any_unread(state: ptr16, count: int) -> int:
    """1 when some channel is known to be unread."""
    for channel in range(count):
        if state[channel * 8 + 6] & 4:
            return 1
    return 0
