// Pieces and players by name, in the sentences of src/triboard/piece_words.py.

import { t, tp } from "./words.js";

export const unnamed = () => t("piece that the sensors cannot name");

export const ballName = (piece) => t("{colour} ball", { colour: tp("ball", piece) });

const PYRAMIDS = { small: "small {colour} pyramid", medium: "medium {colour} pyramid", large: "large {colour} pyramid" };

export const pyramidName = (size, colour) => t(PYRAMIDS[size], { colour: tp("pyramid", colour) });

export function trikeName(piece) {
  if (piece === null || piece === "something") return unnamed();
  return piece === "pawn" ? t("pawn") : t("{colour} checker", { colour: tp("checker", piece) });
}

export const tileName = (corners) => t("{corners} tile", { corners });

/** `Light`, `Pair`: whoever plays this side. */
export const playerName = (side) => tp("player", side);

export const numbered = (number) => t("Player {number}", { number });
