"""Where the files of the firmware are: in a checkout, or in what was installed."""

from pathlib import Path
from typing import Final

from triboard.errors import ConfigurationError, Mistake

_INSTALLED: Final = Path(__file__).parents[1] / "firmware_files"
_CHECKOUT: Final = Path(__file__).parents[3] / "firmware"


def firmware_files() -> Path:
    """The folder whose `*.py` go to a Pico; raises `ConfigurationError` where there is none."""
    for folder in (_CHECKOUT, _INSTALLED):
        if (folder / "main.py").is_file():
            return folder
    raise ConfigurationError(
        Mistake(
            "firmware", "its files are not installed", "Install triboard from its wheel or a whole checkout."
        )
    )
