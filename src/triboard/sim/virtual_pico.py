"""The real firmware as a simulated controller: `firmware/*.py`, unmodified, in MicroPython's virtual machine.

It keeps the same `Controller` protocol as the built-in controller. On virtual time the machine stands still
between its waits and everything follows from the seed; in real time it runs by itself. What hands do becomes
levels, voltages and light of the parts that the board file names (`vm_circuit`); what the firmware makes of
them is its own doing.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from triboard.board.definition import Board
from triboard.errors import ConfigurationError, Mistake
from triboard.protocol.config import ControllerConfig
from triboard.protocol.messages import ResetReason
from triboard.protocol.parts import PixelChain
from triboard.sim import vm_process as vm
from triboard.sim.any_controller import ControllerMaker
from triboard.sim.flash import Flash
from triboard.sim.line import OnALine
from triboard.sim.packet_tap import PacketTap
from triboard.sim.vm_circuit import Kind, Node, circuit_of
from triboard.sim.vm_runner import Runner
from triboard.sim.wire import Wire
from triboard.units import Channel, Duration, Instant, after, millis

SILENTLY: Final = 2
"""Beside the level of a pin: its interrupt is lost."""

BOOT: Final = millis(300)
"""MicroPython's own start, before boot.py."""


def firmware_controller(
    firmware: Path, *, real_time: bool = False, usb: bool = False, audited: bool = False
) -> ControllerMaker:
    """Makes controllers that run the files of `firmware`; arguments as for `VirtualPico`.

    Raises `ConfigurationError` where MicroPython is not installed.
    """
    vm.interpreter()

    def make(
        board: Board, wire: Wire, chance: Random, now: Instant, on_pixels: Callable[[bytes], None]
    ) -> VirtualPico:
        return VirtualPico(
            board,
            wire,
            chance,
            firmware,
            now=now,
            on_pixels=on_pixels,
            real_time=real_time,
            usb=usb,
            audited=audited,
        )

    return make


