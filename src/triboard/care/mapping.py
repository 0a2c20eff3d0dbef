"""Step: which sensor belongs to which light, by touch."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from triboard.board.definition import Board, SiteDefinition
from triboard.care.baseline import Baseline, levels_of, noise_of
from triboard.care.events import Answered, CareEvent, Pressed, Scanned
from triboard.care.parts import START, Choice, Mark, Part, Prompt, Result, Shown
from triboard.care.words import say
from triboard.units import SECOND, Duration, Instant, Site, after, millis

CLEAR: Final = 4.0
"""Times the noise that a piece must move a channel to be told from it."""

LEAD: Final = 2.0
"""Times as much as at any other sensor."""

HERE: Final = millis(300)
"""How long it must stay so: longer than contacts rattle and hands pass by."""

PATIENCE: Final = Duration(20 * SECOND)


@dataclass(frozen=True, slots=True)
class Touch:
    """The sensor (named by its site in the board file) that a piece on a site moved, and how clearly."""

    sensor: Site
    margin: float


@dataclass(frozen=True, slots=True)
class TouchMap:
    """Each site asks for a piece; the sensor that moves is its own. `before` is what the channels showed when
    the site was asked; `candidate` the sensor that moves now. `clash`: a sensor that moved for two sites.
    """

    board: Board
    empty: tuple[int, ...] = ()
    noise: tuple[float, ...] = ()
    left: tuple[Site, ...] = ()
    found: Mapping[Site, Touch | None] = field(default_factory=dict)
    skipped: frozenset[Site] = frozenset()
    values: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    candidate: Touch | None = None
    since: Instant = START
    asked_at: Instant = START
    clash: tuple[Site, Site] | None = None

    @property
    def name(self) -> str:
        return "map"

    @property
    def over(self) -> bool:
        return not self.left and self.clash is None

    @property
    def prompt(self) -> Prompt:
        total = len(self.board.sites)
        if self.clash is not None:
            first, second = self.clash
            answers = (Choice("again", say("again")), Choice("skip", say("clash-skip", site=second)))
            return Prompt(say("clash", first=first, second=second), answers, self.clash)
        site = self.left[0] if self.left else Site("")
        answers = (Choice("dead", say("dead")), Choice("skip", say("skip")))
        return Prompt(say("site", site=site), answers, (site,), done=total - len(self.left), total=total)

    @property
    def shown(self) -> Shown:
        if self.clash is not None:
            return Shown(dict.fromkeys(self.clash, Mark.WRONG))
        marks: dict[str, Mark] = {site: Mark.SEEN for site, touch in self.found.items() if touch}
        return Shown({**marks, self.left[0]: Mark.ASKED} if self.left else {})

    @property
    def deadline(self) -> Instant | None:
        if self.over or self.clash is not None:
            return None
        times = [after(self.asked_at, PATIENCE)]
        if self.candidate is not None:
            times.append(after(self.since, HERE))
        return min(times)

    def begin(self, at: Instant) -> Self:
        """With a baseline that was measured in another round or not at all, the present scan serves."""
        empty = self.empty or self.values
        noise = self.noise or noise_of((self.values,), self.board)
        sites = tuple(site.site for site in self.board.sites)
        return replace(self, empty=empty, noise=noise, left=sites, before=self.values, asked_at=at)

    def after(self, baseline: Baseline) -> Self:
        """The step with what the baseline has measured."""
        if not baseline.over:
            return self
        return replace(self, empty=levels_of(baseline.scans), noise=noise_of(baseline.scans, self.board))

    def take(self, event: CareEvent) -> Self:
        if isinstance(event, Scanned):
            return self._scanned(event)
        if self.over:
            return self
        if self.clash is not None:
            return self._settled_clash(event)
        match event:
            case Answered(at, "dead"):
                return self._next(None, at)
            case Answered(at, "skip") | Pressed(at, "UNDO"):
                return replace(self, skipped=self.skipped | {self.left[0]})._next(None, at)
            case _:
                return self._passed(event.at)

    def parts(self) -> tuple[Part, ...]:
        return tuple(self._part(site, touch) for site, touch in self.found.items())

    def learned(self) -> Mapping[str, Any]:
        moved = {site: touch.sensor for site, touch in self.found.items() if touch is not None}
        margins = {site: round(touch.margin, 1) for site, touch in self.found.items() if touch is not None}
        return {"sensors": moved, "margins": margins, "skipped": sorted(self.skipped)}

    def _part(self, site: Site, touch: Touch | None) -> Part:
        name = f"sensor {site}"
        if touch is None:
            if site in self.skipped:
                return Part(name, Result.SKIPPED)
            return Part(name, Result.FAILED, say("silent-map", site=site))
        if touch.margin < CLEAR:
            return Part(name, Result.FAILED, say("weak", site=site, margin=round(touch.margin, 1)))
        note = "" if touch.sensor == site else say("moved", sensor=touch.sensor)
        return Part(name, Result.PASSED, note)

    def _scanned(self, event: Scanned) -> Self:
        state = replace(self, values=event.values)
        if self.over or self.clash is not None or not self.before:
            return state
        nearer = tuple(  # a piece that is taken away and put back counts
            min(pair, key=lambda value: abs(value - level))
            for *pair, level in zip(self.before, event.values, self.empty, strict=True)
        )
        state = replace(state, before=nearer)
        candidate = state._moved(event.unread)
        if candidate is None:
            return replace(state, candidate=None)
        if self.candidate is None or candidate.sensor != self.candidate.sensor:
            return replace(state, candidate=candidate, since=event.at)
        return replace(state, candidate=candidate)

    def _moved(self, unread: frozenset[int]) -> Touch | None:
        """The sensor that has moved away from its empty level since the site was asked, if it is
        clearly one."""
        ranked = sorted(((self._away(site, unread), site.site) for site in self.board.sites), reverse=True)
        (most, sensor), (second, _) = ranked[0], ranked[1]
        if most < CLEAR / 2 or most < LEAD * second:
            return None
        return Touch(sensor, most)

    def _away(self, site: SiteDefinition, unread: frozenset[int]) -> float:
        """Times the noise that the lowest level of a site has moved away; 0 where it came back or is
        unread."""
        return max(
            (
                (abs(self.values[one] - self.empty[one]) - abs(self.before[one] - self.empty[one]))
                / self.noise[one]
                for one in site.levels[0].channels
                if one not in unread
            ),
            default=0.0,
        )

    def _passed(self, at: Instant) -> Self:
        if self.candidate is not None and at >= after(self.since, HERE):
            return self._next(self.candidate, at)
        return self._next(None, at) if at >= after(self.asked_at, PATIENCE) else self

    def _next(self, touch: Touch | None, at: Instant) -> Self:
        """On to the next site, unless this sensor has answered for another one already."""
        site = self.left[0]
        known = [
            other
            for other, told in self.found.items()
            if touch is not None and told is not None and told.sensor == touch.sensor and other != site
        ]
        state = replace(
            self,
            found={**self.found, site: touch},
            left=self.left[1:],
            candidate=None,
            before=self.values,
            asked_at=at,
        )
        return replace(state, clash=(known[0], site)) if known else state

    def _settled_clash(self, event: CareEvent) -> Self:
        """Both sites are asked again, or the second one counts as skipped."""
        assert self.clash is not None
        first, second = self.clash
        state = replace(self, clash=None, asked_at=event.at, before=self.values)
        match event:
            case Answered(_, "again") | Pressed(_, "OK"):
                found = {site: touch for site, touch in self.found.items() if site not in self.clash}
                return replace(state, found=found, left=(first, second, *self.left))
            case Answered(_, "skip") | Pressed(_, "UNDO"):
                return replace(state, found={**self.found, second: None}, skipped=self.skipped | {second})
            case _:
                return self
