"""How every part is, for the page of care, bundles and watchers: what `triboard doctor` finds, in its
words and with its remedies, gathered by part."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from triboard.doctor.daemon import findings_of
from triboard.doctor.findings import Finding, Grade, worst
from triboard.phrases import Said, Words, phrase, sentences

MOST_NAMED: Final = 6
"""Places that a sentence names; the others are counted."""


class Shape(StrEnum):
    """How a part is."""

    WELL = "well"
    AILING = "ailing"  # it works, and somebody should look at it
    FAILED = "failed"  # it does not work now; play goes on as far as it can


SHAPES: Final = {
    Grade.OK: Shape.WELL,
    Grade.NOTE: Shape.WELL,
    Grade.SKIPPED: Shape.FAILED,  # of a running board only what cannot be known because another part failed
    Grade.WARNING: Shape.AILING,
    Grade.FAILURE: Shape.FAILED,
}

PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "Board": ("link", "controller"),
    "Sensors": ("sensors",),
    "Rims": ("rims",),
    "Lights": ("lights",),
    "Saving": ("storage",),
    "Settings": ("settings",),
    "Opening check": ("selftest",),
    "Calibration": ("calibration",),
}
"""Which of the doctor's checks each part gathers; those who are told of the board are parts of their own."""

TITLES: Final = {name: name for name in PARTS}
"""Their names as messages."""

WATCHING: Final = "watching"


@dataclass(frozen=True, slots=True)
class Part:
    """One part: what it is, how it is, and what to do about it."""

    part: str
    state: Shape
    text: Said
    fix: Said = ""

    def as_json(self) -> dict[str, str]:
        """For bundles and watchers, in English."""
        return {"part": self.part, "state": self.state.value, "text": str(self.text), "fix": str(self.fix)}

    def for_page(self) -> dict[str, Said]:
        """For the page, in whatever language is wanted; `part` stays the name for programs."""
        title = Words(TITLES[self.part]) if self.part in TITLES else self.part
        told = {"part": self.part, "title": title, "state": self.state.value}
        return {**told, "text": self.text, "fix": self.fix}


def parts_of(status: Mapping[str, Any]) -> list[Part]:
    """Every part of a running board, from its status (`app.status`)."""
    findings = list(findings_of(status))
    parts = []
    for name, checks in PARTS.items():
        found = [one for one in findings if one.check in checks]
        if name != "Rims" or status["rims"]:
            parts.append(_part(name, found))
    watching = [one for one in findings if one.check == WATCHING and one.where]
    for name in dict.fromkeys(one.where for one in watching):
        parts.append(_part(name, [one for one in watching if one.where == name]))
    return parts


def _part(name: str, found: Sequence[Finding]) -> Part:
    grade = worst(found)
    shape = SHAPES[grade]
    told = found if shape is Shape.WELL else [one for one in found if SHAPES[one.grade] is not Shape.WELL]
    if grade is not Grade.SKIPPED:
        told = [one for one in told if one.grade is not Grade.SKIPPED]
    fixes = dict.fromkeys(one.fix for one in told if one.fix)
    return Part(name, shape, sentences(list(_sentences(name, told))), sentences(list(fixes)))


def _sentences(name: str, told: Sequence[Finding]) -> Iterator[Said]:
    """What was found, each thing once with all its places."""
    for what in dict.fromkeys(one.what for one in told):
        places = [one.where for one in told if one.what == what and one.where not in ("", name)]
        yield phrase("{places}: {what}", places=_named(places), what=what) if places else what


def _named(places: Iterable[str]) -> Said:
    every = list(dict.fromkeys(places))
    shown = ", ".join(every[:MOST_NAMED])
    more = len(every) - MOST_NAMED
    return shown if more <= 0 else phrase("{shown} and {count} more", shown=shown, count=more)
