"""What the page of care asks of a running daemon: health, log, settings in force at once, support bundle."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from triboard.app.bundle import Findings, make_bundle
from triboard.app.health import parts_of
from triboard.app.kinds import Flag, Span, Texts, Whole, Word
from triboard.app.kinds import Part as PartOfWhole
from triboard.app.logbook import LogBook
from triboard.app.records import kept_games, readable
from triboard.app.schema import BY_KEY, SCHEMA, apply, value_in
from triboard.app.settings import CHOICE, Settings, Source, check_page, write_page
from triboard.app.staff.choice import Choice
from triboard.errors import ConfigurationError, Mistake, StorageError
from triboard.languages import NAMES
from triboard.phrases import Said, Words, phrase
from triboard.rules.record_json import record_form
from triboard.units import SECOND, Instant
from triboard.web.admin import Admin
from triboard.web.care import Care
from triboard.web.staff import Staff

Status = Callable[[], Mapping[str, Any]]

CHOICES: Final[Mapping[str, Words]] = {
    "default": phrase("usual"),
    "high-contrast": phrase("high contrast"),
    "night": phrase("night"),
    "synchronised": phrase("once the network has set it"),
    "own": phrase("always"),
}
"""What whoever looks after a board reads in place of words of the settings file."""


class Caretaker:
    """Holds the settings that may change while the daemon runs."""

    def __init__(
        self,
        settings: Settings,
        *,
        logbook: LogBook | None,
        clock: Callable[[], Instant],
        status: Status,
        board: Mapping[str, Any],
        changed: Callable[[Settings], None],
    ) -> None:
        """`status` is `app.status` with what else is known; `changed` puts new settings into force."""
        self.settings = settings
        self._logbook = logbook
        self._clock = clock
        self._status = status
        self._board = board
        self._changed = changed
        self._writing = asyncio.Lock()

    def care(
        self,
        token: str | None,
        *,
        metrics: Callable[[], tuple[bytes, str]] | None,
        staff: Staff | None = None,
    ) -> Care:
        """What the web server needs."""
        admin = Admin(token, pin=self.settings.config.pin, clock=self._clock)
        return Care(admin, self.health, self.state, self.change, self.bundle, metrics, staff)

    def keep_choice(self, choice: Choice) -> None:
        """Keep the game that was chosen; waits. Raises `StorageError`."""
        write_page(self.settings.config.state_dir, {CHOICE: choice})

    def health(self) -> Sequence[Mapping[str, Any]]:
        """Every part in plain words."""
        return [part.for_page() for part in parts_of(self._status())]

    def state(self) -> Mapping[str, Any]:
        """Settings of the page and the log, with ages instead of dates."""
        now = self._clock()
        lines = self._logbook.lines if self._logbook is not None else ()
        return {
            "settings": [self._field(setting.key) for setting in SCHEMA if setting.page],
            "folder": str(self.settings.config.state_dir),
            "volatile": self._status()["storage"]["volatile"],
            "log": [{"age": round((now - line.at) / SECOND, 1), "text": line.text} for line in lines],
        }

    def _field(self, key: str) -> dict[str, Any]:
        setting = BY_KEY[key]
        kind = setting.kind
        field: dict[str, Any] = {
            "key": key,
            "about": Words(setting.about),
            "value": kind.spell(value_in(self.settings.config, setting)),
            "fixed": phrase("fixed by {variable}", variable=setting.variable)
            if self._is_fixed(key)
            else None,
        }
        match kind:
            case Word(choices):
                field["choices"] = list(choices)
                field["names"] = [CHOICES.get(choice, NAMES.get(choice, choice)) for choice in choices]
            case PartOfWhole(low, high):
                field |= {"low": low, "high": high, "step": 0.01}
            case Whole(low, high):
                field |= {"low": low, "high": high, "step": 1}
            case Span():
                field["span"] = phrase(
                    "{low} to {high}", low=kind.spell(kind.low), high=kind.spell(kind.high)
                )
            case Flag():
                field["flag"] = True
            case Texts(what):
                field["lines"] = Words(what)
            case _:
                pass
        return field

    def fixed(self) -> list[str]:
        """Keys that the environment fixes."""
        return [setting.key for setting in SCHEMA if self._is_fixed(setting.key)]

    def _is_fixed(self, key: str) -> bool:
        return self.settings.source(key) is Source.ENVIRONMENT

    async def change(self, wanted: Mapping[str, Any]) -> Said | None:
        """Check, put into force, keep; what could not be kept, in words. Raises `ConfigurationError`."""
        values = check_page(wanted)
        fixed = [
            Mistake(key, f"is fixed by {BY_KEY[key].variable}", "Take the variable away.")
            for key in values
            if self._is_fixed(key)
        ]
        if fixed:
            raise ConfigurationError(*fixed)
        sources = {**self.settings.sources, **dict.fromkeys(values, Source.PAGE)}
        self.settings = replace(self.settings, config=apply(self.settings.config, values), sources=sources)
        self._changed(self.settings)
        async with self._writing:  # one at a time; the disk may take seconds, the loop goes on
            try:
                await asyncio.to_thread(write_page, self.settings.config.state_dir, values)
            except StorageError as error:
                return phrase("It is in force, but not kept: {reason}", reason=str(error))
        self.settings = replace(self.settings, notes=())
        return None

    async def bundle(self, records: bool) -> bytes:  # noqa: FBT001 (the shape of `Care.bundle`)
        """The support bundle; games are read and all is packed beside the loop."""
        found = Findings(
            self.settings,
            board=self._board,
            health=[part.as_json() for part in parts_of(self._status())],
            status=self._status(),
            log=self._logbook.lines if self._logbook is not None else (),
            now=self._clock(),
        )
        return await asyncio.to_thread(pack, found, records=records)


def pack(found: Findings, *, records: bool) -> bytes:
    """A bundle with the games of the state folder, where they are wanted and can be read."""
    if records:
        try:
            games = [record_form(one) for one in readable(kept_games(found.settings.config.state_dir))]
        except ConfigurationError as error:
            found = replace(found, note=f"{found.note} No games: {error}".strip())
        else:
            found = replace(found, records=games)
    return make_bundle(found)
