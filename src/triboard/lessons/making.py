"""Tasks from random games: positions are looked through until each idea has its tasks, all different.

Every answer is found by exhaustive search (`verdict.answers`), so that a task is right when it is made; the
tests search again.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final

from triboard.lessons.goals import finished, reaching
from triboard.lessons.holding import hold
from triboard.lessons.ideas import idea_of
from triboard.lessons.symmetry import Key, key_of
from triboard.lessons.task import Rung, Task, Wrong
from triboard.lessons.verdict import answers, forces, poses, refutation
from triboard.rules.chance import Below, choose
from triboard.rules.registry import GAMES
from triboard.units import Site

MOST_TO_A_TAG: Final = 5
MOST_ANSWERS: Final = {Rung.COMPLETE: 1, Rung.BLOCK: 8, Rung.TWO_THREATS: 1}
"""Right answers of a task. A block is one idea, and seldom one move."""

MOST_FORKS: Final = 6
"""The same for two threats at Troika, where forks are rare, and mostly more than one pyramid makes one."""

FEWEST_OTHERS: Final = 3
"""Pieces beside a finished line that is to be seen."""

FEWEST_WRONG: Final = 2
"""Typical wrong answers of a task of moves: one that cannot be failed asks nothing."""

MOST_WRONG: Final = 3
"""Typical wrong answers that are kept with a task."""

OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "troika": {"starter": "light"},
    "trike": {"size": 7, "swap": False},
    "ttt3d": {"players": 3},
    "trioker": {"mode": "pair-impair"},
}
"""Of the games that tasks are taken from. Three players at ttt3d: each has one colour."""

PIECES: Final[Mapping[str, Mapping[Rung, range]]] = {
    "troika": {
        Rung.SEE: range(5, 10),
        Rung.COMPLETE: range(4, 9),
        Rung.BLOCK: range(3, 9),
        Rung.TWO_THREATS: range(5, 13),
    },
    "trike": {
        Rung.SEE: range(4, 14),
        Rung.COMPLETE: range(4, 14),
        Rung.BLOCK: range(4, 14),
        Rung.TWO_THREATS: range(4, 14),
    },
    "ttt3d": {
        Rung.SEE: range(7, 12),
        Rung.COMPLETE: range(6, 12),
        Rung.BLOCK: range(6, 12),
        Rung.TWO_THREATS: range(8, 13),
    },
    "trioker": {
        Rung.SEE: range(9, 13),
        Rung.COMPLETE: range(5, 11),
        Rung.BLOCK: range(5, 11),
        Rung.TWO_THREATS: range(6, 13),
    },
}
"""Plies before a task: enough for its idea, few enough for hands to set up."""


@dataclass(slots=True)
class Harvest:
    """Tasks found so far of one game."""

    game: str
    tags: Counter[str] = field(default_factory=Counter)
    keys: set[tuple[Rung, Key]] = field(default_factory=set)
    tasks: list[Task] = field(default_factory=list)

    def offer(self, rung: Rung, moves: list[Any], state: Any) -> None:
        """Take a position in if it makes a good task that is not there yet."""
        task = task_of(self.game, rung, moves, state)
        if task is None or self.tags[task.tag] >= MOST_TO_A_TAG:
            return
        key = (rung, key_of(self.game, state))
        if key in self.keys:
            return
        self.keys.add(key)
        self.tags[task.tag] += 1
        self.tasks.append(task)


def gather(game: str, below: Below, games: int) -> list[Task]:
    """Tasks out of so many random games, in the order of the ladder; one a rung from each game at most."""
    found = Harvest(game)
    rules = GAMES[game]
    for _ in range(games):
        state, moves = rules.start(OPTIONS[game]), list[Any]()
        open_rungs = set(PIECES[game])
        while open_rungs:
            for rung in sorted(open_rungs):
                if len(moves) in PIECES[game][rung]:
                    before = len(found.tasks)
                    found.offer(rung, moves, state)
                    if len(found.tasks) > before:
                        open_rungs.discard(rung)
            if rules.outcome(state) is not None or len(moves) >= max(map(max, PIECES[game].values())):
                break
            moves.append(_next_move(game, state, below))
            state = rules.play(state, moves[-1])
    return _numbered(found.tasks)


def _numbered(tasks: list[Task]) -> list[Task]:
    """Sorted by rung, ideas taking turns so that no two of one follow each other where there are others."""
    named = []
    for rung in Rung:
        rows: dict[str, list[Task]] = {}
        for task in tasks:
            if task.rung is rung:
                rows.setdefault(task.tag, []).append(task)
        turns = zip_longest(*(rows[tag] for tag in sorted(rows)))
        ordered = [task for turn in turns for task in turn if task is not None]
        named += [replace(task, name=f"{rung.word}-{number}") for number, task in enumerate(ordered, start=1)]
    return named


def _next_move(game: str, state: Any, below: Below) -> Any:
    """A random move; now and then one that reaches the aim, so that there is something to see."""
    aims = list(reaching(game, state)) if below(4) == 0 else []
    return aims[below(len(aims))] if aims else choose(GAMES[game], state, below)


def task_of(game: str, rung: Rung, moves: list[Any], state: Any) -> Task | None:
    """The task that a position makes on a rung; `None` where it has not exactly one idea."""
    rules = GAMES[game]
    over = rules.outcome(state) is not None
    if rung is Rung.SEE:
        return _seeing(game, moves, state)
    if over or not poses(game, rung, state) or not _calm(game, state):
        return None
    right = answers(game, rung, state)
    forks = game == "troika" and rung is Rung.TWO_THREATS
    if not 1 <= len(right) <= (MOST_FORKS if forks else MOST_ANSWERS[rung]):
        return None
    tags = {idea_of(game, rung, state, move) for move in right}
    if len(tags) != 1:
        return None
    if rung is Rung.BLOCK and not hold(game, state, right):
        return None
    also = _also(game, rung, state, right)
    wrong = tuple(_typical(game, state, right, also))
    if len(wrong) < FEWEST_WRONG:
        return None
    side = rules.to_move(state)
    assert side is not None, "the game is not over"
    return Task(
        name="",
        game=game,
        rung=rung,
        tag=tags.pop(),
        options=OPTIONS[game],
        moves=tuple(map(rules.format_move, moves)),
        side=int(side),
        solution=tuple(map(rules.format_move, right)),
        also=tuple(map(rules.format_move, also)),
        wrong=wrong,
    )


def _calm(game: str, state: Any) -> bool:
    """Whether nothing hangs over from the turn before (an extra turn, which would be played first)."""
    return game != "trioker" or (state.extra == 0 and state.passes == 0)


def _also(game: str, rung: Rung, state: Any, right: tuple[Any, ...]) -> list[Any]:
    """Moves that reach the aim later and cannot be stopped: no mistake where one could win at once."""
    if rung is not Rung.COMPLETE:
        return []
    rules = GAMES[game]
    others = [move for move in rules.legal_moves(state) if move not in right]
    return [move for move in others if forces(game, state, rules.play(state, move))]


def _typical(game: str, state: Any, right: tuple[Any, ...], also: list[Any]) -> Iterator[Wrong]:
    """Wrong answers that look like a right one, those with a refutation first."""
    rules = GAMES[game]
    near = [_parts(rules.format_move(move)) for move in right]
    found = []
    for move in rules.legal_moves(state):
        if move in right or move in also:
            continue
        text = rules.format_move(move)
        reply = refutation(game, state, rules.play(state, move))
        likeness = max(len(_parts(text) & one) for one in near)
        found.append((reply is None, -likeness, text, reply))
    for _, _, text, reply in sorted(found, key=lambda one: one[:3])[:MOST_WRONG]:
        yield Wrong(text, None if reply is None else rules.format_move(reply))


def _parts(text: str) -> frozenset[str]:
    """Pyramid and field, ball and hole, cell and corners: what two moves may have in common."""
    return frozenset(text.replace(":", "@").split("@"))


def _seeing(game: str, moves: list[Any], state: Any) -> Task | None:
    """A position with one finished line."""
    rules = GAMES[game]
    if game in ("troika", "trike") and rules.outcome(state) is None:
        return None
    lines = finished(game, state)
    if len(lines) != 1:
        return None
    standing = rules.position(state).pieces
    others = [site for site, stack in standing.items() if site not in lines[0] and "pawn" not in stack]
    if len(others) < FEWEST_OTHERS:
        return None  # too easy to hit by chance
    before = rules.to_move(state)
    return Task(
        name="",
        game=game,
        rung=Rung.SEE,
        tag=idea_of(game, Rung.SEE, state, None),
        options=OPTIONS[game],
        moves=tuple(map(rules.format_move, moves)),
        side=int(_owner(game, state, lines[0]) if before is None or game == "ttt3d" else before),
        solution=tuple(sorted(lines[0])),
        wrong=tuple(Wrong(site) for site in sorted(others)[:MOST_WRONG]),
    )


def _owner(game: str, state: Any, line: frozenset[Site]) -> int:
    """The side whose line it is."""
    outcome = GAMES[game].outcome(state)
    if outcome is not None and game != "ttt3d":
        return outcome.winners[0]
    piece = GAMES[game].position(state).pieces[min(line)][0]
    return next(seat for seat, palette in enumerate(state.setup.palettes) if piece in palette)
