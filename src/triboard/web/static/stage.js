// The canvas: keeps what is to be seen, moves it smoothly and repaints when something changed.

import { ballPlace, paintBall, paintDoubt, paintHole } from "./balls.js";
import { Camera } from "./camera.js";
import { bodyOf, pixelHex } from "./colour.js";
import { paintBloom, paintRing, paintSeats } from "./glow.js";
import { paintLines, paintNames, paintWanted } from "./marks.js";
import { nearestQuarter, rimDegrees, shapeOf, slotAt, standing, turned } from "./scene.js";
import { handlePlace, paintBase, paintFloor, paintHandle, paintPosts, paintShelf } from "./tower.js";

const FALL = 280; // ms a ball takes into its hole
const TURN = 380; // ms a rim takes for a quarter turn on the page
const DROP = 0.9; // height of the fall, in pitches

const still = matchMedia("(prefers-reduced-motion: reduce)");
const ease = (share) => 1 - (1 - share) ** 3;

export class Stage {
  constructor(canvas, onPlaced) {
    this.canvas = canvas;
    this.ctx = canvas.getContext("2d");
    this.camera = new Camera();
    this.onPlaced = onPlaced;
    this.view = null;
    this.shape = null;
    this.pixels = "";
    this.letters = {};
    this.angles = {}; // degrees as shown now
    this.preview = {}; // degrees while a rim is dragged
    this.born = new Map(); // slot -> {piece, at}
    this.standing = new Map();
    this.moved = true;
    this.due = false;
    this.before = 0;
    new ResizeObserver(() => this.touch()).observe(canvas);
  }

  setView(view, letters) {
    const first = this.view === null;
    if (first || JSON.stringify(view.board.sites) !== JSON.stringify(this.view.board.sites)) {
      this.shape = shapeOf(view.board);
    }
    this.view = view;
    this.letters = letters;
    const now = performance.now();
    const stands = standing(view, this.shape);
    for (const [slot, { piece }] of stands) {
      const known = this.born.get(slot);
      if (!known || known.piece !== piece) this.born.set(slot, { piece, at: first || still.matches ? -Infinity : now });
    }
    for (const slot of this.born.keys()) if (!stands.has(slot)) this.born.delete(slot);
    this.standing = stands;
    if (first) this.angles = rimDegrees(view);
    this.touch();
  }

  setLight(pixels) {
    this.pixels = pixels;
    this.request();
  }

  /** Shows a rim at an angle that is not yet true, or (null) as the board has it. */
  setPreview(rim, degrees) {
    if (degrees === null) delete this.preview[rim];
    else this.preview[rim] = this.angles[rim] = degrees;
    this.touch();
  }

  turnCamera(yaw, rise) {
    this.camera.turn(yaw, rise);
    this.touch();
  }

  touch() {
    this.moved = true;
    this.request();
  }

