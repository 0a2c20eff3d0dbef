"""A server in a thread of its own that shows one picture in all languages, and one more for tests."""

import asyncio
import json
import threading
from collections.abc import Mapping
from typing import Any

from tests.languages.pseudo import OPEN as OPENING
from tests.languages.pseudo import SHUT, Bracketed
from tests.languages.sources import page_messages
from tests.unit.web.test_route_matrix import care

from triboard.languages import Language, shipped
from triboard.web.server import WebServer

BRACKETED = "xx"


def bracketed() -> Language:
    """The language in which every message stands in brackets."""
    said: dict[str, str | list[str]] = {}
    for one in page_messages():
        key = f"{one.context}\x04{one.text}" if one.context else one.text
        forms = [f"{OPENING}{text}{SHUT}" for text in (one.text, one.many) if text]
        said[key] = forms if one.many else forms[0]
    return Language(BRACKETED, "Brackets", Bracketed(), json.dumps(said).encode())


class Speaker:
    """One board that says the same in every language."""

    def __init__(self, picture: Mapping[str, Any]) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.asked: list[Any] = []
        self.server: WebServer = self._wait(self._start(picture))

    @property
    def url(self) -> str:
        """Where it is."""
        return self.server.url

    def speak(self, code: str) -> None:
        """The board's own language from now on."""
        self._loop.call_soon_threadsafe(self.server.speak, code)

    def close(self) -> None:
        """No more."""
        self._wait(self.server.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _wait(self, doing: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(60)

    async def _start(self, picture: Mapping[str, Any]) -> WebServer:
        languages = {**shipped(), BRACKETED: bracketed()}
        server = WebServer(
            "127.0.0.1",
            0,
            health=lambda: (True, ""),
            receive=lambda request, _: self.asked.append(request),
            build="b",
            care=care(),
            languages=languages,
        )
        await server.start()
        server.publish(picture)
        server.publish_light("")
        return server
