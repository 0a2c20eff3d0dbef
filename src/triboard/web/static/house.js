// The house of a board, for staff: open or not, pause, sensors, sound, restarts, maintenance log.

import { button, change, element, renew } from "./asking.js";
import { n, t } from "./words.js";

const WORDS = {
  open: n("The board is open."),
  openUntil: n("The board is open until {next}."),
  closed: n("The board is closed."),
  closedUntil: n("The board is closed until {next}."),
  out: n("The board is out of order."),
  clock: n("The clock of the board shows {local} ({zone})."),
  trusted: n("The opening hours hold by it."),
  untrusted: n("Nobody has set it since the start, so opening hours, curves and quiet hours are off and the board is open."),
  now: n("Brightness now {brightness} %, loudness {volume} %."),
  nowQuiet: n("Brightness now {brightness} %; these are quiet hours."),
  pause: n("Call it out of order"),
  resume: n("It is in order again"),
  restart: n("Restart the program"),
  reboot: n("Restart the computer"),
  refusedCommand: n("{command} (not permitted at this site)"),
  sureRestart: n("Restart the program? The game goes on afterwards."),
  sureReboot: n("Restart the computer? The board is dark for a minute or two."),
  believe: n("Let {site} play again"),
  bypassed: n("Played without these sensors:"),
  allHeard: n("All sensors are in play."),
  suspect: n("Suspect"),
  every: n("All"),
  mute: n("Mute"),
  unmute: n("Sound on"),
  soundOff: n("No sound is set up on this computer and none on pages."),
  soundOn: n("Sounds are heard."),
  soundMuted: n("Muted, until somebody turns the sound on."),
  done: n("Done."),
  unknownDate: n("date unknown"),
  empty: n("Nothing is written down yet."),
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
        const sure = command === "restart" ? t(WORDS.sureRestart) : t(WORDS.sureReboot);
        if (confirm(sure)) this.ask("/care/machine", { command });
      });
    }
  }

  async ask(path, body) {
    const answer = await change(path, body);
    find("house-said").textContent = answer.refused || answer.trouble || t(WORDS.done);
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
    find("pause").textContent = house.paused ? t(WORDS.resume) : t(WORDS.pause);
    for (const { command, permitted } of state.commands) {
      const door = find(command);
      door.disabled = !permitted;
      door.textContent = permitted ? t(WORDS[command]) : t(WORDS.refusedCommand, { command: t(WORDS[command]) });
    }
    this.showSensors(state);
    this.showSound(state.sound);
    renew(find("diary"), state.log, entries);
  }

  showSensors({ sites, suspect, bypassed }) {
    const left = sites.filter((site) => !bypassed.includes(site));
    renew(find("bypass-site"), [left, suspect], ([every, some]) => [
      ...(some.length ? [group(t(WORDS.suspect), some.filter((site) => every.includes(site)))] : []),
      group(t(WORDS.every), every),
    ]);
    find("bypass-text").textContent = bypassed.length ? t(WORDS.bypassed) : t(WORDS.allHeard);
    renew(find("bypassed"), bypassed, (some) => some.map((site) => {
      const item = document.createElement("li");
      item.append(button(t(WORDS.believe, { site }), () => this.ask("/care/bypass", { site, on: false })));
      return item;
    }));
  }

  showSound({ here, pages, muted, trouble }) {
    const any = here || pages;
    const word = any ? (muted ? t(WORDS.soundMuted) : t(WORDS.soundOn)) : t(WORDS.soundOff);
    find("sound-text").textContent = trouble || word;
    find("mute").hidden = !any;
    find("mute").textContent = muted ? t(WORDS.unmute) : t(WORDS.mute);
  }
}

function faceOf(house) {
  if (house.paused) return t(WORDS.out);
  const closed = house.face === "closed";
  if (!house.next) return closed ? t(WORDS.closed) : t(WORDS.open);
  return closed ? t(WORDS.closedUntil, house) : t(WORDS.openUntil, house);
}

function clockOf({ clock }) {
  const shown = t(WORDS.clock, clock);
  return `${shown} ${clock.trusted ? t(WORDS.trusted) : t(WORDS.untrusted)}`;
}

function nowOf({ brightness, volume, quiet }) {
  const parts = { brightness: Math.round(100 * brightness), volume: Math.round(100 * volume) };
  return t(quiet ? WORDS.nowQuiet : WORDS.now, parts);
}

function entries(log) {
  if (!log.length) return [element("li", t(WORDS.empty))];
  return log.map(({ date, text }) => {
    const item = document.createElement("li");
    item.append(element("time", date || t(WORDS.unknownDate)), element("span", text));
    return item;
  });
}

function group(label, values) {
  const items = document.createElement("optgroup");
  items.label = label;
  items.append(...values.map((value) => new Option(value, value)));
  return items;
}
