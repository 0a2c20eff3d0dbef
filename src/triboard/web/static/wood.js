// Solid things with flat sides: the wooden board itself, and whatever is cut from polygons.

import { flatGlow } from "./brush.js";
import { css, mix } from "./colour.js";
import { area, fillPolygon, strokePolygon, trace } from "./poly.js";

const LAMP = 2.2; // radians: where the light over the table comes from, seen from above (left, far)
const WALNUT = { lit: [134, 88, 55], dark: [30, 18, 11] };
const GRAIN = 46; // lines across a board
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];

/** How much light a side gets that looks towards `angle` (seen from above, in the eye's frame), 0 to 1. */
export const shine = (angle) => 0.5 - 0.5 * Math.cos(angle - LAMP + Math.PI);

/**
 * The visible sides and the top of a solid between two polygons of equally many corners.
 * `paintSide(seen, light, i)` and `paintTop(seen)` fill; `seen` are corners on the stage, the top two first.
 */
export function solid(ctx, camera, lower, upper, bottom, top, { paintSide, paintTop }) {
  const above = upper.map(([x, y]) => camera.see(x, y, top));
  const below = lower.map(([x, y]) => camera.see(x, y, bottom));
  const sense = Math.sign(area(above)) || 1;
  const turned = (camera.yaw * Math.PI) / 180;
  upper.forEach((_, i) => {
    const next = (i + 1) % upper.length;
    const face = [above[next], above[i], below[i], below[next]];
    if (Math.sign(area(face)) !== sense) return;
    const [dx, dy] = [lower[next][0] - lower[i][0], lower[next][1] - lower[i][1]];
    paintSide(face, shine(Math.atan2(-dx, dy) * sense + turned), i);
  });
  paintTop(above);
}

export function fillFace(ctx, seen, fill) {
  ctx.beginPath();
  seen.forEach(({ x, y }, i) => (i === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
  ctx.closePath();
  ctx.fillStyle = fill;
  ctx.fill();
}

/** What the board throws on the table. */
export function paintShadow(ctx, camera, outline, z, reach) {
  const at = camera.see(0, 0, z);
  flatGlow(ctx, at, reach * at.size * 1.9, camera.flat, [
    [0, "rgba(255,226,178,0.10)"],
    [0.5, "rgba(255,214,160,0.05)"],
    [1, "rgba(255,214,160,0)"],
  ]);
  ctx.save();
  ctx.shadowColor = "rgba(0,0,0,0.9)";
  ctx.shadowBlur = 26;
  ctx.shadowOffsetY = 10;
  fillPolygon(ctx, camera, outline, z, "rgba(0,0,0,0.8)");
  ctx.restore();
}

/** A slab of walnut with a brass line along its upper edge. */
export function paintSlab(ctx, camera, outline, inner, bottom, top) {
  solid(ctx, camera, outline, outline, bottom, top, {
    paintSide(face, light) {
      const ys = face.map(({ y }) => y);
      const body = ctx.createLinearGradient(0, Math.min(...ys), 0, Math.max(...ys));
      body.addColorStop(0, css(mix(WALNUT.dark, WALNUT.lit, 0.25 + 0.75 * light)));
      body.addColorStop(1, css(mix(WALNUT.dark, WALNUT.lit, 0.02 + 0.3 * light)));
      fillFace(ctx, face, body);
      ctx.strokeStyle = body; // no gap to the next side
      ctx.lineWidth = 0.8;
      ctx.stroke();
    },
    paintTop(seen) {
      fillFace(ctx, seen, wood(ctx, seen));
    },
  });
  grain(ctx, camera, outline, top);
  strokePolygon(ctx, camera, outline, top, "rgba(246,222,166,0.5)", 1.3);
  strokePolygon(ctx, camera, inner, top, "rgba(0,0,0,0.45)", 2.6);
  strokePolygon(ctx, camera, inner, top, "rgba(202,160,86,0.75)", 1.2);
}

function wood(ctx, seen) {
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
  const fill = ctx.createLinearGradient(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  fill.addColorStop(0, "#7b5031");
  fill.addColorStop(0.4, "#5f3d26");
  fill.addColorStop(1, "#2f1d12");
  return fill;
}

const chance = (number) => Math.abs((Math.sin(number * 12.9898) * 43758.5453) % 1);

function grain(ctx, camera, outline, z) {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [left, right, far, near] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const step = (near - far) / GRAIN;
  ctx.save();
  ctx.beginPath();
  trace(ctx, camera, outline, z);
  ctx.clip();
  for (let line = 0; line < GRAIN; line += 1) {
    const y = far + (line + chance(line)) * step;
    ctx.beginPath();
    for (let i = 0; i <= 14; i += 1) {
      const wave = Math.sin(i * 0.55 + chance(line >> 2) * 6) * step * 1.3;
      const at = camera.see(left + ((right - left) * i) / 14, y + wave, z);
      if (i === 0) ctx.moveTo(at.x, at.y);
      else ctx.lineTo(at.x, at.y);
    }
    const dark = line % 3 !== 0;
    ctx.strokeStyle = dark ? `rgba(20,10,4,${0.1 + 0.16 * chance(line + 50)})` : "rgba(255,214,160,0.05)";
    ctx.lineWidth = 0.6 + 2.2 * chance(line + 90);
    ctx.stroke();
  }
  ctx.restore();
}

/** A shallow carved cell: dark floor, a lit edge on the near side, a shaded one on the far side. */
export function paintCarved(ctx, camera, points, z, tone) {
  const seen = points.map(([x, y]) => camera.see(x, y, z));
  const ys = seen.map(({ y }) => y);
  const floor = ctx.createLinearGradient(0, Math.min(...ys), 0, Math.max(...ys));
  floor.addColorStop(0, css(mix(tone, BLACK, 0.5)));
  floor.addColorStop(0.3, css(mix(tone, BLACK, 0.12)));
  floor.addColorStop(1, css(mix(tone, WHITE, 0.05)));
  fillFace(ctx, seen, floor);
  const edge = ctx.createLinearGradient(0, Math.min(...ys), 0, Math.max(...ys));
  edge.addColorStop(0, "rgba(0,0,0,0.7)");
  edge.addColorStop(0.6, "rgba(120,84,50,0.35)");
  edge.addColorStop(1, "rgba(246,214,158,0.5)");
  ctx.strokeStyle = edge;
  ctx.lineWidth = 1.1;
  ctx.stroke();
}

/** Words engraved in brass, lying flat on the board. */
export function paintEngraved(ctx, camera, text, [x, y], z, height, alpha = 0.85) {
  const at = camera.see(x, y, z);
  const size = height * at.size;
  if (size < 5) return;
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.scale(1, Math.max(0.6, camera.flat));
  ctx.font = `600 ${size}px Georgia, "DejaVu Serif", serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = `rgba(0,0,0,${0.6 * alpha})`;
  ctx.fillText(text, 0, 1);
  ctx.fillStyle = `rgba(232,204,144,${alpha})`;
  ctx.fillText(text, 0, 0);
  ctx.restore();
}
