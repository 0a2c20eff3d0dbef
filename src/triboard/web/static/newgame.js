// The dialog that asks for another game; shows those options that the board's game has.

import { chosenTerms, seatTerms, termsOf } from "./rivals.js";
import { numbered, playerName } from "./names.js";
import { t } from "./words.js";

const yesNo = () => [[true, t("yes")], [false, t("no")]];
const counts = (...values) => values.map((value) => [value, String(value)]);
const modes = (...names) => ({ mode }) => mode === undefined || names.includes(mode);

/**
 * `when` tells from what is chosen so far whether a choice means anything; `fits` which values this
 * board has room for; `game` where only one has it.
 */
export const choices = () => [
  { name: "mode", game: "troika", legend: t("What"), values: [["game", t("a game")], ["training", t("training: find the third")]] },
  { name: "starter", legend: t("Who starts"), values: [[null, t("the die says")], ["light", playerName("Light")], ["dark", playerName("Dark")]], when: modes("game") },
  {
    name: "size",
    legend: t("Cells a side"),
    values: counts(7, 9, 11, 13, 15, 17, 19),
    fits: (size, board) => (size * (size + 1)) / 2 <= board.sites.length,
  },
  { name: "swap", legend: t("White may swap sides after the opening"), values: yesNo() },
  {
    name: "mode",
    game: "trioker",
    legend: t("What"),
    values: [["pair-impair", t("Pair and Impair")], ["rapid", t("Rapid")], ["original", t("Original 1970")], ["simple", t("Simple")], ["puzzle", t("Puzzle")]],
  },
  { name: "players", game: "ttt3d", legend: t("Players"), values: counts(2, 3, 4, 5) },
  { name: "players", game: "trioker", legend: t("Players"), values: counts(2, 3, 4), when: modes("rapid", "original", "simple") },
  { name: "board", legend: t("Cells of the board"), values: counts(73, 52), when: modes("pair-impair") },
  { name: "honour", legend: t("A wrong pass"), values: [[false, t("is refused")], [true, t("may be challenged")]], when: modes("pair-impair") },
  { name: "f5", legend: t("Action F5: pay 5 to the next player"), values: yesNo(), when: modes("original") },
  { name: "paths", legend: t("Chains from the first tile"), values: counts(1, 2, 3), when: modes("simple") },
  {
    name: "outline",
    legend: t("Outline"),
    values: outlines(),
    when: modes("puzzle"),
  },
  { name: "joker", legend: t("With the joker"), values: yesNo(), when: modes("puzzle") },
  { name: "calling", legend: t("Points"), values: [["auto", t("counted by the board")], ["strict", t("called by the players")]] },
  { name: "rims", legend: t("Rims"), values: [[false, t("stand still")], [true, t("may be turned")]] },
  { name: "rim_turn", legend: t("A turn of a rim"), values: [["instead", t("instead of a ball")], ["after", t("after a ball")]], when: ({ rims }) => rims !== false },
];

const LIGHT_DARK = () => ["Light", "Dark"].map(playerName);
const NAMES = { game: LIGHT_DARK, training: LIGHT_DARK, "pair-impair": () => ["Pair", "Impair"].map(playerName), puzzle: () => [numbered(1)] };

/** Who sits at the table of the game that is chosen, which need not be the one on the board. */
function seatsOf({ seats, options }, chosen) {
  if (["mode", "players"].every((name) => chosen[name] === undefined || chosen[name] === options[name])) return seats;
  const names = chosen.mode in NAMES ? NAMES[chosen.mode]() : Array.from({ length: chosen.players || seats.length }, (_, place) => numbered(place + 1));
  return names.map((name, seat) => ({ seat, name }));
}

const outlines = () => [
  ["hexagon-2", t("hexagon 2")],
  ["parallelogram-3x4", t("parallelogram 3x4")],
  ["trapezoid-5x4", t("trapezoid 5x4")],
  ["sphinx", t("sphinx")],
  ["butterfly", t("butterfly")],
  ["triangle-5", t("triangle 5")],
  ["eagle", t("eagle")],
  ["sitting-man", t("sitting man")],
  ["seahorse", t("seahorse")],
  ["footballer", t("footballer")],
  ["star", t("star")],
  ["tree", t("tree")],
  ["tent", t("tent")],
  ["rocket", t("rocket")],
  ["candy", t("candy")],
  ["swan", t("swan")],
  ["mushroom", t("mushroom")],
  ["crown", t("crown")],
  ["bell", t("bell")],
  ["arrow", t("arrow")],
  ["kite", t("kite")],
  ["umbrella", t("umbrella")],
  ["boat", t("boat")],
];

export function newGame(dialog, send) {
  const fields = dialog.querySelector("#choices");
  const terms = dialog.querySelector("#terms");
  const form = dialog.querySelector("form");
  let shown = [];
  let view = null;

  dialog.querySelector("#start-game").addEventListener("click", () => {
    const options = {};
    for (const { name } of shown) {
      const [value, on] = [chosen()[name], !form.querySelector(`[data-option="${name}"]`).disabled];
      if (on && value !== undefined) options[name] = value;
    }
    dialog.close();
    send({ type: "new", options, ...chosenTerms(terms) });
  });
  dialog.querySelector("#keep-game").addEventListener("click", () => dialog.close());
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", depend);

  function chosen() {
    const found = {};
    for (const { name, values } of shown) {
      const input = form.querySelector(`input[name="${name}"]:checked`);
      if (input) found[name] = values[Number(input.value)][0];
    }
    return found;
  }

  function depend() {
    const now = chosen();
    for (const { name, when, game } of shown) {
      if (!when) continue;
      const set = form.querySelector(`[data-option="${name}"]`);
      set.disabled = !when(now);
      set.hidden = set.disabled && game !== "ttt3d" && name !== "rim_turn"; // other modes have other choices
    }
    seatTerms(terms, view, seatsOf(view, now));
  }

  return function open(next) {
    view = { ...next, ...next.ladder.now?.back }; // a lesson goes back to the games that were played before
    shown = choices().filter(({ name, game }) => name in view.options && (!game || game === view.board.game)).map((choice) => ({
      ...choice,
      values: choice.values.filter(([value]) => !choice.fits || choice.fits(value, view.board)),
    })).filter(({ values }) => values.length > 1);
    fields.replaceChildren(...shown.map((choice) => group(choice, view.options[choice.name])));
    terms.replaceChildren(...termsOf(view));
    depend();
    dialog.showModal();
  };
}

function group({ name, legend, values }, now) {
  const set = document.createElement("fieldset");
  set.dataset.option = name;
  const title = document.createElement("legend");
  title.textContent = legend;
  const row = document.createElement("div");
  row.className = "segments";
  values.forEach(([value, text], place) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = name;
    input.value = String(place);
    input.checked = value === now;
    const words = document.createElement("span");
    words.textContent = text;
    label.append(input, words);
    row.append(label);
  });
  set.append(title, row);
  return set;
}
