"""Why a board is wrong, in the words of the rules (physical-play 11)."""

from collections.abc import Collection
from typing import Any

from triboard import piece_words
from triboard.board.guidance import lack, shapes
from triboard.board.readings import Reading, extra, number, still
from triboard.board.reconcile import Contradicts, in_room
from triboard.errors import IllegalMoveError
from triboard.phrases import Said, join
from triboard.session import gate, judge
from triboard.session.notices import Notice, wrong
from triboard.session.state import SessionState
from triboard.units import Piece, Site
from triboard.words import own


def reason_of(state: SessionState, verdict: Contradicts) -> Notice | None:
    """Why the board is wrong, where it can be said: one piece seen twice, or one more that is not due."""
    if (twice := seen_twice(state, verdict)) is not None:
        return twice
    if gate.closed(state, state.game):
        seat = gate.rival_of(state, state.game)
        assert seat is not None, "the gate is closed for an opponent"
        more_sites = [one.site for one in verdict.misfits if extra(one.expected, one.observed)]
        name = state.manners.name(state.game, seat)
        return wrong("opponents-turn", *more_sites, name=name) if more_sites else None
    game = judge.onward(state.manners, state.game, state.tally).game
    targets = state.manners.targets(game)
    moving = movers(state, game)
    gone = {lack(misfit) for misfit in verdict.misfits} - moving
    for misfit in verdict.misfits:
        more = extra(misfit.expected, misfit.observed)
        if number(misfit.observed) - len(misfit.expected) != len(more) or not _one_move(more, moving):
            continue
        piece, due = more[0].piece, targets.get(misfit.site)
        if piece is None or piece in gone:
            continue
        if due is not None and piece != due and piece not in moving and not misfit.expected:
            return _not_due(state, misfit.site, due, piece)
        if (text := _refusal(state, game, misfit.site, piece)) is not None:
            return wrong("rule", misfit.site, text=text)
    return None


def _one_move(more: tuple[Reading, ...], moving: Collection[Piece]) -> bool:
    """Whether these pieces can have come by one move: one, and what moves along with it."""
    return bool(more) and all(reading.piece in moving for reading in more[1:])


def _not_due(state: SessionState, site: Site, due: Piece, piece: Piece) -> Notice:
    thing = state.manners.thing
    colours = {"colour": piece_words.ball_colour(due), "other": piece_words.ball_colour(piece)}
    code = own("not-yours", state.manners.kind)
    return wrong(code, site, due=thing(due), piece=thing(piece), **colours)


def movers(state: SessionState, game: Any) -> frozenset[Piece]:
    """Pieces that a move takes from where they stand (the pawn), as its first legal move tells."""
    rules = state.manners.game
    for move in state.manners.showing(game, None):
        here, there = rules.position(game).pieces, rules.position(rules.play(game, move))
        if there.rims:
            break  # a rim carries pieces that nobody lifts
        stacks = ((stack, there.pieces.get(site, ())) for site, stack in here.items())
        return frozenset(piece for stack, left in stacks for piece in stack if piece not in left)
    return frozenset()


def seen_twice(state: SessionState, verdict: Contradicts) -> Notice | None:
    """More pieces of a kind than there are: the sensors contradict each other (physical-play 12)."""
    kinds = shapes(state.board)
    stock = {tray.piece: tray.stock for tray in state.board.trays}
    places: dict[Piece, list[Site]] = {}
    for misfit in verdict.misfits:
        for reading in extra(misfit.expected, misfit.observed):
            if reading.piece is not None:
                places.setdefault(kinds.get(reading.piece, reading.piece), []).append(misfit.site)
    wrong_sites = {misfit.site: misfit for misfit in verdict.misfits}
    for site, stack in in_room(state.expected, state.board.rims, state.base).items():
        for level, piece in enumerate(stack):
            stands = site not in wrong_sites or still(wrong_sites[site].observed, level, piece)
            if stands and kinds.get(piece, piece) in places:
                places[kinds.get(piece, piece)].append(site)
    for piece, sites in places.items():
        if len(sites) > stock.get(piece, len(sites)):
            names = join([str(site) for site in sorted(sites)])
            return wrong("seen-twice", *sorted(sites), thing=state.manners.thing(piece), sites=names)
    return None


def _refusal(state: SessionState, game: Any, site: Site, piece: Piece) -> Said | None:
    """What the rules say to putting this piece here."""
    move = state.manners.placing(game, site, piece)
    if move is None:
        return None
    try:
        state.manners.game.play(game, move)
    except IllegalMoveError as error:
        return told(error)
    return None


def told(error: IllegalMoveError) -> Said:
    """The sentence of the rules."""
    return error.words
