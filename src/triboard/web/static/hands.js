// Simulated hands: take a ball from a tray or a hole and put it somewhere, by dragging, clicking or keys.
// They only ask; what happened is what the next view shows.

import { dress } from "./ball.js";
import { pieceAt } from "./scene.js";

const SLOP = 6; // px a pointer may move and still click

export class Hands {
  constructor({ table, overlay, ghost, send, say, changed }) {
    Object.assign(this, { table, overlay, ghost, send, say, changed });
    this.view = null;
    this.enabled = false;
    this.picked = null; // {piece, from: site or null, seen: whether the world has shown it in the hand}
    this.start = null;
    this.dragged = false;
    table.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.cancel());
    table.addEventListener("click", (event) => this.click(event), true);
    table.addEventListener("dragstart", (event) => event.preventDefault());
  }

  update(view, enabled) {
    this.view = view;
    this.enabled = enabled;
    if (!enabled) {
      this.start = null;
      this.hold(null);
      return;
    }
    if (!this.picked || !this.picked.from) return;
    if (view.world.hand.includes(this.picked.piece)) this.picked.seen = true;
    else if (this.picked.seen && !this.start) this.hold(null); // it went back to its tray by itself
  }

  hold(picked) {
    if (picked === this.picked) return;
    this.picked = picked;
    this.ghost.hidden = true;
    if (picked) dress(this.ghost, this.view, picked.piece);
    this.changed();
  }

  kind(piece) {
    const found = this.view.board.pieces.find((other) => other.piece === piece);
    return found ? found.name : piece;
  }

  allowed() {
    if (!this.enabled && this.view && !this.view.world) this.say("This is a real board: move the balls by hand.");
    return this.enabled;
  }

  /** A tray was chosen: take a ball of it, or put the held ball back. */
  tray(piece) {
    if (!this.allowed()) return;
    const held = this.picked;
    this.hold(null);
    if (held && held.from) this.putAway(held);
    else if (!held || held.piece !== piece) {
      this.hold({ piece, from: null });
      this.say(`You hold a ${this.kind(piece)} ball: choose a hole.`);
    }
  }

  /** A hole was chosen: drop what is held, or lift what stands there. */
  hole(site) {
    if (!this.allowed()) return;
    if (this.picked) this.drop(site);
    else if (!this.lift(site)) this.say("First take a ball from a tray.");
  }

  drop(site) {
    const { piece } = this.picked;
    this.hold(null);
    this.say("");
    this.send({ type: "hand", verb: "drop", site, piece });
  }

  lift(site) {
    const piece = pieceAt(this.view, site);
    if (!piece) return false;
    this.send({ type: "hand", verb: "lift", site });
    this.hold({ piece, from: site, seen: false });
    this.say(`You lifted a ${this.kind(piece)} ball: choose a hole, or its tray.`);
    return true;
  }

  letGo() {
    if (!this.picked) return false;
    if (this.picked.from) this.drop(this.picked.from);
    else this.hold(null);
    this.say("");
    return true;
  }

  click(event) {
    const target = event.target.closest("[data-site], [data-tray]");
    if (!target) return;
    if (this.dragged && event.detail !== 0) {
      this.dragged = false; // the end of a drag, not a click
      event.stopPropagation();
      return;
    }
    if (target.dataset.site) this.hole(this.aim(event, target.dataset.site));
    else this.tray(target.dataset.tray);
  }

  /** Targets of neighbouring holes overlap: a pointer means the one whose middle is nearest. */
  aim(event, site) {
    return event.detail === 0 ? site : this.overlay.nearest(event.clientX, event.clientY) || site;
  }

  down(event) {
    this.dragged = false;
    const target = event.target.closest("[data-site], [data-tray]");
    if (!target || event.button !== 0 || !this.enabled || this.start) return;
    const { tray, site: under } = target.dataset;
    const site = under ? this.overlay.nearest(event.clientX, event.clientY) || under : null;
    this.start = { x: event.clientX, y: event.clientY, id: event.pointerId, tray, site };
  }

  move(event) {
    const { start } = this;
    if (start && event.pointerId === start.id && !this.dragged) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLOP) return;
      if (!this.begin(start)) {
        this.start = null;
        return;
      }
      this.dragged = true;
    }
    if (!this.picked || (event.pointerType !== "mouse" && !this.dragged)) return;
    this.ghost.hidden = false;
    this.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -62%)`;
  }

  begin({ tray, site }) {
    if (this.picked) this.letGo();
    if (site) return this.lift(site);
    this.hold({ piece: tray, from: null });
    return true;
  }

  up(event) {
    const { start } = this;
    if (!start || event.pointerId !== start.id) return;
    this.start = null;
    if (!this.dragged || !this.picked) return;
    const site = this.overlay.nearest(event.clientX, event.clientY);
    if (site) this.drop(site);
    else {
      const held = this.picked;
      this.hold(null);
      this.say("");
      if (held.from) this.putAway(held);
    }
  }

  /** What was lifted goes into its tray. */
  putAway({ piece }) {
    this.send({ type: "hand", verb: "put" });
    this.say(`The ${this.kind(piece)} ball goes back to its tray.`);
  }

  cancel() {
    if (!this.start) return;
    this.start = null;
    this.hold(null);
  }
}
