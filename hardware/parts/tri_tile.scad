// A triangular tile: a magnet in each corner, on a floor whose thickness says which value the corner has, and the values as
// pips. corners = three signs of 0 1 2 3 w (w: wild), counter-clockwise seen from above, the first at 90 degrees.
include <../trioker/parts/parameters.scad>
include <fits.scad>
$fn = 32;

corners = "012";

function floor_of(sign) = sign == "0" ? floor_0 : sign == "1" ? floor_1 : sign == "2" ? floor_2
    : sign == "3" ? floor_3 : floor_wild;

module outline() {
    intersection() {
        circle(r = 2 * tile_inner_r, $fn = 3);
        rotate(180) circle(r = 2 * (2 * tile_inner_r - corner_cut), $fn = 3);
    }
}

module pips(sign) {
    number = sign == "w" ? 0 : ord(sign) - ord("0");
    for (n = [0:1:number - 1]) at(0, (n - (number - 1) / 2) * (pip_d + 0.6)) circle(d = pip_d, $fn = 16);
    if (sign == "w") difference() { circle(d = 4.4); circle(d = 2.4); }
}

rotate(90) difference() {
    layer(0, tile_h) outline();
    for (n = [0:2]) rotate(120 * n) {
        cut(floor_of(corners[n]), tile_h + 1) at(sensor_r, 0) circle(d = magnet_d + press);
        cut(tile_h - pip_depth, tile_h + 1) at(pip_r, 0) pips(corners[n]);
    }
    // light of the cell comes through the middle
    cut(light_membrane, tile_h + 1) circle(d = light_d);
}
