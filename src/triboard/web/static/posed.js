// A view of the same board in which something else stands: a picture of the rules, a game that the lights play.

/** stacks: pieces by site, bottom first; here: where the last piece came; line: sites that score for `points`. */
export function posed(view, { stacks, rims = view.rims, line = [], points = 0, here = [] }) {
  return {
    ...view,
    world: null,
    readings: Object.fromEntries(view.board.sites.map(({ site }) => [site, (stacks[site] || ["empty"]).at(-1)])),
    stacks,
    racks: {},
    rims,
    flickering: [],
    message: null,
    last: { text: "", sites: here, lines: line.length ? [{ text: "", sites: line, points }] : [] },
  };
}
