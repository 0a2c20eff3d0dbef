// The pawn: a cap that goes over a checker and stands on the cell, so that its ring of magnets, all with the same pole
// down, is as near to the cell's switch with a checker as without. Printed upright.
include <../trike/parts/parameters.scad>
include <fits.scad>
$fn = 64;

difference() {
    rotate_extrude() polygon([
        [0, 0], [pawn_d / 2, 0], [pawn_d / 2, pawn_skirt_h + 2], [pawn_d / 2 - 9, pawn_skirt_h + 9],
        [4, pawn_h - 9], [7, pawn_h - 5], [5, pawn_h], [0, pawn_h],
    ]);
    cut(-1, pawn_skirt_h) circle(d = pawn_bore_d);
    translate([0, 0, pawn_skirt_h]) cylinder(d1 = pawn_bore_d, d2 = 2, h = (pawn_bore_d - 2) / 2);
    for (n = [0:pawn_magnets - 1]) polar(pawn_ring_r, n * 360 / pawn_magnets)
        translate([0, 0, -eps]) cylinder(d = pawn_magnet_d + press, h = pawn_magnet_h + layer, $fn = 20);
}
