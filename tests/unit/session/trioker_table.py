"""A Trioker board without wires, for tests: tiles are laid as their moves are written."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.unit.session.board_table import BoardTable
from tests.unit.session.table import CALM

from triboard.session.effects import Effect, Throw
from triboard.units import Duration, Piece, Site


class Table(BoardTable):
    """A Trioker board; tiles are laid as their moves are written. A throw shows the last result."""

    board_name = "trioker"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.thrown: list[int] = []
        super().__init__(self.board_name, options)

    def _perform(self, effect: Effect) -> None:
        if isinstance(effect, Throw):
            self.thrown.append(effect.count)
            self.die = effect.count - 1
        super()._perform(effect)

    def lay(self, *texts: str) -> None:
        """Lay tiles one after another."""
        for text in texts:
            site, piece = text.split(":")
            self.drop(site, piece)

    def lay_together(self, *texts: str) -> None:
        """Lay tiles before the board has settled."""
        for text in texts:
            site, piece = text.split(":")
            self.world.drop(Site(site), Piece(piece))
        self.calm()

    def take(self, *sites: str, wait: Duration = CALM) -> None:
        """Take tiles off together."""
        for site in sites:
            self.world.lift(Site(site))
        self.world.put_away()
        self.calm(wait)

    def follow(self, texts: Sequence[str]) -> None:
        """Carry out moves of Pair-Impair."""
        for text in texts:
            self.press("PASS") if text == "pass" else self.lay(text)
        assert self.moves == list(texts)
