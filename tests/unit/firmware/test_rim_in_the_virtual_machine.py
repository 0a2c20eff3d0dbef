"""A rim counted by the firmware's interrupts is the rim that the host's own table would count."""

import random
from typing import Final

import pytest
from tests.unit.firmware.fakes import FAKES
from tests.unit.firmware.virtual_machine import run

from triboard.protocol.config import ControllerConfig
from triboard.protocol.parts import Quadrature, Span
from triboard.sim.encoder import encoders_of
from triboard.units import millis

PINS: Final = (6, 7, 8)

COUNT: Final = (
    FAKES
    + """
class Wire(Pin):
    wires = {}
    def __init__(self, gp, mode=0, pull=None, value=0):
        self.level = 1
        self.handler = None
        Wire.wires[gp] = self
    def irq(self, handler=None, trigger=0, hard=False):
        self.handler = handler
machine.Pin = Wire
from config import Config
from scanner import Scanner
data, first, walk = GIVEN
config = Config(bytes.fromhex(data))
said = []
scanner = Scanner(config, said.append)
for gp, level in first:
    Wire.wires[gp].level = level
scanner.begin()
found = []
for changes in walk:
    for gp, level, told in changes:
        wire = Wire.wires[gp]
        wire.level = level
        if told:
            wire.handler(wire)
    for number in range(3):
        scanner.scan()
    found.append([scanner.state[8 * channel + 1] for channel in range(config.channels)])
scanner.stop()
answer([found, said, [Wire.wires[gp].handler is None for gp in Wire.wires]])
"""
)


def levels(edge: int) -> list[tuple[int, int]]:
    """Levels of tracks and index switch at an edge; a closed switch is low. A turn has 64 edges."""
    closed = (edge % 4 in (1, 2), edge % 4 in (2, 3), edge % 64 == 0)
    return [(pin, int(not one)) for pin, one in zip(PINS, closed, strict=True)]


@pytest.mark.parametrize("bits", [1, 8, 12])
@pytest.mark.parametrize("reverse", [False, True])
def test_edges_are_counted_as_the_host_counts_them(bits: int, *, reverse: bool) -> None:
    """Law: same edges, same count and same knowledge of where the rim stands, jumps over edges included."""
    channels = 9 if bits == 1 else 2
    rim = Quadrature(Span(0, channels), *PINS, reverse, 64)
    config = ControllerConfig("b", bits, channels, millis(10), 3, 6, 0, (rim,))
    chance = random.Random(bits)
    edge = 20
    held = dict(levels(edge))
    first, walk, wanted = list(held.items()), [], []
    (encoder,) = encoders_of(config, levels_now := {pin: bool(level) for pin, level in held.items()})
    for _ in range(400):
        edge += chance.choice((-1, -1, -1, 1, 2) if chance.random() < 0.05 else (-1, -1, 1, -1))
        changes = []
        for pin, level in levels(edge):
            if held[pin] != level:
                changes.append((pin, level, True))
                held[pin] = level
        for pin, level, _ in changes:
            levels_now[pin] = bool(level)
            encoder.follow()
        walk.append(changes)
        wanted.append(list(encoder.values().values()))
    found, said, silent = run(COUNT, (config.encode().hex(), first, walk))
    assert found == wanted
    assert any(values[-1] for values in wanted)
    assert (said, silent) == ([], [True] * 3)


def test_a_lost_interrupt_makes_the_rim_unknown_until_its_index() -> None:
    """Law: levels that no interrupt told are not counted behind its back, and the angle is not believed."""
    rim = Quadrature(Span(0, 2), *PINS, reverse=False, turn=64)
    config = ControllerConfig("b", 8, 2, millis(10), 3, 6, 0, (rim,))
    walk = []
    for edge, told in ((0, True), (1, True), (2, False), (3, True), *((edge, True) for edge in range(4, 65))):
        before = dict(levels(edge - 1))
        walk.append([(pin, level, told) for pin, level in levels(edge) if before[pin] != level])
    found, _, _ = run(COUNT, (config.encode().hex(), levels(-1), walk))
    assert [located for _, located in found] == [1, 1, *([0] * 62), 1]
    assert found[-1] == [0, 1]
