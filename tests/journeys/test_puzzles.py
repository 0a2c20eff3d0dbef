"""Puzzles: the live count, the warning at a chosen patience, the hint that tells which tile to take out."""

from pathlib import Path
from typing import Any

import pytest
from tests.field_reports.common import Played

from triboard.app.config import Config
from triboard.errors import ConfigurationError
from triboard.light.scene import Role
from triboard.rules import trioker
from triboard.session.events import ButtonPressed, NewGameAsked, PatienceAsked
from triboard.session.house import House
from triboard.session.rivals import Terms, Ways
from triboard.units import SECOND, Duration

OPTIONS: dict[str, Any] = {
    "mode": "puzzle",
    "outline": ["U3,3", "D3,3", "U4,3", "U3,4"],
    "tiles": ["000", "001", "002", "003", "111"],
}


def table(folder: Path, patience: float | None = 3) -> Played:
    kept = None if patience is None else Duration(int(patience * SECOND))
    return Played(folder, OPTIONS, board="trioker", terms=Terms(patience=kept))


def ways_of(game: Played) -> Ways | None:
    """The count (a call, so that a checker knows that it changes)."""
    return game.state.ways


def patience_of(game: Played) -> Duration | None:
    """How long the board waits now (a call, for the same reason)."""
    return game.state.terms.patience


def first_dead_end() -> tuple[str, str]:
    """A placement after which there is no way, found by the exact solver."""
    state = trioker.GAME.start(OPTIONS)
    for move in trioker.GAME.legal_moves(state):
        after = trioker.GAME.play(state, move)
        assert isinstance(after, trioker.PuzzleState)
        if trioker.remaining(after).solutions == 0:
            cell, text = trioker.GAME.format_move(move).split(":")
            return cell, text
    raise AssertionError("every first tile leads on")


def test_the_count_follows_every_tile_and_no_way_is_told_after_patience(tmp_path: Path) -> None:
    """Law (issue 9 point 10): the number of ways left is told after every tile; where there is none the board
    waits as long as it was told, then blinks and says so; HINT tells which tile to take out, and then the
    count is that of the solver again."""
    game = table(tmp_path)
    game.wait(2)
    start = trioker.GAME.start(OPTIONS)
    assert isinstance(start, trioker.PuzzleState)
    whole = trioker.remaining(start)
    assert whole.solutions > 1
    ways = ways_of(game)
    assert ways is not None
    assert (ways.count, ways.exact) == (whole.solutions, True)
    assert f"{whole.solutions} ways" in str(game.view["ways"]["text"])
    cell, text = first_dead_end()
    game.drop(cell, text)
    game.wait(1)
    ways = ways_of(game)
    assert ways is not None
    assert ways.hopeless
    assert not ways.warned
    assert game.lit(Role.MISSED) == set()
    game.wait(3)
    assert "no way from here" in game.says
    assert len(game.lit(Role.MISSED)) == 3
    assert game.moves == [f"{cell}:{text}"], "nothing is forbidden"
    for _ in range(2):
        game.daemon.post(ButtonPressed(game.run.now, "HINT"))  # of the page: this board has no such button
        game.wait(2)
    assert f"off {cell}" in game.says
    assert game.lit(Role.CHOICE) == {cell}
    game.lift(cell)
    game.wait(3)
    ways = ways_of(game)
    assert ways is not None
    assert ways.count == whole.solutions
    assert game.lit(Role.MISSED) == set()
    game.close()


def test_patience_is_chosen_and_kept(tmp_path: Path) -> None:
    """Law: from at once to never, also in the middle of a puzzle; the journal keeps it."""
    cell, text = first_dead_end()
    game = table(tmp_path, None)
    game.drop(cell, text)
    game.wait(60)
    assert "no way" not in game.says
    game.daemon.post(PatienceAsked(game.run.now, Duration(0)))
    game.wait(0.5)
    assert "no way from here" in game.says
    again = Played(tmp_path, {}, board="trioker")
    assert again.state.terms.patience == 0
    again.wait(3)
    assert "no way from here" in again.says
    again.close()


@pytest.mark.parametrize(
    ("text", "seconds"), [("10 s", 10), ("0", 0), ("30", 30), ("90s", 90), ("2 min", 120), ("never", None)]
)
def test_patience_is_written_with_or_without_a_unit(text: str, seconds: int | None) -> None:
    """Law: settings and command line say how long, in seconds or minutes, or never."""
    assert Config(patience=text).terms.patience == (None if seconds is None else seconds * SECOND)


@pytest.mark.parametrize("text", ["", "soon", "-1", "1.5", "3601", "61 min", "10 h", "٣"])
def test_a_strange_patience_is_refused_with_the_remedy(text: str) -> None:
    """Law: what is no time names its place and how to write one."""
    with pytest.raises(
        ConfigurationError, match=r"--patience.*is no time to wait.*up to 3600, like 30, or never"
    ):
        _ = Config(patience=text).terms


def test_an_exhibit_goes_back_to_the_patience_of_the_house(tmp_path: Path) -> None:
    """Law: what a visitor chose is forgotten when everybody is gone, and a new game of a page says nothing
    of it."""
    wanted = Terms(patience=Duration(30 * SECOND))
    house = House(idle=Duration(90 * SECOND), options=OPTIONS, terms=wanted)
    game = Played(tmp_path, OPTIONS, board="trioker", terms=wanted, house=house)
    game.daemon.post(PatienceAsked(game.run.now, None))
    game.daemon.post(NewGameAsked(game.run.now, OPTIONS, Terms()))
    game.wait(2)
    assert patience_of(game) is None
    game.wait(120)
    assert game.state.visit.resets == 1
    assert patience_of(game) == 30 * SECOND
    game.close()


def test_a_count_that_fails_is_not_known_and_warns_of_nothing(tmp_path: Path) -> None:
    """Law: the engines' process may crash under a count; the puzzle goes on."""
    game = table(tmp_path, 0)
    cell, text = first_dead_end()
    game.suffer("engine-crash")
    game.drop(cell, text)
    game.wait(3)
    ways = ways_of(game)
    assert ways is not None
    assert (ways.count, ways.exact) == (0, False)
    assert "no way" not in game.says
    game.lift(cell)
    game.wait(3)
    ways = ways_of(game)
    assert ways is not None
    assert ways.exact
    game.close()
