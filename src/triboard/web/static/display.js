// The screen beside the board: whose turn, the last move, scores, the rules in pictures, the way in for phones.

import { showInvitation } from "./invitation.js";
import { RuleShow } from "./rule_show.js";
import { Screen } from "./screen.js";
import { say } from "./screen_words.js";

const find = (id) => document.getElementById(id);

const rules = new RuleShow({
  root: find("rules"),
  canvas: find("rule").querySelector("canvas"),
  text: find("rule-text"),
  number: find("rule-number"),
});
let rights = { join: null };
const pause = find("pause");
const screen = new Screen({
  shown: (view) => rules.update(view),
  rights(told) {
    rights = told;
    showInvitation(told);
  },
  spoken: relabel,
});

/** What no view says anew, in the language that is spoken now. */
function relabel() {
  pause.textContent = say(rules.paused ? "go-on" : "pause");
  showInvitation(rights);
  rules.show();
}

function hold(on) {
  rules.paused = on;
  screen.pause(on);
  pause.setAttribute("aria-pressed", String(on));
  relabel();
}

pause.addEventListener("click", () => hold(!rules.paused));
hold(false);
