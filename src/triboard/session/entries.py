"""Journal entries: what a session writes down, and how a session comes back from it.

start     {"event": "start", "game", "options", "base": [detents], "games": n, "totals": [points by seat]}
          where agreed on, also "opponents": {"seat": grade}, "help": {"seat": level} and
          "clock": "minutes+seconds"; in a lesson also "lesson": {"task", "from": plies of its position, ...}
move      {"event": "move", "ply": n, "text": move text}; with a clock also "left": [milliseconds by seat]
takeback  {"event": "takeback", "ply": n}        back to the state before ply n; where hands took the pieces
          away and may put them back, also "by": "hands"
base      {"event": "base", "base": [detents]}   a bare rim was turned before rims count
patience  {"event": "patience", "seconds": n}     how long a puzzle without a way is borne (null: ever)
help      {"event": "help", "seat": n, "level": 0 to 3}   how much a seat is helped from now on
seat      {"event": "seat", "seat": n, "grade": g}   an opponent takes a seat, or leaves it (null)
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from triboard.board.definition import Board
from triboard.board.readings import Observation
from triboard.errors import ConfigurationError, Mistake, StorageError, TriboardError
from triboard.lessons.library import task_named
from triboard.opponents.engine import Grade
from triboard.session.clock import GameClock
from triboard.session.clock import back as clock_back
from triboard.session.help_levels import Help
from triboard.session.lesson import lesson_of
from triboard.session.manners import Manners
from triboard.session.notices import Notice, info, wrong
from triboard.session.rivals import NO_TERMS, Terms, checked, patience_of, terms_of
from triboard.session.state import Match, Phase, SessionState, Undone
from triboard.session.timing import with_clock
from triboard.units import SECOND, Detent, Duration, Ply, Seat

Entry = Mapping[str, Any]

TRAINING: Final = "training"
"""The mode of a game whose every position is a task (troika §11)."""

MILLISECOND: Final = 1000
"""Microseconds; journals keep clocks in milliseconds."""


def start_entry(state: SessionState) -> Entry:
    """Entry that opens a game's journal."""
    return {
        "event": "start",
        "game": state.manners.game.name,
        "options": dict(state.options),
        "base": list(state.base),
        "games": state.match.games,
        "totals": list(state.match.totals),
        **state.terms.entry(),
        **({} if state.lesson is None else {"lesson": state.lesson.entry(state.floor)}),
    }


