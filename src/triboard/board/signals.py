"""What the channels of a site show for what stands there: `classify` backwards, for simulation and tests."""

from triboard.board.definition import Sensing, SensingKind, SiteDefinition
from triboard.units import Channel, Piece


def site_signals(site: SiteDefinition, stack: tuple[Piece, ...]) -> dict[Channel, int]:
    """Raw value of every channel of a site under a stack, bottom first, as perfect sensors show it."""
    signals: dict[Channel, int] = {}
    for number, level in enumerate(site.levels):
        piece = stack[number] if number < len(stack) else None
        tagged = stack if level.sensing.kind is SensingKind.TAGS else ()
        signals |= zip(level.channels, level_signals(level.sensing, piece, tagged), strict=True)
    return signals


def level_signals(sensing: Sensing, piece: Piece | None, tagged: tuple[Piece, ...] = ()) -> tuple[int, ...]:
    """Raw values of one level's channels with `piece` on it (`tagged`: all pieces over a tag reader)."""
    match sensing.kind:
        case SensingKind.DIGITAL:
            return (int(piece is not None),)
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
