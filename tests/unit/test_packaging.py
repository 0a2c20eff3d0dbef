"""What the wheel carries besides the package: the firmware's files."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from triboard.app.firmware_files import LISTING, read_files
from triboard.app.packaged import firmware_files

ROOT = Path(__file__).parents[2]
PLACE = "triboard.firmware_files"


def test_the_build_puts_the_firmware_into_the_package() -> None:
    """Law: `firmware/` stands in the place of a package that is empty in a checkout."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert tool["package-dir"] == {"": "src", PLACE: "firmware"}
    assert "*.py" in tool["package-data"][PLACE]
    placeholder = ROOT / "src" / PLACE.replace(".", "/")
    assert [path.name for path in placeholder.iterdir() if path.name != "__pycache__"] == ["__init__.py"]


def test_what_is_installed_is_what_lies_in_firmware() -> None:
    """Law: every `firmware/*.py` goes to the Pico, and a listing with their hashes."""
    names = {path.name for path in (ROOT / "firmware").glob("*.py")}
    assert set(read_files().contents) == {*names, LISTING}
    assert {"boot.py", "main.py", "version.py"} <= names
    assert firmware_files() == ROOT / "firmware"
    assert read_files().version != "unknown"


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_wheel_carries_every_file(tmp_path: Path) -> None:
    """Law: built from the tracked files, the wheel has the firmware byte by byte. Needs a package index."""
    source = tmp_path / "source"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in tracked.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", str(tmp_path), str(source)]
    subprocess.run(command, check=True, timeout=500)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for path in (ROOT / "firmware").glob("*.py"):
            assert archive.read(f"triboard/firmware_files/{path.name}") == path.read_bytes()
