// The page of care: health for everybody; settings, log and support bundle for whoever looks after the board.

import { change, element, read } from "./asking.js";
import { showCharts } from "./charts.js";
import { Choice } from "./choice.js";
import { House } from "./house.js";
import { settingsForm } from "./settings.js";
import { offerLanguages, onLanguage, speak, t } from "./words.js";

const EVERY = 4000; // ms between two looks at the health
const CHARTS_EVERY = 60_000; // ms; numbers change once an hour
const find = (id) => document.getElementById(id);
const tell = (id) => (text) => (find(id).textContent = text);
const house = new House(look);
const choice = new Choice(find("choice"), tell("choice-said"));
let inside = false;
let drawn = -CHARTS_EVERY;

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
  if (entered) find("settings").replaceChildren(...settingsForm(state.settings, tell("settings-said")));
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

async function look() {
  try {
    const health = await read("/health");
    if (health) showHealth(health.parts);
    const within = Boolean(health && health.inside);
    const staff = within ? await read("/care/staff") : null;
    showState(within ? await read("/care/state") : null);
    if (staff) {
      house.show(staff);
      await choice.show(staff);
      if (performance.now() - drawn >= CHARTS_EVERY) {
        drawn = performance.now();
        await showCharts(find("charts"));
      }
    }
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
