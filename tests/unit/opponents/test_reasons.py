"""Reasons of engines say what is so: each is held against the rules, in random positions of every game."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import pytest

from triboard.app.engine_forms import SeededChance
from triboard.opponents.engine import Choice, Grade, OutOfNodesError
from triboard.opponents.games import INSIGHTS, deciding
from triboard.opponents.registry import choose
from triboard.opponents.trike_finish import in_reach
from triboard.opponents.troika_force import Budget, Force
from triboard.opponents.ttt3d_search import _Table
from triboard.rules import trike, trioker, troika, ttt3d
from triboard.rules.chance import random_game
from triboard.rules.registry import GAMES
from triboard.rules.replay import replay

KINDS: Final[list[tuple[str, dict[str, Any]]]] = [
    ("ttt3d", {"players": 2}),
    ("ttt3d", {"players": 2, "calling": "strict"}),
    ("ttt3d", {"players": 3, "calling": "strict", "rims": True, "rim_turn": "after"}),
    ("ttt3d", {"players": 4, "rims": True}),
    ("troika", {}),
    ("trike", {"size": 5}),
    ("trike", {"size": 7, "swap": False}),
    ("trioker", {}),
    ("trioker", {"honour": True}),
    ("trioker", {"mode": "rapid", "players": 3}),
    ("trioker", {"mode": "original", "players": 2}),
    ("trioker", {"mode": "simple", "players": 2}),
]
LONGEST: Final = {"ttt3d": 40, "troika": 16, "trike": 14, "trioker": 30}
"""Plies of the random games that lead to the positions."""

NODES: Final = {"troika": 2_000}
FEW: Final = 60

PLAYED_OUT: Final = 9
"""Cells in the pawn's reach up to which the test plays Trike out by the rules alone."""


class Case:
    """A position, what was chosen in it, and what the rules say of it: nothing here asks an insight or a
    search."""

    def __init__(self, name: str, state: Any, choice: Choice) -> None:
        self.game, self.state, self.choice = GAMES[name], state, choice
        self.after = self.game.play(state, choice.move)
        self.moves = list(INSIGHTS[name].moves(state))
        self.others = [move for move in self.moves if move != choice.move]
        self.seat = self.mover(state)

    def mover(self, state: Any) -> int | None:
        side = self.game.to_move(state)
        return None if side is None else int(self.game.seat_of(state, side))

    def wins(self, before: Any, after: Any) -> bool:
        """Whether whoever moved between two states has won."""
        outcome = self.game.outcome(after)
        return outcome is not None and self.mover(before) in outcome.seats

    def points(self, before: Any, after: Any) -> int:
        """What the mover's score grows by, in ttt3d by lines whether called or not."""
        seat = self.mover(before)
        assert seat is not None
        if isinstance(after, ttt3d.State):
            if not after.setup.strict:
                return int(after.scores[seat] - before.scores[seat])
            fresh = [line for line in ttt3d.completed(after) if line.side == seat]
            earlier = ttt3d.completed(before) if before.stage is ttt3d.Stage.RIM else ()
            return sum(line.points for line in fresh) - sum(line.points for line in earlier)
        if not isinstance(after, trioker.TableState):
            return 0
        now, then = self.game.scores(after), self.game.scores(before)
        return 0 if now is None or then is None else now[seat] - then[seat]

    def again(self, before: Any, after: Any) -> bool:
        """Whether the mover, having laid a tile, is on turn once more."""
        laid = isinstance(after, trioker.DuelState | trioker.TableState) and after.field != before.field
        return laid and self.mover(after) == self.mover(before)

    def loses(self, move: Any) -> bool:
        """Whether the game is lost by a move, or by some answer to it."""
        after = self.game.play(self.state, move)
        outcome = self.game.outcome(after)
        if outcome is not None:
            return bool(outcome.seats) and self.seat not in outcome.seats
        return any(self.wins(after, self.game.play(after, reply)) for reply in self.answers(after))

    def answers(self, after: Any) -> list[Any]:
        """Moves of the next player, if that is another one."""
        next_player = self.mover(after) not in (None, self.seat)
        return list(self.game.legal_moves(after)) if next_player else []

    def lets(self, move: Any) -> int:
        """The most that the next player can gain at once: points, or a great number for a turn or the win."""
        after, most = self.game.play(self.state, move), 0
        for reply in self.answers(after):
            then = self.game.play(after, reply)
            much = 100 if self.wins(after, then) else 50 if self.again(after, then) else 0
            most = max(most, much, self.points(after, then))
        return most

    def count(self) -> int:
        """The number in the sentence."""
        return int(str(self.choice.reason.details["count"]))

    def forced(self, *, mine: bool, move: troika.Lay, within: int) -> bool:
        """Whether the mover or the other side wins a game of Troika by force after a move, by the search of
        the strongest grade."""
        assert self.seat is not None
        side = self.seat if mine else 1 - self.seat
        try:
            return Force(self.state, side, Budget(400_000)).wins_by((move.pyramid, move.field), within)
        except OutOfNodesError:
            pytest.fail("the search of the test is spent")


