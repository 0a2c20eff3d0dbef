"""Example scenes on any board: one for each role, and a few as they come in play.

They are what the pictures of the documentation, the golden frames and `triboard light preview` show.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Final

from triboard.board.definition import Board
from triboard.light.legend import LINE
from triboard.light.scene import Glow, Role, Run, Scene, Target
from triboard.units import Piece

TURN_SCENE: Final = "a-turn"
CORRECTION: Final = "correction"
EVERYTHING: Final = "mixed"

_NAMED: Final = frozenset({Role.TARGET, Role.SEEN, Role.SOURCE, Role.WANTED, Role.TURN, Role.WINNER})
"""Roles that in play mostly take the colour of a piece."""

_AT_SEATS: Final = frozenset({Role.TURN, Role.WAITING, Role.WINNER})


def examples(board: Board) -> Mapping[str, Scene]:
    """Scenes by name: every role, a completed line, a turn, a correction, all of it mixed."""
    places = _places(board)
    pieces = [tray.piece for tray in board.trays] or [Piece("white")]
    scenes = {role.value: Scene(_of_role(board, role, places, pieces)) for role in Role}
    scenes[LINE] = Scene(runs=_runs(places, pieces))
    scenes[TURN_SCENE] = _turn(board, places, pieces)
    scenes[CORRECTION] = Scene(
        {places[0]: Glow(Role.WRONG), places[-1]: Glow(Role.WANTED, pieces[0])}
        | ({places[1]: Glow(Role.SOURCE, pieces[-1])} if len(places) > 2 else {})
    )
    named = cycle(pieces)
    roles = zip(places, cycle(Role), strict=False)
    scenes[EVERYTHING] = Scene(
        {place: Glow(role, next(named) if role in _NAMED else None) for place, role in roles},
        runs=_runs(places, pieces)[:1],
    )
    return scenes


def _places(board: Board) -> list[Target]:
    """Sites that have a pixel, in the order of the board file."""
    pixels = board.pixel_of()
    return [Target(site.site) for site in board.sites if site.site in pixels]


def _seats(board: Board) -> list[Target]:
    pixels = board.pixel_of()
    return [Target(f"seat:{seat}") for seat in board.seats if f"seat:{seat}" in pixels]


def _of_role(
    board: Board, role: Role, places: Sequence[Target], pieces: Sequence[Piece]
) -> dict[Target, Glow]:
    """One role all over the board; roles of seats there as well."""
    if role is Role.OPPONENT:  # from (no piece named) and to, side by side
        return {place: Glow(role, pieces[0] if n % 2 else None) for n, place in enumerate(places)}
    lit = [*places, *_seats(board)] if role in _AT_SEATS else places
    named = cycle(pieces if role in _NAMED else [None])
    return {place: Glow(role, piece) for place, piece in zip(lit, named, strict=False)}


def _runs(places: Sequence[Target], pieces: Sequence[Piece]) -> tuple[Run, ...]:
    """Two lines of three neighbours in the board file, as far as there are so many."""
    lines = [tuple(places[start : start + 3]) for start in (0, 3)]
    return tuple(Run(line, piece) for line, piece in zip(lines, cycle(pieces), strict=False) if line)


def _turn(board: Board, places: Sequence[Target], pieces: Sequence[Piece]) -> Scene:
    """Somebody has just moved, the next one may put a piece anywhere else."""
    due = pieces[1 % len(pieces)]
    glows = {place: Glow(Role.TARGET, due) for place in places}
    glows[places[len(places) // 2]] = Glow(Role.SOURCE, pieces[0])
    glows |= {seat: Glow(Role.TURN, due) for seat in _seats(board)[1:2]}
    return Scene(glows)
