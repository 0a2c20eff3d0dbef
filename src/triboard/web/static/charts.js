// Statistics of a board as small charts, each with the same numbers as a table for whoever sees no chart.

import { element, read, renew } from "./asking.js";
import { n, spoken, t } from "./words.js";

const WORDS = {
  none: n("Nothing has been counted yet. Numbers are written to the disk once an hour."),
  hours: n("Games begun by the hour of the day, over {days} days"),
  days: n("Games begun by day"),
  sites: n("Wrong placements by site"),
  games: n("By game"),
  most: n("{title}. The most is {most}, at {place}."),
  table: n("As a table"),
  machine: n("Restarts of the program: {restarts}. Out of order: {out_of_order_minutes} minutes."),
  hour: n("hour"),
  day: n("day"),
  site: n("site"),
  number: n("number"),
};
const COLUMNS = [
  ["game", n("game")],
  ["started", n("begun")],
  ["finished", n("finished")],
  ["abandoned", n("left")],
  ["visits", n("visits")],
  ["dwell_seconds", n("mean visit, s")],
  ["first_move_seconds", n("mean time to first move, s")],
  ["illegal", n("wrong placements")],
  ["hints", n("hints")],
];
const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, FOOT] = [480, 120, 18];
const LETTER = 7.5; // width of a letter of a label, about

export async function showCharts(target) {
  const found = await read("/care/statistics");
  if (found) renew(target, found, charts);
}

function charts({ days, hours, by_day: byDay, sites, games, ...machine }) {
  const shown = [
    chart(t(WORDS.hours, { days }), t(WORDS.hour), hours.map(({ hour, started }) => [String(hour), started])),
    chart(t(WORDS.days), t(WORDS.day), byDay.map(({ day, started }) => [day, started])),
    chart(t(WORDS.sites), t(WORDS.site), sites.map(({ site, illegal }) => [site, illegal])),
  ].filter(Boolean);
  if (games.length) shown.push(gamesTable(games));
  if (!shown.length) shown.push(element("p", t(WORDS.none)));
  return [...shown, element("p", t(WORDS.machine, machine))];
}

function chart(title, what, rows) {
  const most = Math.max(0, ...rows.map(([, number]) => number));
  if (!most) return null;
  const box = element("figure");
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  picture.setAttribute("role", "img");
  const place = rows.find(([, number]) => number === most)[0];
  picture.setAttribute("aria-label", t(WORDS.most, { title, most, place }));
  const step = WIDTH / rows.length;
  const wide = LETTER * Math.max(...rows.map(([name]) => brief(name).length)) + LETTER;
  const every = Math.ceil(wide / step);
  rows.forEach(([name, number], at) => {
    const tall = ((HEIGHT - 2 * FOOT) * number) / most;
    picture.append(shape("rect", { x: at * step + 1, y: HEIGHT - FOOT - tall, width: Math.max(1, step - 2), height: tall }));
    if (number === most) picture.append(label(number, (at + 0.5) * step, HEIGHT - FOOT - tall - 4));
    if (at % every === 0) picture.append(label(brief(name), Math.max((at + 0.5) * step, wide / 2), HEIGHT - 5));
  });
  picture.append(shape("line", { x1: 0, x2: WIDTH, y1: HEIGHT - FOOT, y2: HEIGHT - FOOT }));
  box.append(element("figcaption", title), picture, details(table([what, t(WORDS.number)], rows)));
  return box;
}

/** A day without its year. */
function brief(name) {
  return name.replace(/^\d{4}-(?=\d\d-\d\d$)/, "");
}

function gamesTable(games) {
  const box = element("figure");
  const scroll = element("div", "", "wide");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", t(WORDS.games));
  scroll.append(table(COLUMNS.map(([, text]) => t(text)), games.map((game) => COLUMNS.map(([key]) => game[key] ?? ""))));
  box.append(element("figcaption", t(WORDS.games)), scroll);
  return box;
}

function details(content) {
  const box = document.createElement("details");
  box.append(element("summary", t(WORDS.table)), content);
  return box;
}

function table(heads, rows) {
  const made = document.createElement("table");
  const head = made.createTHead().insertRow();
  for (const text of heads) {
    const cell = element("th", text);
    cell.scope = "col";
    head.append(cell);
  }
  const body = made.createTBody();
  for (const [first, ...rest] of rows) {
    const line = body.insertRow();
    const cell = element("th", String(first));
    cell.scope = "row";
    line.append(cell);
    for (const value of rest) line.insertCell().textContent = String(value);
  }
  return made;
}

function shape(name, places) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(places)) made.setAttribute(key, String(value));
  return made;
}

function label(text, x, y) {
  const made = shape("text", { x, y, "text-anchor": "middle" });
  made.textContent = String(text);
  return made;
}
