"""The fast path of 3D tic-tac-toe plays the same game as the rules, from everywhere and with every option."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bench.rules import baseline_ttt3d
from tests.property.test_ttt3d_properties import COMBINATIONS, Options, random_game

from triboard.rules import ttt3d
from triboard.rules.ttt3d import GAME, Call, Place, Stage, State
from triboard.rules.ttt3d.geometry import HOLES
from triboard.rules.ttt3d.moves import MOST_CALLED

games = st.tuples(st.sampled_from(COMBINATIONS), st.integers(0, 2**32 - 1))


def to_the_end(state: State, below: Random) -> State:
    """Final state of the rules' own game by the numbers of `below`; every line that can be called is."""
    while GAME.outcome(state) is None:
        made = ttt3d.made(state)
        if made is not None:
            state = GAME.play(state, Call(*(min(number, MOST_CALLED) for number in made)))
            continue
        legal = [move for move in GAME.legal_moves(state) if not isinstance(move, Call)]
        state = GAME.play(state, legal[below.randrange(len(legal))])
    return state


@given(games, st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_a_playout_plays_the_same_game_as_the_rules(game: tuple[Options, int], seed: int) -> None:
    """With the same choices the scores end as the rules' do, from every point of a game."""
    states = [before for before, _, _ in random_game(*game)]
    for state in [*states[::5], states[-1]]:
        end = to_the_end(state, Random(seed))
        assert ttt3d.final_scores(state, Random(seed).randrange) == list(end.scores)
        assert ttt3d.playout(state, Random(seed).randrange) == GAME.outcome(end)


@given(games, st.integers(0, 80))
@settings(max_examples=40, deadline=None)
def test_a_playout_leaves_its_state_alone(game: tuple[Options, int], plies: int) -> None:
    """Playouts are pure but for the chance they are given; they ask only for numbers below one or more."""
    options, seed = game
    states = [GAME.start(options), *(after for _, _, after in random_game(options, seed))]
    state, random = states[min(plies, len(states) - 1)], Random(seed)
    before = (hash(state), repr(state))

    def below(count: int) -> int:
        assert count >= 1
        return random.randrange(count)

    assert ttt3d.playout(state, below).reason == "full"
    assert (hash(state), repr(state)) == before
    if state.stage is Stage.OVER:
        assert ttt3d.playout(state, below) == GAME.outcome(state)


@given(st.sampled_from([3, 4, 5]), st.permutations(range(27)))
@settings(max_examples=100, deadline=None)
def test_the_plain_program_counts_the_same_points(players: int, order: list[int]) -> None:
    """ttt3d §7: walking lines by coordinates and the engine's tables agree ball by ball."""
    state, shelves, scores = GAME.start({"players": players}), baseline_ttt3d.empty_board(), [0] * players
    for ply, number in enumerate(order):
        assert len(baseline_ttt3d.moves_of(shelves)) == len(tuple(GAME.legal_moves(state)))
        colour, hole = ttt3d.due_colour(state), baseline_ttt3d.HOLES[number]
        assert colour is not None
        state = GAME.play(state, Place(colour, HOLES[number]))
        shelves[hole[0]][hole[1]][hole[2]] = ply % players
        scores[ply % players] += baseline_ttt3d.points_of(shelves, hole)
        assert GAME.scores(state) == tuple(scores)
