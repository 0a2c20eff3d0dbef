"""Options of Trioker at a board: which of them go together, and those of the next game."""

from collections.abc import Mapping
from typing import Any

from triboard.errors import ConfigurationError, Mistake, NotationError
from triboard.rules import trioker
from triboard.rules.trioker.boards import CELLS_73
from triboard.rules.trioker.dealing import COIN_MODES, HAND_MODES
from triboard.rules.trioker.options import MODES_OF_OPTION, OPTIONS


def merged(options: Mapping[str, Any], wanted: Mapping[str, Any]) -> Mapping[str, Any]:
    """Options of another mode are dropped, hands and opening seat too when other people play.

    Somebody must open when hands are hidden: seat 0 where nobody says who. An outline is moved onto the
    board; raises `ConfigurationError` for one that has no room there.
    """
    asked = {**options, **wanted}
    mode = asked.get("mode", OPTIONS["mode"].default)
    same = all(asked.get(key) == options.get(key) for key in ("mode", "players"))
    kept = {
        key: value
        for key, value in options.items()
        if mode in MODES_OF_OPTION.get(key, (mode,)) and (same or key not in ("hands", "start", "players"))
    }
    found = {**kept, **wanted}
    hands = found.get("hands")
    hidden = not (isinstance(hands, list) and any(isinstance(hand, list) for hand in hands))
    if mode in COIN_MODES and hidden and found.get("start") is None:
        found["start"] = 0
    return {**found, "outline": _on_board(found["outline"])} if found.get("outline") else found


def next_options(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """A new deal, which nobody here has seen; the opening seat moves on where nobody says better."""
    mode = options.get("mode", OPTIONS["mode"].default)
    if mode not in HAND_MODES:
        return options
    first = trioker.GAME.start(options)
    assert isinstance(first, trioker.TableState)
    kept = {key: value for key, value in options.items() if key not in ("hands", "start")}
    kept["players"] = len(first.hands)
    return {**kept, "start": (first.turn + 1) % len(first.hands)} if mode in COIN_MODES else kept


def _on_board(outline: Any) -> Any:
    """An outline of a person's own where the board has its cells (§5)."""
    try:
        cells = trioker.outline_of(outline)
        moved = cells if cells <= CELLS_73 else trioker.on_board(cells)
    except (NotationError, TypeError):
        return outline  # the rules say what is wrong with it
    if moved is None:
        problem = f"{len(cells)} cells of this shape find no room on the board of {len(CELLS_73)}"
        raise ConfigurationError(Mistake("outline", problem, "Choose another one."))
    return outline if moved == cells else sorted(map(str, moved))
