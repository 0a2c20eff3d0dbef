// The wooden front: trays with the balls not yet played, and the brass buttons.

import { ball } from "./ball.js";
import { lamp, pixelHex } from "./colour.js";

export class Console {
  constructor({ trays, buttons, press }) {
    this.trays = trays;
    this.buttons = buttons;
    this.built = "";
    buttons.addEventListener("click", (event) => {
      const button = event.target.closest("[data-button]");
      if (button) press(button.dataset.button);
    });
  }

  build(view) {
    const key = JSON.stringify([view.board.pieces, view.board.buttons]);
    if (key === this.built) return;
    this.built = key;
    this.trays.replaceChildren(...view.board.pieces.map((kind, place) => trayOf(view, kind, place)));
    this.buttons.replaceChildren(...view.board.buttons.map(buttonOf));
  }

  update(view, { enabled, connected, picked }) {
    this.build(view);
    this.trays.hidden = !view.world;
    for (const tray of this.trays.children) {
      const piece = tray.dataset.tray;
      const count = view.world ? view.world.tray[piece] || 0 : 0;
      const kind = view.board.pieces.find((other) => other.piece === piece);
      const held = view.world ? view.world.hand.filter((other) => other === piece).length : 0;
      tray.querySelector(".count").textContent = String(count);
      tray.disabled = !enabled;
      tray.dataset.count = String(count);
      tray.classList.toggle("empty", count === 0);
      tray.classList.toggle("turn", Boolean(view.turn && view.turn.piece === piece));
      tray.classList.toggle("held", held > 0);
      const chosen = Boolean(picked && picked.piece === piece);
      tray.setAttribute("aria-pressed", String(chosen));
      const words = [`${kind.name} balls: ${count} in the tray`];
      if (held) words.push(`${held} in the hand`);
      tray.setAttribute("aria-label", words.join(", "));
    }
    for (const button of this.buttons.children) {
      const state = view.buttons[button.dataset.button] || {};
      button.disabled = !connected;
      button.classList.toggle("lit", Boolean(state.lit));
      button.dataset.lit = String(Boolean(state.lit));
      button.title = state.hint || "";
    }
  }

  light(view, pixels) {
    view.board.buttons.forEach((kind, place) => {
      const button = this.buttons.children[place];
      if (!button || kind.pixel === undefined || kind.pixel === null) return;
      const hex = pixelHex(pixels, kind.pixel);
      const light = lamp(hex);
      button.dataset.light = hex;
      button.style.setProperty("--lamp", light ? `rgb(${light.hue.map(Math.round)})` : "transparent");
      button.style.setProperty("--lamp-strength", String(light ? light.strength.toFixed(2) : 0));
    });
  }
}

function trayOf(view, kind, place) {
  const tray = document.createElement("button");
  tray.type = "button";
  tray.className = "tray";
  tray.dataset.tray = kind.piece;
  const name = document.createElement("span");
  name.className = "tray-name";
  name.textContent = kind.name;
  const count = document.createElement("span");
  count.className = "count";
  const key = document.createElement("kbd");
  key.textContent = String(place + 1);
  tray.append(ball(view, kind.piece), count, name, key);
  return tray;
}

function buttonOf(kind) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "brass";
  button.dataset.button = kind.button;
  const cap = document.createElement("span");
  cap.className = "cap";
  cap.setAttribute("aria-hidden", "true");
  const label = document.createElement("span");
  label.className = "label";
  label.textContent = kind.label;
  button.append(cap, label);
  if (kind.key) {
    const key = document.createElement("kbd");
    key.textContent = kind.key === "Enter" ? "↵" : kind.key.toUpperCase();
    button.append(key);
    button.setAttribute("aria-keyshortcuts", kind.key);
  }
  return button;
}
