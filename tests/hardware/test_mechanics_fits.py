"""Printed parts fit each other, in numbers and in the bodies themselves."""

from itertools import product
from math import atan2, cos, degrees, dist, hypot, pi, radians, sin, sqrt

import numpy as np
import pytest
from tests.hardware.test_mechanics import mesh_of

from triboard.board.load import load_board
from triboard.hardware.mechanics_sizes import sizes_of
from triboard.hardware.sensing_hall import (
    CHECKER,
    CHECKER_STACK,
    CORNER_POLES,
    PAWN,
    PAWN_RING,
    PAWN_STACK,
    PRINT_OFF,
    REMANENCE_OFF,
    SIDEWAYS,
    TILT,
)

BALLS = sizes_of(load_board("ttt3d"))
PYRAMIDS = sizes_of(load_board("troika"))
CHECKERS = sizes_of(load_board("trike"))
TILES = sizes_of(load_board("trioker"))
CLOSES, OPENS = 24.0, 3.0  # mT at which a DRV5023BI has closed, and opened, for certain


def test_a_ball_goes_into_its_hole_and_no_farther() -> None:
    """Law: it passes the hole, rests on the cone, hangs above the shelf, and its window lets no ball
    through."""
    assert BALLS["ball_d"] + 0.5 <= BALLS["hole_d"]
    assert BALLS["window_d"] < BALLS["ball_d"] - 8
    # on a cone of 45 degrees from window to hole: where it touches, and how far it hangs down
    radius = BALLS["ball_d"] / 2
    touches = radius * sin(pi / 4)
    assert BALLS["window_d"] / 2 < touches < BALLS["hole_d"] / 2
    lowest = BALLS["seat_z"] + (touches - BALLS["window_d"] / 2) + touches - radius
    assert lowest > 1
    assert 5 < lowest + BALLS["slide_h"] + BALLS["board_depth"] - 1 < 9  # the sensor's face to its skin


def test_a_ball_presses_the_lever_of_a_microswitch() -> None:
    """Law: in its seat the ball hangs below the point at which the lever has switched, and not below its
    end."""
    radius = BALLS["ball_d"] / 2
    touches = radius * sin(pi / 4)
    lowest = BALLS["seat_z"] + (touches - BALLS["window_d"] / 2) + touches - radius
    switched = 8.8 - BALLS["switch_drop"]  # above the plate's underside, 0.8 either way
    assert lowest < switched - 0.5 + 0.8
    assert lowest > switched - 0.8 - 1.6  # what the lever has left behind that point
    assert mesh_of("M110").extents[0] == pytest.approx(BALLS["pitch"] - BALLS["slide"], abs=0.01)
    volume = 4 / 3 * pi * (radius / 10) ** 3
    assert volume * 1.24 > 20  # grams of PLA: more than the 16 that the lever asks for


def test_balls_fit_under_the_next_shelf_and_beside_each_other() -> None:
    """Law: a hand brings a ball in between two shelves; two neighbours do not touch."""
    room = BALLS["shelf_pitch"] - BALLS["shelf_h"] - BALLS["slide_h"] - BALLS["rim_h"]
    assert room > 2 * BALLS["ball_d"]
    assert BALLS["pitch"] > BALLS["hole_d"] + 4 * 1.6


def test_two_halves_make_a_ball() -> None:
    """Law: the body of a half is half a sphere of the ball's size, hollow, with a wall that can be
    printed."""
    half = mesh_of("M107")
    assert half.extents[2] * 2 == pytest.approx(BALLS["ball_d"], abs=0.1)
    assert half.volume < 0.75 * 2 / 3 * pi * (BALLS["ball_d"] / 2) ** 3
    assert BALLS["ball_wall"] > BALLS["pin_d"]


