"""The controller's end of the link: answers the host, reports changes until they are acked.

It does what `triboard.protocol.controller_link` does; one suite tests both (`tests/conformance`).
"""

import time
from array import array

from micropython import const

import messages as m
from config import MAX_CONFIG
from debounce import NOISE, STRIDE, TOGGLES, any_unread, pack, unread_into
from framing import DAMAGED, ESCAPE, PACKET, PAYLOAD, Reader, Writer, copy, crc_into
from version import FIRMWARE, MAJOR, MINOR

RING = const(32)  # unacked frames kept; more in one outage are healed by a snapshot
RESEND = const(100)  # ms
SNAPSHOT = const(1000)  # ms
QUALITY = const(5000)  # ms
PATIENCE = const(3000)  # ms: pixels dark after the last heartbeat, silent after the last packet
MOST_COUNT = const(0x3FFFFFFF)  # the largest number that needs no memory on a 32-bit controller
_NOT_MEASURED = const(0xFFFF)

_due = time.ticks_diff


class Link:
    """The conversation. `board` is the object that it drives: `configure(data)`, `show(rgb)`, `escape()`."""

    def __init__(self, port, clock, board, identity):
        self._clock = clock
        self._board = board
        self._unit, self._boot_id, self._reset = identity
        self._writer = Writer(port)
        self._reader = Reader()
        self._config = None
        self._crc = bytearray(4)  # of the configuration
        self._frame = bytearray(m.VALUES_AT)
        self._size = m.VALUES_AT
        self._state = None
        self._ring = []
        self._sizes = [0] * RING
        self._lows = array("H", [0] * RING)  # their counters in two halves: 32 bits would lie on the heap
        self._highs = array("H", [0] * RING)
        self._first = 0
        self._held = 0
        self._arriving = bytearray()
        self._set = bytearray()
        self._state_crc = bytearray(4)
        self._errors = 0
        self._listening = False
        self._heard = 0
        self._lit = False
        self._dark_at = self._resend_at = self._snapshot_at = self._quality_at = time.ticks_ms()
        self.loop_us = 0  # the longest scan since the last report
        self.supply = _NOT_MEASURED

    # What the controller has to say

    def banner(self):
        """Hello, unasked: the host hears of a restart at once."""
        self._send_hello()

    def attach(self, config, state, crc):
        """Another configuration is in use: `state` is the scanner's; frames before it are forgotten."""
        frame = bytearray(m.VALUES_AT + config.packed + 17)
        ring = [bytearray(len(frame)) for _ in range(RING)]
        pixels = bytearray(3 * config.pixels)
        # From here on nothing can fail for want of memory.
        self._config, self._state = config, state
        self._crc[:] = crc
        self._set = pixels
        copy(frame, 0, self._frame, 0, 12)  # counter and time go on
        frame[12] = config.bits
        m.put16(frame, 13, config.channels)
        self._frame = frame
        self._ring = ring
        self._held = 0

    def begin(self):
        """The first reading after a start or a new configuration; nothing is sent for it."""
        self._write_state()

    def report(self):
        """The stable state changed at the clock's time: send it and keep it until it is acked."""
        self._count()
        self._clock.write(self._frame, 4)
        self._write_state()
        if not self._listens():
            return
        if not self._held:
            self._resend_at = time.ticks_add(time.ticks_ms(), RESEND)
        if self._held == RING:
            self._first = (self._first + 1) % RING
            self._held -= 1
        place = (self._first + self._held) % RING
        copy(self._ring[place], 0, self._frame, 0, self._size)
        self._sizes[place] = self._size
        self._lows[place] = m.get16(self._frame, 0)
        self._highs[place] = m.get16(self._frame, 2)
        self._held += 1
        self._send_copy(m.SENSOR_FRAME, self._frame, self._size)

    def fault(self, text, *, always=False):
        """Something for the log and the page; without a host it is not worth a word, unless `always`.

        Answers whether it was sent.
        """
        if not (always or self._listens()):
            return False
        self._writer.send(m.FAULT, m.put_fault(self._writer.body, PAYLOAD, text))
        return True

    def tick(self):
        """Do what is due."""
        now = time.ticks_ms()
        if self._listens():
            if self._held and _due(now, self._resend_at) >= 0:
                for number in range(self._held):
                    place = (self._first + number) % RING
                    self._send_copy(m.SENSOR_FRAME, self._ring[place], self._sizes[place])
                self._resend_at = time.ticks_add(now, RESEND)
            if _due(now, self._snapshot_at) >= 0:
                self._send_snapshot()
            if _due(now, self._quality_at) >= 0:
                self._send_quality()
        if self._lit and _due(now, self._dark_at) >= 0:
            self.darken()

    def darken(self):
        """All pixels off."""
        self._lit = False
        for place in range(len(self._set)):
            self._set[place] = 0
        self._board.show(self._set)

    # What the host says

    @micropython.native
    def receive(self, byte):
        """Take one byte as it came."""
        found = self._reader.receive(byte)
        if found == PACKET:
            if not self._hear(self._reader.body, self._reader.size):
                self._count_error()
        elif found == ESCAPE and not self._listens():
            self._board.escape()
        elif found == DAMAGED or found == ESCAPE:
            self._count_error()

    def _count_error(self):
        self._errors = min(self._errors + 1, MOST_COUNT)

    def _hear(self, body, size):
        """Obey a packet; `False` when it is damaged (a newer version's kind is not)."""
        kind = body[2]
        if kind & m.FROM_CONTROLLER:
            return False  # an echo
        if kind == 0 or kind >= len(m.LEAST):
            return True
        if size < m.LEAST[kind]:
            return False
        if kind == m.SET_PIXELS and size < 4 + 3 * m.get16(body, PAYLOAD + 2):
            return False
        if kind == m.CONFIGURE and size < 6 + m.get16(body, PAYLOAD + 4):
            return False
        now = time.ticks_ms()
        if not self._listens():
            self._held = 0
            self._snapshot_at = time.ticks_add(now, SNAPSHOT)
            self._quality_at = time.ticks_add(now, QUALITY)
        self._listening = True
        self._heard = now
        self._obey(kind, body, now)
        return True

    def _obey(self, kind, body, now):
        if kind == m.HELLO_REQUEST:
            self._held = 0  # a new host begins with a snapshot
            self._send_hello()
        elif kind == m.CONFIGURE:
            self._configure(body)
        elif kind == m.ACK:
            self._take_ack(body)
            self._resend_at = time.ticks_add(now, RESEND)
        elif kind == m.SNAPSHOT_REQUEST:
            self._send_snapshot()
        elif kind == m.PING:
            self._pong(body)
        elif kind == m.HEARTBEAT:
            if self._lit:
                self._dark_at = time.ticks_add(now, PATIENCE)
        elif kind == m.SET_PIXELS:
            self._set_pixels(body)
        elif kind == m.SHOW_PIXELS:
            self._lit = True
            self._dark_at = time.ticks_add(now, PATIENCE)
            copy(self._writer.body, PAYLOAD, body, PAYLOAD, 4)
            self._board.show(self._set)
            self._writer.send(m.SHOW_ACK, 4)

    def _take_ack(self, body):
        low = m.get16(body, PAYLOAD)
        high = m.get16(body, PAYLOAD + 2)
        while self._held:
            # Serial arithmetic (RFC 1982) in two halves.
            borrow = 1 if low < self._lows[self._first] else 0
            if high - self._highs[self._first] - borrow & 0xFFFF >= 0x8000:
                break
            self._first = (self._first + 1) % RING
            self._held -= 1

    def _pong(self, body):
        out = self._writer.body
        copy(out, PAYLOAD, body, PAYLOAD, 8)
        self._clock.update()
        self._clock.write(out, PAYLOAD + 8)
        copy(out, PAYLOAD + 16, self._boot_id, 0, 4)
        self._writer.send(m.PONG, 20)

    def _set_pixels(self, body):
        first = 3 * m.get16(body, PAYLOAD)
        size = 3 * m.get16(body, PAYLOAD + 2)
        if first + size <= len(self._set):
            copy(self._set, first, body, PAYLOAD + 4, size)

    def _configure(self, body):
        offset = m.get16(body, PAYLOAD)
        total = m.get16(body, PAYLOAD + 2)
        length = m.get16(body, PAYLOAD + 4)
        if offset == 0:
            self._arriving = bytearray()
            if total > MAX_CONFIG:
                self.fault(f"configuration refused: {total} bytes, at most {MAX_CONFIG} fit")
        if offset != len(self._arriving) or total > MAX_CONFIG or offset + length > MAX_CONFIG:
            return  # a piece is missing; the host sends all again
        self._arriving += body[PAYLOAD + 6 : PAYLOAD + 6 + length]
        if len(self._arriving) < total:
            return
        crc = bytearray(4)
        crc_into(self._arriving, 0, len(self._arriving), crc)
        if self._config is None or crc != self._crc:
            refused = self._board.configure(bytes(self._arriving))
            if refused:
                self.fault(refused)
                return
        copy(self._writer.body, PAYLOAD, crc, 0, 4)
        self._writer.send(m.CONFIGURED, 4)

    # Packets

    def _listens(self):
        if self._listening and _due(time.ticks_ms(), self._heard) >= PATIENCE:
            self._listening = False
        return self._listening

    def _count(self):
        """The next frame's counter, modulo 2^32 as the host counts."""
        frame = self._frame
        for place in range(4):
            frame[place] = frame[place] + 1 & 0xFF
            if frame[place]:
                return

    def _write_state(self):
        config = self._config
        pack(self._state, config.channels, config.bits, self._frame)
        end = m.VALUES_AT + config.packed
        if any_unread(self._state, config.channels):
            end = unread_into(self._state, config.channels, self._frame, end)
        self._size = end

    def _send_copy(self, kind, payload, size):
        copy(self._writer.body, PAYLOAD, payload, 0, size)
        self._writer.send(kind, size)

    def _send_hello(self):
        body = self._writer.body
        config = self._config
        body[PAYLOAD] = MAJOR
        body[PAYLOAD + 1] = MINOR
        body[PAYLOAD + 2] = self._reset
        copy(body, PAYLOAD + 3, self._boot_id, 0, 4)
        copy(body, PAYLOAD + 7, self._crc, 0, 4)
        m.put16(body, PAYLOAD + 11, config.channels if config else 0)
        m.put16(body, PAYLOAD + 13, config.pixels if config else 0)
        end = m.put_text8(body, PAYLOAD + 15, FIRMWARE)
        end = m.put_text8(body, end, config.board if config else "")
        end = m.put_text8(body, end, self._unit)
        self._writer.send(m.HELLO, end - PAYLOAD, 1)  # a delimiter ends boot text or half a packet

    def _send_snapshot(self):
        self._snapshot_at = time.ticks_add(time.ticks_ms(), SNAPSHOT)
        config = self._config
        if config is None:
            return
        body = self._writer.body
        frame = self._frame
        values = m.VALUES_AT + config.packed
        copy(body, PAYLOAD, frame, 0, values)
        crc_into(frame, m.VALUES_AT, values, self._state_crc)
        copy(body, PAYLOAD + values, self._state_crc, 0, 4)
        copy(body, PAYLOAD + values + 4, frame, values, self._size - values)
        self._writer.send(m.SNAPSHOT, self._size + 4)

    def _send_quality(self):
        self._quality_at = time.ticks_add(time.ticks_ms(), QUALITY)
        config = self._config
        if config is None:
            return
        measured = config.bits > 1
        first = 0
        while first < config.channels:  # a range whose step is a name would allocate
            count = min(m.QUALITY_CHANNELS, config.channels - first)
            self._send_quality_of(first, count, config.dead_band, measured)
            first += count
        self.loop_us = 0

    def _send_quality_of(self, first, count, band, measured):
        """Toggles, and on analogue boards how far each settled value stayed within the dead band."""
        body = self._writer.body
        state = self._state
        m.put32(body, PAYLOAD, self.loop_us)
        m.put32(body, PAYLOAD + 4, self._errors)
        m.put16(body, PAYLOAD + 8, self.supply)
        m.put16(body, PAYLOAD + 10, first)
        m.put16(body, PAYLOAD + 12, count)
        body[PAYLOAD + 14] = 1 if measured else 0
        place = PAYLOAD + 15
        for number in range(count):
            one = STRIDE * (first + number)
            m.put16(body, place + 2 * number, state[one + TOGGLES])
            if measured:
                m.put16(body, place + 2 * (count + number), band - min(band, state[one + NOISE]))
            state[one + TOGGLES] = 0
            state[one + NOISE] = 0
        self._writer.send(m.QUALITY, 15 + count * (4 if measured else 2))
