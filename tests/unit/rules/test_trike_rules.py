"""Trike, one test for each point of its rules page where a game could go wrong."""

import copy
import pickle
from collections import Counter
from random import Random

import pytest

from triboard.errors import ConfigurationError, IllegalMoveError, NotationError
from triboard.rules import trike
from triboard.rules.game import Game, OptionValue, Outcome, Position
from triboard.rules.trike import (
    BLACK,
    GAME,
    SWAP,
    WHITE,
    Cell,
    Move,
    Place,
    State,
    cells,
    neighbours,
    playout,
)
from triboard.units import Piece, Seat, Side, Site


def after(*texts: str, **options: OptionValue) -> State:
    """State after these moves."""
    state = GAME.start(options)
    for text in texts:
        state = GAME.play(state, GAME.parse_move(text))
    return state


def refusal(state: State, text: str) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.play(state, GAME.parse_move(text))
    return caught.value


def test_the_module_value_is_a_game() -> None:
    """The seam: `GAME` satisfies `Game[State, Move]` without a base class."""
    game: Game[State, Move] = trike.GAME
    assert (game.name, game.modes) == ("trike", ())
    assert {name: option.default for name, option in game.options.items()} == {"size": 7, "swap": True}


@pytest.mark.parametrize("size", [1, 2, 7, 19, 26])
def test_a_board_of_side_n_has_a_triangular_number_of_cells(size: int) -> None:
    """trike §1: row r holds r + 1 cells."""
    assert len(cells(size)) == len(GAME.legal_moves(GAME.start({"size": size}))) == size * (size + 1) // 2
    assert (cells(size)[0], len(set(cells(size)))) == ("a1", len(cells(size)))


def test_the_largest_board_ends_at_z26() -> None:
    """trike §1, §8: 26 rows have 26 letters."""
    assert cells(26)[-1] == "z26"


def test_neighbours_are_the_six_of_the_rules() -> None:
    """trike §2: (r-1,c-1), (r-1,c), (r,c-1), (r,c+1), (r+1,c), (r+1,c+1) where on the board."""
    assert neighbours(Site("c2"), 7) == ("b1", "b2", "c1", "c3", "d2", "d3")
    assert neighbours(Site("a1"), 7) == ("b1", "b2")
    assert neighbours(Site("g1"), 7) == ("f1", "g2")
    assert neighbours(Site("a1"), 1) == ()
    with pytest.raises(NotationError, match="no cell h1"):
        neighbours(Site("h1"), 7)


def test_black_opens_anywhere_with_a_black_checker_under_the_pawn() -> None:
    """trike §4: the opening."""
    state = after("d2")
    assert GAME.to_move(GAME.start()) == BLACK
    assert GAME.position(state) == Position({Site("d2"): (Piece("black"), Piece("pawn"))})
    assert (GAME.to_move(state), GAME.scores(state)) == (WHITE, (1, 0))


def test_before_the_opening_nothing_stands_and_nothing_counts() -> None:
    """trike §4, §7."""
    assert (GAME.position(GAME.start()), GAME.scores(GAME.start())) == (Position({}), (0, 0))
    assert GAME.outcome(GAME.start()) is None


def test_the_pawn_leaves_its_checkers_behind() -> None:
    """trike §5: a checker of the mover's colour, then the pawn on top of it."""
    assert GAME.position(after("d2", "d4", "f4")).pieces == {
        "d2": ("black",),
        "d4": ("white",),
        "f4": ("black", "pawn"),
    }


def test_the_swap_crosses_seats_and_moves_nothing() -> None:
    """trike §4: White takes Black's side; the other player moves as White."""
    opened = after("d2")
    swapped = GAME.play(opened, SWAP)
    assert GAME.position(swapped) == GAME.position(opened)
    assert GAME.scores(swapped) == GAME.scores(opened)
    assert [GAME.seat_of(opened, side) for side in (BLACK, WHITE)] == [0, 1]
    assert [GAME.seat_of(swapped, side) for side in (BLACK, WHITE)] == [1, 0]
    assert GAME.to_move(swapped) == WHITE
    assert GAME.position(GAME.play(swapped, GAME.parse_move("d1"))).pieces[Site("d1")] == ("white", "pawn")


