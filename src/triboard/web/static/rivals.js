// Opponents at the table, their reasons, the game clock, and the button for a hint.

import { spoken, t } from "./words.js";

const find = (id) => document.getElementById(id);
const CLOCKS = [[5, 3], [10, 5], [20, 10]]; // minutes a player, seconds a turn
const SECOND = 1000; // ms

let clock = null; // the newest from the daemon
let arrived = 0; // performance.now() of it: no wall clock counts here
let shown = []; // ms last shown by seat, within one turn
let ticking = 0;

export function watchRivals({ send, press }) {
  find("rival-seats").addEventListener("change", (event) => {
    const { seat, help } = event.target.dataset;
    if (help !== undefined) send({ type: "help", seat: Number(help), level: Number(event.target.value) });
    else if (seat !== undefined) send({ type: "seat", seat: Number(seat), grade: gradeOf(event.target) });
  });
  find("override").addEventListener("change", (event) => send({ type: "override", on: event.target.checked }));
  find("hint").addEventListener("click", () => press("HINT"));
}

export function showRivals(view) {
  const box = find("rival-seats");
  const key = JSON.stringify([spoken(), view.seats.map(({ name }) => name), view.opponents]);
  if (box.dataset.key !== key) {
    box.dataset.key = key;
    box.replaceChildren(...view.seats.flatMap((seat) => [seatOf(view, seat), helpOf(view, seat)]));
  }
  find("rivals").hidden = view.seats.length < 2 || Boolean(view.ladder.now?.task); // a task is for one person
  const why = view.opponent && view.opponent.state === "shown" ? view.opponent.why : "";
  if (find("rival-why").textContent !== why) find("rival-why").textContent = why;
  takeClock(view);
}

/** Choices as the game has them: what was refused is not so. `playing`: whether this page may change them. */
export function settleRivals(view, playing) {
  for (const choice of find("rival-seats").querySelectorAll("[data-help]")) {
    choice.value = String(view.help[choice.dataset.help] ?? 1);
    choice.disabled = !playing;
    choice.parentElement.hidden = view.opponents[choice.dataset.help] !== undefined;
  }
  for (const choice of find("rival-seats").querySelectorAll("[data-seat]")) {
    choice.value = view.opponents[choice.dataset.seat] ?? "";
    choice.disabled = !playing;
  }
  find("override").checked = view.override;
  find("override").disabled = !playing;
}

/** Fields of the new game's dialog: who plays, and the clock. */
export function termsOf(view) {
  const seats = set(t("Who plays"), []);
  seats.dataset.seats = "";
  const choice = document.createElement("select");
  choice.dataset.clock = "";
  const now = view.clock_terms || "";
  const clocks = CLOCKS.map(([minutes, seconds]) => [`${minutes}+${seconds}`, t("{minutes} min + {seconds} s", { minutes, seconds })]);
  const usual = [["", t("none")], ...clocks];
  const known = usual.some(([value]) => value === now) ? usual : [...usual, [now, now]];
  choice.append(...known.map(([value, text]) => new Option(text, value, false, value === now)));
  const label = document.createElement("label");
  label.append(t("Clock, minutes and seconds a turn"), " ", choice);
  return [seats, set(t("Time"), [label])];
}

/** Offers these seats in the dialog; who was chosen for one that stays is kept. */
export function seatTerms(root, view, seats) {
  const box = root.querySelector("[data-seats]");
  const key = JSON.stringify(seats.map(({ name }) => name));
  if (box.dataset.seats === key) return;
  const { opponents } = box.dataset.seats ? chosenTerms(root) : view;
  box.dataset.seats = key;
  box.replaceChildren(box.firstChild, ...seats.map((seat) => seatOf({ ...view, opponents }, seat)));
  box.hidden = box.disabled = seats.length < 2;
}

export function chosenTerms(root) {
  const opponents = {};
  for (const choice of root.querySelectorAll("fieldset:enabled [data-seat]")) {
    const grade = gradeOf(choice);
    if (grade !== null) opponents[choice.dataset.seat] = grade;
  }
  const choice = root.querySelector("[data-clock]");
  return { opponents, clock: choice && choice.value ? choice.value : null };
}

function gradeOf(choice) {
  return choice.value === "" ? null : Number(choice.value);
}

function seatOf(view, { seat, name }) {
  const now = view.opponents[String(seat)];
  const label = document.createElement("label");
  const words = document.createElement("span");
  words.textContent = name;
  const choice = document.createElement("select");
  choice.dataset.seat = String(seat);
  choice.append(new Option(t("a person"), "", false, now === undefined));
  choice.append(...view.grades.map(({ grade, name: word }) => new Option(`${grade} ${word}`, String(grade), false, grade === now)));
  label.append(words, choice);
  return label;
}

/** How much the person on a seat is helped. */
function helpOf(view, { seat, name }) {
  const label = document.createElement("label");
  label.className = "helped";
  const choice = document.createElement("select");
  choice.dataset.help = String(seat);
  choice.setAttribute("aria-label", t("Help for {name}", { name }));
  choice.append(...view.helps.map(({ level, name: word }) => new Option(word, String(level))));
  label.append(choice);
  return label;
}

function set(legend, content) {
  const box = document.createElement("fieldset");
  const title = document.createElement("legend");
  title.textContent = legend;
  box.append(title, ...content);
  return box;
}

function takeClock(view) {
  const list = find("clocks");
  const before = clock;
  clock = view.clock;
  arrived = performance.now();
  list.hidden = !clock;
  if (!clock) return;
  if (!before || JSON.stringify(before.turn) !== JSON.stringify(clock.turn)) shown = []; // here time may be added
  const key = JSON.stringify(view.seats.map(({ name }) => name));
  if (list.dataset.key !== key) {
    list.dataset.key = key;
    list.replaceChildren(...view.seats.map(({ name }) => {
      const item = document.createElement("li");
      const words = document.createElement("span");
      words.textContent = name;
      item.append(words, document.createElement("time"));
      return item;
    }));
  }
  tick();
}

function tick() {
  clearTimeout(ticking);
  if (!clock) return;
  const counts = clock.running !== null && !clock.held;
  clock.left.forEach((left, seat) => {
    const spent = counts && clock.running === seat ? performance.now() - arrived : 0;
    const now = Math.min(Math.max(0, left - spent), shown[seat] ?? Infinity); // never more than a moment ago
    shown[seat] = now;
    const item = find("clocks").children[seat];
    if (!item) return;
    const text = words(now);
    if (item.lastChild.textContent !== text) item.lastChild.textContent = text;
    item.classList.toggle("running", clock.running === seat);
    item.classList.toggle("fallen", clock.fallen.includes(seat));
  });
  if (counts) ticking = setTimeout(tick, SECOND / 5);
}

function words(milliseconds) {
  const seconds = Math.ceil(milliseconds / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
