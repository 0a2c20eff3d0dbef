// The tower without balls and light: base, posts, shelves of glass in turning rims of walnut.

import { band, circle, disc, flatGlow, outline, rod, sideways, wall } from "./brush.js";

const BRASS = { dark: "#5d431c", mid: "#b08a45", bright: "#f0d79c" };
const POSTS = [14, 166, 270].map((degrees) => (degrees * Math.PI) / 180); // right, left and behind
const PIPS = 4; // brass pips on a rim, one a quarter turn
const GRAIN = 60; // pieces of veneer round a rim

export const HANDLE_AT = 45; // degrees of a rim's handle while the rim stands at 0: near side, right

export function paintFloor(ctx, camera, shape) {
  const at = camera.see(0, 0, shape.bottom);
  const flat = Math.sin((camera.rise * Math.PI) / 180);
  const radius = shape.carrier * at.size;
  flatGlow(ctx, at, radius * 2.1, flat, [
    [0, "rgba(255,226,178,0.10)"],
    [0.5, "rgba(255,214,160,0.05)"],
    [1, "rgba(255,214,160,0)"],
  ]);
  flatGlow(ctx, { x: at.x + radius * 0.05, y: at.y + radius * 0.1 * flat }, radius * 1.45, flat, [
    [0, "rgba(0,0,0,0.85)"],
    [0.62, "rgba(0,0,0,0.7)"],
    [1, "rgba(0,0,0,0)"],
  ]);
}

export function paintBase(ctx, camera, shape) {
  const top = shape.base;
  const radius = shape.carrier * 1.04;
  const wood = [
    [0, "#23140c"],
    [0.27, "#8a5a38"],
    [0.45, "#6f452a"],
    [0.8, "#402718"],
    [1, "#180e08"],
  ];
  wall(ctx, camera, top, shape.bottom, radius, sideways(ctx, camera, top, radius, wood));
  disc(ctx, camera, top, radius, sideways(ctx, camera, top, radius, [
    [0, "#3d2618"],
    [0.35, "#6a452c"],
    [1, "#2c1b11"],
  ]));
  for (let line = 1; line < 9; line += 1) {
    const shade = line % 3 === 0 ? "rgba(20,10,4,0.30)" : "rgba(20,10,4,0.14)";
    outline(ctx, camera, 0, 0, top, (radius * line) / 9, shade, 1, 64);
  }
  const at = camera.see(0, 0, top);
  flatGlow(ctx, at, radius * at.size, Math.sin((camera.rise * Math.PI) / 180), [
    [0, "rgba(0,0,0,0.55)"],
    [0.7, "rgba(0,0,0,0.38)"],
    [1, "rgba(0,0,0,0.1)"],
  ]);
  outline(ctx, camera, 0, 0, top, radius, "rgba(240,215,156,0.55)", 1.2, 72);
  outline(ctx, camera, 0, 0, top, radius * 0.955, "rgba(176,138,69,0.5)", 1, 72);
}

/** The posts from one height to another; `front` chooses those before or behind the shelves. */
export function paintPosts(ctx, camera, shape, from, to, { front }) {
  for (const angle of POSTS) {
    const x = shape.carrier * 0.985 * Math.cos(angle);
    const y = shape.carrier * 0.985 * Math.sin(angle);
    const foot = camera.see(x, y, from);
    const isFront = foot.near > camera.see(0, 0, from).near;
    if (isFront !== front) continue;
    const width = 0.085 * shape.pitch * foot.size;
    rod(ctx, foot, camera.see(x, y, to), width, BRASS.dark, BRASS.bright);
    flatGlow(ctx, foot, width * 1.25, 0.5, [
      [0, BRASS.bright],
      [0.7, BRASS.mid],
      [1, BRASS.dark],
    ]);
  }
}

