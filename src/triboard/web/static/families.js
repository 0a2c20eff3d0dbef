// What the page must know of each game to draw and name its pieces; everything else comes with the view.

import { paintTrikeToken } from "./checkers.js";
import { nameOfPyramid, paintPyramidToken } from "./pyramids.js";
import { Shelves } from "./shelves.js";
import { ballName, trikeName, unnamed } from "./names.js";
import { isTile, paintTileToken, nameOfTile, turnedText } from "./tiles.js";
import { Trike } from "./trike.js";
import { Trioker } from "./trioker.js";
import { Troika, troikaGroups } from "./troika.js";

/**
 * game: for the style sheet and the help. model: how the board is painted. name: a piece in words. token: paints a piece into a
 * square (none: a ball). groups: trays that lie together. turned: the piece after a turn in the hand.
 * kindOf: the tray of a piece that may be turned. typed: keys that name a piece. stacked: whether a stack is
 * worth a look from the side. shown: pieces beside a player's name.
 */
const BALLS = {
  game: "ttt3d",
  model: Shelves,
  name: ballName,
};

const FAMILIES = {
  troika: {
    game: "troika",
    model: Troika,
    name: nameOfPyramid,
    token: paintPyramidToken,
    groups: troikaGroups,
    stacked: true,
    shown: (pieces) => [...new Set(pieces.map((piece) => piece[0]))].slice(0, 3).map((colour) => `${colour}l`),
  },
  trike: { game: "trike", model: Trike, name: trikeName, token: paintTrikeToken },
  trioker: {
    game: "trioker",
    model: Trioker,
    name: nameOfTile,
    token: paintTileToken,
    groups: tileGroups,
    turned: turnedText,
    kindOf: (piece, board) => kindOfTile(piece, board),
    typed: /^[0-3*]{1,3}$/,
    shown: () => [],
  },
};

export const familyOf = (board) => FAMILIES[board.game] || BALLS;

export const modelOf = (board) => new (familyOf(board).model)(board);

export function kindOf(board, piece) {
  const family = familyOf(board);
  return family.kindOf ? family.kindOf(piece, board) : piece;
}

export function nameOf(board, piece) {
  if (piece === null) return unnamed();
  return familyOf(board).name(piece);
}

/** Groups of trays: {label, pieces, apart: how many at the end belong to nobody}. A family without groups has one. */
export function groupsOf(view) {
  const { groups } = familyOf(view.board);
  return groups ? groups(view.board, view) : [{ label: "", pieces: view.board.pieces.map(({ piece }) => piece) }];
}

function kindOfTile(piece, board) {
  if (!isTile(piece)) return piece;
  const turns = [piece, turnedText(piece, true), turnedText(piece, false)];
  const found = board.pieces.find((kind) => turns.includes(kind.piece));
  return found ? found.piece : piece;
}

/** Where each of two players has tiles of its own, theirs lie together. */
function tileGroups(board, view) {
  const all = board.pieces.map(({ piece }) => piece);
  const seats = view.seats.filter((seat) => seat.pieces.length > 0);
  const owned = seats.flatMap((seat) => seat.pieces.map((piece) => kindOfTile(piece, board)));
  if (seats.length < 2 || new Set(owned).size !== owned.length) return [{ label: "", pieces: all }];
  const groups = seats.map((seat) => ({
    label: seat.name,
    pieces: all.filter((piece) => seat.pieces.some((own) => kindOfTile(own, board) === piece)),
  }));
  const rest = all.filter((piece) => !owned.includes(piece));
  const last = groups.pop(); // what belongs to nobody lies at the end of the last row
  return [...groups, { ...last, pieces: [...last.pieces, ...rest], apart: rest.length }];
}
