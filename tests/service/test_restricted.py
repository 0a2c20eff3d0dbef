"""The restrictions of the units as far as a machine allows them without root and without systemd.

Applied here: an own network with nothing in it and the page's socket handed in, a read-only system but for
the state folder, no capabilities, no new privileges, few files, a closed umask. What only the units of
`test_hardened.py` can show: the list of devices, the filter of system calls, the limits of memory and tasks.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

from tests.service.private_systemd import ROOT, unavailable

PATIENCE = 60.0

CONFINED = """
set -e
mount --bind "$1" "$1"
mount -o remount,bind,ro /
! touch "$2" 2>/dev/null || { echo "the system can be written" >&2; exit 1; }
ulimit -n 1024
umask 077
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$3" -c "$4" "$1"
"""

HANDED_OVER = """
import os, sys
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
sys.argv = ["triboard", "simulate", "--no-browser", "--players", "2", "--state-dir", sys.argv[1]]
from triboard.cli import main
main()
"""


def needs_namespaces() -> None:
    for tool in ("unshare", "setpriv", "mount"):
        if shutil.which(tool) is None:
            unavailable(f"{tool} is missing")
    tried = subprocess.run(["unshare", "--user", "--map-root-user", "--net", "--mount", "true"], timeout=30)
    if tried.returncode:
        unavailable("this kernel lets nobody make a user namespace")


def test_a_game_is_played_without_a_network_a_writable_system_or_any_right(tmp_path: Path) -> None:
    """Law: a descriptor, a state folder and a pty are all that the program needs of the machine."""
    needs_namespaces()
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    with socket.create_server(("127.0.0.1", 0)) as page:
        port = page.getsockname()[1]
        command = ["unshare", "--user", "--map-root-user", "--net", "--mount", "sh", "-c", CONFINED, "-"]
        process = subprocess.Popen(
            [*command, str(state), str(tmp_path / "elsewhere"), sys.executable, HANDED_OVER],
            preexec_fn=lambda: os.dup2(page.fileno(), 3, inheritable=True),
            pass_fds=(3,),
            cwd=ROOT,
        )
        url = f"http://127.0.0.1:{port}/"
        played = subprocess.run(
            [sys.executable, str(ROOT / "tests/service/page.py"), url, "2"],
            capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip
        process.terminate()
        process.wait(timeout=PATIENCE)
    assert played.returncode == 0, played.stderr
    assert len(json.loads(played.stdout)["moves"]) == 2
    assert process.returncode == 0
    assert {oct(path.stat().st_mode & 0o077) for path in state.iterdir()} == {"0o0"}
