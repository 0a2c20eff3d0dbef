"""`triboard install` for real: into a fresh Debian, its services started, updated, taken back and removed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.service.debian import changed_wheel, debian, wheel_folder
from tests.service.private_systemd import ROOT, PrivateSystemd, needs_private_systemd, private_systemd

pytestmark = [pytest.mark.long, pytest.mark.timeout(3000)]

UNIT = "triboard-socket.service"
COMMAND = "/usr/local/bin/triboard"
TEST = """[Service]
ExecStart=
ExecStart=/opt/triboard/current/bin/triboard simulate --no-browser --state-dir /var/lib/triboard --players 2
"""
"""The simulated board in place of the real one; nothing else of the unit is changed."""


def install_into(root: Path, *arguments: str) -> tuple[dict[str, Any], str]:
    """The command for the system in a folder; what it printed, and what it said."""
    done = subprocess.run(
        [sys.executable, "-m", "triboard", "install", "--root", str(root), *arguments],
        capture_output=True, text=True, timeout=1800, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer, done.stderr


def tree(root: Path) -> dict[str, tuple[int, int]]:
    """Every file of a folder with its length and time."""
    found = {}
    for folder, _, names in os.walk(root):
        for name in names:
            told = os.lstat(os.path.join(folder, name))
            found[os.path.relpath(os.path.join(folder, name), root)] = (told.st_size, told.st_mtime_ns)
    return found


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_installed_updated_taken_back_and_removed(suite: str, tmp_path: Path) -> None:
    """Law: on a fresh Debian the one command leads to a page on port 80 where a game is played; a second run
    changes nothing; no update in a game; a good one stays, a bad one is taken back; games stay."""
    needs_private_systemd()
    root = debian(tmp_path, suite)
    wheels = wheel_folder(tmp_path / "wheels", suite)
    good = changed_wheel(wheels, tmp_path / "good", {"triboard/__init__.py": "# newer\n"})
    bad = changed_wheel(wheels, tmp_path / "bad", {"triboard/app/service.py": "raise ZeroDivisionError\n"})
    fresh = tree(root)
    planned, _ = install_into(root, "--wheels", str(wheels), "--page", "socket", "--dry-run")
    assert tree(root) == fresh
    done, _ = install_into(root, "--wheels", str(wheels), "--page", "socket")
    assert (done["done"], done["version"]) == (planned["done"], planned["version"])
    before = tree(root)
    assert install_into(root, "--wheels", str(wheels))[0]["done"] == []
    changed = {name for name, told in tree(root).items() if before.get(name) != told}
    assert {name for name in changed if "__pycache__" not in name} == set()
    files = {
        f"etc/systemd/system/{UNIT}.d/test.conf": TEST,
        "opt/page.py": (ROOT / "tests/service/page.py").read_text(),
    }
    shown = [(str(wheels), "/mnt/wheels"), (str(good), "/mnt/good"), (str(bad), "/mnt/bad")]
    with private_systemd(tmp_path / "run", files, lower=root, binds=shown) as inside:
        lived_with(inside)


def lived_with(inside: PrivateSystemd) -> None:
    """Play, update in a game and after it, update badly, uninstall."""
    inside.run("systemctl", "start", UNIT)
    played = json.loads(python(inside, "/opt/page.py", "http://127.0.0.1/", "3"))
    assert len(played["moves"]) == 3
    said = inside.run("sh", "-c", f"{COMMAND} install --wheels /mnt/good 2>&1; echo $?", timeout=600)
    assert "ttt3d at ply 3 is under way" in said
    assert said.split()[-1] == "2"
    inside.run("sh", "-c", f"systemctl stop {UNIT}; rm -rf /var/lib/triboard/*; systemctl start {UNIT}")
    was = current(inside)
    inside.run(COMMAND, "install", "--wheels", "/mnt/good", timeout=600)
    now = current(inside)
    assert now != was
    assert inside.run("readlink", "/opt/triboard/previous").strip() == was
    said = inside.run("sh", "-c", f"{COMMAND} install --wheels /mnt/bad 2>&1; echo $?", timeout=600)
    assert "did not prove good" in said
    assert said.split()[-1] == "1"
    assert current(inside) == now
    inside.until(
        lambda: inside.run("systemctl", "is-active", UNIT, check=False).strip() == "active",
        what="not back",
    )
    removed(inside)


def removed(inside: PrivateSystemd) -> None:
    """Uninstall while it runs; what stays."""
    kept = {"journal", "lock"}
    assert kept <= set(inside.run("ls", "/var/lib/triboard").split())
    inside.run(COMMAND, "install", "--uninstall")
    assert kept <= set(inside.run("ls", "/var/lib/triboard").split())
    assert inside.run("id", "-un", "triboard").strip() == "triboard"
    left = inside.run(
        "sh", "-c", "ls -d /opt/triboard /etc/*/*triboard* /etc/systemd/system/*triboard*", check=False
    )
    ours = {f"/etc/systemd/system/{UNIT}.d", "/etc/systemd/system/triboard-test.target"}  # of this test
    assert set(left.split()) - ours == {"/etc/triboard/triboard.toml"}


def current(inside: PrivateSystemd) -> str:
    return inside.run("readlink", "/opt/triboard/current").strip()


def python(inside: PrivateSystemd, *arguments: str) -> str:
    return inside.run("/opt/triboard/current/bin/python", *arguments)
