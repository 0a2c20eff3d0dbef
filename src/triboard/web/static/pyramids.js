// Pyramids of three sizes and six colours: standing in the room, and from the side.
// Each has a base plate and a flat tip, so that it stands on any other. Lengths are in pitches of the board.

import { css, isLight, mix, rgb } from "./colour.js";
import { fillFace, solid } from "./wood.js";
import { pyramidName, unnamed } from "./names.js";

const SIZES = {
  l: { word: "large", pips: 3, ink: 42, base: 0.68, tip: 0.25, height: 0.5 },
  m: { word: "medium", pips: 2, ink: 48, base: 0.54, tip: 0.2, height: 0.4 },
  s: { word: "small", pips: 1, ink: 56, base: 0.39, tip: 0.15, height: 0.3 },
};
const PLATE = 0.055; // height of a base plate
const COLOURS = {
  W: { word: "white", body: "#eef0ea" },
  Y: { word: "yellow", body: "#f0c52e" },
  R: { word: "red", body: "#cf2f2b" },
  G: { word: "green", body: "#1d9a58" },
  B: { word: "blue", body: "#2f6fe0" },
  K: { word: "black", body: "#34363d" },
};
const UNKNOWN = { size: SIZES.m, colour: { word: "unknown", body: "#7a7e82" }, letter: "?" };
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];

/** What a name such as `Ym` means; an unnamed pyramid is drawn in grey. */
export function pyramid(piece) {
  const [colour, size] = [COLOURS[piece?.[0]], SIZES[piece?.[1]]];
  return colour && size && piece.length === 2 ? { size, colour, letter: piece[0] } : UNKNOWN;
}

export function nameOfPyramid(piece) {
  const { size, colour } = pyramid(piece);
  return colour === UNKNOWN.colour ? unnamed() : pyramidName(size.word, colour.word);
}

export const heightOf = (piece) => pyramid(piece).size.height;

const square = (x, y, half) => [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]];

/** A pyramid standing at [x, y] on height z, all in millimetres. */
export function paintPyramid(ctx, camera, pitch, piece, [x, y], z, glow) {
  const { size, colour, letter } = pyramid(piece);
  const base = rgb(colour.body);
  const half = (size.base * pitch) / 2;
  const foot = z + PLATE * pitch;
  const top = z + size.height * pitch;
  solid(ctx, camera, square(x, y, half), square(x, y, half), z, foot, {
    paintSide: (face, light) => fillFace(ctx, face, css(mix(mix(base, BLACK, 0.62), base, 0.75 * light))),
    paintTop: (face) => {
      fillFace(ctx, face, css(mix(base, BLACK, 0.22)));
      ctx.strokeStyle = css(mix(base, WHITE, 0.5), 0.6);
      ctx.lineWidth = 0.8;
      ctx.stroke();
    },
  });
  const faces = [];
  solid(ctx, camera, square(x, y, half * 0.87), square(x, y, (size.tip * pitch) / 2), foot, top, {
    paintSide: (face, light) => {
      faces.push({ face, light });
      side(ctx, face, base, light);
    },
    paintTop: (face) => {
      fillFace(ctx, face, css(mix(base, WHITE, 0.34)));
      ctx.strokeStyle = css(mix(base, WHITE, 0.75), 0.8);
      ctx.lineWidth = 0.9;
      ctx.stroke();
    },
  });
  const widest = faces.sort((one, other) => width(other.face) - width(one.face))[0];
  if (widest) inlay(ctx, widest.face, base, size, letter);
  if (glow) for (const { face } of faces) underglow(ctx, face, glow);
}

const width = (face) => Math.abs(face[3].x - face[2].x);

function side(ctx, face, base, light) {
  const [high, low] = [(face[0].y + face[1].y) / 2, (face[2].y + face[3].y) / 2];
  const body = ctx.createLinearGradient(0, high, 0, low);
  const lit = mix(mix(base, BLACK, 0.55), mix(base, WHITE, 0.2), light);
  body.addColorStop(0, css(mix(lit, WHITE, 0.24)));
  body.addColorStop(0.4, css(lit));
  body.addColorStop(1, css(mix(lit, BLACK, 0.3)));
  fillFace(ctx, face, body);
  ctx.strokeStyle = css(mix(base, WHITE, 0.6), 0.5);
  ctx.lineWidth = 0.9;
  ctx.lineJoin = "round";
  ctx.stroke();
}

