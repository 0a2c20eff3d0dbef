// A class at the board: the projector's view, the vote on phones, and the teacher's three buttons.

import { Joining } from "./joining.js";
import { showInvitation } from "./invitation.js";
import { write } from "./panel.js";
import { Screen } from "./screen.js";
import { say } from "./screen_words.js";
import { teamRow } from "./teams.js";
import { Votes } from "./votes.js";
import { offerLanguages, spoken } from "./words.js";

const MOST_TEAMS = 6;
const MINUTES = 10;
const CHOICES = ["how-many", "what"];

const find = (id) => document.getElementById(id);
let rights = { play: false, why: null };
let bell = null; // when the lesson ends, by the page's own clock
let count = 0;
let asked = null; // the id of the teacher's last wish

const screen = new Screen({
  shown: show,
  rights(told) {
    rights = told;
    joining.update(told);
    showInvitation(told);
    if (screen.view) show(screen.view);
  },
  refused(text, id) {
    if (joining.refused(id, text)) return;
    if (id === asked) write(find("teacher-said"), text);
    else votes.refused(text);
  },
  lost: () => joining.lost(),
  spoken: relabel,
});
const joining = new Joining({ form: find("join"), code: find("code"), send });
const votes = new Votes({ screen, send });

function send(message) {
  count += 1;
  return screen.link.send({ ...message, id: count }) ? count : null;
}

/** Whoever is at the board's own machine or looks after it; a class has the code only. */
const teaches = () => rights.why === "here" || rights.why === "care";

function show(view) {
  const { lesson } = view;
  document.body.classList.toggle("lesson", Boolean(lesson));
  document.body.classList.toggle("phone", rights.why === "code" || rights.why === null);
  bell = lesson ? performance.now() + lesson.left : null;
  ring();
  showTeams(view);
  showFind(lesson ? lesson.find : null);
  votes.update(view, rights);
  find("players").hidden = Boolean(lesson);
  find("ask").hidden = teaches() || (!lesson && rights.play);
  find("teacher").hidden = !teaches();
  for (const one of [find("begin"), ...CHOICES.flatMap((id) => [find(id), find(id).labels[0]])]) one.hidden = Boolean(lesson);
  showRungs(view);
  find("taught").hidden = !lesson || !lesson.lesson;
  if (lesson && lesson.lesson) write(find("taught"), lesson.lesson);
  find("end").hidden = !lesson;
  find("keep").hidden = !lesson || !view.last;
  find("to-sheet").hidden = Boolean(lesson) || !view.sheet;
}

function showTeams({ lesson, seats }) {
  find("board-of-points").hidden = !lesson;
  if (!lesson) return;
  const list = find("teams");
  const key = JSON.stringify([spoken(), lesson.teams, lesson.seats, seats]);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...lesson.teams.map((team) => {
    const own = lesson.seats.filter((seat) => seat.team === team.team);
    const names = own.map(({ seat }) => (seats.find((other) => other.seat === seat) || { name: "" }).name);
    return teamRow(team, { turn: own.some(({ turn }) => turn), playing: names.join(", ") });
  }));
}

/** What may be taught: games, or tasks of the ladder; on its first rung nothing is put anywhere. */
function showRungs({ ladder }) {
  const list = find("what");
  const rungs = ladder.rungs.filter(({ rung }) => rung !== "see");
  const key = JSON.stringify([spoken(), rungs]);
  if (list.dataset.key === key) return;
  const chosen = list.value;
  list.dataset.key = key;
  list.replaceChildren(new Option(say("games"), ""), ...rungs.map(({ rung, name }) => new Option(name, rung)));
  list.value = chosen;
}

function showFind(best) {
  find("best").hidden = !best;
  if (!best) return;
  write(find("best-text"), best.team ? say("find-of", { team: best.team, text: best.text }) : best.text);
}

function ring() {
  const box = find("bell");
  box.hidden = bell === null;
  if (bell === null) return;
  const seconds = Math.max(0, Math.ceil((bell - performance.now()) / 1000));
  write(box, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
}

/** What no view says anew, in the language that is spoken now. */
function relabel() {
  write(find("pause"), say(screen.paused ? "lights-go-on" : "pause-lights"));
  showInvitation(rights);
}

function hold(on) {
  screen.pause(on);
  find("pause").setAttribute("aria-pressed", String(on));
  relabel();
}

function wish(message) {
  write(find("teacher-said"), "");
  asked = send(message);
}

find("how-many").append(...Array.from({ length: MOST_TEAMS - 1 }, (_, i) => new Option(String(i + 2), String(i + 2), i === 2, i === 2)));
find("begin").addEventListener("click", () => wish({ type: "lesson", action: "begin", teams: Number(find("how-many").value), minutes: MINUTES, lesson: find("what").value || null }));
find("end").addEventListener("click", () => wish({ type: "lesson", action: "end" }));
find("keep").addEventListener("click", () => wish({ type: "lesson", action: "keep" }));
find("pause").addEventListener("click", () => hold(!screen.paused));
hold(false);
offerLanguages(find("language"), (code) => screen.link.read(code));
setInterval(ring, 500);
