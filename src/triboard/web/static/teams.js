// Teams are letters with a colour and a shape: never a colour alone, never a name.

import { say } from "./screen_words.js";

export const TEAMS = {
  A: { colour: "#e69f00", shape: "M8 1 15 15H1z" },
  B: { colour: "#56b4e9", shape: "M2 2h12v12H2z" },
  C: { colour: "#2fbf9a", shape: "M8 1a7 7 0 1 0 .01 0z" },
  D: { colour: "#f0e442", shape: "M8 0 16 8 8 16 0 8z" },
  E: { colour: "#e88bb9", shape: "M5 1h6l4 7-4 7H5L1 8z" },
  F: { colour: "#f2ece0", shape: "M6 1h4v5h5v4h-5v5H6v-5H1V6h5z" },
};

const SVG = "http://www.w3.org/2000/svg";

/** The badge of a team: its shape in its colour. The letter stands beside it in words. */
export function badge(team) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 16 16");
  picture.setAttribute("class", "badge");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", TEAMS[team].shape);
  path.setAttribute("fill", TEAMS[team].colour);
  picture.append(path);
  return picture;
}

/** A row of a list of teams. */
export function teamRow({ team, score }, { turn = false, playing = "" } = {}) {
  const row = document.createElement("li");
  row.dataset.team = team;
  row.classList.toggle("turn", turn);
  if (turn) row.setAttribute("aria-current", "true");
  const name = document.createElement("span");
  name.className = "name";
  name.textContent = playing ? say("team-plays", { team, player: playing }) : say("team", { team });
  const points = document.createElement("span");
  points.className = "score";
  points.textContent = String(score);
  row.append(badge(team), name, points);
  return row;
}
