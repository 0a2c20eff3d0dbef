"""What a board is: the checked contents of a board file, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import permutations
from typing import Final, NamedTuple

from triboard.board.build import USUAL, Build
from triboard.protocol.parts import Part, Quadrature
from triboard.units import Channel, Duration, Piece, Pixel, Seat, Site


class SensingKind(Enum):
    """How the channels of one level of a site are read."""

    COLOUR = "colour"  # three channels: red, green, blue, 0 to 255
    DIGITAL = "digital"  # one channel: active = a piece stands here
    BANDS = "bands"  # one analogue channel: each kind of piece has its band
    CORNERS = "corners"  # analogue channels, each banded to one symbol; the piece's name joins them
    TAGS = "tags"  # one channel a piece: the set of pieces on the site, in no order


class SensorFrame(Enum):
    """Whether the sensors of a rim stand still in the room or travel with the rim."""

    ROOM = "room"
    RIM = "rim"


@dataclass(frozen=True, slots=True)
class Place:
    """Millimetres from the board's centre: x to the right, y towards the near side, z up."""

    x: float
    y: float
    z: float


@dataclass(frozen=True, slots=True)
class Scan:
    """How the controller scans: bits a channel, time between scans, equal scans until a level counts
    as stable, and how far apart analogue scans may lie and still count as equal."""

    bits: int
    period: Duration
    stable_scans: int
    dead_band: int


@dataclass(frozen=True, slots=True)
class Signature:
    """The raw values that a kind of piece (`None`: an empty level) shows on a level's channels."""

    piece: Piece | None
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """Raw values, both ends included, that mean a kind of piece or a symbol (`None`: nothing there)."""

    symbol: str | None
    low: int
    high: int

    @property
    def middle(self) -> int:
        """What a perfect sensor shows."""
        return (self.low + self.high) // 2


@dataclass(frozen=True, slots=True)
class Sensing:
    """One way in which levels are read; which fields count depends on `kind`.

    `margin`: how much nearer the best signature must be than the second best, `reach`: how near it must be in
    itself (colour). `dark`: what the
    channels of a dead lamp or sensor show at most (colour). `hysteresis`: how far a value may leave its band
    before its meaning ends (bands, corners). `piece`: what an active digital
    channel means, `None` where only presence is known; `active`: what it then shows (half of it counts).
    `pieces`: names that corners may join to; the piece of each tag channel.
    """

    name: str
    kind: SensingKind
    signatures: tuple[Signature, ...] = ()
    margin: float = 0
    reach: float = 0
    dark: int = 0
    bands: tuple[Band, ...] = ()
    hysteresis: int = 0
    piece: Piece | None = None
    active: int = 1
    pieces: tuple[Piece, ...] = ()

    @property
    def channels(self) -> int:
        """Channels of one level."""
        match self.kind:
            case SensingKind.COLOUR:
                return 3
            case SensingKind.DIGITAL | SensingKind.BANDS:
                return 1
            case SensingKind.CORNERS:
                return 3
            case SensingKind.TAGS:
                return len(self.pieces)


class Level(NamedTuple):
    """One level of a site: how it is read, and from which channels."""

    sensing: Sensing
    channels: tuple[Channel, ...]


@dataclass(frozen=True, slots=True)
class SiteDefinition:
    """One site: where it is and its levels from the bottom."""

    site: Site
    place: Place
    levels: tuple[Level, ...]

    def __hash__(self) -> int:
        """Quick: tables are looked up by all sites of a board, in every turn."""
        return hash(self.site)

    @property
    def height(self) -> int:
        """How many pieces it can tell on each other: one a level, or as many as a tag reader knows."""
        tags = SensingKind.TAGS
        return sum(len(level.channels) if level.sensing.kind is tags else 1 for level in self.levels)


