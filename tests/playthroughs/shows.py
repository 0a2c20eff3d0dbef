"""`python -m tests.playthroughs.shows`: writes the games that the lights play while nobody is there.

Learners play them against each other, so that they look like games; of many the one is taken that completes
its first line soonest, and of those the shortest. What is there is never touched: delete it by hand.
"""

import json
from pathlib import Path
from random import Random
from typing import Any, Final

from triboard.app.exhibit import SHOWS
from triboard.app.games import MANNERS
from triboard.opponents.engine import Grade
from triboard.opponents.games import INSIGHTS
from triboard.opponents.registry import choose
from triboard.session.house import Show
from triboard.session.show import show_of

TRIES: Final = 60
PLAN: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("ttt3d-2", "ttt3d", {"players": 2}),
    ("ttt3d-3", "ttt3d", {"players": 3}),
    ("troika", "troika", {}),
    ("trike-7", "trike", {"size": 7}),
    ("trike-9", "trike", {"size": 9}),
    ("trike-13", "trike", {"size": 13}),
    ("trioker", "trioker", {"mode": "pair-impair"}),
)


class Luck:
    """Chance of the engines, by seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, limit: int) -> int:
        """0 to limit - 1, each equally likely."""
        return self._random.randrange(limit)


def played(name: str, options: dict[str, Any], seed: int) -> list[str]:
    """A game of two or more learners."""
    game, insight, luck = MANNERS[name].game, INSIGHTS[name], Luck(seed)
    state, texts = game.start(options), []
    while game.outcome(state) is None:
        moves = insight.moves(state)
        by_chance = insight.by_chance(state)
        grade = Grade.LEARNER if seed % 2 else Grade.NEWCOMER
        move = (
            moves[luck.below(len(moves))] if by_chance else choose(game, state, grade=grade, chance=luck).move
        )
        texts.append(game.format_move(move))
        state = game.play(state, move)
    return texts


def worth(show: Show) -> tuple[int, int]:
    """The fewer, the better: pictures to the first line, pictures in all."""
    first = next((at for at, picture in enumerate(show) if picture.lines), len(show))
    return first, len(show)


def main() -> None:
    """Write what is missing."""
    for name, game, options in PLAN:
        path = Path(__file__).parents[2] / "src/triboard" / SHOWS / f"{name}.json"
        if path.exists():
            continue
        games = [played(game, options, seed) for seed in range(TRIES)]
        best = min(games, key=lambda texts: worth(show_of(MANNERS[game], options, texts)))
        form = {"game": game, "options": options, "moves": best}
        path.write_text(json.dumps(form, indent=1) + "\n", encoding="utf-8")
        print(path, worth(show_of(MANNERS[game], options, best)))


if __name__ == "__main__":
    main()
