// What can be pointed at, focused and read aloud: one element a site, a rim's handle, a rim's buttons.
// They lie invisible over the picture; the picture itself says nothing to a screen reader.

import { pixelHex } from "./colour.js";
import { familyOf, nameOf } from "./families.js";
import { pieceAt, readingOf, rimDegrees, sensorAt, stackAt } from "./scene.js";
import { spoken, t } from "./words.js";

export class Overlay {
  constructor(root, rims, stage) {
    this.root = root;
    this.rims = rims;
    this.stage = stage;
    this.sites = new Map();
    this.handles = new Map();
    this.turners = [];
    this.built = "";
    this.focused = null;
  }

  build(view) {
    const key = JSON.stringify([spoken(), view.board.name, view.board.sites, view.board.rims]);
    if (key === this.built) return;
    this.built = key;
    this.sites.clear();
    this.handles.clear();
    this.turners = [];
    const { shape } = this.stage;
    this.root.replaceChildren(...shape.sites.map((site) => this.button(site)));
    this.focused = shape.sites.find((site) => site.shelf === 0) || shape.sites[0];
    this.sites.get(this.focused.site).tabIndex = 0;
    const controls = [];
    for (const shelf of shape.shelves.filter(({ rim }) => rim !== null)) {
      controls.push(this.handle(shelf), this.turner(shelf, -1), this.turner(shelf, 1));
    }
    this.rims.replaceChildren(...controls);
  }

