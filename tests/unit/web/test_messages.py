"""What pages may say, and how everything else is refused."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triboard.units import Piece, Site
from triboard.web.messages import (
    LARGEST_MESSAGE,
    MOST_PIECES,
    Drop,
    Enter,
    Fault,
    Lift,
    NewGame,
    Press,
    RefusedError,
    Request,
    Snapshot,
    Turn,
)
from triboard.web.parsing import parse

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["type", "verb", "site", "piece", "rim", "degrees", "button", "options", "id", "pieces"]
)
WORDS = st.sampled_from(["hand", "press", "new", "enter", "snapshot", "drop", "lift", "turn"])


@pytest.mark.parametrize(
    ("text", "request_", "message_id"),
    [
        (
            '{"type":"hand","verb":"drop","site":"Ab2","piece":"white","id":7}',
            Drop(Site("Ab2"), Piece("white")),
            7,
        ),
        ('{"type":"hand","verb":"lift","site":"Ab2","id":"x"}', Lift(Site("Ab2")), "x"),
        ('{"type":"hand","verb":"turn","rim":"B","degrees":-37.5}', Turn("B", -37.5), None),
        ('{"type":"press","button":"UNDO"}', Press("UNDO"), None),
        (
            '{"type":"new","options":{"players":3,"rims":true}}',
            NewGame({"players": 3, "rims": True}),
            None,
        ),
        ('{"type":"new"}', NewGame({}), None),
        ('{"type":"new","options":{"starter":null}}', NewGame({"starter": None}), None),
        (
            '{"type":"enter","site":"b2","pieces":["Rm","Ks"]}',
            Enter(Site("b2"), (Piece("Rm"), Piece("Ks"))),
            None,
        ),
        ('{"type":"enter","site":"Ab2","pieces":[],"id":3}', Enter(Site("Ab2"), ()), 3),
        ('{"type":"snapshot","id":true}', Snapshot(), None),
    ],
)
def test_each_message_of_the_contract_is_understood(
    text: str, request_: Request, message_id: int | str | None
) -> None:
    """docs/page.md, "Page to daemon"."""
    assert parse(text) == (request_, message_id)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 4000, "not JSON"),
        ('{"type":"hand","verb":"turn","rim":"B","degrees":NaN}', "not JSON"),
        ('{"type":"hand","verb":"turn","rim":"B","degrees":1e999}', "degrees"),
        ('{"type":"hand","verb":"turn","rim":"B","degrees":true}', "degrees"),
        ('{"type":"hand","verb":"turn","rim":"B"}', "degrees"),
        ("7", "object"),
        ('["type"]', "object"),
        ("{}", "type"),
        ('{"type":"dance"}', "type"),
        ('{"type":["hand"]}', "type"),
        ('{"type":"hand","verb":"throw"}', "verb"),
        ('{"type":"hand","verb":"lift"}', "site"),
        ('{"type":"hand","verb":"lift","site":""}', "site"),
        ('{"type":"hand","verb":"lift","site":"a\\u0000"}', "site"),
        ('{"type":"hand","verb":"lift","site":"' + "a" * 33 + '"}', "site"),
        ('{"type":"hand","verb":"drop","site":"Ab2","piece":3}', "piece"),
        ('{"type":"enter","pieces":[]}', "site"),
        ('{"type":"enter","site":"Ab2"}', "pieces"),
        ('{"type":"enter","site":"Ab2","pieces":"white"}', "pieces"),
        ('{"type":"enter","site":"Ab2","pieces":[""]}', "pieces"),
        ('{"type":"enter","site":"Ab2","pieces":[["white"]]}', "pieces"),
        (json.dumps({"type": "enter", "site": "Ab2", "pieces": ["white"] * (MOST_PIECES + 1)}), "pieces"),
        ('{"type":"press"}', "button"),
        ('{"type":"new","options":[]}', "options"),
        ('{"type":"new","options":{"players":[3]}}', "option"),
        ('{"type":"new","options":{"players":1.5}}', "null"),
        ('{"type":"new","options":{"rim_turn":"' + "a" * 33 + '"}}', "longer"),
        ('{"type":"snapshot","pad":"' + "a" * LARGEST_MESSAGE + '"}', "too large"),
        (b'{"type":"snapshot"}', "binary"),
    ],
)
def test_a_bad_message_is_refused_with_a_text_that_says_why(text: str | bytes, words: str) -> None:
    """Each refusal names the part that is wrong."""
    with pytest.raises(RefusedError, match=words):
        parse(text)


def test_a_refusal_carries_the_id_of_its_message() -> None:
    """So that the page knows which of its messages is meant."""
    with pytest.raises(RefusedError) as refused:
        parse('{"type":"press","id":12}')
    assert refused.value.message_id == 12


@given(st.text() | ANYTHING.map(lambda value: json.dumps(value)))
def test_parse_never_raises_anything_but_a_refusal(text: str) -> None:
    """For every text."""
    with contextlib.suppress(RefusedError):
        parse(text)


@given(st.dictionaries(FIELDS, WORDS | ANYTHING, max_size=6))
def test_parse_is_total_over_objects_with_our_own_keys(message: dict[str, object]) -> None:
    """The same for messages that look nearly right."""
    with contextlib.suppress(RefusedError):
        parse(json.dumps(message))


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"fault": "silent", "arguments": ["2.5"]}, Fault("silent", ("2.5",))),
        ({"fault": "drift", "arguments": ["Ab2", 20, 30.5]}, Fault("drift", ("Ab2", "20", "30.5"))),
        ({"fault": "unplug"}, Fault("unplug", ())),
    ],
)
def test_a_fault_is_a_name_and_words(message: dict[str, Any], expected: Fault) -> None:
    """Law: as in a script; numbers may be written as numbers."""
    assert parse(json.dumps({"type": "fault", **message}))[0] == expected


@pytest.mark.parametrize(
    "arguments", ["Ab2", [[]], [True], ["a b"], [""], ["x" * 33], ["a\n"], ["1"] * 5, [{}], {"0": "a"}]
)
def test_arguments_that_are_no_words_are_refused(arguments: Any) -> None:
    """Law: nothing can slip a second line into the log of a bench."""
    with pytest.raises(RefusedError):
        parse(json.dumps({"type": "fault", "fault": "nak", "arguments": arguments}))
