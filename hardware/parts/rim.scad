// A quarter of a turning rim: its corner hole and its edge hole, light slots, one detent notch, teeth of the encoder,
// a pocket for the index magnet (used in one of the four). Printed top face down.
include <../ttt3d/parts/parameters.scad>
include <fits.scad>
$fn = 64;

from = cut_angle;
to = cut_angle + 90;

module holes() {
    polar(corner_r, 45) children();
    polar(pitch, 90) children();
}

module ring(outer) {
    difference() {
        sector(outer, from, to);
        circle(rim_inner_r, $fn = 128);
    }
}

module slots() {
    for (hole = [[pitch, pitch], [0, pitch], [pitch, 0], [-pitch, pitch]], side = [0:90:270])
        at(hole[0], hole[1]) rotate(side) at(pixel_offset, 0) square([slot_w, slot_l], center = true);
}

module notch() {
    polar(rim_outer_r + eps, detent_angle)
        polygon([[-notch_depth, 0], [0.5, notch_w / 2 + 0.5], [0.5, -notch_w / 2 - 0.5]]);
}

module teeth() {
    step = 360 / teeth;
    for (n = [-1:ceil(90 / step) + 1]) {
        start = tooth_phase + (n + floor((from - tooth_phase) / step)) * step;
        low = max(start, from);
        high = min(start + step / 2, to);
        if (high > low) sector(flange_r, low, high);
    }
}

module splices() {
    for (end = [from, to], r = [splice_inner_r, splice_outer_r])
        polar(r, end) square([splice_l + slide, splice_w + slide], center = true);
}

module splice_screws() {
    for (end = [0, 1], r = [splice_inner_r, splice_outer_r])
        rotate(end ? to : from) at(r, end ? -splice_screw / 2 : splice_screw / 2) circle(d = m3_tap, $fn = 20);
}

module rim_quarter() {
    difference() {
        union() {
            layer(0, rim_h) difference() { ring(rim_outer_r); slots(); }
            layer(rim_h - flange_h, rim_h) difference() {
                teeth();
                circle(rim_outer_r - 1);
            }
        }
        cut(-1, rim_h - flange_h) notch();
        holes() translate([0, 0, -eps]) cylinder(d = window_d, h = rim_h);
        holes() translate([0, 0, seat_z])
            cylinder(d1 = window_d, d2 = hole_d, h = (hole_d - window_d) / 2);
        holes() translate([0, 0, seat_z + (hole_d - window_d) / 2]) cylinder(d = hole_d, h = rim_h);
        cut(0, splice_h + layer) splices();
        cut(0, rim_h - 3) splice_screws();
        cut(0, magnet_h + layer) polar(index_r, index_angle) circle(d = magnet_d + press);
    }
}

translate([0, 0, rim_h]) rotate([180, 0, 0]) rim_quarter();
