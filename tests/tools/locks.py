"""Locked libraries for the Pi: `python -m tests.tools.locks [--check]`, from pyproject.toml and the index.

Resolves for 64-bit Raspberry Pi OS (glibc of Bookworm and Trixie) with uv, wheels only, hashes of every file,
no index named. `--check` asks the index only whether every locked version still has a wheel for that Pi.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[2]
LOCKS: Final = ROOT / "systemd" / "locks"
TARGETS: Final = {"3.11": "manylinux_2_36", "3.13": "manylinux_2_40"}
"""Python of Raspberry Pi OS 12 and 13, and the newest platform that its C library can load."""

HEAD: Final = """\
# Libraries of Triboard on a Pi: 64 bit, Python {python}. Made by `python -m tests.tools.locks`; do not edit.
# For Python 3.13 the index has no lgpio for the Pi but a placeholder: it comes as Debian's python3-lgpio.
"""


def lock_file(python: str) -> Path:
    """Where the lock of a Python version lies."""
    return LOCKS / f"aarch64-py{python}.txt"


def make(python: str) -> None:
    """Resolve anew; needs the index."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config"),
            *("--python-version", python, "--python-platform", f"aarch64-{TARGETS[python]}"),
            *("--only-binary", ":all:", "--generate-hashes", "--no-header", "--no-annotate"),
            *("--no-emit-index-url", "--extra", "pi", "--extra", "watch", str(ROOT / "pyproject.toml")),
        ],
        stdout=subprocess.PIPE,
        text=True,
        timeout=600,
        check=True,
    )
    LOCKS.mkdir(exist_ok=True)
    lock_file(python).write_text(HEAD.format(python=python) + done.stdout, encoding="utf-8")


def without_wheels(python: str) -> str:
    """What the index says against the lock: versions without a wheel for this Pi, hashes that differ."""
    newest = int(TARGETS[python].rsplit("_", 1)[1])
    platforms = [f"manylinux_2_{minor}_aarch64" for minor in range(17, newest + 1)]
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
                *("--require-hashes", "--only-binary", ":all:", "--no-deps", "--dest", folder),
                *("--implementation", "cp", "--python-version", python),
                *(text for one in ("manylinux2014_aarch64", *platforms) for text in ("--platform", one)),
                *("--requirement", str(lock_file(python))),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=600,
        )
    return "" if done.returncode == 0 else done.stderr


def main() -> None:
    """Make both locks, or check them."""
    for python in TARGETS:
        if "--check" not in sys.argv:
            make(python)
        elif said := without_wheels(python):
            sys.exit(f"{lock_file(python).name}:\n{said}")


if __name__ == "__main__":
    main()
