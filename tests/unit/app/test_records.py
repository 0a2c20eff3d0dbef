"""`triboard records`: games of a state folder, whoever else uses it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.journeys.people import Ttt3dPeople
from tests.journeys.table import Table

from triboard.app.config import default_state_dir
from triboard.app.records import kept_games, record_from
from triboard.commands import where
from triboard.doctor.configuration import SOCKET_UNIT
from triboard.errors import TriboardError
from triboard.rules.record_text import parse_records

OPTIONS = {"players": 2}


def triboard(*words: str | Path, code: int = 0) -> tuple[str, str]:
    """The command; its output and what it says on standard error."""
    command = [sys.executable, "-m", "triboard", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One finished game, and one that is being played by a daemon that holds the lock."""
    place = tmp_path_factory.mktemp("state")
    table = Table(place, OPTIONS, seed=3)
    Ttt3dPeople(table, OPTIONS, Random(3), clumsy=0.2).play_game()
    table.press("NEW")
    table.close()
    return place


def test_every_game_is_listed_with_its_result(folder: Path) -> None:
    """Law: number, whether it is over, game, plies, result."""
    out, _ = triboard("records", "list", "--state-dir", folder)
    first = json.loads(out)["games"][0]
    assert first["number"] == 1
    assert first["game"] == "ttt3d"
    assert first["plies"] >= 27
    assert first["result"].startswith("= ")
    assert "problem" not in first


def test_a_game_is_shown_as_text_with_its_position(folder: Path) -> None:
    """Law: the text is a record that the strict reader takes; the position is full at the end."""
    out, _ = triboard("records", "show", "1", "--state-dir", folder)
    shown = json.loads(out)
    [record] = parse_records(shown["text"])
    assert record.played.outcome is not None
    assert shown["outcome"]["reason"] == "full"
    assert len(shown["position"]) == 27


def test_exported_games_are_replayed_as_they_were(folder: Path, tmp_path: Path) -> None:
    """Law: JSON is what `rules replay` reads, text what `rules convert` reads; both tell the same game."""
    out, _ = triboard("records", "export", "1", "--state-dir", folder)
    file = tmp_path / "game.json"
    file.write_text(out)
    replayed, _ = triboard("rules", "replay", file)
    assert json.loads(replayed)["outcome"]["reason"] == "full"
    text, _ = triboard("records", "export", "1", "--to", "text", "--state-dir", folder)
    file.write_text(text)
    again, _ = triboard("rules", "convert", file)
    assert json.loads(again) == json.loads(out)


def test_take_backs_are_carried_out() -> None:
    """Law: a record has the moves that stand."""
    entries: list[dict[str, Any]] = [{"event": "start", "game": "trike", "options": {"size": 7}}]
    entries += [{"event": "move", "ply": 0, "text": "g4"}, {"event": "takeback", "ply": 0}]
    entries += [{"event": "move", "ply": 0, "text": "d1"}]
    assert record_from(entries).played.texts == ["d1"]


def test_a_damaged_game_is_a_line_with_its_problem_and_stops_no_other(folder: Path, tmp_path: Path) -> None:
    """Law: as much as can be read is told."""
    archive = tmp_path / "archive"
    archive.mkdir()
    good = (folder / "archive" / "game-000001.journal").read_bytes()
    (archive / "game-000001.journal").write_bytes(b"garbage\n")
    (archive / "game-000002.journal").write_bytes(good)
    lines = good.split(b"\n")
    (archive / "game-000003.journal").write_bytes(b"\n".join([*lines[:9], b"x\tdeadbeef\t9", *lines[10:]]))
    rows = json.loads(triboard("records", "list", "--state-dir", tmp_path)[0])["games"]
    assert [row["number"] for row in rows] == [1, 2, 3]
    assert "cannot be read" in rows[0]["problem"]
    assert "problem" not in rows[1]
    assert rows[2]["plies"] == 8
    assert "line 10" in rows[2]["problem"]
    _, error = triboard("records", "show", "1", "--state-dir", tmp_path, code=1)
    assert "Game 1 cannot be read" in error


def test_mistakes_name_the_place_and_the_remedy(folder: Path, tmp_path: Path) -> None:
    """Law: one line, exit code 2."""
    _, error = triboard("records", "list", "--state-dir", tmp_path / "nowhere", code=2)
    assert "is no folder. Name the daemon's folder with --state-dir" in error
    _, error = triboard("records", "show", "99", "--state-dir", folder, code=2)
    assert "no game of this number is kept" in error
    assert json.loads(triboard("records", "list", "--state-dir", tmp_path)[0]) == {"games": []}


def test_a_game_that_ends_while_we_look_is_found_in_the_archive(folder: Path, tmp_path: Path) -> None:
    """Law: a daemon may archive the game between list and reading."""
    journal = tmp_path / "journal"
    journal.mkdir()
    segment = folder / "archive" / "game-000001.journal"
    (journal / segment.name).write_bytes(segment.read_bytes())
    [game] = kept_games(tmp_path)
    (tmp_path / "archive").mkdir()
    (journal / segment.name).rename(tmp_path / "archive" / segment.name)
    record, problem = game.read()
    assert (record.played.outcome is not None, problem) == (True, "")
    (tmp_path / "archive" / segment.name).unlink()
    with pytest.raises(TriboardError):
        game.read()


def test_one_damaged_game_keeps_no_other_back(folder: Path, tmp_path: Path) -> None:
    """Law: all that can be read is exported; what cannot is named on standard error, by exit code 1 too."""
    copied = tmp_path / "state"
    shutil.copytree(folder / "archive", copied / "archive")
    (copied / "archive/game-000007.journal").write_text("garbage")
    out, said = triboard("records", "export", "--state-dir", copied, code=1)
    assert [json.loads(line)["game"] for line in out.splitlines()] == ["ttt3d"]
    assert "Game 7 cannot be read" in said


def test_commands_find_the_service_of_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: without options the settings of the installed service say where games are and which page to ask; a
    service of the socket is on port 80; what is named goes first."""
    file = tmp_path / "triboard.toml"
    file.write_text(f'state_dir = "{tmp_path}/games"\n[web]\nport = 8123\n')
    monkeypatch.setattr(where, "SETTINGS", str(file))
    monkeypatch.setattr(where, "WANTS", str(tmp_path))
    assert where.folder_of(None) == tmp_path / "games"
    assert where.folder_of(tmp_path) == tmp_path
    assert where.page_of(None) == "http://127.0.0.1:8123/"
    (tmp_path / SOCKET_UNIT).symlink_to(file)
    assert where.page_of(None) == "http://127.0.0.1:80/"
    assert where.page_of("http://board.local/") == "http://board.local/"
    monkeypatch.setattr(where, "SETTINGS", str(tmp_path / "none"))
    assert where.folder_of(None) == default_state_dir()


def test_without_a_token_the_code_says_where_it_was_looked_for(tmp_path: Path) -> None:
    """Law: the place and the remedy."""
    _, said = triboard("code", "--state-dir", tmp_path, code=2)
    assert f"{tmp_path}/admin-token" in said
    assert "sudo" in said
