"""Comparing what should stand on the board with what the sensors say. Knows no game by name.

Everything is compared by slot (`rims.to_slots`), so that a turned rim is one difference and not nine.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from triboard.board.definition import RimDefinition, SensorFrame
from triboard.board.readings import EMPTY, UNKNOWN, Observation, Reading, ReadingKind, RimState, fits
from triboard.board.rims import QUARTERS, carried, to_slots
from triboard.rules.game import Position
from triboard.units import Detent, Piece, Site


@dataclass(frozen=True, slots=True)
class Standing:
    """What should stand on the board: pieces by slot (bottom first) and each rim's detent in the room."""

    slots: Mapping[Site, tuple[Piece, ...]]
    rims: tuple[Detent, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position that the observation may show. `path` names how it is reached; the caller reads it."""

    path: object
    standing: Standing


@dataclass(frozen=True, slots=True)
class Misfit:
    """A site (in the room) that disagrees: what should stand there and what is read there."""

    site: Site
    expected: tuple[Piece, ...]
    observed: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Agrees:
    """The board is as expected; `unverified` sites are so only for want of a good reading."""

    unverified: tuple[Site, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggests:
    """Exactly one candidate fits."""

    candidate: Candidate


@dataclass(frozen=True, slots=True)
class OnTheWay:
    """The board lies between here and these candidates, or a rim stands between detents."""

    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several candidates fit; nobody picks."""

    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Contradicts:
    """Nothing fits. `misfits` are against the expected position; `rims` are those at a wrong detent,
    as (rim number, detents to turn clockwise, -1 to 2)."""

    misfits: tuple[Misfit, ...]
    rims: tuple[tuple[int, int], ...] = ()


Verdict = Agrees | Suggests | OnTheWay | Ambiguous | Contradicts


def standing(position: Position, rims: tuple[RimDefinition, ...], base: tuple[Detent, ...]) -> Standing:
    """A game's position as it should stand: `base` is where each rim stood when the game began.

    A board may be built without rims; then the game never turns any.
    """
    turns = position.rims[: len(rims)] or (Detent(0),) * len(rims)
    return Standing(
        to_slots(rims, turns, position.pieces),
        tuple(Detent((start + turn) % QUARTERS) for start, turn in zip(base, turns, strict=True)),
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """An observation by slot. `moving` rims stand between detents: their slots read unknown."""

    slots: Mapping[Site, tuple[Reading, ...]]
    rims: tuple[Detent | None, ...]  # None: no reading to compare
    moving: tuple[int, ...]


def _seen(
    observed: Observation,
    rims: tuple[RimDefinition, ...],
    base: tuple[Detent, ...],
    assumed: tuple[Detent, ...],
) -> _Seen:
    """The observation by slot; a rim whose angle is lost is taken to stand as `assumed`."""
    sites = dict(observed.sites)
    detents: list[Detent | None] = []
    moving: list[int] = []
    turns: list[int] = []
    for number, rim in enumerate(rims):
        reading = observed.rims[number]
        if reading.state is RimState.BETWEEN:
            moving.append(number)
            for hole in rim.ring:
                sites[hole] = (UNKNOWN,) * len(sites[hole])
        detent = reading.detent if reading.state is RimState.REST else None
        detents.append(detent)
        if detent is None and rim.sensors is SensorFrame.RIM:
            turns.append(-base[number])  # travelling sensors that were not carried read slots already
        else:
            turns.append((assumed[number] if detent is None else detent) - base[number])
    return _Seen(to_slots(rims, tuple(turns), sites), tuple(detents), tuple(moving))


def _misfits(stands: Standing, seen: _Seen) -> list[Site]:
    return [slot for slot, readings in seen.slots.items() if not fits(stands.slots.get(slot, ()), readings)]


def _rims_fit(stands: Standing, seen: _Seen) -> bool:
    return all(
        detent is None or detent == wanted for detent, wanted in zip(seen.rims, stands.rims, strict=True)
    )


def _changed(expected: Standing, other: Standing) -> Iterator[Site]:
    for slot in expected.slots.keys() | other.slots.keys():
        if expected.slots.get(slot, ()) != other.slots.get(slot, ()):
            yield slot


def _fits(expected: Standing, misfits: Iterable[Site], candidate: Standing, seen: _Seen) -> bool:
    """Whether a candidate fits, looking only where it or the observation differs from `expected`."""
    if not _rims_fit(candidate, seen):
        return False
    wanted = candidate.slots
    # Misfits first: they tell nearly all candidates apart, and few they are.
    return all(fits(wanted.get(slot, ()), seen.slots[slot]) for slot in misfits) and all(
        fits(wanted.get(slot, ()), seen.slots[slot]) for slot in _changed(expected, candidate)
    )


def _shared(first: tuple[Piece, ...], second: tuple[Piece, ...]) -> int:
    """How many levels two stacks have in common, from the bottom."""
    for level, (here, there) in enumerate(zip(first, second, strict=False)):
        if here != there:
            return level
    return min(len(first), len(second))


def _between(
    expected: tuple[Piece, ...], candidate: tuple[Piece, ...], readings: tuple[Reading, ...]
) -> bool:
    """Whether a slot shows a stage between two stacks: part of either, above what both share."""
    shared = _shared(expected, candidate)
    heights = range(shared, len(expected) + 1)
    return any(fits(expected[:height], readings) for height in heights) or _partly(
        candidate, shared, readings
    )


def _partly(stack: tuple[Piece, ...], shared: int, readings: tuple[Reading, ...]) -> bool:
    """Whether some pieces of a stack stand there in their order, the first `shared` among them: of two that
    are put down together, either may be the first (trike §9)."""
    if readings and readings[0].kind is ReadingKind.SET:
        return frozenset(stack[:shared]) <= readings[0].pieces <= frozenset(stack)
    if not fits(stack[:shared], readings[:shared]):
        return False
    missing = iter(stack[shared:])
    return all(
        any(reading.agrees(piece) for piece in missing)
        for reading in readings[shared:]
        if reading.kind not in (ReadingKind.EMPTY, ReadingKind.UNKNOWN)
    )


def _leads_to(expected: Standing, misfits: Sequence[Site], candidate: Standing, seen: _Seen) -> bool:
    """Whether the observation lies between `expected` and the candidate."""
    for number, detent in enumerate(seen.rims):
        if detent is not None and detent not in (expected.rims[number], candidate.rims[number]):
            return False
    if seen.moving and not any(expected.rims[number] != candidate.rims[number] for number in seen.moving):
        return False
    return all(
        _between(expected.slots.get(slot, ()), candidate.slots.get(slot, ()), seen.slots[slot])
        for slot in misfits
    )


def reconcile(
    expected: Standing,
    observed: Observation,
    candidates: Sequence[Sequence[Candidate]],
    *,
    rims: tuple[RimDefinition, ...],
    base: tuple[Detent, ...],
) -> Verdict:
    """Compare an observation with `expected` and with ranks of `candidates`, best rank first.

    The first rank in which anything fits decides: a legal move beats a takeback that looks the same.
    A candidate that stands just as `expected` does is never suggested.
    """
    seen = _seen(observed, rims, base, expected.rims)
    misfits = _misfits(expected, seen)
    if not seen.moving:
        if not misfits and _rims_fit(expected, seen):
            return Agrees(_unverified(observed))
        for rank in candidates:
            fitting = tuple(
                candidate
                for candidate in rank
                if candidate.standing != expected and _fits(expected, misfits, candidate.standing, seen)
            )
            if len(fitting) == 1:
                return Suggests(fitting[0])
            if fitting:
                return Ambiguous(fitting)
    leading = tuple(
        candidate
        for rank in candidates
        for candidate in rank
        if candidate.standing != expected and _leads_to(expected, misfits, candidate.standing, seen)
    )
    if leading or (seen.moving and not misfits):
        return OnTheWay(leading)
    return _contradiction(expected, observed, seen, misfits, rims, base)


def shows_part(
    expected: Standing,
    observed: Observation,
    *,
    rims: tuple[RimDefinition, ...],
    base: tuple[Detent, ...],
) -> Callable[[Standing], bool]:
    """Tells of a step whether everything that leads to it from `expected` already shows in the observation.

    A failed reading shows nothing, and hides nothing below it. Above the lowest level that it changes the
    next ply may have gone on; where pieces were only taken off, others may stand since. Rims are not
    compared: one may have been turned after it.
    """
    slots = _seen(observed, rims, base, expected.rims).slots

    def shows(step: Standing) -> bool:
        return all(
            _shows(expected.slots.get(slot, ()), step.slots.get(slot, ()), slots[slot])
            for slot in _changed(expected, step)
        )

    return shows


def _shows(before: tuple[Piece, ...], after: tuple[Piece, ...], readings: tuple[Reading, ...]) -> bool:
    """Whether the lowest level that changes has changed; the next ply may have gone on above it."""
    level = _shared(before, after)
    if any(reading.kind is ReadingKind.UNKNOWN for reading in readings[: level + 1]):
        return False
    if readings and readings[0].kind is ReadingKind.SET:
        return frozenset(after[: level + 1]) <= readings[0].pieces
    changing = readings[level] if level < len(readings) else EMPTY
    if not fits(after[:level], readings[:level]):
        return False
    return changing.agrees(after[level]) if level < len(after) else not changing.agrees(before[level])


def differing(first: Standing, second: Standing) -> frozenset[Site]:
    """Slots that hold something else in another standing."""
    return frozenset(_changed(first, second))


def leads_through(expected: Standing, stage: Standing, goal: Standing) -> bool:
    """Whether hands on their way from `expected` to `goal` can make the board look like `stage`."""
    if goal == stage or goal.rims != expected.rims:
        return False
    return all(
        _stage_of(expected.slots.get(slot, ()), goal.slots.get(slot, ()), stage.slots.get(slot, ()))
        for slot in {*_changed(expected, stage), *_changed(expected, goal)}
    )


def _stage_of(before: tuple[Piece, ...], after: tuple[Piece, ...], stage: tuple[Piece, ...]) -> bool:
    shared = _shared(before, after)
    return len(stage) >= shared and stage in (before[: len(stage)], after[: len(stage)])


def _unverified(observed: Observation) -> tuple[Site, ...]:
    return tuple(
        site
        for site, levels in observed.sites.items()
        if any(level.kind is ReadingKind.UNKNOWN for level in levels)
    )


def _contradiction(
    expected: Standing,
    observed: Observation,
    seen: _Seen,
    misfits: Sequence[Site],
    rims: tuple[RimDefinition, ...],
    base: tuple[Detent, ...],
) -> Contradicts:
    turned = tuple(
        (number, (expected.rims[number] - detent + 1) % QUARTERS - 1)
        for number, detent in enumerate(seen.rims)
        if detent is not None and detent != expected.rims[number]
    )
    detents = tuple(
        (expected.rims[number] if detent is None else detent) - base[number]
        for number, detent in enumerate(seen.rims)
    )
    room_of = to_slots(rims, detents, {site: site for site in observed.sites})
    return Contradicts(
        tuple(Misfit(room_of[slot], expected.slots.get(slot, ()), seen.slots[slot]) for slot in misfits),
        turned,
    )


def in_room(
    stands: Standing, rims: tuple[RimDefinition, ...], base: tuple[Detent, ...]
) -> Mapping[Site, tuple[Piece, ...]]:
    """What should stand in which hole of the room; inverse of `standing`."""
    turns = tuple(start - detent for start, detent in zip(base, stands.rims, strict=True))
    return to_slots(rims, turns, stands.slots)


class RingFit(NamedTuple):
    """How pieces on a rim agree with a detent: holes that disagree, and those of them that lack one."""

    wrong: int
    lacking: int


def ring_fit(expected: Standing, observed: Observation, rim: RimDefinition, turns: int) -> RingFit:
    """Compare what stands on one rim with `expected`, supposing that it has been turned by so many quarters
    since the game began."""
    slots = [carried(rim, hole, -turns) for hole in rim.ring]
    wrong = [
        slot
        for slot, hole in zip(slots, rim.ring, strict=True)
        if not fits(expected.slots.get(slot, ()), observed.sites[hole])
    ]
    return RingFit(len(wrong), sum(slot in expected.slots for slot in wrong))
