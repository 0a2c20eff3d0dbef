"""The hardened units, run for real by a systemd of our own: they serve, play, restart and stay confined."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.service.private_systemd import (
    PrivateSystemd,
    needs_private_systemd,
    private_systemd,
    program,
    simulated,
    system_files,
)

from triboard.app.crash_memory import TOLD_FOR
from triboard.app.engines import NICE
from triboard.app.install.settings import SETTINGS, STATE, Page, first_settings

LAN = ("triboard.service", "http://127.0.0.1:8765/")
SOCKET = ("triboard-socket.service", "http://127.0.0.1/")
PYTHON = "/opt/triboard/current/bin/python"
QUICK = "WatchdogSec=3s\nRestartSec=100ms\n"
"""Time is short in a test; every other directive is what a Pi gets."""


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateSystemd]:
    """One systemd for the module, with our user, folders and units."""
    needs_private_systemd()
    settings = {SETTINGS.lstrip("/"): first_settings(Page.SOCKET)}
    files = {**system_files(), **program(), **simulated("--players 2", QUICK), **settings}
    with private_systemd(tmp_path_factory.mktemp("systemd"), files) as systemd:
        systemd.run("sh", "-c", "systemd-sysusers && systemd-tmpfiles --create /etc/tmpfiles.d/triboard.conf")
        systemd.run("sh", "-c", f"chown root:triboard {SETTINGS} && chmod 640 {SETTINGS}")  # as installed
        yield systemd


def restarts(inside: PrivateSystemd, unit: str) -> int:
    return int(inside.show(unit, "NRestarts")["NRestarts"])


def active(inside: PrivateSystemd, unit: str) -> bool:
    return inside.show(unit, "ActiveState")["ActiveState"] == "active"


@pytest.mark.parametrize(("unit", "url", "plies"), [(*LAN, 2), (*SOCKET, 27)])
def test_the_hardened_service_plays_a_game(unit: str, url: str, plies: int, inside: PrivateSystemd) -> None:
    """Law (gate 8): with every restriction in force the daemon is ready, and a game is played on its page by
    simulated hands, over a pty, to the end; each move is kept in the state folder of its own user."""
    inside.run("sh", "-c", "systemctl stop 'triboard*'; rm -rf /var/lib/triboard/*")
    inside.run("systemctl", "start", unit)
    told = inside.show(unit, "ActiveState", "StatusText", "User")
    assert (told["ActiveState"], told["User"]) == ("active", "triboard")
    assert told["StatusText"].startswith("ttt3d")
    said = inside.run(PYTHON, "/opt/triboard/tests/service/page.py", url, str(plies))
    played = json.loads(said)
    assert len(played["moves"]) == plies
    assert played["phase"] == ("finished" if plies == 27 else "play")
    owner = inside.run("stat", "-c", "%U %a", "/var/lib/triboard", "/var/lib/triboard/world.json")
    assert owner.split() == ["triboard", "700", "triboard", "600"]


@pytest.mark.parametrize(("unit", "url"), [SOCKET, pytest.param(*LAN, marks=pytest.mark.long)])
def test_an_opponent_plays_in_the_hardened_service(unit: str, url: str, inside: PrivateSystemd) -> None:
    """Law: the process in which opponents think starts and answers under every restriction (no new executable
    memory, 64 tasks, filtered calls), less urgent than the program, beside the person; both sides' moves are
    kept. The installed settings are read, and what the daemon keeps lies in its folder, for itself alone. A
    service without a network of its own says that nobody is told of the board, though a setting asks so."""
    command = f"/opt/triboard/current/bin/triboard simulate --no-browser --config {SETTINGS}"
    text = (
        f"[Service]\nExecStart=\nExecStart={command} --players 2 --opponent 1=3\n"
        "Environment=TRIBOARD_HEARTBEAT_URL=http://127.0.0.1:9/\n"
    )
    with changed(inside, unit, text):
        inside.run("sh", "-c", "systemctl stop 'triboard*'; rm -rf /var/lib/triboard/*")
        inside.run("systemctl", "start", unit)
        said = inside.run(PYTHON, "/opt/triboard/tests/service/page.py", url, "6", "0")
        assert len(json.loads(said)["moves"]) == 6
        assert inside.run(PYTHON, "-c", NICENESS).split() == [str(NICE)]
        assert inside.show(unit, "NRestarts")["NRestarts"] == "0"
        ask = f"import urllib.request as u; print(u.urlopen('{url}status', timeout=30).read().decode())"
        [told] = json.loads(inside.run(PYTHON, "-c", ask))["watching"]
        kept = inside.run(
            "stat", "-c", "%a %n", *(f"{STATE}/{name}" for name in ("admin-token", "trace.sock"))
        )
        assert [line.split()[0] for line in kept.splitlines()] == ["600", "600"]
        assert ("no network of its own" in told["trouble"]) == (unit == SOCKET[0])


def test_the_program_is_confined(inside: PrivateSystemd) -> None:
    """Law: seen from the running process: no capability, no new privileges, a filter on its calls, a user
    namespace, and without a network in the socket's service."""
    inside.run("systemctl", "start", SOCKET[0])
    pid = inside.show(SOCKET[0], "MainPID")["MainPID"]
    status = dict(
        line.split(":\t", 1)
        for line in inside.run("cat", f"/proc/{pid}/status").splitlines()
        if ":\t" in line
    )
    assert {status[name].strip() for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb")} == {"0" * 16}
    assert (status["NoNewPrivs"].strip(), status["Seccomp"].strip()) == ("1", "2")
    for space in ("net", "user", "mnt", "ipc", "uts"):
        assert inside.run("readlink", f"/proc/{pid}/ns/{space}") != inside.run(
            "readlink", f"/proc/1/ns/{space}"
        )


@pytest.mark.parametrize("unit", [LAN[0], SOCKET[0]])
def test_a_poke_reaches_the_program_and_does_it_no_harm(unit: str, inside: PrivateSystemd) -> None:
    """Law: what udev starts when a board is plugged in gets through every restriction; it runs on."""
    inside.run("systemctl", "start", unit)
    before = inside.show(unit, "MainPID")
    inside.run("systemctl", "reload", unit)
    inside.run("systemctl", "start", "triboard-poke.service")
    inside.until(lambda: inside.show(unit, "SubState")["SubState"] == "running", what="not running")
    assert inside.show(unit, "MainPID") == before
    assert inside.show("triboard-poke.service", "Result")["Result"] == "success"


def test_a_program_that_hangs_is_restarted_by_the_watchdog(inside: PrivateSystemd) -> None:
    """Law: a process that stops turning is ended and started again; the last words name the watchdog."""
    unit = LAN[0]
    inside.run("systemctl", "start", unit)
    before = restarts(inside, unit)
    inside.run("systemctl", "kill", "--kill-whom=main", "--signal=STOP", unit)
    inside.until(lambda: restarts(inside, unit) > before and active(inside, unit), what="no restart")
    last = inside.said.rsplit("The watchdog ended the program", 1)[0][-3000:]
    assert last != inside.said[-3000:]
    assert "Current thread" in last
    assert "play.py" in last


def test_a_killed_program_comes_back_and_browsers_wait(inside: PrivateSystemd) -> None:
    """Law: SIGKILL, and a request that is made at once is answered by the next process on the same port."""
    unit, url = SOCKET
    inside.run("systemctl", "start", unit)
    before = inside.show(unit, "MainPID")["MainPID"]
    inside.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", unit)
    ask = f"import urllib.request as u; print(u.urlopen('{url}status', timeout=30).status)"
    assert inside.run(PYTHON, "-c", ask).strip() == "200"
    assert inside.show(unit, "MainPID")["MainPID"] not in (before, "0")


NICENESS = """
import os, pathlib
for process in pathlib.Path("/proc").glob("[0-9]*"):
    if b"triboard.app.engine_worker" in (process / "cmdline").read_bytes().split(b"\\0"):
        print(os.getpriority(os.PRIO_PROCESS, int(process.name)))
"""
"""Prints how nice the engines' processes are."""

LOOK = """
import errno, os
for path in ("/dev/ttyS9", "/dev/mem9", "/home/x", "/etc/new"):
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK))
        print("opened")
    except OSError as error:
        print(errno.errorcode[error.errno])
"""


@contextmanager
def changed(inside: PrivateSystemd, unit: str, text: str) -> Iterator[None]:
    """A unit with a few directives changed for a while, stopped before and after."""
    folder = f"/run/systemd/system/{unit}.d"
    inside.run("systemctl", "stop", unit)
    put = f"import os; os.makedirs({folder!r}, exist_ok=True); open('{folder}/zz.conf', 'w').write({text!r})"
    inside.run(PYTHON, "-c", put)
    inside.run("systemctl", "daemon-reload")
    inside.run("systemctl", "reset-failed", unit, check=False)  # counts restarts from 0 again
    try:
        yield
    finally:
        inside.run("systemctl", "stop", unit)
        inside.run("rm", "-r", folder)
        inside.run("systemctl", "daemon-reload")


def test_devices_are_those_of_the_list_and_no_others(inside: PrivateSystemd) -> None:
    """Law: a node of a listed driver passes the unit's policy (without hardware it answers EIO or ENXIO), any
    other is refused with EPERM; homes cannot be seen, the system cannot be written."""
    inside.run("sh", "-c", "mknod -m 666 /dev/ttyS9 c 4 73; mknod -m 666 /dev/mem9 c 1 1; mkdir -p /home/x")
    inside.run(PYTHON, "-c", f"open('/opt/triboard/look.py', 'w').write({LOOK!r})")
    text = (
        "[Service]\nType=exec\nRestart=no\nWatchdogSec=0\nExecStart=\nExecStopPost=\n"
        f"ExecStart={PYTHON} /opt/triboard/look.py\nStandardOutput=truncate:/run/looked\n"
    )
    with changed(inside, LAN[0], text):
        inside.run("systemctl", "start", LAN[0])
        inside.until(lambda: not active(inside, LAN[0]), what="still looking")
        listed, unlisted, home, elsewhere = inside.run("cat", "/run/looked").split()
    assert listed in ("opened", "ENXIO", "EIO")
    assert unlisted == "EPERM"
    assert home in ("EACCES", "ENOENT")
    assert elsewhere in ("EROFS", "EACCES")


def test_a_device_whose_driver_came_late_costs_one_restart(inside: PrivateSystemd) -> None:
    """Law: EPERM at the controller's port ends the program once; refused again, it searches on."""
    inside.run("sh", "-c", "[ -e /dev/mem9 ] || mknod -m 666 /dev/mem9 c 1 1")
    inside.run("ln", "-sf", "/dev/mem9", "/var/lib/triboard/port")
    text = f"[Service]\nExecStart=\nExecStart={PYTHON} -m tests.service.bare /var/lib/triboard\n"
    with changed(inside, LAN[0], text):
        inside.run("systemctl", "start", "--no-block", LAN[0])
        inside.until(lambda: restarts(inside, LAN[0]) == 1 and active(inside, LAN[0]), what="no restart")
        inside.until(
            lambda: "Operation not permitted" in inside.show(LAN[0], "StatusText")["StatusText"],
            what="not told",
        )
        time.sleep(1)  # more than one try of the port
        assert restarts(inside, LAN[0]) == 1
    assert inside.said.count("starting again, once") == 1


@pytest.mark.parametrize("times", [12, pytest.param(1000, marks=pytest.mark.long)])
def test_systemd_never_gives_up(times: int, inside: PrivateSystemd) -> None:
    """Law (gate 4, field report 29): so many immediate crashes, and the next start is on its way."""
    text = "[Service]\nExecStart=\nExecStart=/bin/false\nExecStopPost=\nRestartSec=1ms\n"
    with changed(inside, LAN[0], text):
        inside.run("systemctl", "start", "--no-block", LAN[0])
        inside.until(lambda: restarts(inside, LAN[0]) >= times, what="gave up", patience=900)
        assert inside.show(LAN[0], "Result")["Result"] != "start-limit-hit"


def test_a_fault_at_every_start_is_said_once_a_minute(inside: PrivateSystemd) -> None:
    """Law (gate 4): the real program, the real restarts: wrong settings are named once, not at each try."""
    command = "/opt/triboard/current/bin/triboard run --config /etc/passwd"
    with changed(inside, LAN[0], f"[Service]\nExecStart=\nExecStart={command}\n"):
        before = inside.said.count("/etc/passwd: is not TOML")
        began = time.monotonic()
        inside.run("systemctl", "start", "--no-block", LAN[0])
        inside.until(lambda: restarts(inside, LAN[0]) >= 2, what="gave up")
        assert time.monotonic() - began < TOLD_FOR
        assert inside.said.count("/etc/passwd: is not TOML") == before + 1
