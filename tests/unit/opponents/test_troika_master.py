"""Perfect Troika: exact search, book and shapes, against the rules alone and against positions solved
elsewhere."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.tools import troika_book as maker

from triboard.app.engine_forms import SeededChance
from triboard.opponents.engine import Grade
from triboard.opponents.match import RANDOM, play
from triboard.opponents.registry import choose
from triboard.opponents.troika_book import book, look_up, read, write
from triboard.opponents.troika_master import NODES, best, hold_out
from triboard.opponents.troika_shape import shape_of
from triboard.rules import troika
from triboard.rules.chance import random_game
from triboard.rules.replay import replay
from triboard.rules.troika.moves import LAYS

VECTORS = Path(__file__).parents[2] / "vectors"
SOLVED: list[dict[str, Any]] = json.loads((VECTORS / "troika_solved.json").read_text())["positions"]
PLENTY = 5_000_000


def position(seed: int, laid: int) -> Any:
    """After so many random placements; `None` if the game is over by then."""
    start = {"starter": ("light", "dark")[seed % 2]}
    state = random_game(troika.GAME, start, Random(seed).randrange, most=laid).states[-1]
    return None if troika.GAME.outcome(state) is not None else state


def text(move: tuple[int, int]) -> str:
    return troika.GAME.format_move(LAYS[move[0]][move[1]])


# Against positions that others have solved


@pytest.mark.parametrize("number", range(len(SOLVED)))
def test_a_won_position_is_never_given_away(number: int) -> None:
    """Law (issue 9 point 2): in every solved position that is won the master lays one of the winning
    pyramids, with the nodes that it has at the table."""
    vector = SOLVED[number]
    state = replay(troika.GAME, {"starter": vector["starter"]}, vector["moves"]).states[-1]
    choice = choose(troika.GAME, state, grade=Grade.MASTER, chance=SeededChance(number))
    assert choice.nodes <= NODES
    if vector["mover_wins"]:
        assert troika.GAME.format_move(choice.move) in vector["winning_moves"]
    else:
        assert choice.value < 1


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("number", [n for n, vector in enumerate(SOLVED) if len(vector["moves"]) > 2])
def test_every_solved_position_is_judged_as_by_others(number: int) -> None:
    """Law (issue 9 point 2): exact search agrees on who wins, and so do all replies. (Two placements: the
    book.)"""
    vector = SOLVED[number]
    state = replay(troika.GAME, {"starter": vector["starter"]}, vector["moves"]).states[-1]
    verdict = best(state, PLENTY, SeededChance(number))
    assert verdict.won is vector["mover_wins"]
    if len(vector["moves"]) < 4:
        return
    found = []
    for move in troika.GAME.legal_moves(state):
        after = troika.GAME.play(state, move)
        if troika.GAME.outcome(after) is not None or best(after, PLENTY, SeededChance(number)).won is False:
            found.append(troika.GAME.format_move(move))
    assert sorted(found) == vector["winning_moves"]


# Against the rules alone


def plain(state: Any, known: dict[Any, int]) -> int:
    """Placements to the end with best play by both: positive if the side on turn wins, negative if it loses.
    By the rules alone, without any of the search's ideas."""
    outcome = troika.GAME.outcome(state)
    if outcome is not None:
        mine = troika.GAME.seat_of(state, state.starter ^ (state.hand.bit_count() & 1)) in outcome.seats
        return 1 if mine else -1  # counted from 1, so that the sign is never lost
    key = (tuple(stack[-1] if stack else 18 for stack in state.stacks), state.hand)
    if key not in known:
        replies = [plain(troika.GAME.play(state, move), known) for move in troika.GAME.legal_moves(state)]
        lost = [-reply + 1 for reply in replies if reply < 0]
        known[key] = min(lost) if lost else -(max(replies) + 1)
    return known[key]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000), st.integers(15, 17))
def test_the_search_agrees_with_the_rules_on_who_wins_and_how_long_it_takes(seed: int, laid: int) -> None:
    """Law (issue 9 point 2): who wins; whoever starts wins soonest; whoever loses holds out longest."""
    agrees(seed, laid)


@pytest.mark.long
@pytest.mark.timeout(1800)
@settings(max_examples=100, deadline=None)
@given(st.integers(0, 1_000_000), st.integers(13, 17))
def test_the_search_agrees_with_the_rules_in_many_positions(seed: int, laid: int) -> None:
    """Law: as above."""
    agrees(seed, laid)


def agrees(seed: int, laid: int) -> None:
    state = position(seed, laid)
    if state is None:
        return
    known: dict[Any, int] = {}
    distance = plain(state, known)
    verdict = best(state, PLENTY, SeededChance(seed))
    assert verdict.won is (distance > 0)
    after = troika.GAME.play(state, LAYS[verdict.move[0]][verdict.move[1]])
    reached = plain(after, known)
    assert (reached < 0) == (distance > 0)
    starts = state.starter == state.starter ^ (state.hand.bit_count() & 1)
    if distance < 0 or starts:
        assert abs(reached) == abs(distance) - 1, "not the soonest win, or not the longest defence"


def test_too_few_nodes_still_lay_something_legal() -> None:
    """Law: nodes bound the work, whatever the position."""
    for laid in (4, 5, 7):
        state = position(laid, laid)
        verdict = best(state, 200, SeededChance(laid))
        assert verdict.nodes <= 200
        assert LAYS[verdict.move[0]][verdict.move[1]] in troika.GAME.legal_moves(state)


