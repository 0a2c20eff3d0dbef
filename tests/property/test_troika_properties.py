"""Laws of Troika under random play."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bench.rules import baseline_troika

from triboard.errors import IllegalMoveError
from triboard.rules.troika import (
    GAME,
    Colour,
    Die,
    Field,
    Lay,
    Move,
    Pyramid,
    State,
    colour_of,
    completed,
    deal_task,
    playout,
    size_of,
)

seeds = st.integers(0, 2**32)
starters = st.sampled_from([None, "light", "dark"])
thorough = settings(max_examples=60, deadline=None)

EVERY_MOVE: list[Move] = [
    *(Die(colour) for colour in Colour),
    *(Lay(Pyramid(pyramid), Field(field)) for pyramid in range(-1, 19) for field in range(-1, 10)),
]


def random_game(seed: int, starter: str | None) -> Iterator[tuple[State, Move | None]]:
    """States of a random game with the move played next, `None` at the end."""
    random, state = Random(seed), GAME.start({"starter": starter})
    while moves := GAME.legal_moves(state):
        move = random.choice(moves)
        yield state, move
        state = GAME.play(state, move)
    yield state, None


def check_every_move(state: State) -> None:
    legal = GAME.legal_moves(state)
    assert len(set(legal)) == len(legal)
    assert (GAME.outcome(state) is None) == bool(legal)
    assert (GAME.to_move(state) is None) == (not legal)
    for move in EVERY_MOVE:
        if move in legal:
            GAME.play(state, move)
        else:
            with pytest.raises(IllegalMoveError) as caught:
                GAME.play(state, move)
            assert caught.value.code
            assert caught.value.rule.startswith("troika §")


@settings(max_examples=25, deadline=None)
@given(seeds, starters)
def test_legal_moves_play_and_all_others_are_refused(seed: int, starter: str | None) -> None:
    """Property 1, with every throw, every placement and some that name no pyramid or field."""
    for state, _ in random_game(seed, starter):
        check_every_move(state)


@thorough
@given(seeds)
def test_in_a_training_only_the_answer_plays(seed: int) -> None:
    """Property 1 for troika §11."""
    state = GAME.start({"mode": "training", "task": list(deal_task(Random(seed).randrange))})
    check_every_move(state)
    check_every_move(GAME.play(state, GAME.legal_moves(state)[0]))


@thorough
@given(
    st.sampled_from(Colour).map(Die)
    | st.builds(Lay, st.integers(0, 17).map(Pyramid), st.integers(0, 8).map(Field))
)
def test_parsing_undoes_formatting(move: Move) -> None:
    """Property 2."""
    assert GAME.parse_move(GAME.format_move(move)) == move


@thorough
@given(seeds, starters)
def test_play_changes_nothing_and_replay_gives_an_equal_state(seed: int, starter: str | None) -> None:
    """Property 3."""
    replayed = GAME.start({"starter": starter})
    for state, move in random_game(seed, starter):
        assert replayed == state
        assert hash(replayed) == hash(state)
        if move is not None:
            before = (GAME.position(state), hash(state))
            replayed = GAME.play(state, move)
            assert (GAME.position(state), hash(state)) == before


@thorough
@given(seeds, starters)
def test_a_placement_adds_one_pyramid_on_top_and_moves_no_other(seed: int, starter: str | None) -> None:
    """Property 4 for a game without scores (troika §3, §4): stacks grow by the move and nothing else."""
    for state, move in random_game(seed, starter):
        if isinstance(move, Lay):
            grown = dict(enumerate(state.stacks))
            grown[move.field] = (*grown[move.field], move.pyramid)
            assert GAME.play(state, move).stacks == tuple(grown.values())
        for stack in state.stacks:
            steps = [abs(size_of(one) - size_of(two)) for one, two in pairwise(stack)]
            assert set(steps) <= {1}
            assert len(stack) <= 13
        laid = [pyramid for stack in state.stacks for pyramid in stack]
        assert len(set(laid)) == len(laid) == 18 - state.hand.bit_count()


@thorough
@given(seeds)
def test_the_plain_program_finds_the_same_moves_and_the_same_end(seed: int) -> None:
    """troika §4 to §9: masks and tables agree with lists and sets; only the mover can make a troika."""
    stacks = baseline_troika.empty_board()
    hands = [baseline_troika.full_hand(0), baseline_troika.full_hand(1)]
    for ply, (state, move) in enumerate(random_game(seed, "light")):
        side = ply % 2
        ended = GAME.outcome(state)
        if ended and ended.reason == "troika":
            assert move is None
            assert completed(state)
            assert ended.winners == (1 - side,)
            return
        assert not completed(state)
        plain = {
            (colour, size - 1, 3 * row + column)
            for (colour, size), row, column in baseline_troika.moves_of(stacks, hands[side])
        }
        found = {
            (colour_of(legal.pyramid).name.lower(), int(size_of(legal.pyramid)), int(legal.field))
            for legal in GAME.legal_moves(state)
            if isinstance(legal, Lay)
        }
        assert found == plain
        if isinstance(move, Lay):
            pyramid = (colour_of(move.pyramid).name.lower(), size_of(move.pyramid) + 1)
            row, column = divmod(move.field, 3)
            hands[side].remove(pyramid)
            stacks[row][column].append(pyramid)
            made = baseline_troika.makes_troika(stacks, row, column, side)
            assert made is bool(completed(GAME.play(state, move)))
    assert ended is not None
    assert ended.reason == ("stuck" if hands[side] else "exhausted")
    assert ended.winners == ((1 - side,) if hands[side] else (1,))


@thorough
@given(seeds, starters, st.integers(0, 19))
def test_a_playout_from_anywhere_leaves_its_state_alone_and_ends(
    seed: int, starter: str | None, plies: int
) -> None:
    """Playouts are pure but for the chance they are given; they ask only for numbers below one or more."""
    random = Random(seed)

    def below(count: int) -> int:
        assert count >= 1
        return random.randrange(count)

    game = [state for state, _ in random_game(seed, starter)]
    state = game[min(plies, len(game) - 1)]
    before = (hash(state), GAME.position(state))
    outcome = playout(state, below)
    assert outcome.reason in ("troika", "stuck", "exhausted")
    assert (hash(state), GAME.position(state)) == before
    if ended := GAME.outcome(state):
        assert outcome == ended
