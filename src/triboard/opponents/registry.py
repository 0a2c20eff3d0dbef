"""Who plays which game at which grade, with how many nodes; and the one door through which all are asked."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from triboard.opponents import duel_finish, trike_finish
from triboard.opponents.engine import CannotPlayError, Chance, Choice, Engine, Grade, Reason
from triboard.opponents.finish import Finish
from triboard.opponents.games import (
    INSIGHTS,
    OneShelfInsight,
    Ttt3dInsight,
    blind,
    deciding,
    known_to,
)
from triboard.opponents.near import Careful, Greedy
from triboard.opponents.own_tiles import OwnTiles
from triboard.opponents.puzzler import Puzzler
from triboard.opponents.search import TreeSearch, Weighing
from triboard.opponents.table_search import TableSearch
from triboard.opponents.troika_master import NODES, Perfect
from triboard.opponents.troika_search import Deepening
from triboard.opponents.ttt3d_search import LineSearch
from triboard.rules import trike, trioker, ttt3d
from triboard.rules.game import Game

DEEP: Final = 40
"""Plies of the tree: more than any search here reaches."""

ALL_BALLS: Final = 27
"""More balls than a search here reaches but near the end."""

TABLE: Final = "trioker-table"
"""Rapid and Original: hidden hands and coins."""

SIMPLE: Final = "trioker-simple"
"""Hidden hands without coins. A chain has few places, so that fewer random games tell as much."""

MANY: Final = "ttt3d-many"
"""Three or four players."""

FIVE: Final = "ttt3d-five"
"""Five players: so much happens between two turns that a Player with fewer random games sees no more than a
Learner."""

RIMS: Final = "ttt3d-rims"
"""With rims that turn a random game takes three times as long."""

SMALL: Final = 7
"""Side of Trike up to which a grade has all its nodes; on larger boards random games take longer, so it has
fewer, and answers in the same time."""

AFTER_A_VAIN_LOOK: Final = 0.5
"""Part of its random games that the Master of Pair-Impair has left where it looked for the end in vain: both
together take as long as all games."""

PUZZLE: Final = "trioker-puzzle"


NOT_AT_ONCE: Final = frozenset(
    f"because-{code}" for code in ("any", "search", "lead", "holds", "safe", "less", "solved")
)
"""Reasons that say less than what a move brings at once, if it brings anything."""


class Seating(NamedTuple):
    """An engine with the nodes that its grade has."""

    engine: Engine
    nodes: int


def _graded(game: str, player: int, expert: int, master: int) -> dict[Grade, Seating]:
    insight = INSIGHTS[game]
    deep = TreeSearch(insight, DEEP)
    return {
        Grade.NEWCOMER: Seating(Greedy(insight), 0),
        Grade.LEARNER: Seating(Careful(insight), 0),
        Grade.PLAYER: Seating(Weighing(insight), player),
        Grade.EXPERT: Seating(deep, expert),
        Grade.MASTER: Seating(deep, master),
    }


def _ttt3d(player: Seating, expert: Seating, master: Seating) -> dict[Grade, Seating]:
    """Newcomers look at one shelf at a time, learners at all lines, both only at their own ball."""
    return {
        Grade.NEWCOMER: Seating(Greedy(OneShelfInsight()), 0),
        Grade.LEARNER: Seating(Greedy(INSIGHTS["ttt3d"]), 0),
        Grade.PLAYER: player,
        Grade.EXPERT: expert,
        Grade.MASTER: master,
    }


def _two_players() -> dict[Grade, Seating]:
    insight = Ttt3dInsight()
    return _ttt3d(
        Seating(Careful(insight), 0),
        Seating(LineSearch(insight, 3, games=0), 2_000),
        Seating(LineSearch(insight, ALL_BALLS, games=100), 4_000),
    )


def _many_players(player: int) -> dict[Grade, Seating]:
    """What one keeps another from serves all the others as well: plans tell more than answers."""
    deep = TreeSearch(INSIGHTS["ttt3d"], DEEP)
    return _ttt3d(Seating(deep, player), Seating(deep, 600), Seating(deep, 5_000))


def _turning_rims() -> dict[Grade, Seating]:
    insight = INSIGHTS["ttt3d"]
    return _ttt3d(
        Seating(Weighing(insight), 80),
        Seating(TreeSearch(insight, DEEP), 300),
        Seating(TreeSearch(insight, DEEP), 1_200),
    )


def _pair_impair() -> dict[Grade, Seating]:
    insight = INSIGHTS["trioker"]
    weighing = Weighing(insight)
    return {
        Grade.NEWCOMER: Seating(Greedy(insight), 0),
        Grade.LEARNER: Seating(weighing, 5),
        Grade.PLAYER: Seating(weighing, 20),
        Grade.EXPERT: Seating(weighing, 100),
        Grade.MASTER: Seating(
            Finish(insight, duel_finish.settle, TreeSearch(insight, DEEP), AFTER_A_VAIN_LOOK), 1_200
        ),
    }


def _table(player: int, expert: int, master: int) -> dict[Grade, Seating]:
    """Hidden hands: what newcomers and learners do not ask is what the others hold; players and experts
    guess, but forget what a draw or a pass has told."""
    insight = INSIGHTS["trioker"]
    return {
        Grade.NEWCOMER: Seating(Greedy(insight), 0),
        Grade.LEARNER: Seating(OwnTiles(insight), 0),
        Grade.PLAYER: Seating(TableSearch(1, remembers=False), player),
        Grade.EXPERT: Seating(TableSearch(DEEP, remembers=False), expert),
        Grade.MASTER: Seating(TableSearch(DEEP, remembers=True), master),
    }


def _troika() -> dict[Grade, Seating]:
    return {
        Grade.NEWCOMER: Seating(Greedy(INSIGHTS["troika"]), 0),
        Grade.LEARNER: Seating(Deepening(2), 10_000),
        Grade.PLAYER: Seating(Deepening(3), 20_000),
        Grade.EXPERT: Seating(Deepening(5), 20_000),
        Grade.MASTER: Seating(Perfect(), NODES),
    }


def _trike() -> dict[Grade, Seating]:
    engines = _graded("trike", 150, 1000, 4000)
    master = engines[Grade.MASTER]
    finish = Finish(INSIGHTS["trike"], trike_finish.settle, master.engine)
    return {**engines, Grade.MASTER: Seating(trike_finish.Swapping(finish), master.nodes)}


ENGINES: Final[Mapping[str, Mapping[Grade, Seating]]] = {
    "ttt3d": _two_players(),
    MANY: _many_players(100),
    FIVE: _many_players(150),
    RIMS: _turning_rims(),
    "troika": _troika(),
    "trike": _trike(),
    "trioker": _pair_impair(),
    TABLE: _table(40, 250, 1_500),
    SIMPLE: _table(12, 80, 1_500),
    PUZZLE: dict.fromkeys(Grade, Seating(Puzzler(), 0)),
}
"""By game, or by the kind of game where one has several."""


def seating(game: str, state: Any, grade: Grade) -> Seating:
    """Engine and nodes for a state of a game."""
    kind = game
    if isinstance(state, ttt3d.State) and (state.setup.rims or state.setup.players > 2):
        kind = RIMS if state.setup.rims else FIVE if state.setup.players > 4 else MANY
    elif isinstance(state, trioker.TableState):
        kind = SIMPLE if state.mode == "simple" else TABLE
    elif isinstance(state, trioker.PuzzleState):
        kind = PUZZLE
    found = ENGINES[kind][grade]
    if isinstance(state, trike.State):
        return found._replace(nodes=found.nodes * SMALL // max(SMALL, state.size))
    return found


def choose(
    game: Game[Any, Any], state: Any, *, grade: Grade, chance: Chance, nodes: int | None = None
) -> Choice:
    """What the side on turn plays at a grade, from what it may know and nothing else.

    `nodes` replaces the budget of the grade. Raises `CannotPlayError` where there is nothing to choose: the
    game is over, chance is on turn, or nobody has told which tiles the side holds.
    """
    side = deciding(game.name, state)
    if side is None:
        over = game.outcome(state) is not None
        raise CannotPlayError("The game is over." if over else "Chance is on turn, not a player.")
    seat = game.seat_of(state, side)
    if blind(game.name, state, seat):
        raise CannotPlayError("Nobody has told which tiles this side holds. Give them with the option hands.")
    found, known = seating(game.name, state, grade), known_to(game.name, state, seat)
    choice = found.engine.choose(known, nodes or found.nodes, chance)
    if choice.reason.code not in NOT_AT_ONCE:
        return choice
    insight = INSIGHTS[game.name]
    reason = insight.brings(known, game.play(known, choice.move), seat)
    if reason is None and len(insight.moves(known)) == 1:
        reason = Reason("because-only")
    return choice if reason is None else replace(choice, reason=reason)
