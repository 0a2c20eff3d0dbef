"""Each way of sensing: switches, bands with hysteresis, corners, tags; floating and failing levels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triboard.board.classify import classify_level, nothing_known, sense, unseen
from triboard.board.definition import Band, Sensing, SensingKind
from triboard.board.load import load_board
from triboard.board.readings import EMPTY, SOMETHING, UNKNOWN, Reading, ReadingKind, fits, holds, top
from triboard.board.signals import level_signals
from triboard.units import Piece

BLACK, WHITE, PAWN, TILE = Piece("black"), Piece("white"), Piece("pawn"), Piece("012")
SWITCH = Sensing("touch", SensingKind.DIGITAL)
HALL = Sensing(
    "hall",
    SensingKind.BANDS,
    bands=(Band("black", 500, 1500), Band(None, 1850, 2250), Band("white", 2600, 3600)),
    hysteresis=60,
)
CORNERS = load_board("trioker").sites[0].levels[0].sensing
TAGS = Sensing("tags", SensingKind.TAGS, pieces=(Piece("Wl"), Piece("Wm"), Piece("Gs")))
DARK, ZERO, ONE, TWO, THREE, STAR = (
    next(band.middle for band in CORNERS.bands if band.symbol == symbol)
    for symbol in (None, "0", "1", "2", "3", "*")
)


def test_a_switch_tells_presence_or_the_piece_that_alone_can_close_it() -> None:
    """Law: without a name a switch says `something`, never a kind."""
    named = Sensing("pawn", SensingKind.DIGITAL, piece=PAWN)
    assert (classify_level(SWITCH, (0,)), classify_level(SWITCH, (1,))) == (EMPTY, SOMETHING)
    assert (classify_level(named, (0,)), classify_level(named, (1,))) == (EMPTY, holds(PAWN))


def test_a_switch_on_a_wide_channel_counts_from_half_of_what_it_shows() -> None:
    """Law: noise at either end of the scale is no change."""
    wide = Sensing("pawn", SensingKind.DIGITAL, piece=PAWN, active=4095)
    assert [classify_level(wide, (value,)) for value in (0, 40, 2047)] == [EMPTY] * 3
    assert [classify_level(wide, (value,)) for value in (2048, 4060, 4095)] == [holds(PAWN)] * 3
    assert (level_signals(wide, None), level_signals(wide, PAWN)) == ((0,), (4095,))


@pytest.mark.parametrize(
    ("value", "reading"),
    [
        (0, UNKNOWN),
        (499, UNKNOWN),
        (500, holds(BLACK)),
        (1500, holds(BLACK)),
        (1501, UNKNOWN),
        (1850, EMPTY),
        (2250, EMPTY),
        (2599, UNKNOWN),
        (3600, holds(WHITE)),
        (4095, UNKNOWN),
    ],
)
def test_a_value_outside_all_bands_is_unknown(value: int, reading: Reading) -> None:
    """Law: the ends of the scale are a short or a broken wire, never an empty level or a piece."""
    assert classify_level(HALL, (value,)) == reading


@pytest.mark.parametrize(
    ("before", "kept", "lost"),
    [
        (holds(BLACK), (440, 1560), (439, 1561)),
        (EMPTY, (1790, 2310), (1789, 2311)),
        (holds(WHITE), (2540, 3660), (2539, 3661)),
    ],
)
def test_a_value_that_drifts_keeps_its_meaning_for_the_hysteresis(
    before: Reading, kept: tuple[int, ...], lost: tuple[int, ...]
) -> None:
    """Law: up to the hysteresis beyond its band; not from unknown, and never against another band."""
    assert [classify_level(HALL, (value,), before) for value in kept] == [before] * 2
    assert [classify_level(HALL, (value,), before) for value in lost] == [UNKNOWN] * 2
    assert [classify_level(HALL, (value,), UNKNOWN) for value in kept] == [UNKNOWN] * 2
    assert classify_level(HALL, (2050,), before) == EMPTY


@given(st.lists(st.integers(0, 4095), min_size=1, max_size=8))
def test_hysteresis_never_invents_a_piece(values: list[int]) -> None:
    """Law: whatever is read was inside its own band once, and has stayed within the hysteresis since."""
    reading = UNKNOWN
    for value in values:
        before, reading = reading, classify_level(HALL, (value,), reading)
        if reading != classify_level(HALL, (value,)):
            assert reading == before


def test_three_corners_make_a_tile_and_its_orientation() -> None:
    """Law (trioker §27): the texts of the three corners in the cell's order."""
    assert classify_level(CORNERS, (ZERO, ONE, TWO)) == holds(TILE)
    assert classify_level(CORNERS, (ONE, TWO, ZERO)) == holds(Piece("120"))
    assert classify_level(CORNERS, (STAR, ONE, TWO)) == holds(Piece("*12"))
    assert classify_level(CORNERS, (DARK, DARK, DARK)) == EMPTY


