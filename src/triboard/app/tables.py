"""The two kinds of tables: a simulated bench and real hardware."""

import logging
import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from triboard.app.config import Config
from triboard.app.engines import Engines
from triboard.app.graph import Ends
from triboard.app.realtime import FarEnd, monotonic
from triboard.app.troubled_engines import TroubledEngines
from triboard.board.definition import Board
from triboard.drivers.gpio import input_pins, pi_factory
from triboard.drivers.pi_model import this_machine
from triboard.drivers.pixels import open_spi
from triboard.drivers.port_search import PortSearch, candidates, is_pattern
from triboard.drivers.serial_port import Dtr, open_serial
from triboard.errors import PlayerError
from triboard.phrases import phrase
from triboard.protocol.messages import Hello
from triboard.sim.any_controller import ControllerMaker
from triboard.sim.bench import SimulatedBench
from triboard.sim.fault import Part
from triboard.sim.faults import FAULTS, catalogue, inflict
from triboard.sim.hands import Refusal
from triboard.sim.wire_kernel import real_wire
from triboard.sim.world import World, WorldFile, read_world
from triboard.units import SECOND, Duration, Instant, after
from triboard.web import messages

MOST_AHEAD = Duration(4 * SECOND)  # of work before the hands; a key held down must not busy them for minutes

_log = logging.getLogger("triboard")


class SimulatedTable:
    """A bench with simulated hands, and its world file in the state folder.

    `controller` makes another controller than the built-in one.
    """

    def __init__(self, board: Board, config: Config, controller: ControllerMaker | None = None) -> None:
        world_file = config.state_dir / "world.json"
        self._world_file = WorldFile(world_file)
        self._world_saved = True
        self._closing = ExitStack()
        writable = config.state_dir.is_dir() and os.access(config.state_dir, os.W_OK)
        folder = config.state_dir if writable else self._elsewhere()
        self._lights: Callable[[bytes], None] = lambda _: None
        self._wire = real_wire(folder / "controller")
        self._bench = SimulatedBench(
            board,
            read_world(board, world_file),
            self._wire,
            seed=config.seed,
            now=monotonic(),
            changed=self._changed,
            refused=_refused,
            lit=lambda rgb: self._lights(rgb),
            controller=controller,
        )
        self.far: FarEnd | None = self._bench

    def _elsewhere(self) -> Path:
        """Where the pty's name lies when the state folder cannot be used."""
        return Path(self._closing.enter_context(TemporaryDirectory(prefix="triboard-")))

    def ends(self) -> Ends:
        """A pty for pyserial, gpiozero's mock pins, a bus that decodes what the NeoPixel library sends."""
        bench, path = self._bench, self._wire.path
        return Ends(
            lambda: open_serial(path),
            bench.pins.factory,
            open_spi=bench.open_spi,
            spi_buffer=bench.bus.LIMIT,
        )

    def engines(self, engines: Engines) -> Engines:
        """The same, with the faults of the bench on top."""
        return TroubledEngines(engines, self._bench.engine)

    def world(self) -> dict[str, Any] | None:
        """Pieces by the hole over which they stand, trays, hands, angles of the rims."""
        world = self._bench.world
        return {
            "holes": {site: list(stack) for site, stack in (world.holes() | world.racks()).items()},
            "slots": {site: list(stack) for site, stack in sorted(world.stacks.items())},
            "tray": world.tray(),
            "hand": list(self._bench.hands.held),
            "rims": {
                rim.rim: round(angle, 1) for rim, angle in zip(world.board.rims, world.angles, strict=True)
            },
        }

    def moving(self) -> bool:
        """Whether hands have steps before them."""
        return self._bench.hands.next_deadline() is not None

    def hand(self, request: messages.Request, refuse: Callable[[str], None]) -> bool:
        """Queue a verb of the hands; what turns out impossible when the hand gets there is refused then."""
        hands, now = self._bench.hands, monotonic()
        if isinstance(request, messages.Fault):
            self._inflict(request, now)
            return True
        held = hands.held
        goes_on = isinstance(request, messages.Drop) and request.piece in held
        if held and isinstance(request, messages.Drop | messages.Lift | messages.Take) and not goes_on:
            hands.put_away(now)  # another page, or one that is gone, left it there
        if hands.free_at > after(now, MOST_AHEAD):
            raise PlayerError(
                phrase("The hands are busy. Wait until they have done what they were asked to do.")
            )
        match request:
            case messages.Take(piece):
                hands.take(piece, now)
            case messages.Put():
                hands.put_away(now)
            case messages.Drop(site, piece):
                hands.drop(site, piece, now, tag=refuse)
            case messages.Lift(site):
                hands.lift(site, now, tag=refuse)
            case messages.Turn(rim, degrees):
                hands.turn(rim, degrees, now, tag=refuse)
            case messages.Press(button):
                hands.press(button, now, tag=refuse)
            case _:
                return False
        return True

    def _inflict(self, request: messages.Fault, now: Instant) -> None:
        """A fault from the workbench."""
        known = FAULTS.get(request.fault)
        if known is not None and known.part is Part.DISK:
            raise PlayerError("Faults of the disk act in scripts and tests: here it is this computer's own.")
        inflict(self._bench, request.fault, request.arguments, now)

    def faults(self) -> list[dict[str, Any]]:
        """What the page's workbench can break, with arguments and explanations."""
        return [one for one in catalogue() if one["part"] != Part.DISK.value]

    def script(self) -> str:
        """Everything that was done to this bench, as a script."""
        return self._bench.script()

    def lights(self, receive: Callable[[bytes], None]) -> bool:
        """What the LEDs latched, decoded from the bytes on the wire."""
        self._lights = receive
        receive(self._bench.decode())
        return True

    def close(self) -> None:
        """Take the wire down; the world file stays."""
        self._bench.close()
        self._wire.close()
        self._closing.close()

    def _changed(self, world: World) -> None:
        """Keep the world; a disk that takes nothing stops no hand."""
        try:
            self._world_file.write(world)
        except OSError as error:
            if self._world_saved:
                _log.warning(
                    "The simulated pieces cannot be kept (%s): %s.", self._world_file.path, error.strerror
                )
            self._world_saved = False
        else:
            self._world_saved = True


