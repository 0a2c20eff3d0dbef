"""Laws of reading a board (property 7), over random games of 3D tic-tac-toe with and without rims."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triboard.board.guidance import GuidanceStep, MovePiece, Put, Remove, TurnRim, next_step
from triboard.board.load import load_board
from triboard.board.readings import (
    EMPTY,
    SOMETHING,
    UNKNOWN,
    Observation,
    Reading,
    RimReading,
    RimState,
    holds,
)
from triboard.board.reconcile import (
    Agrees,
    Ambiguous,
    Contradicts,
    OnTheWay,
    Standing,
    Suggests,
    in_room,
    reconcile,
    ring_fit,
)
from triboard.rules.ttt3d.moves import COLOURS
from triboard.session.entries import fresh
from triboard.session.judge import judge, legal, next_plies
from triboard.session.state import Moves, SessionState, TakeBack
from triboard.session.ttt3d import MANNERS
from triboard.sim.world import QUARTER, World
from triboard.units import Detent, Piece, Site

BOARD = load_board("ttt3d")
GAME = MANNERS.game
HOLES = tuple(site.site for site in BOARD.sites)
RULES: list[dict[str, Any]] = [
    {},
    {"calling": "strict"},
    {"rims": True},
    {"rims": True, "rim_turn": "after"},
    {"players": 2, "rims": True},
]

games = st.tuples(st.sampled_from(RULES), st.integers(0, 2**32 - 1), st.integers(0, 60))
"""Options, seed and number of plies of a random game."""


def session(options: dict[str, Any], chance: Random, plies: int) -> SessionState:
    """A session after some random plies, on rims that did not all begin at detent 0."""
    base = tuple(Detent(chance.randrange(4)) for _ in BOARD.rims)
    state = replace(fresh(BOARD, MANNERS, options), base=base)
    for _ in range(plies):
        moves = list(GAME.legal_moves(state.game))
        if not moves:
            break
        move = chance.choice(moves)
        after = GAME.play(state.game, move)
        state = replace(state, states=(*state.states, after), moves=(*state.moves, move))
    return state


def observation_of(
    stands: Standing,
    base: tuple[Detent, ...],
    *,
    presence: bool = False,
    blind: frozenset[Site] = frozenset(),
) -> Observation:
    """What perfect sensors show of a standing; those of some sites fail, or all tell presence only."""

    def read(hole: Site) -> Reading:
        stack = room.get(hole, ())
        if hole in blind:
            return UNKNOWN
        return EMPTY if not stack else SOMETHING if presence else holds(stack[0])

    room = in_room(stands, BOARD.rims, base)
    rims = tuple(RimReading(RimState.REST, detent) for detent in stands.rims)
    return Observation({hole: (read(hole),) for hole in HOLES}, rims)


@settings(max_examples=60, deadline=None)
@given(game=games, presence=st.booleans(), blind=st.sets(st.sampled_from(HOLES), max_size=5))
def test_a_board_that_stands_as_it_should_agrees(
    *, game: tuple[dict[str, Any], int, int], presence: bool, blind: set[Site]
) -> None:
    """Law (property 7): whatever the sensors can tell; sites that fail are the unverified ones."""
    options, seed, plies = game
    state = session(options, Random(seed), plies)
    observed = observation_of(state.expected, state.base, presence=presence, blind=frozenset(blind))
    verdict = judge(state, observed)
    assert isinstance(verdict, Agrees)
    assert set(verdict.unverified) == blind


@settings(max_examples=40, deadline=None)
@given(game=games, presence=st.booleans())
def test_every_legal_move_is_recognised(*, game: tuple[dict[str, Any], int, int], presence: bool) -> None:
    """Law (property 7): a ply that shows is suggested, by its own path; presence is enough, for only one
    colour is due."""
    options, seed, plies = game
    chance = Random(seed)
    state = session(options, chance, plies)
    ways = list(next_plies(state, state.game, {}))
    for way in chance.sample(ways, min(6, len(ways))):
        observed = observation_of(state.standing_of(way.game), state.base, presence=presence)
        verdict = judge(state, observed)
        assert isinstance(verdict, Suggests)
        assert verdict.candidate.path == Moves(way.moves)


@settings(max_examples=40, deadline=None)
@given(game=games, presence=st.booleans())
def test_two_plies_at_once_are_recovered_or_reported_ambiguous(
    *, game: tuple[dict[str, Any], int, int], presence: bool
) -> None:
    """Law (physical-play 6): search depth 2; where two ways look alike, nobody picks; where one ply looks the
    same, the shorter way is taken."""
    options, seed, plies = game
    chance = Random(seed)
    state = session(options, chance, plies)
    firsts = list(next_plies(state, state.game, {}))
    for first in chance.sample(firsts, min(3, len(firsts))):
        seconds = list(next_plies(state, first.game, {}))
        for second in chance.sample(seconds, min(2, len(seconds))):
            stands = state.standing_of(second.game)
            verdict = judge(state, observation_of(stands, state.base, presence=presence))
            if stands == state.expected:
                assert isinstance(verdict, Agrees)
                continue
            assert isinstance(verdict, Suggests | Ambiguous)
            found = [verdict.candidate] if isinstance(verdict, Suggests) else list(verdict.candidates)
            paths = [candidate.path for candidate in found]
            shorter = isinstance(paths[0], TakeBack) or (
                isinstance(paths[0], Moves) and len(paths[0].moves) < len(first.moves + second.moves)
            )
            assert Moves(first.moves + second.moves) in paths or shorter
            if not presence:
                assert all(candidate.standing == stands for candidate in found)


@settings(max_examples=40, deadline=None)
@given(games, st.sets(st.sampled_from(HOLES), max_size=4))
def test_failed_sensors_never_make_up_a_move(game: tuple[dict[str, Any], int, int], blind: set[Site]) -> None:
    """Law: unknown is never a guess: a move whose sites all fail is not seen, any other is recognised, and
    no other move is ever suggested."""
    options, seed, plies = game
    chance = Random(seed)
    state = session(options, chance, plies)
    ways = list(next_plies(state, state.game, {}))
    for way in chance.sample(ways, min(6, len(ways))):
        stands = state.standing_of(way.game)
        verdict = judge(state, observation_of(stands, state.base, blind=frozenset(blind)))
        match verdict:
            case Agrees():
                room, before = (in_room(one, BOARD.rims, state.base) for one in (stands, state.expected))
                assert {hole for hole in HOLES if room.get(hole) != before.get(hole)} <= blind
            case Suggests(candidate):
                assert candidate.path == Moves(way.moves)
            case _:
                raise AssertionError(verdict)


@settings(max_examples=40, deadline=None)
@given(games)
def test_every_earlier_position_is_recognised_as_a_takeback(game: tuple[dict[str, Any], int, int]) -> None:
    """Law (physical-play 2): of any depth, as the latest ply that shows it, unless a legal move looks the
    same or the board would be bare."""
    options, seed, plies = game
    chance = Random(seed)
    state = session(options, chance, plies)
    legally = {repr(candidate.standing) for candidate in legal(state)}
    several = len(state.expected.slots) > 1
    for ply in chance.sample(range(len(state.states)), min(6, len(state.states))):
        stands = state.standing_of(state.states[ply])
        if stands == state.expected or (several and not stands.slots) or repr(stands) in legally:
            continue
        verdict = judge(state, observation_of(stands, state.base))
        assert isinstance(verdict, Suggests | Ambiguous)
        if isinstance(verdict, Suggests) and isinstance(verdict.candidate.path, TakeBack):
            path = verdict.candidate.path
            latest = max(at for at, one in enumerate(state.states) if state.standing_of(one) == stands)
            assert (path.ply, path.moves) == (latest, ())


@settings(max_examples=60, deadline=None)
@given(
    game=games,
    plies=st.integers(0, 2),
    wrong=st.dictionaries(
        st.sampled_from(HOLES), st.sampled_from([EMPTY, UNKNOWN, SOMETHING, *map(holds, COLOURS)]), max_size=3
    ),
    rims=st.dictionaries(
        st.sampled_from(range(3)),
        st.sampled_from([RimReading(RimState.BETWEEN), RimReading(RimState.REST, Detent(2))]),
        max_size=1,
    ),
)
def test_trying_only_plies_that_may_show_finds_what_trying_all_finds(
    *,
    game: tuple[dict[str, Any], int, int],
    plies: int,
    wrong: dict[Site, Reading],
    rims: dict[int, RimReading],
) -> None:
    """Law: sparing plies on sites that read as they should changes no verdict, right hands or wrong ones."""
    options, seed, before = game
    chance = Random(seed)
    state = session(options, chance, before)
    now = state.game
    for _ in range(plies):
        ways = list(next_plies(state, now, {}))
        now = chance.choice(ways).game if ways else now
    shown = observation_of(state.standing_of(now), state.base)
    shown = Observation(
        {hole: (wrong[hole],) if hole in wrong else levels for hole, levels in shown.sites.items()},
        tuple(rims.get(number, rim) for number, rim in enumerate(shown.rims)),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("triboard.session.judge.changed", lambda *_: None)
        everything = judge(state, shown)
    assert judge(state, shown) == everything


def world_of(state: SessionState) -> World:
    """The pieces as they should stand."""
    world = World(BOARD, angles=[QUARTER * detent for detent in state.expected.rims])
    for hole, stack in in_room(state.expected, BOARD.rims, state.base).items():
        slot = world.slot(hole)
        assert slot is not None
        world.stacks[slot] = list(stack)
    return world


def seen(world: World, *, presence: bool) -> Observation:
    """The world as sensors show it."""

    def read(hole: Site) -> Reading:
        stack = world.standing(hole)
        return EMPTY if not stack else SOMETHING if presence else holds(stack[0])

    detents = [round(angle / QUARTER) % 4 for angle in world.angles]
    rims = tuple(RimReading(RimState.REST, Detent(detent)) for detent in detents)
    return Observation({hole: (read(hole),) for hole in HOLES}, rims)


def disturb(world: World, chance: Random) -> None:
    """What a class of children does to a board."""
    for _ in range(chance.randrange(1, 8)):
        hole = chance.choice(HOLES)
        if chance.random() < 0.2:
            rim = chance.randrange(3)
            world.angles[rim] = (world.angles[rim] + QUARTER * chance.choice([1, 2, 3])) % 360
        elif world.standing(hole):
            world.lift(hole)
        else:
            slot = world.slot(hole)
            assert slot is not None
            world.stacks[slot] = [chance.choice(COLOURS)]
    world.put_away()


def follow(world: World, step: GuidanceStep) -> None:
    """Do what is said, with balls from an endless tray."""
    match step:
        case TurnRim(rim, detents):
            world.angles[rim] = (world.angles[rim] + QUARTER * detents) % 360
        case MovePiece(piece, source, target):
            assert world.lift(source) == piece
            put(world, target, piece)
        case Remove(site, piece):
            assert piece in (None, world.lift(site))
        case Put(site, piece):
            put(world, site, piece)


def put(world: World, hole: Site, piece: Piece) -> None:
    slot = world.slot(hole)
    assert slot is not None
    assert slot not in world.stacks
    world.stacks[slot] = [piece]


@settings(max_examples=80, deadline=None)
@given(game=games, seed=st.integers(0, 2**32 - 1), presence=st.booleans())
def test_guidance_leads_to_agreement(
    *, game: tuple[dict[str, Any], int, int], seed: int, presence: bool
) -> None:
    """Law (physical-play 10): each step can be done, none makes more wrong, and they end with a board that
    agrees, after no more steps than a ball out and a ball in for each wrong hole and one for each rim."""
    options, game_seed, plies = game
    state = session(options, Random(game_seed), plies)
    world = world_of(state)
    disturb(world, Random(seed))
    before: int | None = None
    for _ in range(2 * len(HOLES) + 4):
        observed = seen(world, presence=presence)
        verdict = reconcile(state.expected, observed, [], rims=BOARD.rims, base=state.base)
        if isinstance(verdict, Agrees):
            return
        assert isinstance(verdict, Contradicts)
        step = next_step(verdict)
        assert step is not None
        wrong = len(verdict.misfits)
        assert before is None or wrong <= before
        before = wrong
        follow(world, step)
    raise AssertionError("the guidance does not end")


@settings(max_examples=60, deadline=None)
@given(games, st.integers(0, 2), st.sets(st.sampled_from(HOLES), max_size=4))
def test_the_true_detent_is_always_among_the_possible_ones(
    game: tuple[dict[str, Any], int, int], rim: int, blind: set[Site]
) -> None:
    """Law (physical-play 17): balls never exclude the angle at which their rim really stands."""
    options, seed, plies = game
    state = session(options, Random(seed), plies)
    observed = observation_of(state.expected, state.base, blind=frozenset(blind))
    fits = [
        ring_fit(state.expected, observed, BOARD.rims[rim], detent - state.base[rim]) for detent in range(4)
    ]
    assert fits[state.expected.rims[rim]] == (0, 0)
    if not any(slot in state.expected.slots for slot in BOARD.rims[rim].ring):
        assert fits == [(0, 0)] * 4


@settings(max_examples=40, deadline=None)
@given(games, st.sets(st.integers(0, 2), min_size=1))
def test_a_moving_rim_is_never_a_move(game: tuple[dict[str, Any], int, int], moving: set[int]) -> None:
    """Law (physical-play 16): whatever its sensors show meanwhile."""
    options, seed, plies = game
    chance = Random(seed)
    state = session(options, chance, plies)
    observed = observation_of(state.expected, state.base)
    sites = dict(observed.sites)
    for rim in moving:
        for hole in BOARD.rims[rim].ring:
            sites[hole] = (chance.choice([EMPTY, SOMETHING, UNKNOWN, holds(chance.choice(COLOURS))]),)
    rims = tuple(
        RimReading(RimState.BETWEEN) if rim in moving else one for rim, one in enumerate(observed.rims)
    )
    assert isinstance(judge(state, Observation(sites, rims)), OnTheWay)
