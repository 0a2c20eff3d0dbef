// Holes and the balls in them.

import { circle, flatGlow, outline } from "./brush.js";
import { css, isLight, lamp, mix, rgb } from "./colour.js";

const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];
const UNKNOWN = [122, 126, 130]; // something that the sensors see but cannot name

export function paintHole(ctx, camera, shape, x, y, z) {
  const radius = shape.ball * 0.8;
  const at = camera.see(x, y, z);
  const deep = ctx.createLinearGradient(0, at.y - radius * at.size * 0.6, 0, at.y + radius * at.size * 0.6);
  deep.addColorStop(0, "rgba(2,4,5,0.96)");
  deep.addColorStop(0.6, "rgba(7,11,12,0.9)");
  deep.addColorStop(1, "rgba(38,56,57,0.85)");
  ctx.beginPath();
  circle(ctx, camera, x, y, z, radius, { steps: 36 });
  ctx.fillStyle = deep;
  ctx.fill();
  outline(ctx, camera, x, y, z, radius, "rgba(210,236,231,0.32)", 1, 36);
}

export function ballPlace(camera, shape, x, y, z, lift = 0) {
  return camera.see(x, y, z + shape.ball * 0.6 + lift);
}

/** A glossy ball in its hole; the ring's own light shines on it from below. */
export function paintBall(ctx, camera, shape, { x, y, z, lift, colour, letter, hex, faded }) {
  const ground = camera.see(x, y, z);
  const flat = Math.sin((camera.rise * Math.PI) / 180);
  const at = ballPlace(camera, shape, x, y, z, lift);
  const radius = shape.ball * at.size;
  ctx.save();
  if (faded) ctx.globalAlpha = 0.45;
  flatGlow(ctx, { x: ground.x + radius * 0.12, y: ground.y + radius * 0.08 }, radius * 1.25, flat, [
    [0, "rgba(0,0,0,0.75)"],
    [0.65, "rgba(0,0,0,0.5)"],
    [1, "rgba(0,0,0,0)"],
  ]);
  sphere(ctx, at.x, at.y, radius, colour ? rgb(colour) : UNKNOWN, letter);
  const light = hex ? lamp(hex) : null;
  if (light) underglow(ctx, at, radius, light);
  ctx.restore();
}

export function sphere(ctx, x, y, radius, base, letter) {
  const body = ctx.createRadialGradient(
    x - radius * 0.36, y - radius * 0.44, radius * 0.04, x - radius * 0.08, y - radius * 0.1, radius * 1.08);
  body.addColorStop(0, css(mix(base, WHITE, 0.62)));
  body.addColorStop(0.22, css(mix(base, WHITE, 0.2)));
  body.addColorStop(0.55, css(base));
  body.addColorStop(0.85, css(mix(base, BLACK, 0.5)));
  body.addColorStop(1, css(mix(base, BLACK, 0.74)));
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = body;
  ctx.fill();
  const rim = ctx.createRadialGradient(x, y, radius * 0.8, x, y, radius);
  rim.addColorStop(0, "rgba(255,255,255,0)");
  rim.addColorStop(0.92, "rgba(210,232,240,0.16)");
  rim.addColorStop(1, "rgba(255,255,255,0.05)");
  ctx.fillStyle = rim;
  ctx.fill();
  if (letter) inlay(ctx, x, y, radius, base, letter);
  ctx.save();
  ctx.translate(x - radius * 0.36, y - radius * 0.52);
  ctx.rotate(-0.6);
  ctx.scale(1, 0.58);
  const gleam = ctx.createRadialGradient(0, 0, 0, 0, 0, radius * 0.34);
  gleam.addColorStop(0, "rgba(255,255,255,0.95)");
  gleam.addColorStop(0.4, "rgba(255,255,255,0.55)");
  gleam.addColorStop(1, "rgba(255,255,255,0)");
  ctx.fillStyle = gleam;
  ctx.beginPath();
  ctx.arc(0, 0, radius * 0.34, 0, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
}

function inlay(ctx, x, y, radius, base, letter) {
  ctx.font = `700 ${Math.max(9, radius * 0.92)}px "Trebuchet MS", "DejaVu Sans", sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = isLight(base) ? "rgba(18,22,24,0.86)" : "rgba(255,255,255,0.92)";
  ctx.fillText(letter, x, y + radius * 0.14);
}

function underglow(ctx, at, radius, { hue, strength }) {
  ctx.save();
  ctx.globalCompositeOperation = "lighter";
  ctx.beginPath();
  ctx.arc(at.x, at.y, radius, 0, 2 * Math.PI);
  ctx.clip();
  const spill = ctx.createRadialGradient(at.x, at.y - radius * 0.35, radius * 0.75, at.x, at.y - radius * 0.1, radius * 1.3);
  spill.addColorStop(0, css(hue, 0));
  spill.addColorStop(0.55, css(hue, 0.42 * strength));
  spill.addColorStop(1, css(hue, 0.75 * strength));
  ctx.fillStyle = spill;
  ctx.fillRect(at.x - radius, at.y - radius, 2 * radius, 2 * radius);
  ctx.restore();
}

/** A dashed circle where the sensors say nothing: neither empty nor a ball. */
export function paintDoubt(ctx, camera, shape, x, y, z) {
  const at = ballPlace(camera, shape, x, y, z);
  ctx.save();
  ctx.setLineDash([4, 4]);
  outline(ctx, camera, x, y, z, shape.ball * 0.8, "rgba(230,230,220,0.75)", 1.4, 36);
  ctx.restore();
  ctx.font = `700 ${shape.ball * 0.9 * at.size}px "DejaVu Sans", sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = "rgba(235,232,220,0.85)";
  const ground = camera.see(x, y, z);
  ctx.fillText("?", ground.x, ground.y);
}

