// The page of care: health for everybody; settings, log and support bundle for whoever looks after the board.

const EVERY = 4000; // ms between two looks at the health
const find = (id) => document.getElementById(id);
let inside = false;

async function read(path) {
  const answer = await fetch(path, { cache: "no-store" });
  return answer.ok ? answer.json() : null;
}

async function change(path, body) {
  const answer = await fetch(path, {
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
  list.replaceChildren(...parts.map(({ part, state, text, fix }) => {
    const row = document.createElement("li");
    row.dataset.part = part;
    row.dataset.state = state;
    const words = element("span", `${text} `, "words");
    if (fix) words.append(element("span", fix, "fix"));
    row.append(element("span", part, "part"), words);
    return row;
  }));
}

function showState(state) {
  find("login").hidden = Boolean(state);
  find("inside").hidden = !state;
  const entered = Boolean(state) && !inside;
  inside = Boolean(state);
  if (!state) return;
  find("play-code").textContent = state.code ? `Code for playing from another device: ${state.code}` : "";
  find("folder").textContent = `Games and settings lie in ${state.folder}: ${state.volatile ? `gone after a restart of this machine, for ${state.volatile}` : "kept when the power goes"}.`;
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
  if (seconds < 90) return `${Math.round(seconds)} s ago`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min ago`;
  return `${Math.round(seconds / 3600)} h ago`;
}

function showSettings(settings) {
  const rows = settings.flatMap((setting) => {
    const id = `set-${setting.key}`;
    const label = element("label", setting.fixed ? `${setting.about} (${setting.fixed})` : setting.about);
    label.htmlFor = id;
    const field = setting.choices ? choice(setting) : KINDS[typeof setting.value](setting);
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

function text(setting) {
  const field = document.createElement("input");
  Object.assign(field, { type: "text", value: setting.value });
  return field;
}

function box(setting) {
  const field = document.createElement("input");
  Object.assign(field, { type: "checkbox", checked: setting.value });
  return field;
}

/** A field by the type of what it holds; a length of time is a text with its unit. */
const KINDS = { number, string: text, boolean: box };

async function keep(field, setting) {
  const values = { number: Number(field.value), string: field.value, boolean: field.checked };
  const value = values[typeof setting.value];
  const answer = await change("/care/settings", { [setting.key]: value });
  find("settings-said").textContent = answer.refused || answer.trouble || "Done and kept.";
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
setInterval(look, EVERY);
look();
