// Checkers of glass and the pawn of brass that stands on one of them.

import { flatGlow } from "./brush.js";
import { css, mix, rgb } from "./colour.js";

const BODIES = { black: "#24262c", white: "#e9e6da" };
const UNKNOWN = "#7a7e82";
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];

export const CHECKER = { radius: 0.36, height: 0.15 }; // in pitches
/** The pawn as a turned profile: [height, radius] in pitches, from its foot to its crown. */
const PROFILE = [
  [0, 0.2], [0.05, 0.21], [0.1, 0.19], [0.15, 0.14], [0.2, 0.125], [0.34, 0.09], [0.48, 0.08], [0.52, 0.135],
  [0.56, 0.14], [0.58, 0.1], [0.62, 0.135], [0.68, 0.16], [0.75, 0.165], [0.82, 0.14], [0.87, 0.085], [0.89, 0],
];
export const PAWN_HEIGHT = 0.9;

/** The round wall of a drum between two heights, as a path in the picture. */
function drum(ctx, camera, x, y, low, high, radius) {
  const turned = (camera.yaw * Math.PI) / 180;
  const at = (angle, z) => camera.see(x + radius * Math.cos(angle - turned), y + radius * Math.sin(angle - turned), z);
  ctx.beginPath();
  for (let step = 0; step <= 20; step += 1) {
    const seen = at((step * Math.PI) / 20, low);
    if (step === 0) ctx.moveTo(seen.x, seen.y);
    else ctx.lineTo(seen.x, seen.y);
  }
  for (let step = 20; step >= 0; step -= 1) {
    const seen = at((step * Math.PI) / 20, high);
    ctx.lineTo(seen.x, seen.y);
  }
  ctx.closePath();
}

export function paintChecker(ctx, camera, pitch, piece, [x, y], z, light) {
  const base = rgb(BODIES[piece] || UNKNOWN);
  const radius = CHECKER.radius * pitch;
  const top = z + CHECKER.height * pitch;
  const ground = camera.see(x, y, z);
  flatGlow(ctx, { x: ground.x + radius * 0.1 * ground.size, y: ground.y + radius * 0.14 * ground.size }, radius * 1.3 * ground.size, camera.flat, [
    [0, "rgba(0,0,0,0.75)"],
    [0.7, "rgba(0,0,0,0.5)"],
    [1, "rgba(0,0,0,0)"],
  ]);
  const wide = radius * ground.size;
  drum(ctx, camera, x, y, z, top, radius);
  const wall = ctx.createLinearGradient(ground.x - wide, 0, ground.x + wide, 0);
  wall.addColorStop(0, css(mix(base, BLACK, 0.5)));
  wall.addColorStop(0.3, css(mix(base, WHITE, 0.22)));
  wall.addColorStop(0.55, css(mix(base, BLACK, 0.25)));
  wall.addColorStop(1, css(mix(base, BLACK, 0.68)));
  ctx.fillStyle = wall;
  ctx.fill();
  if (light) {
    ctx.save();
    ctx.globalCompositeOperation = "lighter";
    ctx.fillStyle = css(light.hue, 0.26 * light.strength);
    ctx.fill();
    ctx.restore();
  }
  face(ctx, camera.see(x, y, top), radius, camera.flat, base);
}

/** The upper side of a checker: a dished disc with a ring turned into it and a gleam. */
function face(ctx, at, radius, flat, base) {
  const wide = radius * at.size;
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.scale(1, flat);
  const body = ctx.createRadialGradient(-wide * 0.35, -wide * 0.4, wide * 0.1, 0, 0, wide);
  body.addColorStop(0, css(mix(base, WHITE, 0.5)));
  body.addColorStop(0.45, css(mix(base, WHITE, 0.08)));
  body.addColorStop(0.9, css(mix(base, BLACK, 0.22)));
  body.addColorStop(1, css(mix(base, WHITE, 0.25)));
  ctx.beginPath();
  ctx.arc(0, 0, wide, 0, 2 * Math.PI);
  ctx.fillStyle = body;
  ctx.fill();
  for (const [share, line] of [[0.98, mix(base, WHITE, 0.55)], [0.72, mix(base, BLACK, 0.45)], [0.69, mix(base, WHITE, 0.4)]]) {
    ctx.beginPath();
    ctx.arc(0, 0, wide * share, 0, 2 * Math.PI);
    ctx.strokeStyle = css(line, 0.7);
    ctx.lineWidth = Math.max(0.6, wide * 0.035);
    ctx.stroke();
  }
  ctx.restore();
  flatGlow(ctx, { x: at.x - wide * 0.3, y: at.y - wide * 0.36 * flat }, wide * 0.42, flat * 0.7, [
    [0, "rgba(255,255,255,0.75)"],
    [0.4, "rgba(255,255,255,0.3)"],
    [1, "rgba(255,255,255,0)"],
  ]);
}

