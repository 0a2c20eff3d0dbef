"""Random bytes in any file of the state folder stop no game (exhibit 4, E-store-garbage)."""

from pathlib import Path
from random import Random

import pytest
from tests.journeys.table import Table

from triboard.app.settings import read_settings, write_page
from triboard.app.storage import open_state
from triboard.board.load import load_board
from triboard.store.secret import token_of

OPTIONS = {"players": 3}
KINDS = ("game-000001.journal", "settings.json", "settings.json.previous", "admin-token", "lock")


def lived(folder: Path) -> None:
    """A state folder with everything that there can be in it."""
    table = Table(folder, OPTIONS)
    for hole, colour in (("Ab2", "white"), ("Ac1", "black"), ("Bb2", "red")):
        table.drop(hole, colour)
    table.close()
    for palette in ("night", "high-contrast"):
        write_page(folder, {"light.palette": palette})
    token_of(folder)
    (folder / "lock").write_text("1\n")


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_garbage_in_any_file_is_moved_aside_or_replaced_and_play_goes_on(
    name: str, seed: int, tmp_path: Path
) -> None:
    """Law: the daemon starts and plays; what was wrong is told; a damaged game is kept aside."""
    lived(tmp_path)
    [file] = tmp_path.rglob(name)
    chance = Random(seed)
    file.write_bytes(chance.randbytes((0, 1, 300, 70_000)[seed]))
    told: list[str] = []
    settings = read_settings(None, environ={}, state_dir=tmp_path)
    opened = open_state(tmp_path, load_board("ttt3d"), OPTIONS, log=told.append)
    assert opened.lock is not None
    opened.lock.release()
    opened.journal.close()
    assert opened.token is not None
    assert len(opened.token) >= 22
    if name.endswith(".journal"):
        assert not opened.resumed
        assert any("damaged" in line for line in told)
        assert list(tmp_path.rglob("*.damaged-*"))
    else:
        assert opened.resumed
    if name == "settings.json":
        assert settings.config.light.palette == "night"
        assert settings.notes
    elif name.startswith("settings"):
        assert settings.config.light.palette == "high-contrast"
    table = Table(tmp_path, OPTIONS)
    if not name.endswith(".journal"):
        table.drop("Cb2", "white")
        assert len(table.moves) == 4
    table.close()
