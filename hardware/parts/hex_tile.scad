// A hexagonal cell: a recess that centres the checker, and from below a pocket for the linear Hall sensor in the middle, one
// for the pawn's Hall switch on the far side and one for the LED on the near side.
include <../trike/parts/parameters.scad>
include <fits.scad>
$fn = 48;

across = pitch - tile_gap;
floor_z = tile_h - recess_depth; // where a checker stands

difference() {
    layer(0, tile_h) rotate(30) circle(d = across / cos(30), $fn = 6);
    cut(floor_z, tile_h + 1) circle(d = recess_d);
    cut(-1, floor_z - cell_membrane) square([hall_width, hall_depth], center = true);
    cut(-1, tile_h - pawn_membrane) at(0, pawn_switch_r - 0.6)
        square([hall_width, hall_depth], center = true);
    cut(-1, floor_z - light_membrane) at(0, -pixel_offset) square(led_side, center = true);
    cut(-1, floor_z - 3) for (side = [-1, 1]) at(side * boss_r, 0) circle(d = m3_tap, $fn = 20);
    // wires leave below
    cut(-1, 3) square([hall_depth, 2 * pixel_offset], center = true);
}
