"""The product with its LEDs' light in a file: `python -m tests.journeys.lit FOLDER [fail]`.

Each frame that the simulated LEDs latch is a line of `FOLDER/leds`, the last line is what eyes still see.
"""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

from triboard.app.config import Config
from triboard.app.daemon import Daemon
from triboard.app.service import Service
from triboard.app.tables import SimulatedTable
from triboard.board.definition import Board
from triboard.units import Instant


class LitTable(SimulatedTable):
    """A simulated bench that notes what its LEDs show."""

    def __init__(self, board: Board, config: Config) -> None:
        super().__init__(board, config)
        self._file = (config.state_dir / "leds").open("a", buffering=1)

    def lights(self, receive: Callable[[bytes], None]) -> bool:
        """Tell the file first."""

        def noted(rgb: bytes) -> None:
            self._file.write(rgb.hex() + "\n")
            receive(rgb)

        return super().lights(noted)


MANY = 60
"""Bytes that are not 0 in the light of a game that waits for its first move."""


def main(folder: Path, *, fail: bool) -> None:
    """Serve until a signal comes, or fail in a turn after the board has been lit."""
    turn = Daemon.turn

    def failing(self: Daemon, now: Instant) -> Instant | None:
        if fail and sum(map(bool, self.frame)) >= MANY:
            raise ZeroDivisionError("a mistake of ours")
        return turn(self, now)

    Daemon.turn = failing  # type: ignore[method-assign]  # this process is only an observer's puppet
    config = Config(state_dir=folder, port=0, options={"players": 2})
    asyncio.run(Service(config, LitTable).run(lambda url: print(url, flush=True)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), fail="fail" in sys.argv)
