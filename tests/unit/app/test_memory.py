"""What was entered by hand is kept in a file of its own."""

from pathlib import Path

import pytest

from triboard.app.memory import NAME, Memory
from triboard.board.load import load_board
from triboard.units import Piece, Site

BOARD = load_board("ttt3d")
SAID = {Site("Ab2"): (Piece("white"),), Site("Bb2"): ()}


@pytest.mark.parametrize("threaded", [False, True])
def test_a_second_start_recalls_what_was_kept(tmp_path: Path, *, threaded: bool) -> None:
    """Law: also that nothing stands somewhere; on another board it means nothing."""
    first = Memory(BOARD, tmp_path, threaded=threaded)
    assert first.recall() == {}
    first.keep(SAID)
    first.close()
    assert Memory(BOARD, tmp_path).recall() == SAID
    assert Memory(load_board("ttt3d-presence"), tmp_path).recall() == {}


def test_what_counts_no_more_leaves_the_file(tmp_path: Path) -> None:
    """Law: a sensor that is well again is not overruled by an old file."""
    memory = Memory(BOARD, tmp_path)
    memory.keep(SAID)
    memory.keep({})
    assert Memory(BOARD, tmp_path).recall() == {}


def test_a_file_that_is_damaged_is_told_and_means_nothing(tmp_path: Path) -> None:
    """Law: nobody is asked to believe half a file."""
    Memory(BOARD, tmp_path).keep(SAID)
    (tmp_path / NAME).write_text('{"content": {"board": "ttt3d", "stacks": {"Ab2": ["black"]}}}')
    log: list[str] = []
    assert Memory(BOARD, tmp_path, log=log.append).recall() == {}
    assert any("checksum" in line for line in log)


def test_a_disk_that_takes_nothing_is_told_once(tmp_path: Path) -> None:
    """Law: and stops nothing."""
    log: list[str] = []
    memory = Memory(BOARD, tmp_path / "gone", log=log.append)
    memory.keep(SAID)
    memory.keep({})
    assert len(log) == 1
    assert "not kept" in log[0]
