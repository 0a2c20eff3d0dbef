// Closes a post and holds its halves together at the top.
include <../troika/parts/parameters.scad>
include <fits.scad>
$fn = 48;

plug = [channel_depth * 2 - slide, channel_w - slide];

union() {
    rotate_extrude() polygon([[0, 0], [post_d / 2, 0], [post_d / 2, 3], [post_d / 2 - 3, cap_h], [0, cap_h]]);
    translate([0, 0, -6]) linear_extrude(6 + eps) square(plug, center = true);
}
