// 3D tic-tac-toe: shelves over each other in turning rims, a ball on each hole.

import { ballPlace, paintBall, paintDoubt, paintHole } from "./balls.js";
import { bodyOf, pixelHex } from "./colour.js";
import { paintBloom, paintRing, paintSeats } from "./glow.js";
import { paintLines, paintNames, paintWanted } from "./marks.js";
import { nearestQuarter, rimDegrees, sensorAt, shapeOf, slotAt, standing, turned } from "./scene.js";
import { handlePlace, paintBase, paintFloor, paintHandle, paintPosts, paintShelf } from "./tower.js";

const TURN = 380; // ms a rim takes for a quarter turn on the page
const DROP = 0.9; // height of a ball's fall, in pitches
const LEAST = 34; // px of a hole's target where the picture is small

export class Shelves {
  constructor(board) {
    this.shape = shapeOf(board);
    this.eye = { yaw: -10, rise: 32, steep: 32, low: 16, high: 62 };
    this.view = null;
    this.angles = {}; // degrees as shown now
    this.preview = {}; // degrees while a rim is dragged
    this.standing = new Map();
  }

  take(view, first) {
    this.view = view;
    this.standing = standing(view, this.shape);
    if (first) this.angles = rimDegrees(view);
    return new Map([...this.standing].map(([slot, { piece }]) => [slot, piece]));
  }

  /** Shows a rim at an angle that is not yet true, or (null) as the board has it. */
  setPreview(rim, degrees) {
    if (degrees === null) delete this.preview[rim];
    else this.preview[rim] = this.angles[rim] = degrees;
  }

  /** Lets each rim run towards its true angle; returns whether one is still on its way. */
  settle(step, still) {
    let turning = false;
    const wanted = { ...rimDegrees(this.view), ...this.preview };
    for (const [rim, degrees] of Object.entries(wanted)) {
      const shown = this.angles[rim] ?? degrees;
      const rest = ((((degrees - shown + 180) % 360) + 360) % 360) - 180;
      if (Math.abs(rest) < 0.3 || still) {
        this.angles[rim] = degrees;
      } else {
        const pace = Math.max(Math.abs(rest) * 0.16, 90 / TURN) * (step / 16);
        this.angles[rim] = shown + Math.sign(rest) * Math.min(Math.abs(rest), pace);
        turning = true;
      }
    }
    return turning;
  }

  /** A circle at the foot and one at the top: the tower keeps its size when the eye goes round it. */
  bounds(camera) {
    const { reach, bottom, top } = this.shape;
    const yaw = (camera.yaw * Math.PI) / 180;
    const points = [bottom, top].flatMap((z) => Array.from({ length: 24 }, (_, step) => {
      const angle = (step * Math.PI) / 12 - yaw;
      return [reach * Math.cos(angle), reach * Math.sin(angle), z];
    }));
    return { points, reach };
  }

  /** Where the slot that belongs to a site is now: off the site by what its rim lacks to the detent. */
  slotPlace(site) {
    if (!site.on) return [site.x, site.y];
    const rim = site.on.name;
    const truth = rimDegrees(this.view)[rim] || 0;
    return turned(site.x, site.y, (this.angles[rim] ?? truth) - nearestQuarter(truth) * 90);
  }

  spot({ camera }, site) {
    const [x, y] = this.slotPlace(site);
    const at = ballPlace(camera, this.shape, x, y, site.z, -0.25 * this.shape.ball);
    const pitch = this.shape.pitch / 2;
    const rows = camera.see(x, y + pitch, site.z).y - camera.see(x, y - pitch, site.z).y;
    const radius = this.shape.ball * 1.2 * at.size;
    const half = Math.max(radius, LEAST / 2);
    return { ...at, radius, half, tall: Math.min(half, rows * 0.92) };
  }

