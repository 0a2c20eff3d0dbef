"""What commands read, and how they print."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from triboard.errors import BAD_INPUT, ConfigurationError, Mistake

STDIN = "-"
INPUT = "input"
"""How mistakes name standard input."""


def read_text(source: str) -> str:
    """A file, or standard input for `-`, as UTF-8; raises `ConfigurationError`."""
    try:
        data = sys.stdin.buffer.read() if source == STDIN else Path(source).read_bytes()
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigurationError(
            Mistake(origin_of(source), f"cannot be read ({why})", "Check the file.")
        ) from error


def origin_of(source: str) -> str:
    """How mistakes name a source: a file by its path."""
    return INPUT if source == STDIN else source


def refuse(mistakes: Iterable[Mistake]) -> NoReturn:
    """End with the mistakes of a file that somebody writes: a list to work off, so a line each."""
    for mistake in mistakes:
        print(f"triboard: {mistake}", file=sys.stderr)
    sys.exit(BAD_INPUT)


def print_json(value: Any) -> None:
    """One line of JSON, at once: a reader may wait for it."""
    print(json.dumps(value), flush=True)
