"""Works out the opening book of Troika: `python -m tests.tools.troika_book >
src/triboard/opponents/troika_book.txt`.

Every position with three pyramids laid (1,102 of them, up to likeness) is played out exactly; those with two
follow from them, and those with one from these, so that the book proves as a whole that whoever does not
start wins. It keeps what the search at the table could not find within its nodes. Takes about half an hour.
"""

import sys
from typing import Any, Final

from triboard.app.engine_forms import SeededChance
from triboard.opponents.troika_book import Entry, write
from triboard.opponents.troika_force import Move
from triboard.opponents.troika_lines import IS_MEDIUM
from triboard.opponents.troika_master import NODES, best, hold_out
from triboard.opponents.troika_shape import Shape, shape_of
from triboard.rules import troika

PLENTY: Final = 50_000_000
"""Nodes that no position with three pyramids needs."""

SAFE: Final = NODES // 2
"""What takes more nodes than this goes into the book: chance may need twice as many another time."""


def levels(deepest: int) -> list[dict[str, Any]]:
    """All positions after 0, 1, ... placements, one for each shape."""
    start = troika.GAME.start({"starter": "light"})
    found = [{shape_of(start).name: start}]
    for _ in range(deepest):
        after: dict[str, Any] = {}
        for state in found[-1].values():
            for move in troika.GAME.legal_moves(state):
                later = troika.GAME.play(state, move)
                after.setdefault(shape_of(later).name, later)
        found.append(after)
    return found


def three_laid(states: dict[str, Any]) -> dict[str, Entry]:
    """Whoever does not start is on turn: exact search, first with few nodes and then with as many as it
    takes."""
    found = {}
    for number, (name, state) in enumerate(states.items()):
        verdict = best(state, PLENTY, SeededChance.named(name))
        assert verdict.won is not None
        found[name] = Entry(
            inverse(shape_of(state), verdict.move), verdict.won, verdict.within, verdict.nodes
        )
        if number % 50 == 0:
            print(f"{number} of {len(states)}, {found[name]}", file=sys.stderr, flush=True)
    return found


def two_laid(states: dict[str, Any], later: dict[str, Entry]) -> dict[str, Entry]:
    """The starter is on turn: won, soonest first, where the other side has lost after some placement; else
    held out."""
    found = {}
    for name, state in states.items():
        shape = shape_of(state)
        after = {
            (move.pyramid, move.field): later[shape_of(troika.GAME.play(state, move)).name]
            for move in lays(state)
        }
        winning = {move: entry.within for move, entry in after.items() if not entry.won}
        if winning:
            move = min(winning, key=lambda move: winning[move])
            found[name] = Entry(inverse(shape, move), won=True, within=winning[move] + 1)
            continue
        verdict = hold_out(state, PLENTY, SeededChance.named(name))
        assert verdict.won is not None
        found[name] = Entry(
            inverse(shape, verdict.move), won=False, within=verdict.within, nodes=verdict.nodes
        )
        print(f"{len(found)} of {len(states)}, {found[name]}", file=sys.stderr, flush=True)
    return found


def prove_openings(states: dict[str, Any], later: dict[str, Entry]) -> None:
    """The other side is on turn: every small and every large wins, whatever the opening."""
    for name, state in states.items():
        for move in lays(state):
            if not IS_MEDIUM[move.pyramid]:
                assert not later[shape_of(troika.GAME.play(state, move)).name].won, (name, move)


def lays(state: Any) -> list[troika.Lay]:
    """The placements that are legal."""
    return [move for move in troika.GAME.legal_moves(state) if isinstance(move, troika.Lay)]


def inverse(shape: Shape, move: Move) -> Move:
    """A placement in the position as the name knows it."""
    return shape.pyramids.index(move[0]), shape.fields.index(move[1])


def main() -> None:
    """Print the book."""
    _, one, two, three = levels(3)
    later = three_laid(three)
    earlier = two_laid(two, later)
    prove_openings(one, earlier)
    kept = {name: entry for name, entry in later.items() if entry.nodes > SAFE}
    print(write({**earlier, **kept}), end="")


if __name__ == "__main__":
    main()
