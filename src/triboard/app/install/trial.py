"""The trial of a new version: it must prove good, or the one before takes over again.

Good: the page is served for a minute without a restart in between, by the version on trial, and the board was
scanned once if one was attached before the update. The judge is the version before, started by
`triboard-trial.service`; the trial's file stays until there is a judgement, so a power cut in the middle only
starts it again.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final

from triboard.app.install.files import sync_folder, write_whole

TRIAL: Final = "/opt/triboard/trial.json"

SERVED_FOR: Final = 60.0
"""Seconds of service without a restart that make a version good."""

PATIENCE: Final = 180.0
"""Seconds in which it must come to that; a Pi Zero 2 W takes ten to start."""

MOST_BEGINNINGS: Final = 3
"""Trials that were begun and not judged: the Pi went down each time, so the new version is suspect."""

LOOK_EVERY: Final = 1.0


class Verdict(Enum):
    """What comes of a trial."""

    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Trial:
    """`candidate` replaces `before`; `board`: one was attached before."""

    candidate: str
    before: str
    board: bool
    beginnings: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the service: its process, the version whose page answers, whether the board is seen."""

    process: str
    version: str | None
    scanned: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict, and why."""

    verdict: Verdict
    reason: str


def judge(
    trial: Trial, look: Callable[[], Look], clock: Callable[[], float], sleep: Callable[[float], None]
) -> Judgement:
    """Watch until the verdict is clear, `PATIENCE` at most."""
    if trial.beginnings > MOST_BEGINNINGS:
        return Judgement(Verdict.BAD, f"the computer went down in each of {MOST_BEGINNINGS} trials")
    began = clock()
    serving: tuple[str, float] | None = None
    reason = "the page was never served"
    while clock() < began + PATIENCE:
        seen = look()
        if seen.version is None:
            serving = None
        elif seen.version != trial.candidate:
            serving, reason = None, f"{seen.version} answered instead of {trial.candidate}"
        elif serving is None or serving[0] != seen.process:
            serving = (seen.process, clock())
            reason = f"it did not run for {SERVED_FOR:.0f} s without a restart"
        elif clock() >= serving[1] + SERVED_FOR:
            if seen.scanned or not trial.board:
                board = " and the board was seen" if seen.scanned else ""
                return Judgement(Verdict.GOOD, f"the page was served{board}")
            reason = "the board that was there before was not seen again"
        sleep(LOOK_EVERY)
    return Judgement(Verdict.BAD, reason)


def write_trial(path: Path, trial: Trial) -> None:
    """Keep it over a power cut."""
    write_whole(path, json.dumps(asdict(trial)) + "\n")


def begin_trial(path: Path) -> Trial | None:
    """The trial that waits, counted as begun once more; `None`: there is none, or nothing readable."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        trial = Trial(
            str(found["candidate"]),
            str(found["before"]),
            bool(found["board"]),
            int(found["beginnings"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    trial = replace(trial, beginnings=trial.beginnings + 1)
    write_trial(path, trial)
    return trial


def end_trial(path: Path) -> None:
    """There is a judgement."""
    if path.exists():
        path.unlink()
        sync_folder(path.parent)
