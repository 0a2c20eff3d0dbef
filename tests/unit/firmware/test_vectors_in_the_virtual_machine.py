"""The firmware's bytes are the host's bytes: the shared vectors, in MicroPython's virtual machine."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from tests.unit.firmware.virtual_machine import run

from triboard.board.load import load_board
from triboard.board.wiring import config_of
from triboard.protocol.framing import MAX_ENCODED, Packet, seal

VECTORS: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "protocol.json").read_text(encoding="utf-8")
)

SEAL: Final = """
from framing import PAYLOAD, Reader, Writer
class Port:
    def write(self, data, begin, size):
        self.sent = bytes(data[begin:size])
port = Port()
found = []
for sequence, kind, payload in GIVEN:
    payload = bytes.fromhex(payload)
    writer = Writer(port)
    writer._sequence = sequence
    writer.body[PAYLOAD:PAYLOAD + len(payload)] = payload
    writer.send(kind, len(payload))
    reader = Reader()
    said = [reader.receive(byte) for byte in port.sent]
    back = bytes(reader.body[:reader.size + PAYLOAD])
    found.append([port.sent.hex(), said[-1], any(said[:-1]), back.hex()])
answer(found)
"""


def packets() -> list[Packet]:
    """The packets of the vectors, and payloads that are hard for COBS."""
    hard = [b"", b"\0", b"\1" * 247, b"\1" * 246, b"\1" * 245, b"\xff" * 1024, b"\0" * 1024]
    hard += [bytes(range(1, 256)) * 4, b"\0".join([b"\7" * 253] * 4), b"\7" * 254 + b"\0"]
    found = [Packet(number, 0x85, payload) for number, payload in enumerate(hard)]
    for vector in VECTORS["packets"]:
        sealed = bytes.fromhex(vector["packet"])
        found.append(_unsealed(sealed))
    return found


def _unsealed(sealed: bytes) -> Packet:
    from triboard.protocol.framing import unseal

    packet = unseal(sealed[:-1])
    assert isinstance(packet, Packet)
    return packet


def test_packets_are_sealed_and_read_as_the_host_does() -> None:
    """Law: same sequence, kind and payload, same bytes; and what was sealed is read back."""
    given = [(packet.sequence, packet.kind, packet.payload.hex()) for packet in packets()]
    for packet, (sent, last, early, back) in zip(packets(), run(SEAL, given), strict=True):
        assert sent == seal(packet).hex()
        body = packet.sequence.to_bytes(2, "little") + bytes([packet.kind]) + packet.payload
        assert (last, early, back) == (1, False, body.hex())


LINK: Final = """
from clock import Clock
from link import Link
class Port:
    sent = []
    def write(self, data, begin, size):
        self.sent.append(bytes(data[begin:size]))
class Board:
    pass
found = []
for stream in GIVEN:
    link = Link(Port(), Clock(), Board(), ("u", b"1234", 0))
    for byte in bytes.fromhex(stream):
        link.receive(byte)
    found.append(link._errors)
answer(found)
"""


def test_damage_is_counted_as_the_host_counts_it() -> None:
    """Every kind of damage counts once, except an unknown type: that is a newer version."""
    counted = run(LINK, [vector["stream"] for vector in VECTORS["damaged"]])
    names = [vector["damage"] for vector in VECTORS["damaged"]]
    assert dict(zip(names, counted, strict=True)) == {name: int(name != "unknown type") for name in names}


def test_an_overlong_stretch_is_damage_whatever_it_holds() -> None:
    """The reader keeps no more than a packet's bytes and is right again behind the next delimiter."""
    good = seal(Packet(1, 0x06, b"")).hex()
    streams = [(b"\1" * size + b"\0").hex() + good for size in (MAX_ENCODED, MAX_ENCODED + 1, 5000)]
    assert run(LINK, streams) == [1, 1, 1]


CONFIGURATIONS: Final = """
from config import Config
from framing import crc_into
found = []
for data in GIVEN:
    data = bytes.fromhex(data)
    crc = bytearray(4)
    crc_into(data, 0, len(data), crc)
    try:
        config = Config(data)
        told = [config.board, config.bits, config.channels, config.period, config.stable_scans,
                config.dead_band, config.pixels, [[kind, body.hex()] for kind, body in config.parts]]
    except ValueError as error:
        told = str(error)
    found.append([int.from_bytes(crc, "little"), told])
answer(found)
"""


def test_the_configuration_of_every_board_is_understood() -> None:
    """Law: the firmware reads from the bytes what the host put into them, and the CRC is the same."""
    told = run(CONFIGURATIONS, [vector["bytes"] for vector in VECTORS["boards"]])
    for vector, (crc, found) in zip(VECTORS["boards"], told, strict=True):
        config = config_of(load_board(vector["board"], vector["size"]))
        assert (config.encode().hex(), config.crc, crc) == (vector["bytes"], vector["crc"], vector["crc"])
        assert found[:7] == [
            config.board, config.bits, config.channels, config.scan_period, config.stable_scans,
            config.dead_band, config.pixels,
        ]  # fmt: skip
        assert len(found[7]) == len(config.parts)


@pytest.mark.parametrize("board", range(len(VECTORS["boards"])))
def test_a_configuration_that_is_cut_short_is_refused(board: int) -> None:
    """Law: no true beginning of a configuration is one."""
    whole = bytes.fromhex(VECTORS["boards"][board]["bytes"])
    told = run(CONFIGURATIONS, [whole[:size].hex() for size in range(len(whole))])
    assert all(isinstance(found, str) for _, found in told)


VALUES: Final = """
from debounce import STABLE, STRIDE, channels, pack
from framing import crc_into
found = []
for bits, values in GIVEN:
    state = channels(len(values))
    for number, value in enumerate(values):
        state[STRIDE * number + STABLE] = value
    size = (len(values) * bits + 7) // 8
    frame = bytearray(15 + size)
    pack(state, len(values), bits, frame)
    crc = bytearray(4)
    crc_into(frame, 15, 15 + size, crc)
    found.append([bytes(frame[15:]).hex(), int.from_bytes(crc, "little")])
answer(found)
"""


def test_values_are_packed_with_the_same_bytes_and_crc() -> None:
    """A snapshot's CRC is over the same bytes at both ends."""
    told = run(VALUES, [(vector["bits"], vector["values"]) for vector in VECTORS["values"]])
    assert told == [[vector["packed"], vector["crc"]] for vector in VECTORS["values"]]
