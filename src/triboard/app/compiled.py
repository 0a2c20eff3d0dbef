"""Engines in machine code, where `triboard opponents compile` made them of the same source (extra `fast`).

They lie in a folder whose name stands for the source they were made of and for this Python. Code of an older
or newer source, or for another Python, is thereby not found, and the source itself runs. Compiled modules
call each other directly, so a process uses all or none: `use` comes before anything imports them.
"""

import hashlib
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any, Final

PACKAGE: Final = Path(__file__).parents[1]

MODULES: Final = (
    *(f"triboard.rules.{game}.playout" for game in ("trike", "trioker", "troika", "ttt3d")),
    "triboard.rules.trioker.light",
    *(
        f"triboard.opponents.{name}"
        for name in (
            "duel_finish",
            "finish",
            "games",
            "near",
            "open_tree",
            "own_tiles",
            "search",
            "table_search",
            "trike_finish",
            "troika_force",
            "troika_search",
            "ttt3d_search",
        )
    ),
)
"""What takes the time of a search. States and moves are made in ways that mypyc does not know."""

FOLDER: Final = "TRIBOARD_COMPILED"
"""Variable of the environment: where compiled engines lie, instead of beside this Python; empty: use none."""

SUFFIX: Final = EXTENSION_SUFFIXES[0]


def root() -> Path | None:
    """The folder of all compiled engines; `None` if none are wanted."""
    said = os.environ.get(FOLDER)
    if said is None:
        return Path(sys.prefix) / "share" / "triboard" / "compiled"
    return Path(said) if said else None


def key() -> str:
    """Name of the source and this Python. Compiled code knows whatever it imports: all of that counts."""
    digest = hashlib.sha256(SUFFIX.encode())
    within = [path for name in ("rules", "opponents") for path in (PACKAGE / name).rglob("*.py")]
    for path in sorted([*PACKAGE.glob("*.py"), *within]):
        digest.update(f"\n{path.relative_to(PACKAGE)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def files_in(folder: Path) -> Mapping[str, Path]:
    """Files of the compiled modules by name, with what they share; nothing unless all are there."""
    files = {
        ".".join(path.relative_to(folder).parts).removesuffix(SUFFIX): path
        for path in folder.rglob(f"*{SUFFIX}")
    }
    return files if set(MODULES) < set(files) else {}


def found() -> Mapping[str, Path]:
    """Files of the compiled modules that fit this source and this Python."""
    folder = root()
    return {} if folder is None or not folder.is_dir() else files_in(folder / key())


def use() -> bool:
    """From now on this process imports compiled engines; whether there are any, and it is early enough."""
    files = found()
    if not files or not sys.modules.keys().isdisjoint(files):
        return False
    sys.meta_path.insert(0, _Finder(files))
    return True


class _Finder:
    """Finds compiled modules before their sources are looked for."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        """See `importlib.abc.MetaPathFinder`."""
        del path, target
        file = self._files.get(name)
        return None if file is None else spec_from_file_location(name, file)
