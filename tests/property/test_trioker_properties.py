"""Properties 1 to 4 of the architecture for every mode and option of Trioker."""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from triboard.errors import IllegalMoveError
from triboard.rules import trioker
from triboard.rules.trioker import Cell, Move, TableState, boards
from triboard.rules.trioker.field import placeable_lays
from triboard.rules.trioker.lattice import Vertex, corners, parse_cell
from triboard.rules.trioker.light import LightTable
from triboard.rules.trioker.solver import Search
from triboard.rules.trioker.table import cells_to_play
from triboard.rules.trioker.tiles import (
    ALL_LAYS,
    ALL_TILES,
    LAY_INDEX,
    LAYS,
    TILES,
    bits,
    mask_of,
    names_of,
    tiles_in,
)
from triboard.units import Side

GAME = trioker.GAME
CELLS = [*sorted(boards.CELLS_73), Cell("U", 9, 9), Cell("D", 0, 0)]
LONGEST = 120
"""Plies after which a random game is cut; only puzzles get there."""

few = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def options(draw: st.DrawFn, *, modes: tuple[str, ...] = GAME.modes) -> dict[str, Any]:
    mode = draw(st.sampled_from(modes))
    chosen: dict[str, Any] = {"mode": mode}
    if mode == "pair-impair":
        return chosen | {"board": draw(st.sampled_from([73, 52])), "honour": draw(st.booleans())}
    if mode == "puzzle":
        return chosen | {
            "outline": draw(st.sampled_from(["eagle", "star", "hexagon-2"])),
            "joker": draw(st.booleans()),
        }
    players = draw(st.integers(2, 4))
    order = draw(st.permutations(trioker.deck(mode)))
    hands: list[Any] = list(trioker.deal(order, players, mode))
    for seat in range(players):
        if draw(st.booleans()):
            hands[seat] = len(hands[seat])
    chosen |= {"players": players, "hands": hands}
    if mode == "simple":
        return chosen | {"paths": draw(st.integers(1, 3))}
    if mode == "original":
        chosen["f5"] = draw(st.booleans())
    holder = next((seat for seat, hand in enumerate(hands) if isinstance(hand, list) and "333" in hand), None)
    if holder is None and any(isinstance(hand, int) for hand in hands):
        chosen["start"] = draw(st.integers(0, players - 1))
    return chosen


def random_game(draw: Callable[[int], int], chosen: dict[str, Any]) -> tuple[list[trioker.State], list[Move]]:
    """States and moves of a game in which `draw(n)` chooses; reveals are chosen among the first few."""
    states, moves = [GAME.start(chosen)], list[Move]()
    while GAME.outcome(states[-1]) is None and len(moves) < LONGEST:
        legal = list(islice(GAME.legal_moves(states[-1]), 2000))
        assert legal, "a game that is not over has a legal move"
        moves.append(legal[draw(len(legal))])
        states.append(GAME.play(states[-1], moves[-1]))
    return states, moves


any_move: st.SearchStrategy[Move] = st.one_of(
    st.builds(trioker.Place, st.sampled_from(CELLS), st.sampled_from([*LAYS, "*21", "", "44"])),
    st.builds(trioker.Draw, st.sampled_from([None, *TILES, "x"])),
    st.just(trioker.Pass()),
    st.just(trioker.Challenge()),
    st.builds(trioker.Coin, st.sampled_from(trioker.Colour)),
    st.builds(trioker.Remove, st.sampled_from(CELLS)),
    st.builds(
        trioker.Reveal,
        st.integers(0, 4).map(Side),
        st.lists(st.sampled_from([*TILES, "x"]), max_size=3).map(tuple),
    ),
)


