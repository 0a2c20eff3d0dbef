"""Reading tables that a person wrote (TOML), collecting every mistake with its place and remedy."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from triboard.errors import ConfigurationError, Mistake


def nearest(word: str, known: Iterable[str]) -> str:
    """A remedy that names the nearest known word, or lists all of them."""
    names = sorted(known)
    close = get_close_matches(word, names, n=1)
    return f"Did you mean '{close[0]}'?" if close else f"Known: {', '.join(names)}."


class Fields:
    """One table and the mistakes found so far. A getter that finds a mistake notes it and answers a
    harmless value, so that reading goes on and all mistakes come together; `finish` raises them."""

    def __init__(self, table: Mapping[str, Any], place: str, mistakes: list[Mistake] | None = None) -> None:
        self._table = table
        self._asked: set[str] = set()
        self.place = place
        self.mistakes = [] if mistakes is None else mistakes

    def note(self, key: str, problem: str, remedy: str) -> None:
        """Note a mistake at a key of this table."""
        self.mistakes.append(Mistake(f"{self.place}{key}", problem, remedy))

    @property
    def names(self) -> tuple[str, ...]:
        """All keys of this table, for tables whose keys are names that somebody chose."""
        return tuple(self._table)

    def has(self, key: str) -> bool:
        """Whether the table holds a key."""
        self._asked.add(key)
        return key in self._table

    def is_text(self, key: str) -> bool:
        """Whether a text stands at a key, for values that may be written in more than one way."""
        return isinstance(self._table.get(key), str)

    def _get(self, key: str, default: Any, kinds: tuple[type, ...], example: str) -> Any:
        self._asked.add(key)
        if key not in self._table:
            if default is not None:
                return default
            self.note(key, "is missing", f"Add it, for example {key} = {example}.")
            return None
        value = self._table[key]
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            self.note(key, f"is {value!r}", f"Write it like this: {key} = {example}.")
            return default
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self._get(key, default, (str,), '"text"')
        return "" if value is None else str(value)

    def choice(self, key: str, names: Iterable[str], default: str | None = None) -> str:
        """One of some words."""
        allowed = list(names)
        value = self._get(key, default, (str,), f'"{allowed[0]}"')
        if value is not None and value not in allowed:
            self.note(key, f"is {value!r}", nearest(value, allowed))
            return allowed[0]
        return allowed[0] if value is None else str(value)

    def flag(self, key: str, default: bool | None = None) -> bool:  # noqa: FBT001 (a TOML value, not a switch)
        """True or false."""
        return bool(self._get(key, default, (bool,), "true"))

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        return int(self._bounded(key, low, high, default, (int,)))

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        """A number from `low` to `high`."""
        return float(self._bounded(key, low, high, default, (int, float)))

    def _bounded(
        self, key: str, low: float, high: float, default: float | None, kinds: tuple[type, ...]
    ) -> float:
        value = self._get(key, default, kinds, str(low))
        if value is None:
            return low
        if not low <= value <= high:
            self.note(key, f"is {value}", f"Choose a value from {low} to {high}.")
            return low
        return float(value) if float in kinds else int(value)

    def numbers(self, key: str, count: int | None, low: float, high: float) -> tuple[float, ...]:
        """A list of numbers, `count` of them if given."""
        value = self._get(key, None, (list,), "[1, 2, 3]")
        if value is None:
            return (low,) * (count or 0)
        good = all(
            isinstance(item, int | float) and not isinstance(item, bool) and low <= item <= high
            for item in value
        )
        if not good or (count is not None and len(value) != count):
            wanted = f"{count} numbers" if count is not None else "numbers"
            self.note(key, f"is {value}", f"Write {wanted} from {low} to {high}.")
            return (low,) * (count or 0)
        return tuple(value)

    def texts(self, key: str, default: list[str] | None = None) -> tuple[str, ...]:
        """A list of texts."""
        value = self._get(key, default, (list,), '["a", "b"]')
        if value is None:
            return ()
        if not all(isinstance(item, str) for item in value):
            self.note(key, f"is {value}", "Write a list of texts.")
            return ()
        return tuple(value)

    def lists(self, key: str) -> tuple[tuple[int, ...], ...]:
        """A list of lists of whole numbers from 0."""
        value = self._get(key, None, (list,), "[[0, 1, 2]]")
        if value is None:
            return ()
        for item in value:
            if not isinstance(item, list) or not all(type(number) is int and number >= 0 for number in item):
                self.note(key, f"is {value}", "Write a list of lists of whole numbers, like [[0, 1, 2]].")
                return ()
        return tuple(tuple(item) for item in value)

    def table(self, key: str) -> "Fields":
        """A table inside this one; a missing one is noted and reads as empty."""
        value = self._table.get(key)
        self._asked.add(key)
        if isinstance(value, dict):
            return Fields(value, f"{self.place}{key}.", self.mistakes)
        problem = "is missing" if value is None else f"is {value!r}"
        self.note(key, problem, f"Write a table: [{key}] and its keys below it.")
        return Fields({}, f"{self.place}{key}.")  # its own mistakes list: the table itself was noted

    def tables(self, key: str, *, required: bool = True) -> tuple["Fields", ...]:
        """A list of tables."""
        value = self._get(key, None if required else [], (list,), "[{ ... }]")
        if value is None:
            return ()
        found = []
        for number, item in enumerate(value):
            if isinstance(item, dict):
                found.append(Fields(item, f"{self.place}{key}[{number}].", self.mistakes))
            else:
                self.note(f"{key}[{number}]", f"is {item!r}", "Write a table: { ... }.")
        return tuple(found)

    def close(self) -> None:
        """Note every key that nobody asked for."""
        for key in self._table:
            if key not in self._asked:
                self.note(key, "is not known", nearest(key, self._asked))

    def finish(self) -> None:
        """Raise all mistakes found in this and the inner tables."""
        self.close()
        if self.mistakes:
            raise ConfigurationError(*self.mistakes)
