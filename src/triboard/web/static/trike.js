// Trike: a triangle of hexagonal cells, checkers on them, one pawn on a checker.

import { lamp, pixelHex } from "./colour.js";
import { CHECKER, paintChecker, paintPawn, PAWN_HEIGHT } from "./checkers.js";
import { Flat, paintGroove } from "./flat.js";
import { paintTag } from "./marks.js";
import { ngon, shrunk, strokePolygon } from "./poly.js";
import { paintCarved, paintEngraved } from "./wood.js";

const TONES = [[64, 46, 33], [54, 38, 27], [45, 32, 24]]; // three woods: no two neighbours alike

export class Trike extends Flat {
  constructor(board) {
    super(board, { eye: { yaw: 0, rise: 56, steep: 76, low: 26, high: 86 }, margin: 1.3, corners: 6, turned: Math.PI / 6 });
  }

  cellOf(site) {
    return ngon(site.x, site.y, (0.965 * this.shape.pitch) / Math.sqrt(3), 6, Math.PI / 6);
  }

  stripOf({ site }) {
    return shrunk(this.cells.get(site), 0.89);
  }

  get headroom() {
    return PAWN_HEIGHT * this.shape.pitch;
  }

  /** Row counted from the far corner, and place in the row from the left, both from 0. */
  gridOf({ x, y }) {
    const { pitch, sites } = this.shape;
    const row = Math.round((y - Math.min(...sites.map((site) => site.y))) / (pitch * 0.866));
    return { row, place: Math.round(x / pitch + row / 2) };
  }

  paintCells(ctx, camera) {
    const { pitch, sites } = this.shape;
    const last = Math.max(...sites.map((site) => this.gridOf(site).row));
    for (const site of sites) {
      const { row, place } = this.gridOf(site);
      paintCarved(ctx, camera, this.cells.get(site.site), 0, TONES[(row + place) % 3]);
      paintGroove(ctx, camera, this.stripOf(site), Math.max(0.9, 0.045 * pitch * camera.see(site.x, site.y, 0).size));
      if (place === 0) paintEngraved(ctx, camera, site.site[0], [site.x - 0.78 * pitch, site.y - 0.12 * pitch], 0, 0.32 * pitch);
      if (row === last) {
        paintEngraved(ctx, camera, String(place + 1), [site.x - 0.42 * pitch, site.y + 0.82 * pitch], 0, 0.3 * pitch, 0.7);
      }
    }
  }

  paintStack(stage, site, now) {
    const { ctx, camera } = stage;
    const { pitch } = this.shape;
    const stack = this.stacks.get(site.site) || [];
    if (!stack.length) {
      if (this.doubtful(site.site)) this.paintDoubt(ctx, camera, site);
      return;
    }
    const light = lamp(pixelHex(stage.pixels, site.pixel));
    let z = 0;
    stack.forEach((piece, level) => {
      const fall = stage.falling(`${site.site}:${level}`, now) * 1.2 * pitch;
      if (piece === "pawn") {
        paintPawn(ctx, camera, pitch, [site.x, site.y], z + fall);
        z += PAWN_HEIGHT * pitch;
      } else {
        paintChecker(ctx, camera, pitch, piece, [site.x, site.y], z + fall, light);
        z += CHECKER.height * pitch;
      }
    });
  }

  /** At the end the checkers that count, the pawn's own cell first, are framed and numbered. */
  paintLines({ ctx, camera }, lines) {
    for (const { sites } of lines) {
      sites.forEach((name, i) => {
        const site = this.shape.bySite.get(name);
        strokePolygon(ctx, camera, this.cells.get(name), 0, "rgba(20,14,4,0.8)", 6);
        strokePolygon(ctx, camera, this.cells.get(name), 0, "#ffd680", 3);
        paintTag(ctx, camera.see(site.x, site.y + 0.3 * this.shape.pitch, 0), String(i + 1));
      });
    }
  }

  /** The pawn stands up into the cell behind it: a pointer on its head means the pawn. */
  pick(stage, x, y) {
    const { pitch } = this.shape;
    for (const site of this.shape.sites) {
      const stack = this.stacks.get(site.site) || [];
      if (stack.at(-1) !== "pawn") continue;
      const at = stage.camera.see(site.x, site.y, 0.72 * pitch);
      if (Math.hypot(at.x - x, at.y - y) < 0.2 * pitch * at.size) return site.site;
    }
    return super.pick(stage, x, y);
  }
}
