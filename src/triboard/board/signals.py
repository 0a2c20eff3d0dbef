"""What the channels of a site show for what stands there: `classify` backwards, for simulation and tests."""

from collections.abc import Callable

from triboard.board.definition import Level, Sensing, SensingKind, SiteDefinition
from triboard.units import Channel, Piece

Show = Callable[[Level, Piece | None, tuple[Piece, ...]], tuple[int, ...]]
"""What the channels of a level show for the piece on it, and for all pieces over a tag reader."""


def perfect(level: Level, piece: Piece | None, tagged: tuple[Piece, ...]) -> tuple[int, ...]:
    """As perfect sensors show it."""
    return level_signals(level.sensing, piece, tagged)


def site_signals(site: SiteDefinition, stack: tuple[Piece, ...], show: Show = perfect) -> dict[Channel, int]:
    """Raw value of every channel of a site under a stack, bottom first."""
    signals: dict[Channel, int] = {}
    standing = _by_level(site, stack)
    for number, level in enumerate(site.levels):
        piece = standing.get(number)
        tagged = stack if level.sensing.kind is SensingKind.TAGS else ()
        signals |= zip(level.channels, show(level, piece, tagged), strict=True)
    return signals


def _by_level(site: SiteDefinition, stack: tuple[Piece, ...]) -> dict[int, Piece]:
    """The piece that stands before each level's sensor.

    A piece is seen by the level that is made for it (the pawn's switch sees the pawn on a bare cell too),
    else by the next one above the last; one that no level can see, or that stands too high, is not seen.
    """
    found: dict[int, Piece] = {}
    level = 0
    for piece in stack:
        able = [
            number for number in range(level, len(site.levels)) if _sees(site.levels[number].sensing, piece)
        ]
        if able:
            made = [number for number in able if site.levels[number].sensing.piece == piece]
            level = (made or able)[0]
            found[level] = piece
            level += 1
    return found


def _sees(sensing: Sensing, piece: Piece) -> bool:
    """Whether such a sensor notices such a piece."""
    match sensing.kind:
        case SensingKind.DIGITAL:
            return sensing.piece in (None, piece)
        case SensingKind.COLOUR:
            return any(one.piece == piece for one in sensing.signatures)
        case SensingKind.BANDS:
            return any(band.symbol == piece for band in sensing.bands)
        case SensingKind.CORNERS:
            return piece in sensing.pieces
        case SensingKind.TAGS:
            return True


def level_signals(sensing: Sensing, piece: Piece | None, tagged: tuple[Piece, ...] = ()) -> tuple[int, ...]:
    """Raw values of one level's channels with `piece` on it (`tagged`: all pieces over a tag reader)."""
    match sensing.kind:
        case SensingKind.DIGITAL:
            return (0 if piece is None else sensing.active,)
        case SensingKind.COLOUR:
            return next(one.values for one in sensing.signatures if one.piece == piece)
        case SensingKind.BANDS:
            return (_middle(sensing, piece),)
        case SensingKind.CORNERS:
            symbols = (None,) * sensing.channels if piece is None else tuple(piece)
            return tuple(_middle(sensing, symbol) for symbol in symbols)
        case SensingKind.TAGS:
            return tuple(int(one in tagged) for one in sensing.pieces)


def _middle(sensing: Sensing, symbol: str | None) -> int:
    return next(band.middle for band in sensing.bands if band.symbol == symbol)
