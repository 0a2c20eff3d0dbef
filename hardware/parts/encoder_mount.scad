// Holds two slotted optical switches round the rim's toothed flange, a quarter of a tooth period apart.
// Stands on two screws at a corner of the shelf; the same screws carry the detent block at another corner.
include <../ttt3d/parts/parameters.scad>
include <fits.scad>
$fn = 24;

apart = 2 * opto_r * sin(360 / teeth / 4 / 2); // from beam to beam along the chord
foot_r = opto_r + opto_axis; // where the feet of both switches lie
beam_h = slide_h + rim_h - flange_h / 2; // above the shelf
width = mount_screws + 14;
wall_h = beam_h + opto_length / 2 + 1;
base_to = mount_r + 8 - foot_r;

module base() {
    difference() {
        at(0, -width / 2) square([base_to, width]);
        for (side = [-1, 1]) at(mount_r - foot_r, side * mount_screws / 2) circle(d = m3_clear);
    }
}

difference() {
    union() {
        layer(0, 4) base();
        layer(0, wall_h) at(0, -apart / 2 - opto_width / 2 - 3) square([4, apart + opto_width + 6]);
        for (side = [-1, 1]) translate([0, side * (apart / 2 + opto_width / 2 + 1.5) - 1.5, 0])
            rotate([90, 0, 0]) translate([0, 0, -3]) linear_extrude(3)
                polygon([[0, 0], [base_to, 0], [base_to, 4], [4, wall_h], [0, wall_h]]);
    }
    for (side = [-1, 1]) translate([-1, side * apart / 2, beam_h]) {
        for (end = [-1, 1]) translate([0, 0, end * opto_screws / 2])
            rotate([0, 90, 0]) cylinder(d = m3_tap, h = 20);
        translate([0, -opto_width / 2 + 1, -5]) cube([20, opto_width - 2, 10]); // the leads
    }
}
