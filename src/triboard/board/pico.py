"""The pins of a Raspberry Pi Pico: which there are, what each can do, and that each is used once.

Source: Raspberry Pi Pico datasheet, pinout; RP2040 datasheet, table 2 (GPIO functions). A Pico 2 (RP2350) has
the same header and the same functions on it.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from triboard.fields import Fields

HEADER: Final = frozenset((*range(23), 26, 27, 28))
"""GP numbers on the header; 23 to 25 and 29 serve the Pico itself."""


class Role(Enum):
    """What a pin is wanted for, as far as not every pin can do it."""

    SCK = "SCK"
    MOSI = "TX"
    MISO = "RX"
    SDA = "SDA"
    SCL = "SCL"
    ADC = "an analogue input"


_ON_BUS: Final[Mapping[tuple[Role, int], frozenset[int]]] = {
    (Role.MISO, 0): frozenset((0, 4, 16, 20)),
    (Role.SCK, 0): frozenset((2, 6, 18, 22)),
    (Role.MOSI, 0): frozenset((3, 7, 19)),
    (Role.MISO, 1): frozenset((8, 12, 28)),
    (Role.SCK, 1): frozenset((10, 14, 26)),
    (Role.MOSI, 1): frozenset((11, 15, 27)),
    (Role.SDA, 0): frozenset((0, 4, 8, 12, 16, 20, 28)),
    (Role.SCL, 0): frozenset((1, 5, 9, 13, 17, 21)),
    (Role.SDA, 1): frozenset((2, 6, 10, 14, 18, 22, 26)),
    (Role.SCL, 1): frozenset((3, 7, 11, 15, 19, 27)),
    (Role.ADC, 0): frozenset((26, 27, 28)),
}

_FREE: Final = "A Pico has GP 0 to 22 and 26 to 28."


class Pins:
    """Reads pin numbers and notes those that do not exist, cannot do what is asked, or are taken."""

    def __init__(self) -> None:
        self._taken: dict[int, str] = {}
        self._shared: dict[tuple[int, ...], str] = {}
        self._buses: dict[str, str] = {}

    def take(self, fields: Fields, key: str, role: Role | None = None, bus: int = 0) -> int:
        """The pin at a key; with `role`, one that has this function on this bus."""
        pin = fields.whole(key, 0, max(HEADER), 0)
        if not fields.has(key):
            fields.note(key, "is missing", f"Add it, for example {key} = {min(self._able(role, bus))}.")
            return pin
        self._note(fields, key, pin, role, bus)
        return pin

    def take_list(
        self, fields: Fields, key: str, *, least: int, most: int, shared: bool = False
    ) -> tuple[int, ...]:
        """The pins of a list; a `shared` one may be written in several places, always equally."""
        pins = tuple(int(pin) for pin in fields.numbers(key, None, 0, max(HEADER)))
        if not least <= len(pins) <= most:
            fields.note(key, f"names {len(pins)} pins", f"Name {least} to {most}.")
        if shared and pins in self._shared:
            return pins
        for pin in pins:
            self._note(fields, key, pin, None, 0)
        if shared:
            self._shared[pins] = key
        return pins

    def bus(self, fields: Fields, key: str) -> int:
        """The number of an SPI or I2C bus, which one part has for itself."""
        number = fields.whole(key, 0, 1)
        name = f"{'SPI' if key == 'spi' else 'I2C'}{number}"
        if name in self._buses:
            fields.note(key, f"{name} belongs to {self._buses[name]} already", "Use the other bus.")
        self._buses.setdefault(name, fields.place.rpartition(": ")[2].rstrip("."))
        return number

    def _able(self, role: Role | None, bus: int) -> frozenset[int]:
        return HEADER if role is None else _ON_BUS[role, bus]

    def _note(self, fields: Fields, key: str, pin: int, role: Role | None, bus: int) -> None:
        able = self._able(role, bus)
        if pin not in HEADER:
            fields.note(key, f"GP {pin} is not on the header", _FREE)
        elif pin not in able:
            kind = "I2C" if role in (Role.SDA, Role.SCL) else "SPI"
            what = role.value if role is Role.ADC else f"{kind}{bus} {role.value}" if role else ""
            fields.note(key, f"GP {pin} is not {what}", f"Use {_listed(able - set(self._taken) or able)}.")
        elif pin in self._taken:
            free = able - set(self._taken)
            remedy = (
                f"Free: {_listed(free)}." if free else "No pin is left for this; use another part or bus."
            )
            fields.note(key, f"GP {pin} is taken by {self._taken[pin]}", remedy)
        self._taken.setdefault(pin, f"{fields.place.rpartition(': ')[2]}{key}")


def _listed(pins: frozenset[int]) -> str:
    return "GP " + ", ".join(str(pin) for pin in sorted(pins))
