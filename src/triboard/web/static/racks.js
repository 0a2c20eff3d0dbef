// Racks round the board: a strip of wood for each seat, and on it places for tiles that point away from their owner.

import { fillPolygon, strokePolygon } from "./poly.js";
import { paintShadow, paintSlab } from "./wood.js";

const EDGE = 0.62; // of a place, from its middle to the edge of the rack
const IDLE = "rgba(16,10,6,0.5)"; // over the rack of a seat that does not play

/** The rack places of a board as sites of the picture, each with the corners of its cell. */
export function racksOf(board, side) {
  const places = (board.racks || []).map((place) => ({
    ...place,
    x: place.at[0],
    y: place.at[1],
    z: 0,
    shelf: 0,
    on: null,
    height: 1,
    rack: true,
  }));
  const seats = [...new Set(places.map(({ seat }) => seat))];
  const racks = seats.map((seat) => rackOf(seat, places.filter((place) => place.seat === seat), side));
  return { places, racks, cells: new Map(racks.flatMap(({ cells }) => [...cells])) };
}

/** `away`: the way from the board to whoever sits at the rack, one of the four sides. */
function rackOf(seat, places, side) {
  const [x, y] = ["x", "y"].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  const away = Math.abs(x) > Math.abs(y) ? [Math.sign(x), 0] : [0, Math.sign(y) || 1];
  const right = [away[1], -away[0]];
  const at = ({ x: px, y: py }, across, out) => [px + across * right[0] + out * away[0], py + across * right[1] + out * away[1]];
  const high = (side * Math.sqrt(3)) / 2;
  const cells = places.map((place) => [
    place.site,
    [at(place, -side / 2, high / 3), at(place, side / 2, high / 3), at(place, 0, (-2 * high) / 3)],
  ]);
  const along = ({ x: px, y: py }) => px * right[0] + py * right[1];
  const [first, last] = [places.reduce((a, b) => (along(a) < along(b) ? a : b)), places.reduce((a, b) => (along(a) > along(b) ? a : b))];
  const reach = EDGE * side;
  const outline = [at(first, -reach, high / 3 + 0.16 * side), at(last, reach, high / 3 + 0.16 * side),
    at(last, reach, (-2 * high) / 3 - 0.1 * side), at(first, -reach, (-2 * high) / 3 - 0.1 * side)];
  return { seat, cells, outline };
}

/** Wood and grooves; racks of seats that do not play lie in the shade. */
export function paintRacks(ctx, camera, racks, { bottom, side, plays }) {
  for (const { seat, cells, outline } of racks) {
    paintShadow(ctx, camera, outline, bottom, 0);
    paintSlab(ctx, camera, outline, outline, bottom, 0);
    for (const [, cell] of cells) {
      fillPolygon(ctx, camera, cell, 0, "rgba(12,8,5,0.42)");
      strokePolygon(ctx, camera, cell, 0, "rgba(226,190,140,0.22)", Math.max(0.8, 0.02 * side * camera.scale));
    }
    if (!plays(seat)) fillPolygon(ctx, camera, outline, 0, IDLE);
  }
}
