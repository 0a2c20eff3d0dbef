// Statistics of a board as small charts, each with the same numbers as a table for whoever sees no chart.

import { element, read, renew } from "./asking.js";
import { t, tn } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, FOOT] = [480, 120, 18];
const LETTER = 7.5; // width of a letter of a label, about

export async function showCharts(target) {
  const found = await read("/care/statistics");
  if (found) renew(target, found, charts);
}

function charts({ days, hours, by_day: byDay, sites, games, ...machine }) {
  const shown = [
    chart(tn("Games begun by the hour of the day, over {count} day", "Games begun by the hour of the day, over {count} days", days), t("hour"), hours.map(({ hour, started }) => [String(hour), started])),
    chart(t("Games begun by day"), t("day"), byDay.map(({ day, started }) => [day, started])),
    chart(t("Wrong placements by site"), t("site"), sites.map(({ site, illegal }) => [site, illegal])),
  ].filter(Boolean);
  if (games.length) shown.push(gamesTable(games));
  if (!shown.length) shown.push(element("p", t("Nothing has been counted yet. Numbers are written to the disk once an hour.")));
  return [...shown, element("p", t("Restarts of the program: {restarts}. Out of order: {out_of_order_minutes} minutes.", machine))];
}

function chart(title, what, rows) {
  const most = Math.max(0, ...rows.map(([, number]) => number));
  if (!most) return null;
  const box = element("figure");
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  picture.setAttribute("role", "img");
  const place = rows.find(([, number]) => number === most)[0];
  picture.setAttribute("aria-label", t("{title}. The most is {most}, at {place}.", { title, most, place }));
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
  box.append(element("figcaption", title), picture, details(table([what, t("number")], rows)));
  return box;
}

/** A day without its year. */
function brief(name) {
  return name.replace(/^\d{4}-(?=\d\d-\d\d$)/, "");
}

function gamesTable(games) {
  const heads = columns();
  const box = element("figure");
  const scroll = element("div", "", "wide");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", t("By game"));
  scroll.append(table(heads.map(([, text]) => text), games.map((game) => heads.map(([key]) => game[key] ?? ""))));
  box.append(element("figcaption", t("By game")), scroll);
  return box;
}

function details(content) {
  const box = document.createElement("details");
  box.append(element("summary", t("As a table")), content);
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

/** Columns of the table of games: the number, and what it is. */
function columns() {
  return [
    ["game", t("game")],
    ["started", t("begun")],
    ["finished", t("finished")],
    ["abandoned", t("left")],
    ["visits", t("visits")],
    ["dwell_seconds", t("mean visit, s")],
    ["first_move_seconds", t("mean time to first move, s")],
    ["illegal", t("wrong placements")],
    ["hints", t("hints")],
  ];
}
