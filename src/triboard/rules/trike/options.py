"""Options of Trike, checked all at once."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from triboard.errors import ConfigurationError, Mistake
from triboard.rules.game import Option, OptionValue
from triboard.rules.trike.geometry import LARGEST, SMALLEST

DEFAULT_SIZE: Final = 7

OPTIONS: Final[Mapping[str, Option]] = {
    "size": Option(
        DEFAULT_SIZE,
        f"{SMALLEST} to {LARGEST}",
        "Cells along one edge: 7 to learn, 11 casual, 13 and 15 competitive, 19 large.",
    ),
    "swap": Option(
        True,  # noqa: FBT003 - the value of an option, not a flag of a call
        (True, False),
        "Whether White may answer the opening by taking Black's side.",
    ),
}


def read_options(options: Mapping[str, OptionValue]) -> tuple[int, bool]:
    """Size and swap; raises `ConfigurationError` with every mistake. `None` means the default."""
    mistakes = [_unknown(key) for key in options if key not in OPTIONS]
    size, swap = (
        OPTIONS[key].default if options.get(key) is None else options[key] for key in ("size", "swap")
    )
    # A bool is an int to Python; `size=true` is a mistake all the same.
    if isinstance(size, bool) or not isinstance(size, int) or not SMALLEST <= size <= LARGEST:
        remedy = f"Choose a whole number from {SMALLEST} to {LARGEST}, for example {DEFAULT_SIZE}"
        mistakes.append(Mistake("size", f"{size!r} is no board size", remedy))
    if not isinstance(swap, bool):
        mistakes.append(Mistake("swap", f"{swap!r} is neither true nor false", "Choose true or false"))
    if mistakes:
        raise ConfigurationError(*mistakes)
    assert isinstance(size, int)
    assert isinstance(swap, bool)
    return size, swap


def _unknown(key: str) -> Mistake:
    near = get_close_matches(key, OPTIONS, n=1)
    remedy = f"Did you mean {near[0]}?" if near else f"Options are {' and '.join(OPTIONS)}"
    return Mistake(key, "Trike has no such option", remedy)
