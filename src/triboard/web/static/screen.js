// What a screen beside the board and a projector have in common: the drawing, its age, the pause, the pointer.

import { letters } from "./colour.js";
import { modelOf, nameOf } from "./families.js";
import { connect } from "./link.js";
import { showGame, write } from "./panel.js";
import { posed } from "./posed.js";
import { stackAt } from "./scene.js";
import { say } from "./screen_words.js";
import { Stage } from "./stage.js";
import { onLanguage } from "./words.js";

const STALE = 5000; // ms without a word until the drawing counts as old
const POINTER = 4000; // ms until a pointer that does not move is hidden

const find = (id) => document.getElementById(id);

export class Screen {
  /** `shown(view)`, `rights(rights)` and `refused(text, id)` are called with what came, `lost()` when the line is gone,
   *  `spoken()` when another language is. */
  constructor({ shown = () => {}, rights = () => {}, refused = () => {}, lost = () => {}, spoken = () => {} }) {
    this.shown = shown;
    this.view = null;
    this.paused = false;
    this.pixels = "";
    this.silentSince = null; // the board's own line is down since then
    this.stage = new Stage(find("tower"), () => {});
    this.stage.pointsAtLast = true;
    this.link = connect({
      onView: (view) => this.take(view),
      onLight: (hex) => this.light(hex),
      onRights: rights,
      onRefused: refused,
      onLost: () => {
        lost();
        this.age();
      },
    });
    write(find("turn"), say("connecting"));
    onLanguage(() => {
      for (const element of document.querySelectorAll("[data-key]")) delete element.dataset.key; // what was shown is to be said anew
      spoken();
    });
    setInterval(() => this.age(), 500);
    hidePointer();
  }

  take(view) {
    this.view = view;
    document.body.classList.remove("waiting");
    document.title = view.board.title;
    write(find("title"), view.board.title);
    if (view.link.state === "up") this.silentSince = null;
    else this.silentSince ??= performance.now();
    this.draw();
    showGame(view);
    if (this.attracting) write(find("message"), say("watch"));
    document.body.classList.toggle("no-turn", !find("turn").textContent); // out of order, closed: the message is the main line
    write(find("standing"), standing(view));
    this.age();
    this.shown(view);
  }

  /** The game that the lights play while nobody is there, unless somebody has stopped what moves. */
  get attracting() {
    const { attract } = this.view;
    return Boolean(attract && attract.running && attract.picture) && !this.paused;
  }

  draw() {
    const { view } = this;
    let shown = view;
    if (this.attracting) {
      const { pieces, new: here } = view.attract.picture;
      shown = posed(view, { stacks: Object.fromEntries(Object.entries(pieces).map(([site, piece]) => [site, [piece]])), here });
    }
    this.stage.setView(shown, letters(view.board.pieces), modelOf);
    this.stage.setLight(this.pixels);
  }

  /** Light moves by itself; where somebody has stopped what moves, it changes with the game only. */
  light(hex) {
    this.pixels = hex;
    if (!this.paused) this.stage.setLight(hex);
  }

  pause(on) {
    this.paused = on;
    if (this.view) this.take(this.view);
  }

  /** Greys what is old and says how old it is. */
  age() {
    const silence = this.link ? this.link.silence() : 0;
    const alone = silence > STALE;
    const since = alone ? silence : this.silentSince === null ? 0 : performance.now() - this.silentSince;
    const old = since > STALE;
    document.body.classList.toggle("lost", old);
    find("lost").hidden = !old;
    if (old) write(find("lost"), say(alone ? "silent" : "board-lost", { seconds: Math.floor(since / 1000) }));
  }
}

/** What stands on the board, for whoever cannot see the drawing. */
function standing(view) {
  const places = view.board.sites
    .map(({ site }) => ({ site, stack: stackAt(view, site) }))
    .filter(({ stack }) => stack.length)
    .map(({ site, stack }) => `${site} ${[...stack].reverse().map((piece) => nameOf(view.board, piece)).join(", ")}`);
  return places.length ? say("stands", { list: places.join("; ") }) : say("nothing-stands");
}

function hidePointer() {
  let waiting = 0;
  const wake = () => {
    document.body.classList.remove("still-pointer");
    clearTimeout(waiting);
    waiting = setTimeout(() => document.body.classList.add("still-pointer"), POINTER);
  };
  addEventListener("pointermove", wake);
  wake();
}
