"""Records: what is written reads the same, and every mistake is named with its line (docs/records.md)."""

import json
from pathlib import Path
from typing import Any

import pytest

from triboard.errors import ConfigurationError
from triboard.rules import trike
from triboard.rules.record import Comment, Record, format_record, format_records, record_of
from triboard.rules.record_json import parse_form, parse_json, record_form
from triboard.rules.record_text import MOST_MISTAKES, parse_records
from triboard.rules.replay import replay

FILE = """\
; The club evening, first board.
[Game "trike"]
[size 3]
[Event "Club \\"Blue\\" evening"]

1. b1 {bold} 2. swap
3. a1 4.b2 ; only move }
5 . """


COUNTED = "Moves are counted from 1, everybody's together. Is one missing?"
EXAMPLE = "Write a cell, for example d2, or swap."
PAWN = "The pawn stands on g4; it must move away."


def mistakes_in(text: str) -> list[str]:
    """What the reader says about a file named `f`, one mistake an entry."""
    with pytest.raises(ConfigurationError) as caught:
        parse_records(text, "f")
    return [str(mistake) for mistake in caught.value.mistakes]


def trike_record(
    texts: list[str], tags: dict[str, str] | None = None, comments: tuple[Comment, ...] = ()
) -> Record:
    return record_of(replay(trike.GAME, {"size": 3}, texts), tags or {}, comments)


def test_a_record_reads_as_its_author_meant_it() -> None:
    """Law: options keep their JSON types, a move may stick to its number, comments keep their place."""
    text = FILE.replace("5 . ", "5. c2 *")
    (record,) = parse_records(text)
    assert record.played.options == {"size": 3}
    assert record.played.texts == ["b1", "swap", "a1", "b2", "c2"]
    assert record.tags == {"Event": 'Club "Blue" evening'}
    assert record.comments == (
        Comment(0, "The club evening, first board."),
        Comment(1, "bold"),
        Comment(4, "only move }"),
    )


def test_a_finished_game_is_written_with_winner_seat_and_reason() -> None:
    """Law: the text of a game is exactly this; the swap crosses sides and seats."""
    record = trike_record(["b1", "swap", "a1", "b2"], {"Seat0": "Ann"}, (Comment(2, "ha"),))
    assert format_record(record) == (
        '[Game "trike"]\n[size 3]\n[Seat0 "Ann"]\n\n1. b1 2. swap {ha} 3. a1 4. b2\n*\n'
    )
    ended = trike_record(["b1", "swap", "a1", "b2", "c2", "c1"])
    assert format_record(ended).splitlines()[-1] == "= black at seat 1 (trapped)"


@pytest.mark.parametrize(
    "comments",
    [
        (Comment(0, "first"), Comment(0, "second"), Comment(2, "x" * 300)),
        (Comment(1, "two\nlines; and a semicolon"), Comment(1, "a } brace"), Comment(2, "[Game] = *")),
        (Comment(2, "Übermut 🎲"),),
    ],
)
def test_what_is_written_reads_the_same_in_both_forms(comments: tuple[Comment, ...]) -> None:
    """Law: text and JSON twin give equal records back, comments whole, in one file with another game."""
    record = trike_record(["b1", "swap"], {"Event": "Ein ] Abend; {fast}", "Date": "2026-01-04"}, comments)
    other = trike_record([])
    assert parse_records(format_records([record, other])) == (record, other)
    assert parse_form(json.loads(json.dumps(record_form(record)))) == record
    lines = "\n".join(json.dumps(record_form(one)) for one in (record, other))
    assert parse_json(lines) == (record, other)


def test_all_mistakes_of_a_file_are_named_with_their_lines() -> None:
    """Law: one reading finds them all; an unreadable move does not hide the one after it."""
    assert mistakes_in(
        '[Game "trike"]\n[size 99]\n[sise 3]\n[Event 7]\n1. zz 3. b1 4. y+\n*\n[Game "trik"]\n*\n'
    ) == [
        "f line 2, size: 99 is no board size. Choose a whole number from 1 to 26, for example 7",
        "f line 3, sise: Trike has no such option. Did you mean size?",
        'f line 4: Event has no text. Write [Event "text"].',
        f"f line 5: move number 3 stands where 2 is due. {COUNTED}",
        f"f line 5, move 1: 'zz' cannot be read. “zz” is no move of Trike. {EXAMPLE}",
        f"f line 5, move 3: 'y+' cannot be read. “y+” is no move of Trike. {EXAMPLE}",
        "f line 7: 'trik' is not a game. Did you mean 'trike'?",
    ]


