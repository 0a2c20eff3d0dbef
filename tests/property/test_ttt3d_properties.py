"""Laws of 3D tic-tac-toe over random games of every combination of options.

Scores are checked against a model of its own below, which knows lines by geometry only and
finds what a turn formed by comparing all triples of balls before and after it.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triboard.errors import IllegalMoveError
from triboard.rules import ttt3d
from triboard.rules.game import OptionValue
from triboard.rules.ttt3d import GAME, Call, Decline, Move, Place, Shelf, State, Turn
from triboard.rules.ttt3d.geometry import HOLES
from triboard.rules.ttt3d.moves import CALLS, COLOURS, DECLINE, MOST_CALLED, PLACINGS, TURNS
from triboard.units import Piece, Side, Site

Options = dict[str, OptionValue]

COMBINATIONS: list[Options] = [
    {"players": players, "calling": calling, "rims": rims, "rim_turn": rim_turn, "start": start}
    for players, calling, (rims, rim_turn) in product(
        (2, 3, 4, 5), ("auto", "strict"), ((False, "instead"), (True, "instead"), (True, "after"))
    )
    for start in (0, players - 1)
]
"""Every combination of options, with the first and the last seat opening."""

EVERY_MOVE: tuple[Move, ...] = (
    *(move for moves in PLACINGS.values() for move in moves),
    *TURNS,
    DECLINE,
    *CALLS,
)
ILL_FORMED: tuple[Move, ...] = (
    Place(Piece("pink"), Site("Ab2")),
    Place(Piece("white"), Site("Dd4")),
    Turn(Shelf(3), 1),
    Turn(Shelf(-1), 1),
    Turn(Shelf(1), 2),
    Call(14, 0),
    Call(0, -1),
)

games = st.tuples(st.sampled_from(COMBINATIONS), st.integers(0, 2**32 - 1))
"""Options and the seed of a random game."""


def random_game(options: Options, seed: int) -> Iterator[tuple[State, Move, State]]:
    """Every move of a random game with the states before and after it.

    Kinds of move are chosen evenly, so that 196 calls do not drown the rest; half the calls are right.
    """
    chance = random.Random(seed)
    state = GAME.start(options)
    while GAME.outcome(state) is None:
        kinds: dict[type[Move], list[Move]] = {}
        for move in GAME.legal_moves(state):
            kinds.setdefault(type(move), []).append(move)
        move = chance.choice(kinds[chance.choice(list(kinds))])
        made = ttt3d.made(state)
        if isinstance(move, Call) and made is not None and chance.random() < 0.5:
            move = Call(*(min(number, MOST_CALLED) for number in made))
        after = GAME.play(state, move)
        yield state, move, after
        state = after


Ball = int
"""Number of a ball in the order of placing."""


@dataclass
class Model:
    """The rules once more, with numbered balls that are carried about one by one."""

    options: Options
    at: dict[tuple[int, int, int], Ball] = field(default_factory=dict)
    colours: list[str] = field(default_factory=list)
    spent: set[frozenset[Ball]] = field(default_factory=set)
    side: int = 0
    made: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    formed: int = 0

    def standing(self) -> set[frozenset[Ball]]:
        """Triples of balls that stand equally spaced on a straight line (ttt3d §2)."""
        lines = set()
        for (first, a), (last, b) in combinations(self.at.items(), 2):
            s, r, c = (x + y for x, y in zip(first, last, strict=True))
            middle = (s // 2, r // 2, c // 2)
            if not (s % 2 or r % 2 or c % 2) and middle in self.at:
                lines.add(frozenset((a, b, self.at[middle])))
        return lines

    def play(self, move: Move, mover: Side, palette: tuple[Piece, ...]) -> None:
        before = self.standing()
        match move:
            case Place(colour, site):
                shelf, row, col = "ABC".index(site[0]), int(site[2]) - 1, "abc".index(site[1])
                self.at[shelf, row, col] = len(self.colours)
                self.colours.append(colour)
                self.side, self.made = mover, []
            case Turn(shelf, clockwise):
                if self.options["rim_turn"] == "instead":
                    self.side, self.made = mover, []
                for _ in range(clockwise % 4):
                    self.at = {
                        (s, c, 2 - r) if s == shelf else (s, r, c): ball
                        for (s, r, c), ball in self.at.items()
                    }
            case Decline():
                pass
            case Call(fives, ones):
                made = (self.made.count(5), self.made.count(1))
                self.scores[self.side] += 5 * fives * (fives <= made[0]) + ones * (ones <= made[1])
        for triple in self.standing() - before:
            self.formed += 1
            kinds = {self.colours[ball] for ball in triple}
            points = {1: 5 if kinds <= set(palette) else 0, 2: 0, 3: 1}[len(kinds)]
            if points and triple not in self.spent:
                self.spent.add(triple)
                self.made.append(points)
                if self.options["calling"] == "auto":
                    self.scores[self.side] += points


@given(games)
@settings(max_examples=30, deadline=None)
def test_exactly_the_legal_moves_play(game: tuple[Options, int]) -> None:
    """Property 1: every legal move plays, every other move of the type raises `IllegalMoveError`."""
    for state, _, _ in random_game(*game):
        legal = list(GAME.legal_moves(state))
        assert len(set(legal)) == len(legal)
        for move in {*EVERY_MOVE, *ILL_FORMED} - set(legal):
            with pytest.raises(IllegalMoveError):
                GAME.play(state, move)
        for move in legal:
            GAME.play(state, move)


@given(games)
@settings(max_examples=30, deadline=None)
def test_moves_survive_being_written_and_read(game: tuple[Options, int]) -> None:
    """Property 2: `parse_move(format_move(m)) == m`."""
    for state, _, _ in random_game(*game):
        for move in GAME.legal_moves(state):
            assert GAME.parse_move(GAME.format_move(move)) == move


@given(games)
@settings(max_examples=100, deadline=None)
def test_replaying_the_texts_gives_equal_states_and_changes_none(game: tuple[Options, int]) -> None:
    """Property 3: `play` never changes its argument; states of equal games are equal and hash alike."""
    options, seed = game
    state = GAME.start(options)
    seen = [(state, hash(state), repr(state))]
    for before, move, after in random_game(options, seed):
        assert before == state
        state = GAME.play(state, GAME.parse_move(GAME.format_move(move)))
        assert state == after
        seen.append((state, hash(state), repr(state)))
    for old, number, text in seen:
        assert hash(old) == number
        assert repr(old) == text


@given(games)
@settings(max_examples=60, deadline=None)
def test_scores_change_by_the_amounts_of_the_rules_only(game: tuple[Options, int]) -> None:
    """Property 4: against the model, whose balls are numbered (ttt3d §7 to §10, §16, §17)."""
    options, seed = game
    first = GAME.start(options)
    model = Model(options, scores=[0] * first.setup.players)
    for before, move, after in random_game(options, seed):
        mover = before.side
        model.play(move, mover, before.setup.palettes[mover])
        assert GAME.scores(after) == tuple(model.scores)
        changes = [b - a for a, b in zip(before.scores, after.scores, strict=True)]
        assert all(change >= 0 for change in changes)
        assert sum(change > 0 for change in changes) <= 1
        made = ttt3d.made(after)
        if made is not None:
            assert made == (model.made.count(5), model.made.count(1))
        standing = {HOLES[s * 9 + r * 3 + c]: (model.colours[ball],) for (s, r, c), ball in model.at.items()}
        assert GAME.position(after).pieces == standing
        if not options["rims"] and len(model.colours) == 27:
            assert model.formed == 49


@given(games)
@settings(max_examples=100, deadline=None)
def test_completed_lines_account_for_every_point(game: tuple[Options, int]) -> None:
    """ttt3d §10: after a turn and its call, credited lines are worth what the scores gained."""
    options, seed = game
    gained = 0
    for before, move, after in random_game(options, seed):
        if isinstance(move, Place) or (isinstance(move, Turn) and options["rim_turn"] == "instead"):
            gained = 0
        gained += sum(after.scores) - sum(before.scores)
        lines = ttt3d.completed(after)
        assert sum(line.points for line in lines if line.credited) == gained
        assert not any(line.credited and line.missed for line in lines)
        if options["calling"] == "auto":
            assert all(line.credited for line in lines)
            assert ttt3d.missed(after) == ()


@given(st.sampled_from([2, 3, 4, 5]), st.permutations(range(27)), st.permutations(range(27)))
@settings(max_examples=100, deadline=None)
def test_a_full_fixed_game_completes_49_lines_worth_the_final_filling(
    players: int, order: list[int], shuffle: list[int]
) -> None:
    """ttt3d §11: each line once; the sum of all scores depends on the final filling only."""
    state, formed = GAME.start({"players": players}), 0
    for hole in order:
        colour = ttt3d.due_colour(state)
        assert colour is not None
        state = GAME.play(state, Place(colour, HOLES[hole]))
        assert state.last is not None
        formed += len(state.last.lines)
        assert sum(line.points for line in ttt3d.completed(state)) <= {2: 25, 3: 29, 4: 25, 5: 20}[players]
        assert len(state.last.lines) <= 13
    assert formed == 49
    worth = {1: 5, 2: 0, 3: 1}
    filling = [worth[len({state.balls[hole] for hole in line})] for line in ttt3d.geometry.LINES]
    assert sum(state.scores) == sum(filling)
    again = GAME.start({"players": players})
    left = list(shuffle)
    while (colour := ttt3d.due_colour(again)) is not None:
        hole = next(hole for hole in left if state.balls[hole] == colour)
        left.remove(hole)
        again = GAME.play(again, Place(colour, HOLES[hole]))
    assert again.balls == state.balls
    assert sum(again.scores) == sum(state.scores)


@given(games)
@settings(max_examples=100, deadline=None)
def test_every_game_ends_and_balls_suffice(game: tuple[Options, int]) -> None:
    """ttt3d §15: at most 54 + N turns; §18: 9 balls a colour suffice, 13 for two players with rims."""
    options, seed = game
    turns = calls = 0
    placed = dict.fromkeys(COLOURS, 0)
    for state, move, _ in random_game(options, seed):
        assert GAME.to_move(state) is not None
        match move:
            case Place(colour, _):
                placed[colour] += 1
                turns += 1
            case Turn():
                turns += options["rim_turn"] == "instead"
            case Call():
                calls += 1
            case Decline():
                assert options["rim_turn"] == "after"
    players = options["players"]
    assert isinstance(players, int)
    assert turns <= 54 + players
    assert calls <= turns
    assert sum(placed.values()) == 27
    instead = options["rims"] and options["rim_turn"] == "instead"
    if not instead:
        assert turns == 27
        assert max(placed.values()) <= 9
    elif players == 2:
        assert max(placed.values()) <= 13
