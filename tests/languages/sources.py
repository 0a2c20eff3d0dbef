"""Every message of the sources: what Python says, and what scripts and pages say.

Python's are found where they stand, in calls of `phrase`, `counted` and `Plural`, and in the tables of
sentences; a page's in calls of `t`, `tn`, `tp` and `n`, and in elements with `data-t`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.extract import extract

import triboard
from triboard import phrases, piece_words, words
from triboard.app.health import TITLES
from triboard.app.kinds import Texts
from triboard.app.schema import SCHEMA
from triboard.care import words as care_words
from triboard.phrases import Meaning, Message, Plural

PACKAGE: Final = Path(triboard.__file__).parent
STATIC: Final = PACKAGE / "web/static"

PYTHON: Final = {"phrase": None, "counted": (1, 2), "Plural": (1, 2)}
SCRIPTS: Final[Mapping[str, Any]] = {"t": None, "n": None, "tn": (1, 2), "tp": ((1, "c"), 2)}

NO_WORDS: Final = re.compile(r"\{\w+\}|\[[^]]*\]")
"""Places to fill in, and keys of the keyboard."""

TABLES: Final[Mapping[str, Mapping[str, Message]]] = {
    "words.py": words.ENGLISH,
    "piece_words.py": piece_words.PIECES,
    "care/words.py": care_words.ENGLISH,
    "phrases.py": phrases.JOINTS,
    "app/health.py": TITLES,
    "app/schema.py": {one.key: one.about for one in SCHEMA if one.page}
    | {f"{one.key} lines": one.kind.what for one in SCHEMA if one.page and isinstance(one.kind, Texts)},
}
"""Sentences that are said by code."""


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """One message with the file that says it."""

    text: str
    many: str = ""
    context: str = ""
    file: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What a catalogue looks it up by."""
        return self.context, self.text


@lru_cache(maxsize=1)
def messages() -> tuple[Found, ...]:
    """All messages, in order of files; those without a word are the same in every language."""
    found = [*_tables(), *_python(), *_scripts(), *_pages()]
    return tuple(one for one in found if re.search(r"[^\W\d_]", NO_WORDS.sub("", one.text)))


def page_messages() -> list[Found]:
    """Those that scripts look up themselves; names of pieces are said on both sides."""
    return [one for one in messages() if one.file.startswith("web/static/") or one.file == "piece_words.py"]


def _tables() -> Iterator[Found]:
    for file, table in TABLES.items():
        for message in table.values():
            yield _of(message, file)


def _of(message: Message, file: str) -> Found:
    match message:
        case Plural(one, many):
            return Found(one, many, file=file)
        case Meaning(context, text):
            return Found(text, context=context, file=file)
        case str():
            return Found(message, file=file)


def _python() -> Iterator[Found]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from _extracted("python", path, PYTHON)


def _scripts() -> Iterator[Found]:
    for path in sorted(STATIC.glob("*.js")):
        yield from _extracted("javascript", path, SCRIPTS)


def _extracted(method: str, path: Path, keywords: Mapping[str, Any]) -> Iterator[Found]:
    file, source = path.relative_to(PACKAGE).as_posix(), path.read_text()
    if not re.search(rf"\b({'|'.join(keywords)})\(", source):
        return  # reading a file in earnest takes time
    for _, text, _, context in extract(method, BytesIO(source.encode()), keywords=dict(keywords)):
        one, many = (text, "") if isinstance(text, str) else (text[0], text[1])
        yield Found(one, many, context or "", file)


def _pages() -> Iterator[Found]:
    for path in sorted(STATIC.glob("*.html")):
        page = _Page()
        page.feed(path.read_text())
        for text in page.found:
            yield Found(" ".join(text.split()), file=path.relative_to(PACKAGE).as_posix())


class _Page(HTMLParser):
    """What the elements with `data-t` say, in text and in attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._text: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if "data-t" not in values:
            return
        names = (values["data-t"] or "text").split()
        self.found += [values[name] or "" for name in names if name != "text"]
        self._text = "" if "text" in names else None

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if self._text is not None:
            self.found.append(self._text)
            self._text = None
