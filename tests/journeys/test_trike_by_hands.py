"""Random games of Trike by simulated hands end as the rules engine says, on every size and board."""

from itertools import pairwise, permutations
from pathlib import Path
from random import Random

import pytest
from tests.journeys.people_base import Verb, drop, finish, lift, written
from tests.journeys.people_trike import TrikePeople
from tests.journeys.table import Table

from triboard.board.load import load_board
from triboard.rules import trike
from triboard.units import SECOND, Piece, Site

GAMES = 60
ONCE_WRONG = (1382, 1893)
"""A pawn that hops on and off a cell: its switch looks like one that flickers, in the midst of two moves."""
SIZES = (7, 7, 7, 8, 7, 7, 9, 7, 7, 7, 7, 10, 7, 7, 13, 7)
"""Mostly small boards; 19 has a test of its own."""


def people_at(folder: Path, size: int, board: str, seed: int, *, swap: bool = True) -> TrikePeople:
    """People at a table of their own."""
    chance = Random(seed)
    table = Table(
        folder,
        {"size": size, "swap": swap},
        board=load_board(board, size),
        seed=seed,
        speed=chance.choice([1.0, 1.0, 3.0, 8.0]),
    )
    return TrikePeople(table, chance, clumsy=chance.choice([0.0, 0.3, 0.6]))


@pytest.mark.parametrize("seed", [*range(GAMES), *ONCE_WRONG])
def test_a_random_game_by_hands_is_the_game_that_was_meant(seed: int, tmp_path: Path) -> None:
    """Law (property 8): pawn or checker first, slides, slips, takebacks and bad cables change nothing: after
    every ply the record equals the moves that were meant."""
    board = "trike-presence" if seed % 4 == 3 else "trike"
    people = people_at(tmp_path, SIZES[seed % len(SIZES)], board, seed, swap=seed % 5 > 0)
    people.play_game()
    finish(people.table, people)


def test_the_largest_board_plays_a_whole_game(tmp_path: Path) -> None:
    """Law: side 19, 190 cells, as the smallest one."""
    people = people_at(tmp_path, 19, "trike", 4)
    people.play_game()
    finish(people.table, people)


# One move of each kind, in every order of its physical steps


BLACK, WHITE, PAWN = Piece("black"), Piece("white"), trike.PAWN
FAST, SLOW = 0, SECOND


def orders(chains: list[str], before: list[tuple[str, str]]) -> list[str]:
    """Every order of the steps in which each chain keeps its own, and each pair too."""
    steps = "".join(chains)
    found = []
    for order in permutations(steps):
        place = {step: order.index(step) for step in steps}
        pairs = before + [(one, two) for chain in chains for one, two in pairwise(chain)]
        if all(place[one] < place[two] for one, two in pairs):
            found.append("".join(order))
    return found


def played(folder: Path, *cells: str, board: str = "trike", swap: bool = False) -> TrikePeople:
    """People who have played these cells."""
    table = Table(folder, {"swap": swap}, board=load_board(board, 7), speed=8.0)
    people = TrikePeople(table, Random(1), clumsy=0)
    for cell in cells:
        people.pawn_first(Site(cell), SECOND)
        people.meant(trike.Place(trike.cell_of(cell)))
    people.expect()
    return people


def carry_out(people: TrikePeople, steps: list[Verb], pause: int) -> None:
    """Do the steps one by one."""
    for step in steps:
        people.do(step, wait=pause)
    people.wait(2 * SECOND)
    people.put_away()


@pytest.mark.parametrize("board", ["trike", "trike-presence"])
@pytest.mark.parametrize("pause", [FAST, SLOW])
@pytest.mark.parametrize("order", ["cd", "dlcd"])
def test_an_opening_in_every_order(order: str, pause: int, board: str, tmp_path: Path) -> None:
    """Law (§5): checker and pawn, or the pawn first and its checker put under it."""
    people = played(tmp_path, board=board)
    cell = Site("d2")
    steps = {"c": drop(cell, BLACK), "d": drop(cell, PAWN), "l": lift(cell)}
    carry_out(people, [steps[step] for step in order], pause)
    assert written(people.table) == ["d2"]


@pytest.mark.parametrize("board", ["trike", "trike-presence"])
@pytest.mark.parametrize("pause", [FAST, SLOW])
@pytest.mark.parametrize("order", ["lcd", "cld", "ldLcd", "ldcLCd"])
def test_a_move_in_every_order(order: str, pause: int, board: str, tmp_path: Path) -> None:
    """Law (§5, trike §9): pawn lifted first, checker laid first, or the pawn down on the bare cell first.

    In the last order a checker that was laid on another cell (`c`) follows the pawn to its own (`L`, `C`).
    """
    people = played(tmp_path, "d2", board=board)
    near, cell = Site("e2"), Site("f2")
    if order == "ldcLCd":
        first = [lift(Site("d2")), drop(cell, PAWN), drop(near, WHITE)]
        steps = [*first, lift(cell), lift(near), drop(cell, WHITE), drop(cell, PAWN)]
    else:
        named = {"l": lift(Site("d2")), "c": drop(cell, WHITE), "d": drop(cell, PAWN), "L": lift(cell)}
        steps = [named[step] for step in order]
    carry_out(people, steps, pause)
    assert written(people.table) == ["d2", "f2"]


@pytest.mark.parametrize("board", ["trike", "trike-presence"])
@pytest.mark.parametrize("pause", [FAST, SLOW])
@pytest.mark.parametrize("order", orders(["ld", "c"], [("l", "c")]))
def test_a_takeback_in_every_order(order: str, pause: int, board: str, tmp_path: Path) -> None:
    """Law (§2, §5): the pawn moved back first, or the checker lifted first."""
    people = played(tmp_path, "d2", "f2", board=board)
    steps = {"l": lift(Site("f2")), "d": drop(Site("d2"), PAWN), "c": lift(Site("f2"))}
    carry_out(people, [steps[step] for step in order], pause)
    assert written(people.table) == ["d2", "f2", "back to 1"]


@pytest.mark.parametrize("pause", [FAST, SLOW])
@pytest.mark.parametrize("order", orders(["ldLD", "c", "C"], [("c", "d"), ("C", "D")]))
def test_two_moves_in_every_order(order: str, pause: int, tmp_path: Path) -> None:
    """Law (§5, §6): the next player's checker may lie there however early; both plies are recovered."""
    people = played(tmp_path, "d2")
    steps = {
        "l": lift(Site("d2")),
        "c": drop(Site("f2"), WHITE),
        "d": drop(Site("f2"), PAWN),
        "L": lift(Site("f2")),
        "C": drop(Site("f4"), BLACK),
        "D": drop(Site("f4"), PAWN),
    }
    carry_out(people, [steps[step] for step in order], pause)
    assert written(people.table) == ["d2", "f2", "f4"]


@pytest.mark.parametrize("pause", [FAST, SLOW])
def test_a_swap_is_one_press_and_moves_nothing(pause: int, tmp_path: Path) -> None:
    """Law (trike §10): and a second press is refused."""
    people = played(tmp_path, "d2", swap=True)
    people.table.press("SWAP")
    people.wait(pause)
    people.table.press("SWAP")
    assert written(people.table) == ["d2", "swap"]
