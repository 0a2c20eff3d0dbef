"""Every setting once: its key, kind, meaning, and the field of `Config` that holds it and its default.

Reading, the commented file of `triboard config init`, `config show` and docs/config.md come from this table.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, Final

from triboard.app.config import NEVER, RUNGS, Config, default_state_dir, helped, opponent, patience
from triboard.app.games import MANNERS
from triboard.app.kinds import Flag, Folder, Kind, Part, Span, Text, Texts, Whole, Word
from triboard.app.sound.players import MACHINES
from triboard.app.staff.by_hour import points_of
from triboard.app.staff.permits import Command
from triboard.app.staff.schedule import closed_of, span_of
from triboard.drivers.routes import Route
from triboard.drivers.strip_pixels import check_dma
from triboard.errors import ConfigurationError, Mistake
from triboard.fields import nearest
from triboard.languages import NAMES
from triboard.light.palette import PALETTES
from triboard.session.clock import ClockTerms
from triboard.units import SECOND, Duration
from triboard.web.security import authority

DIMMEST: Final = 0.02
"""Least brightness: below it all colours are one step of the wire."""

ENVIRONMENT: Final = "TRIBOARD_"
COMMANDS: Final = tuple(command.value for command in Command)

OPTIONS: Final = "options"
"""The table whose keys are the options of the game."""

_PIN: Final = re.compile(r"\d{6}", re.ASCII)
_URL: Final = re.compile(r"https?://[^\s/]+\S*")
_TOPIC: Final = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `page`: it can be changed on the page; `anew`: there, too, and everything is built anew
    for it; `secret`: it is never shown; `names`: it may name a machine or a person, and stays out of what is
    sent to strangers."""

    key: str
    kind: Kind
    about: str
    attribute: str = ""
    page: bool = False
    anew: bool = False
    secret: bool = False
    names: bool = False

    @property
    def section(self) -> str:
        """The table in which it stands; empty for the top."""
        return self.key.rpartition(".")[0]

    @property
    def name(self) -> str:
        """Its key within its table."""
        return self.key.rpartition(".")[2]

    @property
    def variable(self) -> str:
        """The variable of the environment that overrides it."""
        return ENVIRONMENT + self.key.replace(".", "_").upper()

    @property
    def default(self) -> Any:
        """The value where nobody names one."""
        if self.key == "state_dir":
            return default_state_dir()
        value: Any = Config()
        for name in self.path:
            value = getattr(value, name)
        return value

    @property
    def path(self) -> tuple[str, ...]:
        """Where `Config` holds it."""
        return tuple((self.attribute or self.key).split("."))


def _host(text: str) -> Sequence[Mistake]:
    if authority(text, default_port=80) is None:
        return (Mistake("", f"'{text}' is no host name", 'Write names like "board.local".'),)
    return ()


def _parsed(parse: Callable[[str], object]) -> Callable[[str], Sequence[Mistake]]:
    """A check by what parses the text."""

    def check(text: str) -> Sequence[Mistake]:
        try:
            parse(text)
        except ConfigurationError as error:
            return error.mistakes
        return ()

    return check


def _one_of(words: Sequence[str]) -> Callable[[str], Sequence[Mistake]]:
    """A check of one word in a list of words."""

    def check(text: str) -> Sequence[Mistake]:
        return () if text in words else (Mistake("", f"'{text}' is not known", nearest(text, words)),)

    return check


def _matching(pattern: re.Pattern[str], what: str, example: str, *, secret: bool = False) -> Any:
    def check(text: str) -> Sequence[Mistake]:
        if pattern.fullmatch(text):
            return ()
        shown = "this" if secret else repr(text)
        return (Mistake("", f"{shown} is no {what}", f'Write it like "{example}".'),)

    return check


IDLE: Final = Span(Duration(45 * SECOND), Duration(160 * SECOND))
"""Time without a touch: longer than any warning, and shorter than the 180 s in which a board must heal."""

