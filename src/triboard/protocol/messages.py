"""What the two ends say to each other: one frozen value a message.

`docs/protocol.md` shows the bytes of each; `codec` turns them into payloads and back.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NewType, TypeAlias

from triboard.protocol.unread import Ranges
from triboard.units import Instant, Pixel

Counter = NewType("Counter", int)
"""Number of changes of state the controller has seen since it booted; 32 bits, wraps."""

McuTime = NewType("McuTime", int)
"""Microseconds since the controller booted."""


class ResetReason(Enum):
    """Why the controller started; the numbers travel."""

    UNKNOWN = 0
    POWER = 1
    WATCHDOG = 2
    BROWN_OUT = 3
    EXTERNAL = 4


# Host to controller


@dataclass(frozen=True, slots=True)
class HelloRequest:
    """Who are you? Carries the host's protocol version; answered by `Hello`."""

    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class Configure:
    """A piece of the configuration: where it lies, how long the whole is; the last brings `Configured`."""

    offset: int
    total: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Ack:
    """Every sensor frame up to and including `counter` has arrived."""

    counter: Counter


@dataclass(frozen=True, slots=True)
class SnapshotRequest:
    """Send a `Snapshot` now."""


@dataclass(frozen=True, slots=True)
class Ping:
    """What time is it there? Answered by `Pong`."""

    host_us: Instant


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The host's game loop is alive; without it the controller darkens its pixels."""


@dataclass(frozen=True, slots=True)
class SetPixels:
    """Red, green, blue of pixels from `first` on; nothing shows before `ShowPixels`."""

    first: Pixel
    rgb: bytes


@dataclass(frozen=True, slots=True)
class ShowPixels:
    """Put what was set on the pixels; answered by `ShowAck` with the same number."""

    frame: int


# Controller to host


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the controller is. `board` is empty and `config_crc` 0 before the first configuration."""

    major: int
    minor: int
    firmware: str
    board: str
    unit: str
    channels: int
    pixels: int
    config_crc: int
    boot_id: int
    reset: ResetReason


@dataclass(frozen=True, slots=True)
class Configured:
    """The configuration with this CRC is stored and in use."""

    crc: int


@dataclass(frozen=True, slots=True)
class SensorFrame:
    """One complete stable reading of all channels, sent because it differs from the one before.

    `unread`: channels that could not be read; their values mean nothing.
    """

    counter: Counter
    at_us: McuTime
    bits: int
    values: tuple[int, ...]
    unread: Ranges = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state now: as the frame `counter` told it, with that frame's time and a CRC of the values."""

    counter: Counter
    at_us: McuTime
    bits: int
    values: tuple[int, ...]
    state_crc: int
    unread: Ranges = ()


@dataclass(frozen=True, slots=True)
class Quality:
    """Health since the last report, for channels from `first` on; `None` = not measured.

    `toggles` counts changes of the raw level, `margins` is the least distance to the dead band's edge.
    """

    loop_us: int
    crc_errors: int
    supply_mv: int | None
    first: int
    toggles: tuple[int, ...]
    margins: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Pong:
    """Answer to `Ping`: its time, the controller's time, and which boot this is."""

    host_us: Instant
    mcu_us: McuTime
    boot_id: int


@dataclass(frozen=True, slots=True)
class ShowAck:
    """The pixel frame with this number is on the pixels."""

    frame: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something is wrong with the controller or its sensors, in words for the log and the page."""

    text: str


HostMessage: TypeAlias = (
    HelloRequest | Configure | Ack | SnapshotRequest | Ping | Heartbeat | SetPixels | ShowPixels
)
ControllerMessage: TypeAlias = Hello | Configured | SensorFrame | Snapshot | Quality | Pong | ShowAck | Fault
Message: TypeAlias = HostMessage | ControllerMessage
