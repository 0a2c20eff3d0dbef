"""Placing and scoring on the fixed board (ttt3d §4 to §11)."""

from collections.abc import Iterable

import pytest

from triboard.errors import IllegalMoveError
from triboard.rules import ttt3d
from triboard.rules.game import Outcome
from triboard.rules.ttt3d import GAME, Decline, Place, Shelf, State, Turn
from triboard.rules.ttt3d.geometry import HOLES
from triboard.units import Piece, Seat, Side, Site


def after(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.play(state, GAME.parse_move(text))
    return state


def fill(state: State, holes: Iterable[int]) -> State:
    """State after balls of the due colours in these holes."""
    for hole in holes:
        colour = ttt3d.due_colour(state)
        assert colour is not None
        state = GAME.play(state, Place(colour, HOLES[hole]))
    return state


def refusal(state: State, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMoveError) as caught:
        after(state, text)
    return caught.value.code, caught.value.rule


def final_balls(players: int, balls: dict[int, str]) -> State:
    """State after a full game that ends with these balls, the middle of the board (13) last."""
    state = GAME.start({"players": players})
    left = {hole: ball for hole, ball in balls.items() if hole != 13}
    while ttt3d.due_colour(state) is not None:
        due = ttt3d.due_colour(state)
        state = fill(state, [next((hole for hole, ball in left.items() if ball == due), 13)])
        left = {hole: ball for hole, ball in left.items() if state.balls[hole] is None}
    return state


def centre_last(players: int, mover: str, alike: int, others: str, partner: str = "") -> dict[int, str]:
    """Opposite holes paired round the centre: `alike` pairs of the mover's colour, the rest unlike pairs.

    `others` has the first letters of the other balls, each pair unlike; `partner` stands opposite an
    odd ball of the mover.
    """
    colours = {colour[0]: str(colour) for colour in ttt3d.moves.COLOURS if colour != "black"}
    colours |= {"k": "black"}
    pairs = [(mover, mover)] * alike
    if partner:
        pairs.append((mover, colours[partner]))
    pairs += [(colours[a], colours[b]) for a, b in zip(others[::2], others[1::2], strict=True)]
    assert len(pairs) == 13
    balls = {13: mover}
    for hole, (a, b) in enumerate(pairs):
        balls |= {hole: a, 26 - hole: b}
    return balls


def test_a_plain_start_is_three_players_on_an_empty_board() -> None:
    """ttt3d §20: the defaults; a Game is pleasant to start."""
    state = GAME.start()
    assert GAME.scores(state) == (0, 0, 0)
    assert GAME.to_move(state) == 0
    assert GAME.position(state).pieces == {}
    assert GAME.position(state).rims == (0, 0, 0)
    assert GAME.outcome(state) is None
    assert ttt3d.completed(state) == ()
    assert ttt3d.due_colour(GAME.start({"players": 4})) == "white"


def test_sides_play_their_colours_in_order() -> None:
    """ttt3d §20: with 3 to 5 players white, black, red, blue, green."""
    state = GAME.start({"players": 5})
    seen = []
    for hole in range(6):
        seen.append(ttt3d.due_colour(state))
        state = fill(state, [hole])
    assert seen == ["white", "black", "red", "blue", "green", "white"]


def test_two_players_alternate_their_two_colours() -> None:
    """ttt3d §4: one ball a turn, the two colours of a side in turn, first-named first."""
    state = GAME.start({"players": 2})
    seen = []
    for hole in range(6):
        seen.append((GAME.to_move(state), ttt3d.due_colour(state)))
        state = fill(state, [hole])
    assert seen == [(0, "white"), (1, "red"), (0, "black"), (1, "blue"), (0, "white"), (1, "red")]


def test_the_opening_seat_moves_but_colours_stay() -> None:
    """ttt3d §5, §20: `start` names the seat that opens; side 2 is still red."""
    state = GAME.start({"start": 2})
    assert GAME.to_move(state) == 2
    assert ttt3d.due_colour(state) == "red"
    state = after(state, "r@Ab2")
    assert GAME.to_move(state) == 0
    assert ttt3d.due_colour(state) == "white"
    assert GAME.seat_of(state, Side(2)) == Seat(2)


def test_only_the_due_colour_may_be_placed() -> None:
    """ttt3d §4."""
    assert refusal(GAME.start(), "k@Ab2") == ("wrong-colour", "ttt3d §4")
    two = after(GAME.start({"players": 2}), "w@Ab2", "r@Aa1")
    assert refusal(two, "w@Bb2") == ("wrong-colour", "ttt3d §4")


def test_a_hole_takes_one_ball_only() -> None:
    """ttt3d §6."""
    assert refusal(after(GAME.start(), "w@Ab2"), "k@Ab2") == ("hole-taken", "ttt3d §6")


def test_a_hole_that_does_not_exist_takes_no_ball() -> None:
    """ttt3d §1: the move is of the right type but names no hole."""
    with pytest.raises(IllegalMoveError, match="Dd4"):
        GAME.play(GAME.start(), Place(Piece("white"), Site("Dd4")))


def test_nothing_but_balls_is_played_on_the_plain_board() -> None:
    """ttt3d §10, §12, §14: no rims, no calls, nothing to decline."""
    state = after(GAME.start(), "w@Ab2")
    assert refusal(state, "A+") == ("rims-fixed", "ttt3d §12")
    assert refusal(state, "-") == ("nothing-to-decline", "ttt3d §20")
    assert refusal(state, "!0,0") == ("no-calling", "ttt3d §10")
    assert all(isinstance(move, Place) for move in GAME.legal_moves(state))
    assert ttt3d.made(state) is None


def test_three_of_ones_own_colour_score_five() -> None:
    """ttt3d §7."""
    state = after(GAME.start(), "w@Aa1", "k@Ca1", "r@Cb3", "w@Ab1", "k@Bc2", "r@Ca3", "w@Ac1")
    assert GAME.scores(state) == (5, 0, 0)
    (line,) = ttt3d.completed(state)
    assert [HOLES[hole] for hole in line.holes] == ["Aa1", "Ab1", "Ac1"]
    assert (line.points, line.credited, line.missed, line.side) == (5, True, False, 0)


def test_three_different_colours_score_one_for_whoever_completes_the_line() -> None:
    """ttt3d §9: two of the three balls are others'."""
    state = after(GAME.start(), "w@Aa1", "k@Ab1", "r@Ac1")
    assert GAME.scores(state) == (0, 0, 1)
    assert [line.points for line in ttt3d.completed(state)] == [1]


def test_two_alike_and_another_score_nothing() -> None:
    """ttt3d §7: whoever owns the two."""
    own = after(GAME.start(), "w@Aa1", "k@Ab1", "r@Ca2", "w@Ac1")
    assert GAME.scores(own) == (0, 0, 0)
    others = after(GAME.start(), "w@Ab1", "k@Cb3", "r@Ba3", "w@Ac1", "k@Aa1")
    assert GAME.scores(others) == (0, 0, 0)
    assert ttt3d.completed(others) == ()


def test_two_colours_of_one_player_are_two_colours() -> None:
    """ttt3d §8: white, black and red of two players are three different colours."""
    state = after(GAME.start({"players": 2}), "w@Aa1", "r@Ab1", "k@Ac1")
    assert GAME.scores(state) == (1, 0)
    mixed = after(GAME.start({"players": 2}), "w@Aa1", "r@Ca2", "k@Ab1", "b@Bc3", "w@Ac1")
    assert GAME.scores(mixed) == (0, 0)


def test_one_ball_scores_every_line_it_completes() -> None:
    """ttt3d §7: a white corner closes a white row and a line of three colours."""
    state = after(GAME.start(), "w@Ab1", "k@Ba1", "r@Ca1", "w@Ac1", "k@Cc3", "r@Cb1", "w@Aa1")
    assert GAME.scores(state) == (6, 0, 0)
    assert sorted(line.points for line in ttt3d.completed(state)) == [1, 5]


@pytest.mark.parametrize(
    ("players", "balls", "points"),
    [
        (4, centre_last(4, "red", 3, "wkwkwkwkwbwbwbkbkbkb"), 25),
        (5, centre_last(5, "black", 2, "wrwrwrwrwrwgbgbgbgbg", "b"), 20),
    ],
)
def test_the_most_points_of_one_ball_can_be_reached(players: int, balls: dict[int, str], points: int) -> None:
    """ttt3d §11: 25 with four players, 20 with five; vectors reach 25 and 29 with two and three."""
    state = final_balls(players, balls)
    assert [state.balls[hole] for hole in range(27)] == [balls[hole] for hole in range(27)]
    last = ttt3d.completed(state)
    assert sum(line.points for line in last) == points
    assert state.last is not None
    assert len(state.last.lines) == 13


def test_the_game_ends_when_all_holes_are_filled() -> None:
    """ttt3d §6: no move is left, and each kind of move is refused."""
    state = fill(GAME.start(), range(26))
    assert GAME.outcome(state) is None
    state = fill(state, [26])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == "full"
    assert GAME.to_move(state) is None
    assert ttt3d.due_colour(state) is None
    assert list(GAME.legal_moves(state)) == []
    assert refusal(state, "w@Ab2") == ("board-full", "ttt3d §6")
    for move in (Turn(Shelf(0), 1), Decline(), ttt3d.Call(0, 0)):
        with pytest.raises(IllegalMoveError):
            GAME.play(state, move)


def test_ties_stand_and_every_leader_wins() -> None:
    """ttt3d §6: nobody calls anything, so all three share the win with no points."""
    state = fill(GAME.start({"calling": "strict"}), range(27))
    state = after(state, "!0,0")
    assert GAME.outcome(state) == Outcome((Side(0), Side(1), Side(2)), (Seat(0), Seat(1), Seat(2)), "full")


def test_messages_name_the_rule_and_what_to_do() -> None:
    """A child reads the message; a program reads code and rule."""
    with pytest.raises(IllegalMoveError) as caught:
        after(GAME.start(), "k@Ab2")
    assert str(caught.value) == "The next ball must be white, and this one is black. (ttt3d §4)"
