// Says by hand what stands on a site that no sensor tells of: a button a site, and a dialog.

import { familyOf, kindOf, nameOf } from "./families.js";
import { readingOf } from "./scene.js";
import { token } from "./token.js";
import { spoken, t } from "./words.js";

/** Sites that may be entered by hand, in the order of the board. */
export function unreadOf({ flickering = [], unread = [], board }) {
  const names = new Set([...flickering, ...unread]);
  return [...board.sites, ...(board.racks || [])].map(({ site }) => site).filter((site) => names.has(site));
}

export class Entry {
  constructor({ list, dialog, send }) {
    Object.assign(this, { list, dialog, send });
    const part = (id) => dialog.querySelector(`#enter-${id}`);
    this.title = part("title");
    this.said = part("stack");
    this.pieces = part("pieces");
    this.turn = part("turn");
    this.off = part("off");
    this.stack = []; // bottom first
    list.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-enter]");
      if (button) this.open(button.dataset.enter);
    });
    this.pieces.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-piece]");
      if (button) this.put(button.dataset.piece);
    });
    this.turn.addEventListener("click", () => this.change([...this.stack.slice(0, -1), this.turned(this.stack.at(-1))]));
    this.off.addEventListener("click", () => this.change(this.stack.slice(0, -1)));
    part("nothing").addEventListener("click", () => this.change([]));
    part("not").addEventListener("click", () => dialog.close());
    part("do").addEventListener("click", () => {
      dialog.close();
      send({ type: "enter", site: this.site, pieces: this.stack });
    });
  }

  update(view, connected) {
    this.view = view;
    const sites = unreadOf(view);
    const key = [spoken(), ...sites].join(" ");
    if (key !== this.list.dataset.sites) {
      const held = document.activeElement && document.activeElement.dataset.enter; // keep the keyboard where it is
      this.list.dataset.sites = key;
      this.list.replaceChildren(...sites.map(door));
      const again = held && this.list.querySelector(`[data-enter="${CSS.escape(held)}"]`);
      if (again) again.focus();
    }
    for (const button of this.list.children) button.disabled = !connected;
  }

  open(site) {
    const { board, stacks = {} } = this.view;
    this.site = site;
    const place = board.sites.find((other) => other.site === site); // a rack place holds one piece
    this.height = (place && place.height) || 1;
    this.title.textContent = t("The sensor of {site} cannot be read. What stands there?", { site });
    const known = new Set(board.pieces.map(({ piece }) => piece));
    const shown = (stacks[site] || [readingOf(this.view, site)]).filter((piece) => known.has(kindOf(board, piece)));
    this.pieces.replaceChildren(...board.pieces.map(({ piece }) => this.choice(piece)));
    this.change(shown);
    this.dialog.showModal();
  }

  choice(piece) {
    const name = nameOf(this.view.board, piece);
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.piece = piece;
    button.append(token(this.view, piece), name);
    if (this.height > 1) button.setAttribute("aria-label", t("Add on top: {piece}", { piece: name }));
    return button;
  }

  /** On top of the others, or in place of the one piece that fits. */
  put(piece) {
    this.change(this.height > 1 ? [...this.stack, piece] : [piece]);
  }

  turned(piece) {
    return familyOf(this.view.board).turned(piece, true);
  }

  change(stack) {
    const { board } = this.view;
    this.stack = stack;
    const names = stack.map((piece) => nameOf(board, piece));
    this.said.textContent = names.length > 1 ? t("From the bottom: {pieces}", { pieces: names.join(", ") }) : names[0] || t("Nothing");
    this.turn.hidden = !familyOf(board).turned;
    this.turn.disabled = stack.length === 0;
    this.off.hidden = this.height === 1;
    this.off.disabled = stack.length === 0;
    for (const button of this.pieces.children) {
      const there = stack.some((piece) => kindOf(board, piece) === button.dataset.piece);
      button.setAttribute("aria-pressed", String(there));
      button.disabled = this.height > 1 && stack.length >= this.height;
    }
  }
}

function door(site) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.enter = site;
  button.textContent = t("Enter {site} by hand", { site });
  return button;
}
