// The screen beside the board: whose turn, the last move, scores, the rules in pictures, the way in for phones.

import { showInvitation } from "./invitation.js";
import { RuleShow } from "./rule_show.js";
import { Screen } from "./screen.js";
import { say } from "./screen_words.js";
import { onLanguage } from "./words.js";

const find = (id) => document.getElementById(id);

const rules = new RuleShow({
  root: find("rules"),
  canvas: find("rule").querySelector("canvas"),
  text: find("rule-text"),
  number: find("rule-number"),
});
const screen = new Screen({ shown: (view) => rules.update(view), rights: showInvitation });
const pause = find("pause");

function hold(on) {
  rules.paused = on;
  screen.pause(on);
  pause.setAttribute("aria-pressed", String(on));
  pause.textContent = say(on ? "go-on" : "pause");
}

pause.addEventListener("click", () => hold(!rules.paused));
hold(false);
onLanguage(() => hold(rules.paused));
