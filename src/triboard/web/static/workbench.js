// The workbench of the simulator: whatever can break on a real board can be broken here, by the same names.
// What there is to break and which arguments it takes comes with the view (`board.faults`).

import { spoken, t } from "./words.js";

const DONE = 5; // faults that stay listed
const LASTING = "86400"; // seconds by which the catalogue means "until it is mended"
const FIRST = { // what an argument without a default starts with, so that one tap shows something
  RATE: "8",
  STEPS: "+20",
  SECONDS: "5",
  COUNT: "1",
  MILLIAMPERES: "400",
  MAJOR: "0",
  UNIT: "spare",
};
const WORDS = { REASON: ["power", "watchdog", "brown-out", "external"] };
const NUMBERS = ["RATE", "SECONDS", "DEAF-SECONDS", "DELAY", "COUNT", "BYTES", "MILLIAMPERES", "MAJOR", "MINOR"];
const PLACES = ["SITE", "OTHER"];

export class Workbench {
  /** `focused` tells the site that the keyboard is on; `send` gives the id of the message, or null. */
  constructor(root, { send, focused }) {
    Object.assign(this, { root, send, focused });
    const part = (id) => root.querySelector(id);
    this.choice = part("#fault");
    this.about = part("#fault-about");
    this.fields = part("#fault-arguments");
    this.button = part("#do-fault");
    this.refusal = part("#fault-refused");
    this.list = part("#faults-done");
    this.places = part("#fault-places");
    this.done = []; // {id, text}, newest first
    this.board = null;
    this.built = "";
    this.choice.addEventListener("change", () => this.choose());
    part("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.act();
    });
    root.addEventListener("toggle", () => {
      if (root.open) root.scrollIntoView({ block: "nearest" });
    });
  }

  update(view, connected) {
    const faults = view.board.faults || [];
    this.root.hidden = faults.length === 0;
    this.button.disabled = !connected;
    const key = JSON.stringify([spoken(), faults, view.board.name]);
    if (key === this.built) return;
    this.built = key;
    this.board = view.board;
    this.faults = new Map(faults.filter((one) => this.fits(one)).map((one) => [one.fault, one]));
    this.choice.replaceChildren(...this.groups());
    this.places.replaceChildren(...view.board.sites.map(({ site }) => option(site)));
    if (this.faults.size) this.choose();
  }

  /** Whether this board has what the fault breaks. */
  fits({ arguments: wanted }) {
    return wanted.every(({ name }) => name !== "RIM" || this.board.rims.length > 0);
  }

  groups() {
    const parts = new Map();
    for (const { fault, part } of this.faults.values()) parts.set(part, [...(parts.get(part) || []), fault]);
    return [...parts].map(([part, names]) => group(part, names));
  }

  choose() {
    const { about, arguments: wanted } = this.faults.get(this.choice.value);
    this.about.textContent = about;
    this.refusal.textContent = "";
    this.fields.replaceChildren(...wanted.map((argument) => this.field(argument)));
    this.follow();
  }

  field({ name, default: usual }) {
    const label = document.createElement("label");
    const words = document.createElement("span");
    words.textContent = name.toLowerCase().replaceAll("-", " ");
    const input = this.options(name) || this.entry(name, usual);
    input.dataset.argument = name;
    input.dataset.usual = usual ?? "";
    if (usual !== null && [...(input.options || [])].some(({ value }) => value === usual)) input.value = usual;
    label.append(words, input);
    return label;
  }

  /** A list to choose from, where the board or the word tells all there is. */
  options(name) {
    const rims = this.board.rims.map(({ rim }) => rim);
    const buttons = this.board.buttons.map(({ button }) => button);
    const lists = {
      RIM: [group(t("Rims"), rims)],
      "RIM-OR-BUTTON": [group(t("Rims"), rims), group(t("Buttons"), buttons)].filter(({ children }) => children.length),
      REASON: WORDS.REASON.map(option),
    };
    if (!lists[name]) return null;
    const select = document.createElement("select");
    select.append(...lists[name]);
    return select;
  }

  entry(name, usual) {
    const input = document.createElement("input");
    input.autocomplete = "off";
    input.spellcheck = false;
    input.setAttribute("autocapitalize", "off");
    input.maxLength = 32;
    input.pattern = "\\S+"; // one word
    input.title = t("One word, without spaces");
    input.required = usual === null;
    if (NUMBERS.includes(name)) input.inputMode = "decimal";
    if (PLACES.includes(name)) {
      input.setAttribute("list", "fault-places");
      input.addEventListener("input", () => (input.dataset.own = "yes"));
    }
    if (usual === LASTING) input.placeholder = t("until mended");
    else input.value = usual ?? FIRST[name] ?? "";
    return input;
  }

  /** The place to break is the one in focus, until another one is written there. */
  follow() {
    const site = this.focused();
    const field = this.fields.querySelector("[data-argument='SITE'][required]");
    if (field && site && !field.dataset.own) field.value = site;
  }

  act() {
    const fields = [...this.fields.querySelectorAll("[data-argument]")];
    const last = fields.findLastIndex(({ value }) => value !== "");
    const words = fields.slice(0, last + 1).map(({ value, dataset }) => value || dataset.usual);
    const fault = this.choice.value;
    this.refusal.textContent = "";
    const id = this.send({ type: "fault", fault, arguments: words });
    if (id === null) return;
    this.show([{ id, text: [fault, ...words].join(" ") }, ...this.done].slice(0, DONE));
    this.list.firstChild.scrollIntoView({ block: "nearest" });
  }

  /** What was refused has not been done; on a phone the notice may be out of sight. */
  refused(id, text) {
    if (!this.done.some((one) => one.id === id)) return;
    this.show(this.done.filter((one) => one.id !== id));
    this.refusal.textContent = text;
  }

  show(done) {
    this.done = done;
    this.list.replaceChildren(...done.map(({ text }) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));
  }
}

function option(value) {
  const item = document.createElement("option");
  item.value = item.textContent = value;
  return item;
}

function group(label, values) {
  const items = document.createElement("optgroup");
  items.label = label;
  items.append(...values.map(option));
  return items;
}
