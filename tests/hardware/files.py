"""Board files that somebody has changed, for the checks."""

from importlib import resources
from pathlib import Path

BUILDS = {
    "ttt3d": "ttt3d",
    "troika": "troika",
    "trike": "trike",
    "trioker": "trioker",
    "starter": "ttt3d-presence+starter",
}
"""Folders below hardware/ and the boards that they are made from."""

HARDWARE = Path(__file__).parents[2] / "hardware"


def shipped(name: str) -> str:
    """The text of a shipped board file."""
    return (resources.files("triboard") / "boards" / f"{name}.toml").read_text(encoding="utf-8")


def changed(folder: Path, name: str, *changes: tuple[str, str]) -> str:
    """The path of a copy of a shipped board file with some texts replaced, each of them found."""
    text = shipped(name)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = folder / "changed.toml"
    path.write_text(text)
    return str(path)
