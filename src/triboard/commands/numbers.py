"""Whole numbers on the command line, refused by the words that say which would do."""

from typing import Any

import click


class Whole(click.IntRange):
    """A whole number from `min` to `max`; both are allowed, and either may be missing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"{value!r} is no whole number {self._bounds()}.", param, ctx)

    def _bounds(self) -> str:
        return f"from {self.min} on" if self.max is None else f"from {self.min} to {self.max}"
