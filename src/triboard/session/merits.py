"""What a move makes or leaves, in the words of each game's rules: a reason that the board shows."""

from typing import Any

from triboard.phrases import Detail, Said
from triboard.rules import trike, trioker, troika, ttt3d
from triboard.rules.trike.state import points
from triboard.rules.trioker import duel, table
from triboard.rules.trioker.field import Field, placeable_lays
from triboard.rules.trioker.tiles import LAYS_OF_TILE, bits, lays_of
from triboard.rules.troika.pieces import COMPLETED_BY, PARTNERS, PYRAMIDS
from triboard.rules.troika.state import tops
from triboard.rules.ttt3d.geometry import HOLES, LINES_THROUGH
from triboard.session.manners import Manners
from triboard.session.trioker_words import ACTIONS
from triboard.words import say


def merit(manners: Manners, before: Any, move: Any) -> Said | None:
    """What a move of the side on turn makes or leaves; `None` where there is nothing of it to say."""
    after = manners.game.play(before, move)
    if manners.game.outcome(after) is not None:
        return None
    match move:
        case trike.Place():
            return _trike(before, after)
        case troika.Lay():
            return _troika(manners, before, after, move)
        case ttt3d.Place():
            return _ttt3d(manners, before, after, move)
        case trioker.Place() if isinstance(after, trioker.DuelState):
            return _duel(before, after, move)
        case trioker.Place() if isinstance(after, trioker.TableState):
            return _table(before, after, move)
        case _:
            return None


# Trike


def _trike(before: trike.State, after: trike.State) -> Said | None:
    """Cells to which the pawn can go on, and whose checkers would count now (trike §5, §6)."""
    side = trike.GAME.to_move(before)
    if before.pawn is None or side is None:
        return None
    ways = sum(isinstance(move, trike.Place) for move in trike.GAME.legal_moves(after))
    count = points(after.spot, after.filled, after.black)
    return say("merit-trike", {"count": ways, "own": count[side], "all": sum(count)})


# Troika


def _troika(manners: Manners, before: troika.State, after: troika.State, move: troika.Lay) -> Said | None:
    """Troikas that it threatens, what it covers, what it goes with (troika §4 to §6)."""

    def named(pyramid: int, field: int, thing: str = "thing", site: str = "site") -> dict[str, Detail]:
        return {thing: manners.thing(troika.piece_of(pyramid)), site: troika.site_of(field)}

    if threats := troikas_open(after, troika.side_of(move.pyramid)):
        first, *more = threats
        if not more:
            return say("merit-troika-threat", named(*first))
        return say("merit-troika-threats", named(*first) | named(*more[0], "other", "place"))
    stack = before.stacks[move.field]
    if stack and troika.side_of(stack[-1]) != troika.side_of(move.pyramid):
        return say("merit-troika-covers", named(stack[-1], move.field))
    top = tops(after)
    for _, *partners in PARTNERS[move.field]:
        for field in partners:
            third = COMPLETED_BY[move.pyramid][top[field]]
            if third >= 0 and after.hand >> third & 1:
                return say(
                    "merit-troika-pair", named(third, field) | named(top[field], field, "other", "place")
                )
    there = after.hand | sum(1 << pyramid for pyramid in top if pyramid < len(PYRAMIDS))
    own = [pyramid for pyramid in PYRAMIDS if there >> pyramid & 1 and pyramid != move.pyramid]
    rest = {frozenset((one, COMPLETED_BY[move.pyramid][one])) for one in own}
    count = sum(all(pyramid in own for pyramid in pair) for pair in rest)
    return say("merit-troika-parts", {"count": count}) if count else None


def troikas_open(state: troika.State, side: int) -> list[tuple[int, int]]:
    """Pyramids in hand of a side with the fields on which each would make a troika as the board stands."""
    top = tops(state)
    found = []
    for field, partners in enumerate(PARTNERS):
        for _, one, two in partners:
            third = COMPLETED_BY[top[one]][top[two]]
            if third < 0 or troika.side_of(third) != side or not state.hand >> third & 1:
                continue
            if troika.site_of(field) in troika.open_fields(state, PYRAMIDS[third]):
                found.append((third, field))
    return list(dict.fromkeys(found))


# 3D tic-tac-toe


def _ttt3d(manners: Manners, before: ttt3d.State, after: ttt3d.State, move: ttt3d.Place) -> Said | None:
    """Lines of this colour that lack one ball, lines that it spoils, lines that it leaves open (ttt3d §7)."""
    hole, palette = HOLES.index(move.site), before.setup.palettes[before.side]
    coming = palette[after.placed[before.side] % len(palette)]
    lacking, spoiled, open_lines = list[str](), 0, 0
    for line in LINES_THROUGH[hole]:
        others = [after.balls[other] for other in line if other != hole]
        if set(others) == {move.colour, None} and coming == move.colour:
            lacking += [HOLES[other] for other in line if after.balls[other] is None]
        spoiled += others[0] == others[1] and others[0] is not None and others[0] not in palette
        open_lines += set(others) <= {move.colour, None}
    places = list(dict.fromkeys(lacking))
    thing = manners.thing(move.colour)
    if len(places) == 1:
        return say("merit-ttt3d-two", {"thing": thing, "site": places[0]})
    if places:
        return say("merit-ttt3d-twos", {"thing": thing, "site": places[0], "place": places[1]})
    if spoiled:
        return say("merit-ttt3d-spoils", {"count": spoiled})
    return say("merit-ttt3d-lines", {"count": open_lines}) if open_lines else None


# Trioker


def _duel(before: trioker.DuelState, after: trioker.DuelState, move: trioker.Place) -> Said:
    """A gap of a hexagon that only this side can fill, else for how many tiles of each side there is a place
    (trioker §10, §12)."""
    field, side = after.field, before.turn
    mine, theirs = after.hands[side], after.hands[1 - side]
    for vertex in field.board.corners[field.board.index[move.cell]]:
        around = field.board.around[vertex]
        gap = around & ~field.filled
        if not around or gap.bit_count() != 1 or _placed(field, gap, theirs):
            continue
        if count := _placed(field, gap, mine):
            site = field.board.cells[gap.bit_length() - 1].site
            return say("merit-trioker-gap", {"count": count, "site": site})
    cells = duel.cells_to_play(after)
    return say(
        "merit-trioker-places",
        {
            "count": _placed(field, cells, mine),
            "all": mine.bit_count(),
            "theirs": _placed(field, cells, theirs),
            "number": theirs.bit_count(),
        },
    )


def _table(before: trioker.TableState, after: trioker.TableState, move: trioker.Place) -> Said | None:
    """What its cell brings (trioker §16), else how many tiles of this hand find a place then: how many, not
    which, for others look on (trioker §13)."""
    label = after.field.board.labels[after.field.board.index[move.cell]]
    scores, earlier = trioker.GAME.scores(after), trioker.GAME.scores(before)
    paid = scores is not None and earlier is not None and scores[before.turn] > earlier[before.turn]
    if label in ACTIONS and (paid or (label == "H1" and after.turn == before.turn)):
        return say("merit-trioker-action", {"action": say(ACTIONS[label], {})})
    hand = after.hands[before.turn]
    if hand.hidden or not hand.known:
        return None
    count = _placed(after.field, table.cells_to_play(after), hand.known)
    return say("merit-trioker-hand", {"count": count, "all": hand.size})


def _placed(field: Field, cells: int, tiles: int) -> int:
    """How many of some tiles fit one of some cells at least."""
    lays = placeable_lays(field, cells, lays_of(tiles))
    return sum(1 for tile in bits(tiles) if LAYS_OF_TILE[tile] & lays)
