// A ball as an element of the page: in trays, beside names, under the pointer.

import { bodyOf, css, isLight, letters, mix, rgb } from "./colour.js";

const UNKNOWN = "#7a7e82";

export function dress(element, view, piece) {
  const kind = view.board.pieces.find((other) => other.piece === piece);
  const base = rgb(kind ? bodyOf(kind) : UNKNOWN);
  element.style.setProperty("--ball", css(base));
  element.style.setProperty("--ball-lit", css(mix(base, [255, 255, 255], 0.45)));
  element.style.setProperty("--ball-dark", css(mix(base, [0, 0, 0], 0.68)));
  element.classList.toggle("on-dark", !isLight(base));
  element.textContent = letters(view.board.pieces)[piece] || "?";
}

export function ball(view, piece) {
  const element = document.createElement("span");
  element.className = "ball";
  element.setAttribute("aria-hidden", "true");
  dress(element, view, piece);
  return element;
}
