// Trioker: triangular cells in a hexagon, and triangular tiles whose corners must agree.

import { lamp, pixelHex } from "./colour.js";
import { Flat, paintGroove } from "./flat.js";
import { fillPolygon, inside, shrunk } from "./poly.js";
import { paintRacks, racksOf } from "./racks.js";
import { COVERED, paintTile, THICK } from "./tiles.js";
import { paintCarved, paintEngraved } from "./wood.js";

const TONES = { U: [30, 47, 46], D: [24, 37, 38] }; // slate: points up a little lighter than points down
const OUT = [58, 40, 27]; // cells outside the field of this game are bare wood

const parse = (name) => {
  const [, kind, i, j] = /^([UD])(-?\d+),(-?\d+)$/.exec(name) || [null, "U", 0, 0];
  return { kind, i: Number(i), j: Number(j) };
};

export class Trioker extends Flat {
  constructor(board) {
    super(board, { eye: { yaw: 0, rise: 62, steep: 80, low: 28, high: 88 }, margin: 1.35, corners: 6 });
    this.labels = {};
    this.field = null;
    const { places, racks, cells } = racksOf(board, this.side);
    this.racks = racks;
    this.shape.sites.push(...places);
    for (const place of places) {
      this.shape.bySite.set(place.site, place);
      this.cells.set(place.site, cells.get(place.site).map(([x, y]) => [x, y]));
    }
    const far = racks.flatMap(({ outline }) => outline).map(([x, y]) => Math.hypot(x, y));
    this.shape.reach = Math.max(this.shape.reach, ...far);
  }

  bounds() {
    const { points, reach } = super.bounds();
    const racks = this.racks.flatMap(({ outline }) => outline);
    return { points: [...points, ...racks.map(([x, y]) => [x, y, 0])], reach };
  }

  /** Racks must not lie under the buttons that turn the eye, nor under the tile in the hand. */
  margin(small) {
    return this.racks.length ? { top: small ? 72 : 84, bottom: small ? 48 : 62 } : {};
  }

  /** Corners of a cell, in the order in which texts name them (counter-clockwise on the lattice). */
  cellOf(site) {
    const { kind } = parse(site.site);
    const side = this.shape.pitch * Math.sqrt(3);
    const far = this.shape.sites.some((other) => {
      const [here, there] = [parse(site.site), parse(other.site)];
      return there.kind === here.kind && there.j > here.j && other.y > site.y;
    }) ? 1 : -1; // which way the lattice's rows run
    const [up, half] = [far * side * Math.sqrt(3) / 6, side / 2];
    return kind === "U"
      ? [[site.x - half, site.y - up], [site.x + half, site.y - up], [site.x, site.y + 2 * up]]
      : [[site.x + half, site.y + up], [site.x - half, site.y + up], [site.x, site.y - 2 * up]];
  }

  get side() {
    return this.shape.pitch * Math.sqrt(3);
  }

  stripOf({ site }) {
    return shrunk(this.cells.get(site), 0.9);
  }

  take(view) {
    this.labels = view.labels || view.board.labels || {};
    this.field = view.field ? new Set(view.field) : null;
    this.plays = new Set(view.seats.map(({ seat }) => seat));
    this.stillKey = JSON.stringify([this.labels, view.field || null, [...this.plays]]);
    return super.take(view);
  }

  /** Cells are triangles: the one that holds the point, else the nearest. */
  pick(stage, x, y) {
    const at = stage.camera.onPlane(x, y, 0);
    const found = this.shape.sites.find(({ site }) => inside(at, this.cells.get(site)));
    return found ? found.site : super.pick(stage, x, y);
  }

  spot(stage, site) {
    const spot = super.spot(stage, site);
    const middle = stage.camera.see(site.x, site.y, 0);
    const tall = spot.tall * 0.72; // about the middle of the triangle, where its middle really is
    return { ...spot, x: middle.x, y: middle.y, half: spot.half * 0.62, tall };
  }

  paintCells(ctx, camera) {
    const { bottom } = this.shape;
    paintRacks(ctx, camera, this.racks, { bottom, side: this.side, plays: (seat) => this.plays.has(seat) });
    for (const site of this.shape.sites) {
      if (site.rack) continue;
      const cell = shrunk(this.cells.get(site.site), 0.975);
      const out = this.field && !this.field.has(site.site);
      paintCarved(ctx, camera, cell, 0, out ? OUT : TONES[parse(site.site).kind]);
      if (out) fillPolygon(ctx, camera, cell, 0, "rgba(70,46,28,0.55)");
      else paintGroove(ctx, camera, this.stripOf(site), Math.max(1, 0.035 * this.side * camera.see(site.x, site.y, 0).size));
      const label = this.labels[site.site];
      if (label) paintEngraved(ctx, camera, label, [site.x, site.y], 0, 0.23 * this.side, 1);
    }
  }

  /** A hexagon is a closed line; what it is worth is said in words. */
  paintLines(stage, lines) {
    super.paintLines(stage, lines.map((line) => ({ ...line, sites: [...line.sites, line.sites[0]], points: 0 })));
  }

  paintStack(stage, site, now) {
    const { ctx, camera } = stage;
    const corners = this.cells.get(site.site);
    const stack = this.stacks.get(site.site) || [];
    const light = lamp(pixelHex(stage.pixels, site.pixel));
    stack.forEach((piece, level) => {
      const fall = stage.falling(`${site.site}:${level}`, now) * 0.7 * this.side;
      const shown = piece === null && site.rack ? COVERED : piece;
      paintTile(ctx, camera, corners, this.side, shown, level * THICK * this.side + fall, { light });
    });
    if (!stack.length && this.doubtful(site.site)) this.paintDoubt(ctx, camera, site);
    const { aim } = stage;
    if (aim && aim.piece && aim.site === site.site) {
      paintTile(ctx, camera, corners, this.side, aim.piece, (0.12 + stack.length * THICK) * this.side, { ghost: true });
    }
  }
}

