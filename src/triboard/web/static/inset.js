// A stack from the side: shown for the site that is pointed at or focused, with its pieces by name, top first.

import { familyOf, nameOf } from "./families.js";
import { heightOf, paintElevation } from "./pyramids.js";
import { stackAt } from "./scene.js";
import { spoken, t } from "./words.js";

const WIDE = 56; // px of the picture
const PITCH = 50; // px a pitch: the lowest pyramid is as high as a line of words

export class Inset {
  constructor(root) {
    this.root = root;
    this.canvas = root.querySelector("canvas");
    this.title = root.querySelector("figcaption");
    this.list = root.querySelector("ol");
    this.shown = "";
  }

  update(view, site) {
    const stack = view && site && familyOf(view.board).stacked ? stackAt(view, site) : [];
    const key = JSON.stringify([site, stack, spoken()]);
    if (key === this.shown) return;
    this.shown = key;
    this.root.hidden = !stack.length;
    this.root.dataset.of = stack.length ? site : "";
    if (!stack.length) return;
    this.title.textContent = stack.length === 1 ? site : t("{site}: {count} on each other", { site, count: stack.length });
    this.list.replaceChildren(...[...stack].reverse().map((piece) => {
      const item = document.createElement("li");
      item.textContent = nameOf(view.board, piece);
      item.style.setProperty("--tall", `${heightOf(piece) * PITCH}px`);
      return item;
    }));
    this.paint(stack);
  }

  paint(stack) {
    const whole = stack.reduce((sum, piece) => sum + heightOf(piece), 0);
    const tall = Math.ceil(whole * PITCH) + 2;
    const dense = Math.min(2, devicePixelRatio || 1);
    this.canvas.width = WIDE * dense;
    this.canvas.height = tall * dense;
    const ctx = this.canvas.getContext("2d");
    ctx.scale(dense, dense);
    let foot = tall - 1;
    for (const piece of stack) {
      paintElevation(ctx, WIDE / 2, foot, PITCH, piece);
      foot -= heightOf(piece) * PITCH;
    }
  }
}
