"""A person who takes care of a simulated board: does what the prompt says, at a person's pace."""

from collections.abc import Mapping
from typing import Any

from tests.journeys.table import Table

from triboard.care.round import Kind
from triboard.phrases import translated
from triboard.units import SECOND, Duration, Instant, Site, millis

LOOK = millis(450)
"""From a new light or sentence to the first movement."""


class Carer:
    """Drives a round to its end. `answers` are given at the prompts of a step instead of doing what they
    say; `slips` puts a piece that is asked for on one site onto another, or nowhere."""

    def __init__(
        self,
        table: Table,
        *,
        piece: str = "white",
        answers: Mapping[str, list[str]] | None = None,
        slips: Mapping[str, str] | None = None,
    ) -> None:
        self.table = table
        self.piece = piece
        self.answers = {step: list(given) for step, given in (answers or {}).items()}
        self.slips = dict(slips or {})
        self.round_trip = 360.0
        self.said: list[str] = []
        self.put: list[str] = []

    @property
    def view(self) -> dict[str, Any]:
        """What the page shows, in English."""
        view = self.table.daemon.desk.view()
        assert view is not None
        english: dict[str, Any] = translated(view)
        return english

    @property
    def now(self) -> Instant:
        return self.table.run.now

    def wait(self, time: Duration) -> None:
        """Do nothing."""
        self.table.run.run_for(time)

    def begin(self, kind: Kind = Kind.SELFTEST, *steps: int, interrupt: bool = False) -> None:
        """Start a round."""
        self.table.daemon.lend(kind, self.now, steps=steps, interrupt=interrupt)

    def result(self) -> dict[str, str]:
        """Results by part."""
        return {one["part"]: one["result"] for one in self.view["parts"]}

    def notes(self) -> dict[str, str]:
        """Notes of the parts that failed."""
        return {one["part"]: one["note"] for one in self.view["parts"] if one["result"] == "failed"}

    def finish(self, limit: Duration = Duration(600 * SECOND)) -> Duration:  # noqa: B008 (a number)
        """Do everything that is asked; how long it took."""
        start = self.now
        while not self.view["over"]:
            assert self.now < start + limit, self.view
            self.wait(LOOK)
            if not self.view["over"]:
                self.act()
        return Duration(self.now - start)

    def act(self) -> None:
        """One thing that the prompt says."""
        view = self.view
        self.said.append(view["text"])
        if given := self.answers.get(view["step"]):
            answer = given.pop(0)
            if answer == "wait":
                self.wait(Duration(5 * SECOND))
            else:
                self.table.daemon.desk.answer(answer, self.now)
            return
        getattr(self, f"_{view['step']}")(view)

    def _lights(self, view: dict[str, Any]) -> None:
        self._agree(view)

    def _agree(self, view: dict[str, Any]) -> None:
        """OK, or on a board without that button the first answer on the page."""
        if any(button.button == "OK" for button in self.table.board.buttons):
            self.table.press("OK", millis(150))
        else:
            self.table.daemon.desk.answer(view["answers"][0]["answer"], self.now)

    def _empty(self, view: dict[str, Any]) -> None:
        for site in view["sites"]:
            if self.table.world.standing(Site(site)):
                self.table.lift(site, millis(100))

    def _sites(self, view: dict[str, Any]) -> None:
        [site] = view["sites"]
        where = self.slips.pop(site, site)
        if where == "":
            self.wait(Duration(SECOND))
            return
        if self.table.world.standing(Site(where)):
            self.table.lift(where, millis(200))
        if not any(self.table.world.tray().values()):
            self.table.lift(self.put.pop(0), millis(100))
        self.put.append(where)
        self.table.drop(where, self.piece_left(), millis(250))

    def _colours(self, view: dict[str, Any]) -> None:
        """Says the colour that the strip's first LED really shows."""
        pixel = len(self.table.board.strips) and view["text"].split("strip ")[1].split()[0].rstrip("?:")
        first = self.table.board.strips[int(pixel)].first
        red, green, blue = self.table.bench.decode()[3 * first : 3 * first + 3]
        name = "white" if min(red, green, blue) else "red" if red else "green" if green else "blue"
        self.table.daemon.desk.answer(name, self.now)

    def _baseline(self, view: dict[str, Any]) -> None:
        for site in self.table.board.sites:
            if self.table.world.standing(site.site):
                self.table.lift(site.site, millis(100))
        if view["answers"]:
            self._agree(view)

    def _map(self, view: dict[str, Any]) -> None:
        if len(view["sites"]) > 1:
            self.table.daemon.desk.answer("again", self.now)
            return
        self._sites(view)

    def _pieces(self, view: dict[str, Any]) -> None:
        [site] = view["sites"]
        if view["text"].startswith("Take"):
            self.table.lift(site, millis(150))
            return
        piece = view["text"].split("Put a ")[1].split(" piece")[0]
        if self.table.world.standing(Site(site)):
            return
        if not self.table.world.tray()[piece]:
            self.table.lift(next(put for put in self.put if self.holds(put, piece)), millis(100))
        self.table.drop(site, piece, millis(600))

    def holds(self, site: str, piece: str) -> bool:
        """Whether a piece of this kind stands on top there."""
        return self.table.world.standing(Site(site))[-1:] == (piece,)

    def _buttons(self, view: dict[str, Any]) -> None:
        self.table.press(view["text"].removeprefix("Press ").removesuffix("."), millis(150))

    def _rims(self, view: dict[str, Any]) -> None:
        rim = view["text"].split("shelf ")[1][0]
        once_round = "index" in view["text"]
        self.table.turn(rim, self.round_trip if once_round else 90.0, millis(150))

    def piece_left(self) -> str:
        """A piece that still lies in its tray."""
        tray = self.table.world.tray()
        return next((piece for piece, count in tray.items() if count), self.piece)
