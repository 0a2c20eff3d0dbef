"""The ladder by itself, and the commands that list, show and make tasks."""

import pytest
from tests.unit.rules.commands import triboard

from triboard.lessons.ladder import Ladder
from triboard.lessons.library import tasks_of
from triboard.lessons.task import Rung
from triboard.rules.registry import GAMES


def climbed(answers: str, start: Rung = Rung.COMPLETE) -> Ladder:
    """A ladder after right (`+`), wrong (`-`) and helped (`h`) answers."""
    ladder = Ladder(start)
    for one in answers:
        ladder = ladder.answered(right=one != "-", counts=one != "h")
    return ladder


@pytest.mark.parametrize(
    ("answers", "rung"),
    [
        ("++", Rung.COMPLETE),
        ("+++", Rung.BLOCK),
        ("++-+", Rung.COMPLETE),
        ("++-+++", Rung.BLOCK),
        ("++++++", Rung.TWO_THREATS),
        ("-", Rung.COMPLETE),
        ("--", Rung.SEE),
        ("-+-", Rung.COMPLETE),
        ("-----", Rung.SEE),
        ("hhhh", Rung.COMPLETE),
        ("++h+", Rung.BLOCK),
    ],
)
def test_three_right_in_a_row_lead_up_and_two_wrong_lead_down(answers: str, rung: Rung) -> None:
    """Law (issue 9 point 9): up after 3 right, down after 2 wrong; with help counts as neither."""
    assert climbed(answers).rung is rung


def test_the_ladder_has_two_ends() -> None:
    """Law: nobody falls off the foot or climbs past the game."""
    assert climbed("--", Rung.SEE).rung is Rung.SEE
    assert climbed("+++", Rung.GAME).rung is Rung.GAME
    assert climbed("+h-+").solved == 3


def test_tasks_are_listed_and_shown() -> None:
    """Law: `lessons list` prints a line a task, `show --check` searches again and agrees; its
    record is a game that `rules replay` reads."""
    listed = triboard("lessons", "list").lines
    assert len(listed) == sum(len(tasks_of(game)) for game in GAMES)
    shown = triboard("lessons", "show", "troika", "block-1", "--check").json
    assert shown["agrees"] is True
    assert shown["solution"]
    assert shown["side"] in ("light", "dark")
    again = triboard("rules", "replay", "-", given=shown["record"]).json
    assert again["position"] == shown["position"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("show", "troika", "blok-1"), "block-1"),
        (("show", "chess", "see-1"), "is not a game"),
        (("list", "trikes"), "trike"),
    ],
)
def test_a_wrong_name_is_answered_with_the_nearest(words: tuple[str, ...], told: str) -> None:
    """Law: bad input gives one clear line and exit code 2."""
    done = triboard("lessons", *words)
    assert done.code == 2
    assert told in done.err


def test_tasks_can_be_made() -> None:
    """Law: `lessons make` prints a task file with the command that makes it again."""
    made = triboard("lessons", "make", "trike", "--games", "5", "--seed", "3")
    assert made.out.startswith("# Tasks of the lessons. Made by: triboard lessons make trike --games 5")
    assert "[[task]]" in made.out
