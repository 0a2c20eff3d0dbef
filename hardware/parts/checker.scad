// A checker. Its magnet goes in from above, south pole up for black, north pole up for white, onto a thin floor; the lid is glued on.
include <../trike/parts/parameters.scad>
include <fits.scad>
$fn = 64;

lid = false;
lid_h = 1.2;
lid_d = checker_d - 4;

module body() {
    difference() {
        union() {
            layer(0, checker_h - 0.8) circle(d = checker_d);
            translate([0, 0, checker_h - 0.8]) cylinder(d1 = checker_d, d2 = checker_d - 1.6, h = 0.8);
        }
        cut(checker_floor, checker_h + 1) circle(d = magnet_d + press);
        cut(checker_h - lid_h, checker_h + 1) circle(d = lid_d);
    }
}

if (lid) layer(0, lid_h) circle(d = lid_d - slide); else body();
