"""Requests of care from pages and terminals, and the reports of it on disk."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from triboard.app.care_desk import Keep
from triboard.app.daemon import Daemon
from triboard.care.round import Kind
from triboard.errors import StorageError
from triboard.store.atomic import read_checked, write_checked
from triboard.store.reports import CALIBRATION_REPORT, SELFTEST_FILE
from triboard.units import Instant
from triboard.web import messages

FILES: Final[Mapping[Kind, str]] = {Kind.SELFTEST: SELFTEST_FILE, Kind.CALIBRATION: CALIBRATION_REPORT}


def tend(daemon: Daemon, request: messages.Lend | messages.Answer | messages.TakeBack, now: Instant) -> None:
    """Carry out a request; raises `PlayerError` with the remedy."""
    match request:
        case messages.Lend(kind, steps, interrupt):
            daemon.lend(Kind(kind), now, steps=steps, interrupt=interrupt)
        case messages.Answer(answer):
            daemon.desk.answer(answer, now)
        case messages.TakeBack():
            daemon.take_back(now)


def keeper(
    folder: Path, loop: asyncio.AbstractEventLoop, log: Callable[[str], None]
) -> tuple[Keep, dict[Kind, dict[str, Any]]]:
    """What writes reports beside the settings, on a thread of its own, and the last ones that lie there."""

    def write(kind: Kind, report: dict[str, Any]) -> None:
        try:
            write_checked(folder / FILES[kind], report)
        except StorageError as error:
            log(f"The report of the {kind.value} is not kept: {error}")

    def keep(kind: Kind, report: dict[str, Any]) -> None:
        loop.run_in_executor(None, write, kind, report)

    found = {kind: read_checked(folder / name).content for kind, name in FILES.items()}
    return keep, {kind: report for kind, report in found.items() if report is not None}