def move_entry(ply: int, text: str, clock: GameClock | None = None) -> Entry:
    """Entry of one accepted ply, with what the clock showed after it."""
    entry = {"event": "move", "ply": ply, "text": text}
    return entry if clock is None else {**entry, "left": [left // MILLISECOND for left in clock.left]}


def takeback_entry(ply: int, *, by_hands: bool) -> Entry:
    """Entry of going back to the state before a ply."""
    entry = {"event": "takeback", "ply": ply}
    return {**entry, "by": "hands"} if by_hands else entry


def seat_entry(seat: Seat, grade: Grade | None) -> Entry:
    """Entry of a seat that changes hands."""
    return {"event": "seat", "seat": seat, "grade": None if grade is None else int(grade)}


def help_entry(seat: Seat, level: Help) -> Entry:
    """Entry of a seat that is helped more or less from now on."""
    return {"event": "help", "seat": seat, "level": int(level)}


def patience_entry(patience: Duration | None) -> Entry:
    """Entry of how long a puzzle without a way is looked on at from now on."""
    return {"event": "patience", "seconds": None if patience is None else patience // SECOND}


def worth_keeping(entries: Sequence[Entry]) -> bool:
    """Whether a journal is a game that people will want to look at: one of which a ply stands, and neither a
    task of a lesson nor one of a training. What cannot be understood is worth keeping."""
    start = entries[0]
    lesson, options = start.get("lesson"), start.get("options")
    if isinstance(lesson, dict) and lesson.get("task") is not None:
        return False
    if isinstance(options, dict) and options.get("mode") == TRAINING:
        return False
    plies = 0
    for entry in entries:
        match entry.get("event"), entry.get("ply"):
            case "move", _:
                plies += 1
            case "takeback", int(ply):
                plies = ply
    return plies > 0 or start.get("event") != "start"


def base_entry(base: Sequence[Detent]) -> Entry:
    """Entry of new resting places of the rims at the start."""
    return {"event": "base", "base": list(base)}


def fresh(
    board: Board,
    manners: Manners,
    options: Mapping[str, Any],
    match: Match | None = None,
    terms: Terms = NO_TERMS,
) -> SessionState:
    """A session that waits for the start position. Raises `ConfigurationError` for wrong options, for a game
    that is larger than the board, and for terms that its seats do not allow."""
    start = manners.game.start(options)
    sites = {site.site for site in board.sites}
    for site in (*manners.targets(start), *manners.game.position(start).pieces):
        if site not in sites:
            problem = f"the board {board.name} has no {site}"
            raise ConfigurationError(Mistake("--board", problem, "Choose a smaller game, or another board."))
    if manners.rims_turn(start) and not board.rims:
        problem = f"the board {board.name} has no rims to turn"
        raise ConfigurationError(Mistake("--board", problem, "Play with rims = false, or on another board."))
    begun = SessionState(
        board=board,
        manners=manners,
        options=options,
        states=(start,),
        base=(Detent(0),) * len(board.rims),
        match=match or Match(),
        terms=checked(terms, list(manners.seats(start))),
    )
    return with_clock(begun)


def dealt(state: SessionState, observed: Observation) -> SessionState | Notice:
    """The session with the hands that the racks show, if this board has racks; else what is wrong there."""
    options = state.manners.dealt_by_racks(state.options, observed.aside)
    if options is None or isinstance(options, Notice):
        return state if options is None else options
    try:
        known = fresh(state.board, state.manners, options, terms=state.terms)
    except ConfigurationError as error:
        return wrong("bad-options", problem=str(error))
    return replace(state, options=options, states=known.states)


def resumed(board: Board, manners: Manners, entries: Sequence[Entry]) -> SessionState:
    """The session that wrote these entries, with all of them kept.

    Raises `StorageError` naming the entry that does not fit; nothing is changed on disk.
    """
    number = 0
    try:
        state = fresh(board, manners, entries[0]["options"], terms=terms_of(entries[0]))
        _check_start(state, entries)
        for number, entry in enumerate(entries, start=1):  # noqa: B007 (the error below names it)
            state = _replay(state, entry)
    except (KeyError, IndexError, TypeError, ValueError, TriboardError) as error:
        raise StorageError(f"journal entry {number} does not fit the game: {error}") from error
    over = manners.game.outcome(state.game) is not None
    phase = Phase.FINISHED if over else Phase.PLAY
    notice = info("finished") if over else info("resumed", prompt=state.manners.prompt(state.game).words)
    return replace(
        _in_lesson(state, entries[0]), phase=phase, recorded=len(entries), kept=len(entries), notice=notice
    )


def _in_lesson(state: SessionState, entry: Entry) -> SessionState:
    """The lesson goes on where it was; raises `StorageError` for a task that this program does not have."""
    if "lesson" not in entry:
        return state
    try:
        form = entry["lesson"]
        name = form["task"]
        task = None if name is None else task_named(state.manners.game.name, name)
        return replace(state, lesson=lesson_of(form, task), floor=Ply(int(form["from"])))
    except (KeyError, TypeError, ValueError, TriboardError) as error:
        raise StorageError(f"the lesson of the journal is not known: {error}") from error


def _check_start(state: SessionState, entries: Sequence[Entry]) -> None:
    """One start entry, the first, of this game and with totals for its seats or none."""
    if [number for number, entry in enumerate(entries) if entry["event"] == "start"] != [0]:
        raise StorageError("a journal has one start entry, the first")
    game, totals = entries[0]["game"], entries[0]["totals"]
    if game != state.manners.game.name:
        raise StorageError(f"it is a game of {game}")
    if totals and len(totals) != len(tuple(state.manners.seats(state.game))):
        raise StorageError(f"totals of {len(totals)} seats")


def _replay(state: SessionState, entry: Entry) -> SessionState:
    game = state.manners.game
    match entry["event"]:
        case "start":
            totals = Match(int(entry["games"]), tuple(entry["totals"]))
            return replace(state, base=_base(state, entry), match=totals)
        case "move":
            if entry["ply"] != state.ply:
                raise StorageError(f"it is ply {entry['ply']} where ply {state.ply} is due")
            move = game.parse_move(entry["text"])
            after = game.play(state.game, move)
            undone = None if state.undone is None else state.undone.after(state.ply, move)
            played = replace(state, states=(*state.states, after), moves=(*state.moves, move), undone=undone)
            return _clock_read(played, entry)
        case "takeback":
            ply = int(entry["ply"])
            if not 0 <= ply < state.ply:
                raise StorageError(f"ply {ply} cannot be taken back to from ply {state.ply}")
            line = state.undone or Undone(state.states, state.moves, {}, state.clock)
            back = replace(
                state,
                states=state.states[: ply + 1],
                moves=state.moves[:ply],
                undone=line if entry.get("by") == "hands" else None,
            )
            return back if back.clock is None else replace(back, clock=clock_back(back.clock, ply))
        case "base":
            return replace(state, base=_base(state, entry))
        case "seat":
            rivals = {seat: one for seat, one in state.terms.rivals.items() if seat != entry["seat"]}
            if entry["grade"] is not None:
                rivals[Seat(int(entry["seat"]))] = Grade(entry["grade"])
            seats = list(state.manners.seats(state.game))
            terms = checked(replace(state.terms, rivals=rivals), seats)
            return replace(state, terms=terms, undone=None)
        case "help":
            levels = {**state.terms.help, Seat(int(entry["seat"])): Help(entry["level"])}
            seats = list(state.manners.seats(state.game))
            return replace(state, terms=checked(replace(state.terms, help=levels), seats))
        case "patience":
            return replace(state, terms=replace(state.terms, patience=patience_of(entry["seconds"])))
        case other:
            raise StorageError(f"unknown event {other!r}")


def _clock_read(state: SessionState, entry: Entry) -> SessionState:
    """The clock as it stood after a ply; the time since is nobody's."""
    if state.clock is None:
        return state
    left = tuple(Duration(int(one) * MILLISECOND) for one in entry["left"])
    if len(left) != len(state.clock.left) or min(left) < 0:
        raise StorageError(f"clocks of {len(left)} seats")
    over = frozenset(Seat(seat) for seat, one in enumerate(left) if not one)
    return replace(state, clock=replace(state.clock, left=left, past=(*state.clock.past, left), fallen=over))


def _base(state: SessionState, entry: Entry) -> tuple[Detent, ...]:
    base = tuple(Detent(int(detent) % 4) for detent in entry["base"])
    if len(base) != len(state.board.rims):
        raise StorageError(f"{len(base)} rims on a board of {len(state.board.rims)}")
    return base
