"""Brings the catalogues up to date with the sources: `python -m tests.languages.gather`.

New messages come in without a translation, unused ones go; then what the program reads is compiled. Nothing
is ever translated by guessing.
"""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from tests.languages.sources import PACKAGE, Found, messages, page_messages

from triboard.languages import ENGLISH, NAMES, PLACE

DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Of every header, so that the same catalogue is the same file."""

PLURALS: Final = {"fr": "nplurals=2; plural=(n > 1);", "es": "nplurals=2; plural=(n != 1);"}
"""Rules of gettext's own manual, where the ones that Babel knows have one more form for millions."""

TRANSLATED: Final = [code for code in NAMES if code != ENGLISH]


def folder(code: str) -> Path:
    """Where the files of a language lie."""
    return PACKAGE / PLACE.format(code=code)


def read(code: str) -> Catalog:
    """The catalogue of a language as it is written down."""
    path = folder(code) / "triboard.po"
    if not path.exists():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def gathered(found: Iterable[Found]) -> dict[tuple[str, str], tuple[Found, list[str]]]:
    """Messages by key, each with the files that say it."""
    keys: dict[tuple[str, str], tuple[Found, list[str]]] = {}
    for one in found:
        files = keys.setdefault(one.key, (one, []))[1]
        if one.file not in files:
            files.append(one.file)
    return keys


def updated(code: str, old: Catalog) -> Catalog:
    """The catalogue with the messages of the sources, and the old translations where they still fit."""
    new = Catalog(
        locale=old.locale, project="Triboard", version="1", creation_date=DAY, revision_date=DAY, fuzzy=False
    )
    if code in PLURALS:
        new.mime_headers = [("Plural-Forms", PLURALS[code])]
    for (context, text), (one, files) in gathered(messages()).items():
        said = old.get(text, context or None)
        identity: Any = (text, one.many) if one.many else text
        string = said.string if said is not None and isinstance(said.id, tuple) is bool(one.many) else ""
        new.add(identity, string or "", [(file, 0) for file in sorted(files)], context=context or None)
    return new


def po(catalogue: Catalog) -> bytes:
    """As translators write it."""
    out = BytesIO()
    write_po(out, catalogue, width=110, include_lineno=False, sort_by_file=True)
    return out.getvalue()


def mo(catalogue: Catalog) -> bytes:
    """As `gettext` reads it."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def pages(catalogue: Catalog) -> bytes:
    """What pages need, by the English sentence; a meaning stands before it, as `gettext` has it."""
    said: dict[str, str | list[str]] = {}
    for context, text in sorted({one.key for one in page_messages()}):
        message = catalogue.get(text, context or None)
        if message is None or not complete(message):
            continue
        string = message.string
        said[f"{context}\x04{text}" if context else text] = (
            list(string) if isinstance(string, tuple) else str(string)
        )
    return json.dumps(said, ensure_ascii=False, indent=0, sort_keys=True).encode() + b"\n"


def complete(message: Message) -> bool:
    """Whether every form is translated."""
    string = message.string
    return all(string) if isinstance(string, tuple | list) else bool(string)


def main() -> None:
    """Write all files of all languages, and say what is missing."""
    for code in TRANSLATED:
        catalogue = updated(code, read(code))
        folder(code).mkdir(parents=True, exist_ok=True)
        for name, content in (
            ("triboard.po", po(catalogue)),
            ("triboard.mo", mo(catalogue)),
            ("pages.json", pages(catalogue)),
        ):
            (folder(code) / name).write_bytes(content)
        missing = [str(message.id) for message in catalogue if message.id and not complete(message)]
        print(f"{code}: {len(catalogue)} messages, {len(missing)} not translated", *missing, sep="\n    ")


if __name__ == "__main__":
    main()
