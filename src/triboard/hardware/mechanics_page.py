"""The page beside a board's STL files: what to print, how often, and the magnets and screws that go in."""

from collections.abc import Mapping
from typing import Final

from triboard.board.definition import Board
from triboard.hardware.mechanics_parts import TILES, PrintedPart, parts_of
from triboard.hardware.mechanics_sizes import BED, sizes_of

MAKE: Final = "python -m triboard.hardware.mechanics_build hardware"


def parts_page(board: Board) -> str:
    """Markdown: printed parts with their numbers, what is pressed or screwed into them, and the fits."""
    width, depth, height = BED
    lines = [
        f"# {board.title}: printed parts",
        "",
        f"Generated (`{MAKE}`): do not edit.",
        f"Every part fits a bed of {width:g} x {depth:g} mm and {height:g} mm height, in layers of 0.2",
        "mm from a 0.4 mm nozzle, and needs no support unless it says so. Drawings are in `hardware/parts`,",
        "their sizes in `parameters.scad`, which is written from the board file.",
        "",
        "![all parts](../pictures/parts.png)",
        "",
        "![how they go together](../pictures/together.png)",
        "",
        "| number | part | pieces | notes |",
        "|---|---|---|---|",
    ]
    for part in parts_of(board.game):
        lines.append(
            f"| {part.number} | [{part.name}]({part.file}.stl) | {part.count(board)} | {part.note} |"
        )
    lines += ["", "| goes in | pieces |", "|---|---|"]
    lines += [f"| {name} | {count} |" for name, count in extras(board).items()]
    lines += ["", _FITS[board.game], ""]
    return "\n".join(lines)


def extras(board: Board) -> Mapping[str, int]:
    """Magnets, screws, rods and springs of the printed parts."""
    count = {part.number: part.count(board) for part in parts_of(board.game)}
    match board.game:
        case "ttt3d":
            rims = count["M104"]
            return {
                "disc magnet 6 x 2 mm (one of four quarters of each rim: index)": rims,
                "M3 x 8 screw (splices, two each)": 2 * count["M106"],
                "M3 x 12 screw (hub eight, encoder mount two, detent block two; slotted switches four)": 8
                * count["M102"]
                + 8 * rims,
                "M3 x 10 set screw, steel ball 6 mm, spring 5 x 15 mm (detent)": rims,
                "M6 threaded rod, 300 mm, with washers and nuts (corners)": 4,
                "piece of 1.75 mm filament, 7 mm (dowels of balls)": 2 * count["M107"],
            }
        case "troika":
            posts = count["M207"] + count["M212"]
            return {
                "copper tape 5 mm, 54 mm long (two rings a pyramid)": 2
                * sum(count[f"M20{n}"] for n in (1, 2, 3)),
                "spring contact of phosphor bronze wire 0.5 mm (one a level and one for ground)": 2
                * sum(len(site.levels) for site in (*board.sites, *board.aside)),
                "M3 x 25 screw with nut (foot of a post)": posts,
            }
        case "trike":
            return {
                "disc magnet 6 x 2 mm, N42 (checkers)": count["M302"],
                "disc magnet 3 x 2 mm, N42 (pawn)": int(sizes_of(board)["pawn_magnets"]),
                "M3 x 8 screw (tiles onto the base, two each)": 2 * count["M301"],
            }
        case _:
            joker = sum("*" in tile for tile in TILES)
            return {
                "disc magnet 5 x 2 mm, N42 (corners, two in that of the joker)": 3 * len(TILES) + joker,
                "M3 x 8 screw (frames onto the base, three each)": 3 * count["M401"],
            }


def part_named(board: str, number: str) -> PrintedPart:
    """The part of a board with this number."""
    return next(part for part in parts_of(board) if part.number == number)


_FITS: Final[Mapping[str, str]] = {
    "ttt3d": """\
**A shelf:** four M101 in a square, splices (M106) across the cuts from below, the hub (M102) on their
middle, eight screws from below. Colour sensors lie face up in the square pockets, LEDs on 10 mm boards in
the round ones: those on the near side of each hole, as the board file says. The three shelves stand on M6
rods with M108 between them.

**A rim:** four M103, splices from below, laid round the hub onto the ridges; it runs with 0.4 mm of play.
The index magnet goes into one quarter. The index switch lies below a thin roof in the slot of that shelf
quarter which has the magnet above it at detent 0: a reed switch of 14 mm (either wire, either pole of the
magnet; hold its wires with pliers while you bend them, or the glass cracks), or a Hall switch at the slot's
outer end (then the magnet's pole counts, and it wants 3.3 V as well). M105 with ball and
spring presses into one of four notches, a quarter turn apart. M104 holds two slotted switches (holes
19 mm apart: measure yours before you print) round the toothed flange: the teeth give the edges a detent of
the board file, and at rest both are as far from an edge as can be.

**With microswitches and no rims** (the starter, [its picture](../../starter/pictures/together.png)): 27 M110,
each with a switch on its wall (two M2.5 x 10 screws), so that the lever lies across the window, and an LED in
the round pocket. Nine stand edge to edge on a board of wood of 250 x 250 x 4 mm, held from below by four
M3 x 12 screws each: 54 and 108 screws. The three boards stand on M6 rods with M108 between them. Balls are
printed solid there (25 g), or a light one does not close the switch.""",
    "troika": """\
**A pyramid:** wind one ring of copper tape into each groove of the bore, both ends through the slit; solder
the piece's resistor (`sensors.md`) between the two rings inside; glue the base plate on. Its opening fits
the post only, so pyramids stand on each other and never nest; all are 14 mm high, so each stands before its
own contacts.

**A post:** solder a spring contact to a wire for each level and push it through its slot from inside, 1 mm
proud; the same in the other half with one ground wire for all; join the halves, push them through plate and
boss (M210), a screw across the boss, the cap on top. Places of the tray are posts with one level.""",
    "trike": """\
**A cell:** the linear Hall sensor lies face up in the middle pocket, the pawn's Hall switch in the far one,
a bare 5050 LED in the near one, each glued against the roof of its pocket: the depth counts
(`hardware/sensing/hall.md`). Two screws from below hold the tile on a base plate at the pitch of the board
file.

**A checker:** magnet in from above, south pole up for black, north pole up for white, lid on. **The pawn:**
all magnets with the same pole down; mark one side of the stack before you part it.""",
    "trioker": """\
**A cell:** three linear Hall sensors face up, glued against the roofs of their pockets, a bare LED in the
middle, three screws from below. Frames stand edge to edge on a base plate, 55 mm a side.

**A tile:** magnets go in from above onto floors of different thickness, which say the value
(`hardware/sensing/corners.md`): south pole down at `0` and `1`, north pole down at `2` and `3`; at the
joker's ring (M434) two discs on each other, south pole down. A drop of glue, a round sticker over it.""",
}
