// Half a ball; two make one, on four dowels of filament. Printed on its flat face.
include <../ttt3d/parts/parameters.scad>
include <fits.scad>
$fn = 48;

r = ball_d / 2;

difference() {
    rotate_extrude() intersection() {
        difference() { circle(r); circle(r - ball_wall - 2.6); }
        square(r);
    }
    for (angle = [45:90:315]) polar(r - ball_wall - 0.6, angle)
        translate([0, 0, -eps]) cylinder(d = pin_d, h = 4, $fn = 16);
}
