"""Tables with the firmware, switched off when a test ends, however it ends."""

from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from tests.firmware.pico import PicoTable


class PicoAt(Protocol):
    """Sets up a table; see `PicoTable`."""

    def __call__(self, *arguments: Any, **more: Any) -> PicoTable: ...


@pytest.fixture
def pico_at() -> Iterator[PicoAt]:
    """Sets up tables."""
    tables: list[PicoTable] = []

    def set_up(*arguments: Any, **more: Any) -> PicoTable:
        tables.append(PicoTable(*arguments, **more))
        return tables[-1]

    yield set_up
    for table in tables:
        table.switch_off()