def test_the_swap_is_offered_at_that_moment_only() -> None:
    """trike §4: not before the opening, not later, not twice."""
    assert SWAP not in GAME.legal_moves(GAME.start())
    assert SWAP in GAME.legal_moves(after("d2"))
    assert SWAP not in GAME.legal_moves(after("d2", "swap"))
    assert SWAP not in GAME.legal_moves(after("d2", "d3"))
    assert SWAP not in GAME.legal_moves(after("d2", swap=False))
    assert refusal(GAME.start(), "swap").code == "swap-early"
    assert refusal(after("d2", "swap"), "swap").code == "swap-twice"
    assert refusal(after("d2", "swap", "d3"), "swap").code == "swap-twice"
    assert refusal(after("d2", "d3"), "swap").code == "swap-closed"
    assert refusal(after("d2", swap=False), "swap").code == "swap-closed"


def test_a_board_of_one_cell_ends_at_once_without_a_swap() -> None:
    """trike §1: size 1; the opener wins by the checker under the pawn."""
    state = after("a1", size=1)
    assert GAME.outcome(state) == Outcome((BLACK,), (Seat(0),), "trapped")
    assert (GAME.legal_moves(state), GAME.to_move(state)) == ((), None)
    assert refusal(state, "swap").code == refusal(state, "a1").code == "game-over"


def test_the_trapped_pawn_ends_the_game_for_the_side_with_more_checkers_around_it() -> None:
    """trike §6, §7: corner trap; scores count under and next to the pawn."""
    state = after("b1", "b2", "a1", swap=False)
    assert GAME.scores(state) == (2, 1)
    assert GAME.outcome(state) == Outcome((BLACK,), (Seat(0),), "trapped")
    assert refusal(state, "c1").code == "game-over"


def test_after_a_swap_the_winning_side_sits_at_the_other_seat() -> None:
    """trike §7: results name the side and the seat (0 = who opened)."""
    assert GAME.outcome(after("b1", "swap", "b2", "a1")) == Outcome((BLACK,), (Seat(1),), "trapped")


def test_a_checker_off_the_board_is_refused() -> None:
    """trike §1."""
    for state in (GAME.start(), after("d2")):
        caught = refusal(state, "h1")
        assert (caught.code, caught.rule) == ("off-board", "trike §1")
        assert str(caught) == "There is no cell h1 on a board of side 7. (trike §1)"
    with pytest.raises(IllegalMoveError, match="no cell #-1"):
        GAME.play(GAME.start(), Place(Cell(-1)))


def test_the_pawn_may_not_stay() -> None:
    """trike §5: at least one step; passing is not allowed."""
    assert refusal(after("d2"), "d2").code == "pawn-stays"


def test_the_pawn_may_not_land_on_a_checker() -> None:
    """trike §5: empty cells only."""
    caught = refusal(after("d2", "d4"), "d2")
    assert (caught.code, str(caught.words)) == (
        "filled",
        "The black checker lies on d2; choose an empty cell.",
    )


def test_the_pawn_may_not_jump() -> None:
    """trike §5: never over an occupied cell, in either sense of a line; the nearest one is named."""
    forward, back = refusal(after("d2", "d1"), "d4"), refusal(after("d2", "d4"), "d1")
    assert (forward.code, back.code) == ("blocked", "blocked")
    assert str(forward.words) == str(back.words) == "The pawn cannot jump over the black checker on d2."
    two_between = after("c1", "d1", "f1", "g1")
    assert str(refusal(two_between, "b1").words) == "The pawn cannot jump over the black checker on f1."


def test_the_pawn_may_not_leave_its_lines() -> None:
    """trike §5: one of the six directions."""
    caught = refusal(after("d2"), "f3")
    assert caught.code == "not-in-line"
    assert str(caught.words) == "The pawn moves in a straight line, and f3 is not in line with d2."


