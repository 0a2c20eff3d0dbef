// Which game is played on which board: chosen here, then the daemon builds everything anew.

import { change, element, read } from "./asking.js";
import { choices } from "./newgame.js";
import { n, spoken, t } from "./words.js";

const WORDS = {
  usual: n("The usual board"),
  leave: n("As the game has it"),
  fixed: n("The environment of the daemon fixes {keys}."),
  sure: n("A game is under way. End it and change the game?"),
  done: n("Done. The board starts anew; this page comes back by itself."),
};
const TITLES = { ttt3d: n("3D tic-tac-toe"), troika: "Troika", trike: "Trike", trioker: "Trioker" };

export class Choice {
  constructor(form, said) {
    Object.assign(this, { form, said, games: [], state: null, built: "" });
    this.game = form.querySelector("#choice-game");
    this.board = form.querySelector("#choice-board");
    this.options = form.querySelector("#choice-options");
    this.clock = form.querySelector("#choice-clock");
    this.game.addEventListener("change", () => this.build({}));
    this.options.addEventListener("change", () => this.depend());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  async show(state) {
    this.state = state;
    if (!this.games.length) this.games = (await read("/care/games"))?.games || [];
    const key = JSON.stringify([spoken(), state.choice, state.fixed, this.games.length]);
    if (key === this.built || !this.games.length) return; // what is being filled in stays
    this.built = key;
    this.game.replaceChildren(...this.games.map(({ game }) => new Option(TITLES[game] ? t(TITLES[game]) : game, game)));
    this.game.value = state.choice.game;
    this.clock.value = state.choice.clock;
    this.build(state.choice);
    for (const field of this.form.elements) field.disabled = state.fixed.length > 0;
    if (state.fixed.length) this.said(t(WORDS.fixed, { keys: state.fixed.join(", ") }));
  }

  build({ board = "", options = {} }) {
    const game = this.games.find((one) => one.game === this.game.value);
    const names = new Set(game.options.map(({ name }) => name));
    this.board.replaceChildren(new Option(t(WORDS.usual), ""), ...game.boards.map((name) => new Option(name, name)));
    if (board && !game.boards.includes(board)) this.board.append(new Option(board, board));
    this.board.value = board;
    this.shown = choices().filter((one) => names.has(one.name) && (!one.game || one.game === game.game));
    this.options.replaceChildren(...this.shown.map((one, number) => option(one, number, options)));
    this.depend();
  }

  /** Options of other modes mean nothing and are not sent. */
  depend() {
    const chosen = this.chosen();
    for (const [number, { when }] of this.shown.entries()) {
      const row = this.options.children[number];
      row.hidden = Boolean(when) && !when(chosen);
    }
  }

  chosen() {
    const found = {};
    for (const [number, { name, values }] of this.shown.entries()) {
      const row = this.options.children[number];
      const place = row.querySelector("select").value;
      if (!row.hidden && place !== "") found[name] = values[Number(place)][0];
    }
    return found;
  }

  async send() {
    const interrupt = this.state.under_way && confirm(t(WORDS.sure));
    if (this.state.under_way && !interrupt) return;
    const options = Object.fromEntries(Object.entries(this.chosen()).filter(([, value]) => value !== null));
    const wanted = { game: this.game.value, board: this.board.value, options, clock: this.clock.value.trim() };
    const opponents = this.game.value === this.state.choice.game ? this.state.choice.opponents : [];
    const answer = await change("/care/game", { ...wanted, opponents, interrupt });
    this.said(answer.refused || answer.trouble || t(WORDS.done));
  }
}

function option({ name, legend, values }, number, options) {
  const row = element("div", "", "setting");
  const label = element("label", legend);
  const field = document.createElement("select");
  field.id = `choice-${name}-${number}`;
  field.dataset.option = name;
  label.htmlFor = field.id;
  field.append(new Option(t(WORDS.leave), ""), ...values.map(([, text], place) => new Option(text, String(place))));
  const now = values.findIndex(([value]) => name in options && value === options[name]);
  field.value = now < 0 ? "" : String(now);
  row.append(label, field);
  return row;
}
