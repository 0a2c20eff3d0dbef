"""Listens to the bytes that a controller sends: cuts them into packets for a line, notes what they say."""

from dataclasses import replace

from triboard.protocol.codec import KINDS, decode, encode
from triboard.protocol.framing import DELIMITER, MAX_ENCODED, Packet, seal, unseal
from triboard.protocol.messages import ControllerMessage, Fault, Hello, Quality, SensorFrame, Snapshot
from triboard.sim.line import Line
from triboard.units import Instant

_FRAME = KINDS[SensorFrame]
_NOTED = {KINDS[kind] for kind in (Hello, Fault, Quality, SensorFrame, Snapshot)}


class PacketTap:
    """Passes a stream on to a line, packet by packet. `version`: what its hellos shall claim instead."""

    def __init__(self, line: Line) -> None:
        self.version: tuple[int, int] | None = None
        self.hello: Hello | None = None
        self.values: tuple[int, ...] = ()
        self.counter = self.at_us = 0  # of the newest state: its number, its time on the controller's clock
        self.faults: list[str] = []
        self.quality: list[Quality] = []
        self._line = line
        self._begun = bytearray()

    def pass_on(self, data: bytes, now: Instant) -> None:
        """Bytes as they came, cut anywhere."""
        self._begun += data
        while (end := self._begun.find(DELIMITER)) >= 0:
            piece = bytes(self._begun[: end + 1])
            del self._begun[: end + 1]
            self._pass_packet(piece, now)
        if len(self._begun) > MAX_ENCODED:
            self.cut(now)

    def cut(self, now: Instant) -> None:
        """The sender has stopped in the middle of something: it travels as it is."""
        if self._begun:
            self._line.send_packet(bytes(self._begun), now, frame=False)
            self._begun.clear()

    def _pass_packet(self, piece: bytes, now: Instant) -> None:
        packet = unseal(piece[:-1])
        if not isinstance(packet, Packet):
            self._line.send_packet(piece, now, frame=False)
            return
        if packet.kind in _NOTED and (message := decode(packet.kind, packet.payload)) is not None:
            piece = self._note(piece, packet, message)  # type: ignore[arg-type] # kinds of the controller
        self._line.send_packet(piece, now, frame=packet.kind == _FRAME)

    def _note(self, piece: bytes, packet: Packet, message: ControllerMessage) -> bytes:
        match message:
            case SensorFrame() | Snapshot():
                self.values, self.counter, self.at_us = message.values, message.counter, message.at_us
            case Quality():
                self.quality.append(message)
            case Fault(text):
                self.faults.append(text)
            case Hello():
                if self.version is not None:
                    major, minor = self.version
                    message = replace(message, major=major, minor=minor)
                    piece = seal(Packet(packet.sequence, packet.kind, encode(message)))
                self.hello = message
            case _:
                pass
        return piece
