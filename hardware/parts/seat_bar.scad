// One of the seats' lights: a block before the base, LED board behind a thin face. As many as the board has seats.
include <../ttt3d/parts/parameters.scad>
include <fits.scad>
$fn = 32;

difference() {
    layer(0, 8) square([40, 18], center = true);
    cut(-1, 8 - thin_wall) circle(d = led_board_d);
    cut(-1, 4) at(0, 6) square([sensor_wires, 12], center = true);
    cut(-1, 9) for (side = [-1, 1]) at(side * 15, 0) circle(d = m3_clear);
}
