// The canvas: keeps what is to be seen, moves it smoothly and repaints when something changed.
// What a board looks like is the business of its model (shelves.js, troika.js, trike.js, trioker.js).

import { Camera } from "./camera.js";
import { paintLast, paintUnbelieved } from "./marks.js";

const NARROW = 1.15; // a stage less wide than this share of its height is seen from higher up
const FALL = 280; // ms a piece takes onto its site

const still = matchMedia("(prefers-reduced-motion: reduce)");
const ease = (share) => 1 - (1 - share) ** 3;

export class Stage {
  constructor(canvas, onPlaced) {
    this.canvas = canvas;
    this.ctx = canvas.getContext("2d");
    this.backdrop = document.createElement("canvas"); // what stands still between two moves of the eye
    this.backdropOf = "";
    this.pointsAtLast = false; // whether an arrow shows where the last move went
    this.onPlaced = onPlaced;
    this.onAim = () => {};
    this.view = null;
    this.model = null;
    this.built = "";
    this.camera = null;
    this.pixels = "";
    this.letters = {};
    this.aim = null; // {site, piece or null}: where what is held would go
    this.born = new Map(); // place -> {piece, at}
    this.moved = true;
    this.due = false;
    this.before = 0;
    this.width = this.height = 1;
    new ResizeObserver(() => this.touch()).observe(canvas);
  }

  get shape() {
    return this.model ? this.model.shape : null;
  }

  setView(view, letters, modelOf) {
    const key = JSON.stringify([view.board.name, view.board.sites]);
    const first = key !== this.built;
    if (first) {
      this.built = key;
      this.model = modelOf(view.board);
      this.camera = new Camera(this.model.eye);
      this.born.clear();
      this.backdropOf = "";
    }
    this.view = view;
    this.letters = letters;
    const stands = this.model.take(view, first);
    const now = performance.now();
    for (const [place, piece] of stands) {
      const known = this.born.get(place);
      if (!known || known.piece !== piece) this.born.set(place, { piece, at: first || still.matches ? -Infinity : now });
    }
    for (const place of this.born.keys()) if (!stands.has(place)) this.born.delete(place);
    this.touch();
  }

  setLight(pixels) {
    this.pixels = pixels;
    this.request();
  }

  setAim(aim) {
    const same = this.aim && aim && this.aim.site === aim.site && this.aim.piece === aim.piece;
    if (same || this.aim === aim) return;
    this.aim = aim;
    this.onAim(aim);
    this.request();
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
    const step = Math.min(50, now - this.before);
    this.before = now;
    const moving = this.model.settle(step, still.matches);
    this.size();
    if (this.moved || moving) this.onPlaced();
    this.moved = moving;
    this.paint(now);
    const falling = [...this.born.values()].some(({ at }) => now - at < FALL);
    if (moving || falling) this.request();
  }

  size() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.dense = Math.min(2, devicePixelRatio || 1);
    const [across, down] = [Math.round(width * this.dense), Math.round(height * this.dense)];
    if (this.canvas.width !== across || this.canvas.height !== down) {
      this.canvas.width = across;
      this.canvas.height = down;
    }
    this.ctx.setTransform(this.dense, 0, 0, this.dense, 0, 0);
    const small = width < 500;
    if (this.camera.resting) this.camera.home(width < height * NARROW);
    const { points, reach } = this.model.bounds(this.camera);
    const margin = { side: small ? 8 : 40, top: small ? 14 : 24, bottom: small ? 4 : 14 };
    this.camera.fit(points, reach, width, height, { ...margin, ...(this.model.margin ? this.model.margin(small) : {}) });
    this.width = width;
    this.height = height;
  }

  paint(now) {
    this.ctx.clearRect(0, 0, this.width, this.height);
    if (this.model.paintStill) this.paintBackdrop();
    this.model.paint(this, now);
    paintUnbelieved(this.ctx, this.camera, this.shape, this.view.flickering || []);
    if (this.pointsAtLast) this.paintLast();
  }

  paintLast() {
    const sites = this.view.last ? this.view.last.sites : [];
    const known = sites.map((name) => this.shape.bySite.get(name)).filter(Boolean);
    const outlines = known.map(({ site }) => (this.model.cells ? this.model.cells.get(site) : null));
    const seen = outlines.map((cell) => cell && cell.map(([x, y]) => this.camera.see(x, y, 0)));
    paintLast(this.ctx, known.map((site, i) => ({ ...this.spot(site), outline: seen[i] })));
  }

  /** The board itself is painted once for each place of the eye; only light and pieces change more often. */
  paintBackdrop() {
    const { yaw, rise, scale, centre } = this.camera;
    const key = JSON.stringify([yaw, rise, scale, centre, this.width, this.height, this.model.stillKey]);
    if (key !== this.backdropOf) {
      this.backdropOf = key;
      this.backdrop.width = this.canvas.width;
      this.backdrop.height = this.canvas.height;
      const ctx = this.backdrop.getContext("2d");
      ctx.setTransform(this.dense, 0, 0, this.dense, 0, 0);
      this.model.paintStill(ctx, this.camera);
    }
    this.ctx.drawImage(this.backdrop, 0, 0, this.width, this.height);
  }

  /** How high a piece still is over its place while it falls, from 1 to 0. */
  falling(place, now) {
    const born = this.born.get(place);
    return born ? 1 - ease(Math.min(1, (now - born.at) / FALL)) : 0;
  }

  /** Middle and half extents of what stands for a site: {x, y, half, tall, near}. */
  spot(site) {
    return this.model.spot(this, site);
  }

  /** The site that a point of the stage means, or null. */
  pick(x, y) {
    return this.model.pick(this, x, y);
  }
}
