"""Makes packets and bytes that no honest end would send: seeded, so that a failure is run again exactly."""

import random
import struct
from collections.abc import Callable, Sequence
from typing import Final

from triboard.protocol.framing import DELIMITER, Packet, seal

EDGES: Final = (0, 1, 2, 3, 7, 8, 9, 12, 13, 127, 128, 250, 255, 256, 257, 1000, 0x7FFF, 0x8000, 0xFFFF)

HOST_KINDS: Final = tuple(range(0x01, 0x09))
CONTROLLER_KINDS: Final = tuple(range(0x81, 0x89))


class Attacker:
    """A source of hostile packets for one end. `config` is a configuration to mutilate."""

    def __init__(self, seed: int, kinds: Sequence[int], config: bytes) -> None:
        self.chance = random.Random(seed)
        self._kinds = kinds
        self._config = config
        self._shapes: dict[int, Callable[[], bytes]] = {
            0x02: self._configure,
            0x07: self._pixels,
            0x81: self._hello,
            0x83: self._state,
            0x84: self._state,
            0x85: self._quality,
            0x88: self._text16,
        }

    def packet(self) -> bytes:
        """One packet with a right CRC: of noise, or of a message with fields from the edges."""
        chance = self.chance
        kind = chance.choice(self._kinds) if chance.random() < 0.95 else chance.randrange(256)
        if chance.random() < 0.5:
            payload = chance.randbytes(chance.choice((0, 1, 4, 8, 12, 20, 40)))
        else:
            payload = self._shapes.get(kind, self._number)()
            match chance.randrange(6):
                case 0:
                    payload = payload[: chance.randrange(len(payload) + 1)]
                case 1:
                    payload += chance.randbytes(chance.randrange(20))
        sequence = chance.randrange(1 << 16)
        if chance.random() < 0.001:
            payload = (payload + chance.randbytes(1024))[:1024]
        return seal(Packet(sequence, kind, payload[:1024]))

    def noise(self) -> bytes:
        """A run of bytes: any, or mostly zeros, or a packet with a hole in it."""
        chance = self.chance
        match chance.randrange(4):
            case 0:
                return chance.randbytes(chance.randrange(1, 80))
            case 1:
                return bytes(chance.choice((0, 0, 1, 2, 255)) for _ in range(chance.randrange(1, 30)))
            case 2:
                holed = bytearray(self.packet())
                holed[chance.randrange(len(holed))] = chance.randrange(256)
                return bytes(holed)
            case _:
                packet = self.packet()
                return packet[chance.randrange(len(packet)) :] + DELIMITER * chance.randrange(2)

    def _u16(self) -> int:
        return self.chance.choice(EDGES) if self.chance.random() < 0.7 else self.chance.randrange(1 << 16)

    def _number(self) -> bytes:
        chance = self.chance
        value = chance.choice((0, 1, 2**31 - 1, 2**31, 2**32 - 1, chance.getrandbits(32)))
        return struct.pack("<IQ", value, chance.getrandbits(64))[: chance.choice((1, 2, 4, 8, 12))]

    def _configure(self) -> bytes:
        chance = self.chance
        data = bytearray(self._config)
        for _ in range(chance.choice((0, 0, 1, 2, 5))):
            data[chance.randrange(len(data))] = chance.choice((0, 1, 8, 12, 255, chance.randrange(256)))
        if chance.random() < 0.2:
            struct.pack_into("<H", data, 2, self._u16())  # channels
        if chance.random() < 0.2:
            struct.pack_into("<H", data, 11, self._u16())  # pixels
        cut = bytes(data[: chance.randrange(len(data) + 1)] if chance.random() < 0.1 else data)
        if chance.random() < 0.7:
            return struct.pack("<HHH", 0, len(cut), len(cut)) + cut
        return struct.pack("<HHH", self._u16(), self._u16(), self._u16()) + cut

    def _pixels(self) -> bytes:
        count = self.chance.choice((0, 1, 2, 3, 340))
        return struct.pack("<HH", self._u16(), count) + self.chance.randbytes(3 * count)

    def _hello(self) -> bytes:
        chance = self.chance
        head = struct.pack(
            "<BBBIIHH", chance.randrange(3), chance.choice((0, 1, 2, 3, 255)), chance.randrange(7),
            chance.getrandbits(2), chance.getrandbits(32), self._u16(), self._u16(),
        )  # fmt: skip
        names = (b"", b"b", b"unit", "Jürgen".encode(), b"\xff\xfe", bytes(3))
        return head + b"".join(bytes((len(name),)) + name for name in chance.choices(names, k=3))

    def _state(self) -> bytes:
        chance = self.chance
        bits, count = chance.choice((1, 8, 12, 8, 8, 0, 255)), chance.choice((4, 4, 4, 0, 1, 600))
        head = struct.pack("<IQBH", chance.getrandbits(3), chance.getrandbits(24), bits, count)
        tail = chance.randbytes(chance.choice((0, 4, 5, 9)))
        return head + chance.randbytes((count * bits + 7) // 8)[:900] + tail

    def _quality(self) -> bytes:
        chance = self.chance
        count, measured = chance.choice((0, 1, 4, 250)), chance.randrange(3)
        head = struct.pack("<IIHHHB", chance.getrandbits(32), 0, self._u16(), self._u16(), count, measured)
        return head + chance.randbytes(2 * count * (1 + bool(measured)))

    def _text16(self) -> bytes:
        size = self.chance.choice((0, 3, 200))
        return struct.pack("<H", self.chance.choice((size, self._u16()))) + self.chance.randbytes(size)
