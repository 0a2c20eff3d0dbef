// A puzzle's live count, and how long the board looks on before it warns that there is no way from here.

import { t } from "./words.js";

const find = (id) => document.getElementById(id);
const PATIENCE = [0, 5, 10, 30, 60, null]; // seconds; null is for ever

export function watchWays({ send }) {
  find("patience").addEventListener("change", (event) => {
    const seconds = event.target.value === "" ? null : Number(event.target.value);
    send({ type: "patience", seconds });
  });
}

export function showWays({ ways }, playing) {
  find("puzzle").hidden = !ways;
  if (!ways) return;
  const text = ways.count === null && !ways.text ? t("Counting the ways to finish…") : ways.text;
  if (find("ways").textContent !== text) find("ways").textContent = text;
  const choice = find("patience");
  if (!choice.options.length) choice.append(...PATIENCE.map((seconds) => new Option(words(seconds), seconds ?? "")));
  choice.value = ways.patience ?? "";
  choice.disabled = !playing;
}

function words(seconds) {
  if (seconds === null) return t("never");
  return seconds ? t("after {seconds} s", { seconds }) : t("at once");
}
