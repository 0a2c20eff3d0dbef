"""Steps: nothing on the board, then a piece on each site."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from triboard.board.definition import Board
from triboard.board.readings import Reading, ReadingKind
from triboard.care.events import Answered, CareEvent, Pressed, Scanned
from triboard.care.orientation import orientation
from triboard.care.parts import START, Choice, Mark, Part, Prompt, Result, Shown
from triboard.care.words import say
from triboard.units import SECOND, Duration, Instant, Site, after, millis

QUIET: Final = millis(500)
"""How long the board must be seen empty."""

HERE: Final = millis(120)
"""How long a piece must be seen where it is asked for: longer than a ball rattles."""

ELSEWHERE: Final = millis(600)
"""The same anywhere else, where a hand may only be passing."""

PATIENCE: Final = Duration(20 * SECOND)
"""How long a site waits for its piece before the next one is asked."""

Readings = Mapping[Site, tuple[Reading, ...]]


def occupied(readings: Readings) -> frozenset[Site]:
    """Sites at which something is seen."""
    nothing = (ReadingKind.EMPTY, ReadingKind.UNKNOWN)
    return frozenset(
        site for site, levels in readings.items() if any(one.kind not in nothing for one in levels)
    )


def unknown(readings: Readings) -> frozenset[Site]:
    """Sites that cannot be read."""
    return frozenset(
        site for site, levels in readings.items() if any(one.kind is ReadingKind.UNKNOWN for one in levels)
    )


@dataclass(frozen=True, slots=True)
class Empty:
    """The board is cleared; what is still seen then is a sensor that is stuck."""

    board: Board
    seen: Readings = field(default_factory=dict)
    since: Instant | None = None
    over: bool = False

    @property
    def name(self) -> str:
        return "empty"

    @property
    def prompt(self) -> Prompt:
        left = sorted(occupied(self.seen))
        text = say("empty-left", sites=", ".join(left)) if left else say("empty")
        return Prompt(text, (Choice("go-on", say("go-on")),), tuple(left))

    @property
    def shown(self) -> Shown:
        return Shown(dict.fromkeys(occupied(self.seen), Mark.WRONG))

    @property
    def deadline(self) -> Instant | None:
        return None if self.over or self.since is None else after(self.since, QUIET)

    def begin(self, at: Instant) -> Self:
        return replace(self, since=at if self.seen and not occupied(self.seen) else None)

    def take(self, event: CareEvent) -> Self:
        match event:
            case Scanned(at, _, readings):
                clear = not occupied(readings)
                since = (self.since or at) if clear else None
                return replace(self, seen=readings, since=since)
            case Answered(_, "go-on") | Pressed(_, "OK"):
                return replace(self, over=True)
            case _:
                done = self.since is not None and event.at >= after(self.since, QUIET)
                return replace(self, over=True) if done else self

    def parts(self) -> tuple[Part, ...]:
        stuck = [
            Part(
                f"sensor {site}",
                Result.FAILED,
                say("stuck", site=site, reading="/".join(level.text for level in self.seen[site])),
            )
            for site in sorted(occupied(self.seen))
        ]
        lost = [
            Part(f"sensor {site}", Result.FAILED, say("unread", site=site))
            for site in sorted(unknown(self.seen) - occupied(self.seen))
        ]
        return (*stuck, *lost)

    def learned(self) -> Mapping[str, Any]:
        return {}


@dataclass(frozen=True, slots=True)
class Sites:
    """Each site asks for a piece; one that stays silent is asked once more at the end.

    `found` says where the piece of each asked site was seen (`None`: nowhere); `before` is what was seen
    when the present site was asked; `candidate` a site with something new, and since when.
    """

    board: Board
    left: tuple[Site, ...] = ()
    again: tuple[Site, ...] = ()
    second: bool = False
    found: Mapping[Site, Site | None] = field(default_factory=dict)
    skipped: frozenset[Site] = frozenset()
    now: Readings = field(default_factory=dict)
    before: frozenset[Site] = frozenset()
    candidate: Site | None = None
    since: Instant = START
    asked_at: Instant = START

    @property
    def name(self) -> str:
        return "sites"

    @property
    def over(self) -> bool:
        return not self.left

    @property
    def prompt(self) -> Prompt:
        total = len(self.board.sites)
        site = self.left[0] if self.left else Site("")
        answers = (Choice("dead", say("dead")), Choice("skip", say("skip")))
        text = say("site-again" if self.second else "site", site=site)
        return Prompt(
            text, answers, (site,), done=total - len(self.left) if not self.second else total, total=total
        )

    @property
    def shown(self) -> Shown:
        if self.over:
            return Shown()
        marks: dict[str, Mark] = {site: Mark.SEEN for site, seen in self.found.items() if seen == site}
        if self.candidate is not None:
            marks[self.candidate] = Mark.WRONG
        return Shown({**marks, self.left[0]: Mark.ASKED})

    @property
    def deadline(self) -> Instant | None:
        if self.over:
            return None
        times = [after(self.asked_at, PATIENCE)]
        if self.candidate is not None:
            times.append(after(self.since, self._hold))
        return min(times)

    def begin(self, at: Instant) -> Self:
        asked = tuple(site.site for site in self.board.sites)
        return replace(self, left=asked, asked_at=at, before=occupied(self.now))

    def take(self, event: CareEvent) -> Self:
        if self.over:
            return self._seen(event) if isinstance(event, Scanned) else self
        match event:
            case Scanned():
                return self._seen(event)
            case Answered(at, "dead"):
                return self._next(at, found=None, final=True)
            case Answered(at, "skip") | Pressed(at, "UNDO"):
                return replace(self, skipped=self.skipped | {self.left[0]})._next(at, found=None, final=True)
            case _:
                return self._passed(event.at)

    def parts(self) -> tuple[Part, ...]:
        asked = [site.site for site in self.board.sites if site.site in self.found]
        found = [self._part(site) for site in asked]
        misplaced = {site: seen for site, seen in self.found.items() if seen not in (None, site)}
        if not asked:
            return tuple(found)
        return (*found, orientation(self.board, {site: seen for site, seen in misplaced.items() if seen}))

    def learned(self) -> Mapping[str, Any]:
        return {}

    def _part(self, site: Site) -> Part:
        seen = self.found[site]
        if seen == site:
            return Part(f"sensor {site}", Result.PASSED)
        if site in self.skipped:
            return Part(f"sensor {site}", Result.SKIPPED)
        note = say("silent", site=site) if seen is None else say("elsewhere", site=site, other=seen)
        return Part(f"sensor {site}", Result.FAILED, note)

    @property
    def _hold(self) -> Duration:
        return HERE if self.candidate == self.left[0] else ELSEWHERE

    def _seen(self, event: Scanned) -> Self:
        """Something new where it was asked for, else on another site; what was there before counts once it
        has gone, and a piece that goes back into its tray answers nothing."""
        there = occupied(event.readings) & {site.site for site in self.board.sites}
        state = replace(self, now=event.readings, before=self.before & there)
        if self.over:
            return state
        new = there - state.before
        wanted = self.left[0] if self.left[0] in new else self.candidate if self.candidate in new else None
        candidate = wanted or min(new, default=None)
        if candidate != self.candidate:
            return replace(state, candidate=candidate, since=event.at)
        return state

    def _passed(self, at: Instant) -> Self:
        if self.candidate is not None and at >= after(self.since, self._hold):
            final = self.candidate == self.left[0] or self.second
            return self._next(at, found=self.candidate, final=final)
        if at >= after(self.asked_at, PATIENCE):
            return self._next(at, found=None, final=self.second)
        return self

    def _next(self, at: Instant, *, found: Site | None, final: bool) -> Self:
        """What was found counts; a first miss may have been a slip of the hand, so it is asked again."""
        site = self.left[0]
        state = replace(
            self,
            found={**self.found, site: found},
            left=self.left[1:],
            again=self.again if final else (*self.again, site),
            candidate=None,
            asked_at=at,
            before=occupied(self.now),
        )
        if not state.left and state.again and not state.second:
            return replace(state, left=state.again, again=(), second=True)
        return state