export function paintShelf(ctx, camera, shape, shelf, degrees, { turning }) {
  const { z } = shelf;
  const thick = 0.1 * shape.pitch;
  carrier(ctx, camera, shape, z, thick);
  glass(ctx, camera, shape, z, thick);
  if (shelf.rim !== null) {
    veneer(ctx, camera, shape, z, thick, degrees, turning);
    engraving(ctx, camera, shape, z, degrees);
  }
  if (shelf !== shape.shelves.at(-1)) shade(ctx, camera, shape, z);
}

/** What the next shelf takes of the lamp over the tower. */
function shade(ctx, camera, shape, z) {
  const at = camera.see(0, 0, z);
  flatGlow(ctx, at, shape.rim * at.size, Math.sin((camera.rise * Math.PI) / 180), [
    [0, "rgba(0,0,0,0.26)"],
    [0.8, "rgba(0,0,0,0.16)"],
    [1, "rgba(0,0,0,0)"],
  ]);
}

function carrier(ctx, camera, shape, z, thick) {
  const { carrier: outer, rim } = shape;
  const shine = sideways(ctx, camera, z, outer, [
    [0, BRASS.dark],
    [0.18, BRASS.mid],
    [0.34, BRASS.bright],
    [0.5, BRASS.mid],
    [0.78, "#7d5f2b"],
    [1, BRASS.dark],
  ]);
  wall(ctx, camera, z - 0.2 * thick, z - thick, outer, sideways(ctx, camera, z, outer, [
    [0, "#2c1f0c"],
    [0.32, "#a17d3d"],
    [0.55, "#6b4f22"],
    [1, "#241909"],
  ]));
  band(ctx, camera, z - 0.2 * thick, outer, rim * 1.005, shine);
}

function glass(ctx, camera, shape, z, thick) {
  const middle = camera.see(0, 0, z);
  const radius = shape.rim * middle.size;
  const body = ctx.createRadialGradient(
    middle.x - radius * 0.3, middle.y - radius * 0.25, radius * 0.1, middle.x, middle.y, radius * 1.05);
  body.addColorStop(0, "rgba(176,214,208,0.15)");
  body.addColorStop(0.6, "rgba(96,134,132,0.20)");
  body.addColorStop(1, "rgba(40,66,68,0.42)");
  disc(ctx, camera, z - thick, shape.rim, "rgba(6,12,13,0.30)");
  disc(ctx, camera, z, shape.rim, body);
  ctx.save();
  ctx.beginPath();
  circle(ctx, camera, 0, 0, z, shape.rim, { steps: 72 });
  ctx.clip();
  const streak = ctx.createLinearGradient(
    middle.x - radius, middle.y - radius * 0.5, middle.x + radius * 0.5, middle.y + radius * 0.5);
  streak.addColorStop(0.3, "rgba(255,255,255,0)");
  streak.addColorStop(0.36, "rgba(255,255,255,0.07)");
  streak.addColorStop(0.47, "rgba(255,255,255,0.02)");
  streak.addColorStop(0.475, "rgba(255,255,255,0.06)");
  streak.addColorStop(0.53, "rgba(255,255,255,0)");
  ctx.fillStyle = streak;
  ctx.fillRect(middle.x - radius * 1.2, middle.y - radius, radius * 2.4, radius * 2);
  ctx.restore();
}

/** The walnut edge of the rim, in pieces of changing tone so that one sees it turn. */
function veneer(ctx, camera, shape, z, thick, degrees, turning) {
  const outer = shape.rim;
  const inner = shape.rim * 0.905;
  const lift = z + 0.05 * thick;
  const offset = (degrees * Math.PI) / 180;
  for (let piece = 0; piece < GRAIN; piece += 1) {
    const from = offset + (piece * 2 * Math.PI) / GRAIN;
    const to = from + (2 * Math.PI) / GRAIN + 0.004;
    const lit = 0.5 - 0.5 * Math.sin((from + to) / 2 + (camera.yaw * Math.PI) / 180 + 0.7);
    const tone = 0.75 + 0.5 * Math.abs(Math.sin(piece * 12.9898) * 43758.5453 % 1) * 0.5;
    ctx.beginPath();
    quad(ctx, camera, from, to, outer, inner, lift);
    const level = tone * (0.5 + 0.62 * lit);
    ctx.fillStyle = `rgb(${Math.round(128 * level)},${Math.round(81 * level)},${Math.round(50 * level)})`;
    ctx.fill();
  }
  outline(ctx, camera, 0, 0, lift, inner, "rgba(240,215,156,0.42)", 1, 72);
  outline(ctx, camera, 0, 0, lift, outer, turning ? "#ffd27a" : "rgba(24,14,8,0.8)", turning ? 2 : 1, 72);
  for (let pip = 0; pip < PIPS; pip += 1) {
    const angle = offset + (pip * Math.PI) / 2;
    const x = Math.cos(angle) * (outer + inner) / 2;
    const y = Math.sin(angle) * (outer + inner) / 2;
    ctx.beginPath();
    circle(ctx, camera, x, y, lift, 0.032 * shape.pitch, { steps: 14 });
    ctx.fillStyle = BRASS.bright;
    ctx.fill();
  }
}

