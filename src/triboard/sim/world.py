"""The simulated pieces: what stands where in the room, whatever the daemon believes.

Kept in a file of its own, written as hands move and never read by the daemon: after a kill the board still
stands as it stood.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from triboard.board.aside import tray_places
from triboard.board.definition import Board, SiteDefinition
from triboard.board.rims import QUARTERS, carried
from triboard.errors import PlayerError
from triboard.units import Piece, Site

FORMAT = 1
QUARTER = 90.0  # degrees a detent
HOLD = 12.0  # degrees off a detent within which a ball still sits over its hole's sensor


class ImpossibleError(PlayerError):
    """Hands cannot do this: no such piece in the tray, the hole is taken, the rim is in between."""


@dataclass(slots=True)
class World:
    """Pieces by slot (a ball travels with its rim), pieces in hand, and each rim's angle in degrees
    clockwise seen from above, from 0 to 360. All other pieces lie in their trays."""

    board: Board
    stacks: dict[Site, list[Piece]] = field(default_factory=dict)
    hand: list[Piece] = field(default_factory=list)
    angles: list[float] = field(default_factory=list)

    _kinds: dict[Piece, Piece] = field(init=False)  # kind of each shape: a triangle has three
    _trays: dict[Site, tuple[Piece, int]] = field(init=False)  # kind, height of a tray place
    _heights: dict[Site, int] = field(init=False)  # of all places where hands put pieces: holes, racks

    def __post_init__(self) -> None:
        self._kinds = {shape: tray.piece for tray in self.board.trays for shape in (tray.piece, *tray.shapes)}
        read = tray_places(self.board.aside)
        self._trays = {one.site: (read[one.site], one.height) for one in self.board.aside if one.site in read}
        places = (*self.board.sites, *self.board.aside)
        self._heights = {one.site: one.height for one in places if one.site not in read}
        if not self.angles:
            self.angles = [0.0] * len(self.board.rims)

    def rim_of(self, site: Site) -> int | None:
        """Number of the rim that a hole belongs to."""
        for number, rim in enumerate(self.board.rims):
            if site in rim.ring:
                return number
        return None

    def detent(self, rim: int) -> int | None:
        """Detent over which a rim's pieces sit; `None` between."""
        angle = self.angles[rim]
        nearest = round(angle / QUARTER)
        return nearest % QUARTERS if abs(angle - nearest * QUARTER) <= HOLD else None

    def slot(self, hole: Site) -> Site | None:
        """Slot over a hole now; `None` while its rim is between."""
        rim = self.rim_of(hole)
        if rim is None:
            return hole
        detent = self.detent(rim)
        return None if detent is None else carried(self.board.rims[rim], hole, -detent)

    def standing(self, hole: Site) -> tuple[Piece, ...]:
        """What stands over the sensors of a hole, in a rack or lies in a tray place now, bottom first."""
        if hole in self._trays:
            kind, height = self._trays[hole]
            return (kind,) * min(height, self.tray().get(kind, 0))
        slot = self.slot(hole)
        return () if slot is None else tuple(self.stacks.get(slot, ()))

    def holes(self) -> dict[Site, tuple[Piece, ...]]:
        """What stands over each hole that is not bare."""
        return self._standing_on(self.board.sites)

    def racks(self) -> dict[Site, tuple[Piece, ...]]:
        """What lies on each rack place that is not bare."""
        return self._standing_on([place for place in self.board.aside if place.site not in self._trays])

    def _standing_on(self, places: Iterable[SiteDefinition]) -> dict[Site, tuple[Piece, ...]]:
        shown = {place.site: self.standing(place.site) for place in places}
        return {site: stack for site, stack in shown.items() if stack}

    def tray(self) -> dict[Piece, int]:
        """Pieces left in each tray."""
        used: dict[Piece, int] = {}
        for piece in [*self.hand, *(piece for stack in self.stacks.values() for piece in stack)]:
            kind = self._kinds.get(piece, piece)
            used[kind] = used.get(kind, 0) + 1
        return {tray.piece: tray.stock - used.get(tray.piece, 0) for tray in self.board.trays}

    def take(self, piece: Piece) -> bool:
        """Take a piece out of its tray place into the hand. Nothing happens where its tray is not read, where
        it is in a hand already, or where there is none."""
        kind = self._kinds.get(piece, piece)
        read = any(one == kind for one, _ in self._trays.values())
        if not read or self._held(kind) is not None or self.tray().get(kind, 0) <= 0:
            return False
        self.hand.append(piece)
        return True

    def give_back(self, piece: Piece) -> None:
        """Lay a piece that was taken back into its tray."""
        held = self._held(self._kinds.get(piece, piece))
        if held is not None:
            self.hand.remove(held)

    def _held(self, kind: Piece) -> Piece | None:
        return next((one for one in self.hand if self._kinds.get(one, one) == kind), None)

    def drop(self, hole: Site, piece: Piece) -> None:
        """Put a piece from the hand, else from its tray, into a hole; raises `ImpossibleError`."""
        slot = self._open(hole)
        if len(self.stacks.get(slot, ())) >= self._levels(hole):
            raise ImpossibleError(f"{hole} is full.")
        kind = self._kinds.get(piece, piece)
        held = self._held(kind)
        if held is not None:
            self.hand.remove(held)  # it may have been turned in the hand
        elif self.tray().get(kind, 0) <= 0:
            raise ImpossibleError(f"There is no {piece} piece left in the tray.")
        self.stacks.setdefault(slot, []).append(piece)

    def lift(self, hole: Site) -> Piece:
        """Take the top piece of a hole into the hand; raises `ImpossibleError`."""
        slot = self._open(hole)
        stack = self.stacks.get(slot)
        if not stack:
            raise ImpossibleError(f"There is nothing in {hole}.")
        piece = stack.pop()
        if not stack:
            del self.stacks[slot]
        self.hand.append(piece)
        return piece

    def put_away(self) -> None:
        """Lay what is in the hand back into the trays."""
        self.hand.clear()

    def _open(self, hole: Site) -> Site:
        self._levels(hole)
        slot = self.slot(hole)
        if slot is None:
            raise ImpossibleError(f"The rim stands between two resting places: {hole} is covered.")
        return slot

    def _levels(self, hole: Site) -> int:
        if hole not in self._heights:
            raise ImpossibleError(f"There is no hole {hole} on this board.")
        return self._heights[hole]

    def fits(self, site: Site, stack: list[Piece]) -> bool:
        """Whether a place holds so many pieces."""
        return len(stack) <= self._heights.get(site, 0)

    def as_json(self) -> dict[str, Any]:
        """The world as it stands in its file."""
        return {
            "format": FORMAT,
            "board": self.board.name,
            "stacks": {site: list(stack) for site, stack in sorted(self.stacks.items())},
            "angles": list(self.angles),
        }


