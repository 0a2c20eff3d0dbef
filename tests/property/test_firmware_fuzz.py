"""Fuzz of the firmware's end of the link, in MicroPython's virtual machine: its real files, hostile bytes.

Law: no exception, no hang, no growth, and the packet behind the next delimiter is answered. The generator is
seeded and runs in the machine itself, so that a million packets take minutes. The long run is a million
packets and a million runs of bytes; the default one is its first part.
"""

from typing import Any

import pytest
from tests.unit.firmware.fakes import FAKES
from tests.unit.firmware.virtual_machine import run

from triboard.board.load import load_board
from triboard.board.wiring import config_of

CHUNK = 10_000
"""Steps of one machine; a chunk has a seed of its own."""

LONG_CHUNKS = 100

FUZZ = (
    FAKES
    + """
import random, struct
from binascii import crc32
from clock import Clock
from config import Config
from framing import crc_into
from link import Link
from scanner import Scanner

class Port:
    said = b""
    def write(self, buf, offset=0, size=None):
        Port.said += bytes(buf[offset : offset + (len(buf) if size is None else size)])
        return size
    def ready(self, wait):
        return False

class Board:
    pixels = escapes = taken = refused = 0
    def configure(self, data):
        try:
            config = Config(data)
        except ValueError as error:
            Board.refused += 1
            return str(error)
        Board.taken += 1
        if config.pixels > 2000 or len(config.parts) > 40:
            return "too much for this bench"
        self.scanner = Scanner(config, link.fault)
        crc = bytearray(4)
        crc_into(data, 0, len(data), crc)
        Board.pixels = config.pixels
        link.attach(config, self.scanner.state, crc)
        self.scanner.begin()
        link.begin()
        link.darken()
    def show(self, rgb):
        if len(rgb) != 3 * Board.pixels:
            raise AssertionError("pixels %d, bytes %d" % (Board.pixels, len(rgb)))
    def escape(self):
        Board.escapes += 1

def cobs(data):
    out, start = bytearray(), 0
    for piece in data.split(b"\\0"):
        while len(piece) >= 254:
            out += b"\\xff" + piece[:254]
            piece = piece[254:]
        out += bytes([len(piece) + 1]) + piece
    return out

def seal(sequence, kind, payload):
    body = struct.pack("<HB", sequence & 0xFFFF, kind) + payload
    return bytes(cobs(body + struct.pack("<I", crc32(body)))) + b"\\0"

def uncobs(data):
    out, place = bytearray(), 0
    while place < len(data):
        code = data[place]
        out += data[place + 1 : place + code]
        place += code
        if code < 255 and place < len(data):
            out += b"\\0"
    return out

def noise(count):
    return bytes(bits(8) for _ in range(count))

bits = random.getrandbits
config = bytes.fromhex(GIVEN["config"])
EDGES = (0, 1, 2, 3, 9, 27, 127, 255, 256, 1000, 0x7FFF, 0xFFFF)

def edge():
    return EDGES[bits(8) % len(EDGES)]

def configure():
    data = bytearray(config)
    for _ in range(bits(2)):
        data[bits(16) % len(data)] = bits(8)
    data = data[: bits(16) % (len(data) + 1)] if bits(3) == 0 else data
    if bits(2):
        return struct.pack("<HHH", 0, len(data), len(data)) + data
    return struct.pack("<HHH", edge(), edge(), edge()) + data

def payload(kind):
    if bits(1):
        return noise(bits(5))
    if kind == 2:
        return configure()
    if kind == 7:
        count = (0, 1, 3, 340)[bits(2)]
        return struct.pack("<HH", edge(), count) + noise(3) * count
    return struct.pack("<IQ", (0, 1, 2**31 - 1, 2**31, 2**32 - 1)[bits(8) % 5], bits(30))

def packet():
    kind = 1 + bits(3) if bits(4) else bits(8)
    return seal(bits(16), kind, payload(kind))

def stretch():
    which = bits(2)
    if which == 0:
        return noise(1 + bits(6))
    if which == 1:
        return bytes((0, 0, 1, 2, 255, 3)[bits(8) % 6] for _ in range(1 + bits(5)))
    one = bytearray(packet())
    if which == 2:
        one[bits(16) % len(one)] = bits(8)
        return one
    return one[bits(16) % len(one) :] + (b"\\0triboard:repl\\0" if bits(6) == 0 else b"")

random.seed(GIVEN["seed"])
World.now = 0
port, board = Port(), Board()
link = Link(port, Clock(), board, ("u", b"abcd", 1))
make = packet if GIVEN["attack"] == "packets" else stretch
board.scanner = None
checks, memory = 0, 0
for step in range(GIVEN["steps"]):
    for byte in make():
        link.receive(byte)
    World.now += (0, 1, 20, 150, 900)[bits(8) % 5]
    if board.scanner is not None and bits(3) == 0:
        World.flips = bits(8)
        if board.scanner.scan():
            link.report()
    link.tick()
    if step % 200 == 199:
        Port.said = b""
        for byte in b"\\0" + seal(step, 5, struct.pack("<Q", step)):
            link.receive(byte)
        heard = [uncobs(one) for one in bytes(Port.said).split(b"\\0") if one]
        pongs = [one for one in heard if len(one) > 14 and one[2] == 0x86]
        if len(pongs) != 1 or struct.unpack_from("<Q", pongs[0], 3)[0] != step:
            raise AssertionError("no pong at step %d: %r" % (step, Port.said))
        for one in heard:
            if crc32(one[:-4]) != struct.unpack("<I", one[-4:])[0]:
                raise AssertionError("it says damaged packets")
        checks += 1
    Port.said = b""
gc.collect()
answer({"checks": checks, "held": gc.mem_alloc(), "taken": Board.taken, "refused": Board.refused,
        "escapes": Board.escapes})
"""
)


def attack(kind: str, seed: int) -> Any:
    """One chunk; what the machine counted."""
    config = config_of(load_board("trike-presence")).encode().hex()
    return run(FUZZ, {"config": config, "seed": seed, "attack": kind, "steps": CHUNK})


@pytest.mark.parametrize("kind", ["packets", "bytes"])
@pytest.mark.parametrize(
    "chunks", [1, pytest.param(LONG_CHUNKS, marks=[pytest.mark.long, pytest.mark.timeout(3600)])]
)
def test_the_firmware_survives_any_host(kind: str, chunks: int) -> None:
    """Law: see above."""
    for seed in range(chunks):
        found = attack(kind, seed)
        assert found["checks"] == CHUNK // 200
        assert found["held"] < 1_500_000
        if kind == "packets":
            assert found["taken"] > 20, "configurations of chance reach the scanner"
            assert found["refused"] > 20
