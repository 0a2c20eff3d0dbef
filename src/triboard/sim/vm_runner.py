"""Keeps a virtual machine running: power, watchdog, clock, and the bytes between it and a line.

On virtual time the machine stands still at each wait; `advance` lets it do what is due, `run_ahead` lets it
go on alone as long as nothing can happen to it. In real time it runs by itself and is only listened to.
"""

import logging
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, assert_never

from triboard.protocol.messages import ResetReason
from triboard.sim import vm_process as vm
from triboard.sim.packet_tap import PacketTap
from triboard.sim.vm_circuit import Circuit, Node
from triboard.units import Duration, Instant, after

_POWER_ON, _WATCHDOG = 1, 3  # machine.reset_cause() of the RP2 port
_CAUSES: Final = {
    ResetReason.UNKNOWN: (_POWER_ON, 0),
    ResetReason.POWER: (_POWER_ON, 1 << 8),
    ResetReason.BROWN_OUT: (_POWER_ON, 1 << 8),  # the chip cannot tell one from the other
    ResetReason.EXTERNAL: (_POWER_ON, 1 << 16),
    ResetReason.WATCHDOG: (_WATCHDOG, 0),
}
"""What the chip says of its start: reset_cause, and its CHIP_RESET register."""


_log = logging.getLogger("triboard.sim")


class Runner:
    """One Pico's power and time. `shine` is told of bytes for LEDs, `again` of a reset that it did itself."""

    def __init__(
        self,
        folder: Path,
        flash: Path,
        circuit: Circuit,
        tap: PacketTap,
        *,
        chance: Random,
        real_time: bool,
        audited: bool,
        shine: Callable[[int, bytes], None],
        again: Callable[[Instant], None],
    ) -> None:
        self._folder, self._flash = folder, flash
        self._circuit, self._tap = circuit, tap
        self._chance = chance
        self._number = list(chance.randbytes(8))
        self._real_time = real_time
        self._audited = audited
        self._shine, self._again = shine, again
        self._machine: vm.VirtualMachine | None = None
        self._boots: Instant | None = None
        self._start: dict[str, Any] = {}
        self.ended: vm.Ended | None = None
        self.allocations: list[vm.Allocates] = []
        self.feeds = 0
        self._off_state()

    def _off_state(self) -> None:
        self._at = Instant(0)  # up to where it has come
        self._due: Instant | None = None
        self._wakes = self._typed = False
        self._bites: Instant | None = None  # when the watchdog does
        self._stalled = Instant(0)
        self._hangs = False
        self._said: deque[tuple[Instant, bytes]] = deque()

    def power_on(self, reason: ResetReason, at: Instant) -> None:
        """It will run boot.py at `at`; `switch_off` first."""
        cause, chip_reset = _CAUSES[reason]
        self._start = {"cause": cause, "chip_reset": chip_reset}
        self._boots = at

    def switch_off(self) -> None:
        """Its memory is lost, and what it has not said yet."""
        if self._machine is not None:
            self._machine.kill()
            self._machine = None
        self._boots = self.ended = None
        self._off_state()

    def stall(self, until: Instant) -> None:
        """It does nothing before `until`."""
        self._stalled = until
        if self._real_time and self._machine is not None:
            self._machine.hang(hangs=True)
            self._hangs = True

    def show(self, nodes: Sequence[Node], now: Instant) -> None:
        """Nodes change at `now`; what was due before has seen them as they were."""
        changed = self._circuit.keep(nodes)
        if self._machine is None or not changed:
            return
        if not self._real_time:
            self._run(Instant(now - 1), self._machine)
        for node in changed:
            self._machine.set(node, now)

    def type(self, data: bytes, now: Instant) -> None:
        """Bytes from the host; lost while it does not run."""
        if self._machine is None or not data:
            return
        self._machine.type(data)
        self._typed = True
        if self._wakes and not self._real_time:
            self._due = max(self._at, now)

    def advance(self, now: Instant) -> None:
        """All that is due up to `now`, and what it has said by then."""
        if self._boots is not None and now >= self._boots:
            self._boot(self._boots)
        if self._machine is not None:
            if self._real_time:
                self._listen(now, self._machine)
            else:
                self._run(now, self._machine)
        while self._said and self._said[0][0] <= now:
            at, data = self._said.popleft()
            self._tap.pass_on(data, max(at, now))

    def run_ahead(self, limit: Instant) -> None:
        """Nothing happens to it before `limit`: let it go on until then, or until it says something."""
        machine = self._machine
        if machine is None or self._real_time or self._said:
            return
        if self._due is not None and self._stalled <= self._due < limit:
            self._go(self._due, limit, machine)

    def next_deadline(self) -> Instant | None:
        """When `advance` has something to do."""
        times = [self._boots, self._bites]
        if self._due is not None and not self._real_time:
            times.append(max(self._due, self._stalled))
        if self._hangs:
            times.append(self._stalled)
        if self._said:
            times.append(self._said[0][0])
        return min((time for time in times if time is not None), default=None)

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What to wait on in real time."""
        return self._machine.descriptors if self._machine is not None and self._real_time else ()

    @property
    def complaints(self) -> str:
        """What its program wrote to the standard error."""
        return "" if self._machine is None else self._machine.complaints

    @property
    def running(self) -> bool:
        """Whether its program runs."""
        return self._machine is not None

    def _boot(self, at: Instant) -> None:
        self._boots = None
        self._start |= self._circuit.description
        self._start |= {
            "real_time": self._real_time,
            "audited": self._audited,
            "now": at,
            "unique": self._number,
            "random": self._chance.getrandbits(31),
            "nodes": self._circuit.nodes,
        }
        self._machine = vm.VirtualMachine(self._flash, self._start, self._folder)
        self._at = at
        if not self._real_time:
            self._hear(at, self._machine)

    def _run(self, now: Instant, machine: vm.VirtualMachine) -> None:
        while self._machine is machine:
            due = None if self._due is None else max(self._due, self._stalled)
            if self._bites is not None and self._bites <= now and (due is None or self._bites < due):
                self._again(self._bites)
            elif due is not None and due <= now:
                self._go(due, due, machine)
            else:
                return

    def _go(self, at: Instant, limit: Instant, machine: vm.VirtualMachine) -> None:
        if self._bites is not None:
            limit = max(at, min(limit, self._bites))
        self._typed = False
        machine.go(at, Duration(limit - at))
        self._hear(at, machine)

    def _listen(self, now: Instant, machine: vm.VirtualMachine) -> None:
        if self._hangs and now >= self._stalled:
            machine.hang(hangs=False)
            self._hangs = False
        self._hear(now, machine)
        if self._bites is not None and now >= self._bites:
            self._again(now)

    def _hear(self, now: Instant, machine: vm.VirtualMachine) -> None:
        told = machine.hear()
        if data := machine.said():
            at = now if self._real_time else max((one.at for one in told), default=now)
            self._said.append((at, data))
        for one in told:
            at = now if self._real_time else one.at
            match one:
                case vm.Waits(_, due, wakes):
                    self._at, self._wakes = at, wakes
                    self._due = at if wakes and self._typed else due
                case vm.Feeds(_, timeout):
                    self.feeds += 1
                    self._bites = after(at, timeout)
                case vm.Shines(_, pin, data):
                    self._shine(pin, data)
                case vm.Allocates():
                    self.allocations.append(one)
                case vm.Ended():
                    self.ended = one
                    if one.failed:
                        _log.warning("The firmware's program has ended: %s", machine.complaints.strip())
                    self._due = None
                case vm.Resets():
                    self._due = None
                    self._again(at)
                case _:
                    assert_never(one)
