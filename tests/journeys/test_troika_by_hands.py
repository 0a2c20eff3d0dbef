"""Random games of Troika by simulated hands end as the rules engine says, also where tags tell no order."""

from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from tests.journeys.people_base import drop, finish, lift, written
from tests.journeys.people_troika import TroikaPeople
from tests.journeys.table import Table

from triboard.board.load import load_board
from triboard.rules import troika
from triboard.units import SECOND, Piece, Site

GAMES = 64


def people_at(folder: Path, board: str, seed: int) -> TroikaPeople:
    """People at a table of their own."""
    chance = Random(seed)
    starter = chance.choice([None, None, "light", "dark"])
    table = Table(
        folder,
        {} if starter is None else {"starter": starter},
        board=load_board(board),
        seed=seed,
        speed=chance.choice([1.0, 1.0, 3.0, 8.0]),
    )
    return TroikaPeople(table, chance, clumsy=chance.choice([0.0, 0.3, 0.6]))


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_by_hands_is_the_game_that_was_meant(seed: int, tmp_path: Path) -> None:
    """Law (property 8): wrong pyramids, wrong fields, takebacks, two hands at once and bad cables change
    nothing: after every ply the record equals the moves that were meant."""
    people = people_at(tmp_path, "troika-tags" if seed % 3 == 2 else "troika", seed)
    people.play_game()
    finish(people.table, people)


# One move of each kind, in every order of its physical steps


def played(folder: Path, *texts: str, board: str = "troika", **options: str) -> TroikaPeople:
    """People who have played these moves."""
    table = Table(folder, options, board=load_board(board), speed=8.0)
    people = TroikaPeople(table, Random(1), clumsy=0)
    for text in texts:
        move = troika.GAME.parse_move(text)
        assert isinstance(move, troika.Lay)
        people.lay(move)
    people.expect()
    return people


BOARDS = pytest.mark.parametrize("board", ["troika", "troika-tags"])
PAUSES = pytest.mark.parametrize("pause", [0, SECOND])


@BOARDS
@PAUSES
@pytest.mark.parametrize("order", list(permutations(["Gl@a1", "Ws@b2"])))
def test_two_pyramids_in_every_order(order: tuple[str, str], pause: int, board: str, tmp_path: Path) -> None:
    """Law (§5, §6): whoever was quicker, the record is that of the rules."""
    people = played(tmp_path, "Wm@b1", board=board, starter="light")
    for text in order:
        people.do(drop(Site(text[3:]), Piece(text[:2])), wait=pause)
    people.wait(SECOND)
    assert written(people.table) == ["Wm@b1", "Gl@a1", "Ws@b2"]


@BOARDS
@PAUSES
def test_two_pyramids_on_one_stack(pause: int, board: str, tmp_path: Path) -> None:
    """Law (§6): the second stands on the first, even before the first was understood."""
    people = played(tmp_path, "Wm@b1", board=board, starter="light")
    for piece in ("Gl", "Ym"):
        people.do(drop(Site("b1"), Piece(piece)), wait=pause)
    people.wait(SECOND)
    assert written(people.table) == ["Wm@b1", "Gl@b1", "Ym@b1"]


@BOARDS
@PAUSES
@pytest.mark.parametrize("piece", ["Wl", "Ks"])
def test_a_real_die_is_told_by_the_first_pyramid(piece: str, pause: int, board: str, tmp_path: Path) -> None:
    """Law (troika §2): whose pyramid it is starts."""
    people = played(tmp_path, board=board)
    people.do(drop(Site("b2"), Piece(piece)), wait=pause)
    people.wait(SECOND)
    assert written(people.table) == ["die:white" if piece == "Wl" else "die:green", f"{piece}@b2"]


@BOARDS
@PAUSES
@pytest.mark.parametrize("order", list(permutations(["b1", "c3", "b2"])))
def test_a_takeback_of_two_in_every_order(
    order: tuple[str, ...], pause: int, board: str, tmp_path: Path
) -> None:
    """Law (§2): the third hand goes to an old pyramid and puts it back."""
    people = played(tmp_path, "Wm@b1", "Gl@a1", "Ws@b2", "Kl@c3", board=board, starter="light")
    for site in order:
        people.do(lift(Site(site)), wait=pause)
    people.do(drop(Site("b1"), Piece("Wm")), wait=2 * SECOND)
    people.put_away()
    assert people.table.moves == ["Wm@b1", "Gl@a1"]


@pytest.mark.parametrize("seed", range(6))
def test_a_training_is_set_up_and_solved_by_hands(seed: int, tmp_path: Path) -> None:
    """Law (troika §11): a task is laid out in any order; wrong answers are no moves."""
    chance = Random(seed)
    board = load_board(chance.choice(["troika", "troika-tags"]))
    task = troika.deal_task(chance.randrange)
    table = Table(tmp_path, {"mode": "training", "task": task}, board=board, seed=seed)
    people = TroikaPeople(table, chance, clumsy=0.5)
    for text in chance.sample(task, 2):
        assert table.state.phase.value == "setup"
        people.do(drop(Site(text[3:]), Piece(text[:2])))
    for _ in range(3):
        people.refused()
        people.expect()
    people.put_back()
    people.expect()
    [answer] = troika.GAME.legal_moves(people.state)
    assert isinstance(answer, troika.Lay)
    people.lay(answer)
    people.expect()
    finish(table, people)
