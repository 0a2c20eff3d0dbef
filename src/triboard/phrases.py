"""Sentences with places to fill in, and how a catalogue puts them into a language.

What is said travels as `Words`: the English template and its details. Only the edge that shows it to
somebody knows the language; `str(words)` is English, for logs and terminals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Any, Final, Protocol


class Catalogue(Protocol):
    """One language. `gettext.GNUTranslations` keeps this protocol; nothing here reads a file."""

    def gettext(self, message: str, /) -> str:
        """The sentence in this language; the English one where it is missing."""
        ...

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """The same for a sentence with a number in it, in the form that the number wants."""
        ...

    def pgettext(self, context: str, message: str, /) -> str:
        """The same for a word that means different things in different places."""
        ...


SOURCE: Final[Catalogue] = NullTranslations()
"""English, the language in which the sentences are written."""


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence in two forms; the detail `count` chooses. Languages have one form or three as well."""

    one: str
    many: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """A word that other languages may say differently in this place: `light` is a player, or a lamp."""

    context: str
    text: str


Message = str | Plural | Meaning


@dataclass(frozen=True, slots=True)
class Words:
    """Something to say in whatever language is wanted. Details are names and numbers, which are the same in
    each language, or words again. Equal where they say the same thing."""

    message: Message
    details: "Mapping[str, Detail]" = field(default_factory=dict)

    def __str__(self) -> str:
        return sentence(self)

    def __hash__(self) -> int:
        return hash((self.message, *sorted(self.details)))


Detail = str | int | float | Words
Said = str | Words
"""A name, the same in every language, or words."""

_BOTH: Final = "{first} {second}"
_AND: Final = "{names} and {last}"
_COMMA: Final = "{names}, {more}"
JOINTS: Final = {"and": _AND, "comma": _COMMA, "both": _BOTH}
"""How names and sentences are joined; languages may do it otherwise."""


def phrase(text: str, /, **details: Detail) -> Words:
    """A sentence that stands where it is used; `tests/languages` finds it there."""
    return Words(text, details)


def counted(one: str, many: str, /, count: int, **details: Detail) -> Words:
    """The same with a number, which is `{count}` in it."""
    return Words(Plural(one, many), {"count": count, **details})


def sentence(words: Said, catalogue: Catalogue = SOURCE) -> str:
    """The sentence in a language. A string is the same in all of them."""
    if isinstance(words, str):
        return words
    details = {
        name: sentence(value, catalogue) if isinstance(value, Words) else value
        for name, value in words.details.items()
    }
    match words.message:
        case Plural(one, many):
            template = catalogue.ngettext(one, many, int(details["count"]))
        case Meaning(context, text):
            template = catalogue.pgettext(context, text)
        case str() as text:
            template = catalogue.gettext(text)
    return template.format(**details)


def join(names: Sequence[Said]) -> Said:
    """Names in a sentence: `White`, `White and Red`, `White, Red and Blue`; empty for none."""
    said: Said = names[0] if names else ""
    for number, name in enumerate(names[1:], 2):
        if number == len(names):
            said = Words(_AND, {"names": said, "last": name})
        else:
            said = Words(_COMMA, {"names": said, "more": name})
    return said


def sentences(several: Sequence[Said]) -> Said:
    """One sentence after the other; empty for none."""
    said: Said = several[0] if several else ""
    for more in several[1:]:
        said = Words(_BOTH, {"first": said, "second": more})
    return said


def translated(tree: Any, catalogue: Catalogue = SOURCE) -> Any:
    """A tree of mappings and lists with all its words as sentences of a language."""
    if isinstance(tree, Words):
        return sentence(tree, catalogue)
    if isinstance(tree, Mapping):
        return {key: translated(value, catalogue) for key, value in tree.items()}
    if isinstance(tree, list | tuple):
        return [translated(value, catalogue) for value in tree]
    return tree
