// The body of a pyramid: a bore with two grooves for contact rings of copper tape, a hollow for the resistor between
// them, open below until the base plate closes it. size = "small", "medium" or "large".
include <../troika/parts/parameters.scad>
include <fits.scad>
$fn = 48;

size = "small";
base = size == "small" ? base_small : size == "medium" ? base_medium : base_large;
body_h = level_h - base_plate_h;
tube_d = bore_d + 2 * wall;

module frustum(from, to, h) {
    linear_extrude(h, scale = to / from) square(from, center = true);
}

difference() {
    frustum(base, top_side, body_h);
    // hollow: walls and roof stay, so does the tube round the bore
    difference() {
        translate([0, 0, -eps])
            frustum(base - 2 * wall, top_side - 2 * wall, body_h - roof_h + eps);
        translate([0, 0, -1]) cylinder(d = tube_d, h = body_h + 2);
    }
    translate([0, 0, -1]) cylinder(d = bore_d, h = body_h + 2);
    for (z = [ring_sense_z, ring_ground_z]) translate([0, 0, z - base_plate_h - ring_w / 2])
        cylinder(d = bore_d + 2 * ring_depth, h = ring_w);
    // the tape's ends go through a slit into the hollow, one on each side
    for (one = [[ring_sense_z, 45], [ring_ground_z, 225]]) rotate(one[1])
        translate([bore_d / 2 - 1, -0.6, one[0] - base_plate_h - ring_w / 2]) cube([3.6, 1.2, ring_w - 0.8]);
}
