"""What pages ask for on behalf of learners: rungs, help, patience; and what they are told in return."""

import json
from typing import Any

import pytest

from triboard.lessons.task import Rung
from triboard.session.help_levels import Help
from triboard.units import SECOND, Seat
from triboard.web import messages
from triboard.web.parsing import parse


def asked(**message: Any) -> messages.Request:
    return parse(json.dumps(message))[0]


def test_what_a_page_may_ask_for_is_understood() -> None:
    """Law: each request of docs/page.md means what it says."""
    assert asked(type="learn", rung="two-threats") == messages.Learn(Rung.TWO_THREATS)
    assert asked(type="learn") == messages.Learn(Rung.SEE)
    assert asked(type="help", seat=1, level=3) == messages.Aid(Seat(1), Help.FULL)
    assert asked(type="patience", seconds=None) == messages.Wait(None)
    patience = asked(type="patience", seconds=30)
    assert isinstance(patience, messages.Wait)
    assert patience.patience == 30 * SECOND


@pytest.mark.parametrize(
    "message",
    [
        {"type": "learn", "rung": "climb"},
        {"type": "learn", "rung": 1},
        {"type": "help", "seat": 1},
        {"type": "help", "seat": 9, "level": 1},
        {"type": "help", "seat": True, "level": 1},
        {"type": "help", "seat": 0, "level": 4},
        {"type": "patience", "seconds": -1},
        {"type": "patience", "seconds": 1.5},
        {"type": "patience", "seconds": 10**9},
    ],
)
def test_what_makes_no_sense_is_refused_with_what_was_expected(message: dict[str, Any]) -> None:
    """Law: a wrong value names its key and changes nothing."""
    key = next(name for name in reversed(message) if name != "type")
    with pytest.raises(messages.RefusedError) as refused:
        parse(json.dumps(message))
    expected = {"seat": ("seat", "level"), "level": ("seat", "level")}.get(key, (key,))
    assert any(f'"{name}"' in str(refused.value) for name in expected)
