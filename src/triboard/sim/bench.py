"""A whole simulated board: world, hands, controller, pins and LEDs at the far ends of the wires."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from triboard.board.definition import Board
from triboard.light.power import current
from triboard.protocol.messages import ResetReason
from triboard.sim.any_controller import Controller, ControllerMaker
from triboard.sim.controller import SimulatedController
from triboard.sim.disk import DiskTrouble
from triboard.sim.engine import EngineTrouble
from triboard.sim.hands import Hands, Refusal
from triboard.sim.pins import MockPins
from triboard.sim.pixel_bus import FakeSpiBus
from triboard.sim.plans import Plans
from triboard.sim.sensors import Sensors
from triboard.sim.wall_clock import WallClock
from triboard.sim.wire import Wire
from triboard.sim.world import World
from triboard.units import SECOND, Instant


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that was done to the bench: when, and the words of a script's line."""

    at: Instant
    words: tuple[str, ...]


def built_in(
    board: Board, wire: Wire, chance: random.Random, now: Instant, on_pixels: Callable[[bytes], None]
) -> SimulatedController:
    """The controller that needs no virtual machine."""
    del board  # the host tells it
    return SimulatedController(wire, chance, now=now, on_pixels=on_pixels)


class SimulatedBench:
    """Everything that a table would hold. Time is what the caller says; all chance follows the seed.

    `changed` is told of each change of the world, `refused` of each verb that hands could not carry out,
    `lit` of each frame that the LEDs latched (red, green, blue of each pixel, decoded from the wire), be they
    on SPI or on the controller. `controller` makes another controller than the built-in one.
    """

    def __init__(
        self,
        board: Board,
        world: World,
        wire: Wire,
        *,
        seed: int,
        now: Instant,
        changed: Callable[[World], None] = lambda _: None,
        refused: Callable[[Refusal], None] = lambda _: None,
        lit: Callable[[bytes], None] | None = None,
        speed: float = 1.0,
        controller: ControllerMaker | None = None,
    ) -> None:
        chance = random.Random(seed)
        self.chance = random.Random(f"faults {seed}")  # of its own: a fault does not change how hands move
        self.board = board
        self.seed = seed
        self.started = self._now = now
        self.log: list[Deed] = []
        self.plans = Plans()
        self.disk = DiskTrouble()
        self.engine = EngineTrouble()
        self.wall = WallClock()
        self.supply: float | None = None  # milliamperes for the LEDs; above it the controller browns out
        self._lit = lit
        self.wire = wire
        self.world = world
        self.pins = MockPins()
        self.buses = {bus: self._chain(board, bus) for bus in sorted({one.bus for one in board.strips})}
        self.bus = next(iter(self.buses.values()))
        make = controller or built_in
        self.controller: Controller = make(board, wire, random.Random(chance.random()), now, self._latched)
        self.sensors = Sensors(board, self.controller, self.plans)
        self.hands = Hands(
            board,
            world,
            self.sensors,
            self.pins,
            chance=chance,
            changed=changed,
            refused=refused,
            speed=speed,
            note=self.note,
        )
        self.hands.settle_in(now)

    def _chain(self, board: Board, bus: int) -> FakeSpiBus:
        """The LEDs on one SPI bus; a frame shows what the chains of all of them show."""
        parts = [segment for segment in board.strips if segment.bus == bus]
        return FakeSpiBus(
            len(board.pixels),
            board.colour_order,
            segments=parts,
            on_latch=lambda _: self._latched(self.decode()),
        )

    def open_spi(self, bus: int) -> FakeSpiBus:
        """One of the simulated SPI buses, as `drivers.pixels.open_spi` opens a real one."""
        self.buses[bus].open_again()
        return self.buses[bus]

    def decode(self) -> bytes:
        """Red, green and blue of each pixel as all chains on SPI show them now."""
        frames = [chain.decode() for chain in self.buses.values()]
        return bytes(map(max, zip(*frames, strict=True))) if len(frames) > 1 else frames[0]

    def advance(self, now: Instant) -> None:
        """Carry out all that is due: hands first, then faults, then the controller that watches them."""
        while (due := self._next_step()) is not None and due <= now:
            self._now = max(self._now, due)
            self.hands.advance(due)
            self.plans.advance(due)
        self._now = now
        self.controller.advance(now)

    def next_deadline(self) -> Instant | None:
        """When something is due."""
        times = [self._next_step(), self.controller.next_deadline()]
        return min((time for time in times if time is not None), default=None)

    def _next_step(self) -> Instant | None:
        times = [self.hands.next_deadline(), self.plans.next_deadline()]
        return min((time for time in times if time is not None), default=None)

    def run_ahead(self, limit: Instant) -> None:
        """Nothing happens before `limit` but what hands and faults have begun: the controller may go on."""
        step = self._next_step()
        self.controller.run_ahead(limit if step is None else min(limit, step))

    @property
    def stirred(self) -> int:
        """Grows when the daemon might notice something that no byte on the wire tells."""
        return self.pins.driven + self.plans.done

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What to wait on for bytes from the daemon and for a controller that runs by itself."""
        wire = self.wire.descriptor
        return self.controller.descriptors if wire is None else (wire, *self.controller.descriptors)

    def close(self) -> None:
        """Take the controller down and leave the computer's wall clock right; the wire is its maker's."""
        self.controller.close()
        self.wall.restore()

    def unplug(self) -> None:
        """Pull the cable between controller and Pi."""
        self.note(self._now, ("unplug",))
        self.wire.unplug()

    def plug(self) -> None:
        """Put the cable in again."""
        self.note(self._now, ("plug",))
        self.wire.plug()

    @property
    def now(self) -> Instant:
        """The instant up to which everything has been carried out."""
        return self._now

    # What was done

    def note(self, now: Instant, words: tuple[str, ...]) -> None:
        """Keep a verb of the hands or a fault with its instant."""
        self.log.append(Deed(now, words))

    def script(self) -> str:
        """Everything that was done, as a script that does the same again on a bench with the same seed."""
        lines = [f"# triboard simulate --board {self.board.name} --seed {self.seed} --script ..."]
        for deed in self.log:
            lines.append(f"{(deed.at - self.started) / SECOND:.6f} {' '.join(deed.words)}")
        return "\n".join(lines) + "\n"

    def _latched(self, rgb: bytes) -> None:
        if self.supply is not None and current(rgb, self.board.power) > self.supply:
            self.controller.reset(ResetReason.BROWN_OUT, self._now)
        if self._lit is not None:
            self._lit(rgb)
