"""TCS34725 colour sensors, all of address 0x29, behind TCA9548A multiplexers on one I2C bus.

They integrate by themselves and all at once; a scan only fetches the last result. Each sensor fails and
comes back on its own. A dead one costs a byte's time; a stuck bus costs a time-out a try, so after a few of
these it is given up until it is initialised again.
Registers: TCS34725 datasheet (ams), TCA9548A datasheet (TI).
"""

import struct

from machine import I2C, Pin
from micropython import const

from backoff import Backoff
from debounce import STRIDE, mark, mark_read

_SENSOR = const(0x29)
_ENABLE = const(0x80)  # command bit and register
_INTEGRATION = const(0x81)
_GAIN = const(0x8F)
_STATUS = const(0xB3)  # with automatic increment: status, then clear, red, green, blue of 16 bits
_VALID = const(1)
_POWER = b"\1"
_RUN = b"\3"
_OFF = b"\0"

_PORTS = const(8)
_COLOURS = const(3)
_TIMEOUT = const(2000)  # us; a byte takes 25 at 400 kHz, a stuck bus must not hold the scan
_GIVE_UP = const(3)  # time-outs in one scan: it is the bus, not a sensor
_TIMED_OUT = const(110)  # errno of a bus that hangs; a device that is not there gives 5
_NO_PIN = const(255)


class ColourSensors:
    """All colour sensors of one bus, three channels each."""

    def __init__(self, body, config):
        (self.first, self.count, self.step, self._bus, self._sda, self._scl, lamp, self._baud, cycles, gain,
         self._full, muxes) = struct.unpack_from("<HHBBBBBIBBHB", body)  # fmt: skip
        if not self._full or self.count > _COLOURS * _PORTS * muxes:
            raise ValueError("no such sensors")
        self.name = f"colour sensors at GP {self._sda}"
        self.fault = ""
        self._addresses = body[-muxes:]
        self._top = config.top
        self._integration = bytes(((256 - cycles) & 0xFF,))
        self._gain = bytes((gain,))
        self._ready = cycles * 12 // 5 + 4  # ms: 2.4 to wake up, one integration
        self._data = bytearray(9)
        self._ports = [bytes((1 << port,)) for port in range(_PORTS)]
        self._open = -1  # multiplexer that is connected; -1: perhaps any
        self._time_outs = 0
        self._sensors = self.count // _COLOURS
        self._retry = [Backoff() for _ in range(self._sensors)]
        self._started = bytearray(self._sensors)
        self._lamp = Pin(lamp, Pin.OUT, value=1) if lamp != _NO_PIN else None
        self._i2c = None

    def start(self):
        """(Re)initialise the bus; milliseconds until a reading means something. Sensors follow one by one."""
        self._i2c = I2C(self._bus, sda=Pin(self._sda), scl=Pin(self._scl), freq=self._baud, timeout=_TIMEOUT)
        self._open = -1
        for number in range(self._sensors):
            self._started[number] = 0
            self._retry[number].good()
        self._time_outs = 0
        for number in range(self._sensors):
            if self._time_outs < _GIVE_UP:
                self._try(number, begin=True)
        self._check()
        return self._ready

    def read(self, state):
        """One reading of all sensors; `False` when the bus itself does not answer."""
        self._time_outs = 0
        for number in range(self._sensors):
            retry = self._retry[number]
            if not retry.due():
                continue
            if self._started[number] == 0:
                if self._try(number, begin=True):
                    retry.wait(self._ready)  # its first integration
            elif not self._try(number, begin=False):
                mark(state, self.first + _COLOURS * number, 1, _COLOURS)
            elif self._data[0] & _VALID:
                self._put(state, self.first + _COLOURS * number)
                retry.good()
            else:  # it lost its power and came back
                self._lose(number)
                mark(state, self.first + _COLOURS * number, 1, _COLOURS)
            if self._time_outs >= _GIVE_UP:
                break
        self._check()
        return True

    def _check(self):
        """Raises `OSError` when the bus, not a sensor, needs help."""
        if self._time_outs >= _GIVE_UP:
            raise OSError("the bus hangs")
        for number in range(self._sensors):
            if self._started[number]:
                return
        raise OSError("no sensor answers")

    def _try(self, number, *, begin):
        """Start a sensor or fetch its result; `False`, and its next try is put off, when it does not."""
        try:
            self._connect(number)
            if begin:
                i2c = self._i2c
                i2c.writeto_mem(_SENSOR, _ENABLE, _POWER)
                i2c.writeto_mem(_SENSOR, _INTEGRATION, self._integration)
                i2c.writeto_mem(_SENSOR, _GAIN, self._gain)
                i2c.writeto_mem(_SENSOR, _ENABLE, _RUN)
                self._started[number] = 1
            else:
                self._i2c.readfrom_mem_into(_SENSOR, _STATUS, self._data)
            return True
        except OSError as error:
            if error.errno == _TIMED_OUT:
                self._time_outs += 1
            self._open = -1
            self._lose(number)
            return False

    def _lose(self, number):
        self._started[number] = 0
        self._retry[number].bad()

    def _connect(self, number):
        """The sensor's port, and no other of any multiplexer."""
        mux = number // _PORTS
        if self._open != mux:
            for other in range(len(self._addresses)):
                if other != mux and (self._open < 0 or self._open == other):
                    self._disconnect(self._addresses[other])
            self._open = mux
        self._i2c.writeto(self._addresses[mux], self._ports[number % _PORTS])

    def _disconnect(self, address):
        try:
            self._i2c.writeto(address, _OFF)
        except OSError:
            pass  # a dead one connects nothing

    def _put(self, state, first):
        data = self._data
        place = first * STRIDE
        for colour in range(3, 9, 2):
            value = (data[colour] | data[colour + 1] << 8) * self._top // self._full
            state[place] = value if value < self._top else self._top
            place += STRIDE
        mark_read(state, first, 1, _COLOURS)
