"""A process that plays until it is killed: `python -m tests.journeys.doomed FOLDER SEED`.

Prints `kept N TEXT` the moment the journal has told that entry N is on disk, as the *kept* light would shine.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from tests.journeys.people import Ttt3dPeople
from tests.journeys.table import Table

from triboard.store.writer import InlineWriter

OPTIONS = {"players": 3, "rims": True}


def main(folder: Path, seed: int) -> None:
    """Play on from whatever the folder holds."""
    submit = InlineWriter.submit

    def telling(self: InlineWriter, entry: Mapping[str, Any], on_kept: Any) -> None:
        def kept(number: int, error: Exception | None) -> None:
            assert error is None
            on_kept(number, error)
            print(f"kept {number} {entry.get('text', entry['event'])}", flush=True)

        submit(self, entry, kept)

    InlineWriter.submit = telling  # type: ignore[method-assign]  # this process is only an observer's puppet
    table = Table(folder, OPTIONS, seed=seed)
    print("ready", flush=True)
    people = Ttt3dPeople(table, OPTIONS, Random(seed), clumsy=0.3)
    people.state, people.moves = table.state.game, list(table.moves)
    people.play_game()
    print("over", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
