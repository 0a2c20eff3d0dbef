"""The controller: one loop that scans on a grid of the scan period and listens to the host in between."""

import gc
import os
import select
import sys
import time
from binascii import hexlify

import machine
from micropython import const

import config as kinds
import store
from clock import Clock
from config import Config
from framing import crc_into
from link import Link
from pixels import Pixels
from scanner import Scanner

CRASHES_TO_SAFE = const(3)  # in a row
_GOOD = const(60_000)  # ms without a crash that make the earlier ones forgotten
_WATCHDOG = const(5000)  # ms; the longest write to a host that does not read takes 500
_IDLE_PERIOD = const(10_000)  # us, before the first configuration
_SUPPLY_EACH = const(5000)  # ms
_SAFE_WORD_EACH = const(5000)  # ms
_BYTES_A_TURN = const(64)  # so that a host that talks without a pause does not hold the scan
_HEADER = bytes(range(23)) + b"\x1a\x1b\x1c"  # pins that a board may use: GP 0 to 22 and 26 to 28


class Port:
    """The USB serial line: standard input and output of MicroPython."""

    def __init__(self):
        self._in = sys.stdin.buffer
        self.write = sys.stdout.buffer.write
        self._one = bytearray(1)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    @micropython.native
    def ready(self, wait):
        """Whether a byte is there, at the latest after `wait` milliseconds."""
        for _ in self._poll.ipoll(wait):
            return True
        return False

    @micropython.native
    def byte(self):
        """The next byte; -1 where the line has ended."""
        return self._one[0] if self._in.readinto(self._one) == 1 else -1


class Controller:
    """Everything put together. `why`: what ended the run before this one, if it crashed; the host is told.
    `safe`: that was once too often, run in safe mode."""

    def __init__(self, reset, why, *, safe):
        self.port = Port()
        self.clock = Clock()
        unit = store.unit(hexlify(machine.unique_id()).decode())
        self.link = Link(self.port, self.clock, self, (unit, os.urandom(4), reset))
        self._why_safe = why if safe else ""
        # A crash during the start is told before the host has opened the port; so again when it listens.
        self._last_words = "started anew after: " + why if why and not safe else ""
        self._scanner = None
        self._pixels = None
        self._period = _IDLE_PERIOD
        self._next = time.ticks_us()
        self._started = time.ticks_ms()
        self._proven = False
        self._safe_word = self._supply_at = self._started
        wireless = " W" in sys.implementation._machine  # there the pin is the radio's
        self._supply = None if wireless else machine.ADC(machine.Pin(29))

    # What the link asks for

    def configure(self, data):
        """Keep and use another configuration; a text says why not."""
        try:
            config = Config(data)
        except ValueError as error:
            return f"configuration refused: {error}"
        # Kept before it is tried: should its parts hang, safe mode must not meet it as news.
        before = store.load_config()
        try:
            store.save_config(data)
        except OSError as error:
            return f"configuration cannot be stored: {error}"
        was_safe, self._why_safe = self._why_safe, ""
        try:
            self._use(config, data)
        except MemoryError:
            self._why_safe = was_safe
            store.put_back(before)
            self._recall()
            return "configuration refused: it does not fit in memory"
        if was_safe:
            store.forget_crashes()
        return None

    def show(self, rgb):
        """Put red, green, blue of each pixel on the pixels, if there are any here."""
        if self._pixels is not None:
            self._pixels.show(rgb)

    def escape(self):
        """Leave the REPL to whoever asked for it, after a reset."""
        self.link.darken()
        store.ask_for_repl()
        machine.reset()

    # The loop

    def run(self):
        """For ever."""
        watchdog = machine.WDT(timeout=_WATCHDOG)  # before any part is touched: it may hang at once
        self._recall()
        self.link.banner()
        while True:
            self.clock.update()
            wait = time.ticks_diff(self._next, time.ticks_us())
            if wait <= 0:
                self._scan()
                watchdog.feed()  # here and nowhere else
            else:
                self._listen(wait // 1000)
            self.link.tick()

    def _recall(self):
        """Begin as the last host wanted it."""
        data = store.load_config()
        if data is None:
            return
        try:
            self._use(Config(data), data)
        except (ValueError, MemoryError):
            pass  # of another firmware; the host sends it anew

    def _scan(self):
        begun = time.ticks_us()
        if self._scanner is not None and self._scanner.scan():
            self.link.report()
        now = time.ticks_us()
        link = self.link
        link.loop_us = max(link.loop_us, time.ticks_diff(now, begun))
        self._next = time.ticks_add(self._next, self._period)
        while time.ticks_diff(self._next, now) <= 0:  # too late for some: the grid stays
            self._next = time.ticks_add(self._next, self._period)
        self._keep_house(time.ticks_ms())

    def _keep_house(self, now):
        if not self._proven and time.ticks_diff(now, self._started) >= _GOOD:
            self._proven = True
            if not self._why_safe:
                store.forget_crashes()
        if time.ticks_diff(now, self._supply_at) >= 0:
            self._supply_at = time.ticks_add(now, _SUPPLY_EACH)
            if self._supply is not None:
                # Millivolts: a third of the supply, 3.3 V being full scale.
                self.link.supply = self._supply.read_u16() * 9900 // 65535
        if self._last_words and self.link.fault(self._last_words):
            self._last_words = ""
        if self._why_safe and time.ticks_diff(now, self._safe_word) >= 0:
            self._safe_word = time.ticks_add(now, _SAFE_WORD_EACH)
            self.link.fault(f"safe mode after {CRASHES_TO_SAFE} crashes in a row; the last: {self._why_safe}")

    @micropython.native
    def _listen(self, wait):
        """Take bytes until the next scan is due."""
        port = self.port
        link = self.link
        if not port.ready(wait):
            return
        for _ in range(_BYTES_A_TURN):
            byte = port.byte()
            if byte < 0:
                time.sleep_ms(1)  # nobody will ever write again; the scan goes on
                return
            link.receive(byte)
            if not port.ready(0):
                return

    def _use(self, config, data):
        """Scan by this configuration from now on; in safe mode nothing is touched."""
        if self._scanner is not None:
            self._scanner.stop()
        self._scanner = self._pixels = None
        gc.collect()
        for gp in _HEADER:  # nothing of an earlier board is driven any more
            machine.Pin(gp, machine.Pin.IN)
        if self._why_safe:
            config.parts = []
        scanner = Scanner(config, self.link.fault)
        crc = bytearray(4)
        crc_into(data, 0, len(data), crc)
        for kind, body in config.parts:
            if kind == kinds.PIXELS:
                self._light(body, config)
        self.link.attach(config, scanner.state, crc)
        scanner.begin()
        self.link.begin()
        self.link.darken()
        self._scanner = scanner
        self._period = config.period
        self._next = time.ticks_us()

    def _light(self, body, config):
        try:
            pixels = Pixels(body)
        except MemoryError:
            raise
        except Exception as error:  # a pin that this controller does not have, a body that is no part
            self.link.fault(f"NeoPixels cannot be set up: {error}")
            return
        if pixels.count == config.pixels:
            self._pixels = pixels
        else:
            self.link.fault(f"NeoPixels: {pixels.count} wired, {config.pixels} configured")
