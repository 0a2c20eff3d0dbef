// Shapes that several parts share. Sizes come from the board's parameters.scad, included before this file.

eps = 0.01; // cuts go so far beyond a face

function chord(r, angle) = 2 * r * sin(angle / 2);

// A sector of a disc, from one angle to another (less than 180 degrees).
module sector(r, from, to) {
    far = 2 * r;
    intersection() {
        circle(r);
        polygon([[0, 0], [far * cos(from), far * sin(from)],
            [far * cos((from + to) / 2), far * sin((from + to) / 2)], [far * cos(to), far * sin(to)]]);
    }
}

module at(x, y) { translate([x, y]) children(); }

module polar(r, angle) { rotate(angle) translate([r, 0]) children(); }

// A layer of a part: what stands between two heights.
module layer(from, to) { translate([0, 0, from]) linear_extrude(to - from) children(); }

// A cut through everything between two heights, a little beyond where it meets a face.
module cut(from, to) { translate([0, 0, from - eps]) linear_extrude(to - from + 2 * eps) children(); }
