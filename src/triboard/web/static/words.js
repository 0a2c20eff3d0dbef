// Every word that the scripts and pages say, in the language of whoever looks. `t` and `tn` take the whole English
// sentence, which is the key in the catalogues (src/triboard/locales); `tests/languages` finds them there.
//
// In a page the elements with `data-t` hold English: their text, and the attributes that `data-t` lists.
// A key of the keyboard stands in brackets: "Help [H]".

const MARKS = /\{(\w+)\}/g;
const KEY = /\[([^\]]+)\]/;
const FORMS = { 1: () => 0, 2: (kind) => (kind === "one" ? 0 : 1), 3: (kind) => ({ one: 0, few: 1 }[kind] ?? 2) };

let language = "en";
let sentences = {};
let rules = new Intl.PluralRules(language);
const listeners = new Set();

/** A sentence: `t("Enter {site} by hand", { site })`. */
export function t(text, details = {}) {
  return fill(sentences[text] ?? text, details);
}

/** Marks a sentence that is said later: `t(n("..."))`. */
export const n = (text) => text;

/** A word that means different things in different places: `tp("ball", "white")`. */
export function tp(context, text) {
  return sentences[`${context}\u0004${text}`] ?? text;
}

/** A sentence with a number: `tn("{count} point", "{count} points", count)`. */
export function tn(one, many, count, details = {}) {
  const forms = sentences[one];
  const form = forms ? forms[FORMS[forms.length](rules.select(count))] : count === 1 ? one : many;
  return fill(form, { count, ...details });
}

function fill(text, details) {
  return text.replace(MARKS, (mark, name) => details[name] ?? mark);
}

/** The language that is spoken now. */
export function spoken() {
  return language;
}

/** Speaks another language: fetches its sentences, says the page anew, then tells whoever draws. */
export async function speak(code) {
  if (code === language) return;
  const answer = await fetch(`/words/${code}`);
  if (!answer.ok) return;
  sentences = await answer.json();
  language = code;
  rules = new Intl.PluralRules(code);
  sayPage();
  for (const listener of listeners) listener(code);
}

/** Calls `listener` whenever another language is spoken. */
export function onLanguage(listener) {
  listeners.add(listener);
}

/** All languages that the board knows, and the one it speaks itself. */
export async function languages() {
  const answer = await fetch("/words", { cache: "no-store" });
  return answer.json();
}

/** Fills a `<select>` with the languages in their own names; `chosen` gets a code, or null for the board's. */
export async function offerLanguages(select, chosen) {
  const known = await languages();
  select.replaceChildren(...known.languages.map(({ code, name }) => {
    const option = new Option(name, code);
    option.lang = code;
    return option;
  }));
  select.hidden = known.languages.length < 2;
  select.value = language;
  select.addEventListener("change", () => chosen(select.value));
  onLanguage((code) => (select.value = code));
  return known;
}

/** Says the elements with `data-t` below `root`. */
export function sayPage(root = document) {
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll("[data-t]")) {
    const names = element.dataset.t.split(" ").filter(Boolean);
    const english = (element.english ??= read(element, names));
    for (const [name, text] of Object.entries(english)) {
      if (name === "text") write(element, t(text));
      else element.setAttribute(name, t(text));
    }
  }
}

/** What the elements say in English: `data-t=""` is the text alone. */
function read(element, names) {
  const found = {};
  for (const name of names.length ? names : ["text"]) {
    found[name] = name === "text" ? element.textContent.replace(/\s+/g, " ").trim() : element.getAttribute(name);
  }
  return found;
}

/** Text with its keys as keys. */
function write(element, text) {
  const parts = text.split(KEY); // text, key, text, key, ...
  element.replaceChildren(...parts.map((part, place) => {
    if (place % 2 === 0) return part;
    const key = document.createElement("kbd");
    key.textContent = part;
    return key;
  }));
}

sayPage();
