// Marks over the board that are no light: names of shelves, lines of the last move, dashed hints.

import { outline } from "./brush.js";

const GOLD = "255,214,128";
const MARK = "#ffcf6b";
const WARN = "#ffb86b";

/** Columns along the near edge and rows along the left edge, where the names of the holes tell them. */
export function paintNames(ctx, camera, shape) {
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const shelf of shape.shelves) {
    if (!shelf.sites.every(({ site }) => site.length === 3)) continue;
    const radius = shape.carrier * 1.09;
    for (const { site, x, y } of shelf.sites) {
      const near = shelf.sites.every((other) => other.y <= y);
      const left = shelf.sites.every((other) => other.x >= x);
      if (near) name(ctx, camera, site[1], x, Math.sqrt(radius ** 2 - x ** 2), shelf.z);
      if (left) name(ctx, camera, site[2], -Math.sqrt(radius ** 2 - y ** 2), y, shelf.z);
    }
  }
}

function name(ctx, camera, text, x, y, z) {
  const at = camera.see(x, y, z);
  ctx.font = `600 ${Math.max(10, 7.5 * at.size)}px Georgia, "DejaVu Serif", serif`;
  ctx.fillStyle = "rgba(222,196,140,0.75)";
  ctx.fillText(text, at.x, at.y);
}

/** The lines that the last move completed: thin threads of light from piece to piece, with their points. */
export function paintLines(ctx, lines, middle) {
  const paths = lines
    .map((line) => ({ line, points: outwards(line, lines).map(middle).filter(Boolean) }))
    .filter(({ points }) => points.length > 1);
  ctx.save();
  ctx.lineCap = "round";
  ctx.globalCompositeOperation = "lighter";
  for (const { points } of paths.filter(({ line }) => !line.missed)) {
    path(ctx, points, `rgba(${GOLD},0.10)`, 11);
    path(ctx, points, `rgba(${GOLD},0.20)`, 5.5);
  }
  ctx.globalCompositeOperation = "source-over";
  for (const { line, points } of paths) {
    ctx.setLineDash(line.missed ? [3, 6] : []);
    path(ctx, points, "rgba(20,14,4,0.5)", 3.6);
    path(ctx, points, "rgba(255,236,190,0.95)", 2);
  }
  ctx.setLineDash([]);
  for (const point of new Set(paths.flatMap(({ points }) => points))) halo(ctx, point, point.edge);
  const taken = [];
  for (const { line, points } of paths) if (line.points) tag(ctx, points, line.missed ? "missed" : `+${line.points}`, taken);
  ctx.restore();
}

/** The line's sites, ending away from the hole that all lines share: there its points have room. */
function outwards({ sites }, lines) {
  const shared = lines.every((other) => other.sites.includes(sites.at(-1)));
  return lines.length > 1 && shared ? [...sites].reverse() : sites;
}

/** From edge to edge of the balls, so that their letters stay free. */
function path(ctx, points, stroke, width) {
  ctx.strokeStyle = stroke;
  ctx.lineWidth = width;
  ctx.beginPath();
  for (let i = 1; i < points.length; i += 1) {
    const [from, to] = [points[i - 1], points[i]];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [first, last] = [from.edge / length, 1 - to.edge / length];
    if (last <= first) continue;
    ctx.moveTo(from.x + (to.x - from.x) * first, from.y + (to.y - from.y) * first);
    ctx.lineTo(from.x + (to.x - from.x) * last, from.y + (to.y - from.y) * last);
  }
  ctx.stroke();
}

function halo(ctx, point, radius) {
  ctx.beginPath();
  ctx.arc(point.x, point.y, radius + 0.5, 0, 2 * Math.PI);
  ctx.strokeStyle = `rgba(${GOLD},0.85)`;
  ctx.lineWidth = 1.6;
  ctx.stroke();
}

/** Points beside the end of a line, moved on while another tag is in the way. */
function tag(ctx, points, text, taken) {
  const end = points.at(-1);
  const before = points.at(-2);
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  let reach = 40;
  let at = end;
  for (let tries = 0; tries < 6; tries += 1) {
    at = {
      x: end.x + ((end.x - before.x) / length) * reach,
      y: end.y + ((end.y - before.y) / length) * reach,
    };
    if (taken.every((other) => Math.hypot(other.x - at.x, other.y - at.y) > 30)) break;
    reach += 22;
  }
  taken.push(at);
  paintTag(ctx, at, text);
}

export function paintTag(ctx, at, text) {
  ctx.font = '700 14px "DejaVu Sans", system-ui, sans-serif';
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const width = ctx.measureText(text).width + 14;
  ctx.fillStyle = "rgba(16,14,10,0.88)";
  ctx.strokeStyle = `rgba(${GOLD},0.7)`;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.roundRect(at.x - width / 2, at.y - 12, width, 24, 12);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = "#ffe3a6";
  ctx.fillText(text, at.x, at.y + 0.5);
}

/** A crossed dashed ring beside each site whose sensor is not believed now. */
export function paintUnbelieved(ctx, camera, shape, names) {
  for (const name of names) {
    const site = shape.bySite.get(name);
    if (!site) continue;
    const aside = 0.25 * shape.pitch;
    const at = camera.see(site.x + aside, site.y + aside, site.z);
    const radius = Math.max(5, Math.min(9, 0.13 * shape.pitch * at.size));
    ctx.save();
    ctx.beginPath();
    ctx.arc(at.x, at.y, radius + 2.5, 0, 2 * Math.PI);
    ctx.fillStyle = "rgba(16,14,10,0.9)";
    ctx.fill();
    ctx.strokeStyle = WARN;
    ctx.lineWidth = 1.8;
    ctx.beginPath();
    ctx.moveTo(at.x - radius * 0.71, at.y + radius * 0.71);
    ctx.lineTo(at.x + radius * 0.71, at.y - radius * 0.71);
    ctx.stroke();
    ctx.setLineDash([radius * 0.6, radius * 0.447]); // six dashes
    ctx.beginPath();
    ctx.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    ctx.stroke();
    ctx.restore();
  }
}

/** A dashed circle round each hole of a shelf that the message speaks of. */
export function paintWanted(ctx, camera, shape, shelf, names) {
  ctx.save();
  ctx.setLineDash([7, 5]);
  for (const site of shelf.sites) {
    if (names.includes(site.site)) outline(ctx, camera, site.x, site.y, site.z, shape.ball * 1.5, MARK, 2.2, 40);
  }
  ctx.restore();
}

/** An edge and an arrow where the last move went, to be seen across a room; `outline` is the cell's, if it has one. */
export function paintLast(ctx, spots) {
  ctx.save();
  ctx.lineJoin = "round";
  for (const { x, y, half, tall, outline: cell } of spots) {
    const [across, down] = [Math.max(half, 10), Math.max(tall, 10)];
    const size = Math.max(10, Math.min(30, (cell ? 0.4 : 0.7) * across));
    const tip = (cell ? Math.min(...cell.map((point) => point.y)) : y - down) - 0.2 * size;
    for (const [colour, width] of [["rgba(10,8,4,0.85)", 7], ["#ffe9a8", 3.4]]) {
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      ctx.beginPath();
      if (cell) cell.forEach((point) => ctx.lineTo(point.x, point.y));
      else ctx.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
      ctx.closePath();
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(x, tip);
      ctx.lineTo(x - 0.6 * size, tip - size);
      ctx.lineTo(x + 0.6 * size, tip - size);
      ctx.closePath();
      ctx.stroke();
    }
    ctx.fillStyle = "#ffe9a8";
    ctx.fill();
  }
  ctx.restore();
}