  button(site) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "site";
    button.tabIndex = -1;
    button.dataset.site = site.site;
    button.dataset.shelf = site.shelf;
    const name = document.createElement("span");
    name.className = "site-name";
    name.textContent = site.site;
    name.setAttribute("aria-hidden", "true");
    button.append(name);
    this.sites.set(site.site, button);
    return button;
  }

  handle(shelf) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "rim-handle";
    button.dataset.rim = shelf.rim;
    const angle = document.createElement("span");
    angle.className = "rim-angle";
    button.append(angle);
    this.handles.set(shelf.rim, button);
    return button;
  }

  turner(shelf, way) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "rim-turn";
    button.dataset.rimTurn = `${shelf.rim}${way > 0 ? "+" : "-"}`;
    button.dataset.degrees = String(way * 90);
    button.textContent = way > 0 ? "↻" : "↺";
    const { rim } = shelf;
    button.title = way > 0
      ? t("Turn rim {rim} a quarter clockwise, seen from above", { rim })
      : t("Turn rim {rim} a quarter counter-clockwise, seen from above", { rim });
    button.setAttribute("aria-label", button.title);
    this.turners.push({ button, shelf, way });
    return button;
  }

  /** Texts and states from a view. */
  update(view, enabled) {
    this.build(view);
    const legal = new Set(view.legal);
    const wanted = new Set(view.message ? view.message.sites || [] : []);
    for (const [name, button] of this.sites) {
      const words = [name, this.contents(view, name)].filter(Boolean);
      if (legal.has(name)) words.push(t("you may put a piece here"));
      if (wanted.has(name)) words.push(t("look here"));
      const sensor = sensorAt(view, this.stage.shape.bySite.get(name));
      if (sensor) words.push(sensor === "flickers" ? t("its sensor flickers and is not believed") : t("its sensor cannot tell what is here"));
      button.dataset.sensor = sensor;
      setLabel(button, words.join(", "));
      const piece = pieceAt(view, name);
      button.dataset.piece = piece === undefined ? "" : piece ?? "something";
      button.classList.toggle("movable", enabled && piece !== undefined);
      button.setAttribute("aria-disabled", String(!enabled));
    }
    const degrees = rimDegrees(view);
    for (const rim of view.rims) this.updateRim(rim, degrees[rim.rim] || 0, enabled);
    for (const { button } of this.turners) button.disabled = !enabled;
  }

  contents(view, name) {
    const stack = stackAt(view, name);
    const piece = pieceAt(view, name);
    const { on } = this.stage.shape.bySite.get(name);
    const rim = on && view.rims.find((other) => other.rim === on.name);
    const label = (view.labels || view.board.labels || {})[name];
    const { rack, seat } = this.stage.shape.bySite.get(name);
    const owner = rack && view.seats.find((other) => other.seat === seat);
    const words = rack
      ? [owner ? t("rack of {player}", { player: owner.name }) : t("rack that is not used")]
      : label ? [t("action {label}", { label })] : [];
    if (piece === undefined && rim && rim.state === "between") words.push(t("its rim stands between two rests"));
    else if (stack.length > 1) words.push(t("from the top: {pieces}", { pieces: [...stack].reverse().map((level) => nameOf(view.board, level)).join(", ") }));
    else if (piece === null && rack) words.push(t("a covered piece"));
    else if (piece !== undefined) words.push(nameOf(view.board, piece));
    else if (view.world || readingOf(view, name) !== "unknown") words.push(t("empty")); // else its sensor is spoken of
    return words.join(", ");
  }

  updateRim(rim, degrees, enabled) {
    const handle = this.handles.get(rim.rim);
    if (!handle) return;
    const shown = Math.round(((degrees % 360) + 360) % 360);
    const said = { rim: rim.rim, degrees: shown };
    setLabel(handle, {
      rest: t("Rim {rim}, at {degrees}°. Drag to turn; arrow keys turn by 15°.", said),
      between: t("Rim {rim}, between two rests, at {degrees}°. Drag to turn; arrow keys turn by 15°.", said),
      unknown: t("Rim {rim}, angle not known. Drag to turn; arrow keys turn by 15°.", said),
    }[rim.state]);
    handle.disabled = !enabled;
    handle.dataset.degrees = String(shown);
    handle.classList.toggle("between", rim.state !== "rest");
    handle.firstChild.textContent = { rest: "", between: `${shown}°`, unknown: "?" }[rim.state];
  }

  light(pixels) {
    for (const site of this.stage.shape ? this.stage.shape.sites : []) {
      const button = this.sites.get(site.site);
      const hex = pixelHex(pixels, site.pixel);
      if (button && button.dataset.light !== hex) button.dataset.light = hex;
    }
  }

  /** Lays every element over its place in the picture. */
  place() {
    for (const site of this.stage.shape.sites) {
      const spot = this.stage.spot(site);
      put(this.sites.get(site.site), spot, spot.half, Math.round(1000 + spot.near), spot.tall);
    }
    for (const shelf of this.stage.shape.shelves.filter(({ rim }) => rim !== null)) {
      const spot = this.stage.model.handleSpot(this.stage, shelf);
      put(this.handles.get(shelf.rim), spot, Math.max(17, 0.24 * this.stage.shape.pitch * spot.size), 3000);
    }
    const half = this.stage.width < 500 ? 20 : 22;
    for (const { button, shelf, way } of this.turners) {
      const spot = this.stage.model.besideSpot(this.stage, shelf, way);
      const x = Math.max(half + 2, Math.min(this.stage.width - half - 2, spot.x + way * (half + 8)));
      put(button, { x, y: spot.y }, half, 3000);
    }
  }

  /** Shows the name of the site that is meant. */
  mark(name) {
    if (this.marked) this.marked.classList.remove("aimed");
    this.marked = this.sites.get(name) || null;
    if (this.marked) this.marked.classList.add("aimed");
  }

  focus(name) {
    const button = this.sites.get(name);
    if (!button) return;
    this.sites.get(this.focused.site).tabIndex = -1;
    this.focused = this.stage.shape.bySite.get(name);
    button.tabIndex = 0;
    button.focus({ preventScroll: true });
  }

  /** The site that a point of the window means, or null when none is near. */
  nearest(clientX, clientY) {
    const box = this.root.getBoundingClientRect();
    if (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return null;
    return this.stage.pick(clientX - box.left, clientY - box.top);
  }
}

function setLabel(element, text) {
  if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
}

/** `tall` is half the height where it differs from half the width: rows of holes lie close to each other. */
function put(element, { x, y }, half, above, tall = half) {
  const { style } = element;
  style.transform = `translate(${(x - half).toFixed(1)}px, ${(y - tall).toFixed(1)}px)`;
  style.width = `${(half * 2).toFixed(1)}px`;
  style.height = `${(tall * 2).toFixed(1)}px`;
  style.zIndex = String(above);
}
