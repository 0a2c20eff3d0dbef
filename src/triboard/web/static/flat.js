// What boards of one storey share: places, picking, light along each cell's edge, marks, seats.

import { flatGlow } from "./brush.js";
import { css, lamp, mix, pixelHex } from "./colour.js";
import { paintLines } from "./marks.js";
import { around, fillPolygon, inside, strokePolygon, trace } from "./poly.js";
import { sensorAt, stackAt } from "./scene.js";
import { paintShadow, paintSlab } from "./wood.js";

const WHITE = [255, 255, 255];
const MARK = "#ffcf6b";
const LEAST = 26; // px of a cell's target where the picture is small

/** A board of cells in one plane. Boards say what a cell is, how its pieces are painted and how high they stand. */
export class Flat {
  constructor(board, { eye, margin, corners, turned }) {
    const sites = board.sites.map((site) => ({ ...site, x: site.at[0], y: site.at[1], z: 0, shelf: 0, on: null }));
    const pitch = nearest(sites);
    this.board = board;
    this.eye = eye;
    this.outline = around(sites, margin * pitch, corners, turned);
    this.inner = around(sites, (margin - 0.16) * pitch, corners, turned);
    const reach = Math.max(...this.outline.map(([x, y]) => Math.hypot(x, y)));
    this.shape = {
      sites,
      bySite: new Map(sites.map((site) => [site.site, site])),
      shelves: [{ shelf: 0, z: 0, sites, rim: null }],
      pitch,
      reach,
      bottom: -0.4 * pitch,
    };
    this.cells = new Map(sites.map((site) => [site.site, this.cellOf(site)]));
    this.view = null;
    this.stacks = new Map();
    this.stillKey = "";
  }

  take(view) {
    this.view = view;
    this.stacks = new Map(this.shape.sites.map(({ site }) => [site, stackAt(view, site)]));
    const found = new Map();
    for (const [site, stack] of this.stacks) stack.forEach((piece, level) => found.set(`${site}:${level}`, piece));
    return found;
  }

  settle() {
    return false;
  }

  /** Millimetres that stand over the board in the picture. */
  get headroom() {
    return 0;
  }

  bounds() {
    const { bottom, reach } = this.shape;
    const flat = this.outline.map(([x, y]) => [x, y, bottom]);
    const high = this.shape.sites.map(({ x, y }) => [x, y, this.headroom]);
    return { points: [...flat, ...this.outline.map(([x, y]) => [x, y, 0]), ...high], reach };
  }

  spot({ camera }, site) {
    const seen = this.cells.get(site.site).map(([x, y]) => camera.see(x, y, 0));
    const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const near = camera.see(site.x, site.y, 0).near;
    const half = Math.max(LEAST, right - left) / 2;
    return { x: (left + right) / 2, y: (top + bottom) / 2, half, tall: Math.max(LEAST, bottom - top) / 2, near };
  }

  /** The cell whose middle is nearest in the plane; a piece standing up is hit as well. */
  pick(stage, x, y) {
    const [across, along] = stage.camera.onPlane(x, y, 0);
    let best = null;
    let least = 0.85 * this.shape.pitch;
    for (const site of this.shape.sites) {
      const far = Math.hypot(site.x - across, site.y - along);
      if (far < least) {
        least = far;
        best = site.site;
      }
    }
    return best;
  }

  paintStill(ctx, camera) {
    const { bottom, reach } = this.shape;
    paintShadow(ctx, camera, this.outline, bottom, reach);
    paintSlab(ctx, camera, this.outline, this.inner, bottom, 0);
    this.paintCells(ctx, camera);
  }

  paint(stage, now) {
    const { ctx, camera, view, pixels } = stage;
    this.paintSeats(stage);
    this.paintLights(ctx, camera, pixels);
    const wanted = view.message ? view.message.sites || [] : [];
    ctx.save();
    ctx.setLineDash([6, 5]);
    for (const name of wanted) if (this.cells.has(name)) strokePolygon(ctx, camera, this.cells.get(name), 0, MARK, 2.2);
    ctx.restore();
    if (stage.aim && this.cells.has(stage.aim.site)) this.paintAim(ctx, camera, this.cells.get(stage.aim.site));
    const near = ({ x, y }) => camera.see(x, y, 0).near;
    for (const site of [...this.shape.sites].sort((one, other) => near(one) - near(other))) {
      this.paintStack(stage, site, now);
    }
    const meant = stage.aim ? this.shape.bySite.get(stage.aim.site) : null;
    if (meant) this.paintMeant(stage, meant);
    for (const site of this.shape.sites) this.paintHaze(ctx, camera, site, pixelHex(pixels, site.pixel));
    this.paintLines(stage, view.last ? view.last.lines : []);
  }

  paintLines(stage, lines) {
    paintLines(stage.ctx, lines, (name) => this.middle(stage, name));
  }

  /** Where a line touches what stands on a site. */
  middle({ camera }, name) {
    const site = this.shape.bySite.get(name);
    if (!site) return null;
    const at = camera.see(site.x, site.y, 0);
    return { ...at, edge: 0.2 * this.shape.pitch * at.size };
  }

  paintAim(ctx, camera, cell) {
    fillPolygon(ctx, camera, cell, 0, "rgba(255,233,168,0.13)");
    strokePolygon(ctx, camera, cell, 0, "rgba(10,8,4,0.8)", 5);
    strokePolygon(ctx, camera, cell, 0, "#ffe9a8", 2.6);
  }

