"""Requests of care from pages and terminals; reports and profiles of it on disk."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, assert_never

from triboard.app.care_desk import CareDesk, Keep
from triboard.app.daemon import Daemon
from triboard.app.graph import Ends
from triboard.board.definition import Board
from triboard.board.profile import Profile, calibrated, read_profile
from triboard.care.round import Kind
from triboard.errors import ConfigurationError, StorageError
from triboard.store.atomic import read_checked, write_checked
from triboard.store.reports import CALIBRATION_FILE, SELFTEST_FILE
from triboard.units import Instant
from triboard.web import messages

FILES: Final[Mapping[Kind, str]] = {Kind.SELFTEST: SELFTEST_FILE, Kind.CALIBRATION: CALIBRATION_FILE}


@dataclass(frozen=True, slots=True)
class InForce:
    """The board with the profile of the state folder laid over it; as its file says where there is none, or
    one that does not fit (`problem`)."""

    filed: Board
    board: Board
    content: Mapping[str, Any] | None = None
    profile: Profile | None = None
    problem: str = ""

    def adopted(self, ends: Ends) -> Ends:
        """The ends with the controller that somebody adopted."""
        unit = None if self.profile is None else self.profile.adopted
        return ends if unit is None else replace(ends, unit=unit, adopt=True)

    def tell(self, desk: CareDesk) -> None:
        """What a calibration starts from."""
        desk.filed, desk.profile, desk.problem = self.filed, self.content, self.problem


def profile_in(folder: Path, filed: Board, log: Callable[[str], None]) -> InForce:
    """What is in force; whatever is wrong with the profile, the board is played by its file and it is
    said."""
    found = read_checked(folder / CALIBRATION_FILE)
    for damage in found.damage:
        log(f"Calibration damaged: {damage}")
    if found.content is None:
        problem = "The calibration is damaged and not in force." if found.damage else ""
        return InForce(filed, filed, problem=problem)
    try:
        profile = read_profile(found.content, CALIBRATION_FILE)
        board = calibrated(filed, profile)
    except ConfigurationError as error:
        log(f"The calibration is not in force: {error}")
        return InForce(filed, filed, problem=f"The calibration is not in force: {error}")
    log(f"Calibration of {profile.date} in force.")
    return InForce(filed, board, found.content, profile)


def tend(daemon: Daemon, request: messages.Care, now: Instant) -> None:
    """Carry out a request; raises `PlayerError` with the remedy."""
    match request:
        case messages.Lend(kind, steps, interrupt):
            daemon.lend(Kind(kind), now, steps=steps, interrupt=interrupt)
        case messages.Answer(answer):
            daemon.desk.answer(answer, now)
        case messages.TakeBack():
            daemon.take_back(now)
        case messages.Adopt():
            daemon.desk.adopt()
        case _:
            assert_never(request)


def keeper(
    folder: Path,
    loop: asyncio.AbstractEventLoop,
    log: Callable[[str], None],
    learned: Callable[[], None] = lambda: None,
) -> tuple[Keep, dict[Kind, dict[str, Any]]]:
    """What writes reports and profiles beside the settings, on a thread of its own, and the last reports
    that lie there. `learned` is called in the loop once a profile is on the disk."""

    def write(kind: Kind, content: dict[str, Any]) -> None:
        try:
            write_checked(folder / FILES[kind], content)
        except StorageError as error:
            log(f"The {kind.value} is not kept: {error}")
            return
        if kind is Kind.CALIBRATION:
            loop.call_soon_threadsafe(learned)

    def keep(kind: Kind, content: dict[str, Any]) -> None:
        loop.run_in_executor(None, write, kind, content)

    report = read_checked(folder / SELFTEST_FILE).content
    return keep, {} if report is None else {Kind.SELFTEST: report}
