"""A Pico with this version of the firmware, made once; and newer versions to install."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.installation.pico_on_pty import Chip, PicoOnPty

from triboard.app.firmware_files import LISTING, Files, read_files, with_listing
from triboard.app.firmware_install import Wish, install

MakePico = Callable[..., PicoOnPty]


def quiet(text: str) -> None:
    """Nobody reads the progress."""


def newer(version: str, **changed: bytes) -> Files:
    """The firmware under another version, with more behind some files; `extra` is one of its own."""
    files = read_files()
    contents = {name: data for name, data in files.contents.items() if name != LISTING}
    contents["version.py"] = contents["version.py"].replace(files.version.encode(), version.encode())
    for name, more in changed.items():
        contents[f"{name}.py"] = contents.get(f"{name}.py", b"") + more
    return with_listing(contents)


@pytest.fixture(scope="session")
def first_installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a Pico on which this version was installed from nothing."""
    folder = tmp_path_factory.mktemp("first")
    pico = PicoOnPty(folder)
    try:
        report = install(Wish(pico.path), read_files(), quiet)
    finally:
        pico.close()
    assert report["before"] is None
    assert report["kept"] == report["resumed"] == []
    return folder


@pytest.fixture
def pico_of(first_installation: Path, tmp_path: Path) -> Iterator[MakePico]:
    """Makes a Pico with this version on it."""
    made: list[PicoOnPty] = []

    def make(chip: Chip = Chip()) -> PicoOnPty:  # noqa: B008 (a frozen value)
        shutil.copy(first_installation / "flash.bin", tmp_path)
        made.append(PicoOnPty(tmp_path, chip))
        return made[-1]

    yield make
    for pico in made:
        pico.close()
