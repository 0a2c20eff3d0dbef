"""Tables that a person wrote: every mistake is collected, and reading goes on with a harmless value."""

import math
from typing import Any

import pytest

from triboard.errors import ConfigurationError
from triboard.fields import Fields, nearest


def mistakes(fields: Fields) -> list[str]:
    """What `finish` complains of."""
    with pytest.raises(ConfigurationError) as caught:
        fields.finish()
    return [str(mistake) for mistake in caught.value.mistakes]


def test_the_nearest_known_word_is_proposed_or_all_are_listed() -> None:
    """Law: a remedy is always something that would be right."""
    assert nearest("settel", ["settle", "slide"]) == "Did you mean 'settle'?"
    assert nearest("zzz", ["slide", "settle"]) == "Known: settle, slide."


def test_what_is_right_is_read_as_it_is() -> None:
    """Law: values pass unchanged; a default stands in for what is absent."""
    fields = Fields(
        {"a": "x", "b": 3, "c": 2.5, "d": True, "e": [1, 2], "f": ["p"], "g": [[0], [1, 2]], "h": {"i": 1}},
        "",
    )
    assert fields.text("a") == "x"
    assert fields.choice("a", ["y", "x"]) == "x"
    assert (fields.whole("b", 0, 9), fields.number("b", 0, 9), fields.number("c", 0, 9)) == (3, 3.0, 2.5)
    assert fields.flag("d") is True
    assert (fields.numbers("e", 2, 0, 9), fields.numbers("e", None, 0, 9)) == ((1, 2), (1, 2))
    assert fields.texts("f") == ("p",)
    assert fields.lists("g") == ((0,), (1, 2))
    assert fields.has("h")
    assert fields.table("h").whole("i", 0, 9) == 1
    assert (fields.text("z", "q"), fields.whole("z", 0, 9, 4), fields.flag("z", default=False)) == (
        "q",
        4,
        False,
    )
    assert (fields.choice("z", ["y", "x"], "x"), fields.texts("z", ["r"])) == ("x", ("r",))
    assert fields.tables("z", required=False) == ()
    fields.finish()


@pytest.mark.parametrize(
    ("read", "answer", "said"),
    [
        (lambda fields: fields.text("k"), "", 'k: is 5. Write it like this: k = "text".'),
        (lambda fields: fields.choice("k", ["a", "b"]), "a", 'k: is 5. Write it like this: k = "a".'),
        (lambda fields: fields.flag("k"), False, "k: is 5. Write it like this: k = true."),
        (lambda fields: fields.whole("k", 6, 9), 6, "k: is 5. Choose a value from 6 to 9."),
        (lambda fields: fields.number("k", 0, 4), 0.0, "k: is 5. Choose a value from 0 to 4."),
        (lambda fields: fields.numbers("k", 2, 1, 9), (1, 1), "k: is 5. Write it like this: k = [1, 2, 3]."),
        (lambda fields: fields.texts("k"), (), 'k: is 5. Write it like this: k = ["a", "b"].'),
        (lambda fields: fields.lists("k"), (), "k: is 5. Write it like this: k = [[0, 1, 2]]."),
        (lambda fields: fields.tables("k"), (), "k: is 5. Write it like this: k = [{ ... }]."),
        (lambda fields: fields.table("k").place, "k.", "k: is 5. Write a table: [k] and its keys below it."),
    ],
)
def test_a_wrong_value_is_noted_and_reading_goes_on(read: Any, answer: object, said: str) -> None:
    """Law: every getter answers a value of its kind whatever stands in the file."""
    fields = Fields({"k": 5}, "")
    assert read(fields) == answer
    assert mistakes(fields) == [said]


@pytest.mark.parametrize("value", [math.nan, math.inf, True, "5", [5], {}])
def test_a_number_is_a_number(value: object) -> None:
    """Law: neither truth values nor infinities pass as numbers."""
    fields = Fields({"k": value}, "")
    assert fields.number("k", 0, 9) == 0
    assert len(mistakes(fields)) == 1


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda fields: fields.numbers("k", 2, 0, 9), [1, "2"]),
        (lambda fields: fields.numbers("k", 2, 0, 9), [1, True]),
        (lambda fields: fields.numbers("k", 2, 0, 9), [1, 2, 3]),
        (lambda fields: fields.numbers("k", None, 0, 9), [10]),
        (lambda fields: fields.texts("k"), ["a", 1]),
        (lambda fields: fields.lists("k"), [[1], 2]),
        (lambda fields: fields.lists("k"), [[1.5]]),
        (lambda fields: fields.lists("k"), [[True]]),
        (lambda fields: fields.tables("k"), [1]),
    ],
)
def test_lists_are_checked_item_by_item(read: Any, value: object) -> None:
    """Law: one wrong item is a mistake of its list."""
    fields = Fields({"k": value}, "")
    read(fields)
    assert len(mistakes(fields)) == 1


def test_keys_that_nobody_asks_for_are_told_with_the_nearest_one() -> None:
    """Law: a slip of the pen is never ignored in silence."""
    fields = Fields({"settel": 3}, "file: ")
    fields.whole("settle", 0, 9, 1)
    assert mistakes(fields) == ["file: settel: is not known. Did you mean 'settle'?"]


def test_inner_tables_tell_their_whole_place() -> None:
    """Law: a mistake deep inside names the way to it."""
    fields = Fields({"rims": [{"ring": 3}], "hands": {"wait": 3, "x": 1}}, "b.toml: ")
    [rim] = fields.tables("rims")
    rim.texts("ring")
    hands = fields.table("hands")
    hands.whole("wait", 5, 9)
    hands.close()
    assert [said.split(": ")[1] for said in mistakes(fields)] == ["rims[0].ring", "hands.wait", "hands.x"]


def test_a_missing_table_is_told_once() -> None:
    """Law: not once for each key that it would have held."""
    fields = Fields({}, "")
    hands = fields.table("hands")
    hands.whole("settle", 0, 9)
    hands.whole("slide", 0, 9)
    assert mistakes(fields) == ["hands: is missing. Write a table: [hands] and its keys below it."]
