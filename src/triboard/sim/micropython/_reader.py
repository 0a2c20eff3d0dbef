"""MFRC522: a tag reader on SPI, and the tags in its field (ISO 14443 A, unique ids of 4 bytes).

Registers and commands after NXP's datasheet, as far as finding out which tags lie there needs them.
"""

import _bench
from _parts import SILENT, TAGS

_COMMAND = 0x01
_COM_IRQ = 0x04
_DIV_IRQ = 0x05
_ERROR = 0x06
_STATUS2 = 0x08
_FIFO = 0x09
_LEVEL = 0x0A
_CONTROL = 0x0C
_BITS = 0x0D
_COLL = 0x0E
_TX_CONTROL = 0x14
_CRC_HIGH = 0x21
_CRC_LOW = 0x22
_VERSION = 0x37

_IDLE = 0
_CALC_CRC = 3
_TRANSCEIVE = 12
_SOFT_RESET = 15

_RX, _IDLE_IRQ, _TIMER = 0x20, 0x10, 0x01
_COLLISION = 0x08
_BYTE_US = 85  # 106 kbit/s with parity
_TIME_OUT_US = 1000  # when nothing answers and the timer is set to about this

_HALTED, _IDLING, _READY, _ACTIVE = range(4)


def crc_a(data, size):
    """CRC_A of ISO 14443-3."""
    crc = 0x6363
    for place in range(size):
        byte = data[place] ^ (crc & 0xFF)
        byte = (byte ^ byte << 4) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return crc & 0xFFFF


