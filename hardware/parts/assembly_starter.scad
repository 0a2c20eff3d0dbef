// For the picture: the starter, three boards of nine cells with microswitches on M6 rods; the near right pillar is left out.
include <../ttt3d/parts/parameters.scad>

module stl(name) { import(str("../ttt3d/parts/", name, ".stl")); }

wood_h = 4;
plate_h = seat_z + (hole_d - window_d) / 2 + 1;
skirt = switch_drop + 8;
level_h = wood_h + shelf_pitch - shelf_h; // a pillar stands on each board
seat = wood_h + skirt + seat_z + (ball_d / 2 * sin(45) - window_d / 2) + ball_d / 2 * sin(45);

module ball(level, x, y, paint) {
    color(paint) translate([x * pitch, y * pitch, level * level_h + seat]) {
        stl("M107-ball-half");
        rotate([180, 0, 0]) stl("M107-ball-half");
    }
}

module board(level) translate([0, 0, level * level_h]) {
    color("burlywood") translate([-shelf_half, -shelf_half, 0]) cube([2 * shelf_half, 2 * shelf_half, wood_h]);
    for (x = [-1:1], y = [-1:1]) color("gainsboro")
        translate([x * pitch, y * pitch, wood_h + skirt + plate_h]) rotate([180, 0, 0]) stl("M110-switch-cell");
}

for (level = [0:2]) board(level);
for (level = [0:1], n = [0:3]) if (n != 3) rotate(90 * n)
    color("dimgray") translate([pillar_xy, pillar_xy, level * level_h + wood_h]) stl("M108-pillar");
ball(0, 0, -1, "firebrick");
ball(0, 1, -1, "white");
ball(1, 1, 0, "firebrick");
ball(2, 0, 0, "white");
ball(2, 1, -1, "firebrick");
