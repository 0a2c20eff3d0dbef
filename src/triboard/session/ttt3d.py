"""3D tic-tac-toe at a board: calling, rims, words and lines (the `Manners` of `ttt3d`)."""

from collections.abc import Collection, Iterable, Mapping, Set
from typing import Any, Final

from triboard.board.readings import Reading
from triboard.phrases import Said, join
from triboard.piece_words import ball, player
from triboard.rules import ttt3d
from triboard.rules.game import Game
from triboard.rules.ttt3d.moves import MOST_CALLED, NO_CALL
from triboard.session import ttt3d_lead
from triboard.session.manners import ShownLine, Tally, allowed_sites
from triboard.session.notices import Notice, info, wrong
from triboard.units import Piece, Seat, Site
from triboard.words import say

_WAYS: Final = {1: "turned-clockwise", -1: "turned-counter"}


class Ttt3dManners:
    """Balls in holes, two calling buttons, three rims."""

    game: Final[Game[Any, Any]] = ttt3d.GAME
    kind: Final = "ball"
    counting: Final = ("FIVE", "ONE")

    def thing(self, piece: Piece) -> Said:
        """`red ball`."""
        return ball(piece)

    def silent(self, move: ttt3d.Move) -> bool:
        """Calls and declined rims change nothing on the board."""
        return isinstance(move, ttt3d.Call | ttt3d.Decline)

    def showing(self, state: ttt3d.State, sites: Collection[Site] | None) -> Iterable[ttt3d.Move]:
        """Balls, and turned rims where all sites may differ."""
        moves = self.game.legal_moves(state)
        if sites is None:
            return (move for move in moves if not self.silent(move))
        return (move for move in moves if isinstance(move, ttt3d.Place) and move.site in sites)

    def laid_out(self, state: ttt3d.State, pieces: Mapping[Site, Piece]) -> bool:
        """Every ball in a hole is a move, or wrong."""
        del state, pieces
        return False

    def implied(self, state: ttt3d.State, tally: Tally) -> ttt3d.Move | None:
        """Going on leaves the rims alone (ttt3d §14) and closes the calling window (ttt3d §10)."""
        if state.stage is ttt3d.Stage.RIM:
            return ttt3d.Decline()
        if any(tally.values()) and ttt3d.made(state) is not None:
            return _call(tally)
        return None

    def alternatives(self, state: ttt3d.State) -> tuple[ttt3d.Move, ...]:
        """Nothing else is ever implied."""
        del state
        return ()

    def direct(self, state: ttt3d.State, button: str) -> None:
        """No button plays a move by itself; FIVE and ONE are counted."""
        del state, button

    def placing(self, state: ttt3d.State, site: Site, piece: Piece) -> ttt3d.Move | None:
        """A ball into a hole."""
        del state
        return ttt3d.Place(piece, site)

    def confirmed(self, state: ttt3d.State, tally: Tally) -> ttt3d.Move | None:
        """OK declines the rim, then closes the calling window, calling what was counted."""
        if state.stage is ttt3d.Stage.RIM:
            return ttt3d.Decline()
        return _call(tally) if ttt3d.made(state) is not None else None

    def carry(self, state: ttt3d.State, tally: Tally) -> Tally:
        """A call is for the whole turn, ball and rim together (ttt3d §10)."""
        return tally if state.stage is ttt3d.Stage.RIM else {}

    def count(self, state: ttt3d.State, tally: Tally, button: str) -> Tally | Notice:
        """One more five or one for the turn just made; the board says nothing of what was made."""
        open_soon = state.setup.strict and state.stage is ttt3d.Stage.RIM
        if ttt3d.made(state) is None and not open_soon:
            return wrong("no-window")
        if tally.get(button, 0) >= MOST_CALLED:
            return wrong("called-enough")
        return {**tally, button: tally.get(button, 0) + 1}

    def counted(self, state: ttt3d.State, tally: Tally) -> Notice:
        """Repeat what was called so far."""
        side = state.side if state.last is None else state.last.side
        return info(
            "called", name=self.name(state, Seat(side)), fives=tally.get("FIVE", 0), ones=tally.get("ONE", 0)
        )

    def rims_turn(self, state: ttt3d.State) -> bool:
        """Whether the option `rims` is on."""
        return state.setup.rims

    def targets(self, state: ttt3d.State) -> Mapping[Site, Piece | None]:
        """Empty holes, for the colour that is due."""
        return {
            move.site: move.colour for move in self.game.legal_moves(state) if isinstance(move, ttt3d.Place)
        }

    def targets_for(self, state: ttt3d.State, piece: Piece) -> Iterable[Site]:
        """What the rules take there."""
        return allowed_sites(self, state, piece)

    def seat_pieces(self, state: ttt3d.State, seat: Seat) -> tuple[Piece, ...]:
        """A seat's colours."""
        return state.setup.palettes[seat]

    def seats(self, state: ttt3d.State) -> tuple[Seat, ...]:
        """All seats that play."""
        return tuple(Seat(seat) for seat in range(state.setup.players))

    def merged(self, options: Mapping[str, Any], wanted: Mapping[str, Any]) -> Mapping[str, Any]:
        """Seats and colours belong to a number of players."""
        kept = dict(options)
        if wanted.get("players", options.get("players")) != options.get("players"):
            kept.pop("start", None)
            kept.pop("colours", None)
        return {**kept, **wanted}

    def taught(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The game that was chosen."""
        return options

    def dealt_by_racks(self, options: Mapping[str, Any], aside: Mapping[Site, tuple[Reading, ...]]) -> None:
        """There are none."""
        del options, aside

    def next_options(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The starting seat moves on by one (ttt3d §5)."""
        players = self.game.start(options).setup.players
        return {**options, "start": (int(options.get("start", 0)) + 1) % players}

    def opened_by(self, options: Mapping[str, Any], piece: Piece) -> Mapping[str, Any] | None:
        """The seat whose first colour it is opens (ttt3d §5)."""
        palettes = self.game.start(options).setup.palettes
        return next(
            ({**options, "start": seat} for seat, palette in enumerate(palettes) if palette[0] == piece), None
        )

    def lead(self, state: ttt3d.State, avoid: Set[Site]) -> tuple[Site, Piece] | None:
        """The next ball of the line that is nearest."""
        return ttt3d_lead.lead(state, avoid)

    def match_points(self, state: ttt3d.State) -> tuple[int, ...]:
        """Points of the game (ttt3d §5)."""
        return state.scores

    def name(self, state: ttt3d.State, seat: Seat) -> Said:
        """A player is called by the colours: `White`, `Red-Blue`."""
        return player(state.setup.palettes[seat])

    def describe(self, before: ttt3d.State, move: ttt3d.Move) -> Notice:
        """A move in words, named for the one who made it."""
        side = before.side
        if isinstance(move, ttt3d.Call) and before.last is not None:
            side = before.last.side
        name = self.name(before, Seat(side))
        match move:
            case ttt3d.Place(colour, site):
                return info("placed", site, name=name, thing=ball(colour), site=site)
            case ttt3d.Turn(shelf, clockwise):
                return info(_WAYS[clockwise], name=name, rim="ABC"[shelf])
            case ttt3d.Decline():
                return info("declined", name=name)
            case ttt3d.Call(fives, ones):
                return info("call-made", name=name, fives=fives, ones=ones)

    def lines(self, state: ttt3d.State, before: ttt3d.State | None) -> tuple[ShownLine, ...]:
        """Under strict calling nothing is shown before the window has closed (ttt3d §10)."""
        del before
        shown = [line for line in ttt3d.completed(state) if line.credited]
        found = [self._shown(state, line) for line in shown]
        return tuple(found + [self._shown(state, line) for line in ttt3d.missed(state)])

    def _shown(self, state: ttt3d.State, line: ttt3d.CompletedLine) -> ShownLine:
        sites = tuple(ttt3d.geometry.HOLES[hole] for hole in line.holes)
        code = "line-missed" if line.missed else "line-five" if line.points > 1 else "line-one"
        text = say(code, {"sites": ", ".join(sites), "count": line.points})
        palette = state.setup.palettes[line.side]
        # With two colours a side the ball tells which; a rim turned since may have carried it on.
        colour = palette[0] if len(palette) == 1 else state.balls[line.holes[0]]
        piece = colour if line.points > 1 else None
        return ShownLine(sites, text, line.points, line.missed, piece)

    def prompt(self, state: ttt3d.State) -> Notice:
        """Whose turn it is and what may be done."""
        due = self.name(state, Seat(state.side))
        if state.stage is ttt3d.Stage.LAST_CALL:
            return info("call-last", name=due)
        if state.stage is ttt3d.Stage.RIM:
            return info("may-turn", due=due)
        may_turn = any(isinstance(move, ttt3d.Turn) for move in self.game.legal_moves(state))
        colour = ttt3d.due_colour(state)
        if colour is None or len(self.seat_pieces(state, Seat(state.side))) == 1:
            return info("to-play-or-turn" if may_turn else "to-play", due=due)
        code = "to-play-piece-or-turn" if may_turn else "to-play-piece"
        return info(code, due=due, thing=ball(colour))

    def buttons(self, state: ttt3d.State, tally: Tally) -> Mapping[str, Said]:
        """FIVE and ONE while points may be called; OK where it closes something."""
        meanings: dict[str, Said] = {}
        if state.stage is ttt3d.Stage.RIM:
            meanings["OK"] = say("hint-decline", {})
        window = ttt3d.made(state) is not None
        if window:
            meanings["OK"] = say("hint-close", {})
        if window or (state.setup.strict and state.stage is ttt3d.Stage.RIM):
            meanings["FIVE"] = say("hint-five", {"count": tally.get("FIVE", 0)})
            meanings["ONE"] = say("hint-one", {"count": tally.get("ONE", 0)})
        return meanings

    def verdict(self, state: ttt3d.State) -> Notice | None:
        """Who won, with the points."""
        outcome = self.game.outcome(state)
        if outcome is None:
            return None
        names = join([self.name(state, seat) for seat in outcome.seats])
        points = state.scores[outcome.winners[0]]
        return info("wins" if len(outcome.seats) == 1 else "shared", name=names, count=points)


def _call(tally: Tally) -> ttt3d.Move:
    return ttt3d.Call(tally.get("FIVE", 0), tally.get("ONE", 0)) if any(tally.values()) else NO_CALL


MANNERS: Final = Ttt3dManners()
