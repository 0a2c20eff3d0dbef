"""Sizes and fits of all printed parts, in millimetres; what a board file knows comes from the board file.

The names are those of the variables in `hardware/BOARD/parts/parameters.scad`, which is written from here,
so that drawings, tests and software cannot disagree. Angles in degrees.
"""

from collections.abc import Callable, Mapping, Sequence
from math import hypot, sqrt
from typing import Final

from triboard.board.definition import Board, Place
from triboard.hardware.sensing_hall import (
    CHECKER_STACK,
    CORNER_POLES,
    CORNER_RADIUS,
    PAWN_MAGNETS,
    PAWN_RING,
    PAWN_STACK,
)

Sizes = Mapping[str, float]

BED: Final = (220.0, 220.0, 250.0)
"""The printer that every part must fit: the common small bed."""

FITS: Final[Sizes] = {
    "layer": 0.2,  # of the print; heights that a magnet's field depends on are whole layers
    "nozzle": 0.4,
    "wall": 1.6,  # four lines; nothing that carries is thinner
    "thin_wall": 0.8,  # two lines; webs beside pockets
    "slide": 0.4,  # on a diameter or width: parts that move in each other
    "press": 0.1,  # on a diameter: a magnet that stays in its pocket with a drop of glue
    "m3_clear": 3.4,
    "m3_tap": 2.8,  # a screw cuts its own thread
    "m3_head": 6.2,
    "sensor_wires": 5.0,
    "hall_width": 4.6,  # TO-92 of the linear and switching Hall sensors, with room
    "hall_depth": 3.6,
    "led_side": 5.6,  # a bare 5050 LED
}

MAGNET_CHECKER: Final[Sizes] = {"magnet_d": 6.0, "magnet_h": 2.0}
MAGNET_CORNER: Final[Sizes] = {"magnet_d": 5.0, "magnet_h": 2.0}


def ttt3d(board: Board) -> Sizes:
    """Three shelves with turning rims."""
    places = [site.place for site in board.sites]
    pitch = _nearest(places, flat=True)
    heights = sorted({place.z for place in places})
    pixels = [one.place for one in board.pixels if not one.target.startswith("seat")]
    rim = board.rims[0]
    ball = 34.0
    hole = ball + 1.0
    corner = hypot(pitch, pitch)
    outer = 108.0
    flange = outer + 6.5
    return {
        "pitch": pitch,
        "shelf_pitch": heights[1] - heights[0],
        "shelves": len(heights),
        "pixel_offset": pixels[0].y - places[0].y,
        "ball_d": ball,
        "ball_wall": 2.4,
        "pin_d": 1.9,  # a piece of filament as dowel
        "hole_d": hole,
        "window_d": 22.0,
        "seat_z": 6.0,  # where the cone from window to hole begins
        "rim_h": 14.0,
        "rim_outer_r": outer,
        "rim_inner_r": pitch - hole / 2 - 4.5,
        "hub_r": pitch - hole / 2 - 4.5 - FITS["slide"],
        "corner_r": corner,
        "slot_w": 1.6,  # light of the pixel through the rim, on four sides of each hole
        "slot_l": 8.0,
        "slide_h": 1.0,  # the rim runs on ridges so high
        "detents": 4,
        "detent_angle": 45.0,
        "notch_w": 6.0,
        "notch_depth": 2.5,
        "flange_r": flange,
        "flange_h": 1.6,
        "teeth": rim.edges_per_detent,  # four edges a tooth, four detents a turn
        "tooth_phase": 45.0 - 5.625 * 16 / rim.edges_per_detent,
        "opto_gap": 3.1,  # TCST2103: slotted optical switch with two mounting flanges
        "opto_length": 24.5,
        "opto_width": 6.3,
        "opto_height": 10.8,
        "opto_axis": 8.2,  # from its foot to its beam
        "opto_screws": 19.0,  # not in the data sheet's text: measure yours before you print
        "opto_r": flange - 3.0,  # the beam
        "index_r": 98.0,
        "index_angle": 67.5,
        "reed_l": 17.0,  # a reed switch lies radially: one of its ends below the magnet, where it closes
        "reed_inset": 5.0,
        "magnet_d": 6.0,
        "magnet_h": 2.0,
        "cut_angle": 22.5,  # segments meet between an edge hole and a corner hole
        "splice_w": 16.0,
        "splice_l": 18.0,
        "splice_h": 3.0,
        "splice_inner_r": 49.0,
        "splice_outer_r": 93.0,
        "splice_screw": 9.0,
        "shelf_half": 125.0,
        "shelf_h": 8.0,
        "shelf_bore_r": 16.0,
        "board_side": 21.2,  # breakout of the colour sensor, with room
        "board_depth": 4.5,
        "led_board_d": 10.4,
        "pillar_xy": 112.0,
        "pillar_d": 18.0,
        "rod_d": 6.6,  # M6 threaded rod from the base to the top
        "mount_r": 128.0,  # two screws of what stands at a corner of the shelf
        "mount_screws": 30.0,
        "switch_w": 6.6,  # microswitch of the usual small size, with room
        "switch_holes": 9.5,
        "switch_screw": 2.0,  # M2.5 cuts its thread
        "switch_lever": 28.0,
        "switch_drop": 6.2,  # its screws below the plate: the lever has switched 8.8 mm above them
        "plunger_d": 6.3,  # 6 mm ball with a spring behind it
    }


