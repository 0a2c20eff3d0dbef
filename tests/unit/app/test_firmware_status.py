"""What `triboard firmware status` reads in the flash of a controller whose firmware does not answer."""

from typing import cast

import pytest

from triboard.app.firmware_status import look_inside
from triboard.drivers.pico import Machine, Prompt


class Flash:
    """A prompt with files and nothing else."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = files

    def read(self, name: str) -> bytes | None:
        return self._files.get(name)

    def machine(self) -> Machine:
        return Machine("micropython", (1, 28, 0), "rp2", "Raspberry Pi Pico with RP2040")


@pytest.mark.parametrize(
    ("stored", "crashes", "last"),
    [
        (None, 0, ""),
        (b"", 0, ""),
        (b"6\nscanner.py:7 ImportError: no module named 'colour'\ncounted", 6, "scanner.py:7 ImportError"),
        (b"2\nthe watchdog: a scan did not end\n", 2, "the watchdog"),
        (b"\xff\xfe", 0, ""),
    ],
)
def test_it_says_what_the_last_crash_was(stored: bytes | None, crashes: int, last: str) -> None:
    """Law: how often it crashed in a row and where, as the firmware noted; damaged notes are none."""
    files = {} if stored is None else {"crashes.txt": stored}
    found = look_inside(cast(Prompt, Flash(files)))
    assert found.crashes == crashes
    assert found.last_crash.startswith(last)
    assert bool(found.last_crash) == bool(last)
