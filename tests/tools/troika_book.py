"""Works out the opening book of Troika, in a file of its own that an interrupted run goes on with:
`python -m tests.tools.troika_book WORK`, and `... WORK --print > src/triboard/opponents/troika_book.txt`.

Every position with two pyramids laid is worked out, and every one with three (1,102, up to likeness): first
those that the master's own first reply leads to, then the others. With all of them the file proves that
whoever does not start wins. The book keeps what the search at the table might not find within its nodes. All
of it takes about half an hour of processor time.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from triboard.app.engine_forms import SeededChance
from triboard.opponents.troika_book import Entry, write
from triboard.opponents.troika_force import Memory
from triboard.opponents.troika_lines import IS_MEDIUM, Move
from triboard.opponents.troika_master import NODES, best, first_replies, hold_out
from triboard.opponents.troika_shape import Shape, shape_of
from triboard.rules import troika

PLENTY: Final = 50_000_000
"""Nodes that no position needs."""

SAFE: Final = NODES // 2
"""What takes more nodes than this goes into the book: with other chance it may take twice as many."""


def lays(state: Any) -> list[troika.Lay]:
    """The placements that are legal."""
    return [move for move in troika.GAME.legal_moves(state) if isinstance(move, troika.Lay)]


def after(states: dict[str, Any]) -> dict[str, Any]:
    """All positions one placement later, one for each shape."""
    found: dict[str, Any] = {}
    for state in states.values():
        for move in lays(state):
            later = troika.GAME.play(state, move)
            found.setdefault(shape_of(later).name, later)
    return found


def levels(deepest: int) -> list[dict[str, Any]]:
    """All positions after 0, 1, ... placements, one for each shape."""
    start = troika.GAME.start({"starter": "light"})
    found = [{shape_of(start).name: start}]
    for _ in range(deepest):
        found.append(after(found[-1]))
    return found


def chosen() -> dict[str, Any]:
    """The positions with two pyramids that the master's first reply leads to."""
    found = {}
    for opened in levels(1)[1].values():
        for move in first_replies(opened):
            later = troika.GAME.play(opened, move)
            found[shape_of(later).name] = later
    return found


def work() -> dict[str, Any]:
    """All positions of the book, in the order in which they are worked out."""
    two = {name: state for name, state in levels(2)[2].items() if not covered(state)}
    mine = chosen()
    return {**after(mine), **two, **after(two)}


def worked_out(states: dict[str, Any], known: dict[str, Entry]) -> Iterator[tuple[str, Entry]]:
    """What is best in each position that is not known yet, and why, by exact search."""
    memory = {2: Memory(), 3: Memory()}
    for name, state in states.items():
        if name not in known:
            laid = 18 - state.hand.bit_count()
            yield name, (_two if laid == 2 else _three)(name, state, memory[laid])


def _three(name: str, state: Any, memory: Memory) -> Entry:
    verdict = best(state, PLENTY, SeededChance.named(name), memory)
    assert verdict.won is not None
    return Entry(inverse(shape_of(state), verdict.move), verdict.won, verdict.within, verdict.nodes)


def _two(name: str, state: Any, memory: Memory) -> Entry:
    """The starter is on turn. A small or a large as first reply has won, as the positions with three prove,
    so there it can only hold out; after a medium the search must find out."""
    shape, chance = shape_of(state), SeededChance.named(name)
    if replied_soundly(state):
        found = hold_out(state, PLENTY, chance, memory)
        return Entry(inverse(shape, found.move), won=False, within=found.within, nodes=PLENTY)
    verdict = best(state, PLENTY, chance)
    assert verdict.won is not None
    return Entry(inverse(shape, verdict.move), verdict.won, verdict.within, PLENTY)


def replied_soundly(state: Any) -> bool:
    """Whether the other side has laid a small or a large as its first pyramid."""
    laid = [pyramid for stack in state.stacks for pyramid in stack if pyramid // 9 != state.starter]
    return not IS_MEDIUM[laid[0]]


def covered(state: Any) -> bool:
    """Whether the first reply lies on the opening, where only a medium can. It wins as well, but to see that
    takes many millions of nodes: such positions are left to the search at the table."""
    return max(len(stack) for stack in state.stacks) == 2 and not replied_soundly(state)


def inverse(shape: Shape, move: Move) -> Move:
    """A placement in the position as the name knows it."""
    return shape.pyramids.index(move[0]), shape.fields.index(move[1])


def proved(states: dict[str, Any], known: dict[str, Entry]) -> bool:
    """Whether what is known of positions with three pyramids says that the other side wins after each of
    these positions with two."""
    return all(known[name].won for name in after(states))


def main() -> None:
    """Go on with the work, or print the book."""
    file = Path(sys.argv[1])
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    known = {
        name: Entry((move[0], move[1]), won, within, nodes)
        for name, move, won, within, nodes in map(json.loads, lines)
    }
    if "--print" in sys.argv:
        print(write({name: entry for name, entry in known.items() if entry.nodes > SAFE}), end="")
        return
    with file.open("a", encoding="utf-8") as out:
        for name, entry in worked_out(work(), known):
            out.write(json.dumps([name, *entry]) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
