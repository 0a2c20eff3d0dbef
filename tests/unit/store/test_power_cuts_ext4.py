"""Real power cuts: ext4 on a loop device, shut down without flushing while a game is being written.

`TRIBOARD_POWER_CUTS=200` makes it 200 cuts; each takes about half a second.
"""

import fcntl
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from triboard.store.atomic import read_checked, write_checked
from triboard.store.journal import Journal, read_segment

SHUTDOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN: _IOR('X', 125, __u32)
NO_LOG_FLUSH = 2  # what had not reached the disk is lost, as when the power goes
CUTS = int(os.environ.get("TRIBOARD_POWER_CUTS", "3"))
GAME = 40  # entries a game

# Plays games without end; a line on standard output says what has been promised.
PLAYER = f"""
import sys
from pathlib import Path
from triboard.store.journal import Journal
journal = Journal.open(Path(sys.argv[1]))
while True:
    while journal.length < {GAME}:
        journal.append({{"game": journal.game, "ply": journal.length, "move": "w@Aa1"}})
        print(journal.game, journal.length, flush=True)
    journal.finish()
"""


def run(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@contextmanager
def mounted(image: Path, place: Path) -> Iterator[None]:
    run("mount", "-t", "ext4", "-o", "loop,noatime", image, place)
    try:
        yield
    finally:
        run("umount", place)


@pytest.fixture
def card(tmp_path: Path) -> tuple[Path, Path]:
    """An empty ext4 image and where to mount it; skips where this machine cannot do it."""
    if os.geteuid() != 0:
        pytest.skip("power cuts on ext4 need root")
    missing = [tool for tool in ("mkfs.ext4", "mount", "umount") if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"power cuts on ext4 need {', '.join(missing)}")
    image, place = tmp_path / "card.img", tmp_path / "card"
    place.mkdir()
    with image.open("wb") as file:
        file.truncate(32 << 20)
    run("mkfs.ext4", "-q", image)
    try:
        with mounted(image, place):
            pass
    except subprocess.CalledProcessError as error:
        pytest.skip(f"power cuts on ext4 need loop devices: {error.stderr.strip()}")
    return image, place


def play_and_cut(place: Path, promises: int) -> tuple[int, int]:
    """Play on the mounted card, cut the power after so many promises; the last promise made.

    The player is halted just before the cut, or one promise might be in flight across it.
    """
    with subprocess.Popen([sys.executable, "-c", PLAYER, str(place)], stdout=subprocess.PIPE) as player:
        assert player.stdout is not None
        lines = [player.stdout.readline() for _ in range(promises)]
        player.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, player.pid, os.WSTOPPED)
        descriptor = os.open(place, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, SHUTDOWN, struct.pack("=I", NO_LOG_FLUSH))
        finally:
            os.close(descriptor)
        player.kill()
        lines += player.stdout.readlines()
        player.wait()
    game, length = lines[-1].split()
    return int(game), int(length)


@pytest.mark.long
def test_a_real_power_cut_loses_no_promised_entry(card: tuple[Path, Path]) -> None:
    """Law: after each cut every promised entry is there, nothing is damaged, the settings are equal,
    and the game goes on (exhibit 1, 2)."""
    image, place = card
    chance = random.Random(20)
    settings = {"brightness": 0.5}
    with mounted(image, place):
        write_checked(place / "settings.json", settings)
    for cut in range(CUTS):
        with mounted(image, place):
            game, length = play_and_cut(place, chance.randint(1, 2 * GAME))
        with mounted(image, place):
            journal = Journal.open(place)
            found = [(entry["game"], entry["ply"]) for entry in journal.entries]
            assert (journal.damage, journal.problem) == ((), None), f"cut {cut}"
            if game in journal.archive.games():
                found = [
                    (each["game"], each["ply"]) for each in read_segment(journal.archive.path(game)).entries
                ]
            assert found[:length] == [(game, ply) for ply in range(length)], f"cut {cut}"
            assert read_checked(place / "settings.json").content == settings
            journal.close()
