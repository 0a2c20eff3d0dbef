"""Reads all parts of a board once a scan; what fails is unread, tried again later, and stops nothing else."""

import time

import config as kinds
from analogue import Multiplexers
from backoff import Backoff
from colour import ColourSensors
from debounce import EXACT, FLAGS, STRIDE, begin, channels, mark, mark_read, step
from quadrature import Rim
from shift import ShiftChain
from tags import TagReaders

_DRIVERS = {
    kinds.SHIFT: ShiftChain,
    kinds.ANALOGUE: Multiplexers,
    kinds.COLOUR: ColourSensors,
    kinds.QUADRATURE: Rim,
    kinds.TAGS: TagReaders,
}

# Parts that tell which of their channels were read; all others are read whole or not at all.
_PIECEMEAL = (ColourSensors, TagReaders)


class _Part:
    """A driver, and how it has fared."""

    def __init__(self, driver):
        self.driver = driver
        self.retry = Backoff()
        self.started = False
        self.piecemeal = isinstance(driver, _PIECEMEAL)


class Scanner:
    """All inputs of a board. `tell` is called with a text when a part fails.

    A part is an object with `first`, `step`, `count`, `name`, `fault`, `start()` and `read(state)`, which may
    raise `OSError` or answer `False`.
    """

    def __init__(self, config, tell):
        self.count = config.channels
        self.state = channels(config.channels)
        self._band = config.dead_band
        self._need = config.stable_scans
        self._tell = tell
        self._parts = []
        for kind, body in config.parts:
            if kind in _DRIVERS:
                self._add(_DRIVERS[kind], body, config)

    def begin(self):
        """Start every part and take the first reading as it is; waits until the sensors have one."""
        longest = 0
        for part in self._parts:
            longest = max(longest, self._start(part))
        time.sleep_ms(longest)
        for part in self._parts:
            self._read(part)
        begin(self.state, self.count)

    def stop(self):
        """Let go of what runs by itself."""
        for part in self._parts:
            if isinstance(part.driver, Rim):
                part.driver.stop()

    def scan(self):
        """One scan of everything; 1 when the stable state changed."""
        for part in self._parts:
            if part.started:
                self._read(part)
            elif part.retry.due():
                pause = self._start(part)
                if part.started and pause:
                    part.retry.wait(pause)
        return step(self.state, self.count, self._band, self._need)

    def _add(self, driver, body, config):
        try:
            part = driver(body, config)
        except MemoryError:
            raise
        except Exception as error:  # a pin that this controller does not have, a body that is no part
            self._tell(f"{driver.__name__} cannot be set up: {error}")
            return
        if part.first + (part.count - 1) * part.step >= self.count or not part.count:
            self._tell(f"{part.name} lies beyond the channels")
            return
        if driver is Rim:
            for channel in range(part.first, part.first + part.count):
                self.state[STRIDE * channel + FLAGS] |= EXACT
        self._parts.append(_Part(part))

    def _start(self, part):
        try:
            pause = part.driver.start()
        except (OSError, ValueError) as error:
            self._fail(part, str(error))
            return 0
        part.started = True
        return pause

    def _read(self, part):
        if not part.retry.due():
            return
        driver = part.driver
        try:
            good = driver.read(self.state)
        except OSError as error:
            self._fail(part, str(error))
            return
        if not good:
            self._fail(part, driver.fault)
            return
        if part.retry.failed:
            part.retry.good()
            self._tell(f"{driver.name}: works again")
        if not part.piecemeal:
            mark_read(self.state, driver.first, driver.step, driver.count)

    def _fail(self, part, why):
        driver = part.driver
        mark(self.state, driver.first, driver.step, driver.count)
        if not part.retry.failed:
            self._tell(f"{driver.name}: {why}")
        part.started = False
        part.retry.bad()