EXHIBIT: Final[tuple[Setting, ...]] = (
    Setting("exhibit.enabled", Flag(), "Behave as an exhibit that nobody looks after (docs/exhibit.md)"),
    *(
        Setting(
            f"exhibit.idle_{game}", IDLE, f"{game}: without a touch for so long, visitors are gone", page=True
        )
        for game in MANNERS
    ),
    Setting(
        "exhibit.warning",
        Span(Duration(20 * SECOND), Duration(40 * SECOND)),
        "How long before that the board says so; any touch goes on",
        page=True,
    ),
    Setting("exhibit.attract", Flag(), "Play a game in lights while nobody is there", page=True),
    Setting(
        "exhibit.attract_after",
        Span(Duration(5 * SECOND), Duration(600 * SECOND)),
        "Time without a touch before the first piece, after which that begins",
        page=True,
    ),
    Setting("exhibit.attract_brightness", Part(DIMMEST), "Part of the light that it may have", page=True),
    Setting("exhibit.opponent", Flag(), "Offer an opponent to whoever waits alone", page=True),
    Setting(
        "exhibit.opponent_after",
        Span(Duration(5 * SECOND), Duration(120 * SECOND)),
        "How long somebody waits before",
        page=True,
    ),
    Setting("exhibit.opponent_grade", Whole(1, 5), "Grade of that opponent", page=True),
    Setting("exhibit.lead", Flag(), "Show newcomers one good place until their first line", page=True),
)

