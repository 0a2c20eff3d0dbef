"""One end of the conversation: bytes in, messages out; messages in, bytes out. No clock, no port.

Shape after h11 and wsproto: feed `receive_data`, then call `next_event` until it says `NeedData`.
"""

import struct
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from triboard.errors import InternalError
from triboard.protocol.codec import FROM_CONTROLLER, KINDS, decode, encode
from triboard.protocol.framing import SEQUENCES, Damage, Damaged, Packet, PacketReader, seal
from triboard.protocol.messages import Message


class Role(Enum):
    """Which end this is."""

    HOST = "host"
    CONTROLLER = "controller"


@dataclass(frozen=True, slots=True)
class NeedData:
    """Nothing whole has arrived; receive more."""


WireEvent: TypeAlias = Message | Damaged | NeedData


class Connection:
    """The protocol state of one end. A damaged packet is a value, so that it can be counted.

    `missed` counts packets that the other end numbered but that never arrived whole.
    """

    def __init__(self, role: Role) -> None:
        self.missed = 0
        self._own_bit = FROM_CONTROLLER if role is Role.CONTROLLER else 0
        self._reader = PacketReader()
        self._sequence = 0
        self._heard: int | None = None  # sequence of the newest packet

    def receive_data(self, data: bytes) -> None:
        """Take bytes as they came, cut anywhere."""
        self._reader.receive_data(data)

    def next_event(self) -> WireEvent:
        """The next message or damaged stretch, else `NeedData`."""
        packet = self._reader.next_packet()
        if packet is None:
            return NeedData()
        return packet if isinstance(packet, Damaged) else self._message(packet)

    def send(self, message: Message) -> bytes:
        """The packet that carries `message`."""
        kind = KINDS[type(message)]
        if kind & FROM_CONTROLLER != self._own_bit:
            raise InternalError(f"{type(message).__name__} is for the other end to send")
        try:
            payload = encode(message)
        except (ValueError, struct.error) as error:
            raise InternalError(f"{message} does not fit its packet: {error}") from error
        packet = seal(Packet(self._sequence, kind, payload))
        self._sequence = (self._sequence + 1) % SEQUENCES
        return packet

    def _message(self, packet: Packet) -> Message | Damaged:
        size = len(packet.payload)
        if packet.kind & FROM_CONTROLLER == self._own_bit:
            return Damaged(Damage.OWN_ROLE, size)  # an echo: a shorted line or a terminal
        self._count(packet.sequence)
        try:
            message = decode(packet.kind, packet.payload)
        except (ValueError, struct.error):
            return Damaged(Damage.BAD_PAYLOAD, size)
        return Damaged(Damage.UNKNOWN_TYPE, size) if message is None else message

    def _count(self, sequence: int) -> None:
        if self._heard is not None:
            skipped = (sequence - self._heard - 1) % SEQUENCES
            if skipped >= SEQUENCES // 2:
                return  # an old packet again
            self.missed += skipped
        self._heard = sequence
