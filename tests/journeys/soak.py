"""A daemon that lives for simulated days: `python -m tests.journeys.soak FOLDER PERIODS SECONDS GAMES`.

Each period of SECONDS has GAMES, faults and rest, and a snapshot of the page each second. After each a line
of JSON: `{"seconds", "rss", "fds", "log", "views"}`; `rss` in bytes, `log` all bytes of log so far.
"""

import gc
import json
import os
import sys
from io import StringIO
from pathlib import Path
from random import Random

from tests.journeys.people import Ttt3dPeople
from tests.journeys.table import Table

from triboard.app.health import parts_of
from triboard.app.logbook import LogBook
from triboard.app.status import status_of
from triboard.app.watching import told_of
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, after
from triboard.web.view import board_view, view_of
from triboard.web.viewers import Viewer, Viewers, encode

OPTIONS = {"players": 3}


class Life:
    """One daemon, its viewers and its log."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(folder, OPTIONS, seed=5)
        self.out = StringIO()
        self.log = LogBook(lambda: self.table.run.now, self.out)
        self.table.daemon._log = self.log.note
        self.viewers = Viewers()
        for _ in range(3):
            self.viewers.join(Viewer(), lambda: None)
        self.views = 0
        self.logged = 0
        self.chance = Random(5)
        self.board = board_view(self.table.board)

    def page(self) -> None:
        """What the page and whoever watches are told each second."""
        table = self.table
        self.views += 1
        view = {**view_of(table.state), "seq": self.views, "board": self.board, "world": None}
        self.viewers.publish_view(view)
        self.viewers.publish_light(table.daemon.frame.hex())
        status = status_of(table.daemon, table.link, table.run.now)
        encode({"parts": [part.as_json() for part in parts_of(status)], **told_of(status)})

    def rest(self, seconds: int) -> None:
        """Nobody plays."""
        for _ in range(seconds):
            self.table.run.run_for(SECOND)
            self.page()

    def game(self) -> None:
        """A random game with slips and bad cables; then every ball goes back into its tray."""
        table = self.table
        people = Ttt3dPeople(table, dict(table.state.options), self.chance, clumsy=0.2)
        while not table.state.manners.game.outcome(table.state.game):
            people.play(people.choose())
            people.expect()
            self.page()
        while stacks := table.world.holes():
            table.lift(next(iter(stacks)), Duration(SECOND // 4))
        self.rest(5)
        assert (table.state.phase, table.moves) == (Phase.PLAY, [])

    def trouble(self) -> None:
        """The cable comes out and goes in again; a sensor flickers."""
        table = self.table
        table.bench.unplug()
        self.rest(5)
        table.bench.plug()
        self.rest(5)

    def measure(self) -> dict[str, int]:
        """What must not grow."""
        table = self.table
        table.frames.clear()
        table.refusals.clear()
        table.bench.log.clear()  # the simulated bench remembers every deed of its hands
        self.logged += self.out.tell()
        self.out.seek(0)
        self.out.truncate()
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return {
            "seconds": table.run.now // SECOND,
            "rss": pages * os.sysconf("SC_PAGE_SIZE"),
            "fds": len(os.listdir("/proc/self/fd")),
            "log": self.logged,
            "views": self.views,
        }


def main(folder: Path, periods: int, seconds: int, games: int) -> None:
    """Live for so many periods."""
    life = Life(folder)
    for _ in range(periods):
        end = after(life.table.run.now, Duration(seconds * SECOND))
        for _ in range(games):
            life.game()
        life.trouble()
        life.rest(max(0, (end - life.table.run.now) // SECOND))
        print(json.dumps(life.measure()), flush=True)
    life.table.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