class VirtualPico(OnALine):
    """Plays the controller's end of `wire`. `unit`: a name in its flash; without one it says its number.

    `real_time`: it runs by itself, else on the time that `advance` says. `usb`: its port vanishes while it
    starts anew, as that of a Pico does. `audited`: `allocations` are noted.
    """

    def __init__(
        self,
        board: Board,
        wire: Wire,
        chance: Random,
        firmware: Path,
        *,
        now: Instant = Instant(0),  # noqa: B008 - an immutable number
        on_pixels: Callable[[bytes], None] = lambda _: None,
        real_time: bool = False,
        usb: bool = False,
        audited: bool = False,
        unit: str | None = None,
        boot_time: Duration = BOOT,
    ) -> None:
        if not board.parts:
            raise ConfigurationError(
                Mistake(
                    board.name,
                    "does not say what hangs on its controller's pins",
                    "Add a table [controller] to the board file (docs/firmware.md).",
                )
            )
        super().__init__(wire, chance)
        self.pixels = bytes(3 * len(board.pixels))
        self.tap = PacketTap(self.line)
        self._chains = {part.pin: part for part in board.parts if isinstance(part, PixelChain)}
        self._circuit = circuit_of(board.parts, board.scan.bits)
        self._on_pixels = on_pixels
        self._wire, self._usb, self._vanished = wire, usb, False
        self._boot_time = boot_time
        self._own_unit = unit
        self._stands_in: str | None = None
        self._raw: dict[int, int] = {}
        self._unread: frozenset[int] = frozenset()
        self._folder = TemporaryDirectory(prefix="triboard-pico-")
        folder = Path(self._folder.name)
        self.flash = Flash(folder / "flash", firmware)
        self.flash.name(unit)
        self._runner = Runner(
            folder,
            self.flash.folder,
            self._circuit,
            self.tap,
            chance=Random(chance.getrandbits(64)),  # of its own: faults of the line do not change it
            real_time=real_time,
            audited=audited,
            shine=self._shine,
            again=lambda at: self.reset(ResetReason.WATCHDOG, at),  # so the RP2 port resets itself
        )
        self.reset(ResetReason.POWER, now)

    # physical verbs

    def set_raw(self, channel: Channel, value: int, now: Instant) -> None:
        """The sensor of a channel shows `value` from `now` on."""
        self._raw[channel] = value
        if channel not in self._unread or channel not in self._circuit.analogue:
            self._runner.show(self._circuit.show(channel, value), now)

    def raw(self, channel: Channel) -> int:
        """What the sensor of a channel shows."""
        return self._raw.get(channel, 0)

    def set_level(self, pin: int, now: Instant, *, high: bool, told: bool = True) -> None:
        """An input pin of the controller itself has this level from `now` on.

        Without `told` no interrupt comes.
        """
        nodes = [Node(Kind.LEVELS, pin, int(high))]
        if not told:
            nodes.insert(0, Node(Kind.LEVELS, pin, SILENTLY | int(high)))
        self._runner.show(nodes, now)

    def set_unread(self, channels: frozenset[int], now: Instant) -> None:
        """The parts that read these channels are dead from `now` on, all others well.

        A chip of a chain that is dead passes nothing on, a multiplexer shows 0 volts, which no board file
        takes for a reading, a sensor or reader does not answer.
        """
        turned, self._unread = self._unread ^ channels, channels
        nodes = self._circuit.lose(channels)
        for channel in turned & self._circuit.analogue:
            value = 0 if channel in channels else self._raw.get(channel, 0)
            nodes += self._circuit.show(Channel(channel), value)
        self._runner.show(nodes, now)

    def break_program(self, now: Instant, *, broken: bool = True) -> None:
        """Each call to a device on I2C raises what no firmware expects, as a defect of its own would."""
        silent = range(len(self._circuit.nodes[Kind.SILENT]))
        self._runner.show([Node(Kind.SILENT, index, 2 * broken) for index in silent], now)

    def hold_bus(self, now: Instant, *, held: bool = True) -> None:
        """Something pulls the I2C buses down."""
        buses = range(len(self._circuit.nodes[Kind.BUSES]))
        self._runner.show([Node(Kind.BUSES, index, int(held)) for index in buses], now)

    def stall(self, until: Instant) -> None:
        """Its loop hangs before `until`; a watchdog that runs out in the meantime starts it anew."""
        self._runner.stall(until)

    def stand_in(self, unit: str | None, version: tuple[int, int] | None, now: Instant) -> None:
        """Another controller answers from now on, or one whose hello claims another version."""
        if (unit, version) != (self._stands_in, self.tap.version):
            self._stands_in, self.tap.version = unit, version
            self.flash.name(unit or self._own_unit)
            self.reset(ResetReason.EXTERNAL, now)

    def damage_config(self, now: Instant) -> None:
        """Its flash holds another configuration than the host's."""
        self.flash.damage_config()
        self.reset(ResetReason.UNKNOWN, now)

    def reset(self, reason: ResetReason, now: Instant, boot_time: Duration | None = None) -> None:
        """It starts anew: its memory is lost, its flash kept; LEDs shine on until told otherwise."""
        if self._usb and self._runner.running and self._wire.plugged:
            self._wire.unplug()
            self._vanished = True
        self._runner.switch_off()
        self.tap.cut(now)
        self._runner.power_on(reason, after(now, self._boot_time if boot_time is None else boot_time))

    def close(self) -> None:
        """Switch it off for good and forget its flash."""
        self._runner.switch_off()
        self._folder.cleanup()

    # what can be seen of it

    @property
    def config(self) -> ControllerConfig | None:
        """What its flash holds."""
        return self.flash.config

    @property
    def boot_id(self) -> int:
        """Of its last hello; 0 before the first."""
        return self.tap.hello.boot_id if self.tap.hello else 0

    @property
    def values(self) -> tuple[int, ...]:
        """The reading that it told last."""
        return self.tap.values

    @property
    def allocations(self) -> list[vm.Allocates]:
        """What its loops have allocated, if it is audited."""
        return self._runner.allocations

    @property
    def feeds(self) -> int:
        """How often the watchdog was fed."""
        return self._runner.feeds

    @property
    def complaints(self) -> str:
        """What its program wrote to the standard error; a Pico has none."""
        return self._runner.complaints

    @property
    def running(self) -> bool:
        """Whether its program runs; a Pico whose program has ended shows its REPL."""
        return self._runner.running and self._runner.ended is None

    # time

    def advance(self, now: Instant) -> None:
        """Let everything happen that is due up to `now`."""
        self._runner.type(self.line.receive(now), now)
        self._runner.advance(now)
        if self._vanished and self._runner.running:
            self._vanished = False
            self._wire.plug()

    def run_ahead(self, limit: Instant) -> None:
        """See `Controller`."""
        self._runner.run_ahead(limit)

    def next_deadline(self) -> Instant | None:
        """When `advance` has something to do without the host."""
        return self._runner.next_deadline()

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What to wait on in real time."""
        return self._runner.descriptors

    def _shine(self, pin: int, data: bytes) -> None:
        """Bytes in wire order, as the LEDs of a chain take them."""
        chain = self._chains.get(pin)
        if chain is None:
            return
        shown, place, first = bytearray(self.pixels), 0, 0
        for run in chain.runs:
            width = len(run.order)
            where = [run.order.index(colour) for colour in "RGB"]
            for number in range(run.count):
                one = data[place : place + width]
                if len(one) == width:  # a frame that is cut short leaves the rest as it was
                    shown[3 * (first + number) : 3 * (first + number) + 3] = bytes(one[at] for at in where)
                place += width
            first += run.count
        self.pixels = bytes(shown)
        self._on_pixels(self.pixels)
