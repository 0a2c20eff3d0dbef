"""`python -m tests.playthroughs.make`: writes the golden games that are missing; never touches another.

A golden is frozen: when a change of the rules makes one fail, that is the news. Delete it by hand to
renew it.
"""

from random import Random
from typing import Any

from tests.playthroughs.transcript import FOLDER, transcript

from triboard.rules import trioker
from triboard.rules.chance import random_game
from triboard.rules.record import Comment, Record, record_of
from triboard.rules.registry import GAMES
from triboard.rules.replay import replay

Plan = tuple[str, str, dict[str, Any], int]

HIDDEN: dict[str, Any] = {"mode": "rapid", "players": 2, "start": 1, "hands": [10, 10]}
COLOURS = [["green"], ["blue"], ["white"]]

PLAN: tuple[Plan, ...] = (
    ("ttt3d-2-auto", "ttt3d", {"players": 2, "calling": "auto"}, 1),
    ("ttt3d-3-strict", "ttt3d", {"players": 3, "calling": "strict", "start": 1}, 1),
    ("ttt3d-3-colours", "ttt3d", {"players": 3, "colours": COLOURS}, 1),
    ("ttt3d-4-rims-instead", "ttt3d", {"players": 4, "rims": True, "rim_turn": "instead"}, 1),
    ("ttt3d-5-rims-after", "ttt3d", {"players": 5, "rims": True, "rim_turn": "after"}, 1),
    (
        "ttt3d-2-rims-strict",
        "ttt3d",
        {"players": 2, "rims": True, "rim_turn": "instead", "calling": "strict"},
        2,
    ),
    ("troika-die-troika", "troika", {}, 3),
    ("troika-light-exhausted", "troika", {"starter": "light"}, 3),
    ("troika-dark-stuck", "troika", {"starter": "dark"}, 13),
    ("troika-training", "troika", {"mode": "training"}, 1),
    ("trike-3", "trike", {"size": 3}, 1),
    ("trike-7-swapped", "trike", {"size": 7, "swap": True}, 2),
    ("trike-7-no-swap", "trike", {"size": 7, "swap": False}, 2),
    ("trike-13", "trike", {"size": 13}, 1),
    ("trioker-pair-impair-73", "trioker", {"mode": "pair-impair", "board": 73}, 1),
    ("trioker-pair-impair-73-draw", "trioker", {"mode": "pair-impair"}, 3),
    ("trioker-pair-impair-52", "trioker", {"mode": "pair-impair", "board": 52}, 2),
    ("trioker-pair-impair-honour", "trioker", {"mode": "pair-impair", "honour": True}, 3),
    ("trioker-rapid-2-start-0", "trioker", {"mode": "rapid", "players": 2, "start": 0}, 1),
    ("trioker-rapid-2-blocked", "trioker", {"mode": "rapid", "players": 2}, 7),
    ("trioker-rapid-2-hidden", "trioker", HIDDEN, 1),
    ("trioker-rapid-3-coin", "trioker", {"mode": "rapid", "players": 3}, 7),
    ("trioker-rapid-4", "trioker", {"mode": "rapid", "players": 4, "start": 3}, 1),
    ("trioker-original-2", "trioker", {"mode": "original", "players": 2, "f5": True}, 1),
    ("trioker-original-3-no-f5", "trioker", {"mode": "original", "players": 3, "f5": False, "start": 2}, 1),
    ("trioker-original-4", "trioker", {"mode": "original", "players": 4}, 10),
    ("trioker-simple-2-path-1", "trioker", {"mode": "simple", "players": 2, "paths": 1}, 1),
    ("trioker-simple-3-paths-2", "trioker", {"mode": "simple", "players": 3, "paths": 2}, 1),
    ("trioker-simple-4-paths-3", "trioker", {"mode": "simple", "players": 4, "paths": 3}, 7),
    ("trioker-puzzle-three-cells", "trioker", {"mode": "puzzle", "players": 1, "outline": "0: 1 2 / 1"}, 1),
)


def main() -> None:
    """Write what is missing."""
    for name, game, options, seed in PLAN:
        played = random_game(GAMES[game], options, Random(seed).randrange)
        _write(name, record_of(played, {"Event": "Golden game", "Seed": str(seed)}))
    _write("trioker-puzzle-hexagon-joker", _solved())


def _solved() -> Record:
    """A puzzle that the solver fills, with a tile taken out and put back on the way."""
    options: dict[str, Any] = {"mode": "puzzle", "outline": "hexagon-2", "joker": True}
    solution = next(trioker.solve("hexagon-2", joker=True))
    texts = [trioker.GAME.format_move(move) for move in solution]
    cell = texts[4].partition(":")[0]
    texts[5:5] = [f"remove:{cell}", texts[4]]
    comment = Comment(6, "Out again, and back:\nthe solver finds no other place for it.")
    return record_of(replay(trioker.GAME, options, texts), {"Event": "Golden game"}, [comment])


def _write(name: str, record: Record) -> None:
    path = FOLDER / f"{name}.txt"
    if not path.exists():
        path.write_text(transcript(record), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