@dataclass(frozen=True, slots=True)
class Tray:
    """Pieces of one kind that lie off the field before play; `shapes` are the names under which one may stand
    (a triangle has three)."""

    piece: Piece
    stock: int
    shapes: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class RimDefinition:
    """A turning rim: its sites clockwise seen from above (a whole number a quarter turn), its encoder tracks
    and index switch as pins (BCM numbers; with `on_controller` GP), edges a quarter turn, direction."""

    rim: str
    ring: tuple[Site, ...]
    track_a: int
    track_b: int
    index: int
    edges_per_detent: int
    reverse: bool
    sensors: SensorFrame
    on_controller: bool = False

    def __hash__(self) -> int:
        """Quick, as that of a site."""
        return hash(self.rim)

    @property
    def pins(self) -> tuple[int, int, int]:
        """Both tracks and the index switch."""
        return self.track_a, self.track_b, self.index


@dataclass(frozen=True, slots=True)
class ButtonDefinition:
    """A push button to ground on a BCM pin, named by what it does."""

    button: str
    pin: int


@dataclass(frozen=True, slots=True)
class PixelDefinition:
    """One LED: its place in the buffer, what it lights (a scene target) and where it sits."""

    pixel: Pixel
    target: str
    place: Place


COLOUR_ORDERS: Final = tuple(
    "".join(order) for channels in ("RGB", "RGBW") for order in permutations(channels)
)
"""Orders in which LEDs take their channels; a W is an LED with a white chip of its own."""

WHITE_CHANNEL: Final = "W"


@dataclass(frozen=True, slots=True)
class Segment:
    """Pixels one after the other in one strip that take their channels in one order.

    Segments of one `bus` (SPI route: 0 or 1) hang in one chain. `pin` (BCM number) is for the other routes.
    """

    first: Pixel
    count: int
    order: str
    bus: int = 0
    pin: int = 18

    @property
    def white(self) -> bool:
        """Whether its LEDs have a white chip."""
        return WHITE_CHANNEL in self.order


@dataclass(frozen=True, slots=True)
class Power:
    """Estimated currents in milliamperes: budget for all pixels, each pixel dark, each channel full on."""

    budget: float
    idle: float
    red: float
    green: float
    blue: float
    white: float = 0.0


@dataclass(frozen=True, slots=True)
class Board:
    """A whole board. `aside` are places off the field that are read as well: trays and racks."""

    name: str
    title: str
    game: str
    sites: tuple[SiteDefinition, ...]
    aside: tuple[SiteDefinition, ...]
    scan: Scan
    settle: Duration
    slide: Duration
    trays: tuple[Tray, ...]
    rims: tuple[RimDefinition, ...]
    buttons: tuple[ButtonDefinition, ...]
    pixels: tuple[PixelDefinition, ...]
    seats: tuple[Seat, ...]
    power: Power
    colour_order: str
    segments: tuple[Segment, ...] = ()
    """Parts of the LED chain; none means all pixels in one strip of `colour_order`."""
    parts: tuple[Part, ...] = ()
    """What hangs on the controller's pins; none where the file does not say."""
    revision: str = ""
    """Which way of building and wiring this board the file describes, in the words of whoever wired it."""
    build: Build = USUAL
    """Which way it is built, where several fit the file."""

    @property
    def strips(self) -> tuple[Segment, ...]:
        """The segments, or the one that a board without any has."""
        return self.segments or (Segment(Pixel(0), len(self.pixels), self.colour_order),)

    @property
    def channels(self) -> int:
        """Number of channels of the controller: those of the levels, then those of rims that hang on it."""
        rims = sum(part.span.count for part in self.parts if isinstance(part, Quadrature))
        return self.level_channels + rims

    @property
    def level_channels(self) -> int:
        """Number of channels of sites and places aside."""
        return sum(len(level.channels) for site in (*self.sites, *self.aside) for level in site.levels)

    def rim_channels(self, number: int) -> range | None:
        """Channels of a rim that the controller counts (see `protocol.parts.Quadrature`), else `None`."""
        if not self.rims[number].on_controller:
            return None
        counted = [part.span.channels for part in self.parts if isinstance(part, Quadrature)]
        return counted[sum(rim.on_controller for rim in self.rims[:number])]

    def pixel_of(self) -> Mapping[str, Pixel]:
        """Pixel of each scene target."""
        return {pixel.target: pixel.pixel for pixel in self.pixels}
