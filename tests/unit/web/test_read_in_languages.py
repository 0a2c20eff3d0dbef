"""What viewers read: each in one language, each language put together once."""

import asyncio
import json
from typing import Any

import pytest

from triboard.languages import shipped
from triboard.phrases import Plural, Words, phrase, sentence, sentences
from triboard.web.messages import Read, RefusedError, Speak
from triboard.web.parsing import parse
from triboard.web.viewers import Viewer, Viewers


class Ear:
    """Takes what a viewer sends."""

    def __init__(self) -> None:
        self.got: list[dict[str, Any]] = []

    async def send_text(self, data: str) -> None:
        self.got.append(json.loads(data))


async def newest(viewer: Viewer) -> dict[str, Any]:
    """What the viewer would read next."""
    ear = Ear()
    pump = asyncio.create_task(viewer.pump(ear, patience=1, alive_after=1))
    while not ear.got:
        await asyncio.sleep(0)
    pump.cancel()
    return ear.got[-1]


PICTURE = {"message": {"text": phrase("The game goes on.")}, "name": "Aa1"}


def test_each_viewer_reads_the_own_language_and_others_that_of_the_board() -> None:
    """Law (issue 8): a choice is the viewer's; without one the board's language is read."""

    async def story() -> list[str]:
        viewers, own, other = Viewers(), Viewer(), Viewer()
        for viewer in (own, other):
            viewers.join(viewer, lambda: None)
        viewers.choose(own, "fr")
        viewers.publish_view(PICTURE)
        told = [(await newest(viewer))["message"]["text"] for viewer in (own, other)]
        viewers.speak("ko")
        told += [(await newest(viewer))["message"]["text"] for viewer in (own, other)]
        viewers.choose(own, None)
        return [*told, (await newest(own))["language"]]

    fr, ko = "La partie continue.", "게임을 계속합니다."
    assert asyncio.run(story()) == [fr, "The game goes on.", fr, ko, "ko"]


def test_a_language_that_is_not_there_is_that_of_the_board() -> None:
    """Law: nobody sees a page without words."""
    viewers, viewer = Viewers(), Viewer()
    viewers.choose(viewer, "tlh")
    assert viewers.language_of(viewer).code == "en"


def test_a_page_may_read_and_a_board_may_speak() -> None:
    """Law: `read` is for one page, `speak` for all."""
    assert parse('{"type": "read", "language": "fr"}')[0] == Read("fr")
    assert parse('{"type": "read"}')[0] == Read(None)
    assert parse('{"type": "speak", "language": "ko"}')[0] == Speak("ko")
    with pytest.raises(RefusedError):
        parse('{"type": "speak"}')


def test_words_within_words_are_said_in_the_same_language() -> None:
    """Law: details that are words are looked up as well; the English of all is at hand for logs."""
    wait = Words(Plural("Wait {count} second.", "Wait {count} seconds."), {"count": 2})
    said = sentences([phrase("The game goes on."), wait])
    assert str(said) == "The game goes on. Wait 2 seconds."
    assert sentence(said, shipped()["fr"].catalogue) == "La partie continue. Attendez 2 secondes."