def read_world(board: Board, path: Path) -> World:
    """The world of a file; a bare board where there is none or it belongs to another board.

    What a hand held when the file was written lies in the trays again.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["format"] != FORMAT or content["board"] != board.name:
            return World(board)
        stacks = {Site(site): [Piece(piece) for piece in stack] for site, stack in content["stacks"].items()}
        world = World(board, stacks, [], [float(angle) % 360 for angle in content["angles"]])
        return world if _belongs(world) else World(board)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return World(board)


def _belongs(world: World) -> bool:
    """Whether these pieces and angles can be those of the board as its file is now."""
    board = world.board
    pieces = {shape for tray in board.trays for shape in (tray.piece, *tray.shapes)}
    return (
        len(world.angles) == len(board.rims)
        and all(isfinite(angle) for angle in world.angles)
        and all(world.fits(site, stack) for site, stack in world.stacks.items())
        and all(piece in pieces for stack in world.stacks.values() for piece in stack)
    )


class WorldFile:
    """Keeps a world in a file, written whole or not at all; a power cut cannot move real pieces, so nothing
    is flushed. What is in hands is not in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written = b""

    def write(self, world: World) -> None:
        """Keep the world as it stands; raises `OSError`."""
        content = json.dumps(world.as_json()).encode() + b"\n"
        if content == self._written:
            return
        draft = self.path.with_suffix(".draft")
        with draft.open("wb", buffering=0) as file:
            file.write(content)
        os.replace(draft, self.path)
        self._written = content
