"""Laws of the journal's file for any entries and any damage."""

from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from triboard.store.journal import Segment, line_of, parse, text_of

FILE = Path("game-000001.journal")

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=()), max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
ENTRIES = st.lists(st.dictionaries(st.text(max_size=5), VALUES, max_size=3), min_size=1, max_size=12)


def file_of(entries: list[dict[str, Any]]) -> bytes:
    return b"".join(line_of(number, text_of(entry)) for number, entry in enumerate(entries))


def lines_before(data: bytes, offset: int) -> int:
    return data[:offset].count(b"\n")


@given(ENTRIES)
def test_reading_is_the_inverse_of_writing(entries: list[dict[str, Any]]) -> None:
    """Law: any JSON objects come back equal, in order, without damage, and their lines are the file."""
    data = file_of(entries)
    segment = parse(data, FILE)
    assert list(segment.entries) == entries
    assert segment.damage is None
    assert b"".join(segment.lines) == data


@given(ENTRIES, st.data())
def test_a_cut_anywhere_drops_only_what_it_cut(entries: list[dict[str, Any]], data: st.DataObject) -> None:
    """Law: of a file cut at any byte all whole lines are read and nothing is reported."""
    whole = file_of(entries)
    size = data.draw(st.integers(0, len(whole)))
    segment = parse(whole[:size], FILE)
    assert list(segment.entries) == entries[: len(segment.entries)]
    assert lines_before(whole, size) <= len(segment.entries) <= lines_before(whole, size) + 1
    assert segment.damage is None


@given(ENTRIES, st.data())
def test_one_changed_byte_is_harmless_or_reported(entries: list[dict[str, Any]], data: st.DataObject) -> None:
    """Law: whatever byte changes, and to whatever, the entries before its line are read, no false one
    is, and either nothing is missing or the damage is reported where it lies."""
    whole = file_of(entries)
    index = data.draw(st.integers(0, len(whole) - 1))
    change = data.draw(st.integers(1, 255))
    segment = parse(whole[:index] + bytes([whole[index] ^ change]) + whole[index + 1 :], FILE)
    assert list(segment.entries) == entries[: len(segment.entries)]
    assert len(segment.entries) >= lines_before(whole, index)
    if len(segment.entries) < len(entries):
        assert segment.damage is not None
        assert segment.damage.line == lines_before(whole, index) + 1


@given(ENTRIES, st.data())
def test_a_line_lost_doubled_or_moved_stops_the_reading(
    entries: list[dict[str, Any]], data: st.DataObject
) -> None:
    """Law: lines that are whole but not in their place are never taken for the game."""
    lines = file_of(entries).splitlines(keepends=True)
    order = data.draw(st.lists(st.integers(0, len(lines) - 1), max_size=15))
    segment = parse(b"".join(lines[index] for index in order), FILE)
    right = next((at for at, index in enumerate(order) if at != index), len(order))
    assert list(segment.entries) == entries[:right]
    assert (segment.damage is None) == (right == len(order))


@given(ENTRIES, st.binary(max_size=60))
def test_garbage_behind_the_game_adds_nothing(entries: list[dict[str, Any]], garbage: bytes) -> None:
    """Law: random bytes after the last line change no entry."""
    segment = parse(file_of(entries) + garbage, FILE)
    assert list(segment.entries) == entries


@settings(max_examples=200)
@given(st.binary(max_size=300))
def test_random_bytes_are_no_game(data: bytes) -> None:
    """Law: reading is total; noise gives no entry and never raises."""
    segment = parse(data, FILE)
    assert segment == Segment(damage=segment.damage)