/** The pawn, standing upright at [x, y] on height z. */
export function paintPawn(ctx, camera, pitch, [x, y], z) {
  const foot = camera.see(x, y, z);
  flatGlow(ctx, { x: foot.x + 0.04 * pitch * foot.size, y: foot.y + 0.04 * pitch * foot.size }, 0.36 * pitch * foot.size, camera.flat, [
    [0, "rgba(0,0,0,0.65)"],
    [0.6, "rgba(0,0,0,0.4)"],
    [1, "rgba(0,0,0,0)"],
  ]);
  const rings = PROFILE.map(([height, radius]) => {
    const at = camera.see(x, y, z + height * pitch);
    return { x: at.x, y: at.y, wide: radius * pitch * at.size };
  });
  turnedBody(ctx, rings, camera.flat);
}

/** A body of rings seen from a height: painted from the foot up, so that upper rings cover lower ones. */
function turnedBody(ctx, rings, flat) {
  const widest = Math.max(...rings.map(({ wide }) => wide));
  for (let i = 1; i < rings.length; i += 1) {
    const [low, high] = [rings[i - 1], rings[i]];
    const brass = brassAcross(ctx, low.x, Math.max(low.wide, high.wide));
    for (let step = 0; step <= 4; step += 1) {
      const t = step / 4;
      const wide = low.wide + (high.wide - low.wide) * t;
      ctx.beginPath();
      ctx.ellipse(low.x, low.y + (high.y - low.y) * t, Math.max(0.1, wide), Math.max(0.1, wide * flat), 0, 0, 2 * Math.PI);
      ctx.fillStyle = brass;
      ctx.fill();
    }
    if (Math.abs(high.wide - low.wide) > 0.02 * widest) {
      ctx.strokeStyle = "rgba(40,24,6,0.28)";
      ctx.lineWidth = 0.7;
      ctx.stroke();
    }
  }
  const crown = rings.at(-4);
  flatGlow(ctx, { x: crown.x - crown.wide * 0.35, y: crown.y - crown.wide * 0.55 }, crown.wide * 0.55, 0.8, [
    [0, "rgba(255,255,255,0.9)"],
    [0.5, "rgba(255,255,255,0.25)"],
    [1, "rgba(255,255,255,0)"],
  ]);
}

function brassAcross(ctx, x, wide) {
  const brass = ctx.createLinearGradient(x - wide, 0, x + wide, 0);
  const stops = [[0, "#3d2a10"], [0.22, "#b98f45"], [0.36, "#ffeebe"], [0.5, "#d2a95c"], [0.78, "#7a5a26"], [1, "#38270f"]];
  for (const [at, colour] of stops) brass.addColorStop(at, colour);
  return brass;
}

/** A checker or the pawn in a square of `size` pixels. */
export function paintTrikeToken(ctx, size, piece) {
  const flat = 0.62;
  if (piece !== "pawn") {
    const radius = size * 0.47;
    const base = rgb(BODIES[piece] || UNKNOWN);
    const deep = size * 0.1;
    ctx.beginPath();
    ctx.ellipse(size / 2, size / 2 + deep, radius, radius * flat, 0, 0, Math.PI);
    ctx.lineTo(size / 2 - radius, size / 2 - deep * 0.2);
    ctx.lineTo(size / 2 + radius, size / 2 - deep * 0.2);
    ctx.closePath();
    const wall = ctx.createLinearGradient(size / 2 - radius, 0, size / 2 + radius, 0);
    wall.addColorStop(0, css(mix(base, BLACK, 0.45)));
    wall.addColorStop(0.35, css(mix(base, WHITE, 0.25)));
    wall.addColorStop(1, css(mix(base, BLACK, 0.65)));
    ctx.fillStyle = wall;
    ctx.fill();
    face(ctx, { x: size / 2, y: size / 2 - deep * 0.2, size: 1 }, radius, flat, base);
    return;
  }
  const scale = size / 1.12;
  const rings = PROFILE.map(([height, radius]) => ({
    x: size / 2,
    y: size * 0.86 - height * scale * 0.88,
    wide: radius * scale,
  }));
  turnedBody(ctx, rings, 0.45);
}
