"""The archive keeps the newest games within its bounds and replaces none."""

import errno
from pathlib import Path

from tests.unit.store.disk import Disk

from triboard.store.archive import Archive, game_numbers, highest_number, segment_name
from triboard.store.journal import Journal, read_segment

STATE = Path("/state")


def play(journal: Journal, games: int, *, text: str = "") -> None:
    for _ in range(games):
        journal.append({"game": journal.game, "text": text})
        journal.finish()


def test_the_newest_games_are_kept_by_count(tmp_path: Path) -> None:
    """Law: after any number of games at most `keep_games` lie there, the newest."""
    play(Journal.open(tmp_path, keep_games=3), 7)
    archive = Archive(tmp_path / "archive")
    assert archive.games() == [5, 6, 7]
    assert [read_segment(archive.path(game)).entries[0]["game"] for game in archive.games()] == [5, 6, 7]


def test_the_newest_games_are_kept_by_bytes() -> None:
    """Law: the files together stay under `keep_bytes`; the newest stays even if it alone is longer."""
    disk = Disk()
    journal = Journal.open(STATE, files=disk, keep_bytes=400)
    play(journal, 5, text="x" * 100)
    assert journal.archive.games() == [4, 5] or journal.archive.games() == [3, 4, 5]
    assert sum(disk.size(journal.archive.path(game)) for game in journal.archive.games()) <= 400
    play(journal, 1, text="x" * 500)
    assert journal.archive.games() == [6]


def test_numbers_go_on_after_a_restart_and_beyond_a_million(tmp_path: Path) -> None:
    """Law: a number is never given twice while the game that has it is kept."""
    play(Journal.open(tmp_path), 2)
    (tmp_path / "archive" / "game-000002.journal").rename(tmp_path / "archive" / "game-999999.journal")
    play(Journal.open(tmp_path), 2)
    assert Archive(tmp_path / "archive").games() == [1, 999999, 1000000, 1000001]


def test_a_finished_game_is_in_the_archive_after_a_power_cut() -> None:
    """Law: once `finish` has returned the move is on disk, the new name before the old one's end."""
    disk = Disk()
    journal = Journal.open(STATE, files=disk)
    journal.append({"game": 1})
    disk.synced.clear()
    journal.finish()
    assert disk.synced == [STATE / "archive", STATE / "journal"]
    again = Journal.open(STATE, files=disk.after_power_cut(0))
    assert (again.entries, again.archive.games()) == ((), [1])


def test_a_taken_number_is_not_overwritten() -> None:
    """Law: `admit` gives a game another number before it replaces one."""
    disk = Disk()
    journal = Journal.open(STATE, files=disk)
    journal.append({"game": "mine"})
    disk.put(STATE / "archive" / segment_name(1), b"somebody copied this here")
    assert journal.finish() == STATE / "archive" / segment_name(2)
    assert disk.get(STATE / "archive" / segment_name(1)) == b"somebody copied this here"
    journal.append({"game": "next"})
    assert journal.game == 3


def test_foreign_names_are_no_games() -> None:
    """Law: only canonical names count as games; damaged ones still reserve their number."""
    names = [
        "game-000007.journal",
        "game-0000007.journal",
        "game-000009.journal.damaged-00000000",
        "game-x.journal",
    ]
    assert game_numbers([*names, ".game-000008.journal.new", "readme"]) == [7]
    assert highest_number(names) == 9
    assert highest_number([]) == 0


def test_a_game_that_cannot_be_removed_now_goes_later() -> None:
    """Law: pruning that fails loses no game and no finish."""
    disk = Disk()
    journal = Journal.open(STATE, files=disk, keep_games=2)
    disk.fail("remove", errno.EIO)
    play(journal, 4)
    assert journal.archive.games() == [1, 2, 3, 4]
    disk.mend()
    play(journal, 1)
    assert journal.archive.games() == [4, 5]


def test_an_archive_that_cannot_be_read_has_no_games(tmp_path: Path) -> None:
    """Law: a missing folder is an empty archive."""
    assert Archive(tmp_path / "none").games() == []
