"""The scan loop takes no memory: nothing that the collector must clear, so nothing that makes a scan wait."""

from typing import Final

import pytest
from tests.unit.firmware.fakes import FAKES
from tests.unit.firmware.virtual_machine import run

from triboard.board.load import load_board
from triboard.board.wiring import config_of

MEASURE: Final = (
    FAKES
    + """
from clock import Clock
from config import Config
from link import Link
from scanner import Scanner
class Port:
    packets = 0
    def write(self, data, begin, size):
        self.packets += 1
class Board:
    def show(self, rgb):
        pass
data, flipping = GIVEN
config = Config(bytes.fromhex(data))
said = []
scanner = Scanner(config, said.append)
clock = Clock()
port = Port()
link = Link(port, clock, Board(), ("u", b"1234", 1))
link.attach(config, scanner.state, b"crc!")
scanner.begin()
link.begin()
def turn(number):
    if flipping:
        World.flips = 0xFF if number & 4 else 0
        link._listening = True
        link._heard = World.now
    World.now += 10
    clock.update()
    if scanner.scan():
        link.report()
        link._held = 0  # acked
    link.tick()
for number in range(20):
    turn(number)
gc.collect()
gc.disable()
before = gc.mem_alloc()
packets = port.packets
for number in range(1000):
    turn(number)
answer([gc.mem_alloc() - before, port.packets - packets, said])
"""
)

BOARDS: Final = ("trike", "trike-presence", "trioker-racks", "troika", "ttt3d", "ttt3d-presence")


@pytest.mark.parametrize("name", BOARDS)
def test_a_thousand_scans_without_a_change_take_no_memory(name: str) -> None:
    """Law: heap in use after 1,000 scans = before, with the collector off."""
    size = 19 if name.startswith("trike") else None
    taken, packets, said = run(MEASURE, (config_of(load_board(name, size)).encode().hex(), False))
    assert (taken, packets, said) == (0, 0, [])


@pytest.mark.parametrize("name", BOARDS)
def test_a_thousand_scans_that_report_changes_take_no_memory(name: str) -> None:
    """Law: frames, snapshots and quality reports are built, kept and sent in buffers that exist already."""
    size = 19 if name.startswith("trike") else None
    taken, packets, said = run(MEASURE, (config_of(load_board(name, size)).encode().hex(), True))
    assert packets > 100
    assert (taken, said) == (0, [])
