"""One move of each kind of 3D tic-tac-toe and Trioker, in every order of its steps, is made once.

Trike's and Troika's are in `test_trike_by_hands` and `test_troika_by_hands`.
"""

from collections.abc import Callable, Mapping
from itertools import permutations
from pathlib import Path
from typing import Any, Final

import pytest
from tests.journeys.people_base import written
from tests.journeys.table import Table

from triboard.rules import trioker, ttt3d
from triboard.rules.trioker.tiles import TILES, names_of, tile_named
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, Instant, Piece, Site, millis

Step = Callable[[Table, Instant, int], Instant]
"""Something that one hand begins now; when it will be done."""

PAUSES: Final = (millis(0), Duration(2 * SECOND))
"""Between two steps: within one settle window, and each settled by itself."""

HANDS: Final = (TILES[:7], TILES[7:14], TILES[14:21])


def drop(site: str, piece: str) -> Step:
    """Put a piece down."""
    return lambda table, now, hand: table.bench.hands.drop(Site(site), Piece(piece), now, hand=hand)


def lift(site: str) -> Step:
    """Take the top piece up."""
    return lambda table, now, hand: table.bench.hands.lift(Site(site), now, hand=hand)


def turn(rim: str, degrees: float) -> Step:
    """Turn a rim."""
    return lambda table, now, hand: table.bench.hands.turn(rim, degrees, now, hand=hand)


def press(button: str) -> Step:
    """Press a button."""
    return lambda table, now, hand: table.bench.hands.press(button, now, hand=hand)


def carry_out(table: Table, steps: tuple[Step, ...], pause: Duration) -> None:
    """One step after another; without a pause both hands take turns."""
    for number, step in enumerate(steps):
        table.run.run_until(step(table, table.run.now, number % 2))
        table.run.run_for(pause)
    table.run.run_for(Duration(3 * SECOND))


def at_ttt3d(folder: Path, options: Mapping[str, Any], *balls: tuple[str, str]) -> Table:
    """A table for three after these balls; hands are quick."""
    table = Table(folder, {"players": 3, **options}, speed=8.0)
    for colour, hole in balls:
        table.drop(Site(hole), Piece(colour))
    return table


START: Final = (("white", "Aa1"), ("black", "Ba1"), ("red", "Ca1"))


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("order", list(permutations(range(2))))
def test_a_ball_and_its_rim_in_every_order(order: tuple[int, ...], pause: Duration, tmp_path: Path) -> None:
    """Law (ttt3d §14, physical-play 5): the ball is placed and the rim turned, whichever hand was first."""
    table = at_ttt3d(tmp_path, {"rims": True, "rim_turn": "after"}, *START)
    table.press("OK")  # red leaves the rims alone; else whoever turns one first may be red
    before = len(written(table))
    steps = (drop("Bb2", "white"), turn("C", 90.0))
    carry_out(table, tuple(steps[number] for number in order), pause)
    assert written(table)[before:] == ["w@Bb2", "C+"]
    assert table.state.phase is Phase.PLAY


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("order", sorted(set(permutations("551"))))
def test_a_call_in_every_order(order: tuple[str, ...], pause: Duration, tmp_path: Path) -> None:
    """Law (ttt3d, strict calling): fives and ones are counted in any order; OK closes the call."""
    colours, holes = ("white", "black", "red"), ("Aa1", "Ba1", "Ca1", "Ab1", "Bb1", "Cb1", "Ac1")
    balls = [(colours[number % 3], hole) for number, hole in enumerate(holes)]
    table = at_ttt3d(tmp_path, {"calling": "strict"}, *balls)
    before = len(written(table))
    buttons = {"5": "FIVE", "1": "ONE"}
    carry_out(table, (*(press(buttons[one]) for one in order), press("OK")), max(pause, millis(200)))
    assert written(table)[before:] == [ttt3d.GAME.format_move(ttt3d.Call(2, 1))]


