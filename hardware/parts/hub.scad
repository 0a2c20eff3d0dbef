// The middle of a shelf: joins its quarters, is the axle of the rim, and holds the centre hole with its sensor.
include <../ttt3d/parts/parameters.scad>
include <fits.scad>
$fn = 96;

hub_h = rim_h + slide_h;

difference() {
    layer(0, hub_h) difference() {
        circle(hub_r);
        for (side = [0:90:270]) rotate(side) at(pixel_offset, 0) square([slot_w, slot_l], center = true);
    }
    translate([0, 0, -eps]) cylinder(d = window_d, h = hub_h + 1);
    translate([0, 0, seat_z + slide_h])
        cylinder(d1 = window_d, d2 = hole_d, h = (hole_d - window_d) / 2);
    translate([0, 0, seat_z + slide_h + (hole_d - window_d) / 2]) cylinder(d = hole_d, h = hub_h);
    cut(-1, board_depth) square(board_side, center = true);
    cut(-1, 3) for (side = [0:90:270]) rotate(side) at(pixel_offset, 0) circle(d = led_board_d);
    cut(0, hub_h - 4) for (angle = [0:45:315]) polar(30, angle) circle(d = m3_tap, $fn = 20);
}
