"""Whole games against opponents on the simulated board: they ask, hands carry out, the record is right."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.field_reports.common import Played
from tests.journeys.people_base import kept
from tests.journeys.servant import Servant

from triboard.board.load import load_board
from triboard.opponents.engine import Grade
from triboard.opponents.games import INSIGHTS
from triboard.rules.chance import dealt
from triboard.rules.registry import GAMES
from triboard.session.clock import ClockTerms
from triboard.session.rivals import Terms
from triboard.session.state import Phase
from triboard.units import Seat

TABLES = [
    pytest.param("ttt3d", {"players": 2}, [1], marks=pytest.mark.long),
    ("ttt3d", {"players": 3, "calling": "strict"}, [0, 2]),
    pytest.param("ttt3d", {"players": 2, "rims": True, "rim_turn": "after"}, [0], marks=pytest.mark.long),
    ("troika", {"starter": "dark"}, [1]),
    pytest.param("trike", {"size": 7}, [0], marks=pytest.mark.long),
    ("trike", {"size": 7}, [1]),
    ("trioker", {}, [1]),
    ("trioker", {"mode": "rapid", "players": 3}, [0, 2]),
]


@pytest.mark.parametrize(("name", "options", "seats"), TABLES, ids=str)
def test_a_whole_game_against_opponents(
    name: str, options: dict[str, Any], seats: list[int], tmp_path: Path
) -> None:
    """Law (issue 9 point 6): each move of an opponent is shown, carried out by a person, recorded once and
    kept; silent ones need no hands; the game ends as the rules say."""
    board = load_board(name, 7 if name == "trike" else None)
    full = dealt(GAMES[name], options, Random(5).randrange)
    terms = Terms({Seat(seat): Grade(1 + seat % 2) for seat in seats}, ClockTerms.parse("60+1"))
    game = Played(tmp_path, full, board=board, terms=terms, speed=4)
    servant = Servant(game, Random(3))
    servant.play_game()
    assert game.phase() is Phase.FINISHED
    assert servant.carried_out >= 2
    insight, state = INSIGHTS[name], GAMES[name].start(full)
    for move in game.state.moves:
        state = insight.game.play(state, move)
    assert insight.game.outcome(state) is not None
    assert kept(game) == game.moves
    assert game.state.thought is None
    game.close()