def test_an_illegal_move_names_its_line_number_text_and_rule() -> None:
    """Law: only the first of a game, as later ones may follow from it."""
    assert mistakes_in('[Game "trike"]\n\n1. g4\n2. g4 3. g4\n*\n') == [
        f"f line 4, move 2: 'g4' is not allowed (pawn-stays, trike §5). {PAWN}"
    ]


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ('[Game "trike"]\n1. g4\n', "f line 1: the game that begins here has no end. Write its result"),
        ('[Game "trike"]\n1. g4\n[Game "trike"]\n*\n', "f line 1: the game that begins here has no end."),
        ('[Game "trike"]\n* g4\n', "f line 2: 'g4' stands after the result."),
        ("g4\n", "f line 1: 'g4' stands before the first game."),
        ('[Event "x"]\n[Game "trike"]\n*\n', "f line 1: a game begins with its name."),
        ('[Game "trike"]\n1. g4\n[size 7]\n*\n', "f line 3: a tag stands among the moves."),
        ('[Game "trike"]\n[size 7]\n[size 7]\n*\n', "f line 3: the tag size stands twice."),
        ('[Game "trike"]\n[size seven]\n*\n', "f line 2: this is no tag."),
        ('[Game "trike"]\n[size NaN]\n*\n', "f line 2: this is no tag."),
        ('[Game "trike"]\n[Result "1-0"]\n*\n', "f line 2: this name is not free."),
        ('[Game "trike"]\n[Nice-try "1-0"]\n*\n', "f line 2: this is no tag."),
        ("[Game 7]\n*\n", "f line 1: '7' is not a game."),
        ('[Game "trike"]\n1. g4 {and\n*\n', "f line 2: the comment that begins here never ends."),
        ('[Game "trike"]\n*\n; lost\n', "f line 3: this comment belongs to no game."),
        (
            '[Game "trike"]\n1. g4\n= white at seat 0 (trapped)\n',
            "f line 3: the result is '= white at seat 0 (trapped)', but the game is not over. Write *",
        ),
        (
            '[Game "trike"]\n[size 1]\n1. a1\n*\n',
            "f line 4: the result is '*', but the moves lead to another result. Write = black at seat 0",
        ),
        ('[Game "troika"]\n[mode "training"]\n*\n', "f line 1, task: a training needs a task."),
        ('[Game "trioker"]\n[mode "rapid"]\n[hands [9, 10]]\n[start 0]\n*\n', "f line 3, hands[0]: 9 tiles."),
    ],
)
def test_each_mistake_says_where_it_is(text: str, mistake: str) -> None:
    """Law: place, problem and remedy."""
    assert any(found.startswith(mistake) for found in mistakes_in(text)), mistakes_in(text)


def test_a_file_of_another_kind_does_not_fill_the_screen() -> None:
    """Law: some mistakes are listed, the others counted."""
    found = mistakes_in("word\n" * 500)
    assert len(found) == MOST_MISTAKES + 1
    assert found[-1] == "f: 470 more mistakes. Mend these first."


@pytest.mark.parametrize(
    ("form", "mistake"),
    [
        ([], "f game: it is no JSON object."),
        ({}, "f game: it is missing."),
        ({"game": 3}, "f game: it is 3."),
        ({"game": "trike", "move": []}, "f move: there is no such key. Did you mean 'moves'?"),
        ({"game": "trike", "moves": ["g4", 3]}, 'f moves: it is ["g4", 3]. Write a list of texts'),
        ({"game": "trike", "options": []}, "f options: it is []."),
        ({"game": "trike", "options": {"size": True}}, "f options.size: True is no board size."),
        ({"game": "trike", "moves": ["g4", "g4"]}, "f moves[1]: 'g4' is not allowed (pawn-stays, trike §5)."),
        ({"game": "trike", "tags": {"size": "3"}}, "tags.size: 'size' is no name of a tag."),
        ({"game": "trike", "tags": {"Event": "\ud800"}}, "tags.Event: Event has no text."),
        ({"game": "trike", "comments": [{"after": 1, "text": "x"}]}, "comments[0].after: 1 is not possible."),
        ({"game": "trike", "comments": [{"after": 0, "text": " x"}]}, "comments[0].text: it is empty or"),
        ({"game": "trike", "comments": [{"after": 0, "text": "}\n"}]}, "comments[0].text: it is empty or"),
        ({"game": "trike", "comments": [{"after": 0, "text": "}\nx"}]}, "comments[0].text: it has several"),
        ({"game": "trike", "comments": [{"after": 0}]}, 'f comments: it is [{"after": 0}].'),
        ({"game": "trike", "result": {"winners": []}}, "f result: the moves lead to another result."),
        ({"game": "trike", "options": {"size": 1}, "moves": ["a1"], "result": None}, "f result: the moves"),
    ],
)
def test_the_twin_is_checked_as_strictly(form: Any, mistake: str) -> None:
    """Law: unknown keys, wrong shapes, illegal moves and false results are named by their place."""
    with pytest.raises(ConfigurationError) as caught:
        parse_form(form, "f")
    assert any(str(found).startswith(mistake) for found in caught.value.mistakes), str(caught.value)


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ('{"game": "trike"}\n\n{"game": trike}', "f line 3: this is no JSON (Expecting value, column 10)"),
        ('{"game": "trike", "game": "troika"}', "f line 1: the key 'game' stands twice"),
        ('{"game": ' + "[" * 100_000, "f line 1: it is nested too deep"),
        (" \n", "f: it is empty"),
    ],
)
def test_broken_json_is_named_with_its_line(text: str, mistake: str) -> None:
    """Law: the line counts through a file of several games."""
    with pytest.raises(ConfigurationError) as caught:
        parse_json(text, "f")
    assert str(caught.value).startswith(mistake)


def test_the_examples_of_the_documentation_are_records() -> None:
    """Law: docs/records.md shows what the readers take."""
    page = (Path(__file__).parents[3] / "docs/records.md").read_text(encoding="utf-8")
    (record,) = parse_records(page.split("```text\n")[1].partition("```")[0])
    (twin,) = parse_json(page.split("```json\n")[1].partition("```")[0])
    assert record.played.outcome is not None
    assert twin.played.options == record.played.options
    assert twin.comments == record.comments[1:]
