// The line to the daemon: connects, notices silence, comes back by itself.

const SILENCE = 5000; // ms without a message before the board counts as lost
const RETRY = [300, 600, 1200, 2400, 4000]; // ms before each further try

import { speak, spoken, t } from "./words.js";

export function connect({ onView, onLight, onRefused, onRights, onLost }) {
  const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
  let language = new URLSearchParams(location.search).get("language"); // the page remembers it, nobody else
  let socket = null;
  let heard = performance.now(); // the wall clock of a kiosk jumps when the network tells it the time
  let told = heard; // when the last message came; a try to connect is none
  let tries = 0;
  let waiting = 0;
  let lost = false;
  let newest = null;
  let board = "";

  function open() {
    waiting = 0;
    heard = performance.now();
    const mine = new WebSocket(language ? `${url}?language=${encodeURIComponent(language)}` : url);
    socket = mine;
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      heard = told = performance.now();
      take(JSON.parse(event.data));
    };
    mine.onclose = (event) => {
      if (mine !== socket) return;
      lose(event.reason === "full" ? t("This board has as many viewers as it can take.") : "");
    };
  }

  function take(message) {
    if (message.type === "view") {
      if (message.build !== document.documentElement.dataset.build) {
        location.reload();
        return;
      }
      const shape = JSON.stringify([message.board.name, message.board.sites.length, message.board.racks.length]);
      if (board && board !== shape) {
        location.reload(); // staff have put another board or game in its place
        return;
      }
      board = shape;
      tries = 0;
      lost = false;
      newest = message;
      if (message.language === spoken()) onView(message);
      else speak(message.language).then(() => newest === message && onView(message)); // unless a newer one came
    } else if (message.type === "light") onLight(message.pixels);
    else if (message.type === "rights") {
      lost = false; // the first message: a code can be sent again before the view comes
      onRights(message);
    } else if (message.type === "refused") onRefused(message.text, message.id);
  }

  function lose(text) {
    const old = socket;
    socket = null;
    if (old) old.close();
    lost = true;
    onLost(text || t("The connection to the board is lost. Trying again…"));
    if (!waiting) {
      waiting = setTimeout(open, RETRY[Math.min(tries, RETRY.length - 1)]);
      tries += 1;
    }
  }

  setInterval(() => {
    if (socket && performance.now() - heard > SILENCE) lose("");
  }, 500);
  open();

  return {
    /** Reads another language from now on, also after the line was lost. */
    read(code) {
      language = code;
      this.send({ type: "read", language: code });
    },
    /** Milliseconds since the board was last heard of. */
    silence: () => performance.now() - told,
    send(message) {
      if (lost || !socket || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
  };
}