def most(part: int, whole: int) -> bool:
    return whole > 0 and part / whole >= 2 / 3


def wins_out(game: Any, state: Any, seat: int | None) -> bool:
    """Who wins with best play, by the rules alone."""
    outcome = game.outcome(state)
    if outcome is not None:
        return seat in outcome.seats
    mine = game.seat_of(state, game.to_move(state)) == seat
    results = (wins_out(game, game.play(state, move), seat) for move in game.legal_moves(state))
    return any(results) if mine else all(results)


def small(case: Case) -> bool:
    """Whether a position of Trike can be played out here."""
    state = case.state
    return isinstance(state, trike.State) and in_reach(state.spot, state.filled).bit_count() <= PLAYED_OUT


def holds(case: Case) -> bool:
    return not case.forced(mine=False, move=case.choice.move, within=2 * case.count())


def settles(case: Case, *, won: bool) -> bool:
    """A claim about best play: tried where it can be played out; solved positions are tested elsewhere."""
    if not small(case):
        return True
    if won:
        return wins_out(case.game, case.after, case.seat)
    return not any(wins_out(case.game, case.game.play(case.state, move), case.seat) for move in case.moves)


SO: Final[Mapping[str, Callable[[Case], bool]]] = {
    "wins": lambda case: case.wins(case.state, case.after),
    "out": lambda case: case.after.out == case.seat and case.after.hands[case.seat].size == 0,
    "points": lambda case: case.count() == case.points(case.state, case.after) > 0,
    "turn": lambda case: case.again(case.state, case.after),
    "stops": lambda case: not case.loses(case.choice.move) and all(case.loses(move) for move in case.others),
    "sound": lambda case: (
        not case.loses(case.choice.move)
        and most(sum(case.loses(move) for move in case.others), len(case.others))
    ),
    "safe": lambda case: (
        case.lets(case.choice.move) == 0
        and most(sum(case.lets(move) > 0 for move in case.others), len(case.others))
    ),
    "less": lambda case: (
        (mine := case.lets(case.choice.move)) > 0
        and most(sum(case.lets(move) > mine for move in case.others), len(case.others))
    ),
    "beaten": lambda case: all(case.loses(move) for move in case.moves),
    "only": lambda case: not case.others,
    "forces": lambda case: case.forced(mine=True, move=case.choice.move, within=2 * case.count() - 1),
    "alone": lambda case: all(case.forced(mine=False, move=move, within=6) for move in case.others),
    "holds": holds,
    "solved": lambda case: settles(case, won=True),
    "lost": lambda case: settles(case, won=False),
    "hopeless": lambda case: settles(case, won=False),
    "book": lambda case: len(case.state.stacks) == 9 and not any(case.state.stacks),
    "lead": lambda case: 1 <= case.count() <= len(case.moves),
    "search": lambda case: 0 <= int(str(case.choice.reason.details["percent"])) <= 100,
    "any": lambda case: (
        not any(case.wins(case.state, case.game.play(case.state, move)) for move in case.moves)
    ),
}
"""By code without `because-`: whether it is so."""


def positions(name: str, options: Mapping[str, Any], games: int) -> list[Any]:
    """States of random games in which somebody has something to choose."""
    found = []
    for seed in range(games):
        chance = Random(f"{name} {options} {seed}")
        most_plies = chance.randrange(LONGEST[name])
        state = random_game(GAMES[name], options, chance.randrange, most=most_plies).states[-1]
        if deciding(name, state) is not None and GAMES[name].outcome(state) is None:
            found.append(state)
    return found


@pytest.mark.parametrize("grade", Grade)
@pytest.mark.parametrize(("name", "options"), KINDS, ids=str)
def test_every_reason_is_so(name: str, options: dict[str, Any], grade: Grade) -> None:
    """Law (issue 9 point 7): in any position of any game, whatever a grade says for its move is true by the
    rules."""
    told = Counter[str]()
    for number, state in enumerate(positions(name, options, 10)):
        nodes = NODES.get(name, FEW)
        choice = choose(GAMES[name], state, grade=grade, chance=SeededChance(number), nodes=nodes)
        code = choice.reason.code.removeprefix("because-")
        told[code] += 1
        assert SO[code](Case(name, state, choice)), (code, GAMES[name].format_move(choice.move), state)
    assert told, "some position was tried"


def finishes(state: Any) -> int:
    """In how many ways a puzzle can be finished, by laying tiles on the first free cell in turn."""
    if trioker.GAME.outcome(state) is not None:
        return 1
    lays = [move for move in trioker.GAME.legal_moves(state) if isinstance(move, trioker.Place)]
    free = state.field.board.all_cells & ~state.field.filled
    first = state.field.board.cells[(free & -free).bit_length() - 1]
    return sum(finishes(trioker.GAME.play(state, move)) for move in lays if move.cell == first)