def test_a_rim_has_four_detents_and_clears_everything() -> None:
    """Law: one notch in each of four quarters, deep in a wall that stays; the rim turns between hub and
    mounts."""
    rim = mesh_of("M103")
    points = np.asarray(rim.vertices)
    radius = np.hypot(points[:, 0], points[:, 1])
    bottom = points[np.isclose(radius, BALLS["rim_outer_r"] - BALLS["notch_depth"], atol=0.05)]
    assert {round(abs(degrees(atan2(y, x)))) for x, y, _ in bottom} == {round(BALLS["detent_angle"])}
    assert BALLS["detents"] == 4
    wall = BALLS["rim_outer_r"] - BALLS["notch_depth"] - BALLS["corner_r"] - BALLS["hole_d"] / 2
    assert wall >= 1.6
    assert BALLS["rim_inner_r"] - BALLS["hub_r"] == pytest.approx(0.4)
    assert BALLS["notch_w"] > 4  # a 6 mm ball sits in it
    assert BALLS["flange_r"] < hypot(BALLS["pillar_xy"], BALLS["pillar_xy"]) - BALLS["pillar_d"] / 2


def test_the_index_closes_at_one_detent_only() -> None:
    """Law: the magnet of one quarter meets the slot of one shelf quarter; its reach is far less than a
    detent."""
    assert BALLS["reed_l"] / 2 - BALLS["reed_inset"] > BALLS["magnet_d"] / 2 - 0.5
    assert degrees(8 / BALLS["index_r"]) < 90 / 4
    assert BALLS["slide_h"] + BALLS["thin_wall"] < 2.5  # between magnet and switch
    assert BALLS["cut_angle"] < BALLS["index_angle"] < BALLS["cut_angle"] + 90


def test_the_teeth_give_the_edges_of_the_board_file() -> None:
    """Law: four edges a tooth and as many a detent as the file says; at rest both beams are mid-way between
    edges, farther than the play of a ball in its notch."""
    for rim in load_board("ttt3d").rims:
        assert BALLS["teeth"] * 4 == rim.edges_per_detent * BALLS["detents"]
    period = 360 / BALLS["teeth"]
    beams = [45 - period / 8, 45 + period / 8]
    for beam in beams:
        place = (beam - BALLS["tooth_phase"]) % (period / 2)
        assert min(place, period / 2 - place) == pytest.approx(period / 8)
    play = degrees(0.4 / BALLS["rim_outer_r"])
    assert play < period / 8 / 2
    assert (90 / period) % 1 == 0  # every quarter of a rim is the same part


def test_the_slotted_switches_fit_their_mount() -> None:
    """Law: two screws 19 mm apart each; both stand side by side, reach round the flange and miss rim and
    shelf."""
    mount = mesh_of("M104")
    points = np.asarray(mesh_of("M104").vertices)
    apart = 2 * BALLS["opto_r"] * sin(radians(360 / BALLS["teeth"] / 8))
    assert apart > BALLS["opto_width"] + 1
    beam = BALLS["slide_h"] + BALLS["rim_h"] - BALLS["flange_h"] / 2
    holes = {
        (round(end * BALLS["opto_screws"] / 2 + beam, 2), round(side * apart / 2, 2))
        for end in (-1, 1)
        for side in (-1, 1)
    }
    for z, y in holes:
        near = np.hypot(points[:, 2] - z, points[:, 1] - y)
        assert np.isclose(near, BALLS["m3_tap"] / 2, atol=0.02).sum() >= 20, (z, y)
    assert beam - BALLS["opto_length"] / 2 > BALLS["slide_h"]
    assert mount.bounds[1][2] >= beam + BALLS["opto_length"] / 2
    assert BALLS["opto_gap"] - BALLS["flange_h"] >= 1.4
    tip = BALLS["opto_r"] + BALLS["opto_axis"] - BALLS["opto_height"]
    assert BALLS["rim_outer_r"] + 0.5 < tip
    assert BALLS["opto_r"] + 1.5 < BALLS["flange_r"]


def test_segments_join() -> None:
    """Law: a splice lies in its recess across the cut and clears windows and light slots."""
    assert 90 - BALLS["cut_angle"] > BALLS["cut_angle"] > 0
    angle = radians(BALLS["cut_angle"])
    for place in (BALLS["splice_inner_r"], BALLS["splice_outer_r"]):
        for window in ((BALLS["pitch"], 0), (BALLS["pitch"], BALLS["pitch"])):
            along = window[0] * cos(angle) + window[1] * sin(angle)
            aside = abs(window[1] * cos(angle) - window[0] * sin(angle))
            off = (max(0, abs(along - place) - BALLS["splice_l"] / 2), max(0, aside - BALLS["splice_w"] / 2))
            assert hypot(*off) > BALLS["window_d"] / 2 + 1
    assert BALLS["splice_h"] < BALLS["shelf_h"] - 3


