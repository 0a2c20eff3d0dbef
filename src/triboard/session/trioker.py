"""Trioker at a board: tiles by their corners, passes, draws and coins by button (the `Manners` of `trioker`).

Open hands tell who laid a tile, so going on implies a pass that was the only move. Hidden hands tell nothing:
there DRAW and PASS are pressed, any unseen tile may be laid, and at the end the hands are laid out (§28).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from triboard.board.readings import Reading
from triboard.phrases import Said
from triboard.piece_words import tile
from triboard.rules import trioker
from triboard.rules.game import Game
from triboard.rules.trioker import duel, puzzle, table
from triboard.rules.trioker.dealing import DUEL_HANDS, deck
from triboard.rules.trioker.field import Field, fitting, hexagons, placements
from triboard.rules.trioker.lattice import Cell, Vertex, parse_cell
from triboard.rules.trioker.tiles import TILE_OF_LAY, bits, lays_of, mask_of, names_of, rotations, tile_named
from triboard.session import trioker_options, trioker_racks, trioker_words
from triboard.session.manners import Dice, ShownLine, Tally, allowed_sites
from triboard.session.notices import Notice, info
from triboard.units import Piece, Seat, Side, Site
from triboard.words import say

Move = trioker.Move
State = trioker.State

COINS: Final = {"RED": trioker.Colour.RED, "BLACK": trioker.Colour.BLACK}
"""Buttons that give a coin to the bank (J1)."""

NOBODY: Final = Seat(-1)
"""Who has no hand and sees none."""


class TriokerManners:
    """Tiles on cells; buttons PASS, DRAW, CHALLENGE, RED, BLACK."""

    game: Final[Game[Any, Any]] = trioker.GAME
    kind: Final = "tile"
    counting: Final = ()

    def thing(self, piece: Piece) -> Said:
        """`012 tile`."""
        return tile(piece)

    def silent(self, move: Move) -> bool:
        """All but laying a tile and taking one out."""
        return not isinstance(move, trioker.Place | trioker.Remove)

    def field(self, state: State) -> tuple[Site, ...]:
        """Cells of this mode's board or outline (trioker §8, §20, §22, §24)."""
        return tuple(Site(str(cell)) for cell in state.field.board.cells)

    def labels(self, state: State) -> Mapping[Site, str]:
        """Action cells (trioker §20, §22)."""
        board = state.field.board
        return {Site(str(cell)): text for cell, text in zip(board.cells, board.labels, strict=True) if text}

    def showing(self, state: State, sites: Collection[Site] | None) -> Iterator[Move]:
        """Placements and removals on these cells."""
        cells, lays = _playable(state)
        field = state.field
        removable = field.filled if isinstance(state, trioker.PuzzleState) and cells else 0
        if sites is not None:
            some = _set_of(field, sites)
            cells, removable = cells & some, removable & some
        yield from placements(field, cells, lays)
        for cell in bits(removable):
            yield trioker.Remove(field.board.cells[cell])

    def laid_out(self, state: State, pieces: Mapping[Site, Piece]) -> Move | bool:
        """At the end of hidden play the others lay their tiles on empty cells, one seat after the other."""
        pending = _pending(state)
        if not pending or not isinstance(state, trioker.TableState):
            return False
        tiles = mask_of(name for piece in pieces.values() if (name := tile_named(piece)) is not None)
        shown = sum(hand.known for hand in state.hands)
        due = tiles & ~shown  # tiles of hands that were shown before may lie on
        if tiles.bit_count() < len(pieces) or due & ~state.pool:
            return False
        wanted = state.hands[pending[0]].hidden
        if due.bit_count() != wanted:
            return due.bit_count() < wanted
        return trioker.Reveal(Side(pending[0]), names_of(due))

    def implied(self, state: State, tally: Tally) -> Move | None:
        """Going on passes for a player who can do nothing else, unless that ends the game."""
        del tally
        if _legal(state) != (trioker.Pass(),) or _both_passed(state):
            return None
        ends = self.game.outcome(self.game.play(state, trioker.Pass())) is not None
        return None if ends else trioker.Pass()

    def alternatives(self, state: State) -> tuple[Move, ...]:
        """A tile from the bank that is laid at once was drawn, which tells which one it is."""
        return _legal(state) if trioker.at_chance(state) else ()

    def direct(self, state: State, button: str) -> Move | Dice | None:
        """Passing, drawing, challenging and giving coins."""
        if isinstance(state, trioker.PuzzleState):
            return None
        if button == "PASS":
            return trioker.Pass()
        if isinstance(state, trioker.DuelState):
            return trioker.Challenge() if button == "CHALLENGE" and state.honour else None
        if button in COINS and state.purses:
            return trioker.Coin(COINS[button])
        if button == "DRAW":
            return Dice(_legal(state)) if trioker.at_chance(state) else trioker.Draw()
        return None

    def placing(self, state: State, site: Site, piece: Piece) -> Move | None:
        """A tile onto a cell, as its corners lie there."""
        del state
        return trioker.Place(parse_cell(site), piece)

    def confirmed(self, state: State, tally: Tally) -> Move | None:
        """OK does what is left to do: pass where nothing fits or both have passed, give the only coin."""
        del tally
        legal = _legal(state)
        if _both_passed(state):
            return trioker.Pass()
        return legal[0] if len(legal) == 1 and isinstance(legal[0], trioker.Pass | trioker.Coin) else None

    def carry(self, state: State, tally: Tally) -> Tally:
        """Nothing is counted."""
        del state, tally
        return {}

    def count(self, state: State, tally: Tally, button: str) -> Notice:
        """Nothing is counted."""
        del state, tally
        return info("button-idle", button=button)

    def counted(self, state: State, tally: Tally) -> Notice:
        """Nothing is counted."""
        del tally
        return self.prompt(state)

    def rims_turn(self, state: State) -> bool:
        """There are none."""
        del state
        return False

    def targets(self, state: State) -> Mapping[Site, Piece | None]:
        """Cells on which some tile fits that the player has or may have; at the reveal every empty one."""
        field = state.field
        if _pending(state):
            return dict.fromkeys(_sites(field, field.board.all_cells & ~field.filled))
        cells, lays = _playable(state)
        fit = sum(1 << cell for cell in bits(cells) if fitting(field, cell) & lays)
        return dict.fromkeys(_sites(field, fit))

    def targets_for(self, state: State, piece: Piece) -> Iterable[Site]:
        """Where the rules take it, turned in one way or another."""
        shapes = [allowed_sites(self, state, Piece(text)) for text in rotations(piece)]
        return {site: None for sites in shapes for site in sites}

    def seat_pieces(self, state: State, seat: Seat) -> tuple[Piece, ...]:
        """The tiles that a seat plays with."""
        if isinstance(state, trioker.DuelState):
            names = names_of(DUEL_HANDS[seat])
        elif isinstance(state, trioker.TableState):
            names = deck(state.mode)
        else:
            laid = sum(1 << TILE_OF_LAY[lay] for lay in state.field.placed if lay >= 0)
            names = names_of(state.left | laid)
        return tuple(map(Piece, names))

    def seats(self, state: State) -> tuple[Seat, ...]:
        """All seats that play."""
        if isinstance(state, trioker.PuzzleState):
            return (Seat(0),)
        return tuple(Seat(seat) for seat in range(len(state.hands)))

    def merged(self, options: Mapping[str, Any], wanted: Mapping[str, Any]) -> Mapping[str, Any]:
        """Only what fits mode and players; raises `ConfigurationError` for an outline without room."""
        return trioker_options.merged(options, wanted)

    def taught(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The game of two with open hands, which the tasks are about."""
        del options
        return {"mode": "pair-impair"}

    def dealt_by_racks(
        self, options: Mapping[str, Any], aside: Mapping[Site, tuple[Reading, ...]]
    ) -> Mapping[str, Any] | Notice | None:
        """Racks that read their tiles tell all hands (§28), whatever the options say of them."""
        return trioker_racks.dealt(options, aside)

    def racks(self, state: State) -> Mapping[Seat, frozenset[Piece]]:
        """Known hands, which are hidden from the others until the game is over (§13, §28)."""
        if not isinstance(state, trioker.TableState) or table.finished(state):
            return {}
        if any(hand.hidden for hand in state.hands):
            return {}
        hands = enumerate(state.hands)
        return {Seat(seat): frozenset(map(Piece, names_of(hand.known))) for seat, hand in hands}

    def private(self, state: State) -> bool:
        """Hands are hidden (§13); where all tiles lie face up (§7) and once it is over they are not."""
        return isinstance(state, trioker.TableState) and not table.finished(state)

    def public(self, state: State) -> State:
        """Hands only by their size."""
        return trioker.seen_by(state, NOBODY)

    def public_move(self, move: Move) -> Move:
        """That a tile was drawn, not which."""
        return trioker.Draw() if isinstance(move, trioker.Draw) else move

    def next_options(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """A new deal, which nobody here has seen; the opening seat moves on where nobody says better."""
        return trioker_options.next_options(options)

    def match_points(self, state: State) -> tuple[int, ...]:
        """Points in the purses, else 1 for the winner; nothing for a draw."""
        outcome = self.game.outcome(state)
        winners = () if outcome is None else outcome.seats
        points = self.game.scores(state) if winners else None
        return points or tuple(int(seat in winners) for seat in self.seats(state))

    def name(self, state: State, seat: Seat) -> Said:
        """`Pair`, `Impair`, `Player 2`."""
        return trioker_words.name(state, seat)

    def describe(self, before: State, move: Move) -> Notice:
        """A move in words, with what it brought about."""
        return trioker_words.describe(before, move)

    def lines(self, state: State, before: State | None) -> tuple[ShownLine, ...]:
        """Hexagons that the last tile completed (§10)."""
        if not isinstance(state, trioker.DuelState) or before is None:
            return ()
        field = state.field
        new = field.filled & ~before.field.filled
        if not any(hexagons(field, cell) for cell in bits(new)):
            return ()
        whole = [
            _ring(vertex)
            for vertex, around in zip(field.board.vertices, field.board.around, strict=True)
            if around & new and not around & ~field.filled
        ]
        return tuple(
            ShownLine(ring, say("hexagon", {"sites": ", ".join(ring)}), 1, missed=False, piece=None)
            for ring in whole
        )

    def prompt(self, state: State) -> Notice:
        """What the player on turn is invited to do."""
        return trioker_words.prompt(state, _legal(state))

    def buttons(self, state: State, tally: Tally) -> Mapping[str, Said]:
        """PASS, DRAW, the coins, and CHALLENGE after any pass: its light must not tell a wrong one."""
        del tally
        return trioker_words.buttons(state, _legal(state))

    def verdict(self, state: State) -> Notice | None:
        """The outcome in words."""
        return trioker_words.verdict(state)


@lru_cache(maxsize=64)
def _legal(state: State) -> tuple[Move, ...]:
    """Legal moves; none at the reveal, which may have millions."""
    if isinstance(state, trioker.TableState) and table.finished(state):
        return ()
    if isinstance(state, trioker.PuzzleState):
        return ()  # hundreds, and none of them silent
    return tuple(trioker.GAME.legal_moves(state))


def _pending(state: State) -> tuple[int, ...]:
    """Seats that have to show their tiles."""
    return trioker.to_reveal(state) if isinstance(state, trioker.TableState) else ()


def _both_passed(state: State) -> bool:
    return isinstance(state, trioker.DuelState) and state.passes == 2 and not state.over


def _playable(state: State) -> tuple[int, int]:
    """Sets of cells and of lays among which the legal placements are those whose corners fit."""
    if isinstance(state, trioker.DuelState):
        idle = bool(state.over) or state.passes == 2
        return (0, 0) if idle else (duel.cells_to_play(state), duel.lays_to_play(state))
    if isinstance(state, trioker.TableState):
        idle = state.coin_due or table.finished(state)
        return (0, 0) if idle else (table.cells_to_play(state), lays_of(table.tiles_to_play(state)))
    if puzzle.solved(state):
        return 0, 0
    return state.field.board.all_cells & ~state.field.filled, lays_of(state.left)


def _set_of(field: Field, sites: Iterable[Site]) -> int:
    """Set of the cells of these sites that belong to the game's board."""
    index = field.board.index
    return sum(1 << index[cell] for cell in map(parse_cell, sites) if cell in index)


def _sites(field: Field, cells: int) -> list[Site]:
    return [field.board.cells[cell].site for cell in bits(cells)]


def _ring(vertex: Vertex) -> tuple[Site, ...]:
    """The six cells round a vertex, counter-clockwise."""
    i, j = vertex
    cells = [
        ("U", i, j),
        ("D", i - 1, j),
        ("U", i - 1, j),
        ("D", i - 1, j - 1),
        ("U", i, j - 1),
        ("D", i, j - 1),
    ]
    return tuple(Cell(*cell).site for cell in cells)


MANNERS: Final = TriokerManners()
