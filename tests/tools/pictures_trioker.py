"""Pictures of the Trioker boards, tiles and outlines."""

from collections.abc import Iterable, Mapping
from math import sqrt

from tests.tools.svg import FAINT, GOLD, INK, PAPER, WOOD, WOOD_EDGE, Picture, Point

from triboard.rules import trioker
from triboard.rules.trioker import boards
from triboard.rules.trioker.lattice import Cell, Vertex, corners, parse_cell
from triboard.rules.trioker.tiles import IMPAIR, JOKER, PAIR, WILD, names_of

VALUES = {"0": "#efe9da", "1": "#f3c623", "2": "#d8402f", "3": "#2f66b3", WILD: "#3d9a50"}
"""Colour of a corner by its value."""
PALE = "01"
"""Values whose colour needs dark ink."""

ACTIONS = {
    "GO": "#ffffff", "start": "#ffffff",
    "A2": "#f0a58f", "A5": "#e2795c", "B1": "#b9b4c9", "C2": "#bfe0b0", "C5": "#8ecb78",
    "D2": "#a8d8c8", "E2": "#f3cf7a", "F5": "#e39ac0", "H1": "#9dc3ea", "J1": "#d3b9e8",
}  # fmt: skip

HEXAGON = "U3,3:001 D2,3:130 D3,3:110 U2,4:312 D2,4:321 U3,4:113"
"""A game of Pair-Impair in which the sixth tile closes a hexagon."""

Triangle = list[Point]


class Lattice:
    """Places of vertices in a picture; lattice rows go up, the picture's y goes down."""

    def __init__(self, left: float, bottom: float, side: float) -> None:
        self.left, self.bottom, self.side = left, bottom, side

    def at(self, vertex: Vertex) -> Point:
        x, y = vertex.i + vertex.j / 2, vertex.j * sqrt(3) / 2
        return Point(self.left + x * self.side, self.bottom - y * self.side)

    def triangle(self, cell: Cell) -> Triangle:
        """Corners of a cell in the order in which texts name them."""
        return [self.at(vertex) for vertex in corners(cell)]


def centre_of(triangle: Triangle) -> Point:
    return Point(sum(point.x for point in triangle) / 3, sum(point.y for point in triangle) / 3)


def towards(one: Point, two: Point, share: float) -> Point:
    return Point(one.x + (two.x - one.x) * share, one.y + (two.y - one.y) * share)


def tile(picture: Picture, triangle: Triangle, text: str, side: float) -> None:
    """A tile with its corners: a kite of the value's colour and the value on it."""
    middle = centre_of(triangle)
    shrunk = [towards(point, middle, 0.07) for point in triangle]
    picture.polygon(shrunk, "#fffdf6", stroke=INK, stroke_width=1.4)
    for place, value in enumerate(text):
        corner, after, before = (shrunk[(place + step) % 3] for step in range(3))
        kite = [
            corner,
            towards(corner, after, 0.4),
            towards(corner, middle, 0.68),
            towards(corner, before, 0.4),
        ]
        picture.polygon(kite, VALUES[value], stroke=INK, stroke_width=0.7)
        ink = INK if value in PALE else "#ffffff"
        picture.text(towards(corner, middle, 0.38), value, side * 0.15, ink, font_weight="bold")


def board(picture: Picture, lattice: Lattice, cells: Iterable[Cell], labels: Mapping[str, str]) -> None:
    """Empty cells with names, and their actions."""
    for cell in sorted(cells):
        triangle = lattice.triangle(cell)
        label = labels.get(cell.site, "")
        picture.polygon(triangle, ACTIONS.get(label, WOOD), stroke=WOOD_EDGE, stroke_width=1.3)
        middle, size = centre_of(triangle), lattice.side
        if label:
            up = cell.kind == "U"
            picture.text(
                Point(middle.x, middle.y + size * (0.02 if up else -0.06)),
                label,
                size * 0.2,
                font_weight="bold",
            )
            picture.text(Point(middle.x, middle.y + size * (0.18 if up else 0.1)), cell.site, size * 0.12)
        else:
            picture.text(middle, cell.site, size * 0.145, "#5c4a2c")


def _page(title: str, note: str) -> tuple[Picture, Lattice]:
    picture = Picture(700, 656, title)
    picture.text(Point(350, 30), title, 16, font_weight="bold")
    picture.text(Point(350, 634), note, 12.5, FAINT)
    return picture, Lattice(350 - 5 * 90, 606, 90)