def _refused(refusal: Refusal) -> None:
    if callable(refusal.tag):
        refusal.tag(refusal.text)


def port_search(config: Config) -> Callable[[Callable[[Hello], bool]], PortSearch]:
    """How the controller is looked for where the configuration names no single port."""
    dtr = Dtr[config.dtr.upper()]
    return lambda fits: PortSearch(
        lambda: candidates(config.serial),
        lambda path: open_serial(path, dtr=dtr),
        fits,
        named=config.unit is not None,
    )


class PiTable:
    """The hardware of a Raspberry Pi, or of a computer with nothing but the controller."""

    far: FarEnd | None = None

    def __init__(self, board: Board, config: Config) -> None:
        self._config = config
        self._pins = bool(input_pins(board))
        self._factory: Any = None

    def ends(self) -> Ends:
        """pyserial on the controller's port, lgpio's pins if any are used, the SPI bus.

        Raises `ControllerError`.
        """
        config = self._config
        if self._pins:  # a board without buttons and rims runs on computers without pins
            self._factory = pi_factory()
        dtr = Dtr[config.dtr.upper()]
        return Ends(
            lambda: open_serial(config.serial, dtr=dtr),
            self._factory,
            open_spi=open_spi,
            unit=config.unit,
            machine=this_machine(),
            search=port_search(config) if is_pattern(config.serial) else None,
        )

    def engines(self, engines: Engines) -> Engines:
        """As they are."""
        return engines

    def world(self) -> dict[str, Any] | None:
        """Nobody knows where real pieces are but the sensors."""
        return None

    def moving(self) -> bool:
        """Real hands are not ours to see."""
        return False

    def faults(self) -> list[dict[str, Any]]:
        """Real boards break by themselves."""
        return []

    def hand(self, request: messages.Request, refuse: Callable[[str], None]) -> bool:
        """There are no simulated hands."""
        del request, refuse
        return False

    def lights(self, receive: Callable[[bytes], None]) -> bool:
        """Real LEDs cannot be read back; the page shows what was sent to them."""
        del receive
        return False

    def close(self) -> None:
        """Let the pins' backend go."""
        if self._factory is not None:
            self._factory.close()
