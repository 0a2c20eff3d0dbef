"""Tray places that are read: a piece leaves its place when a hand sets out with it, and comes back."""

from pathlib import Path
from random import Random

import pytest

from triboard.board.classify import observe
from triboard.board.definition import Board
from triboard.board.load import load_board
from triboard.sim.hands import REACH, Hands, Refusal
from triboard.sim.world import ImpossibleError, World, WorldFile, read_world
from triboard.units import SECOND, Channel, Duration, Instant, Piece, Site, after, millis

BOARD = load_board("troika")
START = Instant(1_000_000)
WL, WS, KL = Piece("Wl"), Piece("Ws"), Piece("Kl")
B2 = Site("b2")


class Wires:
    """Hands over a Troika board; what its trays and fields read."""

    def __init__(self, seed: int = 1, board: Board = BOARD) -> None:
        self.raw = [0] * board.channels
        self.refused: list[Refusal] = []
        self.world = World(board)
        self.hands = Hands(board, self.world, self, self, chance=Random(seed), refused=self.refused.append)
        self.hands.settle_in(Instant(0))

    def set_raw(self, channel: Channel, value: int, now: Instant) -> None:
        """A sensor shows a value."""
        del now
        self.raw[channel] = value

    def set_level(self, pin: int, now: Instant, *, high: bool) -> None:
        """No pin of the controller matters here."""

    def drive(self, pin: int, *, active: bool) -> None:
        """No pin matters here."""

    def missing(self, now: Instant) -> set[str]:
        """Pieces that their tray places do not show."""
        self.hands.advance(now)
        aside = observe(BOARD, self.raw, ()).aside
        shown = {site: levels[0].text for site, levels in aside.items()}
        assert all(text in ("empty", site[5:]) for site, text in shown.items())
        return {site[5:] for site, text in shown.items() if text == "empty"}


def test_all_pieces_lie_in_their_places_at_first() -> None:
    """Law: tray sensors show what lies there when power comes on."""
    assert Wires().missing(START) == set()


@pytest.mark.parametrize("seed", range(10))
def test_a_piece_leaves_its_place_when_the_hand_sets_out(seed: int) -> None:
    """Law: long before it is dropped; meanwhile it is in the hand, and not lifted from the field."""
    wires = Wires(seed)
    done = wires.hands.drop(B2, WL, START)
    assert wires.missing(after(START, Duration(REACH // 3))) == {"Wl"}
    assert (wires.world.hand, wires.hands.held, wires.world.stacks) == ([WL], (), {})
    assert wires.missing(after(done, SECOND)) == {"Wl"}
    assert (wires.world.hand, wires.world.stacks) == ([], {B2: [WL]})


def test_a_lifted_piece_stays_in_the_hand_until_it_is_put() -> None:
    """Law: its place stays empty while it is held or dropped elsewhere."""
    wires = Wires()
    done = wires.hands.lift(B2, wires.hands.drop(B2, WL, START))
    assert wires.missing(done) == {"Wl"}
    assert (wires.world.hand, wires.hands.held) == ([WL], (WL,))
    done = wires.hands.drop(Site("a1"), WL, done)
    assert wires.missing(done) == {"Wl"}
    done = wires.hands.put_away(wires.hands.lift(Site("a1"), done))
    assert wires.missing(after(done, millis(20))) == set()


def test_a_refused_drop_puts_the_piece_back() -> None:
    """Law: a refusal changes nothing in the end."""
    wires = Wires()
    done = wires.hands.drop(Site("z9"), WL, START)
    assert wires.missing(after(START, millis(100))) == {"Wl"}
    assert wires.missing(after(done, millis(20))) == set()
    assert (wires.world.hand, wires.world.stacks) == ([], {})
    assert [one.text for one in wires.refused] == ["There is no hole z9 on this board."]


def test_two_hands_reach_at_once_and_one_hand_one_after_another() -> None:
    """Law: a hand sets out when it is free; nobody finds a piece that another hand has."""
    wires = Wires()
    first = wires.hands.drop(B2, WL, START)
    wires.hands.drop(Site("a1"), WS, START)
    other = wires.hands.drop(Site("c3"), KL, START, hand=1)
    wires.hands.drop(Site("c1"), KL, other, hand=1)
    assert wires.missing(after(START, millis(100))) == {"Wl", "Kl"}
    assert "Ws" in wires.missing(after(first, millis(50)))
    assert wires.missing(after(START, SECOND)) == {"Wl", "Ws", "Kl"}
    assert [one.text for one in wires.refused] == ["There is no Kl piece left in the tray."]
    assert wires.world.stacks == {B2: [WL], Site("a1"): [WS], Site("c3"): [KL]}


def test_a_board_without_trays_that_read_is_as_before() -> None:
    """Law: there a piece leaves the tray when it is dropped."""
    world = World(load_board("ttt3d"))
    assert not world.take(Piece("white"))
    assert (world.hand, world.tray()[Piece("white")]) == ([], 13)


def test_the_file_does_not_know_what_was_on_its_way() -> None:
    """Law: after a kill a piece in a hand lies in its tray again."""
    world = World(BOARD)
    assert world.take(WL)
    assert not world.take(WL)
    assert world.as_json() == World(BOARD).as_json()
    world.give_back(WL)
    assert world.standing(Site("tray:Wl")) == (WL,)


def test_racks_hold_one_tile_each_and_show_it(tmp_path: Path) -> None:
    """Law: hands fill and empty them like cells; the file keeps what lies there."""
    board, place = load_board("trioker-racks"), Site("rack:0:3")
    wires = Wires(board=board)
    done = wires.hands.drop(place, Piece("120"), START)
    done = wires.hands.drop(place, Piece("333"), done)
    wires.hands.advance(after(done, SECOND))
    assert observe(board, wires.raw, ()).aside[place][0].text == "120"
    assert [one.text for one in wires.refused] == ["rack:0:3 is full."]
    assert (wires.world.tray()[Piece("012")], wires.world.holes()) == (0, {})
    WorldFile(tmp_path / "world.json").write(wires.world)
    assert read_world(board, tmp_path / "world.json").stacks == {place: [Piece("120")]}
    done = wires.hands.lift(place, after(done, SECOND))
    wires.hands.advance(after(done, SECOND))
    assert observe(board, wires.raw, ()).aside[place][0].text == "empty"
    assert wires.hands.held == (Piece("120"),)


def test_a_tray_place_is_no_rack() -> None:
    """Law: nothing is dropped into it."""
    with pytest.raises(ImpossibleError, match=r"^There is no hole tray:Wl on this board\.$"):
        World(BOARD).drop(Site("tray:Wl"), WL)
