// The vote on the next move: buttons for a phone, counts for the projector. The picture takes no click that a
// button does not take too.

import { nameOf } from "./families.js";
import { write } from "./panel.js";
import { stackAt } from "./scene.js";
import { say } from "./screen_words.js";
import { spoken } from "./words.js";

const MOST_SHOWN = 5; // places of the list; all stand in the drawing
const find = (id) => document.getElementById(id);

export class Votes {
  constructor({ screen, send }) {
    this.screen = screen;
    this.send = send;
    this.mine = null; // what this device chose on this turn
    this.turn = "";
    screen.stage.onPlaced = () => this.place();
  }

  update(view, rights) {
    const { lesson } = view;
    const vote = lesson ? lesson.vote : null;
    const turn = JSON.stringify([lesson && lesson.game, view.moves.length]);
    if (turn !== this.turn) {
      this.turn = turn;
      this.mine = null;
      write(find("ballot-said"), "");
    }
    find("ballot").hidden = !vote || !rights.play;
    find("votes").hidden = !vote;
    if (!vote) return this.mark([]);
    this.showBallot(view, vote);
    this.showCounts(vote, lesson.agreed);
    this.mark(Object.entries(vote.counts));
    return undefined;
  }

  showBallot(view, vote) {
    const asks = vote.targets.length ? (vote.open ? "vote-open" : "vote-shut") : "vote-nothing";
    write(find("ballot-text"), say(asks));
    const box = find("choices");
    const key = JSON.stringify([spoken(), vote.targets, vote.targets.map((site) => stackAt(view, site))]);
    if (box.dataset.key !== key) {
      box.dataset.key = key;
      const held = document.activeElement && document.activeElement.dataset.vote;
      box.replaceChildren(...vote.targets.map((site) => this.choice(view, site)));
      const again = held && box.querySelector(`[data-vote="${held}"]`);
      if (again) again.focus();
    }
    for (const button of box.children) {
      button.setAttribute("aria-pressed", String(button.dataset.vote === this.mine));
      button.setAttribute("aria-disabled", String(!vote.open));
    }
  }

  choice(view, site) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.vote = site;
    const top = stackAt(view, site).at(-1);
    button.textContent = top === undefined ? site : say("vote-on", { site, thing: nameOf(view.board, top) });
    button.addEventListener("click", () => this.choose(site));
    return button;
  }

  choose(site) {
    const { lesson } = this.screen.view;
    if (!lesson || !lesson.vote.open) return write(find("ballot-said"), say("vote-shut"));
    if (this.send({ type: "vote", site }) === null) return undefined;
    this.mine = site;
    write(find("ballot-said"), say("voted", { site }));
    for (const button of find("choices").children) button.setAttribute("aria-pressed", String(button.dataset.vote === site));
    return undefined;
  }

  refused(text) {
    this.mine = null;
    write(find("ballot-said"), text);
    for (const button of find("choices").children) button.setAttribute("aria-pressed", "false");
  }

  showCounts(vote, agreed) {
    write(find("votes-text"), say(vote.votes ? (vote.open ? "votes" : "votes-shut") : "no-votes", { count: vote.votes }));
    const rows = Object.entries(vote.counts).sort(([, one], [, other]) => other - one).slice(0, MOST_SHOWN);
    const list = find("counts");
    const key = JSON.stringify(rows);
    if (list.dataset.key !== key) {
      list.dataset.key = key;
      list.replaceChildren(...rows.map(([site, count]) => row(site, count, rows[0][1])));
    }
    write(find("agreed"), agreed ? say("agreed", { right: agreed.right, votes: agreed.votes, sites: agreed.sites.join(", ") }) : "");
  }

  /** Counts over the drawing, where the votes are. */
  mark(counts) {
    const list = find("marks");
    const key = JSON.stringify(counts);
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    list.replaceChildren(...counts.map(([site, count]) => {
      const mark = document.createElement("li");
      mark.dataset.at = site;
      mark.textContent = String(count);
      return mark;
    }));
    this.place();
  }

  place() {
    const { stage } = this.screen;
    if (!stage.shape) return;
    for (const mark of find("marks").children) {
      const site = stage.shape.bySite.get(mark.dataset.at);
      if (!site) continue;
      const { x, y } = stage.spot(site);
      mark.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }
}

function row(site, count, most) {
  const item = document.createElement("li");
  item.dataset.site = site;
  const name = document.createElement("span");
  name.textContent = site;
  const bar = document.createElement("meter");
  bar.max = most;
  bar.value = count;
  bar.setAttribute("aria-hidden", "true");
  const number = document.createElement("span");
  number.textContent = String(count);
  item.append(name, bar, number);
  return item;
}
