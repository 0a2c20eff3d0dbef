"""The status of a healthy daemon, made up, and what can ail it: one change for each message."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from triboard.doctor.findings import Grade

Status = dict[str, Any]

_PASSED: Final = {"part": "sensor Ab2", "result": "passed", "note": "", "step": "sites", "date": "2026-01-02"}
_FAILED: Final = {**_PASSED, "result": "failed", "note": "The sensor of Ab2 saw no piece."}

HEALTHY_STATUS: Final[Mapping[str, Any]] = {
    "version": "0",
    "revision": "1",
    "board": "ttt3d",
    "game": "ttt3d",
    "phase": "setup",
    "ply": 0,
    "quiet": 0.4,
    "link": {
        "state": "up",
        "reason": "",
        "received": 5000,
        "damaged": 0,
        "missed": 0,
        "duplicates": 0,
        "resends": 0,
        "boots": 0,
        "rising": "",
    },
    "controller": {
        "unit": "pico-1",
        "firmware": "1.0",
        "protocol": "1.2",
        "reset": "power",
        "boot": "0000002a",
        "config_crc": "1234abcd",
        "configured": True,
        "refused": "",
    },
    "sensors": [
        {
            "site": site,
            "level": 0,
            "toggles": 4,
            "put_backs": 0,
            "margin": 40.0,
            "slack": 0.9,
            "seen": 0.4,
            "quarantined": False,
            "quarantines": 0,
        }
        for site in ("Aa1", "Ab2")
    ],
    "unread": [],
    "bypassed": [],
    "rims": [{"rim": "A", "located": True, "lost_edges": 0, "corrected": 0}],
    "light": {"fault": None, "scale": 1.0, "held": False},
    "storage": {"state": "well", "reason": "", "saved": True, "volatile": None, "damage": []},
    "settings": {"notes": []},
    "watching": [],
    "selftest": {"date": "2026-01-02", "parts": [_PASSED]},
    "calibration": {"date": "2026-01-02", "unit": "pico-1", "faults": [], "problem": ""},
}


@dataclass(frozen=True, slots=True)
class DaemonAilment:
    """As `ailments.Ailment`, for the status of a daemon."""

    check: str
    case: str
    grade: Grade
    says: str
    sicken: Callable[[Status], None]

    @property
    def name(self) -> str:
        """`check:case`."""
        return f"{self.check}:{self.case}"

    @property
    def status(self) -> Status:
        """The status of a daemon that has it."""
        status = deepcopy(dict(HEALTHY_STATUS))
        self.sicken(status)
        return status


def _with(part: str, **changes: Any) -> Callable[[Status], None]:
    return lambda status: status[part].update(changes)


def _sensor(**changes: Any) -> Callable[[Status], None]:
    return lambda status: status["sensors"][1].update(changes)


def _put(part: str, value: Any) -> Callable[[Status], None]:
    return lambda status: status.update({part: value})


_F, _W, _N = Grade.FAILURE, Grade.WARNING, Grade.NOTE

DAEMON_AILMENTS: Final = (
    DaemonAilment("link", "lost", _F, "is not connected", _with("link", state="lost", reason="silent")),
    DaemonAilment("link", "searching", _F, "is looked for", _with("link", state="searching")),
    DaemonAilment("link", "lossy", _F, "one packet in a hundred", _with("link", damaged=80)),
    DaemonAilment("link", "rising", _W, "gets worse", _with("link", rising="9 packets damaged")),
    DaemonAilment(
        "controller", "refused", _F, "belongs", _with("controller", refused="Another unit belongs here.")
    ),
    DaemonAilment(
        "controller", "configuration", _F, "another configuration", _with("controller", configured=False)
    ),
    DaemonAilment("controller", "brown-out", _W, "broke down", _with("controller", reset="brown_out")),
    DaemonAilment("controller", "watchdog", _W, "its own watchdog", _with("controller", reset="watchdog")),
    DaemonAilment("controller", "exchanged", _W, "was calibrated with", _with("controller", unit="pico-2")),
    DaemonAilment("sensors", "flickers", _F, "flickers", _sensor(quarantined=True, quarantines=1)),
    DaemonAilment("sensors", "flickered", _W, "has flickered 2 times", _sensor(quarantines=2)),
    DaemonAilment("sensors", "silent", _F, "cannot be read", _sensor(seen=None)),
    DaemonAilment("sensors", "bypassed", _W, "out of play", _put("bypassed", ["Ab2"])),
    DaemonAilment("sensors", "unread", _F, "cannot be read", _put("unread", ["Ab2"])),
    DaemonAilment("sensors", "in-doubt", _F, "between two kinds", _sensor(margin=0.0)),
    DaemonAilment("sensors", "drifted", _W, "30 % of its margin", _sensor(slack=0.3)),
    DaemonAilment("rims", "lost-edges", _W, "3 edges", lambda status: status["rims"][0].update(lost_edges=3)),
    DaemonAilment("lights", "fault", _F, "cannot be reached", _with("light", fault="It cannot be reached.")),
    DaemonAilment("lights", "limited", _N, "Limited to 60 %", _with("light", scale=0.6)),
    DaemonAilment("storage", "failed", _F, "Not saved", _with("storage", state="failed", reason="No disk.")),
    DaemonAilment(
        "storage",
        "in-memory",
        _W,
        "not beyond the next start",
        _with("storage", volatile="it lies in memory"),
    ),
    DaemonAilment("storage", "damaged", _W, "was cut", _with("storage", damage=["A journal was cut."])),
    DaemonAilment(
        "settings", "damaged", _W, "is damaged", _put("settings", {"notes": ["settings.json is damaged."]})
    ),
    DaemonAilment(
        "watching",
        "hub-gone",
        _W,
        "cannot be reached",
        _put("watching", [{"name": "Heartbeat", "on": True, "trouble": "The hub cannot be reached."}]),
    ),
    DaemonAilment("storage", "slow", _W, "half a second", _with("storage", state="slow")),
    DaemonAilment("selftest", "never", _N, "never been checked", _put("selftest", None)),
    DaemonAilment(
        "selftest", "failed", _F, "saw no piece", _put("selftest", {"date": "2026-01-02", "parts": [_FAILED]})
    ),
    DaemonAilment("calibration", "faulty", _W, "saw no piece", _with("calibration", faults=[_FAILED])),
    DaemonAilment(
        "calibration",
        "not-in-force",
        _F,
        "is damaged",
        _with("calibration", problem="The profile is damaged."),
    ),
)
