// For the picture: three fields with their posts, stacks of one, four and six pyramids.
include <../troika/parts/parameters.scad>

module stl(name) { import(str("../troika/parts/", name, ".stl")); }

module pyramid(n, level, paint) {
    size = ["small", "medium", "large"][n];
    translate([0, 0, level * level_h]) {
        color(paint) translate([0, 0, base_plate_h]) stl(str("M20", n + 1, "-pyramid-", size));
        color("tan") stl(str("M20", n + 4, "-base-plate-", size));
    }
}

module field(x) {
    translate([x, 0, 0]) {
        color("gainsboro") rotate([180, 0, 0]) stl("M210-field-plate");
        translate([0, 0, -plate_h - socket_h]) color("dimgray") {
            rotate([0, -90, 0]) stl("M207-post-levels");
            rotate(180) rotate([0, -90, 0]) stl("M208-post-ground");
        }
        color("dimgray") translate([0, 0, levels * level_h + post_over]) stl("M209-post-cap");
        children();
    }
}

field(-pitch) pyramid(2, 0, "firebrick");
field(0) {
    pyramid(2, 0, "white");
    pyramid(1, 1, "seagreen");
    pyramid(0, 2, "gold");
    pyramid(1, 3, "royalblue");
}
field(pitch) {
    pyramid(1, 0, "gold");
    pyramid(2, 1, "royalblue");
    pyramid(1, 2, "white");
    pyramid(0, 3, "firebrick");
    pyramid(1, 4, "seagreen");
    pyramid(2, 5, "gold");
}
