// Simulated hands: take a piece from a tray or a site and put it somewhere, by dragging, clicking or keys.
// They only ask; what happened is what the next view shows.

import { familyOf, kindOf, nameOf } from "./families.js";
import { pieceAt } from "./scene.js";
import { dress } from "./token.js";
import { t } from "./words.js";

const SLOP = 6; // px a pointer may move and still click
const ABOVE = 46; // px above a finger where the piece under it is shown and aimed
const LONG = 450; // ms of a finger on a piece that only looks
const TWIST = Math.PI / 5; // two fingers turned so far turn the piece by one corner

export class Hands {
  constructor({ table, overlay, stage, ghost, send, say, changed }) {
    Object.assign(this, { table, overlay, stage, ghost, send, say, changed });
    this.view = null;
    this.enabled = false;
    this.picked = null; // {piece, from: site or null, seen: whether the world has shown it in the hand}
    this.start = null;
    this.dragged = false;
    this.pressed = 0;
    this.twist = null; // {id, angle} of a second finger
    table.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.cancel());
    table.addEventListener("click", (event) => this.click(event), true);
    table.addEventListener("dragstart", (event) => event.preventDefault());
    table.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
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
    const held = view.world.hand.map((piece) => kindOf(view.board, piece));
    if (held.includes(kindOf(view.board, this.picked.piece))) this.picked.seen = true;
    else if (this.picked.seen && !this.start) this.hold(null); // it went back to its tray by itself
  }

  hold(picked) {
    if (picked === this.picked) return;
    this.picked = picked;
    this.ghost.hidden = true;
    if (picked) dress(this.ghost, this.view, picked.piece);
    const focused = this.overlay.root.querySelector(".site:focus-visible");
    this.aimAt(focused ? focused.dataset.site : null);
    this.changed();
  }

  get family() {
    return familyOf(this.view.board);
  }

  named(piece) {
    return nameOf(this.view.board, piece);
  }

  allowed() {
    if (!this.enabled && this.view && !this.view.world) this.say(t("This is a real board: move the pieces by hand."));
    return this.enabled;
  }

  /** A tray was chosen: take a piece of it, or put the held one back. */
  tray(piece) {
    if (!this.allowed()) return;
    const held = this.picked;
    const same = held && kindOf(this.view.board, held.piece) === piece;
    this.hold(null);
    if (held && (held.from || this.taken)) this.putAway(held);
    if (same) return;
    this.takeUp(piece);
    this.say(t("You hold: {piece}. Choose a place for it.", { piece: this.named(piece) }));
  }

  /** A site was chosen: drop what is held, or lift what stands there. */
  site(site) {
    if (!this.allowed()) return;
    if (this.picked) this.drop(site);
    else if (!this.lift(site)) this.say(t("First take a piece from a tray."));
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
    this.say(t("You lifted: {piece}. Choose a place for it, or its tray.", { piece: this.named(piece) }));
    return true;
  }

  letGo() {
    if (!this.picked) return false;
    const held = this.picked;
    if (held.from) this.drop(held.from);
    else this.hold(null);
    this.say("");
    if (!held.from && this.taken) this.putAway(held);
    return true;
  }

  /** Turns what is held by one corner; what cannot be turned stays as it is. */
  turn(clockwise) {
    const { turned } = this.picked ? this.family : {};
    if (!turned) return false;
    this.picked.piece = turned(this.picked.piece, clockwise);
    dress(this.ghost, this.view, this.picked.piece);
    if (this.stage.aim) this.stage.setAim({ site: this.stage.aim.site, piece: this.picked.piece });
    this.changed();
    return true;
  }

  /** Shows where what is held would go; without anything in the hand, what is meant. */
  aimAt(site) {
    const piece = this.picked && this.family.turned ? this.picked.piece : null;
    this.stage.setAim(site ? { site, piece } : null);
    this.ghost.classList.toggle("aimed", Boolean(piece && site));
  }

  click(event) {
    const target = event.target.closest("[data-site], [data-tray]");
    if (!target) return;
    if (this.dragged && event.detail !== 0) {
      this.dragged = false; // the end of a drag, not a click
      event.stopPropagation();
      return;
    }
    if (event.pointerType === "touch" && !this.picked && event.timeStamp - this.pressed > LONG) return; // a look
    if (target.dataset.site) this.site(this.aim(event, target.dataset.site));
    else this.tray(target.dataset.tray);
  }

  /** Targets of neighbouring sites overlap: a pointer means the one that the picture shows there. */
  aim(event, site) {
    return event.detail === 0 ? site : this.overlay.nearest(event.clientX, event.clientY) || site;
  }

  down(event) {
    if (this.start && this.dragged && event.pointerId !== this.start.id) {
      this.twist = { id: event.pointerId, angle: this.angle(event) };
      return;
    }
    this.dragged = false;
    this.pressed = event.timeStamp;
    const target = event.target.closest("[data-site], [data-tray]");
    if (!target || event.button !== 0 || !this.enabled || this.start) return;
    const { tray, site: under } = target.dataset;
    const site = under ? this.overlay.nearest(event.clientX, event.clientY) || under : null;
    this.start = { x: event.clientX, y: event.clientY, id: event.pointerId, tray, site };
    if (site) this.aimAt(site);
  }

  angle(event) {
    return Math.atan2(event.clientY - this.start.now.y, event.clientX - this.start.now.x);
  }

  move(event) {
    const { start, twist } = this;
    if (twist && event.pointerId === twist.id) {
      const turned = Math.atan2(Math.sin(this.angle(event) - twist.angle), Math.cos(this.angle(event) - twist.angle));
      if (Math.abs(turned) < TWIST) return;
      twist.angle = this.angle(event);
      this.turn(turned > 0);
      return;
    }
    if (start && event.pointerId === start.id && !this.dragged) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLOP) return;
      if (!this.begin(start)) {
        this.start = null;
        return;
      }
      this.dragged = true;
    }
    if (start && event.pointerId === start.id) start.now = { x: event.clientX, y: event.clientY };
    if (event.pointerType !== "mouse" && !this.dragged) return;
    const { x, y } = this.point(event);
    this.aimAt(event.target.closest?.("#stage") || this.dragged ? this.overlay.nearest(x, y) : null);
    if (!this.picked) return;
    this.ghost.hidden = false;
    this.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -62%)`;
  }

  /** A finger hides what is under it: what it carries is aimed a little above. */
  point(event) {
    return { x: event.clientX, y: event.clientY - (event.pointerType === "touch" ? ABOVE : 0) };
  }

  /** A drag from a tray or a site takes a piece; with one in the hand already it aims that one. */
  begin({ tray, site }) {
    if (site && this.picked) return true;
    if (this.picked) this.letGo();
    if (site) return this.lift(site);
    this.takeUp(tray);
    return true;
  }

  up(event) {
    if (this.twist && event.pointerId === this.twist.id) this.twist = null;
    const { start } = this;
    if (!start || event.pointerId !== start.id) return;
    this.start = this.twist = null;
    if (event.pointerType === "touch") this.aimAt(null);
    if (!this.dragged || !this.picked) return;
    const { x, y } = this.point(event);
    const site = this.overlay.nearest(x, y);
    if (site) this.drop(site);
    else {
      const held = this.picked;
      this.hold(null);
      this.say("");
      if (held.from || this.taken) this.putAway(held);
    }
  }

  /** A piece of a tray is in the hand; a tray that is read sees it leave, and the board lights where it may go. */
  takeUp(piece) {
    this.hold({ piece, from: null });
    if (this.taken) this.send({ type: "hand", verb: "take", piece });
  }

  /** Whether the world knows that a piece left its tray. */
  get taken() {
    return Boolean(this.view && this.view.board.reads_trays);
  }

  wheel(event) {
    if (!event.deltaY || !this.turn(event.deltaY > 0)) return;
    event.preventDefault();
  }

  /** What was lifted goes into its tray. */
  putAway({ piece }) {
    this.send({ type: "hand", verb: "put" });
    this.say(t("Back to its tray: {piece}.", { piece: this.named(piece) }));
  }

  cancel() {
    this.twist = null;
    if (!this.start) return;
    this.start = null;
    const held = this.picked;
    this.hold(null);
    if (held && !held.from && this.taken) this.putAway(held);
  }
}
