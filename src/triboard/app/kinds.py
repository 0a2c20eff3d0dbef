"""Kinds of settings: how each is written in a file, read, checked and shown.

A kind reads from `Fields`, which notes mistakes with their places; what is wrong reads as the default.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, Protocol

from triboard.errors import Mistake
from triboard.fields import Fields
from triboard.units import Duration

_SPAN: Final = re.compile(r"(\d+(?:\.\d+)?) ?(ms|s|min|h)")
_SPAN_UNITS: Final = {"ms": 1_000, "s": 1_000_000, "min": 60_000_000, "h": 3_600_000_000}
_PERCENT: Final = re.compile(r"(\d+(?:\.\d+)?) ?%")

Extra = Callable[[Any], Sequence[Mistake]]
"""A further check of one value; only problem and remedy of what it finds are used."""


class Kind(Protocol):
    """One kind of value."""

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        """The value at a key that is there."""
        ...

    def spell(self, value: Any) -> Any:
        """The value as TOML and JSON write it."""
        ...

    def parse(self, text: str) -> Any:
        """What a variable of the environment says, as a file would; not checked yet."""
        ...

    @property
    def words(self) -> str:
        """What may be written, in a few words."""
        ...


@dataclass(frozen=True, slots=True)
class Text:
    """A text; `empty` allows none, which reads as `None`."""

    what: str = "a text"
    empty: bool = False
    extra: Extra | None = None

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        text = fields.text(key, "" if default is None else str(default))
        if not text:
            if not self.empty:
                fields.note(key, "is empty", "Write it, or leave the line out.")
                return default
            return None
        _check(fields, key, text, self.extra)
        return text

    def spell(self, value: Any) -> Any:
        return "" if value is None else str(value)

    def parse(self, text: str) -> Any:
        return text

    @property
    def words(self) -> str:
        return f"{self.what}, may be empty" if self.empty else self.what


@dataclass(frozen=True, slots=True)
class Folder:
    """The path of a folder."""

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        text = fields.text(key, str(default))
        if not text:
            fields.note(key, "is empty", "Name a folder, or leave the line out.")
            return default
        return Path(text)

    def spell(self, value: Any) -> Any:
        return str(value)

    def parse(self, text: str) -> Any:
        return text

    @property
    def words(self) -> str:
        return "a folder"


@dataclass(frozen=True, slots=True)
class Word:
    """One of some words, or the member of an `Enum` with that value."""

    choices: Sequence[str]
    enum: type[Enum] | None = None

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        found = fields.choice(key, self.choices, self.spell(default))
        return found if self.enum is None else self.enum(found)

    def spell(self, value: Any) -> Any:
        return value.value if isinstance(value, Enum) else value

    def parse(self, text: str) -> Any:
        return text

    @property
    def words(self) -> str:
        return ", ".join(self.choices)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    low: int
    high: int
    extra: Extra | None = None

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        found = fields.whole(key, self.low, self.high, default)
        _check(fields, key, found, self.extra)
        return found

    def spell(self, value: Any) -> Any:
        return value

    def parse(self, text: str) -> Any:
        return _json(text)

    @property
    def words(self) -> str:
        return f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a whole: a number up to 1, or a text in percent (`"40 %"`)."""

    low: float
    high: float = 1.0

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        if not fields.is_text(key):
            return fields.number(key, self.low, self.high, default)
        match = _PERCENT.fullmatch(fields.text(key, ""))
        value = float(match[1]) / 100 if match else None
        if value is None or not self.low <= value <= self.high:
            remedy = f'Write a number from {self.low} to {self.high}, or a text like "40 %".'
            fields.note(key, f"is {fields.text(key, '')!r}", remedy)
            return default
        return value

    def spell(self, value: Any) -> Any:
        return value

    def parse(self, text: str) -> Any:
        return _json(text)

    @property
    def words(self) -> str:
        return f'{self.low} to {self.high}, or "{100 * self.low:g} %" to "{100 * self.high:g} %"'


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        return fields.flag(key, default)

    def spell(self, value: Any) -> Any:
        return value

    def parse(self, text: str) -> Any:
        return {"yes": True, "no": False, "on": True, "off": False}.get(text.lower(), _json(text))

    @property
    def words(self) -> str:
        return "true, false"


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of texts; commas between them in a variable of the environment."""

    what: str
    extra: Extra | None = None

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        found = fields.texts(key, list(default))
        for text in found:
            _check(fields, key, text, self.extra)
        return found

    def spell(self, value: Any) -> Any:
        return list(value)

    def parse(self, text: str) -> Any:
        return [part.strip() for part in text.split(",") if part.strip()]

    @property
    def words(self) -> str:
        return f"a list of {self.what}"


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time with its unit (`"200 ms"`, `"60 s"`, `"5 min"`), in microseconds inside."""

    low: Duration
    high: Duration

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        text = fields.text(key, self.spell(default))
        match = _SPAN.fullmatch(text)
        if match is None:
            if fields.is_text(key):
                fields.note(
                    key, f"is {text!r}", f'Write a number and ms, s, min or h: "{self.spell(default)}".'
                )
            return default
        found = Duration(round(float(match[1]) * _SPAN_UNITS[match[2]]))
        if not self.low <= found <= self.high:
            fields.note(key, f"is {text!r}", f"Choose {self.words}.")
            return default
        return found

    def spell(self, value: Any) -> Any:
        unit = next(
            name for name in ("h", "min", "s", "ms") if value % _SPAN_UNITS[name] == 0 or name == "ms"
        )
        return f"{value / _SPAN_UNITS[unit]:g} {unit}"

    def parse(self, text: str) -> Any:
        return text

    @property
    def words(self) -> str:
        return f'"{self.spell(self.low)}" to "{self.spell(self.high)}"'


def _check(fields: Fields, key: str, value: Any, extra: Extra | None) -> None:
    for mistake in extra(value) if extra is not None else ():
        fields.note(key, mistake.problem, mistake.remedy)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
