"""Tag readers MFRC522 on one SPI bus, and which of the board's tags lie over each (ISO 14443 A).

The board knows its tags, so none has to be discovered: after a request each known tag is selected by its
number, which only this tag answers, and put to sleep. When a request stays without an answer, all were found.
Those that were there last time are tried first, so that a stack at rest costs some 4 ms a tag.
A sweep that takes longer than a scan may is continued in the next one: the field stays on, those found sleep.

One reader a scan, and only its field is on: neighbours do not disturb each other, and tags that were without
a field have forgotten that they slept. Registers: MFRC522 datasheet (NXP).
"""

import struct
import time

from machine import SPI, Pin
from micropython import const

from backoff import Backoff
from debounce import STRIDE, mark, mark_read

_COMMAND = const(0x01)
_IRQ = const(0x04)
_FIFO = const(0x09)
_LEVEL = const(0x0A)
_FRAMING = const(0x0D)
_FIELD = const(0x14)
_VERSION = const(0x37)

_IDLE = const(0)
_TRANSCEIVE = const(12)
_RECEIVED = const(0x20)
_ENDED = const(0x31)  # received, idle or timed out
_CLEAR = const(0x7F)
_FLUSH = const(0x80)
_SEND = const(0x80)
_ON = const(0x83)
_OFF = const(0x80)

# A timer of 25 us a tick that starts behind each sending and ends after 1 ms; full modulation; CRC preset.
_SETTINGS = ((0x2A, 0x80), (0x2B, 0xA9), (0x2C, 0), (0x2D, 40), (0x15, 0x40), (0x11, 0x3D))

_LONGEST = const(4000)  # us for one exchange; the reader's own timer ends it in 2000
_SHARE = const(12_000)  # us of a scan after which no further tag is asked for
_WHOLE = const(10_000_000)  # us: a sweep to its end
_WAKE = const(5)  # ms that a tag needs in the field before it answers (ISO 14443-3)
_GONE = const(2)  # sweeps without an answer until a tag is gone: at the edge it misses some


def _crc_a(data):
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
        crc &= 0xFFFF
    return struct.pack("<H", crc)


def _frame(data):
    """What puts these bytes and their CRC into the FIFO."""
    return bytes((_FIFO << 1,)) + data + _crc_a(data)


def _select_frame(uid):
    return _frame(b"\x93\x70" + uid + bytes((uid[0] ^ uid[1] ^ uid[2] ^ uid[3],)))


_REQUEST = bytes((_FIFO << 1, 0x26))
_HALT = _frame(b"\x50\0")
_SHORT = const(7)  # bits of a request


