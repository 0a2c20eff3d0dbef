// Every sentence of the screen beside the board, of the class and of its sheet, whole, with {name} places.

import { n, t } from "./words.js";

const WORDS = {
  "pause": n("Pause the pictures"),
  "go-on": n("Let the pictures go on"),
  "silent": n("No word from the board for {seconds} s. What you see is old."),
  "board-lost": n("The board has been out of reach for {seconds} s. What you see is old."),
  "connecting": n("Looking for the board…"),
  "number": n("{number} of {count}"),
  "watch": n("This game plays by itself. Put a piece anywhere and play."),
  "scan": n("Scan this with a phone to play from there."),
  "or-open": n("Or open {address}"),
  "same-place": n("The same place by name: {name}"),
  "code": n("Code {code}"),
  "qr-label": n("QR code of {address} with the code of this game"),
  "nothing-stands": n("Nothing stands on the board."),
  "stands": n("On the board: {list}."),
  // the classroom
  "pause-lights": n("Pause the lights"),
  "lights-go-on": n("Let the lights go on"),
  "games": n("Games"),
  "team": n("Team {team}"),
  "team-plays": n("Team {team}: {player}"),
  "vote-open": n("Where should the next piece go? You may change your mind until a hand moves."),
  "vote-shut": n("A hand is at the board. The vote is closed."),
  "vote-nothing": n("There is nothing to vote on now."),
  "vote-on": n("{site}, on the {thing}"),
  "voted": n("Your vote: {site}."),
  "no-votes": n("Nobody has voted yet."),
  "votes": n("Votes so far: {count}"),
  "votes-shut": n("Closed. Votes: {count}"),
  "agreed": n("{right} of {votes} had voted for {sites}."),
  "find-of": n("Team {team}: {text}"),
  "sheet-title": n("What we played"),
  "sheet-none": n("There is no sheet: it is kept for two hours after a lesson, and only in memory."),
  "sheet-game": n("Game {game}, after {ply} moves"),
  "sheet-over": n("Game {game}, finished after {ply} moves"),
  "sheet-points": n("Team {team}: {points}"),
  "sheet-find": n("Best find"),
  "sheet-print": n("Print"),
  "sheet-why": n("Why was this a good place? What would you have played?"),
  "diagram": n("Diagram. {list}"),
  // the rules in pictures, by the code of the picture
  "ttt3d-place": n("In turn, put one ball of your colour into any empty hole."),
  "ttt3d-five": n("Three of your colour in a line: five points."),
  "ttt3d-one": n("Three different colours in a line, also through the shelves: one point."),
  "ttt3d-rim": n("In place of a ball you may turn a rim by a quarter. Its balls ride along."),
  "troika-lay": n("In turn, put one of your pyramids on an empty field …"),
  "troika-cover": n("… or on a stack whose top is one size smaller or larger."),
  "troika-win": n("You win with three tops in a line: colours all alike or all different, sizes too."),
  "trike-open": n("Black begins: a checker on any cell, and the pawn on top of it."),
  "trike-move": n("Then in turn: a checker on a cell that the pawn can reach in a straight line, and the pawn on top."),
  "trike-end": n("When the pawn cannot move, checkers under it and next to it count. More of them win."),
  "trioker-lay": n("In turn, lay a tile that shares a whole side with a tile on the board."),
  "trioker-corners": n("Corners that touch must show the same number."),
  "trioker-hexagon": n("Whoever closes a hexagon plays again. Who first lays the last tile wins."),
};

/** The sentence of a code with its places filled. */
export const say = (code, details = {}) => t(WORDS[code], details);

/** Whether there is a sentence of this code. */
export const known = (code) => code in WORDS;
