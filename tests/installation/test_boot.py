"""boot.py after a power cut at every write of flash: the old version or the new one, never a mixture."""

import ast
import subprocess
from pathlib import Path

import pytest
from tests.installation.pico_on_pty import BLOCKS, POWER_ON

from triboard.app.packaged import firmware_files
from triboard.sim.vm_process import interpreter

pytestmark = pytest.mark.timeout(120)

MAKE = """
import os
def put(name, text):
    with open(name, "w") as file:
        file.write(text)
for name in ("main.py", "a.py", "gone.py"):
    put(name, "old")
for name in ("main.py", "a.py", "b.py"):
    put("next." + name, "new")
put("mine.py", "kept")
put("boot.py", BOOT)
put("next.boot.py", BOOT)
"""
PUT = """
def put(name, text):
    with open(name, "w") as file:
        file.write(text)
"""
MARK = PUT + "put('next.complete', 'boot.py\\na.py\\nb.py\\nmain.py\\n-gone.py')"
OLD = {"main.py": "old", "a.py": "old", "gone.py": "old", "mine.py": "kept"}
NEW = {"main.py": "new", "a.py": "new", "b.py": "new", "mine.py": "kept"}


class Flash:
    """A flash chip that is powered for one boot at a time."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "flash.bin"
        self._file.write_bytes(b"\xff" * 4096 * BLOCKS)
        self._script = folder / "script.py"

    def boot(self, *, budget: int = -1, then: str = "") -> str:
        """Power on, run boot.py, then some code instead of main.py; what it printed. May lose its power."""
        text = POWER_ON.read_text().replace('("boot.py", "main.py")', '("boot.py",)')
        self._script.write_text(f"{text}\n{then}\n")
        settings = [self._file, BLOCKS, budget, "Raspberry Pi Pico with RP2040", "rp2", "1.28.0", 1]
        command = [*interpreter(), "-X", "heapsize=1M", self._script, *settings]
        done = subprocess.run(
            [str(word) for word in command], capture_output=True, text=True, timeout=30, check=False
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout

    def files(self, *, budget: int = -1) -> dict[str, str] | None:
        """What lies there after one more boot; `None` when the power went."""
        shown = self.boot(
            budget=budget,
            then="print(repr({n: open(n).read() for n in os.listdir()}))",
        )
        if not shown.strip():
            return None
        found: dict[str, str] = ast.literal_eval(shown)
        assert "next.complete" not in found
        return {name: text for name, text in found.items() if name != "boot.py"}


@pytest.fixture
def flash(tmp_path: Path) -> Flash:
    made = Flash(tmp_path)
    boot = (firmware_files() / "boot.py").read_text()
    made.boot(then=f"BOOT = {boot!r}\n{MAKE}")
    return made


def test_before_the_mark_the_old_version_stays(flash: Flash) -> None:
    """Law: files beside the old ones, without the mark, change nothing, however often it starts."""
    first, again = flash.files(), flash.files()
    assert first == again
    assert first is not None
    assert {name: text for name, text in first.items() if not name.startswith("next.")} == OLD


def test_behind_the_mark_the_new_version_is_put_in_place(flash: Flash) -> None:
    """Law: the next start finishes what the installer began; other people's files stay."""
    flash.boot(then=MARK)
    assert flash.files() == flash.files() == NEW


def test_a_cut_at_every_write_ends_in_the_new_version(tmp_path: Path, flash: Flash) -> None:
    """Law: wherever the power goes while the files are put in place, also in the middle of a write, and goes
    again in the boot that follows, the start after that has the new version, whole."""
    flash.boot(then=MARK)
    marked = (tmp_path / "flash.bin").read_bytes()
    cuts = 0
    while True:
        (tmp_path / "flash.bin").write_bytes(marked)
        if flash.files(budget=cuts) is not None:
            break
        flash.files(budget=cuts // 2)
        assert flash.files() == NEW, cuts
        cuts += 1
    assert cuts > 5


def test_a_cut_at_every_write_of_the_copying_leaves_the_old_version(tmp_path: Path, flash: Flash) -> None:
    """Law: until the mark is whole the old version starts, wherever the power goes; then the new one."""
    before = (tmp_path / "flash.bin").read_bytes()
    seen = []
    copying = (
        MARK.replace("complete", "mark")
        + "\nput('next.a.py', 'new')\nos.rename('next.mark', 'next.complete')\nprint('done')"
    )
    cuts = 0
    while True:
        (tmp_path / "flash.bin").write_bytes(before)
        done = flash.boot(budget=cuts, then=copying).strip() == "done"
        files = flash.files() or {}
        seen.append({name: text for name, text in files.items() if not name.startswith("next.")})
        if done:
            break
        cuts += 1
    assert all(files in (OLD, NEW) for files in seen)
    assert (seen[0], seen[-1]) == (OLD, NEW)
    assert seen == sorted(seen, key=lambda files: files == NEW)
