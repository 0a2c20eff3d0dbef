"""Everyone who watches: each viewer has its own slots, so that nobody waits for anybody.

A snapshot is serialised once and offered to all. What a viewer has not yet taken is replaced by what is
newer: a slow telephone sees fewer pictures, never older ones, and costs a bounded amount of memory.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from typing import Final, Protocol

from triboard.languages import Language, shipped
from triboard.phrases import SOURCE, Catalogue, Words, sentence

MOST_VIEWERS: Final = 32
"""Phones of a school class and a kiosk; a broadcast to all stays under 10 ms on a Pi."""

MOST_ANSWERS: Final = 16
"""Refusals kept for one viewer; the oldest goes first."""

PATIENCE: Final = 2.0
"""Seconds a viewer may take for one message before its connection is cut."""

ALIVE_AFTER: Final = 1.5
"""Seconds of silence before `alive`; the page expects a message every 2 s and gives up after 5 s."""

ALIVE: Final = '{"type":"alive"}'


class Socket(Protocol):
    """The sending half of a WebSocket."""

    async def send_text(self, data: str) -> None:
        """Returns when the connection can take more; waits while it cannot."""
        ...


def encode(message: Mapping[str, object], catalogue: Catalogue = SOURCE) -> str:
    """JSON without spaces, with its words in one language; ASCII, so that no odd half of a character can
    break a connection."""

    def said(words: object) -> str:
        if isinstance(words, Words):
            return sentence(words, catalogue)
        raise TypeError(f"{words!r} is no JSON")

    return json.dumps(message, separators=(",", ":"), allow_nan=False, default=said)


class Viewer:
    """One connected page: the newest view, the newest light and a few answers that wait to be sent.

    `language` is what its person chose; `None` follows the board.
    """

    def __init__(self) -> None:
        self.language: str | None = None
        self._view: str | None = None
        self._light: str | None = None
        self._answers: deque[str] = deque(maxlen=MOST_ANSWERS)
        self._wake = asyncio.Event()

    def offer_view(self, text: str) -> None:
        """Replaces the view that waits, if any; never blocks."""
        self._view = text
        self._wake.set()

    def offer_light(self, text: str) -> None:
        """Replaces the light that waits, if any; never blocks."""
        self._light = text
        self._wake.set()

    def answer(self, message: Mapping[str, object], catalogue: Catalogue = SOURCE) -> None:
        """Adds a message for this viewer alone; never blocks."""
        self._answers.append(encode(message, catalogue))
        self._wake.set()

    def _take(self) -> list[str]:
        self._wake.clear()
        waiting = [*self._answers, *(text for text in (self._view, self._light) if text is not None)]
        self._answers.clear()
        self._view = self._light = None
        return waiting

    async def pump(self, socket: Socket, *, patience: float, alive_after: float) -> None:
        """Sends what is offered for ever; raises `TimeoutError` for a viewer that does not take a message."""
        while True:
            try:
                async with asyncio.timeout(alive_after):
                    await self._wake.wait()
            except TimeoutError:
                waiting = [ALIVE]
            else:
                waiting = self._take()
            for text in waiting:
                async with asyncio.timeout(patience):
                    await socket.send_text(text)


class Viewers:
    """All viewers and the newest view and light, which a newcomer gets first.

    A view is put into the languages of those who watch, each only once.
    """

    def __init__(self, languages: Mapping[str, Language] | None = None, *, most: int = MOST_VIEWERS) -> None:
        self._languages = shipped() if languages is None else languages
        self._most = most
        self._viewers: dict[Viewer, Callable[[], None]] = {}
        self._spoken = next(iter(self._languages))
        self._picture: Mapping[str, object] | None = None
        self._views: dict[str, str] = {}
        self._light: str | None = None

    def __len__(self) -> int:
        return len(self._viewers)

    @property
    def full(self) -> bool:
        """Whether the next viewer is one too many."""
        return len(self._viewers) >= self._most

    def join(self, viewer: Viewer, cut: Callable[[], None]) -> None:
        """Takes in a viewer and offers it the newest snapshot; `cut` ends its connection at once."""
        self._viewers[viewer] = cut
        self.refresh(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Forgets a viewer; safe to call twice."""
        self._viewers.pop(viewer, None)

    def refresh(self, viewer: Viewer) -> None:
        """Offers the newest view and light again."""
        if self._picture is not None:
            viewer.offer_view(self._view(self._picture, self.language_of(viewer)))
        if self._light is not None:
            viewer.offer_light(self._light)

    def language_of(self, viewer: Viewer) -> Language:
        """What a viewer reads: the own choice, or the board's language."""
        return self._languages[viewer.language or self._spoken]

    def choose(self, viewer: Viewer, code: str | None) -> None:
        """A viewer reads another language from now on; `None` follows the board."""
        viewer.language = code if code in self._languages else None
        self.refresh(viewer)

    def speak(self, code: str) -> None:
        """The board's language, for all who did not choose."""
        self._spoken = code
        for viewer in self._viewers:
            self.refresh(viewer)

    def publish_view(self, message: Mapping[str, object]) -> None:
        """Serialises once a language, offers to all; never blocks. `language` is added."""
        self._picture = message
        self._views = {}
        for viewer in self._viewers:
            viewer.offer_view(self._view(message, self.language_of(viewer)))

    def _view(self, message: Mapping[str, object], language: Language) -> str:
        if language.code not in self._views:
            told = {**message, "language": language.code}
            self._views[language.code] = encode(told, language.catalogue)
        return self._views[language.code]

    def publish_light(self, pixels: str) -> None:
        """The same for light; an unchanged picture is not sent again."""
        text = encode({"type": "light", "pixels": pixels})
        if text == self._light:
            return
        self._light = text
        for viewer in self._viewers:
            viewer.offer_light(text)

    def cut_all(self) -> None:
        """Ends every connection without waiting for what is still on its way."""
        for cut in list(self._viewers.values()):
            cut()
