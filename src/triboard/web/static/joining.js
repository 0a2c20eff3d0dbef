// Playing from a device that is not the board's own: the code of the game, entered once a game.

import { t } from "./words.js";

export class Joining {
  constructor({ form, code, send }) {
    this.form = form;
    this.code = code;
    this.send = send;
    this.play = false;
    this.here = false; // the page is shown at the board, or to whoever looks after it
    this.asked = null;
    this.sent = ""; // the code that was asked with last
    this.again = ""; // one that let play before the connection was lost
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask(this.field.value);
    });
  }

  get field() {
    return this.form.querySelector("input");
  }

  ask(code) {
    this.tell("");
    this.sent = code.trim() || "-";
    this.asked = this.send({ type: "join", code: this.sent });
  }

  /** The connection is gone, and with it what the code allowed. */
  lost() {
    if (this.play && this.sent) this.again = this.sent;
  }

  /** What this page may do, and the code where it is to be shown. */
  update({ play, why, code }) {
    this.play = play;
    this.here = why === "here" || why === "care";
    this.form.hidden = play;
    this.code.hidden = !code;
    this.code.textContent = code ? t("Code {code}", { code: `${code.slice(0, 3)} ${code.slice(3)}` }) : "";
    if (play) {
      this.field.value = "";
      this.tell("");
    } else if (this.again) {
      const code = this.again;
      this.again = ""; // once: a wrong try counts
      this.ask(code);
    } else this.fromAddress();
  }

  /** A code in the fragment of the address, as a QR code carries it; it never reaches a server's log. */
  fromAddress() {
    const found = /^#code=(\d{6})$/.exec(location.hash);
    if (!found) return;
    history.replaceState(null, "", location.pathname);
    this.ask(found[1]);
  }

  /** True if the refusal answers this form. */
  refused(id, text) {
    if (id === undefined || id === null || id !== this.asked) return false;
    this.tell(text);
    return true;
  }

  tell(text) {
    this.form.querySelector("[role=alert]").textContent = text;
  }
}
