"""Messages about seats, clocks and the override: what is understood, and what is refused with words."""

import json
from typing import Any

import pytest

from triboard.opponents.engine import Grade
from triboard.session.clock import ClockTerms
from triboard.session.rivals import Terms
from triboard.units import Seat
from triboard.web.messages import NewGame, Override, RefusedError, Sit
from triboard.web.parsing import parse


@pytest.mark.parametrize(
    ("message", "meaning"),
    [
        ({"type": "seat", "seat": 1, "grade": 3}, Sit(Seat(1), Grade.PLAYER)),
        ({"type": "seat", "seat": 0, "grade": None}, Sit(Seat(0), None)),
        ({"type": "override", "on": True}, Override(on=True)),
        ({"type": "new", "options": {}}, NewGame({})),
        ({"type": "new", "options": {}, "opponents": {}, "clock": None}, NewGame({}, Terms())),
        (
            {"type": "new", "options": {}, "opponents": {"1": 5, "2": None}, "clock": "10+5"},
            NewGame({}, Terms({Seat(1): Grade.MASTER}, ClockTerms.parse("10+5"))),
        ),
    ],
)
def test_the_table_is_understood(message: dict[str, Any], meaning: object) -> None:
    """Law (docs/page.md): each message of the contract."""
    assert parse(json.dumps(message))[0] == meaning


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ({"type": "seat", "seat": 9, "grade": 3}, "seat"),
        ({"type": "seat", "seat": True, "grade": 3}, "seat"),
        ({"type": "seat", "seat": 1, "grade": 0}, "grade"),
        ({"type": "seat", "seat": 1, "grade": 6}, "grade"),
        ({"type": "seat", "seat": 1, "grade": "3"}, "grade"),
        ({"type": "override"}, "on"),
        ({"type": "override", "on": 1}, "on"),
        ({"type": "new", "opponents": [1]}, "opponents"),
        ({"type": "new", "opponents": {"x": 1}}, "seat"),
        ({"type": "new", "opponents": {"²": 1}}, "seat"),
        ({"type": "new", "clock": "soon"}, "clock"),
        ({"type": "new", "clock": [10]}, "clock"),
        ({"type": "new", "clock": "0+5"}, "clock"),
        ({"type": "new", "clock": "999+5"}, "clock"),
    ],
)
def test_nonsense_is_refused_in_words(message: dict[str, Any], word: str) -> None:
    """Law: what is wrong is named."""
    with pytest.raises(RefusedError, match=word):
        parse(json.dumps(message))