@pytest.mark.parametrize(("size", "number"), [("small", "M201"), ("medium", "M202"), ("large", "M203")])
def test_pyramids_stand_on_each_other_and_cannot_nest(size: str, number: str) -> None:
    """Law (troika §13): every base plate is wider than every opening, so any stands on any, at its own
    level."""
    base = PYRAMIDS[f"base_{size}"]
    assert base > PYRAMIDS["top_side"] > PYRAMIDS["bore_d"] + 2 * 1.6
    body = mesh_of(number)
    assert body.extents[0] == pytest.approx(base, abs=0.01)
    assert body.extents[2] + PYRAMIDS["base_plate_h"] == pytest.approx(PYRAMIDS["level_h"])
    points = np.asarray(body.vertices)
    bore = np.hypot(points[:, 0], points[:, 1]).min()
    assert bore > PYRAMIDS["post_d"] / 2
    assert base < PYRAMIDS["tray_pitch"] - 4 < PYRAMIDS["pitch"]


def test_a_stack_of_thirteen_stands_before_its_contacts() -> None:
    """Law (troika §10): the post is higher than 13 pyramids; each contact meets its ring with room to
    spare."""
    post = mesh_of("M207")
    above = post.extents[0] - PYRAMIDS["plate_h"] - PYRAMIDS["socket_h"]
    assert above >= 13 * PYRAMIDS["level_h"] + 2
    assert PYRAMIDS["levels"] == 13
    rings = [PYRAMIDS["ring_sense_z"], PYRAMIDS["ring_ground_z"]]
    half = PYRAMIDS["ring_w"] / 2
    assert rings[1] - rings[0] - 2 * half >= 1  # plastic between the two rings
    assert rings[0] - half > 1.5
    assert rings[1] + half < PYRAMIDS["level_h"] - 0.5
    settle = 13 * 0.05  # plates printed a little high or low, all one way
    assert settle + PYRAMIDS["contact_slot_h"] / 2 < half
    assert PYRAMIDS["bore_d"] - PYRAMIDS["post_d"] >= 2 * 0.4


def test_magnets_fit_their_pockets() -> None:
    """Law: a pocket is wider than its magnet by the press fit and deep enough, and the floors are whole
    layers."""
    for sizes in (CHECKERS, TILES):
        assert 0.05 <= sizes["press"] <= 0.2
        assert sizes["layer"] == 0.2
    assert CHECKERS["checker_floor"] + CHECKERS["magnet_h"] < CHECKERS["checker_h"] - 1.2
    assert CHECKERS["checker_floor"] == CHECKER_STACK.floor
    for symbol, pole in CORNER_POLES.items():
        floor = TILES["floor_wild" if symbol == "*" else f"floor_{symbol}"]
        assert floor == pole.stack.floor
        assert floor + pole.discs * TILES["magnet_h"] < TILES["tile_h"] - 0.4
    floors = [pole.stack.floor for pole in CORNER_POLES.values()]
    floors += [CHECKER_STACK.floor, CHECKER_STACK.membrane, PAWN_STACK.membrane]
    for floor in floors:
        assert floor / 0.2 == pytest.approx(round(floor / 0.2))


def test_the_pawn_covers_a_checker_and_stands_on_the_cell() -> None:
    """Law (trike §9): with and without a checker below it, its magnets are as near to the switch."""
    assert CHECKERS["pawn_bore_d"] > CHECKERS["checker_d"] + 0.4
    assert CHECKERS["pawn_skirt_h"] > CHECKERS["checker_h"]
    assert CHECKERS["pawn_d"] / 2 + CHECKERS["checker_d"] / 2 < CHECKERS["pitch"] - 1
    assert mesh_of("M304").extents[0] == pytest.approx(CHECKERS["pawn_d"], abs=0.1)
    web = (CHECKERS["pawn_d"] - CHECKERS["pawn_bore_d"]) / 2 - CHECKERS["pawn_magnet_d"] - CHECKERS["press"]
    assert web / 2 >= 0.8


