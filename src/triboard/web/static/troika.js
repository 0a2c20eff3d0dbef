// Troika: a carved board of three by three fields with stacks of pyramids.

import { lamp, pixelHex } from "./colour.js";
import { Flat, paintGroove } from "./flat.js";
import { heightOf, paintPyramid, pyramid } from "./pyramids.js";
import { hull, rounded, shrunk } from "./poly.js";
import { paintCarved, paintEngraved } from "./wood.js";
import { playerName } from "./names.js";

const TONE = [46, 34, 27];
const LOW = 1.25; // pitches of room over a board with low stacks
const RUN = 0.12; // share of the way that the picture's height makes in 16 ms

export class Troika extends Flat {
  constructor(board) {
    super(board, { eye: { yaw: -9, rise: 37, steep: 44, low: 14, high: 78 }, margin: 0.86, corners: 64 });
    this.room = LOW;
  }

  cellOf({ x, y }) {
    const half = 0.46 * this.shape.pitch;
    return [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]];
  }

  stripOf({ site }) {
    return rounded(shrunk(this.cells.get(site), 0.93), 0.07 * this.shape.pitch);
  }

  tallest() {
    const heights = [...this.stacks.values()].map((stack) => stack.reduce((sum, piece) => sum + heightOf(piece), 0));
    return Math.max(LOW, ...heights.map((height) => height + 0.3));
  }

  /** The eye steps back slowly while a stack grows. */
  settle(step, still) {
    const rest = this.tallest() - this.room;
    if (Math.abs(rest) < 0.004 || still) {
      this.room += rest;
      return false;
    }
    this.room += rest * Math.min(1, RUN * (step / 16));
    return true;
  }

  take(view, first) {
    const found = super.take(view);
    if (first) this.room = this.tallest();
    return found;
  }

  get headroom() {
    return this.room * this.shape.pitch;
  }

  /** Levels of a stack from the bottom: {piece, z}. */
  levels(site) {
    let z = 0;
    return (this.stacks.get(site) || []).map((piece) => {
      const level = { piece, z: z * this.shape.pitch };
      z += heightOf(piece);
      return level;
    });
  }

  /** Outline of a stack on the stage: the hull of its pyramids' corners. */
  silhouette(camera, site) {
    const points = this.levels(site.site).flatMap(({ piece, z }) => {
      const { size } = pyramid(piece);
      return [[size.base, 0], [size.tip, size.height]].flatMap(([wide, high]) => {
        const half = (wide * this.shape.pitch) / 2;
        return [[-half, -half], [half, -half], [half, half], [-half, half]].map(([dx, dy]) =>
          camera.see(site.x + dx, site.y + dy, z + high * this.shape.pitch));
      });
    });
    return points.length ? hull(points.map(({ x, y }) => [x, y])).map(([x, y]) => ({ x, y })) : [];
  }

  spot(stage, site) {
    const field = super.spot(stage, site);
    const seen = this.silhouette(stage.camera, site);
    const top = Math.min(field.y - field.tall, ...seen.map(({ y }) => y));
    const bottom = field.y + field.tall;
    return { ...field, y: (top + bottom) / 2, tall: (bottom - top) / 2 };
  }

  /** The nearest stack under the pointer, else the field. */
  pick(stage, x, y) {
    const near = ({ x: across, y: along }) => stage.camera.see(across, along, 0).near;
    const hit = [...this.shape.sites]
      .sort((one, other) => near(other) - near(one))
      .find((site) => Flat.hits(x, y, this.silhouette(stage.camera, site)));
    return hit ? hit.site : super.pick(stage, x, y);
  }

  paintCells(ctx, camera) {
    const { pitch, sites } = this.shape;
    for (const site of sites) {
      paintCarved(ctx, camera, rounded(this.cells.get(site.site), 0.09 * pitch), 0, TONE);
      paintGroove(ctx, camera, this.stripOf(site), Math.max(1.4, 0.045 * pitch * camera.see(site.x, site.y, 0).size));
    }
    const [left, near] = [Math.min(...sites.map(({ x }) => x)), Math.max(...sites.map(({ y }) => y))];
    for (const { site, x, y } of sites) {
      if (y === near) paintEngraved(ctx, camera, site[0], [x, near + 0.6 * pitch], 0, 0.17 * pitch);
      if (x === left) paintEngraved(ctx, camera, site[1], [left - 0.6 * pitch, y], 0, 0.17 * pitch);
    }
  }

  paintStack(stage, site, now) {
    const { ctx, camera } = stage;
    const levels = this.levels(site.site);
    if (!levels.length && this.doubtful(site.site)) this.paintDoubt(ctx, camera, site);
    const light = levels.length ? lamp(pixelHex(stage.pixels, site.pixel)) : null;
    if (levels.length) this.paintFoot(ctx, camera, site, levels[0].piece);
    levels.forEach(({ piece, z }, level) => {
      const fall = stage.falling(`${site.site}:${level}`, now) * 0.9 * this.shape.pitch;
      paintPyramid(ctx, camera, this.shape.pitch, piece, [site.x, site.y], z + fall, level === 0 ? light : null);
    });
  }

  /** The stack that is meant gets an outline, for it may hide its field. */
  paintMeant(stage, site) {
    const seen = this.silhouette(stage.camera, site);
    if (!seen.length) return;
    const { ctx } = stage;
    ctx.beginPath();
    seen.forEach(({ x, y }, i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
    ctx.closePath();
    ctx.strokeStyle = "rgba(255,233,168,0.9)";
    ctx.lineWidth = 1.8;
    ctx.lineJoin = "round";
    ctx.stroke();
  }

  paintFoot(ctx, camera, { x, y }, piece) {
    const half = pyramid(piece).size.base * this.shape.pitch * 0.5;
    const at = camera.see(x + half * 0.25, y + half * 0.25, 0);
    ctx.save();
    ctx.translate(at.x, at.y);
    ctx.scale(1, camera.flat);
    const dark = ctx.createRadialGradient(0, 0, half * at.size * 0.4, 0, 0, half * at.size * 1.5);
    dark.addColorStop(0, "rgba(0,0,0,0.7)");
    dark.addColorStop(1, "rgba(0,0,0,0)");
    ctx.fillStyle = dark;
    ctx.fillRect(-half * at.size * 2, -half * at.size * 2, half * at.size * 4, half * at.size * 4);
    ctx.restore();
  }

  /** Lines run over the tips. */
  middle({ camera }, name) {
    const site = this.shape.bySite.get(name);
    if (!site) return null;
    const top = this.levels(name).at(-1);
    const z = top ? top.z + heightOf(top.piece) * this.shape.pitch : 0;
    const at = camera.see(site.x, site.y, z);
    return { ...at, edge: 0.14 * this.shape.pitch * at.size };
  }
}

/** Pyramids of the two sides, largest first, white, yellow, red and green, blue, black. */
export function troikaGroups(board) {
  const sides = [[playerName("Light"), "WYR"], [playerName("Dark"), "GBK"]];
  const known = new Set(board.pieces.map(({ piece }) => piece));
  return sides.map(([label, colours]) => ({
    label,
    pieces: [..."lms"].flatMap((size) => [...colours].map((colour) => colour + size)).filter((piece) => known.has(piece)),
  }));
}
