// The wooden front: trays with the pieces not yet played, and the brass buttons.

import { lamp, pixelHex } from "./colour.js";
import { familyOf, groupsOf, kindOf, nameOf } from "./families.js";
import { ofTurn } from "./keys.js";
import { token } from "./token.js";
import { t } from "./words.js";

const FEW = 9; // trays up to this number have room for words

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
    const groups = groupsOf(view);
    const key = JSON.stringify([view.board.pieces, view.board.buttons, groups]);
    if (key === this.built) return;
    this.built = key;
    this.trays.classList.toggle("compact", view.board.pieces.length > FEW);
    this.trays.replaceChildren(...groups.map((group) => groupOf(view, group)));
    this.buttons.classList.toggle("many", view.board.buttons.length > 6);
    this.buttons.replaceChildren(...view.board.buttons.map(buttonOf));
  }

  update(view, { enabled, connected, picked }) {
    this.build(view);
    this.trays.hidden = !view.world;
    const own = view.turn && view.seats.find(({ seat }) => seat === view.turn.seat);
    const grouped = this.trays.children.length > 1 ? ofTurn(view) : null;
    const numberless = Boolean(familyOf(view.board).typed); // pieces that are called by name
    const numbered = numberless ? [] : grouped || groupsOf(view)[0].pieces;
    for (const tray of this.trays.querySelectorAll("[data-tray]")) {
      const piece = tray.dataset.tray;
      const turn = grouped ? own && own.pieces.includes(piece) && grouped.includes(piece) : !numberless && view.turn && view.turn.piece === piece;
      showTray(tray, view, { enabled, picked, turn: Boolean(turn), number: numbered.indexOf(piece) });
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

function showTray(tray, view, { enabled, picked, turn, number }) {
  const piece = tray.dataset.tray;
  const count = view.world ? view.world.tray[piece] || 0 : 0;
  const held = view.world ? view.world.hand.filter((other) => kindOf(view.board, other) === piece).length : 0;
  tray.querySelector(".key").dataset.key = number >= 0 && number < 9 ? String(number + 1) : "";
  tray.disabled = !enabled;
  tray.dataset.count = String(count);
  tray.querySelector(".count").dataset.count = String(count);
  tray.classList.toggle("empty", count === 0);
  tray.classList.toggle("turn", turn);
  tray.classList.toggle("held", held > 0);
  tray.setAttribute("aria-pressed", String(Boolean(picked && kindOf(view.board, picked.piece) === piece)));
  const said = { piece: nameOf(view.board, piece), count, held };
  const label = held ? t("{piece}: {count} in the tray, {held} in the hand", said) : t("{piece}: {count} in the tray", said);
  tray.setAttribute("aria-label", label);
}

function groupOf(view, { label, pieces, apart = 0 }) {
  const group = document.createElement("div");
  group.className = "tray-group";
  group.setAttribute("role", "group");
  if (label) {
    group.setAttribute("aria-label", label);
    const title = document.createElement("span");
    title.className = "tray-title";
    title.textContent = label;
    title.setAttribute("aria-hidden", "true");
    group.append(title);
  }
  const trays = pieces.map((piece) => trayOf(view, piece));
  trays.slice(pieces.length - apart).forEach((tray) => tray.classList.add("apart"));
  group.append(...trays);
  return group;
}

function trayOf(view, piece) {
  const tray = document.createElement("button");
  tray.type = "button";
  tray.className = "tray";
  tray.dataset.tray = piece;
  tray.title = nameOf(view.board, piece);
  const name = document.createElement("span");
  name.className = "tray-name";
  name.textContent = nameOf(view.board, piece); // as the label has it: who speaks to the page says what stands there
  const count = document.createElement("span");
  count.className = "count";
  const key = document.createElement("span");
  key.className = "key"; // painted by the style sheet, like the count: the label of the tray says it in words
  tray.append(token(view, piece), count, name, key);
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
