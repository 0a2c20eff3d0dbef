// A quarter of a shelf: pockets for two colour sensors, places for the pixels on four sides of each hole (the board file
// says which is used), ridges that the rim runs on, the index switch, the screws of what stands at the corner.
include <../ttt3d/parts/parameters.scad>
include <fits.scad>
$fn = 48;

from = cut_angle;
to = cut_angle + 90;

module holes() {
    at(pitch, pitch) children();
    at(0, pitch) children();
}

module neighbours() {
    for (hole = [[pitch, pitch], [0, pitch], [pitch, 0], [-pitch, pitch], [0, 0]]) at(hole[0], hole[1]) children();
}

module plate() {
    difference() {
        intersection() {
            square(2 * shelf_half, center = true);
            sector(2 * shelf_half, from, to);
        }
        circle(shelf_bore_r);
        at(pillar_xy, pillar_xy) circle(d = rod_d);
        for (side = [-1, 1]) rotate(45) at(mount_r, side * mount_screws / 2) circle(d = m3_tap, $fn = 20);
        for (angle = [45, 90]) polar(30, angle) circle(d = m3_clear, $fn = 20);
    }
}

module ridges() {
    intersection() {
        sector(2 * shelf_half, from, to);
        union() {
            difference() { circle(rim_inner_r + 4.5, $fn = 96); circle(rim_inner_r + 1.5, $fn = 96); }
            difference() { circle(rim_outer_r - 1, $fn = 96); circle(rim_outer_r - 4, $fn = 96); }
        }
    }
}

module pixels(d) {
    neighbours() for (side = [0:90:270]) rotate(side) at(pixel_offset, 0) circle(d = d, $fn = 32);
}

module shelf_quarter() {
    difference() {
        union() {
            layer(0, shelf_h) plate();
            layer(shelf_h, shelf_h + slide_h) difference() { ridges(); pixels(led_board_d); }
        }
        cut(shelf_h - board_depth, shelf_h + slide_h + 1)
            holes() square(board_side, center = true);
        cut(-1, shelf_h) holes() square([sensor_wires * 2, sensor_wires], center = true);
        cut(shelf_h - 3, shelf_h + 2) pixels(led_board_d);
        cut(-1, shelf_h) pixels(sensor_wires - 1);
        cut(-1, splice_h + layer) for (end = [from, to], r = [splice_inner_r, splice_outer_r])
            polar(r, end) square([splice_l + slide, splice_w + slide], center = true);
        cut(0, shelf_h - 1.2) for (end = [0, 1], r = [splice_inner_r, splice_outer_r])
            rotate(end ? to : from) at(r, end ? -splice_screw / 2 : splice_screw / 2)
                circle(d = m3_tap, $fn = 20);
        // the index switch lies below a thin roof: a reed switch, or a Hall switch at the outer end
        cut(-1, shelf_h - thin_wall) polar(index_r - reed_inset, index_angle)
            square([reed_l, hall_width], center = true);
    }
}

shelf_quarter();
