"""Compiled engines: they answer as their source does, and are never used where they do not fit it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.unit.rules.commands import triboard

from triboard.app import compiled
from triboard.app.compiling import compile_engines
from triboard.app.engine_forms import question_line
from triboard.app.engines import COMMAND
from triboard.opponents.engine import Grade
from triboard.opponents.games import INSIGHTS
from triboard.rules.chance import dealt
from triboard.rules.registry import GAMES
from triboard.session.effects import AskOpponent

KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ttt3d", {"players": 2}),
    ("ttt3d", {"players": 4}),
    ("ttt3d", {"players": 3, "rims": True}),
    ("troika", {}),
    ("trike", {"size": 7}),
    ("trioker", {}),
    ("trioker", {"mode": "rapid", "players": 2}),
    ("trioker", {"mode": "original", "players": 3}),
    ("trioker", {"mode": "simple", "players": 2}),
)

PLIES = (4, 11)
"""So far into a random game engines are asked."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where compiled engines of this source are looked for; files by the names of all modules lie there."""
    monkeypatch.setenv(compiled.FOLDER, str(tmp_path))
    folder = tmp_path / compiled.key()
    for name in (*compiled.MODULES, "shared__mypyc"):
        path = folder / f"{name.replace('.', '/')}{compiled.SUFFIX}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return folder


def test_every_module_that_is_compiled_exists() -> None:
    """Law: a module that was renamed does not fall out of the compiled build in silence."""
    assert all(find_spec(name) for name in compiled.MODULES)


def test_only_complete_engines_of_this_very_source_are_found(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law (issue 9 point 11): what is missing, incomplete, stale or of another Python is as if it were not
    there, and so is everything where the variable is empty."""
    assert set(compiled.MODULES) < set(compiled.found())
    whole = compiled.key()
    monkeypatch.setattr(compiled, "SUFFIX", ".cpython-399-other.so")
    assert compiled.key() != whole
    assert not compiled.found()
    monkeypatch.undo()
    changed = tmp_path / "changed"
    shutil.copytree(
        compiled.PACKAGE, changed, ignore=lambda _, names: [name for name in names if name == "web"]
    )
    (changed / "rules" / "trike" / "more.py").write_text("# one line more")
    monkeypatch.setattr(compiled, "PACKAGE", changed)
    assert compiled.key() != whole
    monkeypatch.undo()
    monkeypatch.setenv(compiled.FOLDER, str(folder.parent))
    next(folder.rglob("search*")).unlink()
    assert not compiled.found()
    monkeypatch.setenv(compiled.FOLDER, "")
    assert not compiled.found()


def test_a_process_that_has_loaded_the_source_stays_with_it(folder: Path) -> None:
    """Law: compiled modules and source are never mixed; `engines` tells which of them run."""
    assert not compiled.use()
    told = triboard("opponents", "engines").json
    assert told == {"engines": "pure Python", "folder": str(folder)}


def test_compiling_without_its_tools_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: one clear line with the remedy."""
    monkeypatch.setattr("triboard.app.compiling.find_spec", lambda name: None)
    done = triboard("opponents", "compile", "--to", str(tmp_path))
    assert done.code == 1
    assert "triboard[fast]" in done.err


def test_a_folder_that_cannot_be_written_is_named_before_anything_is_compiled() -> None:
    """Law: one clear line with the remedy."""
    done = triboard("opponents", "compile", "--to", "/proc/compiled")
    assert done.code == 1
    assert "/proc/compiled" in done.err
    assert "--to" in done.err


def questions() -> Iterator[str]:
    """Lines for the engines' process: every kind of game and grade, early and later."""
    for (name, options), plies in product(KINDS, PLIES):
        chance = Random(plies)
        game, given = GAMES[name], dealt(GAMES[name], options, chance.randrange)
        state = game.start(given)
        moves: list[str] = []
        while len(moves) < plies or INSIGHTS[name].by_chance(state):
            move = chance.choice(list(INSIGHTS[name].moves(state)))
            after = game.play(state, move)
            if game.outcome(after) is not None:
                break
            state = after
            moves.append(game.format_move(move))
        for grade in Grade:
            yield question_line(AskOpponent(1, name, given, tuple(moves), grade), 1)


def answers(folder: str) -> list[dict[str, Any]]:
    """What the engines' process says, with compiled engines looked for in a folder."""
    pipe, environment = subprocess.PIPE, {**os.environ, compiled.FOLDER: folder}
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked = list(questions())
        process.stdin.writelines(asked)
        process.stdin.flush()
        return [json.loads(process.stdout.readline()) for _ in asked]


def kind(folder: str) -> str:
    """Which engines `triboard opponents` runs."""
    command = [sys.executable, "-m", "triboard", "opponents", "engines"]
    environment = {**os.environ, compiled.FOLDER: folder}
    done = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=60)
    return str(json.loads(done.stdout)["engines"])


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_compiled_engines_answer_as_their_source_does(tmp_path: Path) -> None:
    """Law (issue 9 point 11): one source, two builds: the same question with the same seed has the same move,
    value, reason and nodes. Needs a C compiler."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    made = compile_engines(tmp_path)
    assert kind(str(tmp_path)) == "compiled"
    assert kind("") == "pure Python"
    assert answers(str(tmp_path)) == answers("")
    assert compile_engines(tmp_path) == made
    assert [path.name for path in tmp_path.iterdir()] == [made.name]