class TagReaders:
    """All readers of one bus; one channel for each tag of each reader."""

    def __init__(self, body, config):
        (self.first, self.count, self.step, self._bus, sck, mosi, miso, reset, self._baud,
         readers) = struct.unpack_from("<HHBBBBBBIB", body)  # fmt: skip
        place = 15 + readers
        self._tags = body[place]
        uids = body[place + 1 : place + 1 + 4 * self._tags]
        if self.count != readers * self._tags:
            raise ValueError("no such readers")
        self.name = f"tag readers at GP {miso}"
        self.fault = ""
        self._top = config.top
        self._pins = (sck, mosi, miso)
        self._power = Pin(reset, Pin.OUT, value=0)
        self._chips = [Pin(gp, Pin.OUT, value=1) for gp in body[15:place]]
        self._retry = [Backoff() for _ in self._chips]
        self._started = bytearray(readers)
        self._frames = [_select_frame(uids[start : start + 4]) for start in range(0, len(uids), 4)]
        # Sweeps without each tag of each reader; from `_GONE` on it is gone.
        self._missed = bytearray(b"\xff" * (readers * self._tags))
        self._seen = bytearray(self._tags)
        self._place = -1  # in the sweep that goes on: first the tags of the last one, then the others
        self._awake = False  # whether some tag in the field was not found yet
        self._now = 0  # the reader whose field is on
        self._two = bytearray(2)
        self._two_back = bytearray(2)
        self._back = {len(frame): bytearray(len(frame)) for frame in (self._frames[0], _HALT, _REQUEST)}
        self._spi = None

    def start(self):
        """(Re)initialise bus and readers, and sweep them all once, so that the first reading is whole."""
        sck, mosi, miso = self._pins
        self._spi = SPI(
            self._bus, baudrate=self._baud, polarity=0, phase=0, sck=Pin(sck), mosi=Pin(mosi), miso=Pin(miso)
        )
        self._power(0)
        time.sleep_ms(1)
        self._power(1)
        time.sleep_ms(2)  # its oscillator
        for reader in range(len(self._chips)):
            self._retry[reader].good()
            self._begin(reader)
        if not any(self._started):
            raise OSError("no reader answers")
        for reader in range(len(self._chips)):
            if self._started[reader]:
                self._write(reader, _FIELD, _ON)
                time.sleep_ms(_WAKE)
                self._place = -1
                self._sweep(reader, _WHOLE)
                self._write(reader, _FIELD, _OFF)
        self._now = 0
        self._place = -1
        self._write(0, _FIELD, _ON)
        return _WAKE

    def read(self, state):
        """Go on with the reader whose turn it is; `False` when none answers."""
        reader = self._now
        channel = self.first + reader * self._tags
        if self._started[reader] and self._alive(reader):
            if not self._sweep(reader, _SHARE):
                self._put(state)
                return True
            self._write(reader, _FIELD, _OFF)
            self._retry[reader].good()
        elif self._retry[reader].due() and not self._begin(reader):
            self._missed_all(reader)
            mark(state, channel, 1, self._tags)
            if not any(self._started):
                self.fault = "no reader answers"
                return False
        self._put(state)
        self._place = -1
        self._now = (reader + 1) % len(self._chips)
        if self._started[self._now]:
            self._write(self._now, _FIELD, _ON)
        return True

    def _put(self, state):
        """What all readers know. A reader that was started has been swept, or is so in its next turn."""
        number = 0
        for reader in range(len(self._chips)):
            if self._started[reader]:
                channel = self.first + number
                mark_read(state, channel, 1, self._tags)
                for tag in range(self._tags):
                    state[(channel + tag) * STRIDE] = self._top if self._missed[number + tag] < _GONE else 0
            number += self._tags

    def _alive(self, reader):
        version = self._read(reader, _VERSION)
        if 0 < version < 0xFF:
            return True
        self._started[reader] = 0
        self._retry[reader].wait(0)
        return False

    def _begin(self, reader):
        """Set a reader up; `False`, and its next try is put off, when it does not answer."""
        self._write(reader, _COMMAND, _IDLE)
        if not 0 < self._read(reader, _VERSION) < 0xFF:
            self._started[reader] = 0
            self._retry[reader].bad()
            return False
        for register, value in _SETTINGS:
            self._write(reader, register, value)
        self._started[reader] = 1
        return True

    def _missed_all(self, reader):
        for place in range(reader * self._tags, (reader + 1) * self._tags):
            self._missed[place] = _GONE

    def _sweep(self, reader, share):
        """Which tags answer; `False`: after `share` us it is not over yet."""
        begun = time.ticks_us()
        base = reader * self._tags
        seen = self._seen
        missed = self._missed
        if self._place < 0:
            for tag in range(self._tags):
                seen[tag] = 0
            self._awake = self._say(reader, _REQUEST, _SHORT)
            self._place = 0
        while self._awake and self._place < 2 * self._tags:
            expected = self._place < self._tags
            tag = self._place % self._tags
            if seen[tag] == 0 and (missed[base + tag] < _GONE) == expected:
                if time.ticks_diff(time.ticks_us(), begun) >= share:
                    return False
                if self._say(reader, self._frames[tag], 0):
                    seen[tag] = 1
                    self._say(reader, _HALT, 0)
                self._awake = self._say(reader, _REQUEST, _SHORT)
            self._place += 1
        for tag in range(self._tags):
            if seen[tag]:
                missed[base + tag] = 0
            elif missed[base + tag] < _GONE:
                missed[base + tag] += 1
        return True

    def _say(self, reader, frame, bits):
        """Send a frame, of whose last byte only `bits` count (0: all); whether anything answers."""
        self._write(reader, _COMMAND, _IDLE)
        self._write(reader, _IRQ, _CLEAR)
        self._write(reader, _LEVEL, _FLUSH)
        chip = self._chips[reader]
        chip(0)
        self._spi.write_readinto(frame, self._back[len(frame)])
        chip(1)
        self._write(reader, _FRAMING, bits)
        self._write(reader, _COMMAND, _TRANSCEIVE)
        self._write(reader, _FRAMING, bits | _SEND)
        begun = time.ticks_us()
        while time.ticks_diff(time.ticks_us(), begun) < _LONGEST:
            ended = self._read(reader, _IRQ)
            if ended & _ENDED:
                return bool(ended & _RECEIVED)
        return False

    def _write(self, reader, register, value):
        self._two[0] = register << 1
        self._two[1] = value
        chip = self._chips[reader]
        chip(0)
        self._spi.write_readinto(self._two, self._two_back)
        chip(1)

    def _read(self, reader, register):
        self._two[0] = register << 1 | 0x80
        self._two[1] = 0
        chip = self._chips[reader]
        chip(0)
        self._spi.write_readinto(self._two, self._two_back)
        chip(1)
        return self._two_back[1]
