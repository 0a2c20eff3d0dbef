"""Announcements of one board: turns what happens into sounds and words, as loud as the hour allows.

Sound is never the only channel: every cue goes with a light and a sentence of the page. Muted or quiet,
nothing else changes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from triboard.app.sound.players import Player, Sound
from triboard.app.sound.tones import wav_of
from triboard.session.cues import Cue, cues_of
from triboard.session.events import ButtonPressed, Event
from triboard.session.pressing import MUTE
from triboard.session.state import SessionState

SPOKEN: Final = frozenset({Cue.OVER, Cue.LINE, Cue.ACCEPTED, Cue.WRONG, Cue.IDLE})
"""What goes with words; the turn is said with the move before it."""

Words = Callable[[Cue, SessionState], tuple[str, str]]
"""The sentence of a cue and the code of its language."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The newest announcement for the pages: they play each number once."""

    number: int = 0
    cues: tuple[Cue, ...] = ()


class Announcer:
    """A witness of the session (`Daemon.witnesses`). `volume` follows the hour; `quiet` are quiet hours."""

    def __init__(
        self,
        player: Player,
        words: Words,
        *,
        volume: float = 1.0,
        pages: bool = False,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`changed` is called when a page should show something new."""
        self.player = player
        self.volume = volume
        self.quiet = False
        self.muted = False
        self._lasting = False
        self.pages = pages
        self.heard = Heard()
        self._words = words
        self._changed = changed

    def witness(self, before: SessionState, event: Event, after: SessionState) -> None:
        """Announce what has happened, if anything is worth it."""
        if isinstance(event, ButtonPressed) and event.button == MUTE:
            self.mute(on=not self.muted)
            return
        if after.visit.resets > before.visit.resets and not self._lasting:
            self.mute(on=False)  # whoever muted has gone
        if cues := cues_of(before, after):
            self.announce(cues, after)

    def announce(self, cues: tuple[Cue, ...], state: SessionState) -> None:
        """Make it heard, here and on pages, unless nobody wants to hear."""
        if self.silenced:
            return
        self.heard = Heard(self.heard.number + 1, cues)
        self._changed()
        if self.player.silent:
            return
        for cue in cues:
            self.player.play(Sound(partial(wav_of, cue, round(self.volume, 2))))
        for cue in cues:
            if cue in SPOKEN:
                text, language = self._words(cue, state)
                self.player.play(Sound(words=text, language=language, volume=self.volume))

    def mute(self, *, on: bool, lasting: bool = False) -> None:
        """Be silent, or not; visible on every page. What visitors mute ends with their visit; `lasting`: what
        staff mute does not."""
        if on is not self.muted:
            self.muted, self._lasting = on, on and lasting
            self._changed()

    @property
    def silenced(self) -> bool:
        """Whether nothing is heard now."""
        return self.muted or self.quiet or self.volume <= 0

    def view(self) -> Mapping[str, Any]:
        """For the pages."""
        return {
            "here": not self.player.silent,
            "pages": self.pages,
            "muted": self.muted,
            "quiet": self.quiet,
            "volume": round(self.volume, 2),
            "number": self.heard.number,
            "cues": [cue.value for cue in self.heard.cues],
        }
