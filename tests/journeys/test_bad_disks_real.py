"""Gate 6 with the product itself on file systems that are full, read-only, or in memory (root)."""

import json
import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.journeys.simulator import Simulator
from tests.journeys.test_kill_real import PATIENCE, Watcher
from websockets import Origin
from websockets.sync.client import connect

HOLES = (("Ab2", "white"), ("Ac1", "black"))


@contextmanager
def mounted(place: Path, *options: str) -> Iterator[None]:
    """Memory as a small disk; skips where this machine does not allow it."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("mounting needs root")
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", ",".join(("size=256k", *options)), "tmpfs", str(place)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"mounting needs more rights: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(place: Path) -> None:
    """Not one byte is left."""
    with (place / "filler").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return


@pytest.mark.parametrize("trouble", ["full", "read-only", "memory"])
def test_the_product_plays_on_a_bad_disk_and_says_so(trouble: str, tmp_path: Path) -> None:
    """Law: it starts, two moves are accepted, and the health of saving tells what is wrong."""
    place = tmp_path / "card"
    with mounted(place):
        folder = place / "state"
        folder.mkdir()
        if trouble == "full":
            fill(place)
        if trouble == "read-only":
            subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        simulator = Simulator(folder, "--players", "3").start()
        try:
            with connect(
                simulator.url.replace("http", "ws") + "ws", origin=Origin(simulator.url.rstrip("/"))
            ) as socket:
                watcher = Watcher(socket)
                watcher.until_playable()
                for number, (hole, colour) in enumerate(HOLES, start=1):
                    watcher.drop(hole, colour)
                    deadline = time.monotonic() + PATIENCE
                    while len(watcher.view["moves"]) < number:
                        assert time.monotonic() < deadline, watcher.view["message"]
                        watcher.watch(time.monotonic() + 0.05)
                watcher.watch(time.monotonic() + 0.3)
                assert watcher.view["saved"] is (trouble == "memory")
            with urllib.request.urlopen(simulator.url + "health", timeout=PATIENCE) as answer:
                parts = {part["part"]: part for part in json.load(answer)["parts"]}
            words = {
                "full": "no space is left",
                "read-only": "mounted read-only",
                "memory": "not beyond the next start",
            }
            assert words[trouble] in parts["Saving"]["text"]
            assert parts["Board"]["state"] == "well"
        finally:
            assert simulator.stop() == 0
