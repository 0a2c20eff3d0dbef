"""A language in which every message stands in brackets: what is not in them was never looked up."""

import re
from gettext import NullTranslations
from typing import Final

OPEN: Final = "⟦"
SHUT: Final = "⟧"
_INNERMOST: Final = re.compile(rf"{OPEN}[^{OPEN}{SHUT}]*{SHUT}")


class Bracketed(NullTranslations):
    """Takes any message."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{SHUT}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{OPEN}{msgid1 if n == 1 else msgid2}{SHUT}"

    def pgettext(self, context: str, message: str) -> str:
        return f"{OPEN}{message}{SHUT}"


def bare(text: str) -> str:
    """What stands in no brackets."""
    while (less := _INNERMOST.sub("", text)) != text:
        text = less
    return text


def wordless(text: str) -> bool:
    """Whether nothing outside the brackets is a word; single letters and names of sites are none."""
    return re.search(r"[^\W\d_]{3,}", bare(text)) is None