def cells_73() -> Picture:
    """The physical board with a closed hexagon."""
    picture, lattice = _page(
        "Trioker: the hexagon of 73 cells",
        "six tiles round one corner: the sixth closed the hexagon and earned another turn",
    )
    board(picture, lattice, boards.CELLS_73, {})
    state = trioker.GAME.start({"mode": "pair-impair"})
    for text in HEXAGON.split():
        state = trioker.GAME.play(state, trioker.GAME.parse_move(text))
    for site, pieces in trioker.GAME.position(state).pieces.items():
        tile(picture, lattice.triangle(parse_cell(site)), pieces[0], lattice.side)
    return picture


def cells_52() -> Picture:
    """The smaller board, on the outline of the large one."""
    picture, lattice = _page(
        "Trioker: the board of 52 cells",
        "Pair-Impair by agreement; the rows left white belong to the 73 cells only",
    )
    for cell in sorted(boards.CELLS_73 - boards.CELLS_52):
        picture.polygon(
            lattice.triangle(cell), PAPER, stroke=WOOD_EDGE, stroke_width=0.6, stroke_dasharray="3 4"
        )
    board(picture, lattice, boards.CELLS_52, {"U3,3": "start"})
    return picture


def cells_69() -> Picture:
    """R1 with its action cells."""
    picture, lattice = _page(
        "Rapid: board R1, 69 cells and ten sides", "reconstruction: drawn for this project, see the text"
    )
    board(picture, lattice, boards.CELLS_R1, boards.LABELS_R1)
    return picture


def cells_53() -> Picture:
    """O1 with its action cells."""
    picture, lattice = _page(
        "Original: board O1, 53 cells and seven sides", "reconstruction: drawn for this project, see the text"
    )
    board(picture, lattice, boards.CELLS_O1, boards.LABELS_O1)
    return picture


def tiles() -> Picture:
    """All 25 tiles, Pair above, Impair below, the joker at the side."""
    picture = Picture(760, 470, "The 25 tiles of Trioker")
    for row, (name, names) in enumerate((("Pair", names_of(PAIR)), ("Impair", names_of(IMPAIR)))):
        picture.text(Point(20, 34 + row * 222), name, 17, text_anchor="start", font_weight="bold")
        for place, text in enumerate(names):
            left, bottom = 20 + place % 6 * 102, 138 + row * 222 + place // 6 * 98
            _single(picture, left, bottom, text)
    picture.text(Point(690, 176), "joker", 17, font_weight="bold")
    _single(picture, 640, 280, JOKER)
    picture.text(Point(690, 306), "* is wild", 12, FAINT)
    return picture


def _single(picture: Picture, left: float, bottom: float, text: str) -> None:
    triangle = Lattice(left, bottom, 98).triangle(Cell("U", 0, 0))
    tile(picture, triangle, text, 98)
    picture.text(centre_of(triangle), text, 10, FAINT)


def outlines() -> Picture:
    """Every named outline, where it lies on the 73 cells; the strip is too long for them."""
    columns, width, height = 4, 190, 168
    rows = -(-len(trioker.OUTLINE_NAMES) // columns)
    picture = Picture(columns * width + 20, rows * height + 20, "The named outlines of Trioker puzzles")
    for place, name in enumerate(trioker.OUTLINE_NAMES):
        cells = trioker.OUTLINES[name]
        left, top = 10 + place % columns * width, 12 + place // columns * height
        _outline(picture, cells, Point(left + width / 2, top + 68))
        picture.text(Point(left + width / 2, top + 138), name, 13, font_weight="bold")
        picture.text(Point(left + width / 2, top + 154), f"{len(cells)} cells", 11, FAINT)
    return picture


def _outline(picture: Picture, cells: Iterable[Cell], middle: Point) -> None:
    cells = sorted(cells)
    plain = Lattice(0, 0, 1)
    points = [point for cell in cells for point in plain.triangle(cell)]
    low, high = (
        Point(min(p.x for p in points), min(p.y for p in points)),
        Point(max(p.x for p in points), max(p.y for p in points)),
    )
    side = min(26.0, 170 / (high.x - low.x), 118 / (high.y - low.y))
    lattice = Lattice(middle.x - (low.x + high.x) / 2 * side, middle.y - (low.y + high.y) / 2 * side, side)
    for cell in cells:
        picture.polygon(lattice.triangle(cell), GOLD, stroke=PAPER, stroke_width=1.2)


PICTURES = {
    "trioker-73": cells_73,
    "trioker-52": cells_52,
    "trioker-69": cells_69,
    "trioker-53": cells_53,
    "trioker-tiles": tiles,
    "trioker-outlines": outlines,
}
