"""What `simulate` and `run` are told, frozen once it has been checked. `app.schema` says how each setting
is written, `app.settings` reads them from file, environment and page."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from triboard.app.defaults import DEFAULT_HOST as DEFAULT_HOST
from triboard.app.defaults import DEFAULT_PORT as DEFAULT_PORT
from triboard.drivers.routes import Route
from triboard.drivers.strip_pixels import DEFAULT_DMA
from triboard.errors import ConfigurationError, Mistake
from triboard.languages import ENGLISH
from triboard.lessons.task import Rung
from triboard.light.palette import DEFAULT
from triboard.opponents.engine import Grade
from triboard.session.clock import ClockTerms
from triboard.session.help_levels import Help
from triboard.session.rivals import MOST_PATIENCE, Terms
from triboard.units import SECOND, Duration, Seat

MINUTE: Final = Duration(60 * SECOND)
AT_BALLS: Final = Duration(90 * SECOND)
AT_PAWNS: Final = Duration(120 * SECOND)
AT_TILES: Final = Duration(150 * SECOND)
"""Without a touch for so long visitors of an exhibit are gone: the longer, the more there is to think."""

WARNING: Final = Duration(25 * SECOND)
BEFORE_A_SHOW: Final = Duration(20 * SECOND)
ALONE: Final = Duration(10 * SECOND)

NEVER: Final = "never"
_PATIENCE: Final = re.compile(r"(\d{1,4})(?: ?(s|min))?", re.ASCII)

RUNGS: Final = {rung.word: rung for rung in Rung}

DEFAULT_SERIAL: Final = "/dev/triboard"
"""Name that the udev rule gives to the controller's port."""


@dataclass(frozen=True, slots=True)
class LightConfig:
    """How the LEDs are reached and what they may show. `brightness` is the part of the palette's light."""

    route: Route = Route.AUTO
    palette: str = DEFAULT.name
    brightness: float = 1.0
    dma: int = DEFAULT_DMA
    by_hour: tuple[str, ...] = ()
    """Points of the day, like `20:00 30 %`, from which another brightness holds."""


@dataclass(frozen=True, slots=True)
class HeartbeatConfig:
    """A POST to say that the board is alive; off without `url`."""

    url: str | None = None
    id: str = "triboard"
    every: Duration = MINUTE


@dataclass(frozen=True, slots=True)
class MqttConfig:
    """A broker to tell the state to; off without `host`. `discovery` is Home Assistant's prefix, if any."""

    host: str | None = None
    port: int = 1883
    tls: bool = False
    user: str | None = None
    password: str | None = None
    name: str = "triboard"
    discovery: str | None = None


@dataclass(frozen=True, slots=True)
class ScheduleConfig:
    """When the board is open; empty: always. `clock` says whose word on the time counts."""

    hours: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    clock: str = "synchronised"


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """What staff may ask of the machine from the page."""

    permits: tuple[str, ...] = ("restart",)


@dataclass(frozen=True, slots=True)
class SoundConfig:
    """Announcements: `machine` is what makes sounds on this computer, `pages` whether pages make them."""

    machine: str = "off"
    pages: bool = False
    spoken: bool = False
    volume: float = 0.6
    by_hour: tuple[str, ...] = ()
    quiet: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExhibitConfig:
    """How a board behaves that nobody looks after (docs/exhibit.md); off at home."""

    enabled: bool = False
    idle_ttt3d: Duration = AT_BALLS
    idle_troika: Duration = AT_PAWNS
    idle_trike: Duration = AT_PAWNS
    idle_trioker: Duration = AT_TILES
    warning: Duration = WARNING
    attract: bool = True
    attract_after: Duration = BEFORE_A_SHOW
    attract_brightness: float = 0.6
    opponent: bool = True
    opponent_after: Duration = ALONE
    opponent_grade: int = 2
    lead: bool = True


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of one daemon. `options` are those of the game; `run` alone needs `serial`, `unit`, `dtr`."""

    game: str = "ttt3d"
    board: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    allowed_hosts: tuple[str, ...] = ()
    pin: str | None = None
    metrics: bool = False
    state_dir: Path = Path()
    language: str = ENGLISH
    serial: str = DEFAULT_SERIAL
    unit: str | None = None
    dtr: str = "raised"
    seed: int = 0
    light: LightConfig = LightConfig()
    clock: str | None = None
    opponents: tuple[str, ...] = ()
    """Seats with grades, like `1=3`."""
    help: tuple[str, ...] = ()
    """Seats with levels of help, like `0=2`."""
    patience: str = "10 s"
    """How long a puzzle without a way is looked on at; `never`: nothing is said."""
    lesson: str | None = None
    """The word of the rung on which lessons begin by themselves; games without."""
    heartbeat: HeartbeatConfig = HeartbeatConfig()
    mqtt: MqttConfig = MqttConfig()
    schedule: ScheduleConfig = ScheduleConfig()
    site: SiteConfig = SiteConfig()
    sound: SoundConfig = SoundConfig()
    exhibit: ExhibitConfig = ExhibitConfig()

    @property
    def course(self) -> Rung | None:
        """The rung on which lessons begin by themselves."""
        return None if self.lesson is None else RUNGS[self.lesson]

    @property
    def terms(self) -> Terms:
        """Who plays and with what clock; raises `ConfigurationError`."""
        return Terms(
            dict(map(opponent, self.opponents)),
            None if self.clock is None else ClockTerms.parse(self.clock),
            dict(map(helped, self.help)),
            patience(self.patience),
        )


def default_state_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """`$XDG_STATE_HOME/triboard`, or where that variable's standard puts it."""
    base = environ.get("XDG_STATE_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local/state") / "triboard"


def opponent(text: str) -> tuple[Seat, Grade]:
    """Seat and grade from `1=3`; raises `ConfigurationError`."""
    seat, _, grade = text.partition("=")
    if seat.isdecimal() and grade in {str(int(one)) for one in Grade}:
        return Seat(int(seat)), Grade(int(grade))
    remedy = f"Write SEAT=GRADE, like 1=3: seats from 0, grades 1 to {len(Grade)}."
    raise ConfigurationError(Mistake("--opponent", f"{text!r} is no seat with a grade", remedy))


def patience(text: str) -> Duration | None:
    """A length of time from `30`, `30 s` or `2 min`, `None` from `never`; raises `ConfigurationError`."""
    if text == NEVER:
        return None
    match = _PATIENCE.fullmatch(text)
    found = Duration(int(match[1]) * (MINUTE if match[2] == "min" else SECOND)) if match else None
    if found is not None and found <= MOST_PATIENCE:
        return found
    remedy = f"Write seconds up to {MOST_PATIENCE // SECOND}, like 30, or {NEVER}."
    raise ConfigurationError(Mistake("--patience", f"{text!r} is no time to wait", remedy))


def helped(text: str) -> tuple[Seat, Help]:
    """Seat and level of help from `0=2`; raises `ConfigurationError`."""
    seat, _, level = text.partition("=")
    if seat.isdecimal() and level in {str(int(one)) for one in Help}:
        return Seat(int(seat)), Help(int(level))
    remedy = f"Write SEAT=LEVEL, like 0=2: seats from 0, levels 0 to {max(Help)}."
    raise ConfigurationError(Mistake("--help-for", f"{text!r} is no seat with a level", remedy))
