"""Calling one's points (ttt3d §10)."""

import pytest

from triboard.errors import IllegalMoveError
from triboard.rules import ttt3d
from triboard.rules.game import OptionValue
from triboard.rules.ttt3d import GAME, Call, Place, State
from triboard.rules.ttt3d.geometry import HOLES

STRICT: dict[str, OptionValue] = {"calling": "strict"}
FIVE_AND_ONE = ("w@Ab1", "k@Ba1", "r@Ca1", "w@Ac1", "k@Cc3", "r@Cb1", "w@Aa1")
"""White closes one line of five and one of one point."""

THREE_ONES = ("w@Cb3", "k@Ab1", "r@Ac1", "w@Bc3", "k@Ba1", "r@Ca1", "w@Cc2", "k@Aa2", "r@Aa3", "w@Aa1")
"""White closes three lines of one point."""


def after(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.play(state, GAME.parse_move(text))
    return state


def refusal(state: State, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMoveError) as caught:
        after(state, text)
    return caught.value.code, caught.value.rule


def full(state: State) -> State:
    """State after balls in all holes, nobody calling."""
    for site in HOLES:
        colour = ttt3d.due_colour(state)
        assert colour is not None
        state = GAME.play(state, Place(colour, site))
    return state


def test_auto_credits_every_point_at_once() -> None:
    """ttt3d §10, option auto."""
    state = after(GAME.start(), *FIVE_AND_ONE)
    assert GAME.scores(state) == (6, 0, 0)
    assert ttt3d.made(state) is None


def test_nothing_is_credited_before_the_call() -> None:
    """ttt3d §10: the window is open, the lines are neither credited nor missed."""
    state = after(GAME.start(STRICT), *FIVE_AND_ONE)
    assert GAME.scores(state) == (0, 0, 0)
    assert ttt3d.made(state) == (1, 1)
    assert [(line.credited, line.missed) for line in ttt3d.completed(state)] == [(False, False)] * 2
    assert ttt3d.missed(state) == ()


def test_the_next_player_is_to_move_while_the_mover_may_still_call() -> None:
    """ttt3d §10: until the next player acts; moves are those of the next player and 196 calls."""
    state = after(GAME.start(STRICT), *FIVE_AND_ONE)
    assert GAME.to_move(state) == 1
    moves = list(GAME.legal_moves(state))
    calls = [move for move in moves if isinstance(move, Call)]
    assert len(calls) == 14 * 14
    assert len(moves) - len(calls) == 20
    assert {move.colour for move in moves if isinstance(move, Place)} == {"black"}


@pytest.mark.parametrize(
    ("call", "points"),
    [("!1,1", 6), ("!1,0", 5), ("!0,1", 1), ("!0,0", 0), ("!2,1", 1), ("!1,2", 5), ("!13,13", 0)],
)
def test_of_each_kind_a_call_earns_what_was_made_and_not_overcalled(call: str, points: int) -> None:
    """ttt3d §10: credited = called if called <= made, else 0, for each kind by itself."""
    state = after(GAME.start(STRICT), *FIVE_AND_ONE, call)
    assert GAME.scores(state) == (points, 0, 0)
    credit = sum(line.points for line in ttt3d.completed(state) if line.credited)
    assert credit == points
    assert sum(line.points for line in ttt3d.missed(state)) == 6 - points


def test_calling_fewer_than_made_earns_only_those_called() -> None:
    """ttt3d §10: the first lines count as those called."""
    state = after(GAME.start(STRICT), *THREE_ONES)
    assert ttt3d.made(state) == (0, 3)
    called = after(state, "!0,1")
    assert GAME.scores(called) == (1, 0, 0)
    assert [line.credited for line in ttt3d.completed(called)] == [True, False, False]


def test_a_turn_is_called_once() -> None:
    """ttt3d §10: at most one call a turn; then only the next player's moves are left."""
    state = after(GAME.start(STRICT), *FIVE_AND_ONE, "!1,0")
    assert refusal(state, "!0,1") == ("called-already", "ttt3d §10")
    assert ttt3d.made(state) is None
    assert not any(isinstance(move, Call) for move in GAME.legal_moves(state))
    assert GAME.to_move(state) == 1


def test_calling_nothing_also_uses_up_the_call() -> None:
    """ttt3d §10: `!0,0` declines."""
    state = after(GAME.start(STRICT), *FIVE_AND_ONE, "!0,0")
    assert refusal(state, "!1,1") == ("called-already", "ttt3d §10")


def test_a_call_may_be_absent_and_the_points_are_lost() -> None:
    """ttt3d §10: the next move closes the window; the board then shows which lines were missed."""
    state = after(GAME.start(STRICT), *FIVE_AND_ONE, "k@Bb3")
    assert GAME.scores(state) == (0, 0, 0)
    assert sorted(line.points for line in ttt3d.missed(state)) == [1, 5]
    assert all(line.missed and line.side == 0 for line in ttt3d.missed(state))
    later = after(state, "!0,0")
    assert GAME.scores(later) == (0, 0, 0)
    assert ttt3d.missed(later) == ()


def test_lines_missed_at_a_call_are_not_shown_again() -> None:
    """ttt3d §10: they were shown when the call closed the window."""
    state = after(GAME.start(STRICT), *FIVE_AND_ONE, "!1,0")
    assert [line.points for line in ttt3d.missed(state)] == [1]
    assert ttt3d.missed(after(state, "k@Bb3")) == ()


def test_a_call_belongs_to_the_mover_of_the_turn_just_made() -> None:
    """ttt3d §10: the points go to white although black is to move."""
    state = after(GAME.start(STRICT), *FIVE_AND_ONE, "!1,1", "k@Bb3", "!0,0")
    assert GAME.scores(state) == (6, 0, 0)


def test_nobody_calls_before_the_first_ball() -> None:
    """ttt3d §10: a call is for the turn just made."""
    state = GAME.start(STRICT)
    assert refusal(state, "!0,0") == ("nothing-to-call", "ttt3d §10")
    assert len(list(GAME.legal_moves(state))) == 27


def test_a_turn_that_made_nothing_may_be_called_too() -> None:
    """ttt3d §10: the board keeps silent, so a mistaken call is possible and earns nothing."""
    state = after(GAME.start(STRICT), "w@Ab2", "!1,0")
    assert GAME.scores(state) == (0, 0, 0)


@pytest.mark.parametrize("call", [Call(14, 0), Call(0, 14), Call(-1, 0), Call(0, -1)])
def test_a_call_has_0_to_13_lines_of_each_kind(call: Call) -> None:
    """ttt3d §10."""
    state = after(GAME.start(STRICT), "w@Ab2")
    with pytest.raises(IllegalMoveError) as caught:
        GAME.play(state, call)
    assert caught.value.code == "call-too-many"


def test_after_the_last_ball_the_outcome_stays_open_until_a_call() -> None:
    """ttt3d §10: possibly of nothing; the last mover is to move and nothing but calls is legal."""
    state = full(GAME.start(STRICT))
    assert GAME.outcome(state) is None
    assert GAME.to_move(state) == 2
    assert ttt3d.due_colour(state) is None
    assert len(list(GAME.legal_moves(state))) == 196
    assert refusal(state, "w@Ab2") == ("board-full", "ttt3d §6")
    made = ttt3d.made(state)
    assert made is not None
    called = GAME.play(state, Call(*made))
    assert GAME.scores(called) == (0, 0, 5 * made.fives + made.ones)
    outcome = GAME.outcome(called)
    assert outcome is not None
    assert outcome.winners == (2,)
    declined = after(state, "!0,0")
    assert GAME.outcome(declined) is not None
    assert GAME.to_move(declined) is None
    assert sum(line.points for line in ttt3d.missed(declined)) == 5 * made.fives + made.ones
    assert refusal(declined, "!0,0") == ("called-already", "ttt3d §10")
