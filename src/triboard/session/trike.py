"""Trike at a board: checkers, the pawn on top of them, the swap (the `Manners` of `trike`)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from triboard.board.readings import Reading
from triboard.errors import NotationError
from triboard.phrases import Detail, Said
from triboard.piece_words import checker, kind_of, player
from triboard.rules import trike
from triboard.rules.game import Game
from triboard.session.manners import ShownLine, Tally, allowed_sites
from triboard.session.notices import Notice, info, wrong
from triboard.units import Piece, Seat, Side, Site
from triboard.words import say

_SEATS: Final = (Seat(0), Seat(1))
_CHECKERS: Final = tuple(Piece(side) for side in trike.SIDES)


class TrikeManners:
    """Checkers that stay where they are laid, and one pawn that stands on the last of them."""

    game: Final[Game[Any, Any]] = trike.GAME
    kind: Final = "piece"
    counting: Final[tuple[str, ...]] = ()

    def thing(self, piece: Piece) -> Said:
        """`black checker`, `pawn`."""
        return checker(piece) if piece in _CHECKERS else kind_of(piece)

    def silent(self, move: trike.Move) -> bool:
        """The swap moves nothing on the board (trike §4)."""
        return isinstance(move, trike.Swap)

    def showing(self, state: trike.State, sites: Collection[Site] | None) -> Iterable[trike.Move]:
        """A move changes the pawn's old cell and its new one; where a new one is told, the others are not
        meant."""
        moves = [move for move in trike.GAME.legal_moves(state) if isinstance(move, trike.Place)]
        if sites is None:
            return moves
        told = [move for move in moves if trike.site_of(move.cell) in sites]
        home = None if state.pawn is None else trike.site_of(state.pawn)
        return moves if not told and set(sites) <= {home} else told

    def laid_out(self, state: trike.State, pieces: Mapping[Site, Piece]) -> bool:
        """Every piece on a cell is part of a move, or wrong."""
        del state, pieces
        return False

    def implied(self, state: trike.State, tally: Tally) -> None:
        """A move is an answer to the swap by itself (trike §4)."""
        del state, tally

    def alternatives(self, state: trike.State) -> tuple[trike.Move, ...]:
        """Nothing is told by what is done."""
        del state
        return ()

    def direct(self, state: trike.State, button: str) -> trike.Move | None:
        """SWAP takes the other side (trike §10)."""
        del state
        return trike.SWAP if button == "SWAP" else None

    def placing(self, state: trike.State, site: Site, piece: Piece) -> trike.Move | None:
        """A checker or the pawn on a cell: both are parts of one move (trike §5)."""
        del state, piece
        try:
            return trike.Place(trike.cell_of(site))
        except NotationError:
            return None

    def confirmed(self, state: trike.State, tally: Tally) -> None:
        """OK closes nothing."""
        del state, tally

    def carry(self, state: trike.State, tally: Tally) -> Tally:
        """Nothing is counted."""
        del state, tally
        return {}

    def count(self, state: trike.State, tally: Tally, button: str) -> Notice:
        """Nothing is counted."""
        del state, tally
        return wrong("button-idle", button=button)

    def counted(self, state: trike.State, tally: Tally) -> Notice:
        """Nothing is counted."""
        del tally
        return self.prompt(state)

    def rims_turn(self, state: trike.State) -> bool:
        """The board stands still."""
        del state
        return False

    def targets(self, state: trike.State) -> Mapping[Site, Piece | None]:
        """Cells that the pawn reaches, for a checker of the side on turn (trike §5)."""
        side = self.game.to_move(state)
        if side is None:
            return {}
        cells = (move.cell for move in self.showing(state, None) if isinstance(move, trike.Place))
        return {trike.site_of(cell): _CHECKERS[side] for cell in cells}

    def targets_for(self, state: trike.State, piece: Piece) -> Iterable[Site]:
        """The pawn goes where the checker goes (trike §5)."""
        return self.targets(state) if piece == trike.PAWN else allowed_sites(self, state, piece)

    def seat_pieces(self, state: trike.State, seat: Seat) -> tuple[Piece, ...]:
        """Checkers of the side that this seat plays now."""
        return (_CHECKERS[_side_of(state, seat)],)

    def seats(self, state: trike.State) -> tuple[Seat, ...]:
        """Who opened, and the other one."""
        del state
        return _SEATS

    def merged(self, options: Mapping[str, Any], wanted: Mapping[str, Any]) -> Mapping[str, Any]:
        """Size and swap do not depend on each other."""
        return {**options, **wanted}

    def taught(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The game that was chosen."""
        return options

    def dealt_by_racks(self, options: Mapping[str, Any], aside: Mapping[Site, tuple[Reading, ...]]) -> None:
        """There are none."""
        del options, aside

    def next_options(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Black begins again; the swap keeps it fair (trike §4)."""
        return options

    def match_points(self, state: trike.State) -> tuple[int, ...]:
        """One for a win, by seat (trike §7)."""
        outcome = self.game.outcome(state)
        won = () if outcome is None else outcome.seats
        return tuple(int(seat in won) for seat in _SEATS)

    def name(self, state: trike.State, seat: Seat) -> Said:
        """A player is called by the colour that the seat plays now: a swap exchanges the names."""
        return _colour(_side_of(state, seat))

    def describe(self, before: trike.State, move: trike.Move) -> Notice:
        """A move in words."""
        if isinstance(move, trike.Swap):
            return info("swapped")
        side = self.game.to_move(before)
        assert side is not None, "a move is made by somebody"
        site = trike.site_of(move.cell)
        return info("moved-pawn", site, name=_colour(side), thing=self.thing(_CHECKERS[side]), site=site)

    def lines(self, state: trike.State, before: trike.State | None) -> tuple[ShownLine, ...]:
        """At the end the checkers that count for the winner (trike §6)."""
        del before
        outcome = self.game.outcome(state)
        if outcome is None or state.pawn is None:
            return ()
        winner, home = outcome.winners[0], trike.site_of(state.pawn)
        pieces = self.game.position(state).pieces
        near = (home, *trike.neighbours(home, state.size))
        sites = tuple(site for site in near if pieces[site][0] == _CHECKERS[winner])
        text = say("trike-count", {"name": _colour(winner), "sites": ", ".join(sites)})
        return (ShownLine(sites, text, len(sites), missed=False, piece=_CHECKERS[winner]),)

    def prompt(self, state: trike.State) -> Notice:
        """Whose turn it is and what a move is."""
        side = self.game.to_move(state)
        if side is None:
            return info("finished")
        due, thing = _colour(side), self.thing(_CHECKERS[side])
        if state.pawn is None:
            return info("to-open", due=due, thing=thing)
        return info("to-move-or-swap" if _may_swap(state) else "to-move", due=due, thing=thing)

    def buttons(self, state: trike.State, tally: Tally) -> Mapping[str, Said]:
        """SWAP while it is possible (trike §10)."""
        del tally
        return {"SWAP": say("hint-swap", {})} if _may_swap(state) else {}

    def verdict(self, state: trike.State) -> Notice | None:
        """Who won by how much; after a swap also which of the two players that is (trike §7)."""
        outcome = self.game.outcome(state)
        if outcome is None:
            return None
        winner = outcome.winners[0]
        points = self.game.scores(state) or (0, 0)
        details: dict[str, Detail] = {
            "name": _colour(winner),
            "points": points[winner],
            "others": points[1 - winner],
        }
        if state.offer is not trike.Offer.TAKEN:
            return info("wins-trike", **details)
        opened = outcome.seats[0] == _SEATS[0]
        return info("wins-trike-opened" if opened else "wins-trike-swapped", **details)


def _side_of(state: trike.State, seat: Seat) -> Side:
    """Side that a seat plays now."""
    return next(Side(side) for side in (0, 1) if trike.GAME.seat_of(state, Side(side)) == seat)


def _colour(side: Side) -> Said:
    return player([trike.SIDES[side]])


def _may_swap(state: trike.State) -> bool:
    return state.offer is trike.Offer.OPEN and trike.GAME.outcome(state) is None


MANNERS: Final = TrikeManners()
