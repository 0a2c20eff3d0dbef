"""Pictures of the Troika field and of the pyramids that belong together."""

from collections.abc import Sequence

from tests.tools.svg import FAINT, GOLD, INK, WOOD, WOOD_EDGE, Camera, Picture, Point

from triboard.rules import troika
from triboard.rules.troika.pieces import PIECES, SITES, Size, third

EXAMPLE = "Yl@b2 Gs@c2 Wl@c3 Bm@b3 Wm@a3 Ks@b3 Ys@a1 Bl@a2 Ym@b3 Kl@b3 Rs@c1"
TALL = "b3"
"""The field whose stack is shown again from the side."""
"""A short game in which Light makes a troika with three colours and three sizes."""

FACES = {
    "W": ("#ffffff", "#dcd7c8"), "Y": ("#f7cf3d", "#d3a714"), "R": ("#e2503f", "#b02e20"),
    "G": ("#49a85c", "#2c7a3d"), "B": ("#4a7fd0", "#2c5597"), "K": ("#4a4a55", "#26262e"),
}  # fmt: skip
"""Lit and shaded face of each colour, by the letter of move texts."""
DARK_TEXT = "WY"

WIDTHS = {Size.SMALL: 0.44, Size.MEDIUM: 0.62, Size.LARGE: 0.8}
HEIGHTS = {Size.SMALL: 0.26, Size.MEDIUM: 0.32, Size.LARGE: 0.38}
TIP = 0.3
"""Width of the flat tip, which carries the next base plate."""


def field() -> Picture:
    """A finished game seen from the near side: stacks, names of the fields and the troika."""
    picture = Picture(860, 530, "The field of Troika with stacks of pyramids and a troika")
    camera = Camera(centre=Point(320, 318), scale=132, distance=13, tilt=38)
    state = troika.GAME.start({"starter": "light"})
    for text in EXAMPLE.split():
        state = troika.GAME.play(state, troika.GAME.parse_move(text))
    (line,) = troika.completed(state)
    edge = 1.72
    square = [(-edge, -edge), (edge, -edge), (edge, edge), (-edge, edge)]
    picture.polygon([camera(x, y, -0.15) for x, y in square], WOOD_EDGE)
    picture.polygon([camera(x, y, 0) for x, y in square], WOOD, stroke=WOOD_EDGE, stroke_width=1.5)
    for row in (2, 1, 0):
        for column in range(3):
            number = 3 * row + column
            x, y = column - 1.0, row - 1.0
            _base(picture, camera, x, y, lit=SITES[number] in line)
            stack = [PIECES[pyramid] for pyramid in state.stacks[number]]
            _stack(picture, camera, x, y, stack)
    for column in range(3):
        picture.text(camera(column - 1.0, -1.95, 0), "abc"[column], 18, font_weight="bold")
    for row in range(3):
        picture.text(camera(-1.95, row - 1.0, 0), str(row + 1), 18, font_weight="bold")
    words = ", ".join(f"{PIECES[state.stacks[SITES.index(site)][-1]]} on {site}" for site in line)
    picture.text(Point(320, 26), f"A troika of Light: {words}", 15, "#a06b00", font_weight="bold")
    picture.text(Point(320, 516), "near side", 12, FAINT)
    _beside(picture, [PIECES[pyramid] for pyramid in state.stacks[SITES.index(TALL)]])
    return picture


def _beside(picture: Picture, stack: Sequence[str]) -> None:
    """One stack from the side, its levels named."""
    picture.rectangle(Point(632, 70), 204, 404, "#f1e6cb", stroke=WOOD_EDGE, stroke_width=1, rx=8)
    picture.text(Point(734, 96), f"{TALL} from the side", 15, font_weight="bold")
    foot = Point(712, 430)
    picture.path([Point(644, 431), Point(824, 431)], WOOD_EDGE, 3)
    for level, piece in enumerate(stack):
        above = pyramid(picture, foot, 150, piece)
        middle = Point(806, (foot.y + above.y) / 2 + 6)
        picture.text(middle, "top" if piece is stack[-1] else f"level {level}", 12, FAINT)
        foot = above
    picture.text(Point(734, 454), "each differs by one size", 12, FAINT)


def _base(picture: Picture, camera: Camera, x: float, y: float, *, lit: bool) -> None:
    half = 0.45
    corners = [camera(x + dx * half, y + dy * half, 0) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    picture.polygon(
        corners,
        "#ffe39a" if lit else "#efdcb6",
        stroke=GOLD if lit else WOOD_EDGE,
        stroke_width=3 if lit else 1,
    )


def _stack(picture: Picture, camera: Camera, x: float, y: float, stack: Sequence[str]) -> None:
    """Pyramids on top of each other, seen from the side."""
    foot, unit = camera(x, y - 0.1, 0), camera.size_at(x, y, 0)
    for piece in stack:
        foot = pyramid(picture, foot, unit, piece)


def pyramid(picture: Picture, foot: Point, unit: float, piece: str) -> Point:
    """One pyramid on its base plate, its letter in front; returns where the next one stands."""
    size = Size("sml".index(piece[1]))
    lit, shaded = FACES[piece[0]]
    half, height, tip = WIDTHS[size] / 2 * unit, HEIGHTS[size] * unit, TIP / 2 * unit
    plate = 0.05 * unit
    x, y = foot
    top = y - plate - height
    picture.rectangle(Point(x - half, y - plate), 2 * half, plate, shaded, stroke=INK, stroke_width=0.8)
    ridge = x + half * 0.3
    picture.polygon(
        [Point(x - half, y - plate), Point(x - tip, top), Point(x + tip * 0.3, top), Point(ridge, y - plate)],
        lit,
    )
    picture.polygon(
        [Point(x + half, y - plate), Point(x + tip, top), Point(x + tip * 0.3, top), Point(ridge, y - plate)],
        shaded,
    )
    picture.polygon(
        [Point(x - half, y - plate), Point(x - tip, top), Point(x + tip, top), Point(x + half, y - plate)],
        "none", stroke=INK, stroke_width=0.8,
    )  # fmt: skip
    ink = INK if piece[0] in DARK_TEXT else "#ffffff"
    picture.text(Point(x, y - plate - height * 0.45), piece, 0.2 * unit, ink, font_weight="bold")
    return Point(x, top)


def triples() -> Picture:
    """The twelve triples of Light, found by asking for the third of each two."""
    picture = Picture(640, 470, "The twelve triples of Light")
    found = sorted(
        {tuple(sorted((one, two, _third(one, two)))) for one in range(9) for two in range(9) if one != two},
        key=lambda triple: (len({PIECES[n][0] for n in triple}), len({PIECES[n][1] for n in triple}), triple),
    )
    assert len(found) == 12
    for place, triple in enumerate(found):
        left, top = 24 + place % 3 * 200, 46 + place // 3 * 102
        picture.rectangle(Point(left, top), 192, 88, "#f1e6cb", stroke=WOOD_EDGE, stroke_width=1, rx=8)
        for step, number in enumerate(sorted(triple, key=lambda n: (n % 9 // 3, n))):
            pyramid(picture, Point(left + 38 + step * 58, top + 74), 70, PIECES[number])
    picture.text(Point(320, 26), "Twelve triples of Light; those of Dark are alike", 15, font_weight="bold")
    picture.text(
        Point(320, 456),
        "three of one colour in three sizes; three of one size in three colours; three of both",
        12,
        FAINT,
    )
    return picture


def _third(one: int, two: int) -> int:
    found = third(one, two)
    assert found is not None
    return found


PICTURES = {"troika-field": field, "troika-triples": triples}
