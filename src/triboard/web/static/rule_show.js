// The rules in pictures: positions that the daemon played by the rules, drawn as the board itself, one after another.

import { letters } from "./colour.js";
import { modelOf } from "./families.js";
import { say, WORDS } from "./screen_words.js";
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
      this.pictures = (await answer.json()).pictures.filter(({ code }) => code in WORDS);
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
    if (!picture) return;
    this.text.textContent = say(picture.code);
    this.number.textContent = say("number", { number: this.at + 1, count: this.pictures.length });
    this.stage.setView(posed(this.view, picture), letters(this.view.board.pieces), modelOf);
    this.stage.setLight(glow(this.view.board, picture.targets));
  }
}

/** A view of the same board in which only the picture stands. */
function posed(view, { stacks, rims, line, points, here }) {
  return {
    ...view,
    world: null,
    readings: Object.fromEntries(view.board.sites.map(({ site }) => [site, (stacks[site] || ["empty"]).at(-1)])),
    stacks,
    racks: {},
    rims: view.board.rims.map(({ rim }, i) => ({ rim, state: "rest", detent: rims[i] })),
    flickering: [],
    message: null,
    last: { text: "", sites: line.length ? [] : here, lines: line.length ? [{ text: "", sites: line, points }] : [] },
  };
}

/** Lights as on the wire, with these sites lit. */
function glow(board, targets) {
  const lit = new Set(board.sites.filter(({ site }) => targets.includes(site)).map(({ pixel }) => pixel));
  const count = Math.max(-1, ...board.sites.map(({ pixel }) => pixel ?? -1)) + 1;
  return Array.from({ length: count }, (_, pixel) => (lit.has(pixel) ? TARGET : "000000")).join("");
}
