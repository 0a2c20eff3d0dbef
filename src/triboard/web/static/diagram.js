// A position as a plain drawing for paper: outlines, letters and numbers, nothing that needs colour.

import { bodyOf, css, isLight, letters, rgb } from "./colour.js";
import { modelOf } from "./families.js";
import { pyramid } from "./pyramids.js";
import { shapeOf } from "./scene.js";
import { isTile } from "./tiles.js";

const SVG = "http://www.w3.org/2000/svg";
const INK = "#111";
const PAPER = "#fff";
const MARK = 0.07; // of a pitch: how wide the edge of the last move is

function make(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

const written = (text, x, y, size, more = {}) =>
  make("text", { x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", "font-family": "sans-serif", fill: INK, ...more }, text);

/** The drawing of a diagram of a board; `label` is what a screen reader says. */
export function drawing(board, { stacks, here, line }, label) {
  const flat = board.sites.every((site) => site.at[2] === board.sites[0].at[2]);
  const places = flat ? cells(board) : shelves(board);
  const picture = make("svg", { role: "img", "aria-label": label, class: "diagram" });
  const unit = places.pitch;
  for (const place of places.sites) picture.append(outline(place, unit, here.includes(place.site) || line.includes(place.site)));
  for (const name of places.names) picture.append(name);
  const known = letters(board.pieces);
  for (const place of places.sites) {
    const stack = stacks[place.site] || [];
    if (stack.length) picture.append(...standing(board, place, stack, unit, known));
  }
  const [xs, ys] = [places.sites.map(({ x }) => x), places.sites.map(({ y }) => y)];
  const edge = 0.75 * unit;
  const [left, top] = [Math.min(...xs) - edge, Math.min(...ys) - edge - places.above];
  picture.setAttribute("viewBox", `${left} ${top} ${Math.max(...xs) + edge - left} ${Math.max(...ys) + edge - top}`);
  return picture;
}

/** Boards of one storey: the cells as the board itself has them. */
function cells(board) {
  const model = modelOf(board);
  const { pitch } = model.shape;
  const sites = board.sites.map(({ site }) => {
    const { x, y } = model.shape.bySite.get(site);
    return { site, x, y, cell: model.cells.get(site) };
  });
  return { pitch, sites, names: [], above: 0 };
}

/** Shelves side by side, the lowest on the left, each with its letter. */
function shelves(board) {
  const shape = shapeOf(board);
  const step = 2 * shape.rim + 0.6 * shape.pitch;
  const sites = shape.sites.map(({ site, x, y, shelf }) => ({ site, x: x + shelf * step, y, cell: null }));
  const names = shape.shelves.map(({ shelf, sites: own }) =>
    written(own[0].site[0], shelf * step, Math.min(...own.map(({ y }) => y)) - 0.8 * shape.pitch, 0.42 * shape.pitch, { "font-weight": 700 }));
  return { pitch: shape.pitch, sites, names, above: 0.5 * shape.pitch };
}

function outline({ x, y, cell }, unit, marked) {
  const look = { fill: PAPER, stroke: INK, "stroke-width": (marked ? MARK : 0.02) * unit, "stroke-linejoin": "round" };
  if (!cell) return make("circle", { cx: x, cy: y, r: 0.42 * unit, ...look });
  return make("polygon", { points: cell.map((point) => point.join(",")).join(" "), ...look });
}

function standing(board, { x, y, cell }, stack, unit, known) {
  const top = stack.at(-1);
  if (isTile(top) && cell) return tile(cell, [x, y], top, unit);
  if (board.game === "troika") return pyramids([x, y], stack, unit);
  const parts = stack.flatMap((piece) => disc([x, y], piece === "pawn" ? 0.17 : 0.33, piece, board, known, unit));
  return parts;
}

function disc([x, y], radius, piece, board, known, unit) {
  const kind = board.pieces.find((other) => other.piece === piece);
  const body = kind ? rgb(bodyOf(kind)) : rgb("#cccccc");
  const ink = isLight(body) ? INK : PAPER;
  const circle = make("circle", { cx: x, cy: y, r: radius * unit, fill: css(body), stroke: INK, "stroke-width": 0.03 * unit });
  return [circle, written(piece === "pawn" ? "▲" : known[piece] || "?", x, y, radius * 1.1 * unit, { fill: ink, "font-weight": 700 })];
}

/** The top with its colour's letter and one to three dots for its size; below it, the stack from the bottom up. */
function pyramids([x, y], stack, unit) {
  const { colour, letter } = pyramid(stack.at(-1));
  const size = { s: 1, m: 2, l: 3 }[stack.at(-1)[1]] || 0;
  const half = (0.13 + 0.06 * size) * unit;
  const body = rgb(colour.body);
  const ink = isLight(body) ? INK : PAPER;
  const parts = [
    make("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, fill: css(body), stroke: INK, "stroke-width": 0.03 * unit }),
    written(letter, x, y - 0.05 * unit, 0.24 * unit, { fill: ink, "font-weight": 700 }),
    written("•".repeat(size), x, y + 0.12 * unit, 0.16 * unit, { fill: ink }),
  ];
  if (stack.length > 1) parts.push(written(stack.join(" "), x, y + 0.4 * unit, 0.11 * unit));
  return parts;
}

function tile(cell, [x, y], text, unit) {
  const inner = cell.map(([cx, cy]) => [x + (cx - x) * 0.9, y + (cy - y) * 0.9]);
  const body = make("polygon", { points: inner.map((point) => point.join(",")).join(" "), fill: "#eee", stroke: INK, "stroke-width": 0.03 * unit });
  const numbers = cell.map(([cx, cy], i) => written(text[i], x + (cx - x) * 0.55, y + (cy - y) * 0.55, 0.38 * unit, { "font-weight": 700 }));
  return [body, ...numbers];
}
