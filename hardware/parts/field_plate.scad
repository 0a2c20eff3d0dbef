// The cell frame of Troika: a field, or with tray = true a place of the tray. Boss for the post below, a hole for the
// pixel before it. Printed top face down.
include <../troika/parts/parameters.scad>
include <fits.scad>
$fn = 40;

tray = false;
side = (tray ? tray_pitch : pitch) - plate_gap;
light = tray ? tray_pixel_offset : pixel_offset;
boss_d = post_d + slide + 2 * socket_wall;

difference() {
    union() {
        layer(0, plate_h) square(side, center = true);
        layer(plate_h, plate_h + socket_h) circle(d = boss_d);
    }
    cut(-1, plate_h + socket_h + 1) circle(d = post_d + slide);
    cut(-1, plate_h + 1) at(0, light) circle(d = led_hole_d - 2);
    cut(1.2, plate_h + 1) at(0, light) square(led_side, center = true);
    cut(-1, plate_h + 1) for (x = [-1, 1], y = [-1, 1])
        at(x * (side / 2 - 5), y * (side / 2 - 5)) circle(d = m3_clear);
    translate([0, 0, plate_h + socket_h / 2]) rotate([90, 0, 0])
        cylinder(d = m3_tap, h = 2 * boss_d, center = true, $fn = 20);
}
