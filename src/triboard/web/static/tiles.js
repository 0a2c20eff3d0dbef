// Triangular tiles of bone with a value at each corner, from 0 to 3; `*` is the joker's star.

import { css, mix, rgb } from "./colour.js";
import { middleOf, shrunk } from "./poly.js";
import { fillFace, solid } from "./wood.js";
import { tileName, unnamed } from "./names.js";

const BONE = rgb("#efe6d0");
const UNKNOWN = rgb("#8b8d8c");
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];
/** Tint and ink of each value: the numeral tells it, the tint only helps the eye. */
const VALUES = {
  0: { tint: "#d9d5c8", ink: "#33363a" },
  1: { tint: "#f2c76a", ink: "#4a2f02" },
  2: { tint: "#8fcbbd", ink: "#08382f" },
  3: { tint: "#c79ad0", ink: "#3d1147" },
  "*": { tint: "#3b3550", ink: "#ffdf8a" },
};
/** A tile of which only its owner may see what it is. */
export const COVERED = "covered";
const BACK = rgb("#8d7a5c");
export const THICK = 0.1; // of a tile, in sides of a cell
const SIZE = 0.83; // of a tile in its cell

/** The name of the same tile turned one corner on; clockwise when the corners run counter-clockwise. */
export const turnedText = (text, clockwise) =>
  clockwise ? text.slice(1) + text[0] : text.slice(-1) + text.slice(0, -1);

export const isTile = (piece) => typeof piece === "string" && /^[0-3*]{3}$/.test(piece);

export function nameOfTile(piece) {
  return isTile(piece) ? tileName(piece) : unnamed();
}

/** A tile on a cell whose corners (in the text's order) are given in millimetres. */
export function paintTile(ctx, camera, corners, side, piece, z, { ghost = false, light = null } = {}) {
  const body = isTile(piece) ? BONE : piece === COVERED ? BACK : UNKNOWN;
  const points = shrunk(corners, SIZE);
  const top = z + THICK * side;
  ctx.save();
  if (ghost) ctx.globalAlpha = 0.72;
  if (!ghost) {
    const below = shrunk(corners, SIZE * 1.04).map(([x, y]) => camera.see(x + 0.02 * side, y + 0.035 * side, z));
    fillFace(ctx, below, "rgba(0,0,0,0.5)");
  }
  solid(ctx, camera, points, points, z, top, {
    paintSide: (face, shine) => {
      fillFace(ctx, face, css(mix(mix(body, BLACK, 0.66), body, 0.75 * shine)));
      if (!light) return;
      ctx.save();
      ctx.globalCompositeOperation = "lighter";
      ctx.fillStyle = css(light.hue, 0.35 * light.strength);
      ctx.fill();
      ctx.restore();
    },
    paintTop: (seen) => paintFace(ctx, seen, piece, body),
  });
  ctx.restore();
}

/** The upper side: three tinted corners, their values, and a smooth edge. `seen` in the text's order. */
export function paintFace(ctx, seen, piece, body = BONE) {
  const middle = mean(seen);
  const shine = ctx.createLinearGradient(seen[0].x, Math.min(...seen.map(({ y }) => y)), middle.x, Math.max(...seen.map(({ y }) => y)));
  shine.addColorStop(0, css(mix(body, WHITE, 0.35)));
  shine.addColorStop(1, css(mix(body, BLACK, 0.12)));
  fillFace(ctx, seen, shine);
  const inner = seen.map((corner) => between(middle, corner, 0.88));
  if (isTile(piece)) {
    [...piece].forEach((value, i) => {
      const [corner, next, before] = [inner[i], inner[(i + 1) % 3], inner[(i + 2) % 3]];
      const kite = [corner, between(corner, next, 0.5), middle, between(corner, before, 0.5)];
      fillFace(ctx, kite, VALUES[value].tint);
      ctx.strokeStyle = css(mix(body, WHITE, 0.1));
      ctx.lineWidth = 1;
      ctx.stroke();
    });
  }
  ctx.beginPath();
  seen.forEach(({ x, y }, i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
  ctx.closePath();
  ctx.strokeStyle = css(mix(body, WHITE, 0.6), 0.9);
  ctx.lineWidth = 1;
  ctx.lineJoin = "round";
  ctx.stroke();
  const xs = seen.map(({ x }) => x);
  const ys = seen.map(({ y }) => y);
  const wide = Math.max(...xs) - Math.min(...xs);
  const flat = Math.min(1, (Math.max(...ys) - Math.min(...ys)) / (0.866 * wide || 1));
  const words = isTile(piece) ? piece : "";
  [...words].forEach((value, i) => paintValue(ctx, between(middle, seen[i], 0.5), value, 0.27 * wide, flat));
  if (!words && piece !== COVERED) paintValue(ctx, middle, "?", 0.3 * wide, flat);
}

function paintValue(ctx, at, value, size, flat) {
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.scale(1, Math.max(0.7, flat));
  ctx.fillStyle = VALUES[value] ? VALUES[value].ink : "#222";
  if (value === "*") star(ctx, size * 0.5);
  else {
    ctx.font = `700 ${size}px "Trebuchet MS", "DejaVu Sans", sans-serif`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(value, 0, size * 0.06);
  }
  ctx.restore();
}

function star(ctx, radius) {
  ctx.beginPath();
  for (let i = 0; i < 10; i += 1) {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const reach = i % 2 === 0 ? radius : radius * 0.42;
    ctx.lineTo(reach * Math.cos(angle), reach * Math.sin(angle));
  }
  ctx.closePath();
  ctx.fill();
}

const between = (from, to, share) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });

function mean(seen) {
  const [x, y] = middleOf(seen.map((at) => [at.x, at.y]));
  return { x, y };
}

/** A tile with its point up in a square of `size` pixels. */
export function paintTileToken(ctx, size, piece) {
  const [half, high] = [size * 0.47, size * 0.47 * Math.sqrt(3)];
  const low = size / 2 + high / 2;
  const seen = [{ x: size / 2 - half, y: low }, { x: size / 2 + half, y: low }, { x: size / 2, y: low - high }];
  fillFace(ctx, seen.map(({ x, y }) => ({ x, y: y + size * 0.035 })), "#6d6450");
  paintFace(ctx, seen, piece, isTile(piece) ? BONE : UNKNOWN);
}
