"""Step: what every channel shows while nothing is on the board."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from triboard.board.definition import Board, SensingKind
from triboard.board.readings import ReadingKind
from triboard.care.events import Answered, CareEvent, Pressed, Scanned
from triboard.care.parts import Choice, Mark, Part, Prompt, Result, Shown
from triboard.care.places import Readings
from triboard.care.words import say
from triboard.units import SECOND, Duration, Instant, after

CONTACT: Final = 0.125

TIME: Final = Duration(SECOND)
"""How long it is measured."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """`values` is the newest scan, `scans` those of the measurement; `due` its end, `None` before it."""

    board: Board
    values: tuple[int, ...] = ()
    readings: Readings = field(default_factory=dict)
    unread: frozenset[int] = frozenset()
    scans: tuple[tuple[int, ...], ...] = ()
    due: Instant | None = None
    measured: bool = False
    over: bool = False

    @property
    def name(self) -> str:
        return "baseline"

    @property
    def prompt(self) -> Prompt:
        if self.due is not None:
            return Prompt(say("baseline-measuring"))
        if not self.measured:
            return Prompt(say("baseline"), (Choice("go-on", say("go-on")),))
        doubtful = self.doubtful
        return Prompt(
            say("baseline-doubtful", sites=", ".join(doubtful)),
            (Choice("again", say("again")), Choice("go-on", say("go-on-faulty"))),
            tuple(doubtful),
        )

    @property
    def shown(self) -> Shown:
        return Shown(dict.fromkeys(self.doubtful, Mark.WRONG) if self.measured else {})

    @property
    def deadline(self) -> Instant | None:
        return self.due

    @property
    def doubtful(self) -> list[Any]:
        """Sites that read a piece although nothing should be there; a value in doubt is what is to be
        cured."""
        held = (ReadingKind.PIECE, ReadingKind.SOMETHING, ReadingKind.SET)
        return sorted(
            site for site, levels in self.readings.items() if any(one.kind in held for one in levels)
        )

    def begin(self, at: Instant) -> Self:
        del at
        return self

    def take(self, event: CareEvent) -> Self:
        match event:
            case Scanned(_, values, readings, unread):
                scans = (*self.scans, values) if self.due is not None else ()
                kept = self.scans if self.measured else scans
                return replace(self, values=values, readings=readings, unread=unread, scans=kept)
            case Answered(at, "go-on") | Pressed(at, "OK"):
                return replace(self, over=True) if self.measured else self._measure(at)
            case Answered(at, "again") | Pressed(at, "UNDO"):
                return self._measure(at)
            case _:
                if self.due is None or event.at < self.due:
                    return self
                done = replace(self, due=None, measured=True)
                return replace(done, over=not done.doubtful)

    def _measure(self, at: Instant) -> Self:
        return replace(self, due=after(at, TIME), scans=(self.values,), measured=False)

    def parts(self) -> tuple[Part, ...]:
        stuck = [
            Part(
                f"empty {site}",
                Result.FAILED,
                say("stuck", site=site, reading="/".join(level.text for level in self.readings[site])),
            )
            for site in (self.doubtful if self.over else [])
        ]
        lost = [
            Part(f"empty {site.site}", Result.FAILED, say("unread", site=site.site))
            for site in self.board.sites
            if any(not self.unread.isdisjoint(level.channels) for level in site.levels)
        ]
        return (*stuck, *lost)

    def learned(self) -> Mapping[str, Any]:
        if not self.over:
            return {}
        return {"empty": list(levels_of(self.scans)), "noise": list(noise_of(self.scans, self.board))}


def levels_of(scans: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The middle of what each channel showed."""
    return tuple(sorted(values)[len(values) // 2] for values in zip(*scans, strict=True))


def noise_of(scans: tuple[tuple[int, ...], ...], board: Board) -> tuple[float, ...]:
    """How far each channel moved by itself; the controller keeps moves within its dead band to itself. A
    contact has no noise; an eighth of its one step stands for it."""
    contacts = {
        channel
        for place in (*board.sites, *board.aside)
        for level in place.levels
        if level.sensing.kind is SensingKind.TAGS
        or (level.sensing.kind is SensingKind.DIGITAL and level.sensing.active == 1)
        for channel in level.channels
    }
    least = max(1, board.scan.dead_band)
    return tuple(
        max(CONTACT if channel in contacts else least, max(values) - min(values))
        for channel, values in enumerate(zip(*scans, strict=True))
    )
