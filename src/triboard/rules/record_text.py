"""Reading the text of records: strict, and every mistake with its line (docs/records.md)."""

import re
from dataclasses import dataclass, field
from typing import Any, Final

from triboard.errors import ConfigurationError, Mistake
from triboard.rules.record import Comment, Record, comment_mistakes, format_result, tag_mistake
from triboard.rules.record_scan import Remark, Result, Scanner, Tag, Word
from triboard.rules.registry import game_named
from triboard.rules.replay import Replay, replay

MOST_MISTAKES: Final = 30
"""Mistakes that are listed; a file of another kind would fill the screen."""

_NUMBERED: Final = re.compile(r"([0-9]+)\.(.*)", re.ASCII)


def parse_records(text: str, origin: str = "") -> tuple[Record, ...]:
    """The games of a file, replayed: moves are legal and results are true.

    Raises `ConfigurationError` with the mistakes of all games, each with its line; of a game's illegal
    moves only the first, as the later ones may follow from it. `origin` is the name of the file.
    """
    scanner = Scanner(text, origin)
    drafts = _drafts(scanner)
    records = []
    for draft in drafts:
        try:
            records.append(_record(draft, scanner))
        except ConfigurationError as error:
            scanner.mistakes += error.mistakes
    if scanner.mistakes:
        mistakes = sorted(scanner.mistakes, key=_line)
        if (more := len(mistakes) - MOST_MISTAKES) > 0:
            rest = Mistake(origin or "record", f"{more} more mistakes", "Mend these first.")
            mistakes[MOST_MISTAKES:] = [rest]
        raise ConfigurationError(*mistakes)
    return tuple(records)


def _line(mistake: Mistake) -> int:
    found = re.search(r"line ([0-9]+)", mistake.place)
    return int(found[1]) if found else 0


@dataclass(slots=True)
class _Draft:
    """One game as it stands in the file."""

    line: int
    tags: list[Tag] = field(default_factory=list)
    moves: list[Word] = field(default_factory=list)
    comments: list[tuple[int, Comment]] = field(default_factory=list)
    """With the line of each."""
    result: Result | None = None
    misnumbered: bool = False


def _drafts(scanner: Scanner) -> list[_Draft]:
    """Games in order; notes what stands where it does not belong."""
    drafts: list[_Draft] = []
    early: list[Remark] = []  # comments before the tag that begins their game

    def wrong(line: int, problem: str, remedy: str) -> None:
        scanner.mistakes.append(Mistake(scanner.place(line), problem, remedy))

    for piece in scanner.pieces():
        draft = drafts[-1] if drafts else None
        begun = draft is not None and draft.result is None
        match piece:
            case Tag(line, "Game", _):
                if begun and draft is not None:
                    _no_result(draft, scanner)
                drafts.append(_Draft(line, [piece]))
                drafts[-1].comments += [(one.line, Comment(0, one.text)) for one in early]
                early = []
            case Remark() if draft is None or not begun:
                early.append(piece)
            case Remark(line, text) if draft is not None:
                draft.comments.append((line, Comment(len(draft.moves), text)))
            case Tag(line) if draft is None or not begun:
                wrong(line, "a game begins with its name", 'Write [Game "ttt3d"] first.')
            case Tag(line) if draft is not None and draft.moves:
                wrong(line, "a tag stands among the moves", "Tags stand before the first move.")
            case Tag() if draft is not None:
                draft.tags.append(piece)
            case Word(line) | Result(line) if draft is None or not begun:
                after = "before the first game" if draft is None else "after the result"
                wrong(line, f"{piece.text!r} stands {after}", 'A game begins with its name: [Game "ttt3d"].')
            case Result() if draft is not None:
                draft.result = piece
            case Word() if draft is not None:
                _add_word(draft, piece, scanner)
    if drafts and drafts[-1].result is None:
        _no_result(drafts[-1], scanner)
    for remark in early:
        wrong(remark.line, "this comment belongs to no game", "Write it before the result of its game.")
    return drafts


def _no_result(draft: _Draft, scanner: Scanner) -> None:
    remedy = "Write its result after the last move, or * where it is not finished."
    scanner.mistakes.append(
        Mistake(scanner.place(draft.line), "the game that begins here has no end", remedy)
    )


def _add_word(draft: _Draft, word: Word, scanner: Scanner) -> None:
    """A move, a number, or both without a blank: `7.`, `g4`, `7.g4`."""
    text = word.text
    if numbered := _NUMBERED.fullmatch(text):
        due, text = len(draft.moves) + 1, numbered[2]
        if int(numbered[1]) != due and not draft.misnumbered:
            draft.misnumbered = True  # the numbers that follow are wrong for the same reason
            problem = f"move number {numbered[1]} stands where {due} is due"
            remedy = "Moves are counted from 1, everybody's together. Is one missing?"
            scanner.mistakes.append(Mistake(scanner.place(word.line), problem, remedy))
    if text:
        draft.moves.append(Word(word.line, text))


def _record(draft: _Draft, scanner: Scanner) -> Record:
    """The game replayed; raises `ConfigurationError` with its mistakes."""
    name = draft.tags[0].value
    game = game_named(name if isinstance(name, str) else repr(name), scanner.place(draft.line))
    mistakes: list[Mistake] = []
    options, tags = _sorted_tags(draft, scanner, mistakes)
    for number, (line, comment) in enumerate(draft.comments):
        mistakes += comment_mistakes(
            comment, f"{scanner.place(line)}, comment {number + 1}", len(draft.moves)
        )
    lines = {tag.name: tag.line for tag in draft.tags}

    def option_at(place: str) -> str:
        line = next((line for key, line in lines.items() if re.match(rf"{key}\b", place)), draft.line)
        return f"{scanner.place(line)}, {place}"

    def move_at(index: int) -> str:
        return f"{scanner.place(draft.moves[index].line)}, move {index + 1}"

    try:
        texts = [word.text for word in draft.moves]
        played = replay(game, options, texts, move_at=move_at, option_at=option_at)
    except ConfigurationError as error:
        raise ConfigurationError(*mistakes, *error.mistakes) from error
    mistakes += _result_mistakes(draft, played, scanner)
    if mistakes:
        raise ConfigurationError(*mistakes)
    return Record(played, tags, tuple(comment for _, comment in draft.comments))


def _sorted_tags(
    draft: _Draft, scanner: Scanner, mistakes: list[Mistake]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Options, which begin with a small letter, and tags of people's own."""
    options: dict[str, Any] = {}
    tags: dict[str, str] = {}
    for tag in draft.tags[1:]:
        place = scanner.place(tag.line)
        if tag.name in options or tag.name in tags:
            mistakes.append(Mistake(place, f"the tag {tag.name} stands twice", "Leave one of them."))
        elif not tag.name[0].isupper():
            options[tag.name] = tag.value
        elif mistake := tag_mistake(tag.name, tag.value, place):
            mistakes.append(mistake)
        else:
            tags[tag.name] = tag.value
    return options, tags


def _result_mistakes(draft: _Draft, played: Replay, scanner: Scanner) -> list[Mistake]:
    """The result must be what the moves lead to."""
    true = format_result(played)
    if draft.result is None or draft.result.text == true:
        return []
    how = "the game is not over" if played.outcome is None else "the moves lead to another result"
    problem = f"the result is {draft.result.text!r}, but {how}"
    return [Mistake(scanner.place(draft.result.line), problem, f"Write {true}")]
