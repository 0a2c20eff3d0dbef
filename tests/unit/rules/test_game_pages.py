"""docs/games keeps its word: options, commands, Python and pictures are what the code has."""

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.tools.board_pictures import FOLDER, PICTURES

from triboard.cli import cli
from triboard.rules.registry import GAMES

PAGES = FOLDER.parent
LIMIT = 400


def page(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page(name), re.MULTILINE | re.DOTALL)


def commands(name: str) -> list[tuple[str, list[str]]]:
    """Every `$ command` of a page with the lines that it prints."""
    found = []
    for block in blocks(name, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *printed = part.splitlines()
            found.append((command, printed))
    return found


COMMANDS = [(command, printed) for name in GAMES for command, printed in commands(name)]


@pytest.mark.parametrize("name", GAMES)
def test_the_options_of_a_page_are_those_of_the_game(name: str) -> None:
    """Every option with its default, in the same order, and no other."""
    table = page(name).partition("\n## Options\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \|", table, re.MULTILINE)
    documented = [(option, json.loads(default)) for option, default in rows]
    assert documented == [(option, entry.default) for option, entry in GAMES[name].options.items()]


@pytest.mark.parametrize("name", GAMES)
def test_a_page_names_every_mode(name: str) -> None:
    """A mode that is not on the page is a game that nobody finds."""
    for mode in GAMES[name].modes:
        assert f"`{mode}`" in page(name)


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command[-60:] for command, _ in COMMANDS])
def test_a_command_of_a_page_prints_what_the_page_says(command: str, printed: list[str]) -> None:
    """Line by line; a line that ends with `...` tells only how it begins."""
    words, given = shlex.split(command), None
    if words[0] == "echo":
        assert words[2] == "|"
        given, words = words[1] + "\n", words[3:]
    assert words[0] == "triboard"
    result = CliRunner().invoke(cli, words[1:], input=given)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert len(lines) == len(printed)
    for line, said in zip(lines, printed, strict=True):
        if said.endswith("..."):
            assert line.startswith(said[:-3])
        else:
            assert line == said


@pytest.mark.parametrize("name", GAMES)
def test_the_python_of_a_page_runs(name: str) -> None:
    """The example asserts what it claims, and there is one."""
    examples = blocks(name, "python")
    assert examples
    for example in examples:
        exec(compile(example, f"{name}.md", "exec"), {})


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_fresh(name: str) -> None:
    """Pictures follow from the geometry; after a change run `python -m tests.tools.board_pictures`."""
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == str(PICTURES[name]())


def test_every_picture_stands_on_a_page() -> None:
    """No page shows a picture that is not there; no picture waits in vain."""
    shown = {path for name in GAMES for path in re.findall(r"\]\(pictures/([\w-]+)\.svg\)", page(name))}
    assert shown == set(PICTURES)
    assert {file.stem for file in FOLDER.iterdir()} == set(PICTURES)


def test_pages_are_short_enough_to_read() -> None:
    """No file is longer than the project's limit."""
    assert all(
        len(file.read_text(encoding="utf-8").splitlines()) <= LIMIT for file in Path(PAGES).glob("*.md")
    )
