// Settings of the page, in groups; each is kept as soon as it is changed, and says what came of it.

import { change, element } from "./asking.js";
import { n, t } from "./words.js";

const WORDS = {
  language: n("Language"),
  light: n("Light"),
  schedule: n("Opening hours"),
  sound: n("Sound"),
  exhibit: n("In public"),
  other: n("Other"),
  fixed: n("{about} ({fixed})"),
  lines: n("One a line: {what}."),
  kept: n("Done and kept."),
};

/** Fieldsets with all settings of the page; `said` hears the last answer. */
export function settingsForm(settings, said) {
  const groups = new Map();
  for (const setting of settings) {
    const name = setting.key.split(".")[0];
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(setting);
  }
  return [...groups].map(([name, members]) => {
    const set = document.createElement("fieldset");
    set.dataset.group = name;
    set.append(element("legend", t(WORDS[name] || WORDS.other)));
    if (name === "schedule") set.append(element("p", "", "house-clock")); // the time by which they hold
    set.append(...members.map((setting) => row(setting, said)));
    return set;
  });
}

function row(setting, said) {
  const id = `set-${setting.key}`;
  const box = element("div", "", setting.flag ? "setting flag" : "setting");
  const label = element("label", setting.fixed ? t(WORDS.fixed, setting) : setting.about);
  label.htmlFor = id;
  const field = make(setting);
  Object.assign(field, { id, disabled: Boolean(setting.fixed) });
  field.dataset.key = setting.key;
  const wrong = element("p", "", "refused");
  wrong.id = `${id}-refused`;
  const about = [wrong.id];
  box.append(...(setting.flag ? [field, label] : [label, field]));
  const hints = setting.lines ? t(WORDS.lines, { what: setting.lines }) : setting.span;
  if (hints) {
    const hint = element("p", hints, "hint");
    hint.id = `${id}-hint`;
    about.push(hint.id);
    box.append(hint);
  }
  field.setAttribute("aria-describedby", about.join(" "));
  box.append(wrong);
  field.addEventListener("change", async () => {
    const answer = await change("/care/settings", { [setting.key]: valueOf(field, setting) });
    const text = answer.refused || answer.trouble || "";
    wrong.textContent = text;
    field.setAttribute("aria-invalid", String(Boolean(answer.refused)));
    said(text || t(WORDS.kept));
  });
  return box;
}

function make(setting) {
  if (setting.choices) {
    const field = document.createElement("select");
    field.append(...setting.choices.map((one, i) => new Option(setting.names[i], one, false, one === setting.value)));
    return field;
  }
  if (setting.lines) {
    const field = document.createElement("textarea");
    Object.assign(field, { rows: Math.max(2, setting.value.length + 1), value: setting.value.join("\n"), spellcheck: false });
    return field;
  }
  const field = document.createElement("input");
  if (setting.flag) Object.assign(field, { type: "checkbox", checked: setting.value });
  else if (setting.span) Object.assign(field, { value: setting.value, autocomplete: "off", maxLength: 12 });
  else Object.assign(field, { type: "number", min: setting.low, max: setting.high, step: setting.step, value: setting.value });
  return field;
}

function valueOf(field, setting) {
  if (setting.choices) return field.value;
  if (setting.flag) return field.checked;
  if (setting.lines) return field.value.split("\n").map((line) => line.trim()).filter(Boolean);
  return setting.span ? field.value.trim() : Number(field.value);
}
