"""What happens to a board in care. Nothing of it is play."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from triboard.board.readings import Reading
from triboard.units import Instant, Site


@dataclass(frozen=True, slots=True)
class Scanned:
    """A sensor frame: raw values of all channels, those that were unread, and what each site reads by
    them."""

    at: Instant
    values: tuple[int, ...]
    readings: Mapping[Site, tuple[Reading, ...]]
    unread: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the board."""

    at: Instant
    button: str


@dataclass(frozen=True, slots=True)
class PinMoved:
    """The level of a pin changed; `active` is a closed switch. `levels` are all pins after it."""

    at: Instant
    pin: int
    levels: Mapping[int, bool] = field(default_factory=dict)

    @property
    def active(self) -> bool:
        """The pin's level now."""
        return self.levels.get(self.pin, False)


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody chose one of the answers that the prompt offers."""

    at: Instant
    answer: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Time has passed."""

    at: Instant


CareEvent = Scanned | Pressed | PinMoved | Answered | Passed
