"""Trays that are read: targets shine for the piece in the hand, and hands at the trays are no moves
(physical-play 9)."""

from dataclasses import replace

import pytest
from tests.unit.session.board_table import BoardTable

from triboard.board.aside import in_hand
from triboard.board.classify import unseen
from triboard.board.load import load_board
from triboard.board.readings import EMPTY, SOMETHING, UNKNOWN, Observation, holds
from triboard.light.compose import scene_of
from triboard.light.scene import Glow, Role, Target
from triboard.rules import troika
from triboard.units import Duration, Piece, Site, millis

BOARD = load_board("troika")
FULL = {Site(f"tray:{tray.piece}"): (holds(tray.piece),) for tray in BOARD.trays}
BARE = {site.site: (EMPTY,) * site.height for site in BOARD.sites}
WL, WM, A1 = Piece("Wl"), Piece("Wm"), Site("a1")
TRAY_WL, TRAY_WM = Site("tray:Wl"), Site("tray:Wm")


def at(*texts: str) -> BoardTable:
    """A game that Light starts, after these placements."""
    table = BoardTable("troika", {"starter": "light"})
    for text in texts:
        table.drop(text[3:], text[:2])
    assert table.moves == list(texts)
    return table


def held(
    aside: dict[Site, tuple[object, ...]], field: dict[Site, tuple[object, ...]], **stands: str
) -> object:
    """What is in a hand when these places differ from a full tray and a bare field."""
    seen = Observation({**BARE, **field}, (), {**FULL, **aside})  # type: ignore[dict-item]  # readings all
    return in_hand(BOARD, seen, {Site(site): (Piece(piece),) for site, piece in stands.items()})


def test_a_piece_is_in_a_hand_when_neither_tray_nor_field_shows_it() -> None:
    """Law: what stands on the field is told by readings, and by the record where they tell no kind."""
    rest = (EMPTY,) * 12
    gone: dict[Site, tuple[object, ...]] = {TRAY_WL: (EMPTY,)}
    assert held({}, {}) == ()
    assert held(gone, {}) == (WL,)
    assert held(gone, {}, a1="Wl") == (WL,)  # it was lifted from the field
    assert held(gone, {A1: (holds(WL), *rest)}) == ()  # not yet a move
    assert held(gone, {A1: (SOMETHING, *rest)}, a1="Wl") == ()
    assert held(gone, {A1: (UNKNOWN, *rest)}, a1="Wl") == ()
    assert held(gone, {A1: (UNKNOWN, SOMETHING, *rest[1:])}, a1="Wl") == ()
    assert held({**gone, TRAY_WM: (holds(WL),)}, {}) == (WM,)  # one lies in the other's place


def test_trays_that_cannot_tell_say_nothing() -> None:
    """Law (§1): unknown is never empty; then the lights are those of a board without trays."""
    assert held({TRAY_WL: (UNKNOWN,)}, {}) is None
    assert in_hand(BOARD, unseen(BOARD), {}) is None
    assert in_hand(replace(BOARD, aside=BOARD.aside[1:]), Observation(BARE, (), FULL), {}) is None
    assert in_hand(load_board("ttt3d"), unseen(load_board("ttt3d")), {}) is None


@pytest.mark.parametrize("piece", ["Wl", "Wm", "Ws", "Gl", "Gm", "Gs"])
def test_only_where_this_very_pyramid_fits_is_lit(piece: str) -> None:
    """Law (troika §4, §13): by size and side, in its own colour."""
    table = at("Wm@b1")
    table.take(piece)
    fit = {
        troika.site_of(move.field)
        for move in troika.GAME.legal_moves(table.state.game)
        if isinstance(move, troika.Lay) and troika.piece_of(move.pyramid) == piece
    }
    assert table.lit(Role.TARGET) == fit
    assert bool(fit) == (piece[0] == "G")
    glows = scene_of(table.state).glows
    assert all(glows[Target(site)] == Glow(Role.TARGET, Piece(piece)) for site in fit)
    table.put_back()
    assert table.lit(Role.TARGET) == set()


