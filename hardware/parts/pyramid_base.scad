// The base plate of a pyramid: closes its hollow, and is wider than every pyramid's opening, so that none can nest in
// another and each level of a stack stands before its own contacts.
include <../troika/parts/parameters.scad>
include <fits.scad>
$fn = 48;

size = "small";
base = size == "small" ? base_small : size == "medium" ? base_medium : base_large;
inside = base - 2 * wall - slide;

difference() {
    union() {
        layer(0, base_plate_h) square(base, center = true);
        layer(base_plate_h, base_plate_h + 1) difference() {
            square(inside - 0.6, center = true);
            square(inside - 0.6 - 2 * thin_wall, center = true);
            circle(d = bore_d + 2 * wall + slide);
        }
    }
    translate([0, 0, -1]) cylinder(d = bore_d + slide, h = 5);
}
