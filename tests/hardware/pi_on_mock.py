"""`triboard run` on mock hardware, in a process of its own: `python -m tests.hardware.pi_on_mock run ...`.

Everything is the real command but the far ends of the wires: a simulated bench in the place of port, pins
and LEDs.
"""

import os

from triboard import cli
from triboard.app.tables import SimulatedTable
from triboard.commands import play


def main() -> None:
    """Run the command line with a simulated bench for hardware, as somebody who is not root."""
    play.PiTable = SimulatedTable  # type: ignore[attr-defined, assignment]  # the ends alone differ
    os.geteuid = lambda: 1000
    cli.main()


if __name__ == "__main__":
    main()
