"""The games that this program can play at a board, and sessions for them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from triboard.board.definition import Board
from triboard.board.load import load_board
from triboard.errors import ConfigurationError, Mistake
from triboard.fields import nearest
from triboard.lessons.task import Rung
from triboard.session import teaching, trike, trioker, troika, ttt3d
from triboard.session.entries import Entry, fresh, resumed
from triboard.session.manners import Manners
from triboard.session.rivals import NO_TERMS, Terms
from triboard.session.state import START, SessionState

MANNERS: Final[Mapping[str, Manners]] = {
    "ttt3d": ttt3d.MANNERS,
    "troika": troika.MANNERS,
    "trike": trike.MANNERS,
    "trioker": trioker.MANNERS,
}
DEFAULT_BOARDS: Final[Mapping[str, str]] = {
    "ttt3d": "ttt3d",
    "troika": "troika",
    "trike": "trike",
    "trioker": "trioker",
}
"""Board file that `--game` picks where `--board` is absent."""


def manners_of(game: str) -> Manners:
    """How a game is played at a board; raises `ConfigurationError` for one that is not known."""
    if game not in MANNERS:
        raise ConfigurationError(Mistake("game", f"'{game}' is not a game", nearest(game, MANNERS)))
    return MANNERS[game]


def board_for(game: str, board: str | None, options: Mapping[str, Any]) -> Board:
    """The board that is named, or the default one of the game, in the size that the options ask for.

    Raises `ConfigurationError` for a board of another game.
    """
    manners_of(game)
    size = options.get("size")
    found = load_board(board or DEFAULT_BOARDS[game], size if isinstance(size, int) else None)
    if found.game != game:
        problem = f"board {found.name} is for {found.game}, not for {game}"
        raise ConfigurationError(Mistake("--board", problem, f"Use --game {found.game}, or another board."))
    return found


def begin(board: Board, options: Mapping[str, Any], terms: Terms = NO_TERMS) -> SessionState:
    """A session that waits for the start position; raises `ConfigurationError`."""
    manners = manners_of(board.game)
    return fresh(board, manners, manners.merged({}, options), terms=terms)


def for_lessons(session: SessionState, course: Rung | None, start: int) -> SessionState:
    """A session at its start on a board for lessons, which begin on the rung `course` with the task of number
    `start`; what the journal holds goes on first. `None`: a board for games."""
    session = replace(session, course=course)
    if course is None or session.recorded:
        return session
    return teaching.begin(session, teaching.from_course(session, start), START).state


def resume(board: Board, entries: Sequence[Entry]) -> SessionState:
    """The unfinished game of a journal; raises `StorageError`."""
    return resumed(board, manners_of(board.game), entries)