@pytest.mark.parametrize("text", ["a1", "b2", "g4", "z26", "swap"])
def test_move_text_is_letter_and_place(text: str) -> None:
    """trike §8."""
    assert GAME.format_move(GAME.parse_move(text)) == text


@pytest.mark.parametrize(
    "text", ["", "a0", "a2", "g8", "g04", "4g", "G4", "z27", "Swap", "g4 ", "aa1", "é1", "a١"]
)
def test_other_texts_are_no_moves(text: str) -> None:
    """trike §8: the message shows the text and an example."""
    with pytest.raises(NotationError, match="for example d2, or swap"):
        GAME.parse_move(text)


def test_absent_options_take_their_defaults() -> None:
    """Options: size 7, swap true; null is absent."""
    assert GAME.start() == GAME.start({"size": None, "swap": None}) == GAME.start({"size": 7, "swap": True})


def test_every_wrong_option_is_reported_at_once() -> None:
    """Options: all mistakes together, with the nearest key."""
    with pytest.raises(ConfigurationError) as caught:
        GAME.start({"size": 27, "swap": "no", "siez": 9, "players": 2})
    places = [mistake.place for mistake in caught.value.mistakes]
    assert places == ["siez", "players", "size", "swap"]
    assert "Did you mean size?" in str(caught.value)
    assert "from 1 to 26" in str(caught.value)


@pytest.mark.parametrize("size", [0, 27, -1, True, "7", [7]])
def test_a_size_is_a_whole_number_from_1_to_26(size: OptionValue) -> None:
    """trike §1."""
    with pytest.raises(ConfigurationError, match="is no board size"):
        GAME.start({"size": size})


def test_states_are_values_that_survive_copying() -> None:
    """Equal games give equal states; copies and pickles are equal too and go on from there."""
    state = after("d2", "swap", "d3")
    other = after("d2", "swap", "d3")
    for twin in (other, copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert (twin, hash(twin)) == (state, hash(state))
        assert GAME.legal_moves(twin) == GAME.legal_moves(state)
    assert after("d2", "d3", size=8) != after("d2", "d3", size=7)
    assert (state.size, state.pawn) == (7, trike.cell_of("d3"))


def chance_of_seat_0(state: State) -> float:
    """Exact probability that seat 0 wins when every move is drawn at random."""
    if outcome := GAME.outcome(state):
        return float(outcome.seats == (0,))
    moves = GAME.legal_moves(state)
    return sum(chance_of_seat_0(GAME.play(state, move)) for move in moves) / len(moves)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_playouts_win_as_often_as_random_games_do(size: int) -> None:
    """Every legal move, the swap included, is drawn with the same probability (within 4.5 sigma)."""
    start, random, games = GAME.start({"size": size}), Random(5), 8000
    wins = Counter(playout(start, random.randrange).seats[0] for _ in range(games))[Seat(0)]
    chance = chance_of_seat_0(start)
    assert abs(wins / games - chance) <= 4.5 * (chance * (1 - chance) / games) ** 0.5


def test_a_playout_from_the_end_is_the_end() -> None:
    """Nothing is drawn when no move is left."""
    state = after("b1", "swap", "b2", "a1")
    assert playout(state, Random(1).randrange) is GAME.outcome(state)


def test_a_playout_draws_again_only_a_few_times_before_it_lists_the_moves() -> None:
    """A source that always gives 0 ends all the same: chance is bounded."""
    for size in (2, 7, 13):
        assert playout(GAME.start({"size": size}), lambda _: 0).reason == "trapped"


def test_random_games_on_side_7_last_16_moves_on_average() -> None:
    """Figure of the design notes: 16.29, here within 5 sigma of 1,000 games."""
    random, start, games = Random(2), GAME.start({"swap": False}), 1000
    plies = 0
    for _ in range(games):
        state = start
        while moves := GAME.legal_moves(state):
            state = GAME.play(state, random.choice(moves))
            plies += 1
    assert abs(plies / games - 16.29) < 0.7


def test_sides_are_named_as_the_interfaces_say() -> None:
    """Side 0 is black, side 1 white."""
    assert [trike.SIDES[side] for side in (Side(0), Side(1))] == ["black", "white"]