/** Letter and pips, lying on the face. */
function inlay(ctx, face, base, size, letter) {
  const [left, right] = face.slice(0, 2).sort((one, other) => one.x - other.x);
  const [lowLeft, lowRight] = face.slice(2).sort((one, other) => one.x - other.x);
  const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const [top, low] = [middle(left, right), middle(lowLeft, lowRight)];
  const at = { x: top.x + (low.x - top.x) * 0.6, y: top.y + (low.y - top.y) * 0.6 };
  const across = { x: lowRight.x - lowLeft.x, y: lowRight.y - lowLeft.y };
  const down = { x: low.x - top.x, y: low.y - top.y };
  ctx.save();
  ctx.transform(across.x / 100, across.y / 100, down.x / 100, down.y / 100, at.x, at.y);
  mark(ctx, base, size, letter, Math.hypot(across.x, across.y) / 100, Math.hypot(down.x, down.y) / 100);
  ctx.restore();
}

/** In a square of 100 units about the origin; `wide` and `tall` undo what the square is stretched by. */
function mark(ctx, base, { pips, ink: share }, letter, wide, tall) {
  const ink = isLight(base) ? "rgba(18,20,22,0.9)" : "rgba(255,255,255,0.95)";
  ctx.save();
  ctx.scale(1, wide / tall);
  ctx.font = `700 ${share}px "Trebuchet MS", "DejaVu Sans", sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = ink;
  ctx.fillText(letter, 0, -7);
  for (let pip = 0; pip < pips; pip += 1) {
    ctx.beginPath();
    ctx.arc((pip - (pips - 1) / 2) * 15, 24, 4.6, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

function underglow(ctx, face, { hue, strength }) {
  const [high, low] = [(face[0].y + face[1].y) / 2, (face[2].y + face[3].y) / 2];
  const spill = ctx.createLinearGradient(0, high, 0, low);
  spill.addColorStop(0.45, css(hue, 0));
  spill.addColorStop(1, css(hue, 0.28 * strength));
  ctx.save();
  ctx.globalCompositeOperation = "lighter";
  fillFace(ctx, face, spill);
  ctx.restore();
}

/** A pyramid seen from the side; `x` is its middle, `y` its foot, `scale` pixels a pitch. */
export function paintElevation(ctx, x, y, scale, piece) {
  const { size, colour, letter } = pyramid(piece);
  const base = rgb(colour.body);
  const [half, tip] = [(size.base * scale) / 2, (size.tip * scale) / 2];
  const [foot, top] = [y - PLATE * scale, y - size.height * scale];
  const edge = half * 0.87;
  const face = [{ x: x + tip, y: top }, { x: x - tip, y: top }, { x: x - edge, y: foot }, { x: x + edge, y: foot }];
  const body = ctx.createLinearGradient(x - edge, 0, x + edge, 0);
  body.addColorStop(0, css(mix(base, WHITE, 0.3)));
  body.addColorStop(0.5, css(base));
  body.addColorStop(1, css(mix(base, BLACK, 0.42)));
  fillFace(ctx, face, body);
  ctx.strokeStyle = css(mix(base, WHITE, 0.6), 0.7);
  ctx.lineWidth = Math.max(0.8, scale * 0.008);
  ctx.stroke();
  const plate = ctx.createLinearGradient(x - half, 0, x + half, 0);
  plate.addColorStop(0, css(mix(base, WHITE, 0.12)));
  plate.addColorStop(1, css(mix(base, BLACK, 0.6)));
  ctx.fillStyle = plate;
  ctx.fillRect(x - half, foot, 2 * half, y - foot);
  ctx.strokeRect(x - half, foot, 2 * half, y - foot);
  ctx.save();
  ctx.translate(x, top + (foot - top) * 0.6);
  ctx.scale((2 * edge) / 100, (foot - top) / 100);
  mark(ctx, base, size, letter, (2 * edge) / 100, (foot - top) / 100);
  ctx.restore();
}

/** The picture of a pyramid in a square of `size` pixels; all sizes to one scale. */
export function paintPyramidToken(ctx, size, piece) {
  const scale = size / 0.73;
  paintElevation(ctx, size / 2, size * 0.86, scale, piece);
}
