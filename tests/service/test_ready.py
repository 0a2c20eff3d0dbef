"""From power to ready, with nothing there; and from plug to play (gate 3)."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.service.private_systemd import ROOT, unavailable

from triboard.app.realtime import monotonic
from triboard.board.load import load_board
from triboard.sim.bench import SimulatedBench
from triboard.sim.wire_kernel import real_wire
from triboard.sim.world import World

READY_WITHIN = 10.0
ADOPTED_WITHIN = 3.0


class Started:
    """The product without a board, with the test as its service manager."""

    def __init__(self, folder: Path, *before: str) -> None:
        self._notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notify.bind(str(folder / "notify"))
        environ = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "1000000"}
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", "tests.service.bare", str(folder)],
            env=environ,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )

    def hears(self, wanted: str, *, within: float, since: float, busy: object = None) -> float:
        """Seconds from `since` until a message with `wanted` comes, while a bench is kept busy."""
        while time.monotonic() < since + within:
            self._notify.settimeout(0.01 if busy else 0.2)
            if isinstance(busy, SimulatedBench):
                busy.advance(monotonic())
            try:
                if wanted in self._notify.recv(4096).decode():
                    return time.monotonic() - since
            except TimeoutError:
                continue
        raise AssertionError(f"{wanted} did not come within {within} s")

    @property
    def url(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def stop(self) -> int:
        self.process.terminate()
        self.process.communicate(timeout=10)
        self._notify.close()
        return int(self.process.returncode)


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Started]:
    """In a network of its own with nothing in it, not even loopback, where this machine lets us make one."""
    unshare = shutil.which("unshare")
    if unshare is None or os.geteuid() != 0:
        unavailable("a network namespace needs root and unshare")
    started = Started(tmp_path, str(unshare), "--net")
    yield started
    if started.process.poll() is None:
        started.stop()


def test_ready_without_board_network_or_clock(alone: Started) -> None:
    """Law (gate 3): no network but an unconfigured loopback, no board, no LEDs and no clock: ready within
    10 s, searching, and alive; a stop ends it cleanly."""
    alone.hears("READY=1", within=READY_WITHIN, since=alone.began)
    alone.hears("searching for the board", within=5, since=time.monotonic())
    alone.hears("WATCHDOG=1", within=5, since=time.monotonic())
    assert alone.stop() == 0


def test_a_board_is_adopted_soon_after_it_is_plugged_in(tmp_path: Path) -> None:
    """Law (gate 3): a controller whose port appears is in play within 3 s of the poke that udev sends; a full
    scan is seen, so the page is healthy."""
    started = Started(tmp_path)
    try:
        started.hears("READY=1", within=READY_WITHIN, since=started.began)
        url = started.url
        started.hears("WATCHDOG=1", within=5, since=time.monotonic())
        time.sleep(3)  # the waits between tries have grown
        board = load_board("ttt3d")
        wire = real_wire(tmp_path / "port")
        bench = SimulatedBench(board, World(board), wire, seed=1, now=monotonic())
        plugged = time.monotonic()
        started.process.send_signal(signal.SIGUSR1)
        started.hears("board connected", within=ADOPTED_WITHIN, since=plugged, busy=bench)
        answer = urllib.request.urlopen(url + "healthz", timeout=5)
        assert json.loads(answer.read()) == {"status": "ok"}
        wire.close()
    finally:
        assert started.stop() == 0
