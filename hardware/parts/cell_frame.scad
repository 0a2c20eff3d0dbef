// The frame of one triangular cell: a recess for a tile, from below a pocket for a linear Hall sensor under each corner and
// one for the LED in the middle. 73 of them make the board.
include <../trioker/parts/parameters.scad>
include <fits.scad>
$fn = 32;

inner = side / (2 * sqrt(3));
floor_z = frame_h - recess_depth;

module triangle(r) { circle(r = 2 * r, $fn = 3); }

rotate(90) difference() {
    layer(0, frame_h) triangle(inner - 0.05);
    cut(floor_z, frame_h + 1) intersection() {
        triangle(inner - frame_wall);
        rotate(180) triangle(2 * (inner - frame_wall) - corner_cut + 1);
    }
    for (n = [0:2]) rotate(120 * n) {
        cut(-1, floor_z - cell_membrane) at(sensor_r, 0) square([hall_depth, hall_width], center = true);
        cut(-1, floor_z - 3) at(-boss_r, 0) circle(d = m3_tap, $fn = 20);
        cut(-1, 3) at(sensor_r / 2, 0) square([sensor_r, 3], center = true);
    }
    cut(-1, floor_z - light_membrane) square(led_side, center = true);
}