# Shapes


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(0, 9), st.randoms(use_true_random=False))
def test_positions_that_are_alike_have_one_name(seed: int, laid: int, chance: Random) -> None:
    """Law (design notes): turning the board, renaming colours, exchanging small and large, and Light and Dark
    make no difference; a placement is found again on the way back."""
    state = position(seed, laid)
    if state is None:
        return
    field, pyramid = likeness(chance)
    start = {"starter": "light" if pyramid(9 * state.starter) < 9 else "dark"}
    laid_moves = random_game(
        troika.GAME, {"starter": ("light", "dark")[seed % 2]}, Random(seed).randrange, most=laid
    ).moves
    other: Any = troika.GAME.start(start)
    for move in laid_moves:
        other = troika.GAME.play(other, LAYS[pyramid(move.pyramid)][field(move.field)])
    mine, its = shape_of(state), shape_of(other)
    assert mine.name == its.name
    known = (0, 0)
    assert shape_of_after(state, mine.back(known)) == shape_of_after(other, its.back(known))


def shape_of_after(state: Any, move: tuple[int, int]) -> str | None:
    lay = LAYS[move[0]][move[1]]
    return shape_of(troika.GAME.play(state, lay)).name if lay in troika.GAME.legal_moves(state) else None


def likeness(chance: Random) -> tuple[Callable[[int], int], Callable[[int], int]]:
    """One of the likenesses: what becomes of a field and of a pyramid."""
    turns, mirrored, swapped, sides = (chance.randrange(limit) for limit in (4, 2, 2, 2))
    colours = [chance.sample(range(3), 3) for _ in range(2)]

    def field(number: int) -> int:
        row, column = divmod(number, 3)
        if mirrored:
            row, column = column, row
        for _ in range(turns):
            row, column = column, 2 - row
        return row * 3 + column

    def pyramid(number: int) -> int:
        side, size, colour = number // 9, number % 9 // 3, number % 3
        return 9 * (side ^ sides) + 3 * (2 - size if swapped else size) + colours[side][colour]

    return field, pyramid


# The book


def test_the_book_has_all_positions_with_two_pyramids_and_reads_as_written() -> None:
    """Law (docs/opponents.md): nothing is searched there at the table; every placement is legal."""
    two = {name: state for name, state in maker.levels(2)[2].items() if not maker.covered(state)}
    assert len(two) == 63
    assert set(two) <= set(book())
    assert read(write(book())) == book()
    for state in two.values():
        entry = look_up(state)
        assert entry is not None
        assert LAYS[entry.move[0]][entry.move[1]] in troika.GAME.legal_moves(state)


@pytest.mark.parametrize("number", [7, 41])
def test_entries_of_the_book_are_true(number: int) -> None:
    """Law (issue 9 point 2): what the book says is what the search finds; here a few, in the long tests
    all."""
    name, state = list(maker.levels(2)[2].items())[number]
    entry = look_up(state)
    assert entry is not None, name
    if entry.won:
        after = troika.GAME.play(state, LAYS[entry.move[0]][entry.move[1]])
        verdict = best(after, PLENTY, SeededChance(1))
        assert (verdict.won, verdict.within) == (False, entry.within - 1)
    else:
        found = hold_out(state, PLENTY, SeededChance.named(name))
        assert found.within == entry.within


@pytest.mark.long
@pytest.mark.timeout(4 * 3600)
def test_the_whole_book_is_true() -> None:
    """Law (issue 9 point 2): worked out anew the book says the same; whoever does not start wins, and every
    small and every large is a right first reply."""
    states = maker.work()
    found = dict(maker.worked_out(states, {}))
    for name, entry in book().items():
        assert (entry.won, entry.within) == (found[name].won, found[name].within), name
    sound = {name: state for name, state in maker.levels(2)[2].items() if maker.replied_soundly(state)}
    assert maker.proved(sound, found)


@pytest.mark.parametrize("number", [0, 40, 90])
def test_after_its_first_reply_the_master_has_won(number: int) -> None:
    """Law (issue 9 point 2): whatever the starter lays next; here a few, in the long tests all."""
    state = list(maker.after(maker.chosen()).values())[number]
    choice = choose(troika.GAME, state, grade=Grade.MASTER, chance=SeededChance(number))
    assert choice.value == 1
    assert choice.nodes <= NODES


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_after_its_first_reply_the_master_has_won_everywhere() -> None:
    """Law (issue 9 point 2): as above, within the nodes that it has at the table."""
    for name, state in maker.after(maker.chosen()).items():
        choice = choose(troika.GAME, state, grade=Grade.MASTER, chance=SeededChance.named(name))
        assert (choice.value, choice.nodes <= NODES) == (1, True), name


# Games


@pytest.mark.parametrize("opponent", [RANDOM, 4])
def test_whoever_does_not_start_wins(opponent: int) -> None:
    """Law (issue 9 point 2): from the empty board, against anything; against the other grades in the long
    tests."""
    wins_as_second(opponent, games=1)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("opponent", [RANDOM, 1, 2, 3, 4, 5])
def test_whoever_does_not_start_wins_many_games(opponent: int) -> None:
    """Law (issue 9 point 2): as above, ten games against each."""
    wins_as_second(opponent, games=10)


def wins_as_second(opponent: int, *, games: int) -> None:
    for number in range(games):
        for starter, grades in (("light", [opponent, 5]), ("dark", [5, opponent])):
            chance = SeededChance.named(f"{opponent} {number}")
            shares = play(troika.GAME, {"starter": starter}, grades, chance)
            assert shares[0 if starter == "dark" else 1] == 1