def test_with_nothing_in_a_hand_the_trays_show_what_may_be_laid() -> None:
    """Law (physical-play, light): what may be taken shines as a source, in its own colour."""
    table = at("Wm@b1")
    glows = scene_of(table.state).glows
    trays = {place for place in table.lit(Role.SOURCE) if place.startswith("tray:")}
    assert trays == {f"tray:{colour}{size}" for colour in "GBK" for size in "sml"}
    assert glows[Target("tray:Gl")] == Glow(Role.SOURCE, Piece("Gl"))
    table.take("Gl")
    assert not any(place.startswith("tray:") for place in table.lit(Role.SOURCE))
    table.put_back()
    assert {place for place in table.lit(Role.SOURCE) if place.startswith("tray:")} == trays
    table.drop("a1", "Gl")
    assert "tray:Gl" not in table.lit(Role.SOURCE)
    assert "tray:Ws" in table.lit(Role.SOURCE)


def test_a_pyramid_that_fits_nowhere_stays_dark_in_its_tray() -> None:
    """Law (troika §4): only what may be laid is offered."""
    table = BoardTable("troika", {"starter": "light"})
    order = ["Wm", "Gm", "Ym", "Bm", "Rm", "Km"]
    for site, piece in zip(troika.SITES, order, strict=False):
        table.drop(site, piece)
    here = table.state.game
    fit = {
        troika.piece_of(move.pyramid)
        for move in troika.GAME.legal_moves(here)
        if isinstance(move, troika.Lay)
    }
    offered = {place.removeprefix("tray:") for place in table.lit(Role.SOURCE) if place.startswith("tray:")}
    assert offered == fit


def test_without_trays_fields_tell_by_a_rhythm_which_sizes_they_take() -> None:
    """Law (physical-play 9): a free field takes all and is steady; dips count the sizes that fit others."""
    table = BoardTable("troika-tags", {"starter": "light"})
    table.drop("b1", "Wm")
    table.drop("a1", "Gl")
    table.drop("c1", "Ws")
    beats = {str(target): glow.beats for target, glow in scene_of(table.state).glows.items()}
    assert beats["b1"] == (1, 3)
    assert beats["a1"] == (2,)
    assert beats["c2"] == ()


def test_two_pyramids_in_the_hands_shine_together() -> None:
    """Law: a field that takes both has no colour of its own."""
    table = at("Wm@b1")
    table.take("Gl")
    table.take("Bl")
    glows = scene_of(table.state).glows
    assert {glows[Target(site)] for site in table.lit(Role.TARGET)} == {Glow(Role.TARGET, None)}


def test_a_broken_tray_leaves_the_fields_lit() -> None:
    """Law (§1): as on a board whose trays are not read."""
    table = at("Wm@b1")
    assert table.state.touched is not None
    aside = {**table.state.touched.aside, TRAY_WL: (UNKNOWN,)}
    table.state = replace(table.state, touched=replace(table.state.touched, aside=aside))
    assert table.lit(Role.TARGET) == set(troika.SITES) - {"b1"}  # where the last move shines


def test_a_training_does_not_give_the_pyramid_away() -> None:
    """Law (troika §11): the free field is lit for any pyramid."""
    task = troika.deal_task(lambda _: 0)
    table = BoardTable("troika", {"mode": "training", "task": task})
    for text in task:
        table.drop(text[3:], text[:2])
    [answer] = [move for move in troika.GAME.legal_moves(table.state.game) if isinstance(move, troika.Lay)]
    laid = {text[:2] for text in task}
    for tray in BOARD.trays:
        if tray.piece not in laid:
            table.take(tray.piece)
            assert table.lit(Role.TARGET) == {troika.site_of(answer.field)}
            table.put_back()


def test_a_hand_at_the_trays_does_not_hold_up_a_move() -> None:
    """Law (§4): a move that waits is played when it is due, whatever lies in the trays meanwhile."""
    table = at("Wm@b1", "Gl@a1")
    table.hold("a1", Duration(0))
    pending = table.state.pending
    assert pending is not None
    table.wait(millis(100))
    table.put_back()
    table.settle()
    assert table.state.pending == pending
    table.wait(Duration(pending.due - table.now))
    assert table.moves == ["Wm@b1"]
