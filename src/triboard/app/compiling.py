"""Compiles the engines by mypyc, beside the source and never in it (see `app.compiled`)."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from triboard.app.compiled import MODULES, PACKAGE, SUFFIX, files_in, key
from triboard.errors import MachineError


def compile_engines(root: Path) -> Path:
    """The folder below `root` with engines of this source for this Python; compiled now if it is not there.

    Takes half a minute, some on a Pi. Raises `MachineError` with the remedy where a tool is missing, the
    compiler fails or the folder cannot be written.
    """
    folder = root / key()
    if files_in(folder):
        return folder
    if missing := [name for name in ("mypyc", "setuptools") if find_spec(name) is None]:
        raise MachineError(f"There is no {' and no '.join(missing)} here. Run: pip install 'triboard[fast]'")
    try:
        root.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=root, prefix=".") as name:
            _compile(Path(name))
            _keep(Path(name), folder)
    except OSError as error:
        raise MachineError(
            f"{root}: {error.strerror}. Run it as who may write there, or name a folder by --to."
        ) from error
    return folder


def _compile(work: Path) -> None:
    """Compile a copy of the source in `work`."""
    shutil.copytree(PACKAGE, work / PACKAGE.name, ignore=_no_source)
    (work / "mypy.ini").write_text("[mypy]\n")  # else that of a folder above would count, say of a checkout
    files = [f"{module.replace('.', '/')}.py" for module in MODULES]
    done = subprocess.run(
        [sys.executable, "-m", "mypyc", "--explicit-package-bases", *files],
        cwd=work,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        last = (done.stdout + done.stderr).strip().rpartition("\n")[2]
        raise MachineError(
            f"The engines were not compiled: {last}. That takes a C compiler and the headers of Python;"
            " on Debian: apt install gcc python3-dev"
        )


def _no_source(folder: str, names: list[str]) -> list[str]:
    """Files that a compiler does not read."""
    return [name for name in names if not name.endswith(".py") and not (Path(folder) / name).is_dir()]


def _keep(work: Path, folder: Path) -> None:
    """Put what was compiled into its folder, whole or not at all."""
    whole = work / "whole"
    for path in (*work.glob(f"*{SUFFIX}"), *(work / PACKAGE.name).rglob(f"*{SUFFIX}")):
        target = whole / path.relative_to(work)
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)
    if folder.exists():
        shutil.rmtree(folder)  # something is missing in it
    whole.rename(folder)
