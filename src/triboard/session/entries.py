"""Journal entries: what a session writes down, and how a session comes back from it.

start     {"event": "start", "game", "options", "base": [detents], "games": n, "totals": [points by seat]}
move      {"event": "move", "ply": n, "text": move text}
takeback  {"event": "takeback", "ply": n}        back to the state before ply n
base      {"event": "base", "base": [detents]}   a bare rim was turned before rims count
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from triboard.board.definition import Board
from triboard.board.readings import Observation
from triboard.errors import ConfigurationError, Mistake, StorageError, TriboardError
from triboard.session.manners import Manners
from triboard.session.notices import Notice, info, wrong
from triboard.session.state import Match, Phase, SessionState
from triboard.units import Detent

Entry = Mapping[str, Any]


def start_entry(state: SessionState) -> Entry:
    """Entry that opens a game's journal."""
    return {
        "event": "start",
        "game": state.manners.game.name,
        "options": dict(state.options),
        "base": list(state.base),
        "games": state.match.games,
        "totals": list(state.match.totals),
    }


def move_entry(ply: int, text: str) -> Entry:
    """Entry of one accepted ply."""
    return {"event": "move", "ply": ply, "text": text}


def takeback_entry(ply: int) -> Entry:
    """Entry of going back to the state before a ply."""
    return {"event": "takeback", "ply": ply}


def base_entry(base: Sequence[Detent]) -> Entry:
    """Entry of new resting places of the rims at the start."""
    return {"event": "base", "base": list(base)}


def fresh(
    board: Board, manners: Manners, options: Mapping[str, Any], match: Match | None = None
) -> SessionState:
    """A session that waits for the start position. Raises `ConfigurationError` for wrong options, and for a
    game that is larger than the board."""
    start = manners.game.start(options)
    sites = {site.site for site in board.sites}
    for site in (*manners.targets(start), *manners.game.position(start).pieces):
        if site not in sites:
            problem = f"the board {board.name} has no {site}"
            raise ConfigurationError(Mistake("--board", problem, "Choose a smaller game, or another board."))
    return SessionState(
        board=board,
        manners=manners,
        options=options,
        states=(start,),
        base=(Detent(0),) * len(board.rims),
        match=match or Match(),
    )


def dealt(state: SessionState, observed: Observation) -> SessionState | Notice:
    """The session with the hands that the racks show, if this board has racks; else what is wrong there."""
    options = state.manners.dealt_by_racks(state.options, observed.aside)
    if options is None or isinstance(options, Notice):
        return state if options is None else options
    try:
        known = fresh(state.board, state.manners, options)
    except ConfigurationError as error:
        return wrong("bad-options", problem=str(error))
    return replace(state, options=options, states=known.states)


def resumed(board: Board, manners: Manners, entries: Sequence[Entry]) -> SessionState:
    """The session that wrote these entries, with all of them kept.

    Raises `StorageError` naming the entry that does not fit; nothing is changed on disk.
    """
    number = 0
    try:
        state = fresh(board, manners, entries[0]["options"])
        _check_start(state, entries)
        for number, entry in enumerate(entries, start=1):  # noqa: B007 (the error below names it)
            state = _replay(state, entry)
    except (KeyError, IndexError, TypeError, ValueError, TriboardError) as error:
        raise StorageError(f"journal entry {number} does not fit the game: {error}") from error
    over = manners.game.outcome(state.game) is not None
    phase = Phase.FINISHED if over else Phase.PLAY
    notice = info("finished") if over else info("resumed", prompt=state.manners.prompt(state.game).text)
    return replace(state, phase=phase, recorded=len(entries), kept=len(entries), notice=notice)


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
            return replace(state, states=(*state.states, after), moves=(*state.moves, move))
        case "takeback":
            ply = int(entry["ply"])
            if not 0 <= ply < state.ply:
                raise StorageError(f"ply {ply} cannot be taken back to from ply {state.ply}")
            return replace(state, states=state.states[: ply + 1], moves=state.moves[:ply])
        case "base":
            return replace(state, base=_base(state, entry))
        case other:
            raise StorageError(f"unknown event {other!r}")


def _base(state: SessionState, entry: Entry) -> tuple[Detent, ...]:
    base = tuple(Detent(int(detent) % 4) for detent in entry["base"])
    if len(base) != len(state.board.rims):
        raise StorageError(f"{len(base)} rims on a board of {len(state.board.rims)}")
    return base
