"""Pictures of the Trike triangle."""

from math import atan2, cos, degrees, pi, sin, sqrt

from tests.tools.svg import FAINT, INK, WOOD, WOOD_EDGE, Picture, Point

from triboard.rules import trike
from triboard.rules.game import Position
from triboard.units import Site

SIZE = 7
RADIUS = 44.0
"""From the middle of a cell to its corners."""
EXAMPLE = "d2 f4 f2 e2 e4"
"""Black opens on d2; then White and Black in turn."""
TRAPPED = "b2 d2 d3 c3 c1 a1 b1 c2"
"""A whole game on side 4."""
LIT = "#ffd978"


def middle_of(site: str) -> Point:
    """Middle of a cell; the apex at the top, rows of hexagons with a corner up."""
    row, place = ord(site[0]) - ord("a"), int(site[1:]) - 1
    return Point(360 + (place - row / 2) * sqrt(3) * RADIUS, 74 + row * 1.5 * RADIUS)


def triangle() -> Picture:
    """Side 7 after a few moves: checkers, the pawn and the cells that it reaches."""
    picture = Picture(720, 540, "Trike on side 7: names of the cells, checkers, and the rays of the pawn")
    state = trike.GAME.start({"size": SIZE, "swap": False})
    for text in EXAMPLE.split():
        state = trike.GAME.play(state, trike.GAME.parse_move(text))
    reached = [trike.GAME.format_move(move) for move in trike.GAME.legal_moves(state)]
    position = trike.GAME.position(state)
    pawn = EXAMPLE.split()[-1]
    for site in trike.cells(SIZE):
        _cell(picture, site, LIT if site in reached else WOOD)
    _rays(picture, pawn, reached)
    for site in trike.cells(SIZE):
        _piece(picture, site, position, LIT if site in reached else WOOD)
    picture.text(Point(24, 40), "Side 7, 28 cells", 17, text_anchor="start", font_weight="bold")
    for line, words in enumerate(["Lit: where the pawn may go.", f"Moves so far: {EXAMPLE}"]):
        picture.text(Point(24, 66 + line * 20), words, 13, FAINT, text_anchor="start")
    return picture


def _cell(picture: Picture, site: str, fill: str) -> None:
    x, y = middle_of(site)
    corners = [
        Point(x + RADIUS * 0.97 * sin(turn * pi / 3), y + RADIUS * 0.97 * cos(turn * pi / 3))
        for turn in range(6)
    ]
    picture.polygon(corners, fill, stroke=WOOD_EDGE, stroke_width=1.5)


def _rays(picture: Picture, pawn: str, reached: list[str]) -> None:
    """An arrow for each direction, to the last cell reached."""
    start, ends = middle_of(pawn), dict[int, Point]()
    for site in reached:
        end = middle_of(site)
        dx, dy = end.x - start.x, end.y - start.y
        way = round(degrees(atan2(dy, dx)))
        if way not in ends or abs(dx) + abs(dy) > abs(ends[way].x - start.x) + abs(ends[way].y - start.y):
            ends[way] = end
    for end in ends.values():
        length = sqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2)
        unit = Point((end.x - start.x) / length, (end.y - start.y) / length)
        path = [
            Point(start.x + unit.x * 0.7 * RADIUS, start.y + unit.y * 0.7 * RADIUS),
            Point(end.x - unit.x * 0.55 * RADIUS, end.y - unit.y * 0.55 * RADIUS),
        ]
        picture.arrow(path, "#b26a00", 3.5)


def _piece(picture: Picture, site: str, position: Position, halo: str) -> None:
    at = middle_of(site)
    stack = next((pieces for place, pieces in position.pieces.items() if place == site), ())
    if stack:
        black = stack[0] == "black"
        picture.circle(at, 0.6 * RADIUS, "#34343c" if black else "#ffffff", stroke=INK, stroke_width=1.5)
    if trike.PAWN in stack:
        for radius, fill in ((0.36, "#d8402f"), (0.2, "#f08a7c")):
            picture.circle(at, radius * RADIUS, fill, stroke="#7d1d12", stroke_width=1.2)
    if stack:
        picture.text(Point(at.x, at.y + 0.78 * RADIUS), site, 11, font_weight="bold")
    else:
        # A halo keeps the name legible where an arrow runs behind it.
        picture.text(at, site, 15, font_weight="bold", stroke=halo, stroke_width=4, paint_order="stroke")


def neighbours() -> Picture:
    """A trapped pawn: what counts at the end."""
    picture = Picture(720, 345, "The end of a game of Trike: checkers under and next to the pawn count")
    state = trike.GAME.start({"size": 4, "swap": False})
    for text in TRAPPED.split():
        state = trike.GAME.play(state, trike.GAME.parse_move(text))
    assert trike.GAME.outcome(state) is not None
    position, pawn = trike.GAME.position(state), TRAPPED.split()[-1]
    close = {pawn, *trike.neighbours(Site(pawn), 4)}
    for site in trike.cells(4):
        _cell(picture, site, LIT if site in close else WOOD)
    for site in trike.cells(4):
        _piece(picture, site, position, WOOD)
    black, white = trike.GAME.scores(state) or (0, 0)
    words = [
        "The pawn is trapped.",
        f"Lit checkers count: Black {black}, White {white}.",
        f"Moves: {TRAPPED}",
    ]
    for line, text in enumerate(words):
        picture.text(Point(24, 40 + line * 20), text, 13, FAINT if line else INK, text_anchor="start")
    return picture


PICTURES = {"trike-7": triangle, "trike-end": neighbours}
