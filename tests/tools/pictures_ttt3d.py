"""Pictures of the three shelves."""

from tests.tools.svg import FAINT, GOLD, INK, WOOD, WOOD_EDGE, Camera, Picture, Point

from triboard.rules.ttt3d.geometry import (
    COORDINATES,
    HOLES,
    INDEX,
    LINES,
    LINES_THROUGH,
    SHELF_LETTERS,
    is_interplanar,
)

BALLS = {
    "white": ("#ffffff", "#8d8d8d"), "black": ("#3a3a42", "#000000"), "red": ("#d8402f", "#7d1d12"),
    "green": ("#3d9a50", "#1c5629"), "blue": ("#3b6fc4", "#1b3a70"),
}  # fmt: skip
GAP = 2.95
"""Storey height, in distances between holes."""
SHELF_RADIUS = 1.95
HUB_RADIUS = 0.52
POST = 1.52


def place_of(hole: int) -> tuple[float, float, float]:
    """Where a hole is in the room: the middle of the board is the origin."""
    shelf, row, col = COORDINATES[hole]
    return col - 1.0, 1.0 - row, (shelf - 1) * GAP


def shelves() -> Picture:
    """All holes with their names, a space diagonal of three white balls, and the way a rim turns."""
    picture = Picture(640, 800, "The three shelves of 3D tic-tac-toe with the names of the 27 holes")
    camera = Camera(centre=Point(320, 402), scale=94, distance=22, tilt=33)
    line = [INDEX[site] for site in HOLES if site in ("Aa1", "Bb2", "Cc3")]
    assert tuple(line) in LINES
    balls = dict.fromkeys(line, "white") | {INDEX[HOLES[5]]: "black", 12: "red", 25: "black", 7: "red"}
    for shelf in range(3):
        _posts(picture, camera, shelf, far=True)
        _disc(picture, camera, shelf)
        if shelf == 1:
            _turn_arrow(picture, camera, shelf)
        for hole in range(9 * shelf, 9 * shelf + 9):
            _hole(picture, camera, hole, HOLES[hole])
        for hole in (hole for hole in sorted(balls) if hole // 9 == shelf):
            _ball(picture, camera, hole, balls[hole], HOLES[hole])
        _labels(picture, camera, shelf)
        _posts(picture, camera, shelf, far=False)
    picture.path([camera(*_ball_at(line[0])), camera(*_ball_at(line[2]))], GOLD, 6)
    for hole in line:
        _ball(picture, camera, hole, balls[hole], HOLES[hole])
    picture.text(
        Point(320, 26),
        "Aa1, Bb2, Cc3 stand in a line: three white balls score 5",
        14,
        GOLD,
        font_weight="bold",
    )
    picture.text(Point(320, 782), "near side", 12, FAINT)
    return picture


def _ball_at(hole: int) -> tuple[float, float, float]:
    x, y, z = place_of(hole)
    return x, y, z + 0.12


def _posts(picture: Picture, camera: Camera, shelf: int, *, far: bool) -> None:
    if shelf == 2:
        return
    y = POST if far else -POST
    low, high = (shelf - 1) * GAP, shelf * GAP
    for x in (-POST, POST):
        width = 0.07 * camera.size_at(x, y, low)
        picture.path([camera(x, y, low), camera(x, y, high)], WOOD_EDGE, width)


def _disc(picture: Picture, camera: Camera, shelf: int) -> None:
    z = (shelf - 1) * GAP
    lower = camera.ring((0, 0, z - 0.13), SHELF_RADIUS)
    picture.polygon(lower, WOOD_EDGE)
    picture.polygon(camera.ring((0, 0, z), SHELF_RADIUS), WOOD, stroke=WOOD_EDGE, stroke_width=1.5)
    picture.polygon(camera.ring((0, 0, z), HUB_RADIUS), "#efdcb6", stroke=WOOD_EDGE, stroke_width=1.5)


def _hole(picture: Picture, camera: Camera, hole: int, name: str) -> None:
    place = place_of(hole)
    picture.polygon(camera.ring(place, 0.34), "#5c4a2c", stroke="#463717", stroke_width=1)
    middle = camera(*place)
    picture.text(middle, name, 0.21 * camera.size_at(*place), "#fff7e2", font_weight="bold")


def _ball(picture: Picture, camera: Camera, hole: int, colour: str, name: str) -> None:
    fill, edge = BALLS[colour]
    place = _ball_at(hole)
    middle, size = camera(*place), camera.size_at(*place)
    picture.circle(middle, 0.29 * size, fill, stroke=edge, stroke_width=1.5)
    shine = Point(middle.x - 0.11 * size, middle.y - 0.13 * size)
    picture.circle(shine, 0.07 * size, "#ffffff", opacity=0.55)
    picture.text(middle, name, 0.2 * size, INK if colour == "white" else "#ffffff", font_weight="bold")


def _turn_arrow(picture: Picture, camera: Camera, shelf: int) -> None:
    """Clockwise seen from above is from right to left along the near edge."""
    centre = (0.0, 0.0, (shelf - 1) * GAP)
    picture.arrow(camera.ring(centre, 2.2, 305, 235), "#2c6e9b", 5)
    at = camera(2.0, -1.95, centre[2])
    picture.text(at, "B+", 17, "#2c6e9b", font_weight="bold")
    picture.text(Point(at.x, at.y + 18), "rim turns", 11, "#2c6e9b")


def _labels(picture: Picture, camera: Camera, shelf: int) -> None:
    z = (shelf - 1) * GAP
    names = ("lowest", "middle", "top")
    at = camera(-2.35, 0, z)
    picture.text(Point(at.x - 12, at.y - 6), SHELF_LETTERS[shelf], 26, font_weight="bold")
    picture.text(Point(at.x - 12, at.y + 15), names[shelf], 11, FAINT)


def counts() -> Picture:
    """Lines through each hole, in its shelf and from shelf to shelf."""
    picture = Picture(640, 262, "Number of lines through each hole")
    for shelf in range(3):
        left, top = 40 + shelf * 200, 56
        name = f"shelf {SHELF_LETTERS[shelf]}"
        picture.text(Point(left + 80, 30), name, 15, font_weight="bold")
        for hole in range(9 * shelf, 9 * shelf + 9):
            _, row, col = COORDINATES[hole]
            at = Point(left + 26 + col * 54, top + 26 + row * 54)
            across = sum(is_interplanar(line) for line in LINES_THROUGH[hole])
            total = len(LINES_THROUGH[hole])
            strength = (total - 4) / 9
            picture.circle(at, 24, _mix("#f4e7c8", GOLD, strength), stroke=WOOD_EDGE, stroke_width=1.5)
            picture.text(Point(at.x, at.y - 4), str(total), 16, font_weight="bold")
            picture.text(Point(at.x, at.y + 12), f"{total - across}+{across}", 10)
    picture.text(
        Point(320, 240),
        "lines in its shelf + lines from shelf to shelf; seen from above, near side below",
        12,
        FAINT,
    )
    return picture


def _mix(one: str, two: str, share: float) -> str:
    """A colour between two."""
    parts = [
        round(int(one[at : at + 2], 16) * (1 - share) + int(two[at : at + 2], 16) * share) for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


PICTURES = {"ttt3d-shelves": shelves, "ttt3d-lines": counts}
