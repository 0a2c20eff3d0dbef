"""Gate 1, real power cuts: ext4 on a loop device, shut down without flushing while games are being written.

25 cuts by default, half a second each; 200 in the long run, in which a whole daemon plays random games.
"""

import ctypes
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

from triboard.app.settings import PAGE_FILE, write_page
from triboard.store.atomic import previous
from triboard.store.journal import Journal, read_segment

SHUTDOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN: _IOR('X', 125, __u32)
NEW_MOUNTS = 0x00020000  # CLONE_NEWNS
NO_LOG_FLUSH = 2  # what had not reached the disk is lost, as when the power goes
CUTS = 25
LONG_CUTS = 200
ROOT = Path(__file__).parents[3]
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


@contextmanager
def own_mounts() -> Iterator[None]:
    """Mounts that no other program of this machine sees: one that copied them would keep a card alive that
    we have cut, and we should get it back as it died."""
    libc = ctypes.CDLL(None, use_errno=True)
    here = Path.cwd()
    before = os.open("/proc/thread-self/ns/mnt", os.O_RDONLY | os.O_CLOEXEC)
    try:
        if libc.unshare(NEW_MOUNTS):
            pytest.skip(f"power cuts on ext4 need mounts of their own: {os.strerror(ctypes.get_errno())}")
        try:
            run("mount", "--make-rprivate", "/")
            yield
        finally:
            libc.setns(before, NEW_MOUNTS)
            os.chdir(here)  # the kernel has moved us to the root
    finally:
        os.close(before)


@pytest.fixture
def card(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
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
    with own_mounts():
        try:
            with mounted(image, place):
                pass
        except subprocess.CalledProcessError as error:
            pytest.skip(f"power cuts on ext4 need loop devices: {error.stderr.strip()}")
        yield image, place


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


def settings_of(place: Path) -> bytes:
    """The settings, byte for byte, with the ones before."""
    file = place / PAGE_FILE
    return file.read_bytes() + previous(file).read_bytes()


def test_a_real_power_cut_loses_no_promised_entry(card: tuple[Path, Path]) -> None:
    """Law: after each of 25 cuts every promised entry is there, nothing is damaged, the settings are equal to
    the byte, and the game goes on (exhibit 1, 2)."""
    image, place = card
    chance = random.Random(20)
    with mounted(image, place):
        for palette in ("night", "high-contrast"):
            write_page(place, {"light.palette": palette})
        settings = settings_of(place)
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
            assert settings_of(place) == settings
            journal.close()


def daemon_and_cut(place: Path, seed: int, promises: int) -> tuple[list[str], bool]:
    """A daemon plays a random game on the card until so many entries are kept; what was promised."""
    command = [sys.executable, "-m", "tests.journeys.doomed", str(place), str(seed)]
    said: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as player:
        assert player.stdout is not None
        for line in player.stdout:
            said.append(line.strip())
            if said[-1] == "over" or sum(text.startswith("kept") for text in said) >= promises:
                break
        player.send_signal(signal.SIGSTOP)
        if said[-1] != "over":
            os.waitid(os.P_PID, player.pid, os.WSTOPPED)
        descriptor = os.open(place, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, SHUTDOWN, struct.pack("=I", NO_LOG_FLUSH))
        finally:
            os.close(descriptor)
        player.kill()
        said += player.stdout.read().splitlines()
        player.wait()
    return [text.split(" ", 2)[2] for text in said if text.startswith("kept")], "over" in said


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_200_power_cuts_in_random_games_lose_no_acknowledged_move(card: tuple[Path, Path]) -> None:
    """Law (gate 1): a whole daemon with hands, slips and bad cables is cut off 200 times; each time every
    acknowledged move is found, no store is unreadable, and the settings are equal to the byte."""
    image, place = card
    chance = random.Random(21)
    with mounted(image, place):
        for palette in ("night", "high-contrast"):
            write_page(place, {"light.palette": palette})
        settings = settings_of(place)
    for cut in range(LONG_CUTS):
        with mounted(image, place):
            promised, over = daemon_and_cut(place, cut, chance.randint(1, 8))
        with mounted(image, place):
            assert settings_of(place) == settings
            journal = Journal.open(place)
            assert (journal.damage, journal.problem) == ((), None), f"cut {cut}"
            games = [read_segment(journal.archive.path(game)).entries for game in journal.archive.games()]
            texts = [
                [str(entry.get("text", entry["event"])) for entry in game]
                for game in (*games, journal.entries)
            ]
            assert any(within(promised, game) for game in texts), (cut, promised, texts[-2:])
            journal.close()
            if over:
                shutil.rmtree(place / "journal", ignore_errors=True)
                (place / "world.json").unlink(missing_ok=True)
                os.sync()


def within(promised: list[str], game: list[str]) -> bool:
    """Whether a game holds the promised entries, one after the other."""
    return any(game[start : start + len(promised)] == promised for start in range(len(game) + 1))
