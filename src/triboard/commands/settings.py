"""`--set key=value`, the same for every command."""

import json
from collections.abc import Sequence
from typing import Any

from triboard.errors import ConfigurationError, Mistake


def parse_settings(pairs: Sequence[str]) -> dict[str, Any]:
    """Options of `--set key=value`: the value is JSON, else a text. Raises `ConfigurationError`."""
    options: dict[str, Any] = {}
    mistakes = []
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            mistakes.append(Mistake(f"--set {pair}", "has no '='", "Write --set key=value."))
            continue
        try:
            options[key] = json.loads(value)
        except ValueError:
            options[key] = value
    if mistakes:
        raise ConfigurationError(*mistakes)
    return options
