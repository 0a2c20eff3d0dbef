// Holds a 6 mm steel ball and a spring against the notches of the rim; a M3 set screw sets the force.
include <../ttt3d/parts/parameters.scad>
include <fits.scad>
$fn = 32;

front = rim_outer_r + 0.8;
depth = mount_r + 8 - front;
height = 12;
axis_h = slide_h + 5;

difference() {
    union() {
        layer(0, 4) at(mount_r - 8 - front, -mount_screws / 2 - 7) square([16, mount_screws + 14]);
        layer(0, height) at(0, -8) square([depth, 16]);
    }
    translate([-1, 0, axis_h]) rotate([0, 90, 0]) cylinder(d = plunger_d, h = depth - 5);
    translate([0, 0, axis_h]) rotate([0, 90, 0]) cylinder(d = m3_tap, h = depth + 1);
    cut(-1, 5) for (side = [-1, 1]) at(mount_r - front, side * mount_screws / 2) circle(d = m3_clear);
}
