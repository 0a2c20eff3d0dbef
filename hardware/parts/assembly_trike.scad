// For the picture: six cells, three checkers, and the pawn over one of them, cut open.
include <../trike/parts/parameters.scad>

module stl(name) { import(str("../trike/parts/", name, ".stl")); }

function place(row, n) = [(n - row / 2) * pitch, -row * pitch * sin(60), 0];

module checker(row, n, paint) {
    translate(place(row, n)) color(paint) translate([0, 0, tile_h - recess_depth]) {
        stl("M302-checker");
        translate([0, 0, checker_h - 1.2]) stl("M303-checker-lid");
    }
}

for (row = [0:2], n = [0:2]) if (n <= row) color("lightskyblue") translate(place(row, n)) stl("M301-hex-tile");
checker(0, 0, "dimgray");
checker(1, 1, "white");
checker(2, 0, "white");
difference() {
    color("orange") translate(place(2, 0) + [0, 0, tile_h + 0.1]) stl("M304-pawn");
    translate(place(2, 0) + [-40, -80, tile_h - 1]) cube([80, 80, 60]);
}
