"""Cutting the text of records into tags, moves, comments and results, each with its line."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from triboard.errors import Mistake
from triboard.rules.record import RESULT_MARK, UNFINISHED


@dataclass(frozen=True, slots=True)
class Tag:
    """`[name value]`."""

    line: int
    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Remark:
    """`{text}`, or `; text` to the end of its line."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """A move, its number, or something that is neither."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """`*`, or `=` and the rest of its line; blanks made single."""

    line: int
    text: str


Piece = Tag | Remark | Word | Result

_TAG_HEAD: Final = re.compile(r"\[[ \t]*([A-Za-z0-9_]+)[ \t]+", re.ASCII)
_TAG_END: Final = re.compile(r"\s*\]")
_BLANK: Final = re.compile(r"\s*")
_LINE: Final = re.compile(r"[^\n]*")
_WORD: Final = re.compile(r"[^\s{;\[]+")


def _no_constant(_: str) -> NoReturn:
    raise ValueError("NaN and Infinity are no JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once each."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [key for key, _ in pairs]
        twice = next(key for key in names if names.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice")
    return found


DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
"""Strict JSON, for records and their twin."""


class Scanner:
    """Pieces of a text, and the mistakes that made some of it unreadable."""

    def __init__(self, text: str, origin: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._ends = [found.start() for found in re.finditer("\n", self._text)]
        self._origin = origin
        self.mistakes: list[Mistake] = []

    def place(self, line: int) -> str:
        """How a mistake in a line is announced."""
        return f"{self._origin} line {line}".strip()

    def pieces(self) -> Iterator[Piece]:
        """Everything in order; what cannot be read is noted and skipped."""
        text, at = self._text, 0
        while (at := _end(_BLANK, text, at)) < len(text):
            line = bisect_right(self._ends, at - 1) + 1 if at else 1
            piece: Piece | None
            match text[at]:
                case "[":
                    piece, at = self._tag(at, line)
                case "{":
                    piece, at = self._braces(at, line)
                case ";":
                    end = _end(_LINE, text, at)
                    piece, at = _remark(line, text[at + 1 : end]), end
                case _:
                    piece, at = self._word(at, line)
            if piece is not None:
                yield piece

    def _tag(self, at: int, line: int) -> tuple[Piece | None, int]:
        text = self._text
        if head := _TAG_HEAD.match(text, at):
            try:
                value, end = DECODER.raw_decode(text, head.end())
            except (ValueError, RecursionError):
                end = -1
            if end >= 0 and (close := _TAG_END.match(text, end)):
                return Tag(line, head[1], value), close.end()
        remedy = 'Write a name and a JSON value, for example [size 7] or [Event "Club evening"].'
        self.mistakes.append(Mistake(self.place(line), "this is no tag", remedy))
        return None, _end(_LINE, text, at)

    def _braces(self, at: int, line: int) -> tuple[Piece | None, int]:
        end = self._text.find("}", at)
        if end < 0:
            remedy = "Write } at its end, or use ; for a comment to the end of a line."
            self.mistakes.append(Mistake(self.place(line), "the comment that begins here never ends", remedy))
            return None, len(self._text)
        return _remark(line, self._text[at + 1 : end]), end + 1

    def _word(self, at: int, line: int) -> tuple[Piece, int]:
        text = self._text
        if text[at] == RESULT_MARK:
            end = _end(_LINE, text, at)
            return Result(line, " ".join(text[at:end].split())), end
        end = _end(_WORD, text, at)
        word = text[at:end]
        return (Result if word == UNFINISHED else Word)(line, word), end


def _remark(line: int, text: str) -> Remark | None:
    """A comment, if it says anything."""
    return Remark(line, text.strip()) if text.strip() else None


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    assert found is not None, "these patterns match everywhere but between a word's ends"
    return found.end()
