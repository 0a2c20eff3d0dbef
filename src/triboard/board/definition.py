"""What a board is: the checked contents of a board file, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from triboard.units import Channel, Duration, Piece, Pixel, Seat, Site


class Sensing(Enum):
    """How the channels of one level of a site are read."""

    COLOUR = "colour"  # three channels: red, green, blue, 0 to 255
    DIGITAL = "digital"  # one channel: 1 = something stands here


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
class SiteDefinition:
    """One site: where it is and, for each level from the bottom, its channels."""

    site: Site
    place: Place
    levels: tuple[tuple[Channel, ...], ...]


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
class Tray:
    """Pieces of one kind that lie off the field before play."""

    piece: Piece
    stock: int


@dataclass(frozen=True, slots=True)
class RimDefinition:
    """A turning rim: its sites clockwise seen from above (a whole number a quarter turn), its encoder
    tracks and index switch as BCM pin numbers, edges a quarter turn, direction."""

    rim: str
    ring: tuple[Site, ...]
    track_a: int
    track_b: int
    index: int
    edges_per_detent: int
    reverse: bool
    sensors: SensorFrame


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


@dataclass(frozen=True, slots=True)
class Power:
    """Estimated currents in milliamperes: budget for all pixels, each pixel dark, each channel full on."""

    budget: float
    idle: float
    red: float
    green: float
    blue: float


@dataclass(frozen=True, slots=True)
class Board:
    """A whole board. `margin` is how much nearer the best signature must be than the second best."""

    name: str
    title: str
    game: str
    sites: tuple[SiteDefinition, ...]
    sensing: Sensing
    signatures: tuple[Signature, ...]
    margin: float
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

    @property
    def channels(self) -> int:
        """Number of channels of the controller."""
        return sum(len(level) for site in self.sites for level in site.levels)

    def pixel_of(self) -> Mapping[str, Pixel]:
        """Pixel of each scene target."""
        return {pixel.target: pixel.pixel for pixel in self.pixels}
