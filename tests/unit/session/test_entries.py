"""What a session writes down, and how it comes back from it."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.unit.session.table import BOARD, Table

from triboard.errors import StorageError
from triboard.session.entries import Entry, resumed, worth_keeping
from triboard.session.state import Phase
from triboard.session.ttt3d import MANNERS
from triboard.units import SECOND, Duration

START: Entry = {"event": "start", "game": "ttt3d", "options": {}, "base": [0, 0, 0], "games": 0, "totals": []}
BALL: Entry = {"event": "move", "ply": 0, "text": "w@Aa1"}


def task(name: str | None) -> Entry:
    return {**START, "lesson": {"task": name, "from": 1}}


@pytest.mark.parametrize(
    ("entries", "kept"),
    [
        ([START], False),
        ([START, BALL], True),
        ([START, BALL, {"event": "takeback", "ply": 0}], False),
        ([START, BALL, {"event": "takeback", "ply": 0, "by": "hands"}, BALL], True),
        ([START, {"event": "base", "base": [0, 0, 1]}, {"event": "seat", "seat": 1, "grade": 2}], False),
        ([task("block-1"), BALL, {**BALL, "ply": 1}], False),
        ([task(None), BALL], True),
        ([{**START, "game": "troika", "options": {"mode": "training"}}, BALL], False),
        ([{"event": "begin", "format": 2}], True),
        ([{**START, "lesson": "?", "options": None}, BALL], True),
        ([START, BALL, {"event": "takeback", "ply": "?"}], True),
    ],
    ids=["nothing", "a ply", "taken back", "put back", "no ply", "a task", "a game of the ladder", "training",
         "another format", "strange", "strange takeback"],
)  # fmt: skip
def test_only_what_people_played_is_worth_keeping(entries: list[Entry], kept: bool) -> None:  # noqa: FBT001 (a table of cases)
    """Law: tasks, trainings and games without a ply would push games out of the archive; what is strange is
    kept."""
    assert worth_keeping(entries) is kept


def eventful() -> Table:
    """A game with a new base, moves, takebacks, calls and declined rims."""
    table = Table({"calling": "strict", "rims": True, "rim_turn": "after"})
    table.play("w@Aa1")
    table.turn("B", 90)
    table.play("k@Ba1", "r@Ca1")
    table.press("ONE", "OK")
    table.play("w@Aa2", "A+")
    table.press("UNDO")
    table.turn("A", -90)
    table.play("A-", "k@Bb2")
    table.lift("Bb2")
    return table


def test_a_session_comes_back_as_it_was() -> None:
    """Law (§20): states, moves, base, options, match; all entries kept."""
    table = eventful()
    back = resumed(BOARD, MANNERS, table.journal)
    before = table.state
    assert (back.states, back.moves, back.base) == (before.states, before.moves, before.base)
    assert (back.options, back.match) == (before.options, before.match)
    assert (back.recorded, back.kept) == (len(table.journal), len(table.journal))
    assert back.phase is Phase.PLAY


@pytest.mark.parametrize("until", range(1, 14))
def test_a_daemon_killed_after_any_entry_goes_on(until: int) -> None:
    """Law (§20, T-resume-live): the board is compared, the difference guided or taken in, and the next move
    is accepted."""
    table = eventful()
    table.journal = table.journal[:until]
    table.state = resumed(BOARD, MANNERS, table.journal)
    table.connect()
    table.wait(Duration(5 * SECOND))
    assert table.phase in ("play", "correction")
    if table.phase == "correction":
        assert table.says
    table.put_right()
    assert table.phase == "play"
    moves = len(table.moves)
    site, piece = next(iter(MANNERS.targets(table.state.game).items()), ("Cc3", None))
    if piece is not None:
        table.drop(site, piece)
        assert len(table.moves) > moves


def test_a_board_that_agrees_resumes_without_asking() -> None:
    """Law (§20)."""
    table = Table()
    table.play("w@Aa1", "k@Ba1")
    table.restart()
    assert (table.phase, table.asks, table.says) == (
        "play",
        False,
        "The unfinished game goes on. Red to play.",
    )
    table.play("r@Ca1")
    assert table.moves == ["w@Aa1", "k@Ba1", "r@Ca1"]


def test_a_difference_after_a_restart_is_guided() -> None:
    """Law (§20): a ball that fell out while the power was off."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    del table.world.stacks[next(iter(table.world.stacks))]
    table.restart()
    table.wait(Duration(5 * SECOND))
    assert table.says == "Put the white ball into Aa1."
    table.drop("Aa1", "white")
    assert table.phase == "play"


def test_a_finished_game_comes_back_finished() -> None:
    """Law: the result is still there after a power cut."""
    table = Table()
    game = table.state.game
    entries: list[Entry] = list(table.journal)
    while MANNERS.game.outcome(game) is None:
        move = next(iter(MANNERS.game.legal_moves(game)))
        text = MANNERS.game.format_move(move)
        entries.append({"event": "move", "ply": len(entries) - 1, "text": text})
        game = MANNERS.game.play(game, move)
    assert resumed(BOARD, MANNERS, entries).phase is Phase.FINISHED


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([], "journal entry 0 does not fit"),
        ([{"event": "move"}], "entry 0"),
        ([BALL], "entry 0"),
        ([{**START, "game": "troika"}], "it is a game of troika"),
        ([{**START, "options": {"players": 9}}], "players"),
        ([{**START, "base": [0, 0]}], "2 rims on a board of 3"),
        ([{**START, "totals": [1, 2]}], "totals of 2 seats"),
        ([START, START], "one start entry"),
        (
            [START, {**BALL, "ply": 1}],
            "journal entry 2 does not fit the game: it is ply 1 where ply 0 is due",
        ),
        ([START, {**BALL, "text": "k@Aa1"}], "entry 2 .* must be white"),
        ([START, {**BALL, "text": "x"}], "no move of 3D tic-tac-toe"),
        ([START, BALL, {"event": "takeback", "ply": 1}], "ply 1 cannot be taken back to from ply 1"),
        ([START, BALL, {"event": "takeback", "ply": -1}], "ply -1"),
        ([START, {"event": "dance"}], "unknown event 'dance'"),
        ([START, {"ply": 3}], "'event'"),
        ([START, BALL, {"event": "base", "base": "xyz"}], "entry 3"),
    ],
)
def test_a_journal_that_does_not_fit_is_told_with_its_entry(entries: list[Any], says: str) -> None:
    """Law: nothing is guessed from a damaged journal."""
    with pytest.raises(StorageError, match=says):
        resumed(BOARD, MANNERS, entries)


@pytest.mark.parametrize(
    "spoil", [dict.clear, lambda entry: entry.pop("text"), lambda entry: entry.update(ply="x")]
)
def test_a_damaged_entry_never_raises_anything_else(spoil: Callable[[dict[str, Any]], Any]) -> None:
    """Law: who is at fault is said by the class of the error."""
    entry = dict(BALL)
    spoil(entry)
    with pytest.raises(StorageError):
        resumed(BOARD, MANNERS, [START, entry])
