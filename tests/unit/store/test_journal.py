"""The journal on real files, undisturbed and after `kill -9`."""

import json
import os
import zlib
from pathlib import Path

import pytest

from triboard.errors import InternalError
from triboard.store.journal import Journal, line_of, parse, read_segment, text_of

MOVES: list[dict[str, object]] = [
    {"ply": 0, "move": "w@Aa1"},
    {"ply": 1, "move": "k@Bb2", "by": "Zoë"},
    {"ply": 2, "move": "r@Cc3"},
]


def keep(folder: Path, entries: list[dict[str, object]]) -> Path:
    journal = Journal.open(folder)
    for entry in entries:
        journal.append(entry)
    journal.close()
    return journal.path


def test_what_was_appended_is_there_at_the_next_start(tmp_path: Path) -> None:
    """Law: `open` after any number of `append` gives exactly those entries, in order."""
    keep(tmp_path, MOVES[:2])
    journal = Journal.open(tmp_path)
    assert list(journal.entries) == MOVES[:2]
    journal.append(MOVES[2])
    journal.close()
    again = Journal.open(tmp_path)
    assert (list(again.entries), again.kept, again.damage, again.problem) == (MOVES, 3, (), None)


def test_a_person_can_read_a_line(tmp_path: Path) -> None:
    """Law: a line is the entry's JSON, a tab, CRC-32 of number + tab + JSON, a tab, the number."""
    path = keep(tmp_path, MOVES[:2])
    line = path.read_bytes().split(b"\n")[1]
    text = '{"ply": 1, "move": "k@Bb2", "by": "Zoë"}'.encode()
    assert line == text + b"\t%08x\t1" % zlib.crc32(b"1\t" + text)
    assert path == tmp_path / "journal" / "game-000001.journal"


def test_a_new_folder_holds_no_game_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    """Law: a first start makes the folders, private, finds nothing and leaves nothing behind."""
    journal = Journal.open(tmp_path / "new" / "state")
    assert (journal.entries, journal.problem, journal.damage) == ((), None, ())
    assert os.listdir(journal.folder) == []
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_finished_game_lies_in_the_archive_and_the_next_has_a_new_number(tmp_path: Path) -> None:
    """Law: `finish` moves the segment; the next game starts empty, now and after a restart."""
    journal = Journal.open(tmp_path)
    journal.append(MOVES[0])
    path = journal.finish()
    assert path == tmp_path / "archive" / "game-000001.journal"
    assert read_segment(path).entries == (MOVES[0],)
    assert (journal.entries, journal.game) == ((), 2)
    again = Journal.open(tmp_path)
    assert (again.entries, again.game) == ((), 2)
    again.append(MOVES[1])
    again.close()
    assert Journal.open(tmp_path).entries == (MOVES[1],)


def test_finishing_before_the_first_entry_does_nothing(tmp_path: Path) -> None:
    """Law: a game without entries leaves no trace."""
    journal = Journal.open(tmp_path)
    assert journal.finish() is None
    assert (journal.game, journal.archive.games()) == (1, [])


def test_a_game_that_is_none_leaves_no_trace_and_its_number(tmp_path: Path) -> None:
    """Law: what `keeps` does not call a game is removed when it is over, takes no place of the archive, and
    nothing of it comes back at the next start; a game is archived as ever."""
    journal = Journal.open(tmp_path, keeps=lambda entries: len(entries) > 1, keep_games=2)
    for entries in (MOVES[:2], MOVES[:1], MOVES[:1], MOVES[:3], MOVES[:1]):
        for entry in entries:
            journal.append(entry)
        journal.finish()
    assert journal.archive.games() == [1, 2]
    assert [len(read_segment(journal.archive.path(game)).entries) for game in (1, 2)] == [2, 3]
    assert os.listdir(journal.folder) == []
    again = Journal.open(tmp_path)
    assert (again.entries, again.game, again.damage) == ((), 3, ())


def test_a_damaged_file_is_never_removed(tmp_path: Path) -> None:
    """Law: it may be all that is left of a game, whatever it looks like now."""
    path = keep(tmp_path, MOVES)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"?" + b"".join(lines[1:]))
    journal = Journal.open(tmp_path, keeps=lambda _: False)
    assert len(journal.entries) == 1
    journal.finish()
    assert [name for name in os.listdir(journal.folder) if ".damaged-" in name]


def test_a_file_cut_at_any_byte_gives_a_beginning_of_the_game(tmp_path: Path) -> None:
    """Law: of a file cut at byte n, every line wholly before n is read and nothing is reported;
    the game then goes on, and the whole file takes the torn one's place."""
    whole = keep(tmp_path, MOVES).read_bytes()
    first = whole.index(b"\n")
    for size in range(first, len(whole)):
        (tmp_path / "journal" / "game-000001.journal").write_bytes(whole[:size])
        journal = Journal.open(tmp_path)
        entries = list(journal.entries)
        assert entries == MOVES[: len(entries)]
        assert len(entries) >= whole[:size].count(b"\n")
        assert journal.damage == ()
        journal.append({"cut": size})
        journal.close()
        assert read_segment(journal.path).entries == (*entries, {"cut": size})


@pytest.mark.parametrize("left", [0, 5])
def test_a_file_without_its_first_line_is_damaged(tmp_path: Path, left: int) -> None:
    """Law: a segment has its first line from its birth, so one without it is put aside and reported."""
    path = keep(tmp_path, MOVES)
    path.write_bytes(path.read_bytes()[:left])
    journal = Journal.open(tmp_path)
    assert journal.entries == ()
    (damage,) = journal.damage
    assert str(damage).startswith(f"{path}, line 1: the first line is missing. The damaged file is kept as ")
    assert damage.kept_as is not None
    assert len(damage.kept_as.read_bytes()) == left
    assert Journal.open(tmp_path).damage == ()
    assert journal.game == 2


