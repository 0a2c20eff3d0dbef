"""What the host's end of the link tells the rest of the program."""

from dataclasses import dataclass
from typing import TypeAlias

from triboard.errors import ControllerError
from triboard.protocol.messages import Counter, Hello
from triboard.protocol.version import Agreement
from triboard.units import Instant


@dataclass(frozen=True, slots=True)
class Up:
    """The controller answers, is the right one and runs our configuration; a `Frame` follows at once.

    `first`: the first time since this program started. `new_boot`: it restarted since the last `Up`,
    perhaps without a `Down` in between.
    """

    hello: Hello
    agreement: Agreement
    first: bool
    new_boot: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """All channels as they became at host instant `at`; full state, never an increment.

    Instants never run backwards. `snapshot`: it came by a snapshot, so earlier changes may be missing.
    `unread`: channels that could not be read; their values mean nothing.
    """

    counter: Counter
    at: Instant
    values: tuple[int, ...]
    snapshot: bool
    unread: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Down:
    """The link was up and is not any more; it is retried for ever."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """What answers must not be driven: wrong version, wrong board or wrong unit. Nothing is sent to it.
    `stranger` names it where only its identity is wrong, so that somebody may adopt it."""

    error: ControllerError
    stranger: str | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something a person may want to know; the link goes on."""

    text: str


@dataclass(frozen=True, slots=True)
class QualityReport:
    """The controller's health since its last report, all channels (see `messages.Quality`)."""

    loop_us: int
    crc_errors: int
    supply_mv: int | None
    toggles: tuple[int, ...]
    margins: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Searching:
    """No port to the controller yet; sent once until that changes."""

    reason: str


LinkEvent: TypeAlias = Up | Frame | Down | Refused | Trouble | QualityReport | Searching


@dataclass(frozen=True, slots=True)
class LinkQuality:
    """Counts since the program started; a rise of `damaged`, `missed` or `resends` warns of a bad cable.

    received: whole messages. damaged: stretches that were none, after the first hello; `foreign`: before
    it (boot text, a modem manager). missed: packets numbered but never seen. duplicates: sensor frames
    that came again, so an ack was lost or late. gaps: sensor frames that jumped. healed: snapshots that
    brought something new. resends: requests and pixel frames sent again. boots: restarts seen.
    """

    received: int = 0
    damaged: int = 0
    foreign: int = 0
    missed: int = 0
    duplicates: int = 0
    gaps: int = 0
    healed: int = 0
    resends: int = 0
    boots: int = 0
