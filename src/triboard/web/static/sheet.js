// What is left of a lesson, to be printed: positions, points of teams, room to write. No names.

import { drawing } from "./diagram.js";
import { nameOf } from "./families.js";
import { connect } from "./link.js";
import { say } from "./screen_words.js";
import { spoken } from "./words.js";

const find = (id) => document.getElementById(id);

function element(name, text, kind) {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function part(board, diagram, title) {
  const box = document.createElement("section");
  box.append(element("h2", title));
  const list = Object.entries(diagram.stacks)
    .map(([site, stack]) => `${site} ${[...stack].reverse().map((piece) => nameOf(board, piece)).join(", ")}`)
    .join("; ");
  box.append(drawing(board, diagram, say("diagram", { list })));
  box.append(element("p", diagram.text));
  const points = diagram.points.filter((one) => one.points);
  if (points.length) box.append(element("p", points.map((one) => say("sheet-points", { team: one.team, points: one.points })).join(" · "), "points"));
  box.append(element("p", say("sheet-why")), element("div", "", "lines"));
  return box;
}

function show(board, sheet) {
  find("print").hidden = !sheet;
  find("sheet-none").textContent = sheet ? "" : say("sheet-none");
  find("sheet-game").textContent = sheet && sheet.lesson ? sheet.lesson : board.title;
  if (!sheet) return;
  find("sheet-teams").replaceChildren(...sheet.teams.map(({ team, score }) => element("li", say("sheet-points", { team, points: score }))));
  const parts = sheet.diagrams.map((diagram) =>
    part(board, diagram, say(diagram.over ? "sheet-over" : "sheet-game", { game: diagram.game, ply: diagram.ply })));
  if (sheet.find) parts.unshift(part(board, sheet.find, say("sheet-find")));
  find("sheet").replaceChildren(...parts);
}

find("print").addEventListener("click", () => print());

let sheet; // one that somebody prints does not change under the hand
connect({
  async onView({ board }) {
    find("sheet-title").textContent = say("sheet-title");
    find("print").textContent = say("sheet-print");
    if (sheet === undefined) {
      sheet = null;
      const answer = await fetch(`/classroom/sheet.json?language=${spoken()}`, { cache: "no-store" });
      sheet = answer.ok ? (await answer.json()).sheet : null;
      show(board, sheet);
    }
  },
  onLight() {},
  onRights() {},
  onRefused() {},
  onLost() {},
});