def test_a_bad_line_stops_the_replay_and_the_file_is_kept(tmp_path: Path) -> None:
    """Law: entries before a bad line are the game; the file is reported once and kept as it was."""
    path = keep(tmp_path, MOVES)
    bad = path.read_bytes().replace(b"k@Bb2", b"k@Bb3")
    path.write_bytes(bad)
    journal = Journal.open(tmp_path)
    assert list(journal.entries) == MOVES[:1]
    (damage,) = journal.damage
    assert (damage.file, damage.line) == (path, 2)
    assert damage.kept_as is not None
    assert damage.kept_as.read_bytes() == bad
    journal.append({"on": "we go"})
    journal.close()
    again = Journal.open(tmp_path)
    assert (again.damage, list(again.entries)) == ((), [MOVES[0], {"on": "we go"}])
    assert damage.kept_as.read_bytes() == bad


def test_any_changed_byte_at_the_end_of_the_file_is_reported() -> None:
    """Law: the end of a kept line is never mistaken for a torn one, whatever its last bytes become."""
    data = b"".join(line_of(number, text_of(entry)) for number, entry in enumerate(MOVES))
    for index in range(len(data) - 11, len(data)):  # checksum, tab, number, newline
        for change in range(1, 256):
            segment = parse(data[:index] + bytes([data[index] ^ change]) + data[index + 1 :], Path("x"))
            assert list(segment.entries) == MOVES[:2]
            assert segment.damage is not None


def test_a_line_from_elsewhere_in_the_game_is_a_bad_line() -> None:
    """Law: a whole line in the wrong place does not count; the number is under the checksum."""
    lines = [line_of(number, text_of(entry)) for number, entry in enumerate(MOVES)]
    segment = parse(lines[0] + lines[2], Path("x"))
    assert segment.entries == (MOVES[0],)
    assert segment.damage is not None
    assert segment.damage.line == 2


def test_garbage_in_every_file_stops_nothing(tmp_path: Path) -> None:
    """Law: random bytes anywhere are put aside and reported, and play goes on (exhibit 4)."""
    keep(tmp_path, MOVES)
    noise = bytes((index * 193 + 7) % 251 for index in range(4000)) + b"\n"
    for name in ("game-000001.journal", "game-000009.journal", ".game-000003.journal.new", "other"):
        (tmp_path / "journal" / name).write_bytes(noise)
    (tmp_path / "archive" / "game-000004.journal").write_bytes(noise)
    journal = Journal.open(tmp_path)
    assert (journal.entries, journal.problem) == ((), None)
    assert [damage.file.name for damage in journal.damage] == ["game-000009.journal", "game-000001.journal"]
    journal.append(MOVES[0])
    journal.close()
    assert journal.path.name == "game-000010.journal"
    assert Journal.open(tmp_path).entries == (MOVES[0],)
    assert sum(path.read_bytes() == noise for path in (tmp_path / "journal").iterdir()) == 3


def test_a_folder_in_place_of_a_segment_is_reported_and_left(tmp_path: Path) -> None:
    """Law: what cannot be read at all stays where it is, for it may be readable next time."""
    odd = tmp_path / "journal" / "game-000003.journal"
    odd.mkdir(parents=True)
    journal = Journal.open(tmp_path)
    assert [str(damage) for damage in journal.damage] == [f"{odd}: cannot be read (Is a directory)."]
    assert journal.problem is None
    journal.append(MOVES[0])
    assert (journal.game, odd.is_dir()) == (4, True)
    journal.close()


def test_a_folder_that_takes_no_writes_is_told_at_opening(tmp_path: Path) -> None:
    """Law: the write probe finds it before the first move; the words name place, cause and remedy."""
    (tmp_path / "state").write_text("a file")
    journal = Journal.open(tmp_path / "state")
    assert journal.entries == ()
    assert str(journal.problem) == (
        f"{tmp_path}/state: a file stands where a folder should be. "
        "Move it away, or name another folder with --state-dir."
    )


def test_a_resumed_game_writes_nothing_until_its_next_move(tmp_path: Path) -> None:
    """Law: a start costs no copy of the game, and an idle journal writes no byte (exhibit 9)."""
    path = keep(tmp_path, MOVES)
    before = path.stat()
    journal = Journal.open(tmp_path)
    journal.save()
    journal.close()
    assert journal.bytes_written == 0
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("entry", [{"x": float("nan")}, {"x": object()}, {"x": {1, 2}}])
def test_an_entry_without_json_form_is_our_mistake_and_leaves_no_trace(
    tmp_path: Path, entry: dict[str, object]
) -> None:
    """Law: `InternalError` comes before anything has changed."""
    journal = Journal.open(tmp_path)
    with pytest.raises(InternalError, match="no form in JSON"):
        journal.append(entry)
    assert journal.length == 0


def test_names_with_any_character_come_back(tmp_path: Path) -> None:
    """Law: newlines, tabs, NUL, separators and half surrogates survive."""
    entry: dict[str, object] = {"name": "a\nb\tc\0d\u2028e\ud800 f😀"}
    keep(tmp_path, [entry])
    assert Journal.open(tmp_path).entries == (entry,)
    assert json.loads(text_of(entry)) == entry
