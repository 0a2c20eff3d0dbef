"""Records: games, finished or not, as text that people read, and how they are written (docs/records.md).

`record_text` reads them, `record_json` is their JSON twin.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from triboard.errors import ConfigurationError, Mistake
from triboard.rules.game import OptionValue
from triboard.rules.replay import Replay, outcome_form

WIDTH: Final = 100
"""Columns after which moves go on in the next line."""

UNFINISHED: Final = "*"
RESULT_MARK: Final = "="

TAG_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9_]*", re.ASCII)
RESERVED: Final = {
    "Game": "Every game has this tag: it names the game.",
    "Result": "The result stands after the last move, for example = draw (fewest), or * for none.",
}
"""Names that no tag of a person's own may have, and why."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark after so many moves: 0 stands before the first."""

    after: int
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """One game with what people wrote beside it. Its moves are legal: a `Replay` made them."""

    played: Replay
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[Comment, ...] = ()


def record_of(played: Replay, tags: Mapping[str, str] = {}, comments: Iterable[Comment] = ()) -> Record:
    """A record that can be written; raises `ConfigurationError` for tags and comments that cannot."""
    comments = tuple(comments)
    mistakes = []
    for name, text in tags.items():
        if mistake := tag_mistake(name, text, f"tags.{name}"):
            mistakes.append(mistake)
    for number, comment in enumerate(comments):
        mistakes += comment_mistakes(comment, f"comments[{number}]", len(played.moves))
    if [comment.after for comment in comments] != sorted(comment.after for comment in comments):
        mistakes.append(Mistake("comments", "they are out of order", "Sort them by 'after'."))
    if mistakes:
        raise ConfigurationError(*mistakes)
    return Record(played, dict(tags), comments)


def tag_mistake(name: str, value: object, place: str) -> Mistake | None:
    """What is wrong with a tag of a person's own; options begin with a small letter and are no such tags."""
    if name in RESERVED:
        return Mistake(place, "this name is not free", RESERVED[name])
    if not TAG_NAME.fullmatch(name):
        return Mistake(place, f"{name!r} is no name of a tag", "Write a capital first, like Event or Seat0.")
    if not isinstance(value, str) or not _is_unicode(value):
        return Mistake(place, f"{name} has no text", f'Write [{name} "text"].')
    return None


def _is_unicode(text: str) -> bool:
    """Whether a text can be written to a file: JSON can spell halves of characters."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def comment_mistakes(comment: Comment, place: str, moves: int) -> Iterator[Mistake]:
    """What keeps a comment from being written so that it reads the same."""
    text = comment.text
    if not 0 <= comment.after <= moves:
        yield Mistake(f"{place}.after", f"{comment.after} is not possible", f"Choose 0 to {moves}.")
    if not text or text != text.strip():
        yield Mistake(f"{place}.text", "it is empty or has blanks at an end", "Take the blanks away.")
    if "}" in text and "\n" in text:
        yield Mistake(f"{place}.text", "it has several lines and a }", "Make it two comments.")
    if "\r" in text or not _is_unicode(text):
        yield Mistake(f"{place}.text", "it has a letter that is none", "Take it out.")


def format_result(played: Replay) -> str:
    """The last line of a game: `= white at seat 0 (trapped)`, `= draw (fewest)`, or `*`."""
    outcome = outcome_form(played)
    if outcome is None:
        return UNFINISHED
    pairs = zip(outcome["winners"], outcome["seats"], strict=True)
    winners = ", ".join(f"{side} at seat {seat}" for side, seat in pairs) or "draw"
    return f"{RESULT_MARK} {winners} ({outcome['reason']})"


def format_record(record: Record) -> str:
    """Text of one game, with a line end; `record_text.parse_records` gives the record back."""
    played = record.played
    lines = [format_tag("Game", played.game.name)]
    lines += [format_tag(name, value) for name, value in played.options.items()]
    lines += [format_tag(name, value) for name, value in record.tags.items()]
    return "\n".join([*lines, "", *_move_lines(record), format_result(played)]) + "\n"


def format_records(records: Iterable[Record]) -> str:
    """Text of a file: games with an empty line between them."""
    return "\n".join(map(format_record, records))


def format_tag(name: str, value: OptionValue) -> str:
    """A tag: its value is JSON, so that lists and numbers come back as they were."""
    return f"[{name} {json.dumps(value, ensure_ascii=False)}]"


def _move_lines(record: Record) -> Iterator[str]:
    """Numbered moves, wrapped at blanks; a comment that needs a line end gets it."""
    line = ""
    for piece in _pieces(record):
        if line and len(line) + 1 + len(piece) > WIDTH:
            yield line
            line = ""
        line = f"{line} {piece}" if line else piece
        if piece.startswith(";"):
            yield line
            line = ""
    if line:
        yield line


def _pieces(record: Record) -> Iterator[str]:
    """Moves with their numbers, and comments, in order."""
    comments = list(record.comments)
    for number, text in enumerate(["", *record.played.texts]):
        if text:
            yield f"{number}. {text}"
        while comments and comments[0].after == number:
            yield _format_comment(comments.pop(0))


def _format_comment(comment: Comment) -> str:
    return f"; {comment.text}" if "}" in comment.text else f"{{{comment.text}}}"
