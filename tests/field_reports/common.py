"""What the field reports share: a table with faults, and a link with nothing above it."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.journeys.table import Table

from triboard.board.load import load_board
from triboard.board.wiring import config_of
from triboard.drivers.link import LinkPump
from triboard.light.compose import scene_of
from triboard.light.scene import Role
from triboard.protocol.host import HostLink
from triboard.protocol.host_events import LinkEvent
from triboard.session.state import Phase
from triboard.sim.controller import SimulatedController
from triboard.sim.faults import inflict
from triboard.sim.lockstep import LockStep
from triboard.sim.wire import MemoryWire
from triboard.units import Duration, Instant, Site, millis
from triboard.web.view import view_of

AT_ONCE = Duration(0)


class Played(Table):
    """A table at which things break, too."""

    def suffer(self, fault: str, *words: str) -> None:
        """Break something now."""
        inflict(self.bench, fault, words, self.run.now)

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.run.run_for(millis(1000 * seconds))

    @property
    def says(self) -> str:
        """The sentence on the page."""
        message = self.view["message"]
        return "" if message is None else str(message["text"])

    @property
    def view(self) -> dict[str, Any]:
        """What the page shows."""
        return view_of(self.daemon.state, light_fault=self.daemon.light.fault)

    def lit(self, role: Role) -> set[str]:
        """Targets that shine in a role."""
        glows = scene_of(self.daemon.state).glows
        return {str(target) for target, glow in glows.items() if glow.role is role}

    def light_of(self, site: str) -> bytes:
        """Red, green, blue of the LED at a site, as decoded from the wire."""
        pixel = self.board.pixel_of()[site]
        return self.bench.bus.decode()[3 * pixel : 3 * pixel + 3]

    def quarantined(self) -> list[str]:
        """Sites whose sensor is not believed."""
        return list(self.daemon.senses.quarantined)

    def phase(self) -> Phase:
        """Where the session stands."""
        return self.state.phase

    def reading(self, site: str) -> str:
        """What the sensor of a site says, level by level."""
        observed = self.daemon.senses.observation
        assert observed is not None
        return "/".join(level.text for level in observed.sites[Site(site)])


def at_ttt3d(folder: Path, **more: Any) -> Played:
    """A table for three players."""
    return Played(folder, {"players": 3}, **more)


def at_trike(folder: Path, **more: Any) -> Played:
    """A table for Trike with seven cells a side."""
    return Played(folder, {"size": 7}, board=load_board("trike", 7), **more)


class Wired:
    """A host's link and a controller, on a wire in memory, with a clock of their own."""

    def __init__(
        self, *, unit: str | None = None, unit_of_controller: str = "sim-1", boot_time: Duration = AT_ONCE
    ) -> None:
        self.board = load_board("ttt3d")
        config = config_of(self.board)
        self.wire = MemoryWire()
        self.controller = SimulatedController(
            self.wire, random.Random(1), unit=unit_of_controller, boot_time=boot_time
        )
        self.link = HostLink(config, unit=unit)
        self.pump = LinkPump(self.link, self.wire.open)
        self.steps = LockStep[LinkEvent](self.pump, self.controller, self.wire, Instant(0))

    def run(self, seconds: float) -> Sequence[LinkEvent]:
        """What the host hears in some seconds."""
        return self.steps.run_for(millis(1000 * seconds))
