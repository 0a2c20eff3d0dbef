// The rules in pictures: positions that the daemon played by the rules, drawn as the board itself, one after another.

import { letters } from "./colour.js";
import { modelOf } from "./families.js";
import { posed } from "./posed.js";
import { known, say } from "./screen_words.js";
import { Stage } from "./stage.js";

const EACH = 12_000; // ms a picture stays: three short lines can be read twice
const TARGET = "8a7a4c"; // as dim as a target on the board, so that the piece stands out

export class RuleShow {
  constructor({ root, canvas, text, number }) {
    this.root = root;
    this.text = text;
    this.number = number;
    this.stage = new Stage(canvas, () => {});
    this.stage.pointsAtLast = true;
    this.pictures = [];
    this.of = "";
    this.at = 0;
    this.paused = false;
    this.view = null;
    setInterval(() => this.next(), EACH);
  }

  /** Asks for the pictures when another game, or the same with other options, is played. */
  async update(view) {
    this.view = view;
    const of = JSON.stringify([view.board.name, view.board.sites.length, view.options]);
    if (of === this.of) return;
    this.of = of;
    try {
      const answer = await fetch("/display/rules", { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      this.pictures = (await answer.json()).pictures.filter(({ code }) => known(code));
    } catch {
      this.of = ""; // with the next view once more
      return;
    }
    this.at = 0;
    this.show();
  }

  next() {
    if (this.paused || this.pictures.length < 2) return;
    this.at = (this.at + 1) % this.pictures.length;
    this.show();
  }

  show() {
    const picture = this.pictures[this.at];
    this.root.hidden = !picture;
    if (!picture || !this.view) return;
    this.text.textContent = say(picture.code);
    this.number.textContent = say("number", { number: this.at + 1, count: this.pictures.length });
    this.stage.setView(shown(this.view, picture), letters(this.view.board.pieces), modelOf);
    this.stage.setLight(glow(this.view.board, picture.targets));
  }
}

/** The picture as a view: where a line is drawn, no arrow is needed. */
function shown(view, { stacks, rims, line, points, here }) {
  const detents = view.board.rims.map(({ rim }, i) => ({ rim, state: "rest", detent: rims[i] }));
  return posed(view, { stacks, rims: detents, line, points, here: line.length ? [] : here });
}

/** Lights as on the wire, with these sites lit. */
function glow(board, targets) {
  const lit = new Set(board.sites.filter(({ site }) => targets.includes(site)).map(({ pixel }) => pixel));
  const count = Math.max(-1, ...board.sites.map(({ pixel }) => pixel ?? -1)) + 1;
  return Array.from({ length: count }, (_, pixel) => (lit.has(pixel) ? TARGET : "000000")).join("");
}
