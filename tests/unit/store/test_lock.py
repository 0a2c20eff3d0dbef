"""One process at a time on a state folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from triboard.errors import ConfigurationError, StorageError
from triboard.store.lock import StateLock


def test_the_second_one_is_told_who_holds_the_folder(tmp_path: Path) -> None:
    """Law: a held folder is refused at once, with the holder's number and a remedy."""
    with StateLock.acquire(tmp_path):
        with pytest.raises(ConfigurationError) as caught:
            StateLock.acquire(tmp_path)
        (mistake,) = caught.value.mistakes
        assert mistake.place == str(tmp_path)
        assert mistake.problem.startswith(f"process {os.getpid()} (`")
        assert "systemctl stop triboard" in mistake.remedy
        assert "--state-dir" in mistake.remedy


def test_a_released_folder_is_free(tmp_path: Path) -> None:
    """Law: `release` frees the folder, twice is no mistake, and missing folders are made."""
    lock = StateLock.acquire(tmp_path / "a" / "b")
    lock.release()
    lock.release()
    StateLock.acquire(tmp_path / "a" / "b").release()


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    """Law: the hold ends with the process, so its file never blocks the next start; until then the
    refusal names it."""
    program = (
        "import sys; from pathlib import Path; from triboard.store.lock import StateLock;"
        "lock = StateLock.acquire(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"
        with pytest.raises(ConfigurationError, match=f"process {child.pid} "):
            StateLock.acquire(tmp_path)
        child.kill()
        child.wait()
    with StateLock.acquire(tmp_path) as lock:
        assert lock.path.read_text() == f"{os.getpid()}\n"


def test_the_number_replaces_whatever_stood_there(tmp_path: Path) -> None:
    """Law: a longer text of an earlier holder leaves no rest behind."""
    (tmp_path / "lock").write_text("123456789012345\n")
    with StateLock.acquire(tmp_path) as lock:
        assert lock.path.read_text() == f"{os.getpid()}\n"


def test_a_holder_without_a_number_is_another_process(tmp_path: Path) -> None:
    """Law: an unreadable number never stops the message."""
    with StateLock.acquire(tmp_path) as lock:
        lock.path.write_text("?")
        with pytest.raises(ConfigurationError, match="another process is using"):
            StateLock.acquire(tmp_path)


def test_a_folder_that_cannot_be_made_is_a_storage_error(tmp_path: Path) -> None:
    """Law: a place that takes no lock is told apart from one that is held."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="a file stands where a folder should be"):
        StateLock.acquire(tmp_path / "file")
