// Everything in words: whose turn, message, seats, last move, moves, outcome, health of the line.

import { ball } from "./ball.js";
import { pixelHex } from "./colour.js";

const find = (id) => document.getElementById(id);

export function showPanel(view) {
  find("title").textContent = view.board.title;
  document.title = view.board.title;
  turn(view);
  message(view.message);
  chips(view);
  scores(view);
  last(view.last);
  outcome(view);
  moves(view.moves);
  showLightColours(view);
  find("real").hidden = Boolean(view.world);
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text; // unchanged text is not read aloud again
}

function turn(view) {
  const box = find("turn");
  const key = JSON.stringify([view.turn, view.phase]);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.dataset.piece = view.turn ? view.turn.piece || "" : "";
  const words = document.createElement("span");
  words.textContent = view.turn ? view.turn.text : phase(view);
  box.replaceChildren(...(view.turn && view.turn.piece ? [ball(view, view.turn.piece)] : []), words);
}

function phase(view) {
  const texts = { setup: "Setting up", finished: "Game over", clearing: "Clear the board", correction: "Please put it right" };
  return texts[view.phase] || "";
}

function message(said) {
  const box = find("message");
  write(box, said ? said.text : "");
  box.dataset.kind = said ? said.kind : "";
}

function chips(view) {
  const line = find("link");
  write(line, view.link.text);
  line.dataset.state = view.link.state;
  write(find("light-fault"), view.light_fault ? `Lights: ${view.light_fault}` : "");
  const saved = find("saved");
  write(saved, view.saved ? "Saved" : "Not saved yet");
  saved.dataset.state = view.saved ? "up" : "wait";
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
    balls.append(...seat.pieces.map((piece) => ball(view, piece)));
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = seat.name;
    row.append(lampAt, balls, name, number("score", seat.score ?? "–", "points"), number("total", seat.total, "in the match"));
    return row;
  });
  const list = find("scores");
  const key = JSON.stringify(view.seats);
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
  const key = JSON.stringify(view.board.pieces);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(...view.board.pieces.map((kind) => {
    const item = document.createElement("span");
    const lamp = document.createElement("i");
    lamp.style.setProperty("--on", kind.colour);
    item.append(ball(view, kind.piece), lamp);
    item.title = `Light of a ${kind.name} ball`;
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
  write(find("last-move"), move ? move.text : "No move yet.");
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
