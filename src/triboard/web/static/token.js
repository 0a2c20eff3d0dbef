// A piece as an element of the page: in trays, beside names, under the pointer.

import { bodyOf, css, isLight, letters, mix, rgb } from "./colour.js";
import { familyOf } from "./families.js";

const UNKNOWN = "#7a7e82";
const FINE = 96; // px of a painted piece; the page scales it down

export function dress(element, view, piece) {
  const { token: paint } = familyOf(view.board);
  element.classList.toggle("drawn", Boolean(paint));
  if (paint) draw(element, paint, piece);
  else colour(element, view, piece);
}

function colour(element, view, piece) {
  const kind = view.board.pieces.find((other) => other.piece === piece);
  const base = rgb(kind ? bodyOf(kind) : UNKNOWN);
  element.style.setProperty("--ball", css(base));
  element.style.setProperty("--ball-lit", css(mix(base, [255, 255, 255], 0.45)));
  element.style.setProperty("--ball-dark", css(mix(base, [0, 0, 0], 0.68)));
  element.classList.toggle("on-dark", !isLight(base));
  element.dataset.letter = letters(view.board.pieces)[piece] || "?"; // painted by the style sheet: no word
}

function draw(element, paint, piece) {
  let canvas = element.querySelector("canvas");
  if (!canvas) {
    canvas = document.createElement("canvas");
    canvas.width = canvas.height = FINE * 2;
    element.replaceChildren(canvas);
  }
  if (canvas.dataset.drawn === String(piece)) return;
  canvas.dataset.drawn = String(piece);
  const ctx = canvas.getContext("2d");
  ctx.setTransform(2, 0, 0, 2, 0, 0);
  ctx.clearRect(0, 0, FINE, FINE);
  paint(ctx, FINE, piece);
}

export function token(view, piece) {
  const element = document.createElement("span");
  element.className = "ball";
  element.setAttribute("aria-hidden", "true");
  dress(element, view, piece);
  return element;
}
