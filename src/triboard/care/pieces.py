"""Step: what each kind of piece shows, where kinds are told apart by value."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import dist
from typing import Any, Final, NamedTuple, Self

from triboard.board.definition import Board, Sensing, SensingKind
from triboard.care.baseline import Baseline, levels_of, noise_of
from triboard.care.events import Answered, CareEvent, Pressed, Scanned
from triboard.care.mapping import CLEAR, TouchMap
from triboard.care.parts import START, Choice, Mark, Part, Prompt, Result, Shown
from triboard.care.words import say
from triboard.phrases import Said
from triboard.piece_words import kind_of
from triboard.units import Channel, Instant, Piece, Site, after, millis

STILL: Final = millis(500)
"""How long a piece must lie still before its values count."""

NOWHERE: Final = Site("")

GONE: Final = 2.0
"""Times the noise within which a place counts as empty again."""


class Asked(NamedTuple):
    """A kind of piece that one way of sensing tells by name."""

    sensing: Sensing
    piece: Piece


@dataclass(frozen=True, slots=True)
class Pieces:
    """One piece of each kind on the first site that is sound. `clear`: the place must be seen empty first."""

    board: Board
    site: Site = NOWHERE
    channels: tuple[Channel, ...] = ()
    empty: tuple[int, ...] = ()
    noise: tuple[float, ...] = ()
    left: tuple[Asked, ...] = ()
    found: Mapping[tuple[str, Piece], tuple[int, ...]] = field(default_factory=dict)
    skipped: tuple[Asked, ...] = ()
    values: tuple[int, ...] = ()
    clear: bool = False
    since: Instant | None = None
    now: Instant = START

    @property
    def name(self) -> str:
        return "pieces"

    @property
    def over(self) -> bool:
        return not self.left

    @property
    def prompt(self) -> Prompt:
        if not self.left:
            return Prompt("")
        total = len(asked(self.board))
        done = total - len(self.left)
        answers = (Choice("go-on", say("counts")), Choice("skip", say("skip")), Choice("rest", say("rest")))
        if not self.clear:
            return Prompt(say("take-off", site=self.site), answers, (self.site,), done, total)
        text = say("piece", piece=kind_of(self.left[0].piece), site=self.site)
        return Prompt(text, answers, (self.site,), done, total)

    @property
    def shown(self) -> Shown:
        if self.over:
            return Shown()
        return Shown({self.site: Mark.ASKED if self.clear else Mark.WRONG})

    @property
    def deadline(self) -> Instant | None:
        return None if self.over or self.since is None else after(self.since, STILL)

    def begin(self, at: Instant) -> Self:
        empty = self.empty or self.values
        noise = self.noise or noise_of((self.values,), self.board)
        place = next((one for one in self.board.sites if one.site == self.site), self.board.sites[0])
        state = replace(
            self,
            empty=empty,
            noise=noise,
            site=place.site,
            channels=self.channels or place.levels[0].channels,
            left=asked(self.board),
            now=at,
        )
        return replace(state, clear=not state._there(GONE))

    def after(self, baseline: Baseline | None, touches: TouchMap | None) -> Self:
        """The step with what the steps before it have found."""
        state = self
        if baseline is not None and baseline.over:
            state = replace(
                state, empty=levels_of(baseline.scans), noise=noise_of(baseline.scans, self.board)
            )
        sound = [] if touches is None else [(site, one) for site, one in touches.found.items() if one]
        if sound:
            site, touch = max(sound, key=lambda pair: pair[1].margin)
            sensor = next(one for one in self.board.sites if one.site == touch.sensor)
            state = replace(state, site=site, channels=sensor.levels[0].channels)
        return state

    def take(self, event: CareEvent) -> Self:
        match event:
            case Scanned():
                return self._scanned(event)
            case _ if self.over:
                return self
            case Answered(at, "go-on") | Pressed(at, "OK"):
                return self._learn(at) if self.clear else replace(self, clear=True)
            case Answered(at, "skip") | Pressed(at, "UNDO"):
                return replace(self, skipped=(*self.skipped, self.left[0]), left=self.left[1:], now=at)
            case Answered(at, "rest"):
                return replace(self, skipped=(*self.skipped, *self.left), left=(), now=at)
            case _:
                lies = self.since is not None and event.at >= after(self.since, STILL)
                return self._learn(event.at) if lies and self.clear else self

    def parts(self) -> tuple[Part, ...]:
        parts = [self._part(name, piece) for name, piece in self.found]
        return (*parts, *(Part(f"piece {one.piece}", Result.SKIPPED) for one in self.skipped))

    def learned(self) -> Mapping[str, Any]:
        told: dict[str, dict[str, list[int]]] = {}
        for (name, piece), values in self.found.items():
            told.setdefault(name, {})[piece] = list(self._usual(name, values))
        return {"pieces": told} if told else {}

    def _usual(self, name: str, values: tuple[int, ...]) -> tuple[int, ...]:
        """What a sensor like that of the board file would have shown: this one differs by its bare level."""
        sensing = next(one.sensing for one in asked(self.board) if one.sensing.name == name)
        if sensing.kind is not SensingKind.COLOUR:
            return values
        bare = next(one.values for one in sensing.signatures if one.piece is None)
        top = (1 << self.board.scan.bits) - 1
        here = [max(1, self.empty[channel]) for channel in self.channels]
        return tuple(
            min(top, round(value * usual / mine))
            for value, usual, mine in zip(values, bare, here, strict=True)
        )

    def _part(self, name: str, piece: Piece) -> Part:
        """Whether the kind lies far enough from empty and from every other kind that was learned."""
        values = self.found[name, piece]
        others: list[tuple[Said, tuple[int, ...]]] = [
            (other, shown) for (way, other), shown in self.found.items() if way == name and other != piece
        ]
        others.append((say("nothing"), tuple(self.empty[one] for one in self.channels)))
        noise = max(self.noise[one] for one in self.channels)
        nearest, shown = min(others, key=lambda pair: dist(pair[1], values))
        margin = dist(shown, values) / noise
        if margin >= CLEAR:
            return Part(f"piece {piece}", Result.PASSED)
        text = say("too-near", piece=piece, other=nearest, margin=round(margin, 1))
        return Part(f"piece {piece}", Result.FAILED, text)

    def _scanned(self, event: Scanned) -> Self:
        state = replace(self, values=event.values)
        if self.over or not self.channels:
            return state
        if not self.clear:
            return replace(state, clear=not state._there(GONE), since=None)
        return replace(state, since=event.at if state._there(CLEAR) else None)

    def _there(self, times: float) -> bool:
        """Whether something moves the place's channels by so many times their noise."""
        return any(abs(self.values[one] - self.empty[one]) > times * self.noise[one] for one in self.channels)

    def _learn(self, at: Instant) -> Self:
        one = self.left[0]
        shown = tuple(self.values[channel] for channel in self.channels)
        found = {**self.found, (one.sensing.name, one.piece): shown}
        state = replace(self, found=found, left=self.left[1:], since=None, now=at)
        return replace(state, clear=not state._there(GONE))


def asked(board: Board) -> tuple[Asked, ...]:
    """Every kind that the lowest level of some site tells by its values."""
    found: dict[tuple[str, Piece], Asked] = {}
    for site in board.sites:
        sensing = site.levels[0].sensing
        names: list[str | None] = []
        if sensing.kind is SensingKind.COLOUR:
            names = [signature.piece for signature in sensing.signatures]
        elif sensing.kind is SensingKind.BANDS:
            names = [band.symbol for band in sensing.bands]
        for name in names:
            if name is not None:
                found.setdefault((sensing.name, Piece(name)), Asked(sensing, Piece(name)))
    return tuple(found.values())
