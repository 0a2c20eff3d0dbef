// The house of a board, for staff: open or not, pause, sensors, sound, restarts, maintenance log.

import { button, change, element, renew } from "./asking.js";
import { t } from "./words.js";

const find = (id) => document.getElementById(id);

export class House {
  /** `changed` is called when something was done, to look again at once. */
  constructor(changed) {
    this.changed = changed;
    this.state = null;
    find("pause").addEventListener("click", () => this.ask("/care/pause", { on: !this.state.house.paused }));
    find("mute").addEventListener("click", () => this.ask("/care/mute", { on: !this.state.sound.muted }));
    find("bypass").addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask("/care/bypass", { site: find("bypass-site").value, on: true });
    });
    find("note").addEventListener("submit", (event) => {
      event.preventDefault();
      this.note();
    });
    for (const command of ["restart", "reboot"]) {
      find(command).addEventListener("click", () => {
        const sure = command === "restart" ? t("Restart the program? The game goes on afterwards.") : t("Restart the computer? The board is dark for a minute or two.");
        if (confirm(sure)) this.ask("/care/machine", { command });
      });
    }
  }

  async ask(path, body) {
    const answer = await change(path, body);
    find("house-said").textContent = answer.refused || answer.trouble || t("Done.");
    await this.changed();
    return answer;
  }

  async note() {
    const field = find("note-text");
    const answer = await this.ask("/care/note", { text: field.value });
    if (!answer.refused) field.value = "";
  }

  show(state) {
    this.state = state;
    const { house } = state;
    find("face").dataset.face = house.face;
    renew(find("face"), faceOf(house), (text) => [element("span", text)]);
    for (const place of document.querySelectorAll(".house-clock")) place.textContent = clockOf(house);
    renew(find("house-now"), nowOf(house), (text) => [element("span", text)]);
    find("pause").textContent = house.paused ? t("It is in order again") : t("Call it out of order");
    for (const { command, permitted } of state.commands) {
      const door = find(command);
      door.disabled = !permitted;
      door.textContent = permitted ? nameOf(command) : t("{command} (not permitted at this site)", { command: nameOf(command) });
    }
    this.showSensors(state);
    this.showSound(state.sound);
    renew(find("diary"), state.log, entries);
  }

  showSensors({ sites, suspect, bypassed }) {
    const left = sites.filter((site) => !bypassed.includes(site));
    renew(find("bypass-site"), [left, suspect], ([every, some]) => [
      ...(some.length ? [group(t("Suspect"), some.filter((site) => every.includes(site)))] : []),
      group(t("All"), every),
    ]);
    find("bypass-text").textContent = bypassed.length ? t("Played without these sensors:") : t("All sensors are in play.");
    renew(find("bypassed"), bypassed, (some) => some.map((site) => {
      const item = document.createElement("li");
      item.append(button(t("Let {site} play again", { site }), () => this.ask("/care/bypass", { site, on: false })));
      return item;
    }));
  }

  showSound({ here, pages, muted, trouble }) {
    const any = here || pages;
    const word = any ? (muted ? t("Muted, until somebody turns the sound on.") : t("Sounds are heard.")) : t("No sound is set up on this computer and none on pages.");
    find("sound-text").textContent = trouble || word;
    find("mute").hidden = !any;
    find("mute").textContent = muted ? t("Sound on") : t("Mute");
  }
}

function faceOf(house) {
  if (house.paused) return t("The board is out of order.");
  const word = house.face === "closed" ? "closed" : "open";
  const { next } = house;
  if (word === "closed") return next ? t("The board is closed until {next}.", { next }) : t("The board is closed.");
  return next ? t("The board is open until {next}.", { next }) : t("The board is open.");
}

function clockOf({ clock }) {
  const shown = t("The clock of the board shows {local} ({zone}).", clock);
  return `${shown} ${clock.trusted ? t("The opening hours hold by it.") : t("Nobody has set it since the start, so opening hours, curves and quiet hours are off and the board is open.")}`;
}

function nowOf({ brightness, volume, quiet }) {
  const parts = { brightness: Math.round(100 * brightness), volume: Math.round(100 * volume) };
  if (quiet) return t("Brightness now {brightness} %; these are quiet hours.", parts);
  return t("Brightness now {brightness} %, loudness {volume} %.", parts);
}

function entries(log) {
  if (!log.length) return [element("li", t("Nothing is written down yet."))];
  return log.map(({ date, text }) => {
    const item = document.createElement("li");
    item.append(element("time", date || t("date unknown")), element("span", text));
    return item;
  });
}

function group(label, values) {
  const items = document.createElement("optgroup");
  items.label = label;
  items.append(...values.map((value) => new Option(value, value)));
  return items;
}

function nameOf(command) {
  return command === "restart" ? t("Restart the program") : t("Restart the computer");
}
