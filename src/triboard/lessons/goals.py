"""What each game's lessons are about: the aim that a move reaches at once, and lines that are finished.

| game | aim |
|---|---|
| troika, trike | the game is won |
| ttt3d | a line of one's own colour is complete: five points (ttt3d §7) |
| trioker | a hexagon is complete: a turn more (trioker §10); or the game is won |
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from triboard.rules import trike, trioker, troika, ttt3d
from triboard.rules.registry import GAMES
from triboard.rules.trioker.field import fitting
from triboard.rules.trioker.tiles import bits
from triboard.units import Seat, Site

FIVE: Final = 5
"""Points of a line of one colour."""


def mover(game: str, state: Any) -> Seat | None:
    """Seat of the side on turn; `None` at the end."""
    rules = GAMES[game]
    side = rules.to_move(state)
    return None if side is None else rules.seat_of(state, side)


def reaches(game: str, before: Any, after: Any) -> bool:
    """Whether the move between two states reached its mover's aim."""
    rules, seat = GAMES[game], mover(game, before)
    if seat is None:
        return False
    outcome = rules.outcome(after)
    if game == "ttt3d":
        return bool(after.scores[seat] - before.scores[seat] >= FIVE)
    if outcome is not None:
        return seat in outcome.seats
    return game == "trioker" and _hexagon_made(before, after)


def _hexagon_made(before: Any, after: Any) -> bool:
    new = after.field.filled & ~before.field.filled
    around = after.field.board.around
    return any(
        around[vertex] & new and not around[vertex] & ~after.field.filled for vertex in range(len(around))
    )


def reaching(game: str, state: Any) -> Iterator[Any]:
    """Moves of the side on turn that reach its aim at once."""
    rules = GAMES[game]
    for move in _likely(game, state):
        if reaches(game, state, rules.play(state, move)):
            yield move


def _likely(game: str, state: Any) -> Iterable[Any]:
    """Legal moves, without those of which one glance tells that they reach nothing."""
    rules = GAMES[game]
    if not isinstance(state, trioker.DuelState) or game != "trioker":
        return rules.legal_moves(state)
    hand = state.hands[state.turn]
    if hand.bit_count() == 1 or rules.outcome(state) is not None:
        return rules.legal_moves(state)
    return (move for move in _closing(state) if _held(state, move))


def _closing(state: trioker.DuelState) -> Iterator[trioker.Place]:
    """Placements of any tile on the last free cell of a hexagon."""
    field = state.field
    last = 0
    for around in field.board.around:
        free = around & ~field.filled
        if around and free.bit_count() == 1:
            last |= free
    for cell in bits(last & field.edge):
        row = field.board.places[cell]
        for lay in bits(fitting(field, cell)):
            yield row[lay]


def _held(state: trioker.DuelState, move: trioker.Place) -> bool:
    name = trioker.tile_named(move.text)
    return name is not None and bool(state.hands[state.turn] >> trioker.TILES.index(name) & 1)


def finished(game: str, state: Any) -> list[frozenset[Site]]:
    """Finished lines, which the rung `see` asks for, each by the sites that count as pointing at it."""
    match game:
        case "troika":
            return [frozenset(line) for line in troika.completed(state)]
        case "trike":
            return _counted(state)
        case "ttt3d":
            return list(_fives(state))
        case _:
            return list(_whole_hexagons(state))


def _counted(state: trike.State) -> list[frozenset[Site]]:
    """The winner's checkers next to the trapped pawn; the one below it cannot be lifted alone (trike §6)."""
    outcome = trike.GAME.outcome(state)
    if outcome is None or state.pawn is None:
        return []
    home = trike.site_of(state.pawn)
    pieces = trike.GAME.position(state).pieces
    colour = trike.SIDES[outcome.winners[0]]
    near = trike.neighbours(home, state.size)
    return [frozenset(site for site in near if pieces[site][0] == colour)]


def _fives(state: ttt3d.State) -> Iterator[frozenset[Site]]:
    holes = ttt3d.geometry.HOLES
    for line in ttt3d.geometry.LINES:
        balls = {state.balls[hole] for hole in line}
        if len(balls) == 1 and None not in balls:
            yield frozenset(holes[hole] for hole in line)


def _whole_hexagons(state: trioker.DuelState) -> Iterator[frozenset[Site]]:
    field = state.field
    for around in field.board.around:
        if around and not around & ~field.filled:
            yield frozenset(field.board.cells[cell].site for cell in bits(around))
