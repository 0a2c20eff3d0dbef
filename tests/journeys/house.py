"""A simulated board in a house: staff, opening hours, sound and statistics around it, on clocks of the
test."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tests.journeys.table import Table

from triboard.app.caretaker import Caretaker
from triboard.app.config import Config
from triboard.app.housekeeping import Housekeeping
from triboard.app.settings import Settings
from triboard.app.shutter import Face
from triboard.app.staff.choice import Choice
from triboard.app.staff.clock_trust import ClockTrust
from triboard.app.staff.desk import Machine
from triboard.app.staff.schedule import Zone
from triboard.app.status import status_of
from triboard.phrases import Said
from triboard.units import SECOND, Duration

PARIS = ZoneInfo("Europe/Paris")


def zone_of(name: ZoneInfo) -> Zone:
    """Local time of a zone, whatever this machine has."""
    return Zone(
        lambda stamp: datetime.fromtimestamp(stamp, name).replace(tzinfo=None),
        lambda local: local.replace(tzinfo=name).timestamp(),
        lambda: str(name),
    )


def stamp_of(text: str, zone: ZoneInfo = PARIS) -> float:
    """Seconds since 1970 of a local time."""
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


class House:
    """Hands at a board, and a house around it. `stamp` is the wall clock; it goes with the board's own."""

    def __init__(
        self, folder: Path, at: str = "2026-06-10 11:00", *, synchronised: bool = True, **config: Any
    ):
        self.table = Table(folder, {"players": 3})
        self.stamp = stamp_of(at)
        self.synchronised = synchronised
        self.chosen: list[Choice] = []
        self.restarts = 0
        self.reboot: str | None = None
        self.config = Config(state_dir=folder, **config)
        self._keep_house()

    def _keep_house(self) -> None:
        self.caretaker = Caretaker(
            Settings(self.config),
            logbook=None,
            clock=lambda: self.table.run.now,
            status=lambda: status_of(self.table.daemon, self.table.link, self.table.run.now),
            board={},
            changed=lambda settings: self.keeping.changed(settings),
        )
        self.keeping = Housekeeping(
            self.table.daemon,
            self.caretaker,
            machine=Machine(self.chosen.append, self._restart, lambda: self.reboot),
            log=self.table.log.append,
            wall=lambda: self.stamp,
            zone=zone_of(PARIS),
            trust=ClockTrust((lambda: self.synchronised,), slow=()),
            clock=lambda: self.table.run.now,
            threaded=False,
        )

    def _restart(self) -> None:
        self.restarts += 1

    def face(self) -> Face:
        """What visitors meet (a call, so that a checker knows that it changes)."""
        return self.table.daemon.shutter.face

    @property
    def lit(self) -> bool:
        """Whether any light shines."""
        return any(self.table.daemon.frame)

    def wait(self, seconds: float = 3) -> None:
        """Time passes, on both clocks."""
        for _ in range(max(1, round(seconds))):
            self.table.run.run_for(Duration(SECOND))
            self.stamp += 1
            self.keeping.turn(self.table.run.now)

    def until(self, condition: Callable[[], bool], seconds: int = 600) -> None:
        """Time passes until something has happened."""
        for _ in range(seconds):
            if condition():
                return
            self.wait(1)
        raise AssertionError(f"it has not happened within {seconds} s")

    def ask(self, asked: Callable[[dict[str, Any]], Awaitable[Said | None]], **body: Any) -> str | None:
        """Staff ask for something; what could not be done."""
        answer = asyncio.run(_awaited(asked(body)))
        self.wait(3)
        return answer

    def set(self, **values: Any) -> str | None:
        """Staff change settings on the page."""
        wanted = {key.replace("__", "."): one for key, one in values.items()}
        answer = asyncio.run(_awaited(self.caretaker.change(wanted)))
        self.wait(3)
        return answer

    def restart(self) -> None:
        """The daemon comes back on what the folder keeps."""
        self.keeping.close()
        self.table.restart()
        self._keep_house()
        self.wait(3)

    def close(self) -> None:
        """Everything ends."""
        self.keeping.close()
        self.table.close()


async def _awaited(answer: Awaitable[Said | None]) -> str | None:
    """In English."""
    said = await answer
    return None if said is None else str(said)