function quad(ctx, camera, from, to, outer, inner, z) {
  const corner = (angle, radius) => camera.see(Math.cos(angle) * radius, Math.sin(angle) * radius, z);
  const points = [corner(from, outer), corner(to, outer), corner(to, inner), corner(from, inner)];
  ctx.moveTo(points[0].x, points[0].y);
  for (const point of points.slice(1)) ctx.lineTo(point.x, point.y);
  ctx.closePath();
}

function engraving(ctx, camera, shape, z, degrees) {
  outline(ctx, camera, 0, 0, z, shape.inner, "rgba(240,215,156,0.30)", 1.2, 48);
  outline(ctx, camera, 0, 0, z, shape.inner * 1.035, "rgba(0,0,0,0.35)", 1, 48);
  ctx.strokeStyle = "rgba(214,238,233,0.14)";
  ctx.lineWidth = 1;
  for (let ray = 0; ray < 8; ray += 1) {
    const angle = (degrees * Math.PI) / 180 + ((ray + 0.5) * Math.PI) / 4;
    const from = camera.see(Math.cos(angle) * shape.inner * 1.08, Math.sin(angle) * shape.inner * 1.08, z);
    const to = camera.see(Math.cos(angle) * shape.rim * 0.89, Math.sin(angle) * shape.rim * 0.89, z);
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
    ctx.stroke();
  }
}

/** Where a rim's handle is, in the room. */
export function handlePlace(shape, z, degrees) {
  const angle = ((degrees + HANDLE_AT) * Math.PI) / 180;
  const radius = shape.carrier * 1.045;
  return [Math.cos(angle) * radius, Math.sin(angle) * radius, z];
}

export function paintHandle(ctx, camera, shape, z, degrees, letter) {
  const angle = ((degrees + HANDLE_AT) * Math.PI) / 180;
  const stem = camera.see(Math.cos(angle) * shape.rim * 0.95, Math.sin(angle) * shape.rim * 0.95, z);
  const knob = camera.see(...handlePlace(shape, z + 0.08 * shape.pitch, degrees));
  const radius = 0.15 * shape.pitch * knob.size;
  ctx.strokeStyle = BRASS.dark;
  ctx.lineWidth = radius * 0.9;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.moveTo(stem.x, stem.y);
  ctx.lineTo(knob.x, knob.y);
  ctx.stroke();
  const shine = ctx.createRadialGradient(
    knob.x - radius * 0.4, knob.y - radius * 0.45, radius * 0.1, knob.x, knob.y, radius);
  shine.addColorStop(0, "#fff3cf");
  shine.addColorStop(0.35, "#dcb768");
  shine.addColorStop(1, "#6b4b1d");
  ctx.fillStyle = shine;
  ctx.beginPath();
  ctx.arc(knob.x, knob.y, radius, 0, 2 * Math.PI);
  ctx.fill();
  ctx.fillStyle = "#2a1a08";
  ctx.font = `700 ${Math.max(9, radius * 1.15)}px Georgia, "DejaVu Serif", serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(letter, knob.x, knob.y + 0.5);
}
