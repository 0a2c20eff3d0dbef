// What each light means: the list that the daemon makes from its palette and rhythms.

import { t } from "./words.js";

const SHAPES = {
  target: "dim", sizes: "dim", source: "bright", line: "run", claimable: "pulse", missed: "short", choice: "quick",
  wrong: "blink", wanted: "wanted", waiting: "rare", turn: "seat", seen: "dim", winner: "pulse", attract: "pulse",
};
const LATER = new Set(["attract", "opponent"]); // roles that no scene of this program shows yet

let shown = "";

export function showLegend(entries) {
  const key = JSON.stringify(entries);
  if (!entries || key === shown) return;
  shown = key;
  const rows = entries.filter(({ role }) => !LATER.has(role)).map(row);
  document.querySelector("#legend ul").replaceChildren(...rows);
}

function row({ role, meaning, cue, colour }) {
  const item = document.createElement("li");
  item.dataset.role = role;
  const lamp = document.createElement("i");
  lamp.className = SHAPES[role] || "";
  lamp.style.setProperty("--on", colour);
  const words = document.createElement("span");
  words.textContent = t("{meaning}: {cue}", { meaning, cue });
  item.append(lamp, words);
  return item;
}
