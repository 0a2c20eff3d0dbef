"""What a check says: how bad it is, what was found, what to do."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from triboard.phrases import Said


class Grade(Enum):
    """How bad a finding is; the order is from nothing to worst."""

    OK = "ok"
    SKIPPED = "skipped"  # cannot be checked here; the text says why
    NOTE = "note"  # worth knowing, nothing to do
    WARNING = "warning"  # works, and will not for ever
    FAILURE = "failure"  # something does not work


_RANK: Final = {grade: rank for rank, grade in enumerate(Grade)}

EXIT_CODES: Final = {Grade.WARNING: 3, Grade.FAILURE: 4}
"""By the worst finding; all others 0. 1 and 2 are those of any command: it failed, its input was bad."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of `doctor`. Every warning and failure has a `fix`; `where` names the part that is meant."""

    check: str
    grade: Grade
    what: Said
    fix: Said = ""
    where: str = ""

    def as_json(self) -> dict[str, str]:
        """For programs, in English."""
        return {
            "check": self.check,
            "grade": self.grade.value,
            "where": self.where or self.check,
            "what": str(self.what),
            "fix": str(self.fix),
        }


def worst(findings: Iterable[Finding]) -> Grade:
    """The worst grade; `OK` where there is none."""
    return max((finding.grade for finding in findings), key=_RANK.__getitem__, default=Grade.OK)


def ok(check: str, what: Said) -> Finding:
    """All is well."""
    return Finding(check, Grade.OK, what)


def note(check: str, what: Said, fix: Said = "") -> Finding:
    """Worth knowing."""
    return Finding(check, Grade.NOTE, what, fix)


def skipped(check: str, why: Said) -> Finding:
    """Not checked here."""
    return Finding(check, Grade.SKIPPED, why)


def warning(check: str, what: Said, fix: Said, where: str = "") -> Finding:
    """Something that will make trouble."""
    return Finding(check, Grade.WARNING, what, fix, where)


def failure(check: str, what: Said, fix: Said, where: str = "") -> Finding:
    """Something that does not work."""
    return Finding(check, Grade.FAILURE, what, fix, where)