@pytest.mark.parametrize(
    "values",
    [
        (ZERO, ONE, DARK),
        (DARK, ONE, TWO),
        (ZERO, DARK, DARK),
        (ZERO, ONE, 4095),
        (0, ONE, TWO),
        (DARK, DARK, 4095),
        (STAR, STAR, STAR),
        (STAR, TWO, ONE),
        (ZERO, TWO, 1246),
    ],
)
def test_a_badly_seated_tile_or_a_tile_that_does_not_exist_is_unknown(values: tuple[int, ...]) -> None:
    """Law (trioker §27): two corners read and one dark is a fault, never a guess."""
    assert classify_level(CORNERS, values) == UNKNOWN


def test_each_corner_keeps_its_own_symbol_while_it_drifts() -> None:
    """Law: hysteresis is a corner's, by what that corner showed before."""
    tops = {band.symbol: band.high for band in CORNERS.bands}
    drifting = (tops["0"] + CORNERS.hysteresis, ONE, TWO)
    assert classify_level(CORNERS, drifting, holds(TILE)) == holds(TILE)
    assert classify_level(CORNERS, drifting, holds(Piece("120"))) == UNKNOWN
    assert classify_level(CORNERS, drifting, EMPTY) == UNKNOWN
    assert classify_level(CORNERS, (tops[None] + CORNERS.hysteresis, DARK, DARK), EMPTY) == EMPTY


def test_tags_are_a_set() -> None:
    """Law (troika §13): which pyramids are over the reader, in no order; none is empty."""
    both = classify_level(TAGS, (1, 0, 1))
    assert both == Reading(ReadingKind.SET, pieces=frozenset({Piece("Wl"), Piece("Gs")}))
    assert both.text == "Gs+Wl"
    assert classify_level(TAGS, (0, 0, 0)) == EMPTY


def test_a_set_fits_its_pieces_in_any_order_and_no_others() -> None:
    """Law (troika §13): the record supplies the order."""
    wl, wm, gs = TAGS.pieces
    both = (classify_level(TAGS, (1, 0, 1)),)
    assert fits((wl, gs), both)
    assert fits((gs, wl), both)
    assert not fits((wl,), both)
    assert not fits((wl, wm, gs), both)
    assert not fits((), both)
    assert fits((), (EMPTY,))
    assert not fits((wl,), (EMPTY,))


def test_a_silent_tag_reader_hides_a_whole_stack() -> None:
    """Law: unknown is never empty; any stack may stand on a site that nothing is known of."""
    board = load_board("troika-tags")
    site = board.sites[0]
    assert unseen(board).sites[site.site] == nothing_known(site)
    assert fits(tuple(tray.piece for tray in board.trays[:13]), nothing_known(site))
    assert fits((), nothing_known(site))
    silent = sense(board, [0] * board.channels, {}, frozenset({site.levels[0].channels[3]}))
    assert silent[site.site] == nothing_known(site)
    assert silent[board.sites[1].site] == (EMPTY,)


@pytest.mark.parametrize("above", [holds(PAWN), SOMETHING])
def test_a_floating_piece_never_agrees(above: Reading) -> None:
    """Law: nothing stands on nothing; neither a lone checker nor a bare cell looks like that."""
    floating = (EMPTY, above)
    assert not any(fits(stack, floating) for stack in ((), (BLACK,), (PAWN,), (BLACK, PAWN)))
    assert top(floating) == above


def test_a_failed_level_fits_what_should_be_there_but_not_what_is_missing_elsewhere() -> None:
    """Law: unknown agrees with anything on its own level only."""
    assert fits((BLACK, PAWN), (UNKNOWN, holds(PAWN)))
    assert fits((BLACK, PAWN), (holds(BLACK), UNKNOWN))
    assert fits((BLACK,), (holds(BLACK), UNKNOWN))
    assert not fits((WHITE, PAWN), (holds(BLACK), UNKNOWN))
    assert not fits((BLACK, PAWN), (holds(BLACK),))
