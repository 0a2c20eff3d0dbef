"""Every code has a sentence, every sentence its details, and a child can read them."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.session.table import Table

import triboard
from triboard.board.readings import EMPTY, SOMETHING, Reading, holds
from triboard.board.reconcile import Contradicts, Misfit
from triboard.phrases import Plural, join
from triboard.piece_words import kind_of
from triboard.rules.ttt3d.moves import COLOURS
from triboard.session.advice import advice
from triboard.session.state import Correction
from triboard.units import Instant, Piece, Site
from triboard.words import ENGLISH, say

SOURCES = Path(triboard.__file__).parent
SPEAKERS = {"info", "wrong", "ask", "say"}


def codes() -> dict[str, str]:
    """Codes that are written down anywhere in the code, with a file that has each."""
    found: dict[str, str] = {}
    for package in ("session", "web", "app"):
        for path in sorted((SOURCES / package).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id in SPEAKERS
                ):
                    for leaf in ast.walk(node.args[0]) if node.args else ():
                        if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
                            found[leaf.value] = path.name
    return found


def test_every_code_has_a_sentence() -> None:
    """Law: a code without a sentence fails here, never on the page."""
    assert {code: place for code, place in codes().items() if code not in ENGLISH} == {}


def test_every_colour_and_kind_has_a_name() -> None:
    """Law: and a piece that only a board file knows is called as it is written there."""
    assert [str(kind_of(colour)) for colour in COLOURS] == list(COLOURS)
    assert kind_of(Piece("pearl")) == "pearl"


@pytest.mark.parametrize(
    "code",
    [
        code
        for code in ENGLISH
        if code not in ("bad-options", "bad-seat", "rule") and not code.startswith(("rung-", "help-"))
    ],
)
def test_every_sentence_begins_and_ends_as_one(code: str) -> None:
    """Law: hints of buttons are titles, all else are sentences."""
    message = ENGLISH[code]
    text = message.many if isinstance(message, Plural) else message
    assert isinstance(text, str)
    assert re.match(r"[A-Z{]", text)
    if " " not in text:
        return
    assert text.endswith((".", "}", ")", "back", "game", "call", "on", "alone", "turn", "now", "task")), text


@pytest.mark.parametrize(
    ("misfits", "rims", "text"),
    [
        (
            [("Aa1", (), holds(Piece("red"))), ("Ab1", (Piece("red"),), EMPTY)],
            (),
            "Move the red ball from Aa1 to Ab1.",
        ),
        ([("Aa1", (), holds(Piece("red")))], (), "Take the red ball out of Aa1."),
        ([("Aa1", (), SOMETHING)], (), "Take out what stands in Aa1."),
        ([("Aa1", (Piece("red"),), EMPTY)], (), "Put the red ball into Aa1."),
        ([], ((1, 1),), "Turn the rim of shelf B one quarter turn clockwise."),
        ([], ((2, -1),), "Turn the rim of shelf C one quarter turn counter-clockwise."),
        ([], ((0, 2),), "Turn the rim of shelf A two quarter turns clockwise."),
    ],
)
def test_each_step_of_guidance_in_words(
    misfits: list[tuple[str, tuple[Piece, ...], Reading]], rims: tuple[tuple[int, int], ...], text: str
) -> None:
    """Law (§10): one step, one sentence, one thing to do with the hands."""
    table = Table()
    found = tuple(Misfit(Site(site), expected, (read,)) for site, expected, read in misfits)
    correction = Correction(Contradicts(found, rims), Instant(0), spoken=True)
    table.state = replace(table.state, correction=correction)
    notice = advice(table.state)
    assert notice is not None
    assert notice.text == text


def test_names_are_joined_as_people_do() -> None:
    """Law: `White`, `White and Red`, `White, Red and Blue`."""
    assert [str(join(names)) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == [
        "A",
        "A and B",
        "A, B and C",
    ]
    words = say("shared", {"name": join(["A", "B"]), "count": 3})
    assert str(words) == "A and B share the win with 3 points each."
