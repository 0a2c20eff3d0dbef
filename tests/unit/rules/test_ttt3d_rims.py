"""Turning rims, instead of a ball and after it (ttt3d §12 to §19)."""

import pytest

from triboard.errors import IllegalMoveError
from triboard.rules import ttt3d
from triboard.rules.game import OptionValue
from triboard.rules.ttt3d import GAME, Decline, Place, Shelf, State, Turn
from triboard.rules.ttt3d.geometry import HOLES
from triboard.rules.ttt3d.state import Worth

INSTEAD: dict[str, OptionValue] = {"rims": True}
AFTER: dict[str, OptionValue] = {"rims": True, "rim_turn": "after"}
STRICT_AFTER: dict[str, OptionValue] = {**AFTER, "calling": "strict"}
ONE_EACH = ("w@Aa1", "k@Bb2", "r@Ca1")
"""A ball on every shelf, no line."""


def after(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.play(state, GAME.parse_move(text))
    return state


def refusal(state: State, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMoveError) as caught:
        after(state, text)
    return caught.value.code, caught.value.rule


def legal(state: State) -> set[str]:
    return {GAME.format_move(move) for move in GAME.legal_moves(state)}


def worths(state: State) -> list[Worth]:
    assert state.last is not None
    return [line.worth for line in state.last.lines]


def full_but_one(state: State) -> State:
    """State with every hole but the last filled, no rim ever turned, nobody calling."""
    for site in HOLES[:26]:
        if Decline() in GAME.legal_moves(state):
            state = GAME.play(state, Decline())
        colour = ttt3d.due_colour(state)
        assert colour is not None
        state = GAME.play(state, Place(colour, site))
    return after(state, "-") if Decline() in GAME.legal_moves(state) else state


def test_a_clockwise_turn_carries_the_far_left_corner_to_the_far_right() -> None:
    """ttt3d §12: (row, col) to (col, 2 - row); the position names holes in the room (§13)."""
    state = after(GAME.start(INSTEAD), "w@Aa1", "k@Ba1", "r@Ca1", "A+")
    assert set(GAME.position(state).pieces) == {"Ac1", "Ba1", "Ca1"}
    assert GAME.position(state).rims == (1, 0, 0)
    back = after(state, "A-")
    assert set(GAME.position(back).pieces) == {"Aa1", "Ba1", "Ca1"}
    assert GAME.position(back).rims == (0, 0, 0)


def test_the_centre_never_moves() -> None:
    """ttt3d §12."""
    state = after(GAME.start(INSTEAD), "w@Aa1", "k@Bb2", "r@Ca1", "B+")
    assert GAME.position(state).pieces[HOLES[13]] == ("black",)


def test_no_rim_turns_before_every_shelf_holds_a_ball() -> None:
    """ttt3d §15."""
    state = GAME.start(INSTEAD)
    for text in ONE_EACH:
        assert refusal(state, "A+") == ("empty-shelf", "ttt3d §15")
        assert not legal(state) & {"A+", "A-", "B+", "B-", "C+", "C-"}
        state = after(state, text)
    assert legal(state) >= {"A+", "A-", "B+", "B-", "C+", "C-"}


def test_nobody_turns_on_two_consecutive_turns_of_their_own() -> None:
    """ttt3d §15: under `instead`; others may, and a ball between frees the rim again."""
    state = after(GAME.start(INSTEAD), *ONE_EACH, "A+", "B+", "C-")
    assert GAME.to_move(state) == 0
    assert refusal(state, "A-") == ("rim-twice", "ttt3d §15")
    assert "A-" not in legal(state)
    assert refusal(after(state, "w@Ab2"), "A-") == ("rim-twice", "ttt3d §15")
    freed = after(state, "w@Ab2", "k@Cb2", "r@Ba1")
    assert "A-" in legal(freed)


def test_after_the_27th_ball_no_rim_turns() -> None:
    """ttt3d §15, §19: under both options the turn ends with the ball, called or not."""
    for options in (INSTEAD, AFTER, STRICT_AFTER):
        state = full_but_one(GAME.start(options))
        colour = ttt3d.due_colour(state)
        assert colour is not None
        ended = GAME.play(state, Place(colour, HOLES[26]))
        assert refusal(ended, "A+") == ("rim-after-last-ball", "ttt3d §15")
        assert refusal(ended, "-") == ("nothing-to-decline", "ttt3d §20")
        assert (GAME.outcome(ended) is None) == (options is STRICT_AFTER)


def test_under_instead_a_rim_is_a_whole_turn() -> None:
    """ttt3d §14: the next player moves on; there is nothing to decline."""
    state = after(GAME.start(INSTEAD), *ONE_EACH)
    assert refusal(state, "-") == ("nothing-to-decline", "ttt3d §20")
    assert GAME.to_move(after(state, "A+")) == 1


def test_two_players_keep_the_due_colour_over_a_rim() -> None:
    """ttt3d §18: colours alternate on placements only."""
    state = after(GAME.start({"players": 2, "rims": True}), "w@Aa1", "r@Bb2", "k@Ca1")
    assert ttt3d.due_colour(state) == "blue"
    turned = after(state, "A+")
    assert ttt3d.due_colour(turned) == "white"
    assert ttt3d.due_colour(after(turned, "w@Ab2")) == "blue"


def test_a_turn_scores_lines_it_forms() -> None:
    """ttt3d §16: the rim carries white from Aa3 to Aa1, under black and red."""
    state = after(GAME.start(INSTEAD), "w@Aa3", "k@Ba1", "r@Ca1", "A+")
    assert GAME.scores(state) == (1, 0, 0)
    assert [line.points for line in ttt3d.completed(state)] == [1]
    assert [HOLES[hole] for hole in ttt3d.completed(state)[0].holes] == ["Aa1", "Ba1", "Ca1"]


def test_a_turn_never_scores_a_line_within_a_shelf() -> None:
    """ttt3d §13: such a triple stood in a line before the turn."""
    state = after(GAME.start(INSTEAD), "w@Aa1", "k@Ab1", "r@Ac1", "w@Bb2", "k@Cb2")
    assert GAME.scores(state) == (0, 0, 1)
    assert GAME.scores(after(state, "A+")) == (0, 0, 1)


def test_a_triple_scores_once_however_often_it_is_turned_back() -> None:
    """ttt3d §17: turning to and fro earns nothing, for anyone; points are never taken back."""
    state = after(GAME.start(INSTEAD), "w@Aa3", "k@Ba1", "r@Ca1", "A+")
    away = after(state, "A-")
    assert GAME.scores(away) == (1, 0, 0)
    again = after(away, "A+")
    assert GAME.scores(again) == (1, 0, 0)
    assert worths(again) == [Worth.SPENT]


def test_a_triple_spent_by_a_ball_is_spent_for_rims() -> None:
    """ttt3d §17: formed by a placement, broken up, formed again."""
    state = after(GAME.start(INSTEAD), "w@Aa1", "k@Ba1", "r@Ca1", "A+", "A-")
    assert GAME.scores(state) == (0, 0, 1)
    assert worths(state) == [Worth.SPENT]


def test_an_uncalled_triple_is_spent_too() -> None:
    """ttt3d §17: called or not."""
    options: dict[str, OptionValue] = {**INSTEAD, "calling": "strict"}
    state = after(GAME.start(options), "w@Aa3", "k@Ba1", "r@Ca1", "A+", "A-", "A+")
    assert ttt3d.made(state) == (0, 0)
    assert worths(state) == [Worth.SPENT]


def test_three_alike_of_another_player_score_nothing_and_are_not_spent() -> None:
    """ttt3d §17: their owner may still form them and score five."""
    start = GAME.start({"players": 3, "rims": True})
    state = after(start, "w@Aa3", "k@Cb2", "r@Bb1", "w@Ba1", "k@Ac2", "r@Cb3", "w@Ca1", "A+")
    assert worths(state) == [Worth.FOREIGN]
    assert GAME.scores(state) == (0, 0, 0)
    assert ttt3d.completed(state) == ()
    owner = after(state, "A-", "A+")
    assert GAME.scores(owner) == (5, 0, 0)
    assert worths(owner) == [Worth.FIVE]


def test_three_of_the_colour_not_due_score_five_for_their_owner() -> None:
    """ttt3d §16: one of the mover's colours is enough with two players."""
    start = GAME.start({"players": 2, "rims": True})
    balls = ("w@Aa3", "r@Cb2", "k@Bb1", "b@Ac2", "w@Ba1", "r@Cb3", "k@Ab2", "b@Bc3", "w@Ca1", "r@Bb3")
    state = after(start, *balls)
    assert ttt3d.due_colour(state) == "black"
    turned = after(state, "A+")
    assert Worth.FIVE in worths(turned)


def test_an_ill_formed_turn_is_refused() -> None:
    """ttt3d §12, §14: three rims, one detent."""
    state = after(GAME.start(INSTEAD), *ONE_EACH)
    for move in (Turn(Shelf(3), 1), Turn(Shelf(-1), 1), Turn(Shelf(0), 2), Turn(Shelf(0), 0)):
        with pytest.raises(IllegalMoveError):
            GAME.play(state, move)


def test_under_after_the_ball_comes_first() -> None:
    """ttt3d §14."""
    state = after(GAME.start(AFTER), *ONE_EACH, "-")
    assert refusal(state, "A+") == ("ball-first", "ttt3d §14")
    assert refusal(state, "-") == ("nothing-to-decline", "ttt3d §20")


def test_under_after_the_turn_ends_with_the_ball_where_no_rim_may_turn() -> None:
    """ttt3d §19, §20: a shelf is still empty, so no `-` is written."""
    state = after(GAME.start(AFTER), "w@Aa1")
    assert GAME.to_move(state) == 1
    assert refusal(state, "-") == ("nothing-to-decline", "ttt3d §20")


def test_under_after_the_mover_turns_a_rim_or_declines() -> None:
    """ttt3d §14, §20: the ball that fills the third shelf already allows a rim."""
    state = after(GAME.start(AFTER), *ONE_EACH)
    assert GAME.to_move(state) == 2
    assert legal(state) == {"A+", "A-", "B+", "B-", "C+", "C-", "-"}
    assert ttt3d.due_colour(state) is None
    assert refusal(state, "w@Ab2") == ("rim-or-decline", "ttt3d §14")
    assert GAME.to_move(after(state, "-")) == 0
    assert GAME.to_move(after(state, "C-")) == 0


def test_under_after_a_rim_may_follow_every_ball() -> None:
    """ttt3d §15: the limit of consecutive turns is for `instead` only."""
    state = after(GAME.start(AFTER), *ONE_EACH, "A+", "w@Ab2", "A+", "k@Bc1", "A+", "r@Cb1", "A+")
    assert GAME.position(state).rims == (0, 0, 0)
    assert "A+" in legal(after(state, "w@Bb1"))


def test_under_after_lines_of_the_ball_score_before_lines_of_the_rim() -> None:
    """ttt3d §14: both belong to one turn."""
    state = after(GAME.start(AFTER), "w@Aa3", "k@Ab3", "r@Ba1", "w@Cb1", "-", "k@Ca1", "-", "r@Ac3")
    assert GAME.scores(state) == (0, 0, 1)
    turned = after(state, "A+")
    assert GAME.scores(turned) == (0, 0, 2)
    named = [[HOLES[hole] for hole in line.holes] for line in ttt3d.completed(turned)]
    assert named == [["Aa3", "Ab3", "Ac3"], ["Aa1", "Ba1", "Ca1"]]


def test_under_strict_the_call_comes_after_the_rim_and_covers_the_whole_turn() -> None:
    """ttt3d §10, §14: ball and rim together; the ball alone opens no window while a rim may follow."""
    start = GAME.start(STRICT_AFTER)
    state = after(start, "w@Aa3", "k@Ab3", "r@Ba1", "w@Cb1", "-", "k@Ca1", "-", "r@Ac3")
    assert refusal(state, "!0,1") == ("turn-unfinished", "ttt3d §10")
    assert ttt3d.made(state) is None
    assert [line.credited or line.missed for line in ttt3d.completed(state)] == [False]
    turned = after(state, "A+")
    assert ttt3d.made(turned) == (0, 2)
    assert GAME.scores(after(turned, "!0,2")) == (0, 0, 2)
    declined = after(state, "-")
    assert ttt3d.made(declined) == (0, 1)
    assert GAME.scores(after(declined, "!0,1")) == (0, 0, 1)


def test_under_strict_a_rim_instead_of_a_ball_closes_the_window_before_and_opens_its_own() -> None:
    """ttt3d §10: turning a rim is acting."""
    options: dict[str, OptionValue] = {**INSTEAD, "calling": "strict"}
    state = after(GAME.start(options), "w@Aa1", "k@Ba1", "r@Ca1")
    assert legal(state) >= {"A+", "!0,1"}
    turned = after(state, "B+")
    assert [line.points for line in ttt3d.missed(turned)] == [1]
    assert ttt3d.made(turned) == (0, 0)
    assert refusal(after(turned, "!0,0"), "!0,0") == ("called-already", "ttt3d §10")


def test_missed_lines_stay_shown_until_the_next_turn_is_over() -> None:
    """ttt3d §10: under `after` the next player's rim or `-` belongs to the same turn as the ball."""
    state = after(GAME.start(STRICT_AFTER), "w@Aa1", "k@Ba1", "r@Ca1", "-", "w@Bb2")
    assert [line.points for line in ttt3d.missed(state)] == [1]
    assert [line.points for line in ttt3d.missed(after(state, "B+"))] == [1]
    assert ttt3d.missed(after(state, "B+", "!0,0")) == ()