def test_the_pawns_ring_closes_its_switch_whichever_way_it_is_turned() -> None:
    """Law: between two magnets of the ring the field is still more than the switch needs, with the weakest
    magnets, the pawn and the prints off as far as they may be, and a checker's field against it."""
    count = int(CHECKERS["pawn_magnets"])
    for turn in (0.0, 0.25, 0.5):
        around = [2 * pi * (n + turn) / count for n in range(count)]
        for deeper, aside in product((0.0, 3 * PRINT_OFF), (-SIDEWAYS, 0.0, SIDEWAYS)):
            below = PAWN_STACK.distance + PAWN.height / 2 + deeper
            ring = sum(
                PAWN.beside(dist((PAWN_RING + aside, 0), (PAWN_RING * cos(at), PAWN_RING * sin(at))), below)
                for at in around
            )
            assert ring * (1 - REMANENCE_OFF) * TILT - _checkers_at_the_pawns_switch() > CLOSES


def test_checkers_without_the_pawn_let_its_switch_open() -> None:
    """Law: with black checkers on the cell and on both cells that are near the switch, all of them the
    strongest and as near as they may be, the switch opens."""
    assert _checkers_at_the_pawns_switch() < OPENS


def _checkers_at_the_pawns_switch() -> float:
    """The most that the checker of the cell and those of the two cells beyond the corner make there."""
    face = CHECKERS["checker_floor"] - CHECKERS["recess_depth"] + CHECKER.height / 2
    below = face + PAWN_STACK.membrane + PAWN_STACK.seat + PAWN_STACK.die
    pitch = CHECKERS["pitch"]
    beyond = hypot(pitch / 2, pitch * sqrt(3) / 2 - PAWN_RING - SIDEWAYS)
    return (1 + REMANENCE_OFF) * max(
        abs(CHECKER.beside(PAWN_RING - SIDEWAYS, below + off)) + 2 * abs(CHECKER.beside(beyond, below + off))
        for off in (-3 * PRINT_OFF, 3 * PRINT_OFF)
    )


def test_tiles_lie_in_their_frames_with_room() -> None:
    """Law: a tile drops into its frame, stands out of it far enough to be taken, and neighbours do not
    touch."""
    inner = TILES["side"] / (2 * sqrt(3))
    assert inner - TILES["frame_wall"] - TILES["tile_inner_r"] == pytest.approx(TILES["tile_gap"])
    assert 0.3 <= TILES["tile_gap"] <= 0.6
    assert TILES["tile_h"] - TILES["recess_depth"] >= 2
    tile, frame = mesh_of("M414"), mesh_of("M401")
    assert tile.extents[0] < frame.extents[0] - 2 * TILES["frame_wall"]
    assert frame.extents[0] <= TILES["side"]
    assert TILES["sensor_r"] / 2 + TILES["magnet_d"] / 2 + 1.6 < TILES["tile_inner_r"]


def test_cells_fill_their_pitch_and_hold_what_the_board_file_asks_for() -> None:
    """Law: tiles stand beside each other at the file's pitch; sensor, switch and light lie within the
    tile."""
    tile = mesh_of("M301")
    assert tile.extents[0] == pytest.approx(CHECKERS["pitch"] - CHECKERS["tile_gap"], abs=0.01)
    inside = (CHECKERS["pitch"] - CHECKERS["tile_gap"]) / 2 - 0.8
    assert CHECKERS["pixel_offset"] + CHECKERS["led_side"] / 2 < inside
    # the switch lies towards a corner of the tile
    far = CHECKERS["pawn_switch_r"] + CHECKERS["hall_depth"] / 2 - 0.6
    assert far / 2 + CHECKERS["hall_width"] / 2 * cos(pi / 6) < inside
    assert CHECKERS["recess_d"] > CHECKERS["checker_d"] + 0.4
