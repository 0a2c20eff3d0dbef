"""Records the golden trace anew: `python -m tests.traces.make`; look at the difference before committing it.

A whole game of 3D tic-tac-toe at a simulated board, by simulated hands, on virtual time.
"""

from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from tests.journeys.table import Table

from triboard.app.trace_record import LastHello, header_of
from triboard.protocol.trace import Chunk, Trace, text_of
from triboard.rules import ttt3d
from triboard.units import SECOND, Duration, Instant, Piece, Site

GOLDEN: Final = Path(__file__).parent / "ttt3d-game.jsonl"
MOVES: Final = Path(__file__).parent / "ttt3d-game.moves.txt"
OPTIONS: Final = {"players": 3}
SEED: Final = 20


def record() -> tuple[Trace, list[str]]:
    """The trace of a game, and the moves that were played."""
    chunks: list[Chunk] = []
    last, chance = LastHello(), Random(SEED)

    def tell(chunk: Chunk) -> None:
        chunks.append(chunk)
        last.take(chunk)

    with TemporaryDirectory() as folder:
        table = Table(Path(folder), OPTIONS, seed=SEED, tell=tell)
        sites = [Site(site) for site in ttt3d.geometry.HOLES]
        chance.shuffle(sites)
        for site in sites:
            due = ttt3d.due_colour(table.state.game)
            if due is None:
                break
            table.drop(site, Piece(due), Duration(SECOND // 2))
        table.run.run_for(Duration(3 * SECOND))
        moves = table.moves
        header = replace(
            header_of(table.board, Instant(0), last.hello), recorded="", program="tests/traces/make.py"
        )
        table.close()
    return Trace(header, tuple(chunks)), moves


if __name__ == "__main__":
    recorded, played = record()
    GOLDEN.write_text(text_of(recorded))
    MOVES.write_text("".join(f"{move}\n" for move in played))
    print(f"{len(played)} moves, {len(recorded.chunks)} pieces of bytes, {GOLDEN.stat().st_size} bytes")
