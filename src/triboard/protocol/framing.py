"""Packets: COBS(sequence u16, type u8, payload, CRC-32) and a zero byte, little endian.

After any garbage the reader is right again at the next delimiter, and how the stream was cut into
pieces never shows. Source of the framing: Cheshire and Baker, COBS, 1999.
"""

import struct
from binascii import crc32
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Final

from cobs import cobs

from triboard.errors import InternalError

MAX_PAYLOAD: Final = 1024
"""Bytes; holds 657 channels of 12 bits, and fits twice into a small controller's memory."""

DELIMITER: Final = b"\0"

_HEADER: Final = struct.Struct("<HB")
_CRC: Final = struct.Struct("<I")
_MAX_BODY: Final = _HEADER.size + MAX_PAYLOAD + _CRC.size
MAX_ENCODED: Final = _MAX_BODY + -(-_MAX_BODY // 254)
"""Bytes between two delimiters at most; COBS adds one byte for each 254 begun."""

SEQUENCES: Final = 1 << 16
"""The sequence number of packets counts modulo this."""


class Damage(Enum):
    """What was wrong with the bytes between two delimiters."""

    TOO_LONG = "too long"
    BAD_COBS = "not COBS"
    TOO_SHORT = "too short"
    BAD_CRC = "wrong CRC"
    BAD_PAYLOAD = "payload does not fit its type"
    UNKNOWN_TYPE = "unknown type"
    OWN_ROLE = "message of this end's own role"


@dataclass(frozen=True, slots=True)
class Damaged:
    """A stretch of bytes that is no message: why, and how many bytes."""

    damage: Damage
    size: int


@dataclass(frozen=True, slots=True)
class Packet:
    """One intact packet; `kind` is the type byte."""

    sequence: int
    kind: int
    payload: bytes


def seal(packet: Packet) -> bytes:
    """The bytes of a packet with its delimiter."""
    if len(packet.payload) > MAX_PAYLOAD:
        raise InternalError(f"payload of {len(packet.payload)} bytes; {MAX_PAYLOAD} is the most")
    body = _HEADER.pack(packet.sequence, packet.kind) + packet.payload
    encoded: bytes = cobs.encode(body + _CRC.pack(crc32(body)))
    return encoded + DELIMITER


def unseal(encoded: bytes) -> Packet | Damaged:
    """The packet in the bytes between two delimiters."""
    if len(encoded) > MAX_ENCODED:
        return Damaged(Damage.TOO_LONG, len(encoded))
    try:
        sealed: bytes = cobs.decode(encoded)
    except cobs.DecodeError:
        return Damaged(Damage.BAD_COBS, len(encoded))
    if len(sealed) < _HEADER.size + _CRC.size:
        return Damaged(Damage.TOO_SHORT, len(encoded))
    body = sealed[: -_CRC.size]
    if crc32(body) != _CRC.unpack(sealed[-_CRC.size :])[0]:
        return Damaged(Damage.BAD_CRC, len(encoded))
    sequence, kind = _HEADER.unpack_from(body)
    return Packet(sequence, kind, body[_HEADER.size :])


class PacketReader:
    """Cuts a byte stream at its delimiters; keeps at most one unfinished packet."""

    def __init__(self) -> None:
        self._partial = bytearray()
        self._overflow = 0  # bytes of an overlong stretch that were counted but not kept
        self._whole: deque[bytes | Damaged] = deque()

    def receive_data(self, data: bytes) -> None:
        """Take bytes as they came, cut anywhere."""
        *finished, rest = data.split(DELIMITER)
        for piece in finished:
            self._keep(piece)
            self._finish()
        self._keep(rest)

    def next_packet(self) -> Packet | Damaged | None:
        """The next packet or damaged stretch; `None` when more bytes are needed."""
        if not self._whole:
            return None
        whole = self._whole.popleft()
        return whole if isinstance(whole, Damaged) else unseal(whole)

    def _keep(self, piece: bytes) -> None:
        room = MAX_ENCODED - len(self._partial)
        self._partial += piece[:room]
        self._overflow += max(0, len(piece) - room)

    def _finish(self) -> None:
        if self._overflow:
            self._whole.append(Damaged(Damage.TOO_LONG, len(self._partial) + self._overflow))
        elif self._partial:  # two delimiters in a row say nothing; a sender may begin with one
            self._whole.append(bytes(self._partial))
        self._partial.clear()
        self._overflow = 0
