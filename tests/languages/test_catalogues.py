"""The catalogues: whole, fresh, and true to what the sources say."""

import json
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from babel.messages import Message
from tests.languages import gather
from tests.languages.sources import PACKAGE, Found, messages

from triboard.languages import ENGLISH, NAMES, shipped
from triboard.phrases import Meaning, Plural, Words, sentence

FORMS = {"fr": 2, "es": 2, "ru": 3, "ko": 1}
PLACE_TO_FILL = re.compile(r"\{\w+\}")


def forms(message: Message) -> list[str]:
    """All forms of a translation."""
    return list(message.string) if isinstance(message.string, tuple | list) else [str(message.string)]


@pytest.mark.parametrize("code", gather.TRANSLATED)
def test_nothing_is_missing_unused_or_doubtful(code: str) -> None:
    """Law (issue 8): a missing or an unused string fails. `python -m tests.languages.gather` lists them."""
    wanted = set(gather.gathered(messages()))
    catalogue = gather.read(code)
    found = {
        (message.context or "", message.id if isinstance(message.id, str) else message.id[0]): message
        for message in catalogue
        if message.id
    }
    assert sorted(set(found) - wanted) == []
    assert sorted(wanted - set(found)) == []
    assert [key for key, message in found.items() if not gather.complete(message)] == []
    assert [key for key, message in found.items() if message.fuzzy] == []


@pytest.mark.parametrize("code", gather.TRANSLATED)
def test_what_is_compiled_is_fresh(code: str) -> None:
    """Law: what the program reads is what the translators wrote."""
    catalogue = gather.updated(code, gather.read(code))
    folder = gather.folder(code)
    assert (folder / "triboard.po").read_bytes() == gather.po(catalogue)
    assert (folder / "triboard.mo").read_bytes() == gather.mo(catalogue)
    assert (folder / "pages.json").read_bytes() == gather.pages(catalogue)


@pytest.mark.parametrize("code", gather.TRANSLATED)
def test_every_form_fills_the_same_places(code: str) -> None:
    """Law: a translation has all places of its sentence and no other, no mark-up, no blanks at its ends."""
    for message in gather.read(code):
        if not message.id:
            continue
        english = message.id if isinstance(message.id, str) else message.id[-1]
        for form in forms(message):
            assert Counter(set(PLACE_TO_FILL.findall(form))) == Counter(set(PLACE_TO_FILL.findall(english)))
            assert form == form.strip()
            assert not re.search(r"[<>&]|\{\}|\s{2}", form), form
            form.format_map({place[1:-1]: "x" for place in PLACE_TO_FILL.findall(form)})


@pytest.mark.parametrize(("code", "count"), FORMS.items())
def test_every_sentence_with_a_number_has_all_forms(code: str, count: int) -> None:
    """Law (issue 8): as many forms as the language has."""
    catalogue = gather.read(code)
    assert catalogue.num_plurals == count
    plural = [message for message in catalogue if message.id and not isinstance(message.id, str)]
    assert plural
    assert {len(forms(message)) for message in plural} == {count}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ["Wait 1 second.", "Wait 2 seconds.", "Wait 5 seconds.", "Wait 21 seconds."]),
        (
            "fr",
            ["Attendez 1 seconde.", "Attendez 2 secondes.", "Attendez 5 secondes.", "Attendez 21 secondes."],
        ),
        ("es", ["Espera 1 segundo.", "Espera 2 segundos.", "Espera 5 segundos.", "Espera 21 segundos."]),
        (
            "ru",
            [
                "Подождите 1 секунду.",
                "Подождите 2 секунды.",
                "Подождите 5 секунд.",
                "Подождите 21 секунду.",
            ],
        ),
        ("ko", ["1초 기다리세요.", "2초 기다리세요.", "5초 기다리세요.", "21초 기다리세요."]),
    ],
)
def test_numbers_bend_their_words(code: str, said: list[str]) -> None:
    """Law (issue 8): plural forms are right."""
    words = Plural("Wait {count} second.", "Wait {count} seconds.")
    catalogue = shipped()[code].catalogue
    assert [sentence(Words(words, {"count": count}), catalogue) for count in (1, 2, 5, 21)] == said


def test_a_colour_bends_with_the_piece() -> None:
    """Law: one English word has a form of its own for each kind of piece, where a language wants it."""
    for code, ball, pyramid, checker in (
        ("fr", "la boule noire", "la grande pyramide noire", "le jeton noir"),
        ("ru", "чёрный шар", "большая чёрная пирамида", "чёрная шашка"),
    ):
        say = shipped()[code].catalogue
        black = [
            sentence(Words(text, {"colour": Words(Meaning(kind, "black"))}), say)
            for kind, text in (
                ("ball", "{colour} ball"),
                ("pyramid", "large {colour} pyramid"),
                ("checker", "{colour} checker"),
            )
        ]
        assert black == [ball, pyramid, checker]


def test_both_forms_of_a_sentence_fill_the_same_places() -> None:
    """Law: one and many differ in words only."""
    for one in messages():
        if one.many:
            assert set(PLACE_TO_FILL.findall(one.text)) == set(PLACE_TO_FILL.findall(one.many)), one


def test_pages_get_what_they_say_and_no_more() -> None:
    """Law: the file of a page is the page's share of the catalogue."""
    for code, language in shipped().items():
        sentences = json.loads(language.pages)
        if code == ENGLISH:
            assert sentences == {}
            continue
        assert "Not connected: nothing was done." in sentences
        assert "The board is not connected. Check its cable; the game waits." not in sentences
        assert sentences["ball\x04white"]


def test_languages_are_known_by_their_own_names() -> None:
    """Law (issue 8): English, French, Spanish, Russian, Korean."""
    assert list(NAMES) == ["en", "fr", "es", "ru", "ko"]
    assert NAMES["ko"] == "한국어"


def test_the_wheel_carries_the_catalogues() -> None:
    """Law: what the program reads is package data; what only translators need stays in the sources."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    data = project["tool"]["setuptools"]["package-data"]["triboard"]
    for code in gather.TRANSLATED:
        for name in ("triboard.mo", "pages.json"):
            path = (gather.folder(code) / name).relative_to(PACKAGE)
            assert any(path.match(pattern) for pattern in data), path


def test_messages_are_found_in_all_kinds_of_sources() -> None:
    """Law: tables, calls, scripts, and pages."""
    found = {one.file.rpartition(".")[2]: one for one in messages()}
    assert set(found) == {"py", "js", "html"}
    assert Found("Tout", file="x").key == ("", "Tout")
