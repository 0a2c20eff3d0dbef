"""The language of a board: what display, announcements and pages speak, unless a page chose its own."""

from collections.abc import Callable, Sequence
from typing import Final

from triboard.session.events import ButtonPressed, Event
from triboard.session.state import SessionState

LANGUAGE: Final = "LANGUAGE"
"""The button, on a board or a page, that goes on to the next language."""

Listener = Callable[[str], None]
"""Gets the code of the language that is spoken from now on."""


class BoardLanguage:
    """Chosen by a button, a page or the staff; back to the default when the board is left alone.

    It is no part of the session: the same game is told in any language, and nothing of it is kept.
    """

    def __init__(self, default: str, known: Sequence[str]) -> None:
        """`known` is the order in which `next` goes; `default` is one of them."""
        self.default = default
        self.now = default
        self._known = tuple(known)
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Tell this listener of every change, and the language of now at once."""
        self._listeners.append(listener)
        listener(self.now)

    def choose(self, code: str) -> None:
        """Speak this language; one that is not known changes nothing."""
        if code in self._known and code != self.now:
            self.now = code
            for listener in self._listeners:
                listener(code)

    def next(self) -> None:
        """The next language in order: one button is enough for all."""
        self.choose(self._known[(self._known.index(self.now) + 1) % len(self._known)])

    def witness(self, before: SessionState, event: Event, after: SessionState) -> None:
        """A witness of the session: hears the button, and that the board was made ready for others."""
        if isinstance(event, ButtonPressed) and event.button == LANGUAGE:
            self.next()
        if after.visit.resets > before.visit.resets:
            self.reset()

    def reset(self) -> None:
        """Back to the default: whoever chose has gone."""
        self.choose(self.default)

    def prefer(self, default: str) -> None:
        """Another default, from the staff; spoken at once."""
        self.default = default
        self.choose(default)
