"""A bus that fails is initialised anew, with pauses that grow, and holds no other part up."""

from typing import Final

import pytest
from tests.unit.firmware.fakes import FAKES
from tests.unit.firmware.virtual_machine import run

from triboard.board.load import load_board
from triboard.board.wiring import config_of
from triboard.protocol.config import ControllerConfig
from triboard.protocol.parts import ShiftChain, Span
from triboard.units import millis

SCAN: Final = """
data, broken, bus, until = GIVEN
begun = []
working = True
class Spi(SPI):
    def __init__(self, number, **more):
        self.number = number
        begun.append([World.now, number])
    def readinto(self, into):
        SPI.readinto(self, into)
        if not working and self.number == bus:
            into[len(into) - 1] = 0xFF
class I2c(I2C):
    def __init__(self, number, **more):
        begun.append([World.now, number])
    def readfrom_mem_into(self, address, register, into):
        if not working:
            raise OSError(110)
        I2C.readfrom_mem_into(self, address, register, into)
    def writeto_mem(self, address, register, into):
        if not working:
            raise OSError(110)
machine.SPI, machine.I2C = Spi, I2c
from config import Config
from debounce import FLAGS, SHOWN_UNREAD, STABLE, STRIDE
from scanner import Scanner
config = Config(bytes.fromhex(data))
said = []
scanner = Scanner(config, lambda text: said.append([World.now, text]))
scanner.begin()
begun.clear()
found = []
while World.now < until:
    World.now += 10
    working = not any(first <= World.now < behind for first, behind in broken)
    World.flips = 0xFF if World.now // 500 & 1 else 0
    scanner.scan()
    state = scanner.state
    found.append([[state[STRIDE * channel + STABLE] for channel in (0, config.channels - 1)],
        [bool(state[STRIDE * channel + FLAGS] & SHOWN_UNREAD) for channel in (0, config.channels - 1)]])
answer([begun, said, found])
"""

PAUSES: Final = (100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000)


def chain(first: int, spi: int, miso: int) -> ShiftChain:
    """Eight switches."""
    return ShiftChain(Span(first, 8), spi, 2, 3, miso, 5, 0xA5, invert=False, baud=1_000_000)


TWO: Final = ControllerConfig("b", 1, 16, millis(10), 3, 0, 0, (chain(0, 0, 4), chain(8, 1, 12)))


@pytest.mark.parametrize("board", ["two chains", "ttt3d"])
def test_a_failed_bus_is_initialised_anew_after_growing_pauses(board: str) -> None:
    """Law: after 100 ms, then each time twice as long, up to 5 s; well again it begins at 100 ms."""
    config = TWO if board == "two chains" else config_of(load_board(board))
    given = (config.encode().hex(), [(1000, 17_500), (30_000, 30_150)], 0, 32_000)
    begun, said, _ = run(FAKES + SCAN, given)
    assert {number for _, number in begun} == {0}
    steps = [time - 1000 for time, _ in begun if time < 30_000]
    grown = [sum(PAUSES[: number + 1]) for number in range(len(PAUSES))]
    assert len(steps) == len(grown)
    for number, (step, wanted) in enumerate(zip(steps, grown, strict=True)):
        assert 0 <= step - wanted <= 10 * (number + 1)  # of a scan each
    assert next(time for time, _ in begun if time >= 30_000) - 30_000 in (100, 110)
    assert len(said) == 4
    assert [text.endswith("works again") for _, text in said] == [False, True, False, True]


def test_a_dead_chain_never_stops_the_other() -> None:
    """Law: while one bus is dead and tried again, every change at the other is told as before."""
    given = (TWO.encode().hex(), [(1000, 9000)], 0, 13_000)
    _, _, found = run(FAKES + SCAN, given)
    for number, (values, unread) in enumerate(found):
        now = 10 * (number + 1)
        assert not unread[1]
        if now % 500 >= 30:
            assert values[1] == now // 500 % 2, now
    assert all(unread[0] for _, unread in found[110:800])
    assert not found[-1][1][0]