def at_trioker(folder: Path, **options: Any) -> Table:
    """A Rapid game for three from racks, whose player on turn has no tile that fits."""
    table = Table(
        folder, {"mode": "rapid", "players": 3, "start": 0, **options}, board="trioker-racks", speed=8.0
    )
    for seat, hand in enumerate(HANDS):
        for place, tile in enumerate(hand):
            table.drop(Site(f"rack:{seat}:{place}"), Piece(tile), wait=Duration(0))
    table.run.run_for(Duration(2 * SECOND))
    carry_out(table, (lift(place_of(table, "333")), drop("U3,3", "333")), PAUSES[0])
    assert table.moves == ["U3,3:333"]
    assert trioker.at_chance(table.state.game)
    return table


def place_of(table: Table, tile: str) -> str:
    """Where in the racks a tile lies."""
    return next(site for site, stack in table.world.racks().items() if tile_named(stack[0]) == tile)


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_draw_in_every_order(order: tuple[int, ...], pause: Duration, tmp_path: Path) -> None:
    """Law (trioker §15): DRAW before the tile or after it, while another tile is sorted: one draw."""
    table = at_trioker(tmp_path)
    before = len(written(table))
    seat, tile = table.state.game.turn, names_of(table.state.game.pool)[0]
    other = (seat + 1) % 3

    def sort(table: Table, now: Instant, hand: int) -> Instant:
        done = table.bench.hands.lift(Site(f"rack:{other}:0"), now, hand=hand)
        piece = table.world.standing(Site(f"rack:{other}:0"))[0]
        return table.bench.hands.drop(Site(f"rack:{other}:9"), piece, done, hand=hand)

    steps: tuple[Step, ...] = (press("DRAW"), drop(f"rack:{seat}:9", tile), sort)
    carry_out(table, tuple(steps[number] for number in order), pause)
    assert written(table)[before:] == [f"draw:{tile}"]
    assert (table.state.phase, table.state.astray) == (Phase.PLAY, None)


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("order", list(permutations(range(2))))
def test_a_tile_laid_while_another_comes_home_in_every_order(
    order: tuple[int, ...], pause: Duration, tmp_path: Path
) -> None:
    """Law (trioker §6): a tile of one hand is laid while another is put back; only one of them is a move."""
    table = at_trioker(tmp_path)
    seat, pool = table.state.game.turn, table.state.game.pool
    tile = next(name for name in names_of(pool) if "33" in name + name[0])
    table.drop(Site(f"rack:{seat}:9"), Piece(tile))
    place = next(
        move for move in trioker.GAME.legal_moves(table.state.game) if isinstance(move, trioker.Place)
    )
    home = f"rack:{seat}:0"
    other = table.world.standing(Site(home))[0]
    carry_out(table, (lift(home), lift(f"rack:{seat}:9")), PAUSES[0])
    before = len(written(table))
    steps = (drop(str(place.cell), place.text), drop(home, other))
    carry_out(table, tuple(steps[number] for number in order), pause)
    assert written(table)[before:] == [trioker.GAME.format_move(place)]
    assert (table.state.phase, table.state.astray) == (Phase.PLAY, None)


@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("order", list(permutations(range(2))))
def test_a_puzzle_tile_taken_out_and_another_laid_in_every_order(
    order: tuple[int, ...], pause: Duration, tmp_path: Path
) -> None:
    """Law (trioker §24): taking out and laying are two moves, each made once, whichever hand was first."""
    table = Table(tmp_path, {"mode": "puzzle", "outline": "eagle"}, board="trioker", speed=8.0)
    moves = [move for move in trioker.GAME.legal_moves(table.state.game) if isinstance(move, trioker.Place)]
    first = moves[0]
    far = next(
        move
        for move in moves
        if tile_named(move.text) != tile_named(first.text) and _apart(table, first, move)
    )
    table.drop(first.cell.site, Piece(first.text))
    before = len(written(table))
    steps = (lift(str(first.cell)), drop(str(far.cell), far.text))
    carry_out(table, tuple(steps[number] for number in order), pause)
    assert sorted(written(table)[before:]) == sorted([f"remove:{first.cell}", trioker.GAME.format_move(far)])
    assert table.state.phase is Phase.PLAY


def _apart(table: Table, first: trioker.Place, second: trioker.Place) -> bool:
    """Whether two tiles share no corner, so that either may lie there without the other."""
    board = table.state.game.field.board
    return not set(board.corners[board.index[first.cell]]) & set(board.corners[board.index[second.cell]])
