// The way to this board for other devices: a QR code that the daemon made, the address and the name.

import { say } from "./screen_words.js";
import { spoken } from "./words.js";

const QUIET = 4; // modules of white round a QR code, as its standard asks
const find = (id) => document.getElementById(id);

export function showInvitation({ code, join }) {
  const box = find("invitation");
  box.hidden = !join;
  const key = JSON.stringify([spoken(), code, join]);
  if (!join || box.dataset.key === key) return;
  box.dataset.key = key;
  const qr = find("qr");
  const edge = join.size + 2 * QUIET;
  qr.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${edge} ${edge}`);
  qr.setAttribute("aria-label", say("qr-label", { address: join.address }));
  const [paper, ink] = qr.children;
  for (const [name, value] of Object.entries({ x: -QUIET, y: -QUIET, width: edge, height: edge })) paper.setAttribute(name, value);
  ink.setAttribute("d", join.path);
  find("invitation-text").textContent = say("scan");
  find("invitation-address").textContent = say("or-open", { address: join.address });
  find("invitation-name").textContent = join.name ? say("same-place", { name: join.name }) : "";
  find("invitation-code").textContent = say("code", { code: `${code.slice(0, 3)} ${code.slice(3)}` });
}
