"""The product on a computer without a board, LEDs or network: `python -m tests.service.bare FOLDER`.

The port is a path that does not exist yet, opened by the real pyserial; pins are gpiozero's mock pins.
"""

import asyncio
import sys
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory

from triboard.app.config import Config
from triboard.app.graph import Ends
from triboard.app.service import Service
from triboard.app.supervision import supervision
from triboard.app.tables import PiTable
from triboard.drivers.serial_port import open_serial


class BareTable(PiTable):
    """A Pi's table whose pins are simulated; all else is missing, as with nothing plugged in."""

    def ends(self) -> Ends:
        """The real port's path, mock pins, no SPI bus."""
        self._factory: Any = MockFactory()
        return Ends(lambda: open_serial(self._config.serial), self._factory)


def main(folder: Path) -> None:
    """Serve until a signal comes."""
    port = str(folder / "port")
    config = Config(state_dir=folder / "state", port=0, serial=port, options={"players": 2})
    service = Service(config, BareTable, supervised=supervision())
    asyncio.run(service.run(lambda url: print(url, flush=True)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