def troika(board: Board) -> Sizes:
    """Fields with posts, pyramids with contact rings, places of the tray."""
    places = [site.place for site in board.sites]
    tray = [site.place for site in board.aside]
    pixel_at = {one.target: one.place for one in board.pixels}
    first = board.sites[0]
    level = 14.0
    levels = len(first.levels)
    return {
        "pitch": _nearest(places),
        "tray_pitch": _nearest(tray),
        "pixel_offset": pixel_at[first.site].y - first.place.y,
        "tray_pixel_offset": pixel_at[board.aside[0].site].y - tray[0].y,
        "levels": levels,
        "level_h": level,  # of every pyramid with its base plate, whatever its size
        "base_small": 30.0,
        "base_medium": 42.0,
        "base_large": 54.0,
        "top_side": 25.0,
        "base_plate_h": 2.0,
        "roof_h": 1.6,
        "post_d": 16.0,
        "bore_d": 16.8,
        "ring_depth": 0.3,  # groove of the copper tape
        "ring_w": 5.0,
        "ring_sense_z": 4.2,  # middle of the lower ring, above the piece's underside
        "ring_ground_z": 10.6,
        "contact_slot_w": 2.0,
        "contact_slot_h": 2.4,
        "channel_w": 9.0,  # wires of all levels
        "channel_depth": 5.0,
        "plate_h": 4.0,
        "plate_gap": FITS["slide"],
        "socket_h": 12.0,  # how deep the post goes below the top of the plate's boss
        "socket_wall": 3.0,
        "post_over": 3.0,  # above the highest level
        "cap_h": 8.0,
        "led_hole_d": 6.0,
        "led_board_d": 10.4,
    }


def trike(board: Board) -> Sizes:
    """Hexagonal cells, checkers, the pawn that covers a checker."""
    first = board.sites[0]
    pixel = next(one.place for one in board.pixels if one.target == first.site)
    pitch = _nearest([site.place for site in board.sites])
    checker = 19.0
    return {
        "pitch": round(pitch, 3),
        "pixel_offset": pixel.y - first.place.y,
        "tile_gap": FITS["slide"],
        "tile_h": 10.0,
        "recess_depth": 0.6,
        "checker_d": checker,
        "recess_d": checker + 0.8,
        "checker_h": 6.0,
        "checker_floor": CHECKER_STACK.floor,
        "cell_membrane": CHECKER_STACK.membrane,
        "light_membrane": 0.8,
        "pawn_d": 35.0,
        "pawn_bore_d": checker + 0.8,
        "pawn_skirt_h": 7.0,  # over a checker of 6 it still stands on the cell
        "pawn_h": 32.0,
        "pawn_ring_r": PAWN_RING,
        "pawn_magnets": PAWN_MAGNETS,
        "pawn_magnet_d": 3.0,
        "pawn_magnet_h": 2.0,
        "pawn_switch_r": PAWN_RING,
        "pawn_membrane": PAWN_STACK.membrane,
        "boss_r": 11.5,
        **MAGNET_CHECKER,
    }


def trioker(board: Board) -> Sizes:
    """Triangular tiles with a magnet in each corner, frames with a Hall sensor under each corner."""
    up = [site.place for site in board.sites if site.site.startswith("U")]
    side = round(_nearest(up), 1)  # places are rounded to a tenth
    inner = side / (2 * sqrt(3))
    frame_wall, gap = 0.8, FITS["slide"]
    return {
        "side": side,
        "frame_wall": frame_wall,  # half of what stands between two tiles
        "tile_gap": gap,
        "tile_inner_r": inner - frame_wall - gap,
        "tile_h": 7.0,
        "corner_cut": 3.0,
        "sensor_r": CORNER_RADIUS,  # from the middle of the cell towards a corner
        "floor_0": CORNER_POLES["0"].stack.floor,  # below the magnet: sets how strong the sensor sees it
        "floor_1": CORNER_POLES["1"].stack.floor,
        "floor_2": CORNER_POLES["2"].stack.floor,
        "floor_3": CORNER_POLES["3"].stack.floor,
        "floor_wild": CORNER_POLES["*"].stack.floor,
        "cell_membrane": CORNER_POLES["0"].stack.membrane,
        "frame_h": 12.0,
        "recess_depth": 4.0,
        "light_d": 10.0,  # translucent middle of the tile, and the window above the LED
        "light_membrane": 0.8,
        "pip_d": 2.2,
        "pip_r": 22.0,
        "pip_depth": 0.8,
        "boss_r": 8.5,
        **MAGNET_CORNER,
    }


SIZES: Final[Mapping[str, Callable[[Board], Sizes]]] = {
    "ttt3d": ttt3d,
    "troika": troika,
    "trike": trike,
    "trioker": trioker,
}
"""By board; variants of a board share its parts."""


def sizes_of(board: Board) -> Sizes:
    """Every variable of a board's parts."""
    return {**FITS, **SIZES[board.game](board)}


def parameters(board: Board) -> str:
    """The text of `parameters.scad`."""
    lines = [
        "// Generated from the board file and the sizes in triboard.hardware: do not edit.",
        f"// Board {board.name}, revision {board.revision}. Millimetres and degrees.",
    ]
    lines += [f"{name} = {value:g};" for name, value in sizes_of(board).items()]
    return "\n".join(lines) + "\n"


def _nearest(places: Sequence[Place], *, flat: bool = False) -> float:
    """Distance between neighbouring places (`flat`: of one height)."""
    first = places[0]
    others = (one for one in places[1:] if not flat or one.z == first.z)
    return min(hypot(one.x - first.x, one.y - first.y) for one in others)
