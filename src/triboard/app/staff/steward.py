"""Keeps the house: opens and closes by the hours, holds the pause, dims and hushes by the hour.

Everything is computed from now, every few seconds; a clock that jumps skips and repeats nothing. While the
clock is not trusted the hours are off, and the board is open at its plain brightness and volume.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from triboard.app.config import Config
from triboard.app.shutter import Face
from triboard.app.staff.by_hour import value_at
from triboard.app.staff.clock_trust import ClockTrust
from triboard.app.staff.schedule import Zone, schedule_of
from triboard.units import SECOND, Duration, Instant, after

LOOK_EVERY: Final = Duration(2 * SECOND)
OWN: Final = "own"
"""Word of `schedule.clock` for a computer whose clock is right by itself."""


@dataclass(frozen=True, slots=True)
class House:
    """How the board should be now: its face, brightness, volume, and whether these are quiet hours."""

    face: Face
    brightness: float
    volume: float
    quiet: bool


def house_at(config: Config, stamp: float, zone: Zone, *, trusted: bool, paused: bool) -> House:
    """What settings, clock and pause make of an instant."""
    light, sound = config.light, config.sound
    face = Face.OUT_OF_ORDER if paused else Face.OPEN
    if not trusted:
        return House(face, light.brightness, sound.volume, quiet=False)
    hours = schedule_of(config.schedule.hours, config.schedule.closed)
    if not paused and not hours.empty and not hours.open_at(stamp, zone):
        face = Face.CLOSED
    local = zone.local(stamp)
    minute = 60 * local.hour + local.minute
    dimmed, hushed = value_at(light.by_hour, minute), value_at(sound.by_hour, minute)
    quiet = schedule_of(sound.quiet)
    return House(
        face,
        light.brightness if dimmed is None else dimmed,
        sound.volume if hushed is None else hushed,
        quiet=bool(quiet.spans) and quiet.open_at(stamp, zone),
    )


class Steward:
    """`apply` puts what has changed into force; it is called in the loop."""

    def __init__(
        self,
        config: Callable[[], Config],
        *,
        wall: Callable[[], float],
        zone: Zone,
        trust: ClockTrust,
        apply: Callable[[House, Instant], None],
        paused: bool = False,
    ) -> None:
        self.paused = paused
        self.house: House | None = None
        self._config, self._wall, self._zone, self._trust, self._apply = config, wall, zone, trust, apply
        self._next = Instant(0)
        self._next_change: str | None = None

    @property
    def trusted(self) -> bool:
        """Whether the wall clock is believed."""
        return self._trust.trusted or self._config().schedule.clock == OWN

    def stamp(self) -> float | None:
        """Seconds since 1970, as far as anybody knows."""
        return self._wall() if self.trusted else None

    def local(self) -> datetime | None:
        """What a clock on the wall shows, as far as anybody knows."""
        return self._zone.local(self._wall()) if self.trusted else None

    def turn(self, now: Instant) -> None:
        """Once a turn; looks at the hour now and then."""
        if now < self._next:
            return
        self._next = after(now, LOOK_EVERY)
        self.look(now)

    def look(self, now: Instant) -> None:
        """Look at the hour at once: something has been set."""
        self._trust.turn(now)
        config, stamp = self._config(), self._wall()
        house = house_at(config, stamp, self._zone, trusted=self.trusted, paused=self.paused)
        if house != self.house:
            self.house = house
            self._next_change = self._change(config, stamp)
            self._apply(house, now)

    @property
    def opens(self) -> str | None:
        """When a closed board opens, as people write it; `None` where nobody knows."""
        return self._next_change

    def view(self) -> Mapping[str, Any]:
        """For the staff page: the face, what changes next, and the clock by which it does."""
        config, stamp = self._config(), self._wall()
        house = self.house
        return {
            "face": Face.OPEN.value if house is None else house.face.value,
            "paused": self.paused,
            "scheduled": bool(config.schedule.hours or config.schedule.closed),
            "next": self._change(config, stamp),
            "brightness": config.light.brightness if house is None else house.brightness,
            "volume": config.sound.volume if house is None else house.volume,
            "quiet": house is not None and house.quiet,
            "clock": {
                "trusted": self.trusted,
                "local": f"{self._zone.local(stamp):%Y-%m-%d %H:%M}",
                "utc": f"{datetime.fromtimestamp(stamp, UTC):%Y-%m-%d %H:%M}",
                "zone": self._zone.name(),
            },
        }

    def _change(self, config: Config, stamp: float) -> str | None:
        """When it opens or closes next, in local time."""
        hours = schedule_of(config.schedule.hours, config.schedule.closed)
        if not self.trusted or hours.empty:
            return None
        change = hours.next_change(stamp, self._zone)
        return None if change is None else f"{self._zone.local(change):%Y-%m-%d %H:%M}"
