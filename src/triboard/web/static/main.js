// Puts the page together: views and light in, wishes out.

import { letters } from "./colour.js";
import { Console } from "./console.js";
import { Entry } from "./entry.js";
import { familyOf, modelOf } from "./families.js";
import { Hands } from "./hands.js";
import { Held } from "./held.js";
import { Inset } from "./inset.js";
import { listen } from "./keys.js";
import { Joining } from "./joining.js";
import { connect } from "./link.js";
import { showLessons, watchLessons } from "./lessons.js";
import { newGame } from "./newgame.js";
import { Overlay } from "./overlay.js";
import { lightSeats, showPanel } from "./panel.js";
import { lookAround, Rims } from "./rims.js";
import { settleRivals, showRivals, watchRivals } from "./rivals.js";
import { Rounds } from "./rounds.js";
import { Sounds } from "./sounds.js";
import { Stage } from "./stage.js";
import { showWays, watchWays } from "./ways.js";
import { offerLanguages, onLanguage, t } from "./words.js";
import { Workbench } from "./workbench.js";

const NOTICE = 6000; // ms a refusal stays readable

const find = (id) => document.getElementById(id);
let view = null;
let pixels = "";
let connected = false;
let fading = 0;
let count = 0;
let allowed = null;

const stage = new Stage(find("tower"), () => overlay.place());
const overlay = new Overlay(find("sites"), find("rims"), stage);
const hands = new Hands({ table: find("table"), overlay, stage, ghost: find("ghost"), send, say, changed: controls });
const held = new Held(find("held"), (clockwise) => hands.turn(clockwise));
const inset = new Inset(find("inset"));
const rims = new Rims({ root: find("rims"), stage, send, say });
const front = new Console({ trays: find("trays"), buttons: find("buttons"), press });
const workbench = new Workbench(find("workbench"), { send, focused: () => overlay.focused && overlay.focused.site });
const entry = new Entry({ list: find("entries"), dialog: find("enter"), send });
const rounds = new Rounds({ room: find("care"), dialog: find("begin-care"), door: find("open-check"), send });
const joining = new Joining({ form: find("join"), code: find("code"), send });
const sounds = new Sounds(find("mute"), send);
const openNewGame = newGame(find("new-game"), send);
watchRivals({ send, press });
watchLessons({ send, press });
watchWays({ send });
const help = () => find("help").showModal();

stage.onAim = (aim) => {
  overlay.mark(aim ? aim.site : null);
  inset.update(view, aim ? aim.site : null);
};
lookAround(find("tower"), find("look"), stage);
listen({ stage, overlay, hands, rims, press, help });
overlay.root.addEventListener("focusin", () => workbench.follow());
find("open-new-game").addEventListener("click", () => view && openNewGame(view));
find("open-help").addEventListener("click", help);
find("close-help").addEventListener("click", () => find("help").close());

const link = connect({
  onView(next) {
    view = next;
    connected = true;
    document.body.classList.remove("lost", "waiting");
    find("lost").hidden = true;
    document.body.dataset.game = familyOf(view.board).game;
    stage.setView(view, letters(view.board.pieces), modelOf);
    showPanel(view);
    showRivals(view);
    controls();
    hands.update(view, enabled());
    rims.update(view, enabled());
    onLight(pixels);
  },
  onLight,
  onRights(rights) {
    allowed = rights;
    joining.update(rights);
    refresh();
  },
  onRefused(text, id) {
    if (joining.refused(id, text)) return;
    say(text, "wrong");
    refresh();
    rims.refused();
    workbench.refused(id, text);
  },
  onLost(text) {
    connected = false;
    joining.lost();
    document.body.classList.add("lost");
    find("lost").hidden = false;
    find("lost").textContent = text;
    refresh();
  },
});

onLanguage(() => allowed && joining.update(allowed));
offerLanguages(find("language"), (code) => link.read(code));

function onLight(hex) {
  pixels = hex;
  if (!view) return;
  stage.setLight(hex);
  overlay.light(hex);
  lightSeats(view, hex);
  front.light(view, hex);
}

function enabled() {
  return playing() && Boolean(view && view.world);
}

/** Whether this page may do more than watch. */
function playing() {
  return connected && joining.play;
}

function refresh() {
  if (!view) return;
  controls();
  hands.update(view, enabled());
  rims.update(view, enabled());
}

function controls() {
  if (!view) return;
  overlay.update(view, enabled());
  document.body.classList.toggle("real", !view.world);
  front.update(view, { enabled: enabled(), connected: playing(), picked: hands.picked });
  find("open-new-game").disabled = !playing() || Boolean(view.care);
  find("hint").disabled = !playing() || Boolean(view.care) || !view.buttons.HINT;
  workbench.update(view, playing());
  entry.update(view, playing());
  rounds.update(view, playing());
  sounds.update(view, { here: joining.here, able: playing() });
  settleRivals(view, playing() && !view.care);
  showLessons(view, playing() && !view.care);
  showWays(view, playing() && !view.care);
  document.body.classList.toggle("holding", Boolean(hands.picked));
  held.update(view, hands.picked);
  inset.update(view, stage.aim ? stage.aim.site : null);
}

function send(message) {
  count += 1;
  if (link.send({ ...message, id: count })) return count;
  say(t("Not connected: nothing was done."), "wrong");
  return null;
}

function press(button) {
  if (!playing()) return;
  send({ type: "press", button });
}

function say(text, kind = "info") {
  const notice = find("notice");
  clearTimeout(fading);
  notice.textContent = text;
  notice.dataset.kind = kind;
  if (text) fading = setTimeout(() => (notice.textContent = ""), NOTICE);
}
