// The house of a board, for staff: open or not, pause, sensors, sound, restarts, maintenance log.

import { button, change, element, fill, renew } from "./asking.js";

const WORDS = {
  open: "The board is open.",
  openUntil: "The board is open until {next}.",
  closed: "The board is closed.",
  closedUntil: "The board is closed until {next}.",
  out: "The board is out of order.",
  clock: "The clock of the board shows {local} ({zone}).",
  trusted: "The opening hours hold by it.",
  untrusted: "Nobody has set it since the start, so opening hours, curves and quiet hours are off and the board is open.",
  now: "Brightness now {brightness} %, loudness {volume} %.",
  nowQuiet: "Brightness now {brightness} %; these are quiet hours.",
  pause: "Call it out of order",
  resume: "It is in order again",
  restart: "Restart the program",
  reboot: "Restart the computer",
  refusedCommand: "{command} (not permitted at this site)",
  sureRestart: "Restart the program? The game goes on afterwards.",
  sureReboot: "Restart the computer? The board is dark for a minute or two.",
  believe: "Let {site} play again",
  bypassed: "Played without these sensors:",
  allHeard: "All sensors are in play.",
  suspect: "Suspect",
  every: "All",
  mute: "Mute",
  unmute: "Sound on",
  soundOff: "No sound is set up on this computer and none on pages.",
  soundOn: "Sounds are heard.",
  soundMuted: "Muted, until somebody turns the sound on.",
  done: "Done.",
  unknownDate: "date unknown",
  empty: "Nothing is written down yet.",
};

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
        const sure = command === "restart" ? WORDS.sureRestart : WORDS.sureReboot;
        if (confirm(sure)) this.ask("/care/machine", { command });
      });
    }
  }

  async ask(path, body) {
    const answer = await change(path, body);
    find("house-said").textContent = answer.refused || answer.trouble || WORDS.done;
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
    find("pause").textContent = house.paused ? WORDS.resume : WORDS.pause;
    for (const { command, permitted } of state.commands) {
      const door = find(command);
      door.disabled = !permitted;
      door.textContent = permitted ? WORDS[command] : fill(WORDS.refusedCommand, { command: WORDS[command] });
    }
    this.showSensors(state);
    this.showSound(state.sound);
    renew(find("diary"), state.log, entries);
  }

  showSensors({ sites, suspect, bypassed }) {
    const left = sites.filter((site) => !bypassed.includes(site));
    renew(find("bypass-site"), [left, suspect], ([every, some]) => [
      ...(some.length ? [group(WORDS.suspect, some.filter((site) => every.includes(site)))] : []),
      group(WORDS.every, every),
    ]);
    find("bypass-text").textContent = bypassed.length ? WORDS.bypassed : WORDS.allHeard;
    renew(find("bypassed"), bypassed, (some) => some.map((site) => {
      const item = document.createElement("li");
      item.append(button(fill(WORDS.believe, { site }), () => this.ask("/care/bypass", { site, on: false })));
      return item;
    }));
  }

  showSound({ here, pages, muted, trouble }) {
    const any = here || pages;
    const word = any ? (muted ? WORDS.soundMuted : WORDS.soundOn) : WORDS.soundOff;
    find("sound-text").textContent = trouble || word;
    find("mute").hidden = !any;
    find("mute").textContent = muted ? WORDS.unmute : WORDS.mute;
  }
}

function faceOf(house) {
  if (house.paused) return WORDS.out;
  const word = house.face === "closed" ? "closed" : "open";
  return house.next ? fill(WORDS[`${word}Until`], house) : WORDS[word];
}

function clockOf({ clock }) {
  const shown = fill(WORDS.clock, clock);
  return `${shown} ${clock.trusted ? WORDS.trusted : WORDS.untrusted}`;
}

function nowOf({ brightness, volume, quiet }) {
  const parts = { brightness: Math.round(100 * brightness), volume: Math.round(100 * volume) };
  return fill(quiet ? WORDS.nowQuiet : WORDS.now, parts);
}

function entries(log) {
  if (!log.length) return [element("li", WORDS.empty)];
  return log.map(({ date, text }) => {
    const item = document.createElement("li");
    item.append(element("time", date || WORDS.unknownDate), element("span", text));
    return item;
  });
}

function group(label, values) {
  const items = document.createElement("optgroup");
  items.label = label;
  items.append(...values.map((value) => new Option(value, value)));
  return items;
}
