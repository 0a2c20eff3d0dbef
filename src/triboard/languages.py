"""The languages in which pages, displays and announcements speak, with their catalogues.

A catalogue is `locales/<code>/LC_MESSAGES/triboard.po`, compiled beside it to what `gettext` reads (`.mo`)
and to the part that pages need (`pages.json`). English is the language of the sources.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from gettext import GNUTranslations
from importlib.resources import files
from typing import Final

from triboard.phrases import SOURCE, Catalogue

ENGLISH: Final = "en"

NAMES: Final[Mapping[str, str]] = {
    ENGLISH: "English",
    "fr": "Français",
    "es": "Español",
    "ru": "Русский",
    "ko": "한국어",
}
"""Code and own name of each language, in the order in which a button goes through them."""

PLACE: Final = "locales/{code}/LC_MESSAGES"


@dataclass(frozen=True, slots=True)
class Language:
    """One language. `pages`: the sentences that scripts of pages say, by the English ones, as JSON."""

    code: str
    name: str
    catalogue: Catalogue
    pages: bytes


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, Language]:
    """All languages by code, read from the package."""
    return {code: _read(code, name) for code, name in NAMES.items()}


def _read(code: str, name: str) -> Language:
    if code == ENGLISH:
        return Language(code, name, SOURCE, json.dumps({}).encode())
    folder = files("triboard") / PLACE.format(code=code)
    with (folder / "triboard.mo").open("rb") as compiled:
        return Language(code, name, GNUTranslations(compiled), (folder / "pages.json").read_bytes())
