// The keyboard: across the sites, between shelves, choosing and turning pieces, turning rims, pressing buttons.

import { familyOf, groupsOf, kindOf } from "./families.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LOOKS = { ArrowLeft: [8, 0], ArrowRight: [-8, 0], ArrowUp: [0, 6], ArrowDown: [0, -6] };
const HINT = { button: "HINT", key: "h" }; // on the page of every board
const TYPING = 1500; // ms within which the values of a tile are typed
const TURNS = { "[": -90, "]": 90, "{": -15, "}": 15 };

export function listen({ stage, overlay, hands, rims, press, help }) {
  let typed = { text: "", at: 0 };

  overlay.root.addEventListener("focusin", (event) => {
    const { site } = event.target.dataset;
    if (site && site !== overlay.focused.site) overlay.focus(site);
    if (site && event.target.matches(":focus-visible")) hands.aimAt(site);
  });

  document.addEventListener("keydown", (event) => {
    if (!stage.view || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || event.target.closest("input, select")) return; // what is written there
    const control = event.target.closest("button, a, input, select, summary, [tabindex]");
    if (STEPS[event.key] && event.shiftKey) stage.turnCamera(...LOOKS[event.key]);
    else if (control && control.dataset.site && across(event.key)) return void event.preventDefault();
    else if (event.key === "?") help();
    else if (event.key === "Escape") hands.letGo();
    else if (event.key.toLowerCase() === "r" && hands.turn(!event.shiftKey)) event.preventDefault();
    else if (TURNS[event.key]) event.repeat || turn(TURNS[event.key]);
    else if (!chosen(event.key) && !pressed(event.key, control, event.repeat)) return;
    event.preventDefault();
  });

  function across(key) {
    const from = overlay.focused;
    const { sites } = stage.shape;
    let to = null;
    if (STEPS[key]) {
      const [dx, dy] = STEPS[key];
      const here = sites.filter((site) => site.shelf === from.shelf && site !== from);
      to = best(here, (site) => {
        const ahead = (site.x - from.x) * dx + (site.y - from.y) * dy;
        const aside = Math.abs((site.x - from.x) * dy) + Math.abs((site.y - from.y) * dx);
        return ahead > 1 && aside < ahead ? ahead + 2 * aside : Infinity;
      });
      if (!to) return true;
    } else if (key === "PageUp" || key === "PageDown") {
      const shelf = from.shelf + (key === "PageUp" ? 1 : -1);
      const there = sites.filter((site) => site.shelf === shelf);
      to = best(there, (site) => Math.hypot(site.x - from.x, site.y - from.y));
    } else return false;
    if (to) overlay.focus(to.site);
    return true;
  }

  function turn(degrees) {
    const { on, shelf } = overlay.focused;
    const rim = on ? on.name : stage.shape.shelves[shelf].rim;
    if (rim !== null) rims.turn(rim, degrees);
  }

  /** A digit takes the piece of that number of whoever is on turn; values typed one after another a tile. */
  function chosen(key) {
    const { view } = stage;
    const { typed: pattern } = familyOf(view.board);
    if (pattern) return spelt(key, pattern);
    const piece = /^[1-9]$/.test(key) ? ofTurn(view)[Number(key) - 1] : null;
    if (piece) hands.tray(piece);
    return Boolean(piece);
  }

  function spelt(key, pattern) {
    const now = performance.now();
    const text = (now - typed.at < TYPING ? typed.text : "") + key;
    if (key.length !== 1 || !pattern.test(key)) return false;
    typed = { text, at: now };
    if (text.length < 3) return true;
    typed = { text: "", at: 0 };
    const kind = kindOf(stage.view.board, text);
    const known = stage.view.board.pieces.some(({ piece }) => piece === kind);
    if (known) {
      hands.tray(kind);
      for (let tries = 0; tries < 2 && hands.picked && hands.picked.piece !== text; tries += 1) hands.turn(true);
    }
    return true;
  }

  function pressed(key, control, repeat) {
    const found = [...stage.view.board.buttons, HINT].find((button) => same(button.key, key));
    if (!found || (control && (key === "Enter" || key === " "))) return false; // the focused thing takes these
    if (!repeat) press(found.button);
    return true;
  }
}

/** Pieces by number: those of the seat on turn where trays are grouped, else all. */
export function ofTurn(view) {
  const groups = groupsOf(view);
  const own = view.turn && view.seats.find(({ seat }) => seat === view.turn.seat);
  const mine = groups.length > 1 && own ? groups.find(({ pieces }) => pieces.length && own.pieces.includes(pieces[0])) : null;
  return (mine || groups[0]).pieces;
}

const same = (one, other) => Boolean(one) && one.toLowerCase() === other.toLowerCase();

function best(sites, cost) {
  let found = null;
  let least = Infinity;
  for (const site of sites) {
    if (cost(site) < least) {
      least = cost(site);
      found = site;
    }
  }
  return found;
}
