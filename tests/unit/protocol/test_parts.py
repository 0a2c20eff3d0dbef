"""The wiring as bytes: every part survives, and what is no wiring is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triboard.protocol import parts as p
from triboard.protocol.config import ControllerConfig
from triboard.units import millis

BYTE = st.integers(0, 255)
WORD = st.integers(0, 65535)
LONG = st.integers(0, (1 << 32) - 1)
SPAN = st.builds(p.Span, WORD, WORD, BYTE)
PINS = st.lists(BYTE, max_size=16).map(tuple)
PART = st.one_of(
    st.builds(p.ShiftChain, SPAN, BYTE, BYTE, BYTE, BYTE, BYTE, BYTE, st.booleans(), LONG),
    st.builds(p.Multiplexers, SPAN, BYTE, BYTE, WORD, PINS),
    st.builds(p.ColourSensors, SPAN, BYTE, BYTE, BYTE, BYTE, LONG, BYTE, BYTE, WORD, PINS),
    st.builds(p.Quadrature, SPAN, BYTE, BYTE, BYTE, st.booleans(), WORD),
    st.builds(
        p.TagReaders, SPAN, BYTE, BYTE, BYTE, BYTE, BYTE, LONG, PINS,
        st.lists(st.binary(min_size=4, max_size=4), max_size=20).map(tuple),
    ),
    st.builds(
        p.PixelChain, BYTE,
        st.lists(st.builds(p.PixelRun, WORD, st.sampled_from(["GRB", "RGB", "GRBW"])), max_size=5).map(tuple),
    ),
)  # fmt: skip


@given(st.lists(PART, max_size=6).map(tuple))
def test_parts_survive_the_wire(parts: tuple[p.Part, ...]) -> None:
    """Law: decode(encode(parts)) == parts."""
    assert p.decode_parts(p.encode_parts(parts)) == parts


@given(st.lists(PART, min_size=1, max_size=3).map(tuple), st.data())
def test_parts_that_are_cut_short_are_refused(parts: tuple[p.Part, ...], data: st.DataObject) -> None:
    """Law: no true beginning of the bytes is a wiring."""
    whole = p.encode_parts(parts)
    with pytest.raises(ValueError, match=r"cut short"):
        p.decode_parts(whole[: data.draw(st.integers(0, len(whole) - 1))])


@given(st.binary(max_size=200))
def test_any_bytes_are_parts_or_a_value_error(data: bytes) -> None:
    """Law: what comes over the wire never raises anything else."""
    try:
        found = p.decode_parts(data)
    except ValueError:
        return
    assert len(found) == data[0]


def test_an_unknown_kind_is_named() -> None:
    """A part of a newer version is not passed over: its channels would never be read."""
    with pytest.raises(ValueError, match="kind 99 is not known"):
        p.decode_parts(bytes([1, 99, 0, 0]))


def test_counts_of_rims_are_exact_channels() -> None:
    """Law: the channels of a quadrature part, and no others, are neither debounced nor banded."""
    rim = p.Quadrature(p.Span(2, 2), 6, 7, 8, reverse=False, turn=64)
    chain = p.ShiftChain(p.Span(0, 2), 0, 2, 3, 4, 5, 0xA5, invert=True, baud=1_000_000)
    config = ControllerConfig("b", 8, 4, millis(10), 3, 4, 0, (chain, rim))
    assert config.exact == {2, 3}
