"""Somebody who follows an assembly page: types its commands on mock hardware, and does with hands what is
asked."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import pytest
from tests.field_reports.common import Played
from tests.hardware.files import BUILDS
from tests.journeys.carers import Carer
from tests.unit.rules.commands import Answer, triboard

from triboard.care.round import Kind
from triboard.commands.care_terminal import Terminal
from triboard.units import millis

PATIENCE: Final = 30.0
KINDS: Final = {"selftest": Kind.SELFTEST, "calibration": Kind.CALIBRATION}


def commands(page: str) -> list[list[str]]:
    """The commands of a page, word by word."""
    found = []
    for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL):
        for line in block.strip().splitlines():
            words = shlex.split(line.partition("  #")[0])
            assert words[0] == "triboard", line
            found.append(words[1:])
    return found


def settings(page: str) -> str:
    """The settings file that a page has one write."""
    [block] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    return str(block)


class _Reader(Carer):
    """Reads the prompts as they stand on the page: as text."""

    @property
    def view(self) -> dict[str, Any]:
        seen = super().view
        return {**seen, "text": str(seen["text"])}


class Builder:
    """Follows the page of one build. `ran` lists what was typed."""

    def __init__(self, folder: Path, build: str, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._board = BUILDS[build]
        self._page = page
        self._patch = monkeypatch
        self._game: Played | None = None
        self.ran: list[str] = []
        self.results: list[str] = []

    def type(self, words: list[str]) -> Answer:
        """One command, as its page says it."""
        self.ran.append(" ".join(words))
        match words:
            case ["selftest" | "calibrate", *_]:
                self._patch.setattr(Terminal, "run", lambda _, kind, **how: self._round(kind, **how))
                return triboard(*words)
            case ["doctor"]:
                return triboard("doctor", "--mock")
            case ["run", *_]:
                return self._run(words)
            case _:
                return triboard(*words)

    def _round(self, kind: str, *, steps: tuple[int, ...], interrupt: bool) -> Mapping[str, Any]:
        """A round of care at a bench with this board on it, instead of a daemon in another process."""
        if self._game is None:
            self._game = Played(self._folder / "bench", {}, board=self._board)
        carer = _Reader(self._game)
        for site in self._game.board.sites:
            while self._game.world.standing(site.site):
                self._game.lift(site.site, millis(30))
        self._game.wait(2)
        carer.begin(KINDS[kind], *steps, interrupt=interrupt)
        carer.finish()
        care = carer.view
        self.results += [f"{part['part']} {part['result']}" for part in care["parts"]]
        self._game.daemon.take_back(self._game.run.now)
        return care

    def new_game(self) -> None:
        """As the page's *New game*: the last piece that was taken off may have begun one."""
        assert self._game is not None
        self._game.press("NEW")
        self._game.press("OK")
        self._game.wait(2)

    def _run(self, words: list[str]) -> Answer:
        """Start the daemon with the page's settings, see that it answers, and stop it."""
        (self._folder / "board.toml").write_text(settings(self._page))
        with running(self._folder, words) as url, urlopen(f"{url}healthz", timeout=PATIENCE) as answer:
            return Answer(0 if answer.status == 200 else 1, json.dumps({"url": url}), "")

    def close(self) -> None:
        """Away from the bench."""
        if self._game is not None:
            self._game.close()


@contextmanager
def running(folder: Path, words: list[str]) -> Iterator[str]:
    """The address of a daemon on mock hardware; any port, and a state folder of its own."""
    command = [sys.executable, "-m", "tests.hardware.pi_on_mock", *words]
    command += ["--port", "0", "--state-dir", str(folder / "state")]
    root = Path(__file__).parents[2]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join((str(root / "src"), str(root)))}
    with subprocess.Popen(
        command, cwd=folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if "http://" not in line:
                process.kill()
                raise AssertionError(process.communicate()[1])
            yield line.split()[-1]
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)
