"""The piece in the hand: what is held, and whether a hint is about it."""

from triboard.board.aside import in_hand
from triboard.board.guidance import shapes
from triboard.session import racks
from triboard.session.help_levels import GIVES, Gift
from triboard.session.reasons import movers
from triboard.session.rivals import Hint
from triboard.session.state import SessionState
from triboard.session.teaching import changed_sites
from triboard.units import Piece


def gift(state: SessionState) -> Gift:
    """What the seat on turn is given; nothing where nobody is."""
    side = state.side
    if side is None:
        return Gift(0, 0)
    return GIVES[state.terms.help_of(state.manners.game.seat_of(state.game, side))]


def held(state: SessionState) -> frozenset[Piece]:
    """Kinds of pieces that are in hands: out of their tray or rack, or a piece that moves (the pawn) off its
    site. Nothing where no sensor tells."""
    observed = state.touched
    if observed is None:
        return frozenset()
    standing = state.manners.game.position(state.game).pieces
    found = racks.in_hand(state) or in_hand(state.board, observed, standing)
    if found is not None:
        return frozenset(found)
    away = {standing[site][-1] for site in state.lifted if standing.get(site)}
    return movers(state, state.game) & away if away else frozenset()


def about_held(state: SessionState, hint: Hint) -> bool:
    """Whether the move of a hint is one of a piece that is held and was counted."""
    rules, kinds = state.manners.game, shapes(state.board)
    here, there = rules.position(state.game).pieces, rules.position(rules.play(state.game, hint.move)).pieces
    brought = {
        kinds.get(piece, piece)
        for site in changed_sites(state, state.game, hint.move)
        for piece in there[site][len(here.get(site, ())) :]
    }
    return bool(brought & held(state) & hint.probed)
