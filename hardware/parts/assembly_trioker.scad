// For the picture: six cells round a vertex, four of them with tiles.
include <../trioker/parts/parameters.scad>

module stl(name) { import(str("../trioker/parts/", name, ".stl")); }

tiles = ["M414-tile-012", "M420-tile-123", "M410-tile-000", "M434-tile-w12"];

for (n = [0:5]) rotate(60 * n + 30) translate([side / sqrt(3), 0, 0]) rotate(90) {
    color("lightskyblue") stl("M401-cell-frame");
    if (n < 4) color(["white", "gold", "tomato", "palegreen"][n])
        translate([0, 0, frame_h - recess_depth]) stl(tiles[n]);
}
