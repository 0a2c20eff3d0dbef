"""Names of the supply nets, and which of them feeds which sensors."""

from dataclasses import dataclass
from typing import Final

GROUND: Final = "GND"
FIVE_IN: Final = "5V in"
"""From the supply to the fuses."""
FIVE: Final = "5V"
"""Behind the LEDs' fuse."""
FIVE_SENSORS: Final = "5V sensors"
"""Behind the fuse of the regulators."""
PICO_3V3: Final = "3V3"
"""The Pico's own 3.3 V."""

SUPPLY_NETS: Final = (GROUND, FIVE_IN, FIVE, FIVE_SENSORS, PICO_3V3)


@dataclass(frozen=True, slots=True)
class Rails:
    """The 3.3 V nets of the sensors, one for each regulator, or the Pico's."""

    names: tuple[str, ...]

    def of(self, number: int, count: int) -> str:
        """The net that feeds sensor `number` of `count`: as many on each as there are regulators."""
        return self.names[number * len(self.names) // max(1, count)]
