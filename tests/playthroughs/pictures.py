"""Boards drawn in plain text, so that a person can follow a playthrough."""

from collections.abc import Callable, Mapping
from typing import Any

from triboard.rules import trioker
from triboard.rules.game import Position
from triboard.rules.replay import Replay
from triboard.units import Site

LETTERS = {"white": "w", "black": "k", "red": "r", "green": "g", "blue": "b"}


def ttt3d_picture(_: Any, position: Position) -> list[str]:
    """The three shelves side by side, the far row on top."""
    lines = ["  ".join(f"{shelf}  a b c" for shelf in "ABC")]
    for row in "123":
        shelves = []
        for shelf in "ABC":
            balls = [position.pieces.get(Site(shelf + column + row), ("",)) for column in "abc"]
            shelves.append(f"{row}  " + " ".join(LETTERS.get(ball[0], ".") for ball in balls))
        lines.append("  ".join(shelves))
    return lines


def troika_picture(_: Any, position: Position) -> list[str]:
    """Tops with the heights of their stacks; row 3 is the far one."""
    lines = []
    for row in "321":
        fields = []
        for column in "abc":
            stack = position.pieces.get(Site(column + row), ())
            fields.append(f"{stack[-1]}/{len(stack)}" if stack else ".")
        lines.append(f"{row}  " + " ".join(f"{field:5}" for field in fields))
    return [*(line.rstrip() for line in lines), "   a     b     c"]


def trike_picture(state: Any, position: Position) -> list[str]:
    """The triangle: b and w are checkers, in capitals under the pawn."""
    lines = []
    for row in range(state.size):
        cells = []
        for column in range(row + 1):
            stack = position.pieces.get(Site(f"{chr(97 + row)}{column + 1}"), ())
            letter = stack[0][0] if stack else "."
            cells.append(letter.upper() if len(stack) == 2 else letter)
        lines.append(f"{chr(97 + row)} " + " " * (state.size - 1 - row) + " ".join(cells))
    return lines


def trioker_picture(state: Any, position: Position) -> list[str]:
    """Rows from the far one; `^` and `v` follow the corners of tiles whose point is up or down."""
    board: Mapping[trioker.Cell, int] = state.field.board.index
    columns = [2 * cell.i + cell.j + (cell.kind == "D") for cell in board]
    lines = []
    for row in range(max(cell.j for cell in board), min(cell.j for cell in board) - 1, -1):
        texts = []
        for column in range(min(columns), max(columns) + 1):
            kind = "D" if (column - row) % 2 else "U"
            cell = trioker.Cell(kind, (column - row) // 2, row)
            mark = "^" if kind == "U" else "v"
            stack = position.pieces.get(cell.site)
            texts.append(f"{stack[0]}{mark}" if stack else f" . {mark}" if cell in board else "    ")
        lines.append(f"{row}  " + " ".join(texts).rstrip())
    return lines


PICTURES: Mapping[str, Callable[[Any, Position], list[str]]] = {
    "ttt3d": ttt3d_picture,
    "troika": troika_picture,
    "trike": trike_picture,
    "trioker": trioker_picture,
}


def picture(played: Replay, ply: int) -> list[str]:
    """The board after so many moves."""
    state = played.states[ply]
    return PICTURES[played.game.name](state, played.game.position(state))
