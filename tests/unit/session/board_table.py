"""A session of any game on any shipped board, without wires: pieces are read as its sensors would."""

from collections.abc import Mapping
from typing import Any

from tests.unit.session.table import CALM, Table

from triboard.app.games import begin, resume
from triboard.board.classify import observe
from triboard.board.load import load_board
from triboard.board.readings import UNKNOWN, Observation
from triboard.board.signals import site_signals
from triboard.light.compose import scene_of
from triboard.session.effects import Effect, Throw
from triboard.session.events import BoardSettled, Thrown
from triboard.sim.world import World
from triboard.units import Duration, Instant, Piece, Site


class BoardTable(Table):
    """One board by name, its session and hands. `die` is what the next throw shows."""

    def __init__(self, board: str, options: Mapping[str, Any] | None = None) -> None:
        options = options or {}
        self.board = load_board(board, options.get("size"))
        self.now = Instant(0)
        self.world = World(self.board)
        self.blind = set()
        self.keeps = True
        self.journal = []
        self.archived = []
        self.located = []
        self.die = 0
        self.state = begin(self.board, options)
        self.connect()

    @property
    def moves(self) -> list[str]:
        """Texts of the moves of the game."""
        return [self.state.manners.game.format_move(move) for move in self.state.moves]

    @property
    def runs(self) -> list[tuple[str, ...]]:
        """Lines that run."""
        return [run.places for run in scene_of(self.state).runs]

    def observation(self) -> Observation:
        """The board as its sensors show it now."""
        values = [0] * self.board.channels
        for site in (*self.board.sites, *self.board.aside):
            for channel, value in site_signals(site, self.world.standing(site.site)).items():
                values[channel] = value
        seen = observe(self.board, values, ())
        blind = {site: (UNKNOWN,) * len(levels) for site, levels in seen.sites.items() if site in self.blind}
        return Observation({**seen.sites, **blind}, (), seen.aside)

    def _perform(self, effect: Effect) -> None:
        if isinstance(effect, Throw):
            self.send(Thrown(self.now, self.die))
        else:
            super()._perform(effect)

    def settle(self) -> None:
        """The board lies still until it has settled."""
        self.touch()
        self.wait(self.board.settle)
        self.send(BoardSettled(self.now, self.observation()))

    def restart(self) -> None:
        """The daemon is killed and comes back with what the journal holds."""
        self.state = resume(self.board, self.journal)
        self.connect()

    def hold(self, site: str, wait: Duration = CALM) -> None:
        """Take the top piece up and keep it in the hand."""
        self.world.lift(Site(site))
        self.calm(wait)

    def take(self, piece: str) -> None:
        """Take a piece out of its tray and keep it in the hand; nothing has settled yet."""
        self.world.take(Piece(piece))
        self.touch()

    def put_back(self) -> None:
        """Lay what is in the hand back into its tray."""
        self.world.put_away()
        self.touch()

    def set_up(self, pieces: Mapping[str, tuple[str, ...]]) -> None:
        """Make the board look like this at once."""
        self.world.stacks = {Site(site): [Piece(one) for one in stack] for site, stack in pieces.items()}
        self.calm()

    def put_right(self) -> None:
        """Set the board up as the game says it should stand."""
        pieces = self.state.manners.game.position(self.state.game).pieces
        self.set_up({site: tuple(stack) for site, stack in pieces.items()})
