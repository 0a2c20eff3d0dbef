// Asking the daemon by HTTP: reading, changing, and small elements of the pages of care.

import { spoken, t } from "./words.js";

/** The daemon answers in the language of the page. */
const spelled = (path) => `${path}?language=${spoken()}`;

export async function read(path) {
  const answer = await fetch(spelled(path), { cache: "no-store" });
  return answer.ok ? answer.json() : null;
}

/** What came of a change: `refused` or `trouble` in words, or neither. */
export async function change(path, body) {
  try {
    const answer = await fetch(spelled(path), {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Triboard": "1" },
      body: JSON.stringify(body),
    });
    return await answer.json();
  } catch {
    return { refused: t("The board does not answer; nothing was changed.") };
  }
}

export function element(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

export function button(text, act) {
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** Replace what is shown only if it has changed: unchanged text is not read aloud again, focus stays. */
export function renew(target, content, make) {
  const key = JSON.stringify([spoken(), content]);
  if (target.dataset.key === key) return;
  target.dataset.key = key;
  target.replaceChildren(...make(content));
}
