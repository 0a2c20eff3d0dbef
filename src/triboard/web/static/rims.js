// Turning rims: by the handle to any angle, by buttons and keys in steps; and turning the eye.

import { rimDegrees } from "./scene.js";

const REACHED = 2; // degrees from its target at which a rim counts as turned
const CATCH = 10; // degrees from a rest within which a released rim falls into it
const PATIENCE = 4000; // ms until a turn that the board never showed is taken back on the page

const around = (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180;

export class Rims {
  constructor({ root, stage, send, say }) {
    Object.assign(this, { root, stage, send, say });
    this.view = null;
    this.enabled = false;
    this.drag = null;
    this.pending = new Map(); // rim -> {target, timer}
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => this.key(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", (event) => this.up(event));
  }

  preview(rim, degrees) {
    this.stage.model.setPreview(rim, degrees);
    this.stage.touch();
  }

  update(view, enabled) {
    this.view = view;
    this.enabled = enabled;
    const degrees = rimDegrees(view);
    for (const [rim, { target }] of this.pending) if (Math.abs(around(degrees[rim] - target)) < REACHED) this.settle(rim);
    if (!enabled) this.abandon();
  }

  abandon() {
    if (this.drag) this.preview(this.drag.rim, null);
    this.drag = null;
    for (const rim of [...this.pending.keys()]) this.settle(rim);
  }

  settle(rim) {
    clearTimeout(this.pending.get(rim).timer);
    this.pending.delete(rim);
    if (!this.drag || this.drag.rim !== rim) this.preview(rim, null);
  }

  refused() {
    for (const rim of [...this.pending.keys()]) this.settle(rim);
  }

  turn(rim, degrees) {
    if (!this.enabled || Math.abs(degrees) < 0.5) return;
    this.send({ type: "hand", verb: "turn", rim, degrees: Math.round(degrees * 10) / 10 });
  }

  click(event) {
    const button = event.target.closest("[data-rim-turn]");
    if (button) this.turn(button.dataset.rimTurn.slice(0, -1), Number(button.dataset.degrees));
  }

  key(event) {
    const handle = event.target.closest("[data-rim]");
    const step = { ArrowRight: 15, ArrowUp: 15, ArrowLeft: -15, ArrowDown: -15 }[event.key];
    if (!handle || !step || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(handle.dataset.rim, step);
  }

  down(event) {
    const handle = event.target.closest("[data-rim]");
    if (!handle || !this.enabled || event.button !== 0) return;
    const { rim } = handle.dataset;
    const { z } = this.stage.shape.shelves.find((shelf) => shelf.rim === rim);
    const truth = rimDegrees(this.view)[rim] || 0;
    this.drag = { rim, z, truth, id: event.pointerId, turned: 0, last: this.angle(event, z) };
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
    handle.focus({ preventScroll: true });
  }

  angle(event, z) {
    const box = this.stage.canvas.getBoundingClientRect();
    return (this.stage.camera.angleOn(event.clientX - box.left, event.clientY - box.top, z) * 180) / Math.PI;
  }

  move(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    const angle = this.angle(event, drag.z);
    drag.turned += around(angle - drag.last);
    drag.last = angle;
    this.preview(drag.rim, drag.truth + drag.turned);
  }

  up(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    this.drag = null;
    const rest = Math.round((drag.truth + drag.turned) / 90) * 90;
    const turned = Math.abs(drag.truth + drag.turned - rest) <= CATCH ? rest - drag.truth : drag.turned;
    if (Math.abs(turned) < 0.5 || event.type === "pointercancel") {
      this.preview(drag.rim, null);
      return;
    }
    this.preview(drag.rim, drag.truth + turned);
    const timer = setTimeout(() => this.settle(drag.rim), PATIENCE);
    this.pending.set(drag.rim, { target: drag.truth + turned, timer });
    this.turn(drag.rim, turned);
  }
}

/** Drag on the empty room, and small buttons, turn the eye round the tower. */
export function lookAround(canvas, tools, stage) {
  let from = null;
  canvas.addEventListener("pointerdown", (event) => {
    from = { x: event.clientX, y: event.clientY, id: event.pointerId, touch: event.pointerType === "touch" };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!from || event.pointerId !== from.id) return;
    stage.turnCamera((from.x - event.clientX) * 0.25, from.touch ? 0 : (event.clientY - from.y) * 0.15);
    from.x = event.clientX;
    from.y = event.clientY;
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (from = null));
  tools.addEventListener("click", (event) => {
    const button = event.target.closest("[data-look]");
    if (!button) return;
    if (button.dataset.look === "home") stage.camera.home();
    else stage.turnCamera(...button.dataset.look.split(",").map(Number));
    stage.touch();
  });
}
