r"""The journal: an accepted move is on disk before anybody is told that it is kept.

One file for each game, `STATE/journal/game-000042.journal`, only ever appended to. One line an entry:

    {"move": "w@Aa1", "ply": 0} TAB 8 hex digits of CRC-32 TAB number of the line from 0 NEWLINE

    first entry          later entries              the game is over
    new file + fsync  →  append + fdatasync    →    rename into STATE/archive + fsync of both folders
    + rename             any error: give the       or, if it was none worth keeping, remove
                         descriptor up, new file
                         as for a first entry

A file that this process did not write is never appended to: the first entry after a start copies the
game into a new file, which takes the old one's name in one step. So no torn line is ever continued.
"""

import errno
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from triboard.errors import InternalError, StorageError
from triboard.store import archive, atomic
from triboard.store.atomic import REAL_FILES, Damage, FileOps, storage_error

MAX_SEGMENT: Final = 64 << 20
"""Bytes read of one segment, a thousand times a long game: garbage must not fill memory at a start."""

_NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)
"""What file systems without hard links (FAT) answer; there a cut at the wrong instant leaves the game
under its `.damaged` name only."""


Keeps = Callable[[Sequence[Mapping[str, Any]]], bool]
"""Whether these entries are a game that belongs into the archive once it is over."""


@dataclass(frozen=True, slots=True)
class Segment:
    """What a segment file says: the entries up to the end or to the first bad line, and their lines."""

    entries: tuple[dict[str, Any], ...] = ()
    lines: tuple[bytes, ...] = ()
    damage: Damage | None = None


