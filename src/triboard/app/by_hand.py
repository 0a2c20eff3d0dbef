"""What people say that stands on a site whose sensor cannot be read (physical-play 13)."""

from collections.abc import Mapping, Sequence

from triboard.board.definition import Board, SensingKind, SiteDefinition
from triboard.board.racks import rack_places
from triboard.board.readings import EMPTY, UNKNOWN, Reading, ReadingKind, holds
from triboard.errors import PlayerError
from triboard.phrases import counted, phrase
from triboard.units import Piece, Site

Sensed = Mapping[Site, tuple[Reading, ...]]


def entered(board: Board, site: Site, pieces: Sequence[Piece]) -> tuple[Reading, ...]:
    """A stack, bottom first, as the levels of a site would read it; raises `PlayerError` with the remedy."""
    racks = rack_places(board.aside)
    places = (*board.sites, *(place for place in board.aside if place.site in racks))
    definition = next((one for one in places if one.site == site), None)
    if definition is None:
        raise PlayerError(phrase("This board has no site {site}.", site=site))
    known = {name for tray in board.trays for name in (tray.piece, *tray.shapes)}
    for piece in pieces:
        if piece not in known:
            raise PlayerError(phrase("This board has no piece {piece}.", piece=piece))
    if len(pieces) > definition.height:
        most = definition.height
        raise PlayerError(
            counted(
                "{site} holds at most {count} piece.", "{site} holds at most {count} pieces.", most, site=site
            )
        )
    return _levels(definition, pieces)


def _levels(site: SiteDefinition, pieces: Sequence[Piece]) -> tuple[Reading, ...]:
    if any(level.sensing.kind is SensingKind.TAGS for level in site.levels):
        if len(set(pieces)) < len(pieces):
            raise PlayerError(
                phrase("Each piece stands once: name every piece of {site} by itself.", site=site.site)
            )
        return (Reading(ReadingKind.SET, pieces=frozenset(pieces)) if pieces else EMPTY,)
    return (*map(holds, pieces), *[EMPTY] * (site.height - len(pieces)))


class ByHand:
    """Keeps what was entered, by sensor, until that sensor can be read again."""

    def __init__(self) -> None:
        self._stacks: dict[Site, tuple[Reading, ...]] = {}
        self._pieces: dict[Site, tuple[Piece, ...]] = {}

    @property
    def said(self) -> Mapping[Site, tuple[Piece, ...]]:
        """What counts now, by sensor, bottom first."""
        return {sensor: self._pieces[sensor] for sensor in self._stacks}

    def enter(self, sensor: Site, levels: tuple[Reading, ...], pieces: Sequence[Piece] = ()) -> None:
        """Believe this of the site of a sensor from now on; `pieces` are the same in names."""
        self._stacks[sensor] = levels
        self._pieces[sensor] = tuple(pieces)

    def drop(self, sensors: Sequence[Site]) -> None:
        """Nobody has said what stands there now: a rim has carried other pieces to these sensors."""
        for sensor in sensors:
            self._stacks.pop(sensor, None)

    def over(self, sensed: Sensed) -> Sensed:
        """The readings with what was entered in place of *unknown*; sensors that are well again count."""
        self._stacks = {site: levels for site, levels in self._stacks.items() if UNKNOWN in sensed[site]}
        if not self._stacks:
            return sensed
        return {**sensed, **{site: _merged(sensed[site], levels) for site, levels in self._stacks.items()}}


def _merged(sensed: tuple[Reading, ...], entered: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Levels that can be read tell more than somebody remembers."""
    if len(sensed) != len(entered):
        return entered  # a silent tag reader: nothing is known of the whole stack
    return tuple(said if read == UNKNOWN else read for read, said in zip(sensed, entered, strict=True))
