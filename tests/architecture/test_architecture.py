"""The rules that keep the code base small, layered and honest."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from triboard import errors

ROOT = Path(__file__).parents[2]
MOST_LINES = 400
CODE = (".py", ".js", ".css", ".c", ".h")
TOP_LEVEL = {
    "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE",
    "firmware", "src", "hardware", "tests", "systemd", "docs",
}  # fmt: skip
PURE = ("rules", "protocol", "board", "session", "care", "light", "opponents")
IMPURE_MODULES = {"asyncio", "time", "threading", "socket", "random"}


def sources(*suffixes: str) -> Iterator[Path]:
    """Files of ours with these suffixes."""
    for folder in ("src", "tests", "firmware"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes and "node_modules" not in path.parts:
                yield path


def test_every_file_has_one_subject_and_stays_under_400_lines() -> None:
    """Law: no source file is longer than 400 lines."""
    long = {
        str(path.relative_to(ROOT)): len(path.read_text().splitlines())
        for path in sources(*CODE)
        if len(path.read_text().splitlines()) > MOST_LINES
    }
    assert long == {}


def test_there_is_one_exception_tree() -> None:
    """Law: every exception class of ours derives from `TriboardError`, defined beside it or not."""
    strays = []
    for path in sources(".py"):
        if "src" not in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                if bases & {"Exception", "BaseException", "ValueError", "RuntimeError", "OSError"}:
                    strays.append(f"{path.name}: {node.name}")
    assert strays == ["errors.py: TriboardError"]


def test_errors_say_who_is_at_fault() -> None:
    """Law: the direct children of the root are player, controller, configuration, storage and us."""
    children = {child.__name__ for child in errors.TriboardError.__subclasses__()}
    assert children >= {
        "PlayerError", "ControllerError", "ConfigurationError", "StorageError", "InternalError",
    }  # fmt: skip


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_import_neither_time_nor_chance(package: str) -> None:
    """Law: the pure packages import no clock, no chance, no thread and no socket (also by name inside)."""
    found = []
    for path in sorted((ROOT / "src/triboard" / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            found += [f"{path.name}: {name}" for name in names if name.split(".")[0] in IMPURE_MODULES]
    assert found == []


def test_the_top_level_is_the_agreed_one() -> None:
    """Law: nothing stands at the top level but what the project's owner fixed."""
    names = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    tracked = {name for name in names if name not in ("build", "dist")}
    assert tracked <= TOP_LEVEL


def test_every_dependency_says_why_it_was_chosen() -> None:
    """Law: each run-time dependency in pyproject.toml stands on a line with a reason."""
    text = (ROOT / "pyproject.toml").read_text()
    for dependency in tomllib.loads(text)["project"]["dependencies"]:
        line = next(line for line in text.splitlines() if f'"{dependency}"' in line)
        assert "#" in line, f"{dependency} has no reason beside it"


def test_silenced_checks_carry_their_reason() -> None:
    """Law: every `noqa` and `type: ignore` names its rule and has words beside it."""
    bare = []
    for path in sources(".py"):
        if path == Path(__file__):
            continue
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            for mark in ("# noqa", "# type: ignore"):
                if mark in line:
                    rest = line.split(mark, 1)[1].lstrip(":[]ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789, ")
                    rest = rest.split("]", 1)[-1].strip(" -#(")
                    if len(rest) < 8:
                        bare.append(f"{path.relative_to(ROOT)}:{number}")
    assert bare == []
