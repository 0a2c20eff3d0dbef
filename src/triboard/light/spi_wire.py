"""How much goes over an SPI bus to LEDs: clock, reset, bytes of a frame."""

from typing import Final

FREQUENCY: Final = 6_400_000
"""SPI clock in hertz: eight bits make the 1.25 microseconds of one bit on the LED wire."""

RESET_SECONDS: Final = 300e-6
"""Low time before and after a frame: newer WS2812B latch after 280 microseconds, the library waits 80."""

DEFAULT_BUFFER: Final = 4096
"""Bytes a transfer of the kernel's spidev, and a chunk of Adafruit's PureIO, unless they are told more."""

BYTES_PER_CHANNEL: Final = 8
"""One SPI byte a bit."""

RESET_BYTES: Final = round(FREQUENCY * RESET_SECONDS / 8)


def frame_bytes(count: int, channels: int = 3) -> int:
    """Bytes of one transfer for `count` pixels, both resets included; `channels`: 4 with a white chip."""
    return 2 * RESET_BYTES + BYTES_PER_CHANNEL * channels * count
