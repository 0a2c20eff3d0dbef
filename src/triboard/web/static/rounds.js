// Care of the board: what it asks for, the answers that no sensor gives, and the result.

import { t } from "./words.js";

const TITLES = { selftest: () => t("Opening check"), calibration: () => t("Calibration") };
const RESULTS = {
  failed: (said) => t("{part}: failed. {note}", said),
  skipped: (said) => t("{part}: skipped. {note}", said),
};

export class Rounds {
  constructor({ room, dialog, door, send }) {
    Object.assign(this, { room, dialog, door, send });
    const part = (id) => room.querySelector(`#care-${id}`);
    this.title = part("title");
    this.text = part("text");
    this.progress = part("progress");
    this.answers = part("answers");
    this.parts = part("parts");
    this.stop = part("stop");
    this.answers.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-answer]");
      if (button) send({ type: "care", action: "answer", answer: button.dataset.answer });
    });
    this.stop.addEventListener("click", () => send({ type: "care", action: "stop" }));
    door.addEventListener("click", () => dialog.showModal());
    dialog.querySelector("#care-not").addEventListener("click", () => dialog.close());
    this.stranger = dialog.querySelector("#care-stranger");
    dialog.querySelector("#care-adopt").addEventListener("click", () => {
      dialog.close();
      send({ type: "care", action: "adopt" });
    });
    for (const button of dialog.querySelectorAll("[data-care]")) {
      button.addEventListener("click", () => this.begin(button.dataset.care));
    }
  }

  /** Somebody came from the page of care, to check the board. */
  fromAddress() {
    if (location.hash !== "#check" || this.door.disabled) return;
    history.replaceState(null, "", location.pathname);
    this.dialog.showModal();
  }

  begin(kind) {
    const interrupt = this.dialog.querySelector("#care-interrupt").checked;
    this.dialog.close();
    this.send({ type: "care", action: "begin", kind, interrupt });
  }

  update({ care, adoptable }, connected) {
    this.stranger.hidden = !adoptable;
    this.stranger.firstElementChild.textContent = t("Another controller answers: {name}.", { name: adoptable });
    this.room.hidden = !care;
    this.door.disabled = !connected || Boolean(care);
    document.body.classList.toggle("in-care", Boolean(care));
    this.fromAddress();
    if (!care) return;
    this.title.textContent = TITLES[care.kind]();
    if (this.text.textContent !== care.text) this.text.textContent = care.text; // said once by a screen reader
    this.progress.hidden = !care.total;
    this.progress.max = care.total || 1;
    this.progress.value = care.done;
    this.stop.textContent = care.over ? t("Close") : t("Stop");
    this.stop.disabled = !connected;
    this.offer(care.answers, connected);
    const told = care.parts.filter(({ result }) => result !== "passed");
    this.parts.hidden = told.length === 0;
    this.parts.replaceChildren(...told.map(line));
  }

  offer(answers, connected) {
    const key = answers.map(({ answer, label }) => `${answer} ${label}`).join("/");
    if (key !== this.answers.dataset.key) {
      this.answers.dataset.key = key;
      this.answers.replaceChildren(...answers.map(choice));
    }
    for (const button of this.answers.children) button.disabled = !connected;
  }
}

function choice({ answer, label }) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.answer = answer;
  button.textContent = label;
  return button;
}

function line({ title, result, note }) {
  const item = document.createElement("li");
  item.dataset.result = result;
  item.textContent = RESULTS[result]({ part: title, note });
  return item;
}