SCHEMA: Final[tuple[Setting, ...]] = (
    Setting("game", Word(tuple(MANNERS)), "Game to play", anew=True),
    Setting(
        "board",
        Text("a shipped board or the path of a board file", empty=True),
        "Board; empty for the usual one of the game",
        anew=True,
    ),
    Setting(
        "opponents",
        Texts("seats with grades 1 to 5, like 1=3", _parsed(opponent)),
        "Seats that an opponent plays; one seat is always left to a person",
        anew=True,
    ),
    Setting(
        "help",
        Texts("seats with levels 0 to 3, like 0=2", _parsed(helped)),
        "How much seats are helped: 0 no, 1 hints (default), 2 much, 3 full",
        anew=True,
    ),
    Setting(
        "clock",
        Text("minutes a player and seconds a turn, like 10+5", empty=True, extra=_parsed(ClockTerms.parse)),
        "Clock of the game; empty: none",
        anew=True,
    ),
    Setting(
        "patience",
        Text(f'a time like "30 s" or "2 min", or {NEVER}', extra=_parsed(patience)),
        "How long the board looks on in a puzzle from which there is no way before it says so",
    ),
    Setting(
        "lesson",
        Text(f"a rung ({', '.join(RUNGS)})", empty=True, extra=_one_of(tuple(RUNGS))),
        "A board for lessons: they begin by themselves, on this rung (docs/lessons.md); empty: games",
    ),
    Setting("language", Word(tuple(NAMES)), "Language of pages, display and announcements", page=True),
    Setting("state_dir", Folder(), "Where games, settings and secrets are kept"),
    Setting(
        "web.host",
        Text("an address of this machine"),
        "Address of the page: 127.0.0.1 for this machine only, 0.0.0.0 for the whole network",
        "host",
        names=True,
    ),
    Setting("web.port", Whole(0, 65535), "Port of the page; 0 takes any that is free", "port"),
    Setting(
        "web.allowed_hosts",
        Texts("host names", _host),
        "Further names by which browsers call this board, each with or without a port",
        "allowed_hosts",
        names=True,
    ),
    Setting(
        "web.pin",
        Text("six digits", empty=True, extra=_matching(_PIN, "PIN", "402817", secret=True)),
        "PIN for looking after the board from the house's own network; empty: only the token",
        "pin",
        secret=True,
    ),
    Setting("web.metrics", Flag(), "Serve /metrics for Prometheus", "metrics"),
    Setting(
        "controller.serial",
        Text("a device, a pattern of devices, auto, or socket://host:port"),
        "Port of the controller; auto finds it at whatever port by what it says",
        "serial",
        names=True,
    ),
    Setting(
        "controller.unit",
        Text("the name of a unit", empty=True),
        "Accept only this controller; empty accepts any",
        "unit",
    ),
    Setting(
        "controller.dtr",
        Word(("raised", "lowered")),
        "State of DTR; lowered for a bridge chip that resets its board by it",
        "dtr",
    ),
    Setting(
        "light.route",
        Word(tuple(route.value for route in Route), Route),
        "How the LEDs are reached; auto is spi on every Raspberry Pi",
    ),
    Setting("light.palette", Word(tuple(PALETTES)), "Colours of the light", page=True),
    Setting("light.brightness", Part(DIMMEST), "Part of the palette's light", page=True),
    Setting("light.dma", Whole(0, 14, check_dma), "DMA channel of route pwm"),
    Setting(
        "light.by_hour",
        Texts('points of the day, like "20:00 30 %"', _parsed(points_of(DIMMEST))),
        "Brightness from these times on, in place of brightness, while the clock is right",
        page=True,
    ),
    Setting(
        "schedule.hours",
        Texts('opening hours, like "mon-fri 09:30-17:00"', _parsed(span_of)),
        "When the board is open, in local time; empty: always",
        page=True,
    ),
    Setting(
        "schedule.closed",
        Texts('dates, like "2026-12-25", "12-25" for every year, or "FIRST..LAST"', _parsed(closed_of)),
        "Days on which it stays closed",
        page=True,
    ),
    Setting(
        "schedule.clock",
        Word(("synchronised", "own")),
        "Believe the clock once the network has set it, or always: own, for a computer with a battery clock",
        page=True,
    ),
    Setting(
        "site.permits",
        Texts("restart, reboot", _one_of(COMMANDS)),
        "What whoever looks after the board may ask of this computer from the page",
    ),
    Setting(
        "sound.machine",
        Word(MACHINES),
        "What makes sounds on this computer: a program, auto for the first that is installed, or off",
    ),
    Setting(
        "sound.pages", Flag(), "Screens at the board make sounds, once somebody has touched them", page=True
    ),
    Setting(
        "sound.spoken", Flag(), "Moves and turns are spoken, too, by espeak-ng on this computer", page=True
    ),
    Setting("sound.volume", Part(0.0), "Loudness of sounds and words", page=True),
    Setting(
        "sound.by_hour",
        Texts('points of the day, like "20:00 30 %"', _parsed(points_of(0.0))),
        "Loudness from these times on, in place of volume, while the clock is right",
        page=True,
    ),
    Setting(
        "sound.quiet",
        Texts('hours, like "mon-fri 12:00-14:00"', _parsed(span_of)),
        "Quiet hours: no sound at all, while the clock is right",
        page=True,
    ),
    Setting(
        "heartbeat.url",
        Text(
            "an address",
            empty=True,
            extra=_matching(_URL, "address", "https://hub.example/ping", secret=True),
        ),
        "Where to POST a sign of life; empty: nowhere",
        secret=True,
    ),
    Setting("heartbeat.id", Text("a name"), "Name of this board at the hub", names=True),
    Setting(
        "heartbeat.every",
        Span(Duration(5 * SECOND), Duration(24 * 3600 * SECOND)),
        "Time between two signs of life",
    ),
    Setting(
        "mqtt.host", Text("a host name", empty=True, extra=_host), "MQTT broker; empty: none", names=True
    ),
    Setting("mqtt.port", Whole(1, 65535), "Port of the broker"),
    Setting("mqtt.tls", Flag(), "Encrypt the line to the broker and check its certificate"),
    Setting("mqtt.user", Text("a name", empty=True), "User name at the broker", secret=True),
    Setting("mqtt.password", Text("a text", empty=True), "Password at the broker", secret=True),
    Setting(
        "mqtt.name",
        Text("a topic", extra=_matching(_TOPIC, "topic", "museum/triboard")),
        "Topic below which everything is told; give each board its own",
        names=True,
    ),
    Setting(
        "mqtt.discovery",
        Text("a topic", empty=True, extra=_matching(_TOPIC, "topic", "homeassistant")),
        'Prefix of Home Assistant\'s discovery, usually "homeassistant"; empty: none',
    ),
    *EXHIBIT,
)

BY_KEY: Final = {setting.key: setting for setting in SCHEMA}
BY_VARIABLE: Final = {setting.variable: setting for setting in SCHEMA}


def apply(config: Config, values: dict[str, Any]) -> Config:
    """A configuration with values, by key, in place of its own."""
    for key, value in values.items():
        config = _placed(config, BY_KEY[key].path, value)
    return config


def _placed(holder: Any, path: tuple[str, ...], value: Any) -> Any:
    assert is_dataclass(holder)
    inner = value if len(path) == 1 else _placed(getattr(holder, path[0]), path[1:], value)
    return replace(holder, **{path[0]: inner})  # type: ignore[type-var]  # one of Config's dataclasses


def value_in(config: Config, setting: Setting) -> Any:
    """What a configuration says for a setting."""
    value: Any = config
    for name in setting.path:
        value = getattr(value, name)
    return value
