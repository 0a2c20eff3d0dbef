// What is held and can be turned: the piece as it lies in the hand, with a button on either side.

import { familyOf, nameOf } from "./families.js";
import { dress } from "./token.js";

export class Held {
  constructor(root, turn) {
    this.root = root;
    this.picture = root.querySelector(".ball");
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-turn]");
      if (button) turn(button.dataset.turn === "+");
    });
  }

  update(view, picked) {
    const shown = Boolean(picked && familyOf(view.board).turned);
    this.root.hidden = !shown;
    if (!shown) return;
    dress(this.picture, view, picked.piece);
    this.root.dataset.piece = picked.piece;
    this.picture.title = nameOf(view.board, picked.piece);
  }
}
