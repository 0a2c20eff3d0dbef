"""What a running daemon says of itself, for `triboard doctor`, the page and whoever watches it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from triboard import __version__
from triboard.app.daemon import Daemon
from triboard.board.health import SensorHealth
from triboard.drivers.link import LinkPump
from triboard.units import SECOND, Instant


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the daemon itself does not know: where its data lies, what was found wrong there at the start."""

    volatile: str | None = None
    damage: tuple[str, ...] = ()
    settings: Callable[[], Sequence[str]] = tuple
    """What was wrong with the settings of the page, in words."""
    watching: Callable[[], Sequence[Mapping[str, Any]]] = tuple
    """Who else is told of this board, and how that goes."""


def status_of(
    daemon: Daemon,
    link: LinkPump,
    now: Instant,
    around: Surroundings = Surroundings(),
) -> dict[str, Any]:
    """The whole status as JSON values; times are seconds before `now`."""
    state = daemon.state
    quality = link.quality
    return {
        "version": __version__,
        "board": daemon.board.name,
        "game": state.manners.game.name,
        "phase": state.phase.value,
        "ply": state.ply,
        "quiet": round((now - state.changed) / SECOND, 1),
        "link": {
            "state": state.link.value,
            "reason": state.link_reason,
            "received": quality.received,
            "damaged": quality.damaged,
            "missed": quality.missed,
            "duplicates": quality.duplicates,
            "resends": quality.resends,
            "boots": quality.boots,
        },
        "sensors": [_sensor(one, now, dict(state.put_backs)) for one in daemon.senses.health],
        "unread": list(daemon.senses.unreadable),
        "rims": [
            {"rim": rim.rim, "located": seen.located, "lost_edges": seen.skipped, "corrected": seen.corrected}
            for rim, seen in zip(daemon.board.rims, daemon.senses.rims, strict=True)
        ],
        "light": {"fault": daemon.light.fault, "scale": daemon.light.scale, "held": daemon.light.held},
        "storage": {
            "state": state.saving.value,
            "reason": state.saving_reason,
            "saved": state.saved,
            "volatile": around.volatile,
            "damage": list(around.damage),
        },
        "settings": {"notes": list(around.settings())},
        "watching": list(around.watching()),
    }


def _sensor(health: SensorHealth, now: Instant, put_backs: dict[Any, int]) -> dict[str, Any]:
    return {
        "site": health.site,
        "level": health.level,
        "toggles": health.toggles,
        "put_backs": put_backs.get(health.site, 0),
        "margin": health.margin,
        "seen": None if health.seen is None else round((now - health.seen) / SECOND, 1),
        "quarantined": health.quarantined,
        "quarantines": health.quarantines,
    }
