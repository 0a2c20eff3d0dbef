"""What `simulate` and `run` are told: command line and TOML file, checked once, frozen from then on."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from triboard.app.defaults import DEFAULT_HOST as DEFAULT_HOST
from triboard.app.defaults import DEFAULT_PORT as DEFAULT_PORT
from triboard.drivers.routes import Route
from triboard.drivers.strip_pixels import DEFAULT_DMA, check_dma
from triboard.errors import ConfigurationError, Mistake
from triboard.fields import Fields
from triboard.light.palette import DEFAULT, PALETTES
from triboard.opponents.engine import Grade
from triboard.session.clock import ClockTerms
from triboard.session.rivals import NO_TERMS, Terms
from triboard.units import Seat
from triboard.web.security import authority

DEFAULT_SERIAL: Final = "/dev/triboard"
"""Name that the udev rule gives to the controller's port."""


MOST_SEATS: Final = 5

DIMMEST: Final = 0.02
"""Least brightness: below it all colours are one step of the wire."""


@dataclass(frozen=True, slots=True)
class LightConfig:
    """How the LEDs are reached and what they may show. `brightness` is the part of the palette's light."""

    route: Route = Route.AUTO
    palette: str = DEFAULT.name
    brightness: float = 1.0
    dma: int = DEFAULT_DMA


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of one daemon. `options` are those of the game; `run` alone needs `serial`, `unit`, `dtr`."""

    game: str = "ttt3d"
    board: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    allowed_hosts: tuple[str, ...] = ()
    state_dir: Path = Path()
    serial: str = DEFAULT_SERIAL
    unit: str | None = None
    dtr: str = "raised"
    seed: int = 0
    light: LightConfig = LightConfig()
    terms: Terms = NO_TERMS


def default_state_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """`$XDG_STATE_HOME/triboard`, or where that variable's standard puts it."""
    base = environ.get("XDG_STATE_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local/state") / "triboard"


def read_config(path: Path) -> Config:
    """The file of `triboard run --config`; all mistakes are reported together.

    ```toml
    game = "ttt3d"
    board = "ttt3d"              # a shipped board or the path of a board file
    state_dir = "/var/lib/triboard"
    clock = "10+5"               # minutes and seconds a turn; absent: no clock
    [opponents]                  # seat = grade 1 to 5
    1 = 3
    [options]                    # of the game
    players = 3
    [web]
    host = "127.0.0.1"
    port = 8765
    allowed_hosts = ["board.local"]
    [controller]
    serial = "/dev/triboard"     # or "auto", or a pattern: found by what it says; or socket://host:port
    unit = ""                    # accept only this controller
    dtr = "raised"               # or "lowered", for a bridge chip that resets its board by DTR
    [light]
    route = "auto"               # spi, pwm, pio, controller, none; auto is spi on every Pi
    palette = "default"          # high-contrast, night
    brightness = 1.0             # 0.02 to 1, part of the palette's light
    dma = 10                     # route pwm only
    ```
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigurationError(
            Mistake(str(path), f"cannot be read ({error.strerror})", "Check the path.")
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            Mistake(str(path), f"is not TOML: {error}", "Mend the line named.")
        ) from error
    fields = Fields(table, f"{path}: ")
    web = fields.table("web") if fields.has("web") else Fields({}, "", fields.mistakes)
    controller = fields.table("controller") if fields.has("controller") else Fields({}, "", fields.mistakes)
    options = table.get("options", {})
    if fields.has("options") and not isinstance(options, dict):
        fields.note("options", f"is {options!r}", "Write a table: [options].")
        options = {}
    state_dir = fields.text("state_dir", str(default_state_dir()))
    if not state_dir:
        fields.note("state_dir", "is empty", "Name a folder, or leave the line out.")
    allowed_hosts = web.texts("allowed_hosts", [])
    for name in allowed_hosts:
        if authority(name, default_port=80) is None:
            web.note("allowed_hosts", f"'{name}' is no host name", 'Write names like "board.local".')
    config = Config(
        game=fields.text("game", "ttt3d"),
        board=fields.text("board", "") or None,
        options=options,
        host=web.text("host", DEFAULT_HOST),
        port=web.whole("port", 0, 65535, DEFAULT_PORT),
        allowed_hosts=allowed_hosts,
        state_dir=Path(state_dir),
        serial=controller.text("serial", DEFAULT_SERIAL),
        unit=controller.text("unit", "") or None,
        dtr=controller.choice("dtr", ("raised", "lowered"), "raised"),
        light=_light(fields),
        terms=_terms(fields),
    )
    web.close()
    controller.close()
    fields.finish()
    return config


def _terms(fields: Fields) -> Terms:
    """Clock and opponents; whether the game has these seats is seen when it begins."""
    clock = None
    if text := fields.text("clock", ""):
        try:
            clock = ClockTerms.parse(text)
        except ConfigurationError as error:
            for mistake in error.mistakes:
                fields.note("clock", mistake.problem, mistake.remedy)
    rivals: dict[Seat, Grade] = {}
    if fields.has("opponents"):
        table = fields.table("opponents")
        for seat in range(MOST_SEATS):
            if table.has(str(seat)):
                rivals[Seat(seat)] = Grade(table.whole(str(seat), 1, len(Grade), 1))
        table.close()
    return Terms(rivals, clock)


def opponent(text: str) -> tuple[Seat, Grade]:
    """Seat and grade from `1=3`; raises `ConfigurationError`."""
    seat, _, grade = text.partition("=")
    if seat.isdecimal() and grade in {str(int(one)) for one in Grade}:
        return Seat(int(seat)), Grade(int(grade))
    remedy = f"Write SEAT=GRADE, like 1=3: seats from 0, grades 1 to {len(Grade)}."
    raise ConfigurationError(Mistake("--opponent", f"{text!r} is no seat with a grade", remedy))


def _light(fields: Fields) -> LightConfig:
    if not fields.has("light"):
        return LightConfig()
    light = fields.table("light")
    config = LightConfig(
        route=Route(light.choice("route", [route.value for route in Route], Route.AUTO.value)),
        palette=light.choice("palette", PALETTES, DEFAULT.name),
        brightness=light.number("brightness", DIMMEST, 1.0, 1.0),
        dma=light.whole("dma", 0, 14, DEFAULT_DMA),
    )
    for mistake in check_dma(config.dma):
        light.note("dma", mistake.problem, mistake.remedy)
    light.close()
    return config
