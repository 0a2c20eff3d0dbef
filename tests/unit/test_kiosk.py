"""The recipe for a screen beside the board (docs/kiosk.md): its script waits, and leaves nothing behind."""

import os
import socket
import subprocess
from pathlib import Path

KIOSK = Path(__file__).parents[2] / "docs" / "examples" / "kiosk"

BROWSER = """#!/bin/sh
for word in "$@"; do
    case $word in --user-data-dir=*) ls -d "${word#*=}" ;; esac
done
printf '%s\\n' "$@"
"""


def start(folder: Path, address: str) -> "subprocess.Popen[str]":
    """The script with a browser that only says what it was asked for."""
    browser = folder / "browser"
    browser.write_text(BROWSER)
    browser.chmod(0o755)
    runtime = folder / "run"
    runtime.mkdir()
    environment = {
        **os.environ,
        "TRIBOARD_BROWSER": str(browser),
        "TRIBOARD_DISPLAY": address,
        "XDG_RUNTIME_DIR": str(runtime),
    }
    return subprocess.Popen(
        ["bash", str(KIOSK / "kiosk.sh")], env=environment, stdout=subprocess.PIPE, text=True
    )


def test_the_script_waits_for_the_board_and_keeps_its_profile_in_ram(tmp_path: Path) -> None:
    """Law (exhibit 50): no error page before the board is there; a profile of its own, gone at the end."""
    with socket.socket() as board:
        board.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{board.getsockname()[1]}/display"
        script = start(tmp_path, address)
        try:
            script.communicate(timeout=0.3)
        except subprocess.TimeoutExpired:
            board.listen()
        else:
            raise AssertionError("the browser was started before the board was there")
        said, _ = script.communicate(timeout=20)
    lines = said.splitlines()
    assert lines[0].startswith(str(tmp_path / "run" / "kiosk."))
    assert lines[-1] == address
    assert f"--user-data-dir={lines[0]}" in lines
    assert "--kiosk" in lines
    assert list((tmp_path / "run").iterdir()) == []
    assert script.returncode == 0


def test_the_unit_never_gives_up_and_lets_the_board_live() -> None:
    """Law: the browser is what memory takes first; a screen that goes dark is lit again without anybody."""
    unit = (KIOSK / "kiosk.service").read_text("utf-8").splitlines()
    for line in ("Restart=always", "StartLimitIntervalSec=0", "OOMScoreAdjust=500", "PAMName=login"):
        assert line in unit