  request() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.due = false;
    if (!this.view) return;
    this.size();
    const turning = this.turnRims(now);
    if (this.moved || turning) this.onPlaced();
    this.moved = turning;
    this.paint(now);
    const falling = [...this.born.values()].some(({ at }) => now - at < FALL);
    if (turning || falling) this.request();
  }

  size() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const dense = Math.min(2, devicePixelRatio || 1);
    if (this.canvas.width !== Math.round(width * dense) || this.canvas.height !== Math.round(height * dense)) {
      this.canvas.width = Math.round(width * dense);
      this.canvas.height = Math.round(height * dense);
    }
    this.ctx.setTransform(dense, 0, 0, dense, 0, 0);
    const small = width < 500;
    this.camera.fit(this.shape, width, height, { side: small ? 10 : 40, top: small ? 14 : 24, bottom: small ? 4 : 12 });
    this.width = width;
    this.height = height;
  }

  /** Lets each rim run towards its true angle; returns whether one is still on its way. */
  turnRims(now) {
    const step = Math.min(50, now - this.before);
    this.before = now;
    let turning = false;
    const wanted = { ...rimDegrees(this.view), ...this.preview };
    for (const [rim, degrees] of Object.entries(wanted)) {
      const shown = this.angles[rim] ?? degrees;
      const rest = ((((degrees - shown + 180) % 360) + 360) % 360) - 180;
      if (Math.abs(rest) < 0.3 || still.matches) {
        this.angles[rim] = degrees;
      } else {
        const pace = Math.max(Math.abs(rest) * 0.16, 90 / TURN) * (step / 16);
        this.angles[rim] = shown + Math.sign(rest) * Math.min(Math.abs(rest), pace);
        turning = true;
      }
    }
    return turning;
  }

  /** Where the slot that belongs to a site is now: off the site by what its rim lacks to the detent. */
  slotPlace(site) {
    if (!site.on) return [site.x, site.y];
    const rim = site.on.name;
    const truth = rimDegrees(this.view)[rim] || 0;
    return turned(site.x, site.y, (this.angles[rim] ?? truth) - nearestQuarter(truth) * 90);
  }

  siteSpot(site) {
    const [x, y] = this.slotPlace(site);
    const at = ballPlace(this.camera, this.shape, x, y, site.z, -0.25 * this.shape.ball);
    const half = this.shape.pitch / 2;
    const rows = this.camera.see(x, y + half, site.z).y - this.camera.see(x, y - half, site.z).y;
    return { ...at, radius: this.shape.ball * 1.2 * at.size, rows };
  }

  handleSpot(shelf) {
    return this.camera.see(...handlePlace(this.shape, shelf.z + 0.08 * this.shape.pitch, this.angles[shelf.rim] || 0));
  }

  /** A spot beside a shelf, `side` -1 left or 1 right. */
  besideSpot(shelf, side) {
    return this.camera.seeTurned(side * this.shape.carrier * 1.17, 0, shelf.z);
  }

  paint(now) {
    const { ctx, camera, shape, view } = this;
    ctx.clearRect(0, 0, this.width, this.height);
    paintFloor(ctx, camera, shape);
    paintBase(ctx, camera, shape);
    paintPosts(ctx, camera, shape, shape.base, shape.shelves.at(-1).z, { front: false });
    paintSeats(ctx, camera, shape, view, this.pixels);
    let below = shape.base;
    for (const shelf of shape.shelves) {
      paintPosts(ctx, camera, shape, below, shelf.z, { front: true });
      this.paintStorey(shelf, now);
      below = shelf.z;
    }
    paintNames(ctx, camera, shape);
    paintLines(ctx, this, view.last ? view.last.lines : []);
  }

  paintStorey(shelf, now) {
    const { ctx, camera, shape, view, pixels } = this;
    const degrees = shelf.rim === null ? 0 : this.angles[shelf.rim] || 0;
    paintShelf(ctx, camera, shape, shelf, degrees, { turning: shelf.rim in this.preview });
    for (const site of shelf.sites) paintRing(ctx, camera, shape, site, pixels);
    const places = shelf.sites.map((site) => ({ site, at: this.slotPlace(site) }));
    for (const { at } of places) paintHole(ctx, camera, shape, at[0], at[1], shelf.z);
    const handle = shelf.rim === null ? null : this.handleSpot(shelf);
    const middle = camera.see(0, 0, shelf.z);
    if (handle && handle.near < middle.near) this.paintKnob(shelf, degrees);
    paintWanted(ctx, this, shelf, view.message ? view.message.sites || [] : []);
    const near = ({ at }) => camera.see(at[0], at[1], shelf.z).near;
    for (const { site, at } of places.sort((one, other) => near(one) - near(other))) this.paintPlace(site, at, now);
    for (const site of shelf.sites) paintBloom(ctx, camera, shape, site, pixels);
    if (handle && handle.near >= middle.near) this.paintKnob(shelf, degrees);
  }

  paintKnob(shelf, degrees) {
    paintHandle(this.ctx, this.camera, this.shape, shelf.z, degrees, shelf.rim);
  }

  paintPlace(site, [x, y], now) {
    const { ctx, camera, shape, view } = this;
    const truth = site.on ? nearestQuarter(rimDegrees(view)[site.on.name] || 0) : 0;
    const slot = slotAt(site, truth);
    const stands = this.standing.get(slot);
    if (!stands) {
      if (!view.world && view.readings[site.site] === "unknown") paintDoubt(ctx, camera, shape, x, y, site.z);
      return;
    }
    const kind = view.board.pieces.find((piece) => piece.piece === stands.piece);
    const fallen = Math.min(1, (now - this.born.get(slot).at) / FALL);
    paintBall(ctx, camera, shape, {
      x,
      y,
      z: site.z,
      lift: (1 - ease(fallen)) * DROP * shape.pitch,
      colour: kind ? bodyOf(kind) : null,
      letter: kind ? this.letters[kind.piece] : "?",
      hex: pixelHex(this.pixels, site.pixel),
    });
  }
}
