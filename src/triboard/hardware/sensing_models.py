"""The sensors of a whole board, each with its own faults of manufacture: for the simulator and for the
trials.

Everything follows the seed: the same level shows the same value for the same kind of piece, as one real
piece would.
"""

from random import Random
from typing import Final, Protocol

from triboard.board.build import AnalogueKind
from triboard.board.definition import Board, Level, Sensing, SensingKind
from triboard.board.signals import level_signals
from triboard.hardware.sensing_colour import ColourLevel, Room
from triboard.hardware.sensing_converter import Converter
from triboard.hardware.sensing_hall import BY_NAME, HallLevel
from triboard.hardware.sensing_resistor import ResistorLevel
from triboard.units import Channel, Piece

USUAL_LUX: Final = 100.0
"""Light of the simulated room on an open hole, at most: a living room in the evening."""

SPREAD: Final = 3
"""Raw values by which two like pieces differ where nothing is known about the sensor."""


class LevelModel(Protocol):
    """What one level shows for a piece that is drawn anew."""

    def shown(self, piece: Piece | None, chance: Random) -> tuple[int, ...]: ...


def level_model(
    sensing: Sensing,
    analogue: AnalogueKind,
    converter: Converter,
    room: Room,
    chance: Random,
    *,
    matched: bool,
) -> LevelModel | None:
    """One level with parts drawn by chance; `None` where the board file has no numbers for it (switches,
    tags, magnets of a maker's own). `matched`: a calibration has taken away how this level differs from the
    next."""
    match sensing.kind:
        case SensingKind.COLOUR:
            return ColourLevel(sensing, room, chance, matched=matched)
        case SensingKind.BANDS | SensingKind.CORNERS if analogue is AnalogueKind.HALL:
            magnets = BY_NAME.get(sensing.name)
            if magnets is None or set(magnets.poles) != {one.symbol for one in sensing.bands} - {None}:
                return None
            return HallLevel(magnets, sensing.channels, converter, chance, matched=matched)
        case SensingKind.BANDS | SensingKind.CORNERS:
            return ResistorLevel(sensing, converter, chance, matched=matched)
        case SensingKind.DIGITAL | SensingKind.TAGS:
            return None


class BoardModel:
    """All sensors of one board after a calibration: pieces, how they lie, neighbours, light and noise still
    differ."""

    def __init__(self, board: Board, seed: int) -> None:
        chance = Random(seed)
        self._seed = seed
        self._analogue = board.build.analogue
        self._highest = (1 << board.scan.bits) - 1
        self._converter = Converter(chance, matched=True)
        self._room = Room(chance, lux=USUAL_LUX)
        self._levels: dict[Channel, LevelModel | None] = {}
        self._shown: dict[tuple[Channel, Piece | None], tuple[int, ...]] = {}

    def show(self, level: Level, piece: Piece | None, tagged: tuple[Piece, ...]) -> tuple[int, ...]:
        """Raw values of one level's channels with `piece` on it (`tagged`: all pieces over a tag reader)."""
        if level.sensing.kind in (SensingKind.DIGITAL, SensingKind.TAGS):
            return level_signals(level.sensing, piece, tagged)
        first = level.channels[0]
        key = (first, piece)
        if key not in self._shown:
            chance = Random(f"{self._seed} {first} {piece}")
            self._shown[key] = self._draw(level, piece, chance)
        return self._shown[key]

    def _draw(self, level: Level, piece: Piece | None, chance: Random) -> tuple[int, ...]:
        first = level.channels[0]
        if first not in self._levels:
            parts = Random(f"{self._seed} {first}")
            self._levels[first] = level_model(
                level.sensing, self._analogue, self._converter, self._room, parts, matched=True
            )
        model = self._levels[first]
        perfect = level_signals(level.sensing, piece)
        if model is not None:
            return model.shown(piece, chance)
        return tuple(min(self._highest, max(0, one + chance.randint(-SPREAD, SPREAD))) for one in perfect)
