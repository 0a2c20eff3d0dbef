// A hole without a rim, for the build with microswitches: the ball's seat, below it a wall that carries the switch with its
// lever across the window, a window for the pixel. 27 of them, nine on a board. Printed upside down.
include <../ttt3d/parts/parameters.scad>
include <fits.scad>
$fn = 48;

side = pitch - slide;
plate_h = seat_z + (hole_d - window_d) / 2 + 1;
skirt = switch_drop + 8;

module cell() {
    difference() {
        union() {
            layer(0, plate_h) square(side, center = true);
            // the wall that the switch is screwed to, and a foot in each corner
            layer(-skirt, 0) at(0, switch_w / 2 + 1.6) square([34, 3.2], center = true);
            layer(-skirt, 0) for (x = [-1, 1], y = [-1, 1])
                at(x * (side / 2 - 4), y * (side / 2 - 4)) square(8, center = true);
        }
        translate([0, 0, -eps]) cylinder(d = window_d, h = plate_h);
        translate([0, 0, seat_z]) cylinder(d1 = window_d, d2 = hole_d, h = (hole_d - window_d) / 2);
        translate([0, 0, seat_z + (hole_d - window_d) / 2]) cylinder(d = hole_d, h = plate_h);
        cut(-1, seat_z - 0.6) square([switch_lever + 16, switch_w + 0.4], center = true);
        for (x = [-1, 1]) translate([x * switch_holes / 2, 0, -switch_drop]) rotate([-90, 0, 0])
            cylinder(d = switch_screw, h = 20, $fn = 20);
        cut(-1, plate_h - thin_wall) at(0, -pixel_offset) circle(d = led_board_d - 6);
        cut(-1, 3) at(0, -pixel_offset) circle(d = led_board_d);
        for (x = [-1, 1], y = [-1, 1]) at(x * (side / 2 - 4), y * (side / 2 - 4))
            translate([0, 0, -skirt - eps]) cylinder(d = m3_tap, h = 12, $fn = 20);
    }
}

translate([0, 0, plate_h]) rotate([180, 0, 0]) cell();
