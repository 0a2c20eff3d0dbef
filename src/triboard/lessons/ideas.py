"""The one idea of a task, by name: what makes its right answers right (the tags of the task files)."""

from typing import Any, Final

from triboard.lessons.goals import finished, mover, reaching
from triboard.lessons.task import Rung
from triboard.rules import trike, trioker, troika, ttt3d
from triboard.rules.registry import GAMES
from triboard.rules.troika.pieces import COMPLETED_BY, LINES
from triboard.rules.ttt3d.geometry import LINE_CLASSES, LineClass
from triboard.units import Site

_FLAT: Final = (LineClass.ROW, LineClass.COLUMN, LineClass.PLANE_DIAGONAL)


def idea_of(game: str, rung: Rung, state: Any, answer: Any) -> str:
    """The tag of an answer on a rung."""
    match game:
        case "troika":
            return _troika(rung, state, answer)
        case "trike":
            return _trike(rung, state, answer)
        case "ttt3d":
            return _ttt3d(rung, state, answer)
        case _:
            return _trioker(rung, state, answer)


def _troika(rung: Rung, state: Any, answer: Any) -> str:
    if rung is Rung.SEE:
        return f"find-{_kind_of_troika(state, finished('troika', state)[0])}"
    stacked = bool(state.stacks[answer.field])
    after = troika.GAME.play(state, answer)
    if rung is Rung.COMPLETE:
        lines = troika.completed(after)
        if len(lines) > 1:
            return "two-lines-at-once"
        return "cover-to-win" if stacked else _kind_of_troika(after, frozenset(lines[0]))
    if rung is Rung.BLOCK:
        return "take-the-field" if _is_gap(state, answer) else "cover-their-top"
    ways = {(move.pyramid, move.field) for move in _threats("troika", state, after)}
    return "fork-on-two-fields" if len({field for _, field in ways}) > 1 else "fork-on-one-field"


def _kind_of_troika(state: Any, sites: frozenset[Site]) -> str:
    """What is all the same in a troika: the colour, the size, or nothing (troika §6)."""
    tops = [state.stacks[troika.field_named(site)][-1] for site in sites]
    if len({troika.colour_of(top) for top in tops}) == 1:
        return "one-colour"
    return "one-size" if len({troika.size_of(top) for top in tops}) == 1 else "all-different"


def _is_gap(state: Any, move: Any) -> bool:
    """Whether a pyramid lies where one of the others would complete a troika."""
    tops = troika.tops(state)
    for line in LINES:
        if move.field in line:
            one, two = (field for field in line if field != move.field)
            found = COMPLETED_BY[tops[one]][tops[two]]
            if found >= 0 and troika.side_of(found) != troika.side_of(move.pyramid):
                return True
    return False


def _trike(rung: Rung, state: Any, answer: Any) -> str:
    cell = state.pawn if rung is Rung.SEE else answer.cell
    where = {2: "corner", 4: "edge"}.get(len(trike.neighbours(trike.site_of(cell), state.size)), "middle")
    if rung is Rung.SEE:
        return f"trapped-in-the-{where}"
    if rung is Rung.COMPLETE:
        return f"close-the-{where}"
    near = trike.site_of(cell) in trike.neighbours(trike.site_of(state.pawn), state.size)
    if rung is Rung.BLOCK:
        return "one-step-aside" if near else "run-away"
    return "corner-them" if near else "jump-ahead"


def _ttt3d(rung: Rung, state: Any, answer: Any) -> str:
    geometry = ttt3d.geometry
    if rung is Rung.SEE:
        return f"find-{_direction(finished('ttt3d', state)[0])}"
    after = ttt3d.GAME.play(state, answer)
    if rung is Rung.COMPLETE:
        lines = [line for line in finished("ttt3d", after) if answer.site in line]
        return "two-lines-at-once" if len(lines) > 1 else _direction(lines[0])
    if rung is Rung.BLOCK:
        seat = mover("ttt3d", after)
        assert seat is not None, "a block leaves the game open"
        colour = after.setup.palettes[seat][0]
        for line in geometry.LINES_THROUGH[geometry.INDEX[answer.site]]:
            others = [state.balls[hole] for hole in line if geometry.HOLES[hole] != answer.site]
            if set(others) == {colour}:
                return f"stop-{_direction(frozenset(geometry.HOLES[hole] for hole in line))}"
        return "stop-otherwise"
    return "more-holes-than-they-can-fill"


def _direction(sites: frozenset[Site]) -> str:
    holes = tuple(sorted(ttt3d.geometry.INDEX[site] for site in sites))
    kind = LINE_CLASSES[ttt3d.geometry.LINES.index(holes)]
    if kind in _FLAT:
        return "flat-line"
    return "upright-line" if kind is LineClass.VERTICAL else "slanting-line"


def _trioker(rung: Rung, state: Any, answer: Any) -> str:
    if rung is Rung.SEE:
        return "find-the-hexagon"
    values = len(set(answer.text))
    if rung is Rung.COMPLETE:
        after = trioker.GAME.play(state, answer)
        if len(finished("trioker", after)) - len(finished("trioker", state)) > 1:
            return "two-hexagons-at-once"
        return {1: "close-with-a-triple", 2: "close-with-a-pair"}.get(values, "close-with-three-values")
    if rung is Rung.BLOCK:
        gaps = {move.cell for move in _threats("trioker", state, None)}
        return "fill-the-gap" if answer.cell in gaps else "spoil-the-gap"
    after = trioker.GAME.play(state, answer)
    return (
        "gaps-on-two-cells"
        if len({m.cell for m in _threats("trioker", state, after)}) > 1
        else "gap-they-cannot-spoil"
    )


def _threats(game: str, before: Any, after: Any | None) -> list[Any]:
    """What the mover between two states could do at once if nobody answered; without a move, what the next
    player could do now."""
    if game == "troika":
        return list(_troika_threats(before, after))
    state = before if after is None else after
    other = _with_turn(state, 1 - before.turn if after is None else before.turn)
    return list(reaching(game, other))


def _with_turn(state: trioker.DuelState, turn: int) -> trioker.DuelState:
    return trioker.DuelState(state.field, state.hands, turn, honour=state.honour)


def _troika_threats(before: Any, after: Any) -> list[troika.Lay]:
    side = GAMES["troika"].to_move(before)
    tops, found = troika.tops(after), []
    for line in LINES:
        for field in line:
            one, two = (other for other in line if other != field)
            pyramid = COMPLETED_BY[tops[one]][tops[two]]
            if pyramid < 0 or troika.side_of(pyramid) != side or not after.hand >> pyramid & 1:
                continue
            fits = after.for_medium if troika.size_of(pyramid) is troika.Size.MEDIUM else after.for_others
            if fits >> field & 1:
                found.append(troika.Lay(troika.Pyramid(pyramid), field))
    return found
