"""Troika at a board: the die, pyramids on stacks, the training (the `Manners` of `troika`)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Set
from typing import Any, Final
from zlib import crc32

from triboard.board.readings import Reading
from triboard.errors import NotationError
from triboard.phrases import Said
from triboard.piece_words import kind_of, player
from triboard.rules import troika
from triboard.rules.game import Game
from triboard.rules.troika.moves import THROWS
from triboard.rules.troika.pieces import PIECES, describe
from triboard.session import troika_lead
from triboard.session.manners import Dice, ShownLine, Tally, allowed_sites
from triboard.session.notices import Notice, info, wrong
from triboard.units import Piece, Seat, Side, Site
from triboard.words import say

SIZES: Final = "sml"
_SEATS: Final = (Seat(troika.LIGHT), Seat(troika.DARK))
_OPENERS: Final = (troika.Die(troika.Colour.WHITE), troika.Die(troika.Colour.GREEN))
"""A throw of each side, where the first pyramid tells what a real die has shown."""


class TroikaManners:
    """Pyramids on nine fields and a colour die."""

    game: Final[Game[Any, Any]] = troika.GAME
    kind: Final = "pyramid"
    counting: Final[tuple[str, ...]] = ()

    def thing(self, piece: Piece) -> Said:
        """`large white pyramid`."""
        return describe(troika.pyramid_named(piece)) if piece in PIECES else piece

    def silent(self, move: troika.Move) -> bool:
        """The throw of the die changes nothing on the board (troika §2)."""
        return isinstance(move, troika.Die)

    def showing(self, state: troika.State, sites: Collection[Site] | None) -> Iterable[troika.Move]:
        """Placements on these fields; before the throw there are none."""
        return (
            move
            for move in troika.GAME.legal_moves(state)
            if isinstance(move, troika.Lay) and (sites is None or troika.site_of(move.field) in sites)
        )

    def laid_out(self, state: troika.State, pieces: Mapping[Site, Piece]) -> bool:
        """Every pyramid on a field is a move, or wrong."""
        del state, pieces
        return False

    def implied(self, state: troika.State, tally: Tally) -> None:
        """Laying a pyramid implies nothing that is known before it lies there."""
        del state, tally

    def alternatives(self, state: troika.State) -> tuple[troika.Move, ...]:
        """Without a throw the first pyramid says whose colour a real die has shown (troika §2)."""
        return _OPENERS if state.starter is None else ()

    def direct(self, state: troika.State, button: str) -> troika.Move | Dice | None:
        """DIE throws the electronic die; once it is settled who starts, it is not thrown again."""
        if button != "DIE":
            return None
        return Dice(THROWS) if state.starter is None else THROWS[0]

    def placing(self, state: troika.State, site: Site, piece: Piece) -> troika.Move | None:
        """A pyramid onto a field; before the throw whoever lays first starts, so nothing forbids it."""
        if state.starter is None:
            return None
        try:
            return troika.Lay(troika.pyramid_named(piece), troika.field_named(site))
        except NotationError:
            return None

    def confirmed(self, state: troika.State, tally: Tally) -> None:
        """OK closes nothing."""
        del state, tally

    def carry(self, state: troika.State, tally: Tally) -> Tally:
        """Nothing is counted."""
        del state, tally
        return {}

    def count(self, state: troika.State, tally: Tally, button: str) -> Notice:
        """Nothing is counted."""
        del state, tally
        return wrong("button-idle", button=button)

    def counted(self, state: troika.State, tally: Tally) -> Notice:
        """Nothing is counted."""
        del tally
        return self.prompt(state)

    def rims_turn(self, state: troika.State) -> bool:
        """The board stands still."""
        del state
        return False

    def targets(self, state: troika.State) -> Mapping[Site, Piece | None]:
        """Fields that take some pyramid of the side on turn (troika §4, §13).

        A training shows the free field and leaves the pyramid to be found (troika §11).
        """
        if state.goal is not None:
            return {} if state.troikas else {troika.site_of(state.goal.field): None}
        if state.starter is None:
            return dict.fromkeys(troika.SITES)
        lays = [move for move in troika.GAME.legal_moves(state) if isinstance(move, troika.Lay)]
        kinds = {lay.pyramid for lay in lays}
        only = troika.piece_of(kinds.pop()) if len(kinds) == 1 else None
        fields = {lay.field for lay in lays}
        return {troika.site_of(field): only for field in sorted(fields)}

    def beats(self, state: troika.State) -> Mapping[Site, tuple[int, ...]]:
        """Sizes that fit a field where not all do (troika §4); a training gives nothing away (troika §11)."""
        if state.goal is not None or state.starter is None:
            return {}
        found: dict[Site, set[int]] = {}
        for move in troika.GAME.legal_moves(state):
            if isinstance(move, troika.Lay):
                size = SIZES.index(troika.piece_of(move.pyramid)[1]) + 1
                found.setdefault(troika.site_of(move.field), set()).add(size)
        return {site: tuple(sorted(sizes)) for site, sizes in found.items() if len(sizes) < len(SIZES)}

    def sizes(self, piece: Piece) -> tuple[int, ...]:
        """By the letter of its size."""
        return (SIZES.index(piece[1]) + 1,)

    def targets_for(self, state: troika.State, piece: Piece) -> Iterable[Site]:
        """Fields that take this pyramid; in a training the free field, whichever it is (troika §11, §13)."""
        return allowed_sites(self, state, piece) if state.goal is None else self.targets(state)

    def seat_pieces(self, state: troika.State, seat: Seat) -> tuple[Piece, ...]:
        """The nine pyramids of a side (troika §1)."""
        del state
        return PIECES[9 * seat : 9 * seat + 9]

    def seats(self, state: troika.State) -> tuple[Seat, ...]:
        """Light and Dark."""
        del state
        return _SEATS

    def merged(self, options: Mapping[str, Any], wanted: Mapping[str, Any]) -> Mapping[str, Any]:
        """A starter belongs to a game, a task to a training, and each training has a task of its own."""
        kept = dict(options)
        training = wanted.get("mode", kept.get("mode", "game")) == "training"
        last = kept.pop("task", None)
        if training:
            kept.pop("starter", None)
            if wanted.get("task") is None:
                kept["task"] = _next_task(last)
        given = {key: value for key, value in wanted.items() if value is not None or key != "task"}
        return {**kept, **given}

    def taught(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """No die: the learner, Light, starts."""
        del options
        return {"starter": "light"}

    def dealt_by_racks(self, options: Mapping[str, Any], aside: Mapping[Site, tuple[Reading, ...]]) -> None:
        """There are none."""
        del options, aside

    def next_options(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """The other side starts, where no die decides; a training goes on with another task."""
        if options.get("mode") == "training":
            return {**options, "task": _next_task(options.get("task"))}
        if options.get("starter") is None:
            return options
        return {**options, "starter": troika.SIDES[1 - troika.SIDES.index(options["starter"])]}

    def lead(self, state: troika.State, avoid: Set[Site]) -> tuple[Site, Piece] | None:
        """The next pyramid of the troika that is nearest."""
        return troika_lead.lead(state, avoid)

    def match_points(self, state: troika.State) -> tuple[int, ...]:
        """One for a win; a training has no winner."""
        outcome = self.game.outcome(state)
        won = () if outcome is None or state.goal is not None else outcome.seats
        return tuple(int(seat in won) for seat in _SEATS)

    def name(self, state: troika.State, seat: Seat) -> Said:
        """`Light` or `Dark`."""
        del state
        return player([troika.SIDES[seat]])

    def describe(self, before: troika.State, move: troika.Move) -> Notice:
        """A move in words."""
        if isinstance(move, troika.Die):
            colour = kind_of(Piece(move.colour.name.lower()))
            return info("die-shows", colour=colour, name=_side(Side(move.colour // 3)))
        del before
        site = troika.site_of(move.field)
        thing = describe(move.pyramid)
        return info("laid", site, name=_side(troika.side_of(move.pyramid)), thing=thing, site=site)

    def lines(self, state: troika.State, before: troika.State | None) -> tuple[ShownLine, ...]:
        """Every troika on the board; the first ones end the game (troika §6, §7)."""
        del before
        return tuple(self._shown(state, sites) for sites in troika.completed(state))

    def _shown(self, state: troika.State, sites: tuple[Site, ...]) -> ShownLine:
        tops = [state.stacks[troika.field_named(site)][-1] for site in sites]
        one_colour = len({troika.colour_of(pyramid) for pyramid in tops}) == 1
        text = say("troika-made", {"sites": ", ".join(sites)})
        return ShownLine(sites, text, 0, missed=False, piece=troika.piece_of(tops[0]) if one_colour else None)

    def prompt(self, state: troika.State) -> Notice:
        """The throw, a pyramid, or the task."""
        if state.goal is not None:
            return info("troika-task")
        if state.starter is None:
            return info("throw-die")
        side = self.game.to_move(state)
        return info("to-lay", due="" if side is None else _side(side))

    def buttons(self, state: troika.State, tally: Tally) -> Mapping[str, Said]:
        """DIE before the first pyramid."""
        del tally
        return {"DIE": say("hint-die", {})} if state.starter is None else {}

    def verdict(self, state: troika.State) -> Notice | None:
        """Who won, and why (troika §7 to §9)."""
        outcome = self.game.outcome(state)
        if outcome is None:
            return None
        if state.goal is not None:
            return info("task-solved", thing=describe(state.goal.pyramid))
        winner = outcome.winners[0]
        names = {"name": _side(winner), "other": _side(Side(1 - winner))}
        match outcome.reason:
            case "troika":
                return info("wins-troika", **names)
            case "stuck":
                return info("wins-stuck", **names)
            case _:
                return info("wins-exhausted", **names)


def _side(side: Side) -> Said:
    return player([troika.SIDES[side]])


def _next_task(last: Any) -> list[str]:
    """A task that follows from the last one: a walk through the tasks that looks like chance and can be
    replayed (troika §11)."""
    texts = last if isinstance(last, list) else [str(last)]
    return troika.deal_task(_digits(crc32("+".join(map(str, texts)).encode())))


def _digits(number: int) -> Callable[[int], int]:
    """`below(n)` from the digits of one number in mixed bases."""
    left = number

    def below(limit: int) -> int:
        nonlocal left
        left, digit = divmod(left, limit)
        return digit

    return below


MANNERS: Final = TroikaManners()
