// Announcements on a page: the same few tones as the machine's (app/sound/tones.py), made by the browser.
// Never the only channel: all of it is also light and text. A browser makes no sound before somebody touched it.

import { n, t } from "./words.js";

const TONES = { // [hertz, seconds]; 0 hertz is a pause
  accepted: [[659, 0.09]],
  turn: [[0, 0.05], [523, 0.07]],
  line: [[523, 0.09], [659, 0.09], [784, 0.16]],
  wrong: [[294, 0.14], [0, 0.04], [233, 0.2]],
  over: [[523, 0.12], [659, 0.12], [784, 0.12], [1047, 0.32]],
  idle: [[440, 0.12], [0, 0.12], [440, 0.12]],
};
const FADE = 0.012; // s in which a tone comes and goes
const LOUDEST = 0.5;
const WORDS = { on: n("Sound on"), off: n("Sound off") };

export class Sounds {
  /** `button` mutes the board for everybody; `send` gives the message to the daemon. */
  constructor(button, send) {
    this.button = button;
    this.context = null;
    this.number = null;
    this.muted = false;
    button.addEventListener("click", () => send({ type: "mute", on: !this.muted }));
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => this.wake(), { passive: true });
  }

  /** Audio may begin once a person has touched the page. */
  wake() {
    if (!this.wanted) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }

  /** `here`: this page is at the board; `able`: it may ask for things. */
  update({ sound }, { here, able }) {
    if (!sound) return;
    this.wanted = sound.pages && here;
    this.muted = sound.muted;
    this.button.hidden = !sound.here && !sound.pages;
    this.button.disabled = !able;
    this.button.textContent = sound.muted ? t(WORDS.off) : t(WORDS.on);
    const fresh = this.number !== null && sound.number > this.number;
    this.number = sound.number;
    if (fresh && this.wanted && !sound.muted && !sound.quiet) this.play(sound.cues, sound.volume);
  }

  play(cues, volume) {
    if (!this.context || this.context.state !== "running") return;
    let at = this.context.currentTime;
    for (const cue of cues) {
      for (const [hertz, seconds] of TONES[cue] || []) {
        if (hertz) this.tone(hertz, at, seconds, volume * LOUDEST);
        at += seconds;
      }
    }
  }

  tone(hertz, at, seconds, level) {
    const oscillator = new OscillatorNode(this.context, { frequency: hertz });
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(level, at + FADE);
    gain.gain.setValueAtTime(level, at + seconds - FADE);
    gain.gain.linearRampToValueAtTime(0, at + seconds);
    oscillator.connect(gain).connect(this.context.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
  }
}
