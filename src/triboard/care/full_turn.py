"""Step: one full turn of each rim tells its edges, its direction and whether its index is there."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from triboard.board.definition import RimDefinition
from triboard.board.rims import QUARTERS, RimTracking, follow
from triboard.care.each_rim import EachRim
from triboard.care.events import PinMoved
from triboard.care.parts import Part, Result
from triboard.care.words import say
from triboard.units import SECOND, Duration, Instant

PATIENCE: Final = Duration(60 * SECOND)

MOST_EDGES: Final = 4096
"""A quarter; more is noise on a track."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Edges counted as the tracks are wired, and the counts at which the index closed."""

    tracking: RimTracking = field(default_factory=RimTracking)
    index: bool | None = None
    closings: tuple[int, ...] = ()
    lost: int = 0


@dataclass(frozen=True, slots=True)
class FullTurns(EachRim):
    """Each rim is turned clockwise until its index has been passed twice. `levels` are the pins at the
    start."""

    patience = PATIENCE

    levels: Mapping[int, bool] = field(default_factory=dict, kw_only=True)
    turns: Turns = field(default_factory=Turns, kw_only=True)
    found: Mapping[str, tuple[int, bool]] = field(default_factory=dict, kw_only=True)

    def begin(self, at: Instant) -> Self:
        return self._ask(self.levels, at)

    def learned(self) -> Mapping[str, Any]:
        return {"rims": {rim: {"edges": edges, "reverse": back} for rim, (edges, back) in self.found.items()}}

    @property
    def _rim(self) -> RimDefinition:
        return replace(self.board.rims[self.number], reverse=False)

    def _asked(self) -> str:
        return "rim-turn"

    def _ask(self, levels: Mapping[int, bool], at: Instant) -> Self:
        """The present rim from here; an index that is closed already counts once."""
        if self.over:
            return self
        rim = self._rim
        index = levels.get(rim.index, False)
        tracks = (levels.get(rim.track_a, False), levels.get(rim.track_b, False))
        turns = Turns(RimTracking(tracks=tracks), index, (0,) if index else ())
        return replace(self, turns=turns, levels=levels, asked_at=at)

    def _moved(self, event: PinMoved) -> Self:
        rim, turns = self._rim, self.turns
        state = replace(self, levels=event.levels)
        if event.pin not in (rim.track_a, rim.track_b, rim.index):
            return state
        a, b, index = (event.levels[pin] for pin in (rim.track_a, rim.track_b, rim.index))
        tracking = follow(turns.tracking, rim, track_a=a, track_b=b, index=False)
        closings = turns.closings
        if index and not turns.index and (not closings or abs(tracking.count - closings[-1]) >= QUARTERS):
            closings = (*closings, tracking.count)
        state = replace(state, turns=Turns(tracking, index, closings, tracking.skipped))
        return state._judged(closings[-1] - closings[-2], event.at) if len(closings) > 1 else state

    def _judged(self, total: int, at: Instant) -> Self:
        """A full turn: its edges make four equal quarters, or some were lost."""
        rim = self._rim.rim
        quarter, rest = divmod(abs(total), QUARTERS)
        if rest or self.turns.lost or not 1 <= quarter <= MOST_EDGES:
            return self._next(
                Part(f"rim {rim}", Result.FAILED, say("rim-uneven", rim=rim, edges=abs(total))), at
            )
        back = total < 0
        code = "rim-learned-back" if back else "rim-learned"
        part = Part(f"rim {rim}", Result.PASSED, say(code, edges=quarter))
        return replace(self, found={**self.found, rim: (quarter, back)})._next(part, at)

    def _failed(self) -> Part:
        rim = self._rim.rim
        code = "rim-no-index" if self.turns.tracking.count else "rim-silent"
        return Part(f"rim {rim}", Result.FAILED, say(code, rim=rim))

    def _next(self, part: Part, at: Instant) -> Self:
        state = replace(self, results={**self.results, part.part: part}, number=self.number + 1)
        return state._ask(state.levels, at)
