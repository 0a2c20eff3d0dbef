"""The JSON twin of records: what `rules replay` reads, with tags, comments and result where wanted.

    {"game": "trike", "options": {"size": 3}, "moves": ["b1", "swap", "a1"],
     "tags": {"Event": "Club"}, "comments": [{"after": 2, "text": "bold"}], "result": null}

Only `game` must be there. An absent result is not checked; `null` says that the game is not over.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from triboard.errors import ConfigurationError, Mistake
from triboard.fields import nearest
from triboard.rules.record import Comment, Record, record_of
from triboard.rules.record_scan import DECODER
from triboard.rules.registry import game_named
from triboard.rules.replay import game_form, outcome_form, replay


def _are_texts(values: Iterable[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _is_comment(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() != {"after", "text"}:
        return False
    return type(value["after"]) is int and isinstance(value["text"], str)


_SHAPES: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "game": (lambda value: isinstance(value, str), 'a name, like "trike"'),
    "options": (lambda value: isinstance(value, dict), 'an object, like {"size": 7}'),
    "moves": (
        lambda value: isinstance(value, list) and _are_texts(value),
        'a list of texts, like ["g4", "f3"]',
    ),
    "tags": (
        lambda value: isinstance(value, dict) and _are_texts(value.values()),
        'an object of texts, like {"Event": "Club"}',
    ),
    "comments": (
        lambda value: isinstance(value, list) and all(map(_is_comment, value)),
        'a list, like [{"after": 2, "text": "bold"}]',
    ),
    "result": (
        lambda value: value is None or isinstance(value, dict),
        'null or an object, like {"winners": ["black"], "seats": [0], "reason": "trapped"}',
    ),
}


def record_form(record: Record) -> dict[str, Any]:
    """A record as a JSON value; `parse_form` gives it back."""
    return {
        **game_form(record.played),
        "tags": dict(record.tags),
        "comments": [{"after": comment.after, "text": comment.text} for comment in record.comments],
        "result": outcome_form(record.played),
    }


def parse_json(text: str, origin: str = "") -> tuple[Record, ...]:
    """The games of a JSON text: one object, or several one after the other (JSON lines).

    Raises `ConfigurationError` as `parse_form` does; `origin` is the name of the file.
    """
    return tuple(parse_form(value, origin) for value in _values(text, origin))


def parse_form(form: Any, origin: str = "") -> Record:
    """One game from its JSON value; raises `ConfigurationError` with its mistakes."""
    prefix = f"{origin} " if origin else ""
    mistakes = list(_shape_mistakes(form, prefix))
    if mistakes:
        raise ConfigurationError(*mistakes)
    game = game_named(form["game"], f"{prefix}game")
    played = replay(
        game,
        form.get("options", {}),
        form.get("moves", []),
        move_at=lambda index: f"{prefix}moves[{index}]",
        option_at=lambda name: f"{prefix}options.{name}",
    )
    comments = [Comment(one["after"], one["text"]) for one in form.get("comments", [])]
    record = record_of(played, form.get("tags", {}), comments)
    outcome = outcome_form(played)
    if form.get("result", outcome) != outcome:
        remedy = f"Write {json.dumps(outcome)}."
        raise ConfigurationError(Mistake(f"{prefix}result", "the moves lead to another result", remedy))
    return record


def _shape_mistakes(form: Any, prefix: str) -> Iterator[Mistake]:
    """Whatever is not of the shape that the module's first lines show."""
    if not isinstance(form, dict):
        yield Mistake(f"{prefix}game", "it is no JSON object", 'Write {"game": ..., "moves": [...]}.')
        return
    if "game" not in form:
        yield Mistake(f"{prefix}game", "it is missing", 'Add it, for example "game": "trike".')
    for key, value in form.items():
        if key not in _SHAPES:
            yield Mistake(f"{prefix}{key}", "there is no such key", nearest(key, _SHAPES))
            continue
        fits, example = _SHAPES[key]
        if not fits(value):
            yield Mistake(f"{prefix}{key}", f"it is {json.dumps(value)[:60]}", f"Write {example}.")


def _values(text: str, origin: str) -> Iterator[Any]:
    """JSON values one after the other; raises `ConfigurationError` with the line of a mistake."""
    at, lines = 0, 1
    while (start := len(text) - len(text[at:].lstrip())) < len(text):
        lines += text.count("\n", at, start)
        try:
            value, end = DECODER.raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            line = lines
            why = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
            if isinstance(error, json.JSONDecodeError):
                line, why = error.lineno, f"this is no JSON ({error.msg}, column {error.colno})"
            place = f"{origin} line {line}".strip()
            raise ConfigurationError(Mistake(place, why, 'Write {"game": ..., "moves": [...]}.')) from error
        lines, at = lines + text.count("\n", start, end), end
        yield value
    if at == 0:
        raise ConfigurationError(Mistake(origin or "input", "it is empty", 'Write {"game": ...}.'))
