// For the picture: one shelf with its rim, seen from the near right; a quarter of the rim and one pillar are left out.
include <../ttt3d/parts/parameters.scad>

module stl(name) { import(str("../ttt3d/parts/", name, ".stl")); }

seat = shelf_h + slide_h + seat_z + (ball_d / 2 * sin(45) - window_d / 2) + ball_d / 2 * sin(45);

module ball(x, y, paint) {
    color(paint) translate([x, y, seat]) {
        stl("M107-ball-half");
        rotate([180, 0, 0]) stl("M107-ball-half");
    }
}

for (n = [0:3]) rotate(90 * n) {
    color("gainsboro") stl("M101-shelf-quarter");
    if (n != 3) color("dimgray") translate([pillar_xy, pillar_xy, shelf_h]) stl("M108-pillar");
    if (n != 3) color("lightskyblue")
        translate([0, 0, shelf_h + slide_h + rim_h]) rotate([180, 0, 0]) stl("M103-rim-quarter");
}
color("lightsteelblue") translate([0, 0, shelf_h]) stl("M102-shelf-hub");
rotate(135) translate([opto_r + opto_axis, 0, shelf_h]) color("orange") stl("M104-encoder-mount");
rotate(-45) translate([rim_outer_r + 0.8, 0, shelf_h]) color("orange") stl("M105-detent-block");
ball(0, 0, "firebrick");
ball(-pitch, 0, "white");
ball(0, pitch, "royalblue");
ball(-pitch, -pitch, "seagreen");
