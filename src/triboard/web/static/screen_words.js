// Every sentence of the screen beside the board, whole, with {name} places.

export const WORDS = {
  "pause": "Pause the pictures",
  "go-on": "Let the pictures go on",
  "silent": "No word from the board for {seconds} s. What you see is old.",
  "board-lost": "The board has been out of reach for {seconds} s. What you see is old.",
  "connecting": "Looking for the board…",
  "number": "{number} of {count}",
  "scan": "Scan this with a phone to play from there.",
  "or-open": "Or open {address}",
  "same-place": "The same place by name: {name}",
  "code": "Code {code}",
  "qr-label": "QR code of {address} with the code of this game",
  "nothing-stands": "Nothing stands on the board.",
  "stands": "On the board: {list}.",
  "stands-at": "{site} {things}",
  "last-none": "No move yet.",
  // the rules in pictures, by the code of the picture
  "ttt3d-place": "In turn, put one ball of your colour into any empty hole.",
  "ttt3d-five": "Three of your colour in a line: five points.",
  "ttt3d-one": "Three different colours in a line, also through the shelves: one point.",
  "ttt3d-rim": "In place of a ball you may turn a rim by a quarter. Its balls ride along.",
  "troika-lay": "In turn, put one of your pyramids on an empty field …",
  "troika-cover": "… or on a stack whose top is one size smaller or larger.",
  "troika-win": "You win with three tops in a line: colours all alike or all different, sizes too.",
  "trike-open": "Black begins: a checker on any cell, and the pawn on top of it.",
  "trike-move": "Then in turn: a checker on a cell that the pawn can reach in a straight line, and the pawn on top.",
  "trike-end": "When the pawn cannot move, checkers under it and next to it count. More of them win.",
  "trioker-lay": "In turn, lay a tile that shares a whole side with a tile on the board.",
  "trioker-corners": "Corners that touch must show the same number.",
  "trioker-hexagon": "Whoever closes a hexagon plays again. Who first lays the last tile wins.",
};

/** The sentence of a code with its places filled. */
export function say(code, details = {}) {
  return WORDS[code].replace(/\{(\w+)\}/g, (_, name) => String(details[name]));
}
