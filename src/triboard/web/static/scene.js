// What stands where in the room, computed from a view; knows millimetres and slots, no pixels.

const STOREY = 1.4; // least distance of two shelves, in radii: lower shelves must be seen past upper ones

/** The board's shape in millimetres, with the shelves far enough apart to look between them. */
export function shapeOf(board) {
  const levels = [...new Set(board.sites.map((site) => site.at[2]))].sort((a, b) => a - b);
  const pitch = nearest(board.sites);
  const reach = Math.max(...board.sites.map((site) => Math.hypot(site.at[0], site.at[1])));
  const rim = reach + 0.6 * pitch;
  const storey = Math.max(STOREY * rim, ...levels.slice(1).map((z, i) => z - levels[i]));
  const ringOf = new Map();
  for (const { rim: name, ring } of board.rims) ring.forEach((site, place) => ringOf.set(site, { name, place, ring }));
  const sites = board.sites.map((site) => {
    const shelf = levels.indexOf(site.at[2]);
    return { ...site, x: site.at[0], y: site.at[1], z: shelf * storey, shelf, on: ringOf.get(site.site) || null };
  });
  const shelves = levels.map((_, shelf) => {
    const here = sites.filter((site) => site.shelf === shelf);
    const turning = board.rims.find(({ ring }) => here.some((site) => ring.includes(site.site)));
    return { shelf, z: shelf * storey, sites: here, rim: turning ? turning.rim : null };
  });
  const ball = 0.29 * pitch;
  const base = -0.36 * storey;
  return {
    sites,
    shelves,
    bySite: new Map(sites.map((site) => [site.site, site])),
    pitch,
    ball,
    rim,
    inner: 0.58 * pitch,
    carrier: rim + 0.13 * pitch,
    reach: rim + 0.5 * pitch,
    storey,
    base,
    bottom: base - 0.42 * pitch,
    top: (levels.length - 1) * storey + ball,
  };
}

function nearest(sites) {
  let least = Infinity;
  for (const one of sites) {
    for (const other of sites) {
      if (one !== other && one.at[2] === other.at[2]) {
        least = Math.min(least, Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]));
      }
    }
  }
  return Number.isFinite(least) ? least : 60;
}

/** Degrees at which each rim stands, clockwise seen from above. */
export function rimDegrees(view) {
  if (view.world) return { ...view.world.rims };
  return Object.fromEntries(view.rims.map((rim) => [rim.rim, (rim.detent || 0) * 90]));
}

export const nearestQuarter = (degrees) => Math.round(degrees / 90);

/** The slot that lies at a site when its rim stands `quarters` quarter turns on. */
export function slotAt(site, quarters) {
  if (!site.on) return site.site;
  const { ring, place } = site.on;
  const shift = (quarters * ring.length) / 4;
  return ring[(((place - shift) % ring.length) + ring.length) % ring.length];
}

/**
 * What stands in each slot: Map slot -> {piece}; `piece` is null for something unidentified.
 * `world.slots` tells it outright, also for a rim between two rests. Holes and readings are places in the
 * room, so that each rim's nearest detent leads from them to the slots.
 */
export function standing(view, shape) {
  const degrees = rimDegrees(view);
  const found = new Map();
  if (view.world && view.world.slots) {
    for (const [slot, stack] of Object.entries(view.world.slots)) {
      if (stack.length) found.set(slot, { piece: stack.at(-1) });
    }
    return found;
  }
  for (const site of shape.sites) {
    const piece = pieceAt(view, site.site);
    if (piece === undefined) continue;
    const quarters = site.on ? nearestQuarter(degrees[site.on.name] || 0) : 0;
    found.set(slotAt(site, quarters), { piece });
  }
  return found;
}

const inRack = (view, site) => site in (view.racks || {});

/** What the sensors of a site or a rack place tell. */
export const readingOf = (view, site) => (inRack(view, site) ? view.racks[site] : view.readings[site]);

/** The topmost piece at a site: its name, null for something unidentified, undefined for none. */
export function pieceAt(view, site) {
  if (view.world) {
    const stack = view.world.holes[site] || [];
    return stack.length ? stack[stack.length - 1] : undefined;
  }
  if (view.stacks && !inRack(view, site)) {
    const top = (view.stacks[site] || []).at(-1);
    return top === "something" ? null : top;
  }
  const reading = readingOf(view, site);
  if (reading === "something") return null;
  return reading === undefined || reading === "empty" || reading === "unknown" ? undefined : reading;
}

/**
 * What is wrong with a site's sensor: "flickers" (not believed now), "unknown" (tells nothing), or "".
 * Simulated hands turn rims all the time; what stands between two rests is then no fault of a sensor.
 */
export function sensorAt(view, { site, on }) {
  if ((view.flickering || []).includes(site)) return "flickers";
  if (readingOf(view, site) !== "unknown") return "";
  const rim = view.world && on && view.rims.find((other) => other.rim === on.name);
  return rim && rim.state !== "rest" ? "" : "unknown";
}

/** Turns a place of a site by some degrees round the tower. */
export function turned(x, y, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/** All pieces at a site, bottom first; null for one that the sensors cannot name. */
export function stackAt(view, site) {
  if (view.world) return (view.world.slots || view.world.holes)[site] || [];
  if (view.stacks && !inRack(view, site)) return (view.stacks[site] || []).map((text) => (text === "something" ? null : text));
  const piece = pieceAt(view, site);
  return piece === undefined ? [] : [piece];
}
