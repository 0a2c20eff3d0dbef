"""Variants of a board file: cheaper or richer ways to build the same board, as options of one file.

```toml
[variants.starter]
about = "no rims, no buttons"
without = ["rims", "buttons"]     # keys of the top level that are left out
[variants.starter.build]          # laid over the tables of the same name
light = "controller"
```
`ttt3d-presence+starter` is that board so changed; several may follow one another.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from triboard.errors import Mistake
from triboard.fields import nearest

MARK: Final = "+"
"""Between a board and its variants."""

_KEY: Final = "variants"
_OWN: Final = frozenset({"about", "without"})


def split_variants(name_or_file: str) -> tuple[str, tuple[str, ...]]:
    """The board and the names of its variants; a `+` within a folder's name is none."""
    folder, slash, name = name_or_file.rpartition("/")
    first, *variants = name.split(MARK)
    return f"{folder}{slash}{first}", tuple(variants)


def variants_of(table: Mapping[str, Any]) -> dict[str, str]:
    """Names of the variants of a parsed board file, and what each is about."""
    found = table.get(_KEY)
    if not isinstance(found, dict):
        return {}
    return {name: str(one.get("about", "")) for name, one in found.items() if isinstance(one, dict)}


def apply_variants(
    table: Mapping[str, Any], names: Sequence[str], origin: str
) -> tuple[dict[str, Any], list[Mistake]]:
    """The parsed board file with these variants laid over it, and without the table of all variants."""
    known = table.get(_KEY, {})
    mistakes = []
    if not isinstance(known, dict) or not all(isinstance(one, dict) for one in known.values()):
        mistakes.append(
            Mistake(f"{origin}: {_KEY}", "is no table of tables", "Write [variants.NAME] and its keys.")
        )
        known = {}
    found = {key: value for key, value in table.items() if key != _KEY}
    for name in names:
        variant = known.get(name)
        if variant is None:
            remedy = nearest(name, known) if known else "The file has no [variants.NAME]."
            mistakes.append(Mistake(origin, f"has no variant '{name}'", remedy))
            continue
        place = f"{origin}: {_KEY}.{name}"
        without = variant.get("without", [])
        if not isinstance(without, list):
            mistakes.append(Mistake(f"{place}.without", f"is {without!r}", 'Write a list: ["rims"].'))
            without = []
        for key in without:
            if key not in found:
                mistakes.append(
                    Mistake(f"{place}.without", f"'{key}' is no key of the file", nearest(str(key), found))
                )
            found.pop(key, None)
        _lay_over(found, {key: value for key, value in variant.items() if key not in _OWN})
    return found, mistakes


def _lay_over(table: dict[str, Any], changes: Mapping[str, Any]) -> None:
    """Change a table in place; tables are merged, everything else is replaced."""
    for key, value in changes.items():
        old = table.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged = dict(old)
            _lay_over(merged, value)
            table[key] = merged
        else:
            table[key] = value