def text_of(entry: Mapping[str, Any]) -> bytes:
    """An entry as JSON without newlines and tabs; raises `InternalError` if it has no form in JSON."""
    try:
        try:
            return json.dumps(entry, ensure_ascii=False, allow_nan=False).encode()
        except UnicodeEncodeError:  # half a surrogate pair, which only the escaped form can carry
            return json.dumps(entry, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise InternalError(f"A journal entry has no form in JSON: {error}") from error


def line_of(number: int, text: bytes) -> bytes:
    """The line of entry `number`, with its newline."""
    return b"%b\t%b\t%d\n" % (text, _crc(number, text), number)


def parse(data: bytes, file: Path) -> Segment:
    """Read a segment; stops at the first bad line and reports it.

    An unfinished last line that can be the beginning of its entry's line is what a power cut leaves
    behind: it was never acknowledged and is dropped without a word.
    """
    entries: list[dict[str, Any]] = []
    lines: list[bytes] = []
    damage: Damage | None = None
    *whole, tail = data.split(b"\n")
    for line in [*whole, tail] if tail else whole:
        entry = _entry(len(entries), line)
        if entry is None:
            if len(lines) < len(whole) or not _may_be_torn(len(entries), tail):
                damage = Damage(file, len(lines) + 1, "the line does not match its checksum and number")
            break
        entries.append(entry)  # also a last one that lacks nothing but its newline
        lines.append(line + b"\n")
    return Segment(tuple(entries), tuple(lines), damage)


def read_segment(path: Path, *, files: FileOps = REAL_FILES) -> Segment:
    """Read the file of a game, unfinished or archived; one that cannot be read is damaged in line 0."""
    try:
        data = files.read(path, MAX_SEGMENT + 1)
    except OSError as error:
        return Segment(damage=Damage(path, 0, f"cannot be read ({error.strerror})"))
    segment = parse(data[:MAX_SEGMENT], path)
    if len(data) > MAX_SEGMENT and segment.damage is None:
        return replace(segment, damage=Damage(path, len(segment.lines) + 1, "is longer than any game"))
    if not segment.lines and segment.damage is None:  # a segment gets its name with its first line in it
        return replace(segment, damage=Damage(path, 1, "the first line is missing"))
    return segment


def _crc(number: int, text: bytes) -> bytes:
    return b"%08x" % zlib.crc32(b"%d\t%b" % (number, text))


def _entry(number: int, line: bytes) -> dict[str, Any] | None:
    """The entry in a line without its newline; `None` if anything about it is wrong."""
    text, *check = line.split(b"\t")
    if check != [_crc(number, text), b"%d" % number]:
        return None
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _may_be_torn(number: int, tail: bytes) -> bool:
    """Whether a bad tail may be the beginning of a line; False: its end was there and has changed."""
    parts = tail.split(b"\t")
    return len(parts) < 3 or (len(parts) == 3 and (b"%d" % number).startswith(parts[2]))


class Journal:
    """The game that is being played, in memory and (as far as the disk allows) on disk.

    One thread at a time; `JournalWriter` gives it one of its own. After a `StorageError` the game
    goes on unsaved: every later `append` or `save` writes all that is missing.
    """

    def __init__(
        self,
        folder: Path,
        *,
        files: FileOps = REAL_FILES,
        keeps: Keeps = lambda _: True,
        keep_games: int = archive.KEEP_GAMES,
        keep_bytes: int = archive.KEEP_BYTES,
    ) -> None:
        """Use `Journal.open`; this touches no disk."""
        self.folder = folder / "journal"
        self.archive = archive.Archive(
            folder / "archive", files=files, keep_games=keep_games, keep_bytes=keep_bytes
        )
        self.damage: tuple[Damage, ...] = ()
        """Files found damaged at opening."""
        self.problem: StorageError | None = None
        """Why the disk lacks something, or refused the write probe; `None` after the next success."""
        self.game = 1
        """Number of the game being played, or of the next one."""
        self.kept = 0
        """Entries of this game that are on disk."""
        self.bytes_written = 0
        """Bytes handed to the disk since opening, for the budget."""
        self._files = files
        self._keeps = keeps
        self._lines: list[bytes] = []
        self._descriptor: int | None = None
        self._on_disk = False  # the segment's name exists, with a beginning of this game
        self._damaged: Damage | None = None  # of the segment on disk, to be kept aside when replaced

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        files: FileOps = REAL_FILES,
        keeps: Keeps = lambda _: True,
        keep_games: int = archive.KEEP_GAMES,
        keep_bytes: int = archive.KEEP_BYTES,
    ) -> "Journal":
        """The journal in the state folder, with the unfinished game in `entries`.

        Never raises for what it finds on disk: `damage` lists the files that read wrong, `problem`
        says why nothing will be kept (missing, read-only or full folder). The caller holds the lock.
        """
        journal = cls(folder, files=files, keeps=keeps, keep_games=keep_games, keep_bytes=keep_bytes)
        with journal._noting(folder):
            journal._prepare()
        with journal._noting(journal.folder):
            journal._load()
        return journal

    @property
    def entries(self) -> tuple[dict[str, Any], ...]:
        """All entries of this game, kept or not; fresh copies."""
        return tuple(json.loads(line.split(b"\t")[0]) for line in self._lines)

    @property
    def length(self) -> int:
        """Number of entries of this game, kept or not."""
        return len(self._lines)

    @property
    def path(self) -> Path:
        """Segment of the game being played, or of the next one."""
        return self.folder / archive.segment_name(self.game)

    def append(self, entry: Mapping[str, Any]) -> None:
        """Add an entry; when this returns, it and all before it outlive a power cut.

        Raises `StorageError`: the entry is part of the game, but not on disk yet.
        """
        self.add(text_of(entry))
        self.save()

    def add(self, text: bytes) -> int:
        """Add an entry by `text_of` in memory only, for `save` to keep; its number in the game, from 0."""
        self._lines.append(line_of(len(self._lines), text))
        return len(self._lines) - 1

    def save(self) -> None:
        """Bring to disk what is not there yet, or see after a problem whether the disk takes writes again.

        Does nothing when nothing is missing. Raises `StorageError`.
        """
        if self.kept == len(self._lines) and self.problem is None:
            return
        try:
            if self.problem is not None:
                self._prepare()
            if self.kept < len(self._lines) and not self._extend():
                self._rewrite()
        except OSError as error:
            self.problem = storage_error(error, self.path)
            raise self.problem from error
        self.kept = len(self._lines)
        self.problem = None

    def finish(self) -> Path | None:
        """Move this game to the archive and begin the next; the new path, `None` where there was nothing
        worth keeping, which is removed. A file that was found damaged is never removed.

        Raises `StorageError` when the whole game could not be kept; what is on disk stays, and the
        next game begins all the same.
        """
        if not self._lines:
            return None
        if self._damaged is None and not self._keeps(self.entries):
            self._forget()
            return None
        failure: StorageError | None = None
        moved: Path | None = None
        try:
            self.save()
        except StorageError as error:
            failure = error
        self.close()
        if self._on_disk:
            try:
                moved = self.archive.admit(self.path, self.game)
            except OSError as error:
                failure = failure or storage_error(error, self.archive.folder)
        self.problem = failure
        self._begin(max(self.game, *self.archive.games(), 0) + 1)
        if failure is not None:
            raise failure
        return moved

    def _forget(self) -> None:
        """Remove what is on disk of this game; the next one takes its number. Raises `StorageError`."""
        self.close()
        path, there = self.path, self._on_disk
        self._begin(self.game)
        if not there:
            return
        try:
            self._files.remove(path)
            self._files.sync_folder(self.folder)
        except OSError as error:
            self.problem = storage_error(error, path)
            raise self.problem from error

    def close(self) -> None:
        """Let the descriptor go; the game stays unfinished on disk. Safe to call twice."""
        if self._descriptor is not None:
            with suppress(OSError):  # all that was promised has been synced before
                self._files.close(self._descriptor)
            self._descriptor = None

    def _begin(self, game: int) -> None:
        self.game, self.kept = game, 0
        self._lines, self._on_disk, self._damaged = [], False, None

    def _prepare(self) -> None:
        """Make the folders and find out now, not with the first move, whether they take writes."""
        self._files.make_folder(self.folder)
        self._files.make_folder(self.archive.folder)
        probe = self.folder / ".probe"
        self._files.close(atomic.write_synced(self._files, probe, b"triboard\n"))
        self._files.remove(probe)

    def _extend(self) -> bool:
        """Append what is missing to the open segment; False: there is none, or it failed for good.

        After an error the kernel may count pages as clean that never reached the card, so that a
        second fdatasync of this descriptor would lie. It is never used again.
        """
        if self._descriptor is None:
            return False
        data = b"".join(self._lines[self.kept :])
        try:
            atomic.write_all(self._files, self._descriptor, data)
            self._files.sync(self._descriptor)
        except OSError:
            self.close()
            return False
        self.bytes_written += len(data)
        return True

    def _rewrite(self) -> None:
        """Write the whole game into a new file that takes the segment's name in one step."""
        if not self._on_disk:  # a disk that was mounted late may hold a game of this number
            self.game = max(self.game, 1 + archive.highest_number(self._files.names(self.folder)))
        data = b"".join(self._lines)
        fresh = atomic.temporary(self.path)
        descriptor = atomic.write_synced(self._files, fresh, data)
        try:
            if self._damaged is not None:
                self._keep_aside(self._damaged)
            self._files.rename(fresh, self.path)
            self._on_disk, self._damaged = True, None
            self._files.sync_folder(self.folder)
        except OSError:
            with suppress(OSError):
                self._files.close(descriptor)
            raise
        self._descriptor = descriptor
        self.bytes_written += len(data)

    def _keep_aside(self, damage: Damage) -> None:
        """Give the damaged segment a second name, before its own goes to the file that replaces it."""
        aside = self._aside(damage.file)
        try:
            self._files.link(damage.file, aside)
        except FileExistsError:  # kept by an earlier start that got no further
            pass
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            self._files.rename(damage.file, aside)
        self._report(replace(damage, kept_as=aside))

    def _aside(self, path: Path) -> Path:
        mark = zlib.crc32(self._files.read(path, MAX_SEGMENT))
        return path.with_name(f"{path.name}.damaged-{mark:08x}")

    def _report(self, damage: Damage) -> None:
        self.damage = (*(each for each in self.damage if each.file != damage.file), damage)

    def _load(self) -> None:
        """Take up the newest game that is not finished; see to what else lies there."""
        names = self._files.names(self.folder)
        self._begin(1 + max(archive.highest_number(names), *self.archive.games(), 0))
        for name in names:
            if name.startswith(".game-"):  # left by a cut while a new file was being written
                with self._noting(self.folder):
                    self._files.remove(self.folder / name)
        for game in reversed(archive.game_numbers(names)):
            segment = self.folder / archive.segment_name(game)
            with self._noting(segment):
                if self._lines:  # a newer game has begun: this one was over, its move failed
                    self.archive.admit(segment, game)
                else:
                    self._take_up(game, segment)

    def _take_up(self, game: int, path: Path) -> None:
        segment = read_segment(path, files=self._files)
        damage = segment.damage
        if damage is not None:
            self._report(damage)
        if segment.lines:
            self._begin(game)
            self._lines = list(segment.lines)
            self._on_disk, self._damaged = True, damage
            self._files.sync_file(path)  # after `kill -9` lines may be in memory alone
            self.kept = len(self._lines)
            if damage is not None:
                self._rewrite()
        elif damage is not None and damage.line:  # one that cannot be read at all may be, next time
            aside = self._aside(path)
            self._files.rename(path, aside)
            self._files.sync_folder(self.folder)
            self._report(replace(damage, kept_as=aside))

    @contextmanager
    def _noting(self, place: Path) -> Iterator[None]:
        """Keep the first failure as the problem and go on: a bad disk stops no game."""
        try:
            yield
        except OSError as error:
            self.problem = self.problem or storage_error(error, place)
