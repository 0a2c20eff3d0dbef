"""What the session must know of a game beyond its rules: silent moves, buttons, words, lines.

Each game has one module here that keeps this protocol; the reducer knows no game by name.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from triboard.board.racks import Holdings
from triboard.board.readings import Reading
from triboard.errors import IllegalMoveError
from triboard.phrases import Said
from triboard.rules.game import Game
from triboard.session.notices import Notice
from triboard.units import Piece, Seat, Site

Tally = Mapping[str, int]
"""Presses of counting buttons (FIVE, ONE) since the last move."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line to show: its sites in running order, the sentence, its points, whether they were lost."""

    sites: tuple[Site, ...]
    text: Said
    points: int
    missed: bool
    piece: Piece | None


@dataclass(frozen=True, slots=True)
class Dice:
    """A throw that somebody outside must make: one of these moves, all equally likely."""

    moves: tuple[Any, ...]


class Manners(Protocol):
    """A game at a board. Moves and states are those of the game; all methods are pure."""

    @property
    def game(self) -> Game[Any, Any]: ...

    @property
    def kind(self) -> str:
        """What the pieces are called, by code in `words` (`ball`)."""
        ...

    @property
    def counting(self) -> tuple[str, ...]:
        """Buttons that are counted until the next move."""
        ...

    def thing(self, piece: Piece) -> Said:
        """A piece in a sentence: `red ball`, `large white pyramid`, `pawn`."""
        ...

    def silent(self, move: Any) -> bool:
        """Whether a move changes nothing on the board."""
        ...

    def showing(self, state: Any, sites: Collection[Site] | None) -> Iterable[Any]:
        """Legal moves that change the board; of those that change exactly one site, only the ones whose site
        is among `sites` are wanted, and none that turns a rim (all where it is `None`). Others do no harm but
        cost time."""
        ...

    def laid_out(self, state: Any, pieces: Mapping[Site, Piece]) -> Any | bool:
        """What pieces mean that lie on sites where none should and belong to no move: a silent move (hands
        that are shown at the end), `True` where they may lie there, `False` where they are wrong."""
        ...

    def implied(self, state: Any, tally: Tally) -> Any | None:
        """The silent move that acting now implies (declining, calling what was counted)."""
        ...

    def alternatives(self, state: Any) -> tuple[Any, ...]:
        """Silent moves of which acting now implies one, told by what is done (whose piece opens)."""
        ...

    def direct(self, state: Any, button: str) -> Any | Dice | None:
        """The move that a button plays at once, legal or not, to say which rule forbids it; or the throw that
        it asks for; `None`: the button means nothing now."""
        ...

    def placing(self, state: Any, site: Site, piece: Piece) -> Any | None:
        """The move that putting a piece on a site would be, legal or not, to say which rule forbids it."""
        ...

    def confirmed(self, state: Any, tally: Tally) -> Any | None:
        """The silent move that OK means now."""
        ...

    def carry(self, state: Any, tally: Tally) -> Tally:
        """What stays counted after a move made in `state`: presses for a turn that is not over yet."""
        ...

    def count(self, state: Any, tally: Tally, button: str) -> Tally | Notice:
        """The tally after one more press, or why it does not count."""
        ...

    def counted(self, state: Any, tally: Tally) -> Notice:
        """What to say after a press was counted."""
        ...

    def rims_turn(self, state: Any) -> bool:
        """Whether rims are part of this game, so that their angles must be known."""
        ...

    def targets(self, state: Any) -> Mapping[Site, Piece | None]:
        """Where a piece may be put now, and which if there is only one kind that may."""
        ...

    def targets_for(self, state: Any, piece: Piece) -> Iterable[Site]:
        """Where this very piece may be put now (`allowed_sites`, where a game knows nothing better)."""
        ...

    def seat_pieces(self, state: Any, seat: Seat) -> tuple[Piece, ...]:
        """Kinds of pieces that belong to a seat."""
        ...

    def seats(self, state: Any) -> Iterable[Seat]:
        """Seats that play."""
        ...

    def merged(self, options: Mapping[str, Any], wanted: Mapping[str, Any]) -> Mapping[str, Any]:
        """The present options with the wanted ones over them; what no longer fits is left to its default."""
        ...

    def taught(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Options of the whole game that tops the ladder of lessons, from those that were chosen before."""
        ...

    def dealt_by_racks(
        self, options: Mapping[str, Any], aside: Mapping[Site, tuple[Reading, ...]]
    ) -> Mapping[str, Any] | Notice | None:
        """The options with the hands that racks show, or what is still wrong with the racks; `None` where
        racks say nothing of this game."""
        ...

    def next_options(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Options of the next game of the match: the change of turn."""
        ...

    def match_points(self, state: Any) -> tuple[int, ...]:
        """What a finished game counts for in a match, by seat: its points, or 1 for who won."""
        ...

    def name(self, state: Any, seat: Seat) -> Said:
        """How a seat's player is called in sentences."""
        ...

    def describe(self, before: Any, move: Any) -> Notice:
        """A move in words."""
        ...

    def lines(self, state: Any, before: Any | None) -> tuple[ShownLine, ...]:
        """Lines that the last turn made or missed, as far as they may be shown now; `before` is the state
        before the last ply, if there was one."""
        ...

    def prompt(self, state: Any) -> Notice:
        """What the player on turn is invited to do."""
        ...

    def buttons(self, state: Any, tally: Tally) -> Mapping[str, Said]:
        """Buttons of this game that mean something now, with what they do."""
        ...

    def verdict(self, state: Any) -> Notice | None:
        """The outcome in words."""
        ...


@runtime_checkable
class Measured(Protocol):
    """Manners of a game that takes pieces by their size."""

    def beats(self, state: Any) -> Mapping[Site, tuple[int, ...]]:
        """What a target takes that does not take every size: 1 small, 2 middling, 3 large."""
        ...

    def sizes(self, piece: Piece) -> tuple[int, ...]:
        """The size of one piece, in the same way."""
        ...


@runtime_checkable
class Mapped(Protocol):
    """Manners of a game that is played on a part of the board, or whose cells mean something."""

    def field(self, state: Any) -> Collection[Site]:
        """Sites that belong to this game."""
        ...

    def labels(self, state: Any) -> Mapping[Site, str]:
        """What is written on a site."""
        ...


@runtime_checkable
class Racked(Protocol):
    """Manners of a game with hands that lie in racks."""

    def racks(self, state: Any) -> Holdings:
        """What should lie in each rack; empty where hands are not known or play is over."""
        ...

    def private(self, state: Any) -> bool:
        """Whether what lies in racks is for the eyes of their owners only."""
        ...

    def public(self, state: Any) -> Any:
        """The game as everybody may see it, who sees no hand."""
        ...

    def public_move(self, move: Any) -> Any:
        """A move as everybody may see it."""
        ...


def allowed_sites(manners: Manners, state: Any, piece: Piece) -> list[Site]:
    """Targets on which the rules let this piece be put, by trying it; where what is done tells a silent move
    (whose piece opens), after any of them."""
    game = manners.game
    ahead = [game.play(state, move) for move in manners.alternatives(state)] or [state]
    return [
        site
        for site, only in manners.targets(state).items()
        if only in (None, piece) and any(_takes(manners, one, site, piece) for one in ahead)
    ]


def _takes(manners: Manners, state: Any, site: Site, piece: Piece) -> bool:
    move = manners.placing(state, site, piece)
    if move is None:
        return False
    try:
        manners.game.play(state, move)
    except IllegalMoveError:
        return False
    return True
