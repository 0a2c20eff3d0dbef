"""The state folder at start: lock, journal, and the session that the journal leaves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from triboard.app.games import begin, resume
from triboard.board.definition import Board
from triboard.errors import StorageError
from triboard.session.entries import worth_keeping
from triboard.session.rivals import NO_TERMS, Terms
from triboard.session.state import SessionState
from triboard.store.journal import Journal
from triboard.store.lock import StateLock
from triboard.store.secret import token_of


@dataclass(frozen=True, slots=True)
class Opened:
    """What was found: the lock (`None` where the folder cannot be written), the journal, the session, and the
    token of whoever looks after the board (`None` where none can be kept)."""

    lock: StateLock | None
    journal: Journal
    session: SessionState
    resumed: bool
    token: str | None = None

    @property
    def seed(self) -> int:
        """Chance of the opponents, 32 bit: another one in every folder, the same after a restart, so that an
        opponent still wants the move that hands have begun to make. Any where nothing can be kept."""
        if self.token is None:
            return Random().randrange(1 << 32)
        return int.from_bytes(sha256(self.token.encode()).digest()[:4])


def open_state(
    folder: Path,
    board: Board,
    options: Mapping[str, Any],
    terms: Terms = NO_TERMS,
    *,
    log: Callable[[str], None],
    afresh: bool = False,
) -> Opened:
    """Open the state folder and take up the unfinished game; a folder that fails stops no game. `afresh`: the
    unfinished game is archived, somebody chose another.

    An unfinished game goes on with its own options and terms. Raises `ConfigurationError` when another
    process has the folder, or for wrong options.
    """
    fresh = begin(board, options, terms)
    try:
        lock = StateLock.acquire(folder)
    except StorageError as error:
        log(f"Nothing will be saved: {error}")
        lock = None
    journal = Journal.open(folder, keeps=worth_keeping)
    for damage in journal.damage:
        log(f"Journal damaged: {damage}")
    if journal.problem is not None:
        log(str(journal.problem))
    entries = journal.entries
    token = _token(folder)
    if not entries:
        return Opened(lock, journal, fresh, resumed=False, token=token)
    if afresh:
        journal.finish()
        return Opened(lock, journal, fresh, resumed=False, token=token)
    try:
        if entries[0].get("game") == board.game:
            return Opened(lock, journal, resume(board, entries), resumed=True, token=token)
        log(
            f"The unfinished game is {entries[0].get('game')}, the board is for {board.game}; it is archived."
        )
    except StorageError as error:
        log(f"The unfinished game cannot be taken up ({error}); it is archived.")
    journal.finish()
    return Opened(lock, journal, fresh, resumed=False, token=token)


def _token(folder: Path) -> str | None:
    """Without a word where it cannot be kept: the folder has said so already."""
    try:
        return token_of(folder)
    except StorageError:
        return None
