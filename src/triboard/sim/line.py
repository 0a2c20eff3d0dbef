"""A bad line between the simulated controller and its wire: what a cable, a hub or a bridge chip does.

Each fault hits the packets that come next, so a script says exactly which report is lost.
"""

from random import Random

from triboard.protocol.codec import KINDS
from triboard.protocol.controller_link import Outgoing
from triboard.protocol.framing import DELIMITER, Packet, unseal
from triboard.protocol.messages import Ack, SensorFrame
from triboard.sim.wire import Wire
from triboard.units import Instant


class Line:
    """Passes packets to a wire, with the faults that were asked for."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._drop_frames = 0
        self._duplicate = 0
        self._flips: list[int] = []
        self._keeps: list[int] = []
        self._silent_until = Instant(0)
        self._late_acks = 0
        self._begun = b""  # a packet from the host that has not ended yet, while acks are held back
        self._held = b""

    def drop_next_frames(self, count: int) -> None:
        """The next `count` sensor frames vanish, resent ones included."""
        self._drop_frames += count

    def duplicate_next(self, count: int) -> None:
        """The next `count` packets arrive twice."""
        self._duplicate += count

    def flip_bit(self, bit: int) -> None:
        """One bit of the next packet is turned over; `bit` counts round and round the packet's bits."""
        self._flips.append(bit)

    def truncate_next(self, keep: int) -> None:
        """Of the next packet only the first `keep` bytes arrive, so it runs into the one after."""
        self._keeps.append(keep)

    def insert_garbage(self, data: bytes) -> None:
        """Foreign bytes, now: boot text, a modem manager, noise."""
        self._wire.write(data)

    def reorder_acks(self, count: int) -> None:
        """Each of the next `count` acks of the host arrives behind the packet that followed it."""
        self._late_acks += count

    def go_silent(self, until: Instant) -> None:
        """Nothing passes in either direction before `until`."""
        self._silent_until = until

    def is_silent(self, now: Instant) -> bool:
        """Whether the line is cut at `now`."""
        return now < self._silent_until

    def send(self, outgoing: Outgoing, now: Instant) -> None:
        """Bring one packet to the wire, or what a fault leaves of it."""
        self.send_packet(outgoing.packet, now, frame=isinstance(outgoing.message, SensorFrame))

    def send_packet(self, sealed: bytes, now: Instant, *, frame: bool) -> None:
        """The same for bytes up to a delimiter; `frame`: a sensor frame is in them."""
        if self.is_silent(now):
            return
        if self._drop_frames and frame:
            self._drop_frames -= 1
            return
        packet = bytearray(sealed)
        if self._flips:
            bit = self._flips.pop(0) % (8 * len(packet))
            packet[bit // 8] ^= 1 << bit % 8
        if self._keeps:
            del packet[self._keeps.pop(0) :]
        if self._duplicate:
            self._duplicate -= 1
            packet *= 2
        self._wire.write(bytes(packet))

    def receive(self, now: Instant) -> bytes:
        """Bytes from the host; lost while silent."""
        data = self._wire.read()
        if self.is_silent(now):
            return b""
        return self._reordered(data) if self._late_acks or self._held or self._begun else data

    def _reordered(self, data: bytes) -> bytes:
        """The packets with an ack that is held back behind its successor."""
        *whole, self._begun = (self._begun + data).split(DELIMITER)
        passed = b""
        for encoded in whole:
            packet = unseal(encoded)
            is_ack = isinstance(packet, Packet) and packet.kind == KINDS[Ack]
            if is_ack and self._late_acks and not self._held:
                self._late_acks -= 1
                self._held = encoded + DELIMITER
                continue
            passed += encoded + DELIMITER + self._held
            self._held = b""
        return passed


class OnALine:
    """A controller whose line may be bad: the verbs of the line as its own."""

    def __init__(self, wire: Wire, chance: Random) -> None:
        self.line = Line(wire)
        self._chance = chance

    def drop_next_frames(self, count: int) -> None:
        """See `Line`."""
        self.line.drop_next_frames(count)

    def duplicate_next(self, count: int) -> None:
        """See `Line`."""
        self.line.duplicate_next(count)

    def flip_bit(self, bit: int | None = None) -> None:
        """See `Line`; without `bit` chance picks one."""
        self.line.flip_bit(self._chance.getrandbits(16) if bit is None else bit)

    def truncate_next(self, keep: int) -> None:
        """See `Line`."""
        self.line.truncate_next(keep)

    def insert_garbage(self, data: bytes) -> None:
        """See `Line`."""
        self.line.insert_garbage(data)

    def reorder_acks(self, count: int) -> None:
        """See `Line`."""
        self.line.reorder_acks(count)

    def go_silent(self, until: Instant) -> None:
        """See `Line`."""
        self.line.go_silent(until)
