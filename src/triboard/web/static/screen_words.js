// Every sentence of the screen beside the board, of the class and of its sheet, whole, with {name} places.

import { t } from "./words.js";

const WORDS = {
  "pause": () => t("Pause the pictures"),
  "go-on": () => t("Let the pictures go on"),
  "silent": (details) => t("No word from the board for {seconds} s. What you see is old.", details),
  "board-lost": (details) => t("The board has been out of reach for {seconds} s. What you see is old.", details),
  "connecting": () => t("Looking for the board…"),
  "number": (details) => t("{number} of {count}", details),
  "scan": () => t("Scan this with a phone to play from there."),
  "or-open": (details) => t("Or open {address}", details),
  "same-place": (details) => t("The same place by name: {name}", details),
  "code": (details) => t("Code {code}", details),
  "qr-label": (details) => t("QR code of {address} with the code of this game", details),
  "nothing-stands": () => t("Nothing stands on the board."),
  "stands": (details) => t("On the board: {list}.", details),
  // the classroom
  "pause-lights": () => t("Pause the lights"),
  "lights-go-on": () => t("Let the lights go on"),
  "team": (details) => t("Team {team}", details),
  "team-plays": (details) => t("Team {team}: {player}", details),
  "vote-open": () => t("Where should the next piece go? You may change your mind until a hand moves."),
  "vote-shut": () => t("A hand is at the board. The vote is closed."),
  "vote-nothing": () => t("There is nothing to vote on now."),
  "vote-on": (details) => t("{site}, on the {thing}", details),
  "voted": (details) => t("Your vote: {site}.", details),
  "no-votes": () => t("Nobody has voted yet."),
  "votes": (details) => t("Votes so far: {count}", details),
  "votes-shut": (details) => t("Closed. Votes: {count}", details),
  "agreed": (details) => t("{right} of {votes} had voted for {sites}.", details),
  "find-of": (details) => t("Team {team}: {text}", details),
  "sheet-title": () => t("What we played"),
  "sheet-none": () => t("There is no sheet: it is kept for two hours after a lesson, and only in memory."),
  "sheet-game": (details) => t("Game {game}, after {ply} moves", details),
  "sheet-over": (details) => t("Game {game}, finished after {ply} moves", details),
  "sheet-points": (details) => t("Team {team}: {points}", details),
  "sheet-find": () => t("Best find"),
  "sheet-print": () => t("Print"),
  "sheet-why": () => t("Why was this a good place? What would you have played?"),
  "diagram": (details) => t("Diagram. {list}", details),
  "shelf": (details) => t("Shelf {shelf}", details),
  // the rules in pictures, by the code of the picture
  "ttt3d-place": () => t("In turn, put one ball of your colour into any empty hole."),
  "ttt3d-five": () => t("Three of your colour in a line: five points."),
  "ttt3d-one": () => t("Three different colours in a line, also through the shelves: one point."),
  "ttt3d-rim": () => t("In place of a ball you may turn a rim by a quarter. Its balls ride along."),
  "troika-lay": () => t("In turn, put one of your pyramids on an empty field …"),
  "troika-cover": () => t("… or on a stack whose top is one size smaller or larger."),
  "troika-win": () => t("You win with three tops in a line: colours all alike or all different, sizes too."),
  "trike-open": () => t("Black begins: a checker on any cell, and the pawn on top of it."),
  "trike-move": () => t("Then in turn: a checker on a cell that the pawn can reach in a straight line, and the pawn on top."),
  "trike-end": () => t("When the pawn cannot move, checkers under it and next to it count. More of them win."),
  "trioker-lay": () => t("In turn, lay a tile that shares a whole side with a tile on the board."),
  "trioker-corners": () => t("Corners that touch must show the same number."),
  "trioker-hexagon": () => t("Whoever closes a hexagon plays again. Who first lays the last tile wins."),
};

/** The sentence of a code with its places filled, in the language of whoever looks. */
export const say = (code, details = {}) => WORDS[code](details);

/** Whether there is a sentence of this code. */
export const known = (code) => code in WORDS;
