// Keeps two shelves apart; a M6 rod goes through all pillars of a corner.
include <../ttt3d/parts/parameters.scad>
include <fits.scad>
$fn = 40;

layer(0, shelf_pitch - shelf_h) difference() {
    circle(d = pillar_d);
    circle(d = rod_d);
}
