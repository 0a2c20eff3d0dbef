"""A few lines of SVG: shapes in, text out, the same text on every machine."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import cos, dist, pi, sin
from typing import Final, NamedTuple

PAPER: Final = "#faf6ec"
INK: Final = "#2b2a33"
FAINT: Final = "#8b8577"
WOOD: Final = "#e3c99a"
WOOD_EDGE: Final = "#a98a55"
GOLD: Final = "#e59e00"
FONT: Final = "'DejaVu Sans', Verdana, sans-serif"


class Point(NamedTuple):
    """A place in the picture: x to the right, y down."""

    x: float
    y: float


def number(value: float) -> str:
    """A tenth of a pixel is enough, and rounds alike everywhere."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _written(attributes: Mapping[str, str | float]) -> str:
    """Attributes as SVG writes them, a space before each."""
    return "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
    )


class Picture:
    """A picture that grows by shapes, later ones above earlier ones."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.shapes: list[str] = []

    def polygon(self, points: Iterable[Point], fill: str, **style: str | float) -> None:
        places = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.add("polygon", points=places, fill=fill, **style)

    def path(self, points: Sequence[Point], stroke: str, width: float, **style: str | float) -> None:
        """An open line through `points`."""
        places = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.add(
            "polyline", points=places, fill="none", stroke=stroke, stroke_width=width,
            stroke_linecap="round", stroke_linejoin="round", **style,
        )  # fmt: skip

    def circle(self, at: Point, radius: float, fill: str, **style: str | float) -> None:
        self.add("circle", cx=at.x, cy=at.y, r=radius, fill=fill, **style)

    def rectangle(self, at: Point, width: float, height: float, fill: str, **style: str | float) -> None:
        self.add("rect", x=at.x, y=at.y, width=width, height=height, fill=fill, **style)

    def text(self, at: Point, words: str, size: float, fill: str = INK, **style: str | float) -> None:
        """Words centred on a place, unless `text_anchor` says otherwise."""
        style = {"text_anchor": "middle", **style}
        # A third of the size below the middle is the baseline of figures and capitals.
        places = {"x": at.x, "y": at.y + size * 0.35, "font_size": size, "fill": fill, **style}
        self.shapes.append(f"<text{_written(places)}>{escape(words)}</text>")

    def arrow(self, points: Sequence[Point], stroke: str, width: float) -> None:
        """An open line with a head at its end."""
        self.path(points, stroke, width)
        end, before = points[-1], points[-2]
        length = dist(end, before)
        x, y = (end.x - before.x) / length, (end.y - before.y) / length
        head, wing = width * 3.4, width * 1.8
        tip = Point(end.x + x * head, end.y + y * head)
        self.polygon(
            [tip, Point(end.x - y * wing, end.y + x * wing), Point(end.x + y * wing, end.y - x * wing)],
            stroke,
        )

    def add(self, shape: str, **attributes: str | float) -> None:
        self.shapes.append(f"<{shape}{_written(attributes)}/>")

    def __str__(self) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" font-family="{FONT}" role="img">\n'
            f"<title>{escape(self.title)}</title>\n"
            f'<rect width="{self.width}" height="{self.height}" rx="14" fill="{PAPER}"/>\n'
        )
        return head + "\n".join(self.shapes) + "\n</svg>\n"


class Camera:
    """Perspective view from the near side and above of a room with x right, y away from us, z up."""

    def __init__(self, *, centre: Point, scale: float, distance: float, tilt: float) -> None:
        """`tilt` in degrees: 0 looks level, 90 straight down; `distance` in units of the room."""
        self.centre, self.scale, self.distance = centre, scale, distance
        self.cos, self.sin = cos(tilt * pi / 180), sin(tilt * pi / 180)

    def __call__(self, x: float, y: float, z: float) -> Point:
        depth = self.distance + y * self.cos - z * self.sin
        height = y * self.sin + z * self.cos
        factor = self.scale * self.distance / depth
        return Point(self.centre.x + x * factor, self.centre.y - height * factor)

    def size_at(self, x: float, y: float, z: float) -> float:
        """Pixels of one unit at that place."""
        return self(x + 0.5, y, z).x - self(x - 0.5, y, z).x

    def ring(
        self, centre: tuple[float, float, float], radius: float, start: float = 0, end: float = 360
    ) -> list[Point]:
        """Points of a level circle, or of an arc in degrees counter-clockwise seen from above."""
        x, y, z = centre
        steps = max(8, round(abs(end - start) / 6))
        angles = [(start + (end - start) * step / steps) * pi / 180 for step in range(steps + 1)]
        return [self(x + radius * cos(angle), y + radius * sin(angle), z) for angle in angles]