class Reader:
    """One reader; `first`: node of its first tag; `tags`: unique ids, 4 bytes each."""

    def __init__(self, silent, first, tags):
        self._silent = silent
        self._first = first
        self._tags = [bytes(tag) for tag in tags]
        self._sent = bytearray(64)
        self._said = bytearray(8)
        self._states = [_IDLING] * len(tags)
        self._there = [0] * len(tags)
        self._registers = bytearray(64)
        self._fifo = bytearray(64)
        self._size = 0
        self._taken = 0
        self._selected = False
        self._command_byte = -1
        self._reset()

    def power(self, level):
        """The level at its reset pin."""
        if not level:
            self._reset()

    def select(self, level):
        """The level at its chip select; low: it listens."""
        self._selected = not level
        self._command_byte = -1

    def listens(self):
        """Whether it is selected, and alive."""
        state = _bench.nodes[SILENT][self._silent]
        if self._selected and state == 2:
            raise RuntimeError("the bench wants an error of the program")
        return self._selected and not state

    def exchange(self, byte):
        """One byte in, one out at the same time."""
        if self._command_byte < 0:
            self._command_byte = byte
            return 0
        address = self._command_byte >> 1 & 0x3F
        if self._command_byte & 0x80:
            answer = self._read(address)
            self._command_byte = byte  # the next address travels with the answer
            return answer
        self._write(address, byte)
        return 0

    def _reset(self):
        registers = self._registers
        for place in range(64):
            registers[place] = 0
        registers[_COMMAND] = 0x20
        registers[_COM_IRQ] = 0x14
        registers[_COLL] = 0x80
        registers[_TX_CONTROL] = 0x80
        registers[_VERSION] = 0x92
        self._size = self._taken = 0

    def _read(self, address):
        if address == _FIFO:
            if self._taken >= self._size:
                return 0
            self._taken += 1
            return self._fifo[self._taken - 1]
        if address == _LEVEL:
            return self._size - self._taken
        return self._registers[address]

    def _write(self, address, value):
        registers = self._registers
        if address == _FIFO:
            if self._size < 64:
                self._fifo[self._size] = value
                self._size += 1
        elif address == _LEVEL:
            if value & 0x80:
                self._size = self._taken = 0
        elif address == _COM_IRQ or address == _DIV_IRQ:
            if value & 0x80:
                registers[address] |= value & 0x7F
            else:
                registers[address] &= ~value & 0x7F
        elif address == _COMMAND:
            registers[_COMMAND] = value & 0x3F
            self._begin(value & 0x0F)
        elif address == _BITS:
            registers[_BITS] = value
            if value & 0x80 and registers[_COMMAND] & 0x0F == _TRANSCEIVE:
                self._transceive()
        elif address < _CRC_HIGH and address != _ERROR or _CRC_LOW < address < _VERSION:
            registers[address] = value
        if address == _TX_CONTROL and value & 3 != 3:
            for number in range(len(self._states)):
                self._states[number] = _IDLING  # without a field a tag forgets everything

    def _begin(self, command):
        if command == _SOFT_RESET:
            self._reset()
        elif command == _CALC_CRC:
            crc = crc_a(self._fifo, self._size)
            self._registers[_CRC_LOW] = crc & 0xFF
            self._registers[_CRC_HIGH] = crc >> 8
            self._registers[_DIV_IRQ] |= 0x04
        elif command == _TRANSCEIVE and self._registers[_BITS] & 0x80:
            self._transceive()

    def _transceive(self):
        """What is in the FIFO goes out; what tags answer is in it afterwards."""
        registers, sent = self._registers, self._sent
        size = self._size - self._taken
        for place in range(size):
            sent[place] = self._fifo[self._taken + place]
        last_bits = registers[_BITS] & 7
        self._size = self._taken = 0
        registers[_ERROR] = 0
        registers[_CONTROL] &= 0xF8
        registers[_COLL] |= 0x20
        _bench.spend(_BYTE_US * size)
        answers = 0
        if registers[_TX_CONTROL] & 3 == 3:
            self._notice()
            for number in range(len(self._tags)):
                if self._there[number]:
                    length = self._answer(number, size, last_bits)
                    if length:
                        answers += 1
                        self._receive(length, answers == 1)
        if not answers:
            _bench.spend(_TIME_OUT_US)
            registers[_COM_IRQ] |= _TIMER
            return
        _bench.spend(_BYTE_US * self._size)
        registers[_COM_IRQ] |= _RX | _IDLE_IRQ

    def _notice(self):
        """Tags that have come are idle, whatever they were before."""
        nodes = _bench.nodes[TAGS]
        for number in range(len(self._tags)):
            there = nodes[self._first + number]
            if there and not self._there[number]:
                self._states[number] = _IDLING
            self._there[number] = there

    def _answer(self, number, size, last_bits):
        """How many bytes one tag answers, in `_said`; by its state (ISO 14443-3, figure 7)."""
        state, uid = self._states[number], self._tags[number]  # four at once would be a tuple, made anew
        sent, said = self._sent, self._said
        if size == 1 and last_bits == 7 and (sent[0] == 0x26 or sent[0] == 0x52):
            if state == _IDLING or (state == _HALTED and sent[0] == 0x52):
                self._states[number] = _READY
                said[0], said[1] = 0x04, 0x00
                return 2
            if state != _HALTED:
                self._states[number] = _IDLING
            return 0
        if state == _READY and size == 2 and sent[0] == 0x93 and sent[1] == 0x20:
            self._spell(uid, said, 0)
            return 5
        whole = size >= 4 and self._sealed(size)
        if state == _READY and whole and size == 9 and sent[0] == 0x93 and sent[1] == 0x70:
            self._spell(uid, said, 0)
            for place in range(5):
                if said[place] != sent[2 + place]:
                    self._states[number] = _IDLING
                    return 0
            self._states[number] = _ACTIVE
            said[0] = 0x08
            crc = crc_a(said, 1)
            said[1], said[2] = crc & 0xFF, crc >> 8
            return 3
        if state == _ACTIVE and whole and sent[0] == 0x50 and sent[1] == 0:
            self._states[number] = _HALTED
        elif state != _HALTED:
            self._states[number] = _IDLING
        return 0

    def _spell(self, uid, into, at):
        """A unique id and its check byte."""
        check = 0
        for place in range(4):
            into[at + place] = uid[place]
            check ^= uid[place]
        into[at + 4] = check

    def _receive(self, length, alone):
        """The bits of one tag more: where it differs from those before there is a collision."""
        if alone:
            self._size = length
            for place in range(length):
                self._fifo[place] = self._said[place]
            return
        for place in range(min(length, self._size)):
            differ = self._fifo[place] ^ self._said[place]
            if differ:
                bit = 0
                while not differ >> bit & 1:
                    bit += 1
                self._registers[_COLL] = (8 * place + bit + 1) & 0x1F
                self._registers[_ERROR] |= _COLLISION
                return

    def _sealed(self, size):
        crc = crc_a(self._sent, size - 2)
        return self._sent[size - 2] == crc & 0xFF and self._sent[size - 1] == crc >> 8
