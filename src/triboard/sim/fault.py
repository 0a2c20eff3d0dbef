"""What one entry of the fault list is, and the arguments that many of them share."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from triboard.sim.verbs import COUNT, LONGEST, NAME, SECONDS, Argument, Kind, Verb


class Part(Enum):
    """What a fault breaks, in the order in which the page and the docs list them."""

    SENSORS = "Sensors"
    TURNING = "Rims and buttons"
    LINK = "Link to the controller"
    CONTROLLER = "Controller"
    LIGHT = "LEDs"
    DISK = "Disk"
    COMPUTER = "Computer"


@dataclass(frozen=True, slots=True)
class Fault:
    """A verb that breaks something. `act` gets the bench, the instant and the arguments' values."""

    verb: Verb
    part: Part
    act: Callable[..., None]

    @property
    def name(self) -> str:
        """As scripts write it."""
        return self.verb.name


def fault(
    part: Part, name: str, arguments: tuple[Argument, ...], about: str, act: Callable[..., None]
) -> Fault:
    """An entry of the list."""
    return Fault(Verb(name, arguments, about), part, act)


def _level(word: str) -> int | None:
    return None if word == "all" else int(word)


SITE: Final = Argument("SITE", NAME)
LEVEL: Final = Argument("LEVEL", Kind("level", "Write a level, from 0, or all.", _level), "all")
HOW_MANY: Final = Argument("COUNT", COUNT, "1")
HOW_LONG: Final = Argument("SECONDS", SECONDS)
TILL_MENDED: Final = Argument("SECONDS", SECONDS, f"{LONGEST:.0f}")
