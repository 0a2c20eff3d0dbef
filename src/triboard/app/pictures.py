"""When the pages get a new picture, and what is in it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from triboard.app.daemon import Daemon
from triboard.app.far_table import Table
from triboard.units import Instant, after, millis
from triboard.web.classroom import Classroom
from triboard.web.server import WebServer
from triboard.web.view import picture_of

PAGE_EVERY: Final = millis(40)
"""Between two pictures of moving hands on the page."""


class Pictures:
    """Publishes the view of one daemon to its pages when something changed."""

    def __init__(
        self,
        daemon: Daemon,
        table: Table,
        server: WebServer,
        still: dict[str, Any],
        *,
        first: int,
        house: Callable[[], Mapping[str, Any]] = dict,
        classroom: Classroom,
    ) -> None:
        """`still` is what every view repeats (`board`); `first` is the number after which views count on.
        `house` lies over every view: what staff and hours make of it."""
        self._daemon = daemon
        self._table = table
        self._server = server
        self._classroom = classroom
        self.still = still
        self.seq = first
        self._shown: tuple[object, object] = (None, None)
        self._next = Instant(0)
        self._house = house
        self._mirror = not table.lights(lambda rgb: server.publish_light(rgb.hex()))

    def forget(self, still: dict[str, Any]) -> None:
        """What every view repeats is different from now on: the next turn publishes."""
        self.still = still
        self._shown = (None, None)

    def publish(self, now: Instant) -> None:
        """A new picture when something changed; of moving hands not more often than eyes want."""
        daemon, table = self._daemon, self._table
        if self._mirror:
            self._server.publish_light(daemon.frame.hex())
        world = table.world()
        care = daemon.desk.view()
        drifting = list(daemon.senses.drifting)
        house, lesson = self._house(), self._classroom.revision
        senses = (daemon.senses.quarantined, daemon.senses.unreadable, daemon.senses.bypassed)
        shown = (daemon.state, (world, senses, drifting, care, house, lesson))
        if shown[0] is self._shown[0] and shown[1] == self._shown[1]:
            return
        if shown[0] is self._shown[0] and table.moving() and now < self._next:
            return
        self._next = after(now, PAGE_EVERY)
        self._shown = shown
        self.seq += 1
        view = picture_of(daemon.state, light_fault=daemon.light.fault, covered=world is None, now=now)
        view["care"] = care
        view["lesson"] = self._classroom.view()
        view["sheet"] = self._classroom.left_over
        view["adoptable"] = daemon.desk.adoptable
        view["drifting"] = drifting
        view["flickering"] = list(daemon.senses.quarantined)
        view["unread"] = list(daemon.senses.unreadable)
        view["bypassed"] = list(daemon.senses.bypassed)
        view.update(house)
        if "turn" in house:  # a board that is not open is nobody's turn
            view["seats"] = [{**seat, "turn": False} for seat in view["seats"]]
            view["attract"] = {**view["attract"], "running": False, "picture": None}
            view["visit"] = {**view["visit"], "warned": False, "left": None, "offer": None}
        self._server.publish(
            {**view, "seq": self.seq, "board": self.still, "simulated": world is not None, "world": world}
        )
