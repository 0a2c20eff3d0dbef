// The page of care: health for everybody; settings, log and support bundle for whoever looks after the board.

import { offerLanguages, onLanguage, speak, spoken, t } from "./words.js";

const EVERY = 4000; // ms between two looks at the health
const find = (id) => document.getElementById(id);
let inside = false;

const spelled = (path) => `${path}?language=${spoken()}`;

async function read(path) {
  const answer = await fetch(spelled(path), { cache: "no-store" });
  return answer.ok ? answer.json() : null;
}

async function change(path, body) {
  const answer = await fetch(spelled(path), {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Triboard": "1" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

function element(name, text, kind) {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function showHealth(parts) {
  const key = JSON.stringify(parts);
  const list = find("health");
  if (list.dataset.key === key) return; // unchanged text is not read aloud again
  list.dataset.key = key;
  list.replaceChildren(...parts.map(({ part, title, state, text, fix }) => {
    const row = document.createElement("li");
    row.dataset.part = part;
    row.dataset.state = state;
    const words = element("span", `${text} `, "words");
    if (fix) words.append(element("span", fix, "fix"));
    row.append(element("span", title, "part"), words);
    return row;
  }));
}

function showState(state) {
  find("login").hidden = Boolean(state);
  find("inside").hidden = !state;
  const entered = Boolean(state) && !inside;
  inside = Boolean(state);
  if (!state) return;
  find("play-code").textContent = state.code ? t("Code for playing from another device: {code}", { code: state.code }) : "";
  find("folder").textContent = state.volatile
    ? t("Games and settings lie in {folder}: gone after a restart of this machine, for {reason}.", { folder: state.folder, reason: state.volatile })
    : t("Games and settings lie in {folder}: kept when the power goes.", { folder: state.folder });
  if (entered) showSettings(state.settings);
  const log = find("log");
  const key = state.log.length ? JSON.stringify(state.log.at(-1)) + state.log.length : "";
  if (log.dataset.key === key) return;
  log.dataset.key = key;
  log.replaceChildren(...state.log.toReversed().map(({ age, text }) => {
    const row = document.createElement("li");
    row.append(element("time", ago(age)), text);
    return row;
  }));
}

/** Ages, not dates: the clock of a board may be wrong. */
function ago(seconds) {
  if (seconds < 90) return t("{count} s ago", { count: Math.round(seconds) });
  if (seconds < 5400) return t("{count} min ago", { count: Math.round(seconds / 60) });
  return t("{count} h ago", { count: Math.round(seconds / 3600) });
}

function showSettings(settings) {
  const rows = settings.flatMap((setting) => {
    const id = `set-${setting.key}`;
    const label = element("label", setting.fixed ? t("{about} ({fixed})", { about: setting.about, fixed: setting.fixed }) : setting.about);
    label.htmlFor = id;
    const field = setting.choices ? choice(setting) : number(setting);
    field.id = id;
    field.dataset.key = setting.key;
    field.disabled = Boolean(setting.fixed);
    field.addEventListener("change", () => keep(field, setting));
    return [label, field];
  });
  find("settings").replaceChildren(...rows);
}

function choice(setting) {
  const field = document.createElement("select");
  field.append(...setting.choices.map((one) => new Option(one, one, false, one === setting.value)));
  return field;
}

function number(setting) {
  const field = document.createElement("input");
  Object.assign(field, { type: "number", min: setting.low, max: setting.high, step: 0.01, value: setting.value });
  return field;
}

async function keep(field, setting) {
  const value = setting.choices ? field.value : Number(field.value);
  const answer = await change("/care/settings", { [setting.key]: value });
  find("settings-said").textContent = answer.refused || answer.trouble || t("Done and kept.");
}

async function look() {
  try {
    const health = await read("/health");
    if (health) showHealth(health.parts);
    showState(health && health.inside ? await read("/care/state") : null);
    find("care-lost").hidden = true;
  } catch {
    find("care-lost").hidden = false;
  }
}

find("login").querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const secret = find("secret").value.trim();
  const answer = await change("/care/login", /^\d{6}$/.test(secret) ? { pin: secret } : { token: secret });
  find("login-refused").textContent = answer.refused || "";
  find("secret").value = "";
  look();
});
find("settings").addEventListener("submit", (event) => event.preventDefault());
find("leave").addEventListener("click", async () => {
  await change("/care/logout", {});
  look();
});
async function begin() {
  const known = await offerLanguages(find("language"), speak);
  await speak(new URLSearchParams(location.search).get("language") ?? known.language);
  onLanguage(() => {
    inside = false; // labels of settings are said anew
    look();
  });
  setInterval(look, EVERY);
  look();
}

begin();