def test_what_the_solver_says_of_a_tile_is_so() -> None:
    """Law (issue 9 points 7 and 10): the only place, the only tile, and the number of ways are counted on the
    outline; "at least" is no more than there are."""
    told = Counter[str]()
    for outline, tiles in ((SMALL["outline"], 24), ("eagle", 2)):
        state: Any = trioker.GAME.start({"mode": "puzzle", "outline": outline})
        for _ in range(tiles):
            if trioker.GAME.outcome(state) is not None:
                break
            choice = choose(trioker.GAME, state, grade=Grade.MASTER, chance=SeededChance(1))
            move, code = choice.move, choice.reason.code.removeprefix("because-")
            after = trioker.GAME.play(state, move)
            lays = [one for one in trioker.GAME.legal_moves(state) if isinstance(one, trioker.Place)]
            tile = trioker.tile_named(move.text)
            match code:
                case "finishes":
                    assert trioker.GAME.outcome(after) is not None
                case "only-place":
                    assert choice.reason.details["tile"] == tile
                    assert {one.cell for one in lays if trioker.tile_named(one.text) == tile} == {move.cell}
                case "only-tile":
                    assert {trioker.tile_named(one.text) for one in lays if one.cell == move.cell} == {tile}
                case "ways":
                    few = (after.field.board.all_cells & ~after.field.filled).bit_count() <= 6
                    ways = finishes(after) if few else ways_after(state, move)
                    assert ways == choice.reason.details["count"]
                case "many":
                    assert ways_after(state, move) >= int(str(choice.reason.details["count"]))
                case _:
                    pytest.fail(code)
            told[code] += 1
            state = after
    assert {"finishes", "only-place", "ways", "many"} <= set(told), told


def test_what_the_solver_says_of_a_tile_to_take_out_is_so() -> None:
    """Law (issue 9 points 7 and 10): after one that opens a way again there is one; where more than one must
    come out, none does alone."""
    told = set()
    begun: Any = trioker.GAME.start(SMALL)
    for _ in range(4):
        begun = trioker.GAME.play(begun, choose_first(begun).move)
    lays = [one for one in trioker.GAME.legal_moves(begun) if isinstance(one, trioker.Place)]
    for state in (
        trioker.GAME.play(begun, lays[0]),
        trioker.GAME.play(begun, lays[-1]),
        random_game(trioker.GAME, SMALL, Random(2).randrange, most=6).states[-1],
    ):
        assert isinstance(state, trioker.PuzzleState)
        if trioker.remaining(state).solutions:
            continue
        choice = choose_first(state)
        taken = [one for one in trioker.GAME.legal_moves(state) if isinstance(one, trioker.Remove)]
        left = {one: ways_after(state, one) for one in taken}
        told.add(choice.reason.code)
        if choice.reason.code == "because-reopens":
            assert left[choice.move]
        else:
            assert choice.reason.code == "because-first-out"
            assert not any(left.values())
    assert told == {"because-reopens", "because-first-out"}


SMALL: Final = {"mode": "puzzle", "outline": "parallelogram-3x4"}


def choose_first(state: Any) -> Choice:
    return choose(trioker.GAME, state, grade=Grade.NEWCOMER, chance=SeededChance(1))


def ways_after(state: Any, move: Any) -> int:
    """Ways to finish after a move in a puzzle, as far as they are counted."""
    after = trioker.GAME.play(state, move)
    assert isinstance(after, trioker.PuzzleState)
    return trioker.remaining(after, limit=1000).solutions


def test_the_complaints_of_the_audit() -> None:
    """Law (issue 9 point 7): cases in which something was said that was not so: a lone ball that scores for
    nobody, points that nobody made, moves that let nobody win, a lighter hand as points."""
    audited: list[tuple[str, dict[str, Any], list[str], int, str]] = [
        ("ttt3d", {"players": 2}, [], 5, "safe"),
        ("ttt3d", {"players": 2}, AUDITED, 5, "points"),
        ("troika", {"starter": "light"}, ["Ym@a1", "Bl@c2", "Wm@c2", "Gl@c3"], 5, "safe"),
        ("trioker", {"mode": "rapid", "players": 2, "hands": HANDS}, [], 1, "points"),
    ]
    for name, options, moves, grade, untrue in audited:
        state = replay(GAMES[name], options, moves).states[-1]
        choice = choose(GAMES[name], state, grade=Grade(grade), chance=SeededChance(1))
        code = choice.reason.code.removeprefix("because-")
        assert code != untrue, name
        assert SO[code](Case(name, state, choice)), (name, code)


AUDITED: Final = ["w@Bc2", "r@Ca2", "k@Ab3", "b@Bc1", "w@Ca1", "r@Bb1", "k@Ac2", "b@Ac1"]
HANDS: Final = [
    ["333", "332", "111", "112", "113", "123", "132", "222", "223", "221"],
    ["330", "331", "003", "203", "230", "000", "001", "002", "220", "110"],
]


def test_a_search_that_runs_out_leaves_the_balls_where_they_are() -> None:
    """Law: whoever asks the table afterwards counts the balls that lie there, no more."""
    state = ttt3d.GAME.start({"players": 2})
    table = _Table(state, 50)
    with pytest.raises(OutOfNodesError):
        table.leads(list(state.free), 8)
    assert [table.gain(hole) for hole in state.free] == [0] * 27
    assert [table.answer(hole) for hole in state.free] == [0] * 27
