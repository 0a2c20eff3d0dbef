"""Packets: COBS(sequence u16, type u8, payload, CRC-32) and a zero byte; all in buffers made once.

The CRC is not binascii's: that returns a number which on a 32-bit controller lies on the heap.
"""

from array import array

import micropython
from micropython import const

MAX_PAYLOAD = const(1024)
PAYLOAD = const(3)  # where the payload begins in a packet's body
_CRC = const(4)
MAX_BODY = const(3 + 1024 + 4)
MAX_ENCODED = const(1036)  # COBS adds one byte for each 254 begun


def _crc_table():
    table = array("I", range(256))
    for number in range(256):
        value = number
        for _ in range(8):
            value = value >> 1 ^ 0xEDB88320 if value & 1 else value >> 1
        table[number] = value
    return table


_TABLE = _crc_table()


@micropython.viper
def crc_into(data: ptr8, begin: int, end: int, into: ptr8):
    """CRC-32 of the bytes from `begin` up to, not including, `end`, into four bytes, little endian."""
    table = ptr32(_TABLE)
    crc = (uint(0x3FFFFFFF) << uint(2)) | uint(3)  # all ones, without a number that lies on the heap
    ones = crc
    for place in range(begin, end):
        crc = (uint(table[int((crc ^ uint(data[place])) & uint(0xFF))]) & ones) ^ (crc >> uint(8))
    crc = crc ^ ones
    into[0] = int(crc & uint(0xFF))
    into[1] = int((crc >> uint(8)) & uint(0xFF))
    into[2] = int((crc >> uint(16)) & uint(0xFF))
    into[3] = int((crc >> uint(24)) & uint(0xFF))


@micropython.viper
def copy(into: ptr8, place: int, source: ptr8, begin: int, size: int):
    """`size` bytes of `source` from `begin` on to `place` in `into`."""
    for number in range(size):
        into[place + number] = source[begin + number]


@micropython.viper
def _stuff(data: ptr8, size: int, into: ptr8, begin: int) -> int:
    """COBS of `size` bytes and the delimiter, from `begin` in `into`; where they end."""
    code_at = begin
    out = begin + 1
    code = 1
    open_block = 1  # a block of 254 bytes that ends the data needs no other behind it
    for place in range(size):
        byte = data[place]
        if byte == 0:
            into[code_at] = code
            code_at = out
            out += 1
            code = 1
            open_block = 1
        else:
            into[out] = byte
            out += 1
            code += 1
            if code == 255:
                into[code_at] = 255
                code_at = out
                out += 1
                code = 1
                open_block = 0
    if code > 1 or open_block == 1:
        into[code_at] = code
    else:
        out = code_at
    into[out] = 0
    return out + 1


@micropython.viper
def _unstuff(data: ptr8, size: int, into: ptr8, room: int) -> int:
    """Inverse of `_stuff` without the delimiter: bytes decoded, or -1 when these are no COBS."""
    out = 0
    place = 0
    while place < size:
        code = data[place]
        place += 1
        end = place + code - 1
        if end > size or out + code > room + 1:
            return -1
        while place < end:
            into[out] = data[place]
            out += 1
            place += 1
        if place < size and code < 255:
            if out >= room:
                return -1
            into[out] = 0
            out += 1
    return out


class Writer:
    """Seals packets and hands them to `port`. A payload is put into `body` from `PAYLOAD` on, then sent."""

    def __init__(self, port):
        self.body = bytearray(MAX_BODY)
        self._crc = bytearray(_CRC)
        self._wire = bytearray(MAX_ENCODED + 2)
        self._port = port
        self._sequence = 0

    def send(self, kind, size, lead=0):
        """Send the payload of `size` bytes; with `lead` 1, a delimiter goes before it."""
        body = self.body
        body[0] = self._sequence & 0xFF
        body[1] = self._sequence >> 8
        body[2] = kind
        self._sequence = (self._sequence + 1) & 0xFFFF
        size += PAYLOAD
        crc_into(body, 0, size, self._crc)
        copy(body, size, self._crc, 0, _CRC)
        self._wire[0] = 0
        self._port.write(self._wire, 0, _stuff(body, size + _CRC, self._wire, lead))


NOTHING = const(0)  # the stretch goes on, or was empty
PACKET = const(1)  # `body` holds a packet with `size` bytes of payload
DAMAGED = const(2)
ESCAPE = const(3)  # the bytes that ask for the REPL

_ESCAPE = b"triboard:repl"


class Reader:
    """Cuts what arrives at its delimiters; keeps one unfinished packet."""

    def __init__(self):
        self.body = bytearray(MAX_ENCODED)  # an overlong one is a packet too, if its CRC fits
        self.size = 0  # of the payload
        self._partial = bytearray(MAX_ENCODED)
        self._held = 0
        self._overlong = False
        self._crc = bytearray(_CRC)

    @micropython.native
    def receive(self, byte):
        """Take one byte; says what it completed."""
        held = self._held
        if byte:
            if held < MAX_ENCODED:
                self._partial[held] = byte
                self._held = held + 1
            else:
                self._overlong = True
            return NOTHING
        overlong = self._overlong
        self._held = 0
        self._overlong = False
        if overlong:
            return DAMAGED
        return self._finish(held) if held else NOTHING

    def _finish(self, held):
        if held == len(_ESCAPE) and self._is_escape():
            return ESCAPE
        size = _unstuff(self._partial, held, self.body, MAX_ENCODED) - _CRC
        if size < PAYLOAD:
            return DAMAGED
        crc_into(self.body, 0, size, self._crc)
        for place in range(_CRC):
            if self.body[size + place] != self._crc[place]:
                return DAMAGED
        self.size = size - PAYLOAD
        return PACKET

    def _is_escape(self):
        for place in range(len(_ESCAPE)):
            if self._partial[place] != _ESCAPE[place]:
                return False
        return True
