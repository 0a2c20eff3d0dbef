"""What the link counts beyond the 30 bits of a small number on a 32-bit controller; the host counts 32."""

from typing import Final

import pytest
from tests.unit.firmware.fakes import FAKES
from tests.unit.firmware.virtual_machine import run

from triboard.protocol.clock import ClockSync
from triboard.protocol.codec import decode
from triboard.protocol.config import ControllerConfig
from triboard.protocol.framing import Packet, seal, unseal
from triboard.protocol.messages import Counter, McuTime, SensorFrame, Snapshot
from triboard.protocol.tracker import Tracker
from triboard.protocol.values import state_crc
from triboard.units import Instant, millis

COUNT: Final = (
    FAKES
    + """
from clock import Clock
from config import Config
from debounce import STABLE
from link import Link
from scanner import Scanner
class Port:
    sent = []
    def write(self, data, begin, size):
        self.sent.append(bytes(data[begin:size]).hex())
class Board:
    pass
data, begun, acks = GIVEN
config = Config(bytes.fromhex(data))
scanner = Scanner(config, print)
link = Link(Port(), Clock(), Board(), ("u", b"1234", 1))
link.attach(config, scanner.state, b"crc!")
scanner.begin()
link.begin()
link._frame[0:4] = bytes.fromhex(begun)
link._listening = True
link._heard = 0
for number in range(8):
    scanner.state[STABLE] = number & 1
    link.report()
found = []
for ack in acks:
    for byte in bytes.fromhex(ack):
        link.receive(byte)
    found.append(link._held)
answer([Port.sent, found])
"""
)

CONFIG: Final = ControllerConfig("b", 1, 8, millis(10), 3, 0, 0)

WRAPS: Final = (0xFFFF, 0x3FFFFFFF, 0x7FFFFFFF, 0xFFFFFFFF)


def frame_of(packet: str) -> SensorFrame:
    """What the firmware sent."""
    opened = unseal(bytes.fromhex(packet)[:-1])
    assert isinstance(opened, Packet)
    message = decode(opened.kind, opened.payload)
    assert isinstance(message, SensorFrame)
    return message


def ack(counter: int) -> str:
    """The packet of a host that has all frames up to `counter`."""
    return seal(Packet(0, 0x03, (counter % (1 << 32)).to_bytes(4, "little"))).hex()


@pytest.mark.parametrize("last", WRAPS)
def test_the_counter_goes_on_where_a_small_number_ends(last: int) -> None:
    """Law: frames count modulo 2^32, and the host takes each of them as the next one."""
    begun = last - 3
    sent, _ = run(COUNT, (CONFIG.encode().hex(), begun.to_bytes(4, "little").hex(), []))
    frames = [frame_of(packet) for packet in sent]
    assert [frame.counter for frame in frames] == [(begun + number) % (1 << 32) for number in range(1, 9)]
    host = Tracker(CONFIG, ClockSync())
    dark = (0,) * 8
    first = Snapshot(Counter(begun), McuTime(0), 1, dark, state_crc(dark, 1))
    host.snapshot(first, Instant(0), first=True, not_before=Instant(0))
    for frame in frames:
        assert host.frame(frame, Instant(0)).events, frame.counter
    assert (host.duplicates, host.gaps) == (0, 0)


@pytest.mark.parametrize("last", WRAPS)
def test_an_ack_over_the_end_of_the_numbers_frees_what_it_covers(last: int) -> None:
    """Law: serial arithmetic: an ack of an older frame frees nothing, one of a newer all before it."""
    begun = last - 3
    acks = [ack(begun), ack(begun + 1), ack(begun - 5), ack(begun + 5), ack(begun + 8)]
    _, held = run(COUNT, (CONFIG.encode().hex(), begun.to_bytes(4, "little").hex(), acks))
    assert held == [8, 7, 7, 3, 0]
