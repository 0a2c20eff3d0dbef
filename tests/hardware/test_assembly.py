"""The assembly pages: every command on them runs, on mock hardware, and passes on a board that is whole."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.hardware.builder import Builder, commands
from tests.hardware.files import BUILDS, HARDWARE
from tests.installation.pico_on_pty import PicoOnPty

from triboard.care.round import SELFTEST
from triboard.errors import ControllerError
from triboard.sim.vm_process import interpreter

MakeBuilder = Callable[[str], Builder]

REPEATED = ("firmware", "run")
"""Commands that are the same for every board; they take a process, and run for one of them."""


def has_micropython() -> bool:
    """Whether there is a virtual machine to install the firmware into."""
    try:
        return bool(interpreter())
    except ControllerError:
        return False


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeBuilder]:
    """Makes a builder before the page of a build, who goes away afterwards."""
    made: list[Builder] = []

    def make(build: str) -> Builder:
        page = (HARDWARE / build / "assembly.md").read_text()
        made.append(Builder(tmp_path, build, page, monkeypatch))
        return made[-1]

    yield make
    for builder in made:
        builder.close()


@pytest.mark.parametrize(
    "build", ["starter", *(pytest.param(one, marks=pytest.mark.long) for one in BUILDS if one != "starter")]
)
def test_every_command_of_the_page_passes(
    build: str, at: MakeBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law: whoever types the commands of the page on a board that is whole sees each of them pass; the whole
    check has a result for every light, sensor, button and rim."""
    builder = at(build)
    if build != "starter":
        monkeypatch.setattr("triboard.commands.hardware.erc.installed", lambda: False)
    for words in commands((HARDWARE / build / "assembly.md").read_text()):
        if words[0] in REPEATED:
            continue
        answer = builder.type(words)
        if "A game is under way" in answer.err:  # the page says what to do then
            builder.new_game()
            answer = builder.type(words)
        assert answer.code == 0, (words, answer.out, answer.err, builder.results)
    assert not [one for one in builder.results if not one.endswith(("passed", "skipped"))]
    assert f"hardware check {BUILDS[build]}" in builder.ran
    assert {"selftest --step 0", "selftest --step 1", "selftest --step 2", "calibrate"} <= set(builder.ran)


def test_buttons_and_rims_of_a_richer_board(at: MakeBuilder) -> None:
    """Law: steps 3 and 4 of the check pass for the board that has buttons and rims."""
    builder = at("ttt3d")
    for words in commands((HARDWARE / "ttt3d" / "assembly.md").read_text()):
        if words[0] == "selftest" and words[-1] in ("3", "4"):
            assert builder.type(words).code == 0, builder.results
    assert builder.ran == ["selftest --step 3", "selftest --step 4"]
    assert len(builder.results) == 5 + 3


def test_the_daemon_starts_with_the_settings_of_the_page(at: MakeBuilder) -> None:
    """Law: `board.toml` as the page gives it and `triboard run` bring up the page of the board."""
    builder = at("starter")
    [words] = [one for one in commands((HARDWARE / "starter" / "assembly.md").read_text()) if one[0] == "run"]
    assert builder.type(words).code == 0


@pytest.mark.skipif(not has_micropython(), reason="MicroPython's virtual machine is not installed")
@pytest.mark.timeout(180)
def test_the_firmware_comes_onto_a_pico(
    at: MakeBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law: the commands of the step "The controller" bring our firmware to an empty Pico."""
    pico = PicoOnPty(tmp_path)
    try:
        monkeypatch.setattr("triboard.commands.firmware.the_port", lambda named, unit: named or pico.path)
        builder = at("starter")
        for words in commands((HARDWARE / "starter" / "assembly.md").read_text()):
            if words[0] == "firmware":
                answer = builder.type(words)
                assert answer.code == 0, answer.err
        assert "my-ttt3d" in answer.out
        assert len(builder.ran) == 2
    finally:
        pico.close()


@pytest.mark.parametrize("build", BUILDS)
def test_pages_are_complete(build: str) -> None:
    """Law: every step ends with a check; each step of the opening check for which the board has something is
    on the page; pictures and linked files are there; no other board's commands are."""
    folder = HARDWARE / build
    page = (folder / "assembly.md").read_text()
    steps = re.split(r"^## \d+\. ", page, flags=re.MULTILINE)[1:]
    assert len(steps) >= 7
    assert all("**Check.**" in step for step in steps)
    named = {int(found) for found in re.findall(r"selftest --step (\d)", page)}
    wanted = (
        set(range(len(SELFTEST))) if build == "ttt3d" else {0, 1, 2} | ({3} if build != "starter" else set())
    )
    assert named == wanted
    for file in folder.glob("*.md"):
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", file.read_text()):
            assert (folder / link).exists(), (file.name, link)
    assert {words[-1] for words in commands(page) if words[0] == "hardware"} == {BUILDS[build]}
