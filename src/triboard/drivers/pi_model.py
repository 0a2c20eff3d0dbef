"""What this computer is, as far as the route to the LEDs depends on it."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MODEL_FILE: Final = Path("/proc/device-tree/model")
MODULES_FILE: Final = Path("/proc/modules")

PI_5: Final = 5
"""From this generation on the pins hang at another chip, which has PIO and lacks the old PWM."""

_NAME: Final = re.compile(r"Raspberry Pi (?:Compute Module )?(?:Zero|Pico|(\d))?")


@dataclass(frozen=True, slots=True)
class Machine:
    """`model` as the firmware writes it, empty where there is none; `modules` are the kernel's, loaded."""

    model: str = ""
    root: bool = False
    modules: frozenset[str] = frozenset()

    @property
    def generation(self) -> int | None:
        """1 for the first Pi and every Zero, up to 5 for a Pi 5, 500 or Compute Module 5; `None`: no Pi."""
        found = _NAME.match(self.model)
        if found is None:
            return None
        return int(found.group(1) or 1)

    @property
    def name(self) -> str:
        """For a sentence."""
        return self.model or "this computer"


NO_PI: Final = Machine()
"""A computer of which nothing is known, or a simulated one."""


def this_machine(model: Path = MODEL_FILE, modules: Path = MODULES_FILE) -> Machine:
    """The computer that this runs on."""
    loaded = frozenset(line.split(maxsplit=1)[0] for line in _read(modules).splitlines() if line.strip())
    return Machine(_read(model).rstrip("\0\n "), os.geteuid() == 0, loaded)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # no Pi, or a container
        return ""
