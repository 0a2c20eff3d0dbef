"""Laws of Trike under random play."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bench.rules import baseline_trike

from triboard.errors import IllegalMoveError
from triboard.rules.trike import (
    GAME,
    SIDES,
    SWAP,
    Cell,
    Move,
    Place,
    State,
    cell_at,
    cell_of,
    cells,
    neighbours,
    playout,
)
from triboard.units import Site

seeds = st.integers(0, 2**32)
sizes = st.integers(1, 9)
thorough = settings(max_examples=60, deadline=None)


def random_game(seed: int, size: int, *, swap: bool = True) -> Iterator[tuple[State, Move | None]]:
    """States of a random game with the move played next, `None` at the end."""
    random, state = Random(seed), GAME.start({"size": size, "swap": swap})
    while moves := GAME.legal_moves(state):
        move = random.choice(moves)
        yield state, move
        state = GAME.play(state, move)
    yield state, None


@thorough
@given(seed=seeds, size=sizes, swap=st.booleans())
def test_legal_moves_play_and_all_others_are_refused(seed: int, size: int, *, swap: bool) -> None:
    """Property 1, with every cell of a larger board and the swap."""
    every: list[Move] = [SWAP, *(Place(Cell(cell)) for cell in range(-2, cell_at(size + 1, 1)))]
    for state, _ in random_game(seed, size, swap=swap):
        legal = GAME.legal_moves(state)
        assert len(set(legal)) == len(legal)
        assert (GAME.outcome(state) is None) == bool(legal)
        assert (GAME.to_move(state) is None) == (not legal)
        for move in every:
            if move in legal:
                GAME.play(state, move)
            else:
                with pytest.raises(IllegalMoveError) as caught:
                    GAME.play(state, move)
                assert caught.value.code
                assert caught.value.rule.startswith("trike §")


@thorough
@given(st.integers(0, 26 * 27 // 2 - 1).map(Cell).map(Place) | st.just(SWAP))
def test_parsing_undoes_formatting(move: Move) -> None:
    """Property 2."""
    assert GAME.parse_move(GAME.format_move(move)) == move


@thorough
@given(seeds, sizes)
def test_play_changes_nothing_and_replay_gives_an_equal_state(seed: int, size: int) -> None:
    """Property 3."""
    replayed = GAME.start({"size": size})
    for state, move in random_game(seed, size):
        assert replayed == state
        assert hash(replayed) == hash(state)
        if move is not None:
            before = GAME.position(state)
            replayed = GAME.play(state, move)
            assert GAME.position(state) == before


@thorough
@given(seeds, sizes)
def test_scores_count_the_checkers_under_and_next_to_the_pawn(seed: int, size: int) -> None:
    """Property 4 (trike §6, §7): recounted from the position; at the end 3, 5 or 7 count and nobody draws."""
    for state, move in random_game(seed, size):
        pieces = GAME.position(state).pieces
        pawn = next((site for site, stack in pieces.items() if stack[-1] == "pawn"), None)
        close = () if pawn is None else (pawn, *neighbours(pawn, size))
        counted = [str(pieces[site][0]) for site in close if site in pieces]
        scores = GAME.scores(state)
        assert scores == tuple(counted.count(SIDES[side]) for side in (0, 1))
        if move is None:
            outcome = GAME.outcome(state)
            assert outcome is not None
            assert sum(scores) in ((1,) if size == 1 else (3, 5, 7))
            assert outcome.winners == (scores.index(max(scores)),)
            assert outcome.seats == (GAME.seat_of(state, outcome.winners[0]),)
            assert size == 1 or min(scores) >= 1


@thorough
@given(seeds, sizes)
def test_the_plain_program_finds_the_same_moves(seed: int, size: int) -> None:
    """trike §5: tables and walking by coordinates agree."""
    rows = baseline_trike.empty_board(size)
    pawn = None
    for ply, (state, move) in enumerate(random_game(seed, size, swap=False)):
        plain = {Place(cell_at(row, column)) for row, column in baseline_trike.moves_of(rows, pawn)}
        assert set(GAME.legal_moves(state)) == plain
        if isinstance(move, Place):
            row, column = next(
                (r, c) for r in range(size) for c in range(r + 1) if cell_at(r, c) == move.cell
            )
            pawn = (row, column)
            rows[row][column] = ply % 2
    assert pawn is not None
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (baseline_trike.winner_of(rows, pawn),)


@thorough
@given(seeds, sizes, st.integers(0, 40))
def test_a_playout_from_anywhere_leaves_its_state_alone_and_ends(seed: int, size: int, plies: int) -> None:
    """Playouts are pure but for the chance they are given; they ask only for numbers below one or more."""
    random = Random(seed)

    def below(count: int) -> int:
        assert count >= 1
        return random.randrange(count)

    game = [state for state, _ in random_game(seed, size)]
    state = game[min(plies, len(game) - 1)]
    before = (hash(state), GAME.position(state))
    outcome = playout(state, below)
    assert outcome.reason == "trapped"
    assert (hash(state), GAME.position(state)) == before


@given(st.integers(1, 26))
@settings(deadline=None, max_examples=10)
def test_neighbourhood_is_mutual(size: int) -> None:
    """trike §2: whoever is my neighbour has me as neighbour; no cell has more than six."""
    for site in cells(size):
        near = neighbours(Site(site), size)
        assert len(near) <= 6
        assert all(site in neighbours(other, size) for other in near)
        assert cell_of(site) == cells(size).index(site)
