// Everything in words: whose turn, message, seats, last move, moves, outcome, health of the line.

import { token } from "./token.js";
import { unreadOf } from "./entry.js";
import { pixelHex } from "./colour.js";
import { familyOf, nameOf } from "./families.js";
import { showLegend } from "./legend.js";
import { spoken, t, tn } from "./words.js";

const find = (id) => document.getElementById(id);

export function showPanel(view) {
  find("title").textContent = view.board.title;
  document.title = view.board.title;
  showGame(view);
  chips(view);
  moves(view.moves);
  showLegend(view.board.legend);
  showLightColours(view);
  find("real").hidden = Boolean(view.world);
}

/** What a screen beside the board shows of it too. */
export function showGame(view) {
  turn(view);
  message(view);
  scores(view);
  last(view.last);
  outcome(view);
}

export function write(element, text) {
  if (element.textContent !== text) element.textContent = text; // unchanged text is not read aloud again
}

function turn(view) {
  const box = find("turn");
  const key = JSON.stringify([spoken(), view.turn, view.phase]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.dataset.piece = view.turn ? view.turn.piece || "" : "";
  const words = document.createElement("span");
  box.classList.toggle("long", Boolean(view.turn && view.turn.text.length > 34));
  words.textContent = view.turn ? view.turn.text : phase(view);
  const pieces = view.turn && view.turn.piece ? shown(view, [view.turn.piece]) : [];
  box.replaceChildren(...pieces.map((piece) => token(view, piece)), words);
}

/** Pieces that stand for a player: a few of many, or none where everybody plays with all. */
function shown(view, pieces) {
  const { shown: some } = familyOf(view.board);
  return some ? some(pieces) : pieces;
}

function phase(view) {
  const texts = {
    setup: t("Setting up"), finished: t("Game over"), clearing: t("Clear the board"), correction: t("Please put it right"),
  };
  return texts[view.phase] || "";
}

function message({ message: said, turn: due }) {
  const box = find("message");
  if (said && due && said.kind === "info" && said.text === due.text) said = null; // the line above says it
  write(box, said ? said.text : "");
  box.dataset.kind = said ? said.kind : "";
}

function chips(view) {
  const line = find("link");
  write(line, view.link.text);
  line.dataset.state = view.link.state;
  write(find("light-fault"), view.light_fault ? t("Lights: {fault}", { fault: view.light_fault }) : "");
  write(find("sensors"), sensors(view));
  const saved = find("saved");
  write(saved, view.saved ? t("Saved") : t("Not saved yet"));
  saved.dataset.state = view.saved ? "up" : "wait";
}

/** Sensors that are not believed now, and sensors that cannot be read. */
function sensors(view) {
  const { flickering = [], drifting = [], bypassed = [] } = view;
  const silent = unreadOf(view).filter((site) => !flickering.includes(site) && !bypassed.includes(site));
  const told = [
    [flickering, (count, sites) => tn("Sensor of {sites} flickers; its place is played without it.", "Sensors of {sites} flicker; their places are played without them.", count, sites)],
    [silent, (count, sites) => tn("Sensor of {sites} cannot be read; its place is played without it.", "Sensors of {sites} cannot be read; their places are played without them.", count, sites)],
    [bypassed, (count, sites) => tn("Sensor of {sites} is out of play; its place is played without it.", "Sensors of {sites} are out of play; their places are played without them.", count, sites)],
    [drifting, (count, sites) => tn("Sensor of {sites} drifted: calibrate when no game is under way.", "Sensors of {sites} drifted: calibrate when no game is under way.", count, sites)],
  ];
  return told.filter(([sites]) => sites.length).map(([sites, say]) => say(sites.length, { sites: sites.join(", ") })).join(" ");
}

function scores(view) {
  const rows = view.seats.map((seat) => {
    const row = document.createElement("li");
    row.dataset.seat = String(seat.seat);
    row.classList.toggle("turn", seat.turn);
    if (seat.turn) row.setAttribute("aria-current", "true");
    const lampAt = document.createElement("i");
    lampAt.className = "lamp";
    lampAt.setAttribute("aria-hidden", "true");
    const balls = document.createElement("span");
    balls.className = "balls";
    balls.append(...shown(view, seat.pieces).map((piece) => token(view, piece)));
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = seat.name;
    row.append(lampAt, balls, name, number("score", seat.score ?? "–", t("points")), number("total", seat.total, t("in the match")));
    return row;
  });
  const list = find("scores");
  const key = JSON.stringify([spoken(), view.seats]);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...rows);
}

function number(kind, value, unit) {
  const box = document.createElement("span");
  box.className = kind;
  box.textContent = String(value);
  const words = document.createElement("span");
  words.className = "spoken";
  words.textContent = ` ${unit}`;
  box.append(words);
  return box;
}

/** Which colour of light stands for which ball: a black ball cannot shine black. */
function showLightColours(view) {
  const box = find("light-colours");
  const key = JSON.stringify([spoken(), view.board.pieces]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const kinds = shown(view, view.board.pieces.map(({ piece }) => piece));
  box.replaceChildren(...view.board.pieces.filter(({ piece }) => kinds.includes(piece)).map((kind) => {
    const item = document.createElement("span");
    const lamp = document.createElement("i");
    lamp.style.setProperty("--on", kind.colour);
    item.append(token(view, kind.piece), lamp);
    item.title = t("Light of this piece: {piece}", { piece: nameOf(view.board, kind.piece) });
    return item;
  }));
}

export function lightSeats(view, pixels) {
  for (const row of find("scores").children) {
    const seat = view.board.seats.find((other) => String(other.seat) === row.dataset.seat);
    const hex = pixelHex(pixels, seat ? seat.pixel : null);
    if (row.dataset.light !== hex) row.dataset.light = hex;
  }
}

function last(move) {
  write(find("last-move"), move ? move.text : t("No move yet."));
  const list = find("last-lines");
  const lines = move ? move.lines : [];
  const key = JSON.stringify(lines);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...lines.map((line) => {
    const item = document.createElement("li");
    item.textContent = line.text;
    item.classList.toggle("missed", Boolean(line.missed));
    return item;
  }));
}

function outcome(view) {
  write(find("outcome"), view.outcome ? view.outcome.text : "");
}

function moves(list) {
  const box = find("moves");
  const known = box.dataset.moves ? box.dataset.moves.split(" ") : [];
  if (known.join(" ") === list.join(" ")) return;
  box.dataset.moves = list.join(" ");
  box.replaceChildren(...list.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  find("moves-count").textContent = String(list.length);
  box.scrollTop = box.scrollHeight;
}
