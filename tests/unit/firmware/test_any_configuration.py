"""Whatever a configuration says, the firmware refuses it or runs it: no division by zero, no index beyond."""

import random
import struct
from typing import Final

from tests.unit.firmware.fakes import FAKES
from tests.unit.firmware.virtual_machine import run

from triboard.board.load import load_board, shipped_boards
from triboard.board.wiring import config_of
from triboard.protocol.parts import KINDS, encode_parts

TRY: Final = (
    FAKES
    + """
from config import Config, PIXELS
from pixels import Pixels
from scanner import Scanner
found = []
for data in GIVEN:
    said = []
    try:
        config = Config(bytes.fromhex(data))
    except ValueError:
        found.append("refused")
        continue
    scanner = Scanner(config, said.append)
    for kind, body in config.parts:
        if kind == PIXELS:
            try:
                Pixels(body)
            except (ValueError, MemoryError):
                pass
    scanner.begin()
    for number in range(12):
        World.flips = 0xFF if number & 1 else 0x5A
        World.now += 3000
        scanner.scan()
    scanner.stop()
    found.append(said)
answer(found)
"""
)


def head(chance: random.Random, channels: int) -> bytes:
    """All that comes before the parts."""
    bits = chance.choice((1, 8, 12))
    return struct.pack("<BBHIBHHB", 2, bits, channels, 10_000, 3, 12, 5, 1) + b"b"


def mutated(chance: random.Random) -> str:
    """The parts of a shipped board with some bytes changed, or bodies of nothing but chance."""
    parts = config_of(load_board(chance.choice(shipped_boards()))).parts
    body = bytearray(encode_parts(parts))
    if chance.random() < 0.3:
        body = bytearray([1, chance.choice(list(KINDS.values()))])
        content = chance.randbytes(chance.randrange(40))
        body += struct.pack("<H", len(content)) + content
    else:
        for _ in range(chance.randrange(1, 5)):
            place = chance.randrange(4, len(body))
            body[place] = chance.choice((0, 1, 255, chance.randrange(256)))
    return (head(chance, chance.choice((0, 1, 27, 135, 340))) + body).hex()


def test_no_configuration_crashes_the_firmware() -> None:
    """Law: any bytes are a configuration that runs, parts that are told not to be set up, or a refusal."""
    chance = random.Random(20)
    found = run(TRY, [mutated(chance) for _ in range(250)])
    assert sum(said == "refused" for said in found) > 10
    assert sum(said == [] for said in found) > 10
    assert sum(bool(said) and said != "refused" for said in found) > 100