@few
@given(chosen=options(), seed=st.randoms(use_true_random=False), others=st.lists(any_move, max_size=40))
def test_legal_moves_play_and_all_others_are_refused(
    chosen: dict[str, Any], seed: Any, others: list[Move]
) -> None:
    """Property 1; each legal move is listed once, and states and moves are hashable."""
    states, _ = random_game(seed.randrange, chosen)
    for state in [states[0], *states[1 :: max(1, len(states) // 5)], states[-1]]:
        legal = list(islice(GAME.legal_moves(state), 2000))
        assert len(set(legal)) == len(legal)
        for move in legal[:: max(1, len(legal) // 15)]:
            hash(GAME.play(state, move))
        whole = set(legal)
        for move in others:
            if move in whole or len(legal) == 2000:
                continue
            with pytest.raises(IllegalMoveError) as caught:
                GAME.play(state, move)
            assert caught.value.rule.startswith("trioker §")


@few
@given(chosen=options(), seed=st.randoms(use_true_random=False))
def test_moves_go_through_text_and_games_replay(chosen: dict[str, Any], seed: Any) -> None:
    """Properties 2 and 3: texts round-trip, nothing is changed in place, a replay ends in an equal state."""
    states, moves = random_game(seed.randrange, chosen)
    texts = [GAME.format_move(move) for move in moves]
    before = [hash(state) for state in states]
    assert [GAME.parse_move(text) for text in texts] == moves
    replayed = [GAME.start(chosen)]
    for text in texts:
        replayed.append(GAME.play(replayed[-1], GAME.parse_move(text)))
    assert replayed == states
    assert [hash(state) for state in states] == before


@few
@given(move=any_move)
def test_the_text_of_any_move_that_can_be_written_comes_back(move: Move) -> None:
    """Property 2, for moves that are legal nowhere too."""
    match move:
        case trioker.Place(_, text):
            assume(text in LAYS)
        case trioker.Draw(tile):
            assume(tile != "x")
        case trioker.Reveal(side, tiles):
            order = [TILES.index(name) if name in TILES else -1 for name in tiles]
            assume(side < 4 and -1 not in order and order == sorted(set(order)))
    assert GAME.parse_move(GAME.format_move(move)) == move


AMOUNTS = {"A2": 2, "A5": 5, "C2": 2, "C5": 5, "D2": 2, "E2": 2, "F5": 5}


@few
@given(chosen=options(modes=("rapid", "original")), seed=st.randoms(use_true_random=False))
def test_scores_change_only_by_the_amounts_in_the_rules(chosen: dict[str, Any], seed: Any) -> None:
    """Property 4; what players pay each other is neither made nor lost."""
    states, moves = random_game(seed.randrange, chosen)
    for before, move, after in zip(states, moves, states[1:], strict=False):
        assert isinstance(before, TableState)
        assert isinstance(after, TableState)
        changes = [new.points - old.points for old, new in zip(before.purses, after.purses, strict=True)]
        label = ""
        if isinstance(move, trioker.Place):
            label = before.field.board.labels[before.field.board.index[move.cell]]
        if isinstance(move, trioker.Coin):
            assert sum(changes) == changes[before.turn] == -move.colour.value
        elif label in {"A2", "A5"}:
            assert (
                sum(changes)
                == changes[before.turn]
                == -min(AMOUNTS[label], before.purses[before.turn].points)
            )
        elif label in {"C2", "C5"}:
            assert sum(changes) == changes[before.turn] == AMOUNTS[label]
        elif label in {"D2", "E2", "F5"}:
            assert sum(changes) == 0
            assert max(map(abs, changes)) <= AMOUNTS[label] * (len(changes) - 1)
        else:
            assert not any(changes)
        assert all(min(purse) >= 0 and purse.odd < 2 for purse in after.purses)
    scores = GAME.scores(states[-1])
    assert scores is not None
    assert min(scores) >= 0


@few
@given(chosen=options(modes=("rapid", "original", "simple")), seed=st.randoms(use_true_random=False))
def test_every_tile_is_in_one_place(chosen: dict[str, Any], seed: Any) -> None:
    """On the board, in a known hand, or unseen; unseen tiles are those of the bank and of hidden hands."""
    for state in random_game(seed.randrange, chosen)[0]:
        assert isinstance(state, TableState)
        standing = mask_of(
            trioker.tile_named(pieces[0]) or "" for pieces in GAME.position(state).pieces.values()
        )
        places = [standing, state.pool, *(hand.known for hand in state.hands)]
        deck = ALL_TILES if chosen["mode"] != "simple" else mask_of([*trioker.deck("simple"), "333"])
        assert sum(places) == deck
        assert sum(place.bit_count() for place in places) == deck.bit_count()
        assert state.pool.bit_count() == state.bank + sum(hand.hidden for hand in state.hands)


@few
@given(chosen=options(), seed=st.randoms(use_true_random=False))
def test_corners_agree_in_every_position(chosen: dict[str, Any], seed: Any) -> None:
    """§6, computed from the position alone."""
    for state in random_game(seed.randrange, chosen)[0][::7]:
        seen: dict[Vertex, str] = {}
        for site, (text,) in GAME.position(state).pieces.items():
            for point, value in zip(corners(parse_cell(site)), text, strict=True):
                if value != "*":
                    assert seen.setdefault(point, value) == value


@few
@given(chosen=options(modes=("rapid", "original", "simple")), seed=st.randoms(use_true_random=False))
def test_what_a_seat_sees_lets_the_true_move_be_played(chosen: dict[str, Any], seed: Any) -> None:
    """§28: the seat to move may do what is truly legal, and perhaps draw other unseen tiles."""
    states, moves = random_game(seed.randrange, chosen)
    for state, move in list(zip(states, moves, strict=False))[::5]:
        side = GAME.to_move(state)
        assert side is not None
        seen = trioker.seen_by(state, GAME.seat_of(state, side))
        GAME.play(seen, move)
        guess = trioker.filled_in(seen, list(reversed(trioker.unseen(seen))))
        assert isinstance(guess, TableState)
        assert not any(hand.hidden for hand in guess.hands)


@few
@given(seed=st.randoms(use_true_random=False), board=st.sampled_from([73, 52]))
def test_a_playout_plays_the_same_game_as_the_rules(seed: Any, board: int) -> None:
    """With the same choices the fast path ends as the rules do, from every point of a game."""
    states, _ = random_game(seed.randrange, {"board": board})
    for state in states[::4]:
        assert isinstance(state, trioker.DuelState)
        number = seed.randrange(10**6)
        result = trioker.playout(state, Random(number).randrange)
        below = Random(number).randrange
        end: trioker.State = state
        while GAME.outcome(end) is None:
            legal = list(GAME.legal_moves(end))
            end = GAME.play(end, legal[0] if legal == [trioker.Pass()] else legal[below(len(legal))])
        outcome = GAME.outcome(end)
        assert outcome is not None
        assert result == (outcome.winners[0] if outcome.winners else trioker.DRAW)


@settings(few, max_examples=25)
@given(chosen=options(modes=("rapid", "original", "simple")), seed=st.randoms(use_true_random=False))
def test_a_light_game_at_the_table_is_the_game_of_the_rules(chosen: dict[str, Any], seed: Any) -> None:
    """Law: with all tiles known a light game offers the same placements on every ply, draws, passes, pays and
    ends as the rules do; it may be begun and copied anywhere. (One red coin more for J1 is written over.)"""
    states, _ = random_game(seed.randrange, chosen)
    for state in states[::8]:
        order = list(trioker.unseen(state))
        seed.shuffle(order)
        known = table(trioker.filled_in(state, order))
        if known.coin_due:
            continue
        light = LightTable(known, seed.randrange(10**6))
        while GAME.outcome(known) is None:
            light = LightTable(light)
            side, tiles = light.turn, light.tiles[light.turn]
            assert (side, tiles, light.points) == (known.turn, known.hands[side].known, owned(known))
            legal = list(GAME.legal_moves(known))
            move = seed.choice(legal)
            if isinstance(move, trioker.Place):
                offered = {(cell, lay) for cell, lays in light.settle() for lay in bits(lays)}
                index = known.field.board.index
                assert offered == {
                    (index[place.cell], LAY_INDEX[place.text])
                    for place in legal
                    if isinstance(place, trioker.Place)
                }
                light.place(index[move.cell], LAY_INDEX[move.text])
            elif isinstance(move, trioker.Draw):
                light.draw()
                move = trioker.Draw(*names_of(light.tiles[side] ^ tiles))
            else:
                light.pass_on()
            known = table(GAME.play(known, move))
            if known.coin_due:
                known = table(GAME.play(known, list(GAME.legal_moves(known))[-1]))
                light.points = owned(known)
        outcome = GAME.outcome(known)
        assert outcome is not None
        assert not light.settle()
        winners = outcome.seats or range(light.seats)
        assert light.shares() == [(seat in winners) / len(winners) for seat in range(light.seats)]


def table(state: trioker.State) -> TableState:
    assert isinstance(state, TableState)
    return state


def owned(state: TableState) -> list[int]:
    return [purse.points for purse in state.purses]


@few
@given(chosen=options(modes=("rapid", "original", "simple")), seed=st.randoms(use_true_random=False))
def test_nobody_holds_what_draws_and_passes_have_shown_to_lack(chosen: dict[str, Any], seed: Any) -> None:
    """Law: as long as everybody plays by the rules no hand has a tile of `lacking`, and whoever has just
    passed lacks every tile that would fit."""
    start = GAME.start(chosen)
    order = list(trioker.unseen(start))
    seed.shuffle(order)
    state = table(trioker.filled_in(start, order))
    while GAME.outcome(state) is None:
        move, seat = seed.choice(list(GAME.legal_moves(state))), state.turn
        state = table(GAME.play(state, move))
        for hand, lacking in zip(state.hands, state.lacking, strict=True):
            assert not hand.known & lacking or move == trioker.Draw(*names_of(hand.known & lacking))
        if move == trioker.Pass():
            fits = placeable_lays(state.field, cells_to_play(state), ALL_LAYS)
            assert tiles_in(fits) & ~state.lacking[seat] == 0


@few
@given(
    tiles=st.lists(st.sampled_from(TILES), unique=True, min_size=3, max_size=7),
    outline=st.sampled_from(["U0,0 D0,0 U1,0", "U1,0 D0,0 U0,1", "U0,0 D0,0 D2,2"]),
)
def test_the_solver_counts_what_it_lists_with_any_tiles(tiles: list[str], outline: str) -> None:
    """Relabelling changes how it searches, never what it finds; the cut-off search finds the same."""
    number = trioker.count(outline, tiles)
    found = list(trioker.solve(outline, tiles))
    assert len(found) == len(set(found)) == number
    board = boards.board_of(trioker.outline_of(outline))
    search = Search(board, (-1,) * len(board.cells), mask_of(tiles))
    assert sum(size for size, _ in search.leaves(10**6)) == number