  /** What else shows the site that is meant, over the pieces. */
  paintMeant() {}

  /** The strips of light along the cells' edges, as their LEDs shine; dark strips are part of the still picture. */
  paintLights(ctx, camera, pixels) {
    const alike = new Map(); // colour -> sites: those of one colour are painted in one stroke
    for (const site of this.shape.sites) {
      const hex = pixelHex(pixels, site.pixel);
      if (!alike.has(hex)) alike.set(hex, []);
      alike.get(hex).push(site);
    }
    for (const [hex, sites] of alike) {
      const light = lamp(hex);
      if (light) this.paintLight(ctx, camera, sites, light);
    }
  }

  paintLight(ctx, camera, sites, { hue, strength: duty }) {
    const strength = duty ** 1.3; // a picture on a screen has less range than a lamp in a dark room
    const sizes = sites.map(({ x, y }) => camera.see(x, y, 0).size);
    const width = Math.max(1.3, 0.05 * this.shape.pitch * (sizes.reduce((sum, size) => sum + size, 0) / sizes.length));
    const stroke = (colour, wide) => {
      ctx.strokeStyle = colour;
      ctx.lineWidth = wide;
      ctx.stroke();
    };
    ctx.save();
    ctx.lineJoin = "round";
    ctx.globalCompositeOperation = "lighter";
    ctx.beginPath();
    for (const site of sites) trace(ctx, camera, this.stripOf(site), 0);
    ctx.fillStyle = css(hue, 0.16 * strength);
    ctx.fill();
    stroke(css(hue, 0.14 * strength), width * 3.6);
    stroke(css(hue, 0.3 * strength), width * 2);
    ctx.globalCompositeOperation = "source-over";
    stroke(css(hue, 0.06 + 0.94 * strength), width);
    stroke(css(mix(hue, WHITE, 0.65), strength ** 1.5), width * 0.4);
    ctx.restore();
  }

  /** The haze that a bright cell leaves in the eye, painted over the pieces. */
  paintHaze(ctx, camera, site, hex) {
    const light = lamp(hex);
    if (!light || light.strength < 0.5) return;
    const at = camera.see(site.x, site.y, 0);
    const share = light.strength ** 1.5;
    flatGlow(ctx, at, 0.85 * this.shape.pitch * at.size, camera.flat, [
      [0, css(light.hue, 0.07 * share)],
      [0.6, css(light.hue, 0.07 * share)],
      [1, css(light.hue, 0)],
    ], "lighter");
  }

  /** Lamps along the near side, first seat leftmost. */
  paintSeats({ ctx, camera, view, pixels }) {
    const near = Math.max(...this.outline.map(([, y]) => y));
    const { seats } = view.board;
    const step = Math.min(0.9, 2.4 / Math.max(1, seats.length - 1)) * Math.min(this.shape.pitch, this.shape.reach / 4);
    seats.forEach((seat, i) => {
      const at = camera.see((i - (seats.length - 1) / 2) * step, near, this.shape.bottom / 2);
      const radius = Math.max(3.4, Math.min(9, 0.1 * this.shape.pitch * at.size));
      flatGlow(ctx, at, radius * 1.4, 1, [[0, "#15100c"], [0.68, "#15100c"], [0.7, "#8f6d33"], [1, "#5d431c"]]);
      const light = lamp(pixelHex(pixels, seat.pixel));
      if (!light) return;
      flatGlow(ctx, at, radius * 5.5, 1, [
        [0, css(light.hue, 0.5 * light.strength)],
        [0.3, css(light.hue, 0.22 * light.strength)],
        [1, css(light.hue, 0)],
      ], "lighter");
      flatGlow(ctx, at, radius, 1, [
        [0, css(mix(light.hue, WHITE, 0.75), light.strength)],
        [1, css(light.hue, light.strength)],
      ]);
    });
  }

  /** A question mark where the sensors say nothing, or cannot name what stands there. */
  paintDoubt(ctx, camera, site) {
    const at = camera.see(site.x, site.y, 0);
    ctx.save();
    ctx.setLineDash([4, 4]);
    strokePolygon(ctx, camera, this.stripOf(site), 0, "rgba(230,230,220,0.75)", 1.4);
    ctx.restore();
    ctx.font = `700 ${0.4 * this.shape.pitch * at.size}px "DejaVu Sans", sans-serif`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillStyle = "rgba(235,232,220,0.85)";
    ctx.fillText("?", at.x, at.y);
  }

  doubtful(name) {
    return sensorAt(this.view, this.shape.bySite.get(name)) === "unknown";
  }

  /** Whether a point of the stage lies on a shape of the stage. */
  static hits(x, y, seen) {
    return inside([x, y], seen.map((at) => [at.x, at.y]));
  }
}

/** Paints a dark groove where the light will shine. */
export function paintGroove(ctx, camera, strip, width) {
  ctx.save();
  ctx.lineJoin = "round";
  ctx.beginPath();
  trace(ctx, camera, strip, 0);
  ctx.strokeStyle = "rgba(5,7,8,0.6)";
  ctx.lineWidth = width * 1.7;
  ctx.stroke();
  ctx.strokeStyle = "rgba(214,232,226,0.17)";
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.restore();
}

export function nearest(sites) {
  let least = Infinity;
  for (const one of sites) {
    for (const other of sites) {
      if (one !== other) least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
    }
  }
  return Number.isFinite(least) ? least : 60;
}
