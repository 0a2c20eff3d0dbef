"""What a running daemon says of itself, for `triboard doctor`, the page and whoever watches it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from triboard import __version__
from triboard.app.daemon import Daemon
from triboard.board.health import SensorHealth
from triboard.care.round import Kind
from triboard.drivers.link import LinkPump
from triboard.protocol.host import Stage
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
        "revision": daemon.board.revision or None,
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
            "rising": daemon.trend.told,
        },
        "controller": _controller(link),
        "calibration": _calibration(daemon),
        "selftest": daemon.desk.reports.get(Kind.SELFTEST),
        "sensors": [_sensor(one, link, now, dict(state.put_backs)) for one in daemon.senses.health],
        "bypassed": list(daemon.senses.bypassed),
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


def _calibration(daemon: Daemon) -> dict[str, Any] | None:
    """The calibration in force, or why there is none."""
    profile, problem = daemon.desk.profile, daemon.desk.problem
    if profile is None:
        return {"problem": problem} if problem else None
    report = profile.get("report", {})
    return {
        "date": profile["date"],
        "unit": profile.get("unit") or None,
        "faults": report.get("faults", []),
        "problem": problem,
    }


def _controller(link: LinkPump) -> dict[str, Any] | None:
    """Who answers at the far end; `None` before anybody has."""
    hello = link.hello
    if hello is None:
        return None
    return {
        "unit": hello.unit,
        "firmware": hello.firmware,
        "protocol": f"{hello.major}.{hello.minor}",
        "reset": hello.reset.name.lower(),
        "boot": f"{hello.boot_id:08x}",
        "config_crc": f"{hello.config_crc:08x}",
        "configured": link.stage is not Stage.CONFIGURING,
        "refused": link.refusal,
    }


def _sensor(health: SensorHealth, link: LinkPump, now: Instant, put_backs: dict[Any, int]) -> dict[str, Any]:
    seen = health.seen
    if seen is not None and not health.lost:
        seen = max(seen, link.heard_at)  # a snapshot without a change vouches for every channel
    return {
        "site": health.site,
        "level": health.level,
        "toggles": health.toggles,
        "put_backs": put_backs.get(health.site, 0),
        "margin": health.margin,
        "slack": health.slack,
        "seen": None if seen is None else round((now - seen) / SECOND, 1),
        "quarantined": health.quarantined,
        "quarantines": health.quarantines,
    }
