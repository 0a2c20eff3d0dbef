"""MicroPython's `machine` with the parts of a board on its pins. See `_circuit` for what is wired where.

Offers what docs/firmware.md says that the firmware uses, each call with the time that it takes at least.
"""

import _bench
import _circuit
import micropython

PWRON_RESET = 1
WDT_RESET = 3
# Microseconds that a call takes a Pico at 125 MHz, estimated; a conversion alone takes 2.
_WRITE = 3
_CONVERSION = 12
_TRANSFER = 15
_TOLD_EACH = 250_000
_BYTE_BITS = 9  # of a byte on I2C with its acknowledgement
_EIO = 5
_ETIMEDOUT = 110


class Pin:
    """One GP pin."""

    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, gp, mode=-1, pull=-1, *, value=None):
        self.gp = gp
        self._out = mode == self.OUT
        self._level = _bench.nodes[_circuit.LEVELS][gp]
        self._wires = _circuit.outputs.get(gp, ())
        if value is not None:
            self._drive(value)

    def __call__(self, value=None):
        if value is None:
            return self._level if self._out else _bench.nodes[_circuit.LEVELS][self.gp]
        self._drive(value)

    value = __call__

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING, hard=False):
        """Call `handler` with this pin at each edge; a hard one may not allocate, as on a Pico."""
        if handler is None:
            _circuit.interrupts.pop(self.gp, None)
            return

        def edge(level):
            if not trigger & (self.IRQ_RISING if level else self.IRQ_FALLING):
                return
            if hard:
                micropython.heap_lock()
            try:
                handler(self)
            finally:
                if hard:
                    micropython.heap_unlock()

        _circuit.interrupts[self.gp] = edge

    def _drive(self, value):
        level = 1 if value else 0
        self._out = True
        self._level = level
        _bench.spend(_WRITE)
        for wire in self._wires:
            wire(level)


class SPI:
    """A bus with a chain of shift registers, or with readers that are selected by pins."""

    MSB = 0

    def __init__(self, number, baudrate=1_000_000, *, polarity=0, phase=0, sck=None, mosi=None, miso=None):
        self._bits_a_second = baudrate
        self._bus = _circuit.spi(number, polarity, phase, sck.gp, mosi.gp, miso.gp)

    def readinto(self, data, write=0):
        """Clock bytes in."""
        self._pass(len(data))
        self._bus.readinto(data, write)

    def write_readinto(self, data, into):
        """Clock bytes out and in."""
        self._pass(len(data))
        self._bus.write_readinto(data, into)

    def write(self, data):
        """Clock bytes out."""
        self.write_readinto(data, bytearray(len(data)))

    def _pass(self, count):
        _bench.spend(_TRANSFER + 8 * count * 1_000_000 // self._bits_a_second)


class I2C:
    """A bus with multiplexers and what lies behind them."""

    def __init__(self, number, *, sda=None, scl=None, freq=400_000, timeout=50_000):
        self._bits_a_second = freq
        self._timeout = timeout
        self._bus = _circuit.i2c(number, sda.gp, scl.gp)
        self._register = bytearray(1)

    def writeto(self, address, data, stop=True):
        """Address and bytes."""
        self._call(address, 1 + len(data))
        self._bus.write(data)
        return len(data)

    def readfrom_into(self, address, data, stop=True):
        """Address, then bytes from the device."""
        self._call(address, 1 + len(data))
        self._bus.read(data)

    def readfrom_mem_into(self, address, register, data, *, addrsize=8):
        """Register, then bytes from the device."""
        self._call(address, 3 + len(data))
        self._register[0] = register
        self._bus.write(self._register)
        self._bus.read(data)

    def writeto_mem(self, address, register, data, *, addrsize=8):
        """Register and bytes."""
        self._call(address, 2 + len(data))
        self._bus.write(bytes([register]) + data)

    def scan(self):
        """Addresses that answer."""
        return [address for address in range(8, 120) if self._bus.call(address)]

    def _call(self, address, count):
        if self._bus.held():
            _bench.spend(self._timeout)
            raise OSError(_ETIMEDOUT)
        if not self._bus.call(address):
            _bench.spend(_BYTE_BITS * 1_000_000 // self._bits_a_second)
            raise OSError(_EIO)
        _bench.spend(_TRANSFER + _BYTE_BITS * count * 1_000_000 // self._bits_a_second)


class ADC:
    """One input of the converter; 12 bits spread over 16, as the RP2 port does."""

    def __init__(self, pin):
        self._input = _circuit.converter(pin if isinstance(pin, int) else pin.gp)

    def read_u16(self):
        """One conversion."""
        value = self._input.convert()  # of what is there now: taking its time does not let it settle
        _bench.spend(_CONVERSION)
        return value << 4 | value >> 8


class WDT:
    """The watchdog; the bench's clock watches it."""

    def __init__(self, id=0, timeout=5000):
        self._timeout = 1000 * timeout
        self._told = -_TOLD_EACH
        self.feed()

    def feed(self):
        """Alive. In real time the bench need not hear each bite."""
        if _bench.real_time:
            now = _bench.now()
            if now - self._told < _TOLD_EACH:
                return
            self._told = now
        _bench.tell(_bench.FEED, 0, 0, self._timeout)


class _Registers:
    """The one register of an RP2040 that says why it started."""

    def __getitem__(self, address):
        if address != 0x40064008:  # VREG_AND_CHIP_RESET.CHIP_RESET
            raise ValueError("no such register here")
        return _circuit.chip_reset


mem32 = _Registers()


def bitstream(pin, encoding, timing, data):
    """Bytes to the LEDs at a pin; it takes as long as their bits."""
    if encoding != 0 or len(timing) != 4:
        raise ValueError("unsupported bitstream")
    high_zero, low_zero, high_one, low_one = timing
    if not (200 <= high_zero <= 500 and 600 <= high_one <= 1000 and low_zero >= 600 and low_one >= 400):
        return  # WS2812 do not understand it
    _bench.spend(len(data) * 8 * (high_zero + low_zero) // 1000)
    _bench.tell_bytes(_bench.PIXELS, pin.gp, data)


def reset_cause():
    """As the RP2 port: power-on (or the RUN pin), or the watchdog."""
    return _circuit.cause


def reset():
    """Start anew."""
    _bench.tell(_bench.RESET, 0, 0, 0)
    _bench.fall_silent()


def unique_id():
    """Eight bytes of the flash chip."""
    return _circuit.unique
