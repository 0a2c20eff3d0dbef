"""Levels over time: rhythms of roles, and completed lines that run place by place.

A picture stands still between two changes, and `next_change` names the next one exactly, so the caller
sleeps until then; a scene that does not move asks for no frame at all. Smooth shapes move on a grid of
25 steps a second; with the edges of blinkers between them a scene changes at most 30 times a second.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from triboard.light.palette import RHYTHMS, Rhythm, Shape
from triboard.light.scene import Glow, Role, Run, Scene, Target
from triboard.units import SECOND, Duration, Instant, after, millis

STEP: Final = millis(40)
"""Time between two steps of a smooth shape; a whole number of them fits every period."""

STRIDE: Final = millis(250)
"""Time from one place of a running line to the next."""

HOLD: Final = millis(750)
"""Time that a completed line stands whole before the next line begins."""

PAUSE: Final = SECOND
"""Time without any line before the lines run again, so that a single line is seen to begin anew."""


_TOGETHER: Final = Duration(0)  # no lag: in the common phase


def level(rhythm: Rhythm, at: Instant, *, lag: Duration = _TOGETHER) -> float:
    """Level 0 to 1 of a light with this rhythm; `lag` is how far it runs behind the common phase."""
    span = rhythm.high - rhythm.low
    match rhythm.shape:
        case Shape.STEADY:
            return rhythm.high
        case Shape.BLINK:
            phase = (at - lag) % rhythm.period
            return rhythm.high if phase < _edge(rhythm) else rhythm.low
        case Shape.PULSE:
            part = _on_grid(rhythm, at, lag)
            return rhythm.low + span * (1 - math.cos(math.tau * part)) / 2
        case Shape.SWELL:
            part = _on_grid(rhythm, at, lag)
            climb = part / rhythm.share if part < rhythm.share else (1 - part) / (1 - rhythm.share)
            return rhythm.low + span * climb


BEAT: Final = millis(200)
"""Length of a dip that tells a size, and of the light between two dips of a group."""

BETWEEN: Final = millis(600)
"""Light between two groups of dips."""

BAR: Final = Duration(4 * SECOND)
"""After which the dips come again; all other rhythms fit into it as well."""

DIP: Final = 0.55
"""Of its level that a light keeps while it dips: seen beside steady ones, too little to flash."""


@lru_cache(maxsize=64)
def _edges(beats: tuple[int, ...]) -> tuple[int, ...]:
    """Microseconds from the start of a bar at which a light dips and rises, in turn."""
    edges: list[int] = []
    at = 0
    for count in beats:
        for _ in range(count):
            edges += [at, at + BEAT]
            at += 2 * BEAT
        at += BETWEEN - BEAT
    return tuple(edges)


def _dips(beats: tuple[int, ...], at: Instant) -> bool:
    """Whether a light with these beats dips now."""
    return bisect_right(_edges(beats), at % BAR) % 2 == 1


def _on_grid(rhythm: Rhythm, at: Instant, lag: Duration) -> float:
    """Part of the period that has passed, 0 to 1, at the last step of the grid."""
    return (at - at % STEP - lag) % rhythm.period / rhythm.period


def _edge(rhythm: Rhythm) -> int:
    """Microseconds from the start of a blink's period to its falling edge."""
    return round(rhythm.period * rhythm.share)


def levels(
    glows: Mapping[Target, Glow], at: Instant, rhythms: Mapping[Role, Rhythm] = RHYTHMS
) -> Iterator[tuple[Target, Glow, float]]:
    """Level of each glow. Glows that make a wave follow one another in the order of the mapping."""
    crowd: dict[Role, int] = {}
    for glow in glows.values():
        crowd[glow.role] = crowd.get(glow.role, 0) + 1
    seen: dict[Role, int] = {}
    common: dict[tuple[Role, Duration], float] = {}
    for target, glow in glows.items():
        rhythm = rhythms[glow.role]
        if rhythm.wave:
            place = seen.get(glow.role, 0)
            seen[glow.role] = place + 1
            lag = Duration(rhythm.period * place // crowd[glow.role])
        else:
            lag = _lag(glow, rhythm)
        key = (glow.role, lag)
        if key not in common:
            common[key] = level(rhythm, at, lag=lag)
        dips = glow.beats and _dips(glow.beats, at)
        yield target, glow, common[key] * (DIP if dips else 1)


def _lag(glow: Glow, rhythm: Rhythm) -> Duration:
    """An opponent's move alternates: where a piece goes (the piece is named), then where it comes from."""
    comes_from = glow.role is Role.OPPONENT and glow.piece is None
    return Duration(rhythm.period // 2) if comes_from else _TOGETHER


class Lit(NamedTuple):
    """The line that runs now, how many of its places are lit, and when that changes."""

    run: Run | None
    places: int
    until: Instant


def running(runs: Sequence[Run], since: Instant, at: Instant) -> Lit:
    """Where the lines stand that run one after another from `since`, with a pause, for ever.

    `runs` is not empty. Before `since` no line is lit.
    """
    if at < since:
        return Lit(None, 0, since)
    cycle = sum(_length(run) for run in runs) + PAUSE
    begin = at - (at - since) % cycle
    end = Instant(begin + cycle)
    for run in runs:
        if at < begin + _length(run):
            lit = min((at - begin) // STRIDE + 1, len(run.places))
            whole = lit == len(run.places)
            return Lit(run, lit, Instant(begin + (_length(run) if whole else lit * STRIDE)))
        begin += _length(run)
    return Lit(None, 0, end)


def _length(run: Run) -> int:
    """Microseconds from a line's first place to the end of its stand."""
    return max(len(run.places) - 1, 0) * STRIDE + HOLD


def next_change(scene: Scene, at: Instant, rhythms: Mapping[Role, Rhythm] = RHYTHMS) -> Instant | None:
    """The first instant after `at` at which the scene may look different; `None`: never."""
    return min(_changes(scene, at, rhythms), default=None)


def _changes(scene: Scene, at: Instant, rhythms: Mapping[Role, Rhythm]) -> Iterable[Instant]:
    if scene.runs:
        yield running(scene.runs, scene.since, at).until
    for beats in {glow.beats for glow in scene.glows.values() if glow.beats}:
        edges = _edges(beats)
        passed = bisect_right(edges, at % BAR)
        yield after(at, Duration((edges[passed] if passed < len(edges) else BAR) - at % BAR))
    for role, lag in {(glow.role, _lag(glow, rhythms[glow.role])) for glow in scene.glows.values()}:
        rhythm = rhythms[role]
        match rhythm.shape:
            case Shape.STEADY:
                pass
            case Shape.BLINK:
                phase = (at - lag) % rhythm.period
                edge = _edge(rhythm)
                yield after(at, Duration((edge if phase < edge else rhythm.period) - phase))
            case Shape.PULSE | Shape.SWELL:
                yield after(at, Duration(STEP - at % STEP))
