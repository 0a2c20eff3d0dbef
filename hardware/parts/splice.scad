// The bar that joins two segments of a shelf or of a rim: two M3 screws, one into each.
include <../ttt3d/parts/parameters.scad>
include <fits.scad>
$fn = 24;

layer(0, splice_h) difference() {
    square([splice_l, splice_w], center = true);
    for (side = [-1, 1]) at(0, side * splice_screw / 2) circle(d = m3_clear);
}