  pick(stage, x, y) {
    let best = null;
    let least = 1;
    for (const site of this.shape.sites) {
      const spot = this.spot(stage, site);
      const share = Math.hypot(spot.x - x, (spot.y - y) * 1.15) / Math.max(spot.radius * 1.25, 22);
      if (share < least) {
        least = share;
        best = site.site;
      }
    }
    return best;
  }

  handleSpot({ camera }, shelf) {
    return camera.see(...handlePlace(this.shape, shelf.z + 0.08 * this.shape.pitch, this.angles[shelf.rim] || 0));
  }

  /** A spot beside a shelf, `side` -1 left or 1 right. */
  besideSpot({ camera }, shelf, side) {
    return camera.seeTurned(side * this.shape.carrier * 1.17, 0, shelf.z);
  }

  paint(stage, now) {
    const { ctx, camera, view, pixels } = stage;
    const { shape } = this;
    paintFloor(ctx, camera, shape);
    paintBase(ctx, camera, shape);
    paintPosts(ctx, camera, shape, shape.base, shape.shelves.at(-1).z, { front: false });
    paintSeats(ctx, camera, shape, view, pixels);
    let below = shape.base;
    for (const shelf of shape.shelves) {
      paintPosts(ctx, camera, shape, below, shelf.z, { front: true });
      this.paintStorey(stage, shelf, now);
      below = shelf.z;
    }
    paintNames(ctx, camera, shape);
    paintLines(ctx, view.last ? view.last.lines : [], (name) => this.middle(camera, name));
  }

  middle(camera, name) {
    const site = this.shape.bySite.get(name);
    if (!site) return null;
    const at = ballPlace(camera, this.shape, ...this.slotPlace(site), site.z);
    return { ...at, edge: this.shape.ball * at.size };
  }

  paintStorey(stage, shelf, now) {
    const { ctx, camera, view, pixels } = stage;
    const { shape } = this;
    const degrees = shelf.rim === null ? 0 : this.angles[shelf.rim] || 0;
    paintShelf(ctx, camera, shape, shelf, degrees, { turning: shelf.rim in this.preview });
    for (const site of shelf.sites) paintRing(ctx, camera, shape, site, pixels);
    const places = shelf.sites.map((site) => ({ site, at: this.slotPlace(site) }));
    for (const { at } of places) paintHole(ctx, camera, shape, at[0], at[1], shelf.z);
    const handle = shelf.rim === null ? null : this.handleSpot(stage, shelf);
    const middle = camera.see(0, 0, shelf.z);
    if (handle && handle.near < middle.near) paintHandle(ctx, camera, shape, shelf.z, degrees, shelf.rim);
    paintWanted(ctx, camera, shape, shelf, view.message ? view.message.sites || [] : []);
    const near = ({ at }) => camera.see(at[0], at[1], shelf.z).near;
    for (const { site, at } of places.sort((one, other) => near(one) - near(other))) this.paintPlace(stage, site, at, now);
    for (const site of shelf.sites) paintBloom(ctx, camera, shape, site, pixels);
    if (handle && handle.near >= middle.near) paintHandle(ctx, camera, shape, shelf.z, degrees, shelf.rim);
  }

  paintPlace(stage, site, [x, y], now) {
    const { ctx, camera, view } = stage;
    const truth = site.on ? nearestQuarter(rimDegrees(view)[site.on.name] || 0) : 0;
    const slot = slotAt(site, truth);
    const stands = this.standing.get(slot);
    if (!stands) {
      if (sensorAt(view, site) === "unknown") paintDoubt(ctx, camera, this.shape, x, y, site.z);
      return;
    }
    const kind = view.board.pieces.find((piece) => piece.piece === stands.piece);
    paintBall(ctx, camera, this.shape, {
      x,
      y,
      z: site.z,
      lift: stage.falling(slot, now) * DROP * this.shape.pitch,
      colour: kind ? bodyOf(kind) : null,
      letter: kind ? stage.letters[kind.piece] : "?",
      hex: pixelHex(stage.pixels, site.pixel),
    });
  }
}
