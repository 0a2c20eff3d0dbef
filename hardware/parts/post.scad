// Half a post, printed on its flat face: a channel for the wires, and for each level a slot for the spring of its own
// contact (half = 0) or of the common ground (half = 1). levels: all of a field, or 1 for a place of the tray.
include <../troika/parts/parameters.scad>
include <fits.scad>
$fn = 48;

half = 0;
height = levels; // one for the tray: -D height=1
below = plate_h + socket_h;
length = below + height * level_h + post_over;
ring_z = half == 0 ? ring_sense_z : ring_ground_z;

// lies along x, its foot at x = 0
difference() {
    rotate([90, 0, 90]) linear_extrude(length) intersection() {
        circle(d = post_d);
        translate([-post_d, 0]) square(2 * post_d);
    }
    translate([-1, -channel_w / 2, -eps]) cube([length + 2, channel_w, channel_depth]);
    for (n = [0:height - 1])
        translate([below + n * level_h + ring_z - contact_slot_h / 2, -contact_slot_w / 2, 0])
            cube([contact_slot_h, contact_slot_w, post_d]);
    // a screw through the plate's boss holds both halves
    translate([socket_h / 2, 0, -1]) cylinder(d = m3_clear, h = post_d);
}
