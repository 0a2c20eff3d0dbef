"""A whole simulated board: world, hands, controller, pins and LEDs at the far ends of the wires."""

import random
from collections.abc import Callable

from triboard.board.definition import Board
from triboard.sim.controller import SimulatedController
from triboard.sim.hands import Hands, Refusal
from triboard.sim.pins import MockPins
from triboard.sim.pixel_bus import FakeSpiBus
from triboard.sim.wire import Wire
from triboard.sim.world import World
from triboard.units import Instant


class SimulatedBench:
    """Everything that a table would hold. Time is what the caller says; all chance follows the seed.

    `changed` is told of each change of the world, `refused` of each verb that hands could not carry out,
    `lit` of each frame that the LEDs latched (red, green, blue of each pixel, decoded from the wire).
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
    ) -> None:
        chance = random.Random(seed)
        self.wire = wire
        self.world = world
        self.pins = MockPins()
        self.bus = FakeSpiBus(len(board.pixels), board.colour_order, on_latch=lit)
        self.controller = SimulatedController(wire, random.Random(chance.random()), now=now)
        self.hands = Hands(
            board,
            world,
            self.controller,
            self.pins,
            chance=chance,
            changed=changed,
            refused=refused,
            speed=speed,
        )
        self.hands.settle_in(now)

    def advance(self, now: Instant) -> None:
        """Carry out all that is due: hands first, then the controller that watches them."""
        self.hands.advance(now)
        self.controller.advance(now)

    def next_deadline(self) -> Instant | None:
        """When something is due."""
        times = [self.hands.next_deadline(), self.controller.next_deadline()]
        return min((time for time in times if time is not None), default=None)

    @property
    def descriptor(self) -> int | None:
        """What to wait on for bytes from the daemon; `None` where there is nothing to wait on."""
        return self.wire.descriptor

    def unplug(self) -> None:
        """Pull the cable between controller and Pi."""
        self.wire.unplug()

    def plug(self) -> None:
        """Put the cable in again."""
        self.wire.plug()
