"""Findings from the status of a running daemon: controller, link, sensors, rims, lights, storage, reports.

The only place of these words and remedies: `triboard doctor` tells them one by one, the page of care, bundles
and watchers gathered by part (`app.health`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from triboard.board.health import THIN
from triboard.doctor.findings import Finding, Grade, failure, note, ok, skipped, warning

STALE: Final = 5.0
"""Seconds without a reading; snapshots come each second."""

STARTS: Final = {"watchdog": "its own watchdog", "brown_out": "a supply that broke down"}

Status = Mapping[str, Any]


def findings_of(status: Status) -> Iterator[Finding]:
    """What is wrong with a running board, each with its place and remedy; `ok` for parts that are well."""
    for name, check in CHECKS.items():
        found = list(check(status))
        yield from found or [ok(name, _WELL[name].format(**_counts(status)))]


def _counts(status: Status) -> dict[str, int]:
    return {"sensors": len(status["sensors"]), "rims": len(status["rims"])}


def _link(status: Status) -> Iterator[Finding]:
    link = status["link"]
    if link["state"] == "searching":
        what = f"The board is looked for: {link['reason'] or 'it has not answered yet'}."
        yield failure("link", what, "Check its cable and power.")
        return
    if link["state"] != "up":
        what = f"The board is not connected: {link['reason'] or 'no answer'}."
        yield failure("link", what, "Check its cable and power.")
        return
    if link["damaged"] + link["missed"] > link["received"] / 100:
        yield failure("link", "More than one packet in a hundred is lost.", "Change the cable or the supply.")
    if link.get("rising"):
        yield warning(
            "link",
            f"The link gets worse: {link['rising']} in the last minute.",
            "Change the cable, the hub or the supply before it fails.",
        )


def _controller(status: Status) -> Iterator[Finding]:
    told = status.get("controller")
    if told is None:
        yield skipped("controller", "None has answered yet.")
        return
    name = f"{told['unit']} (firmware {told['firmware']}, protocol {told['protocol']})"
    if told["refused"]:
        yield failure(
            "controller", f"{name}: {told['refused']}", "Follow what it says; then plug it in again."
        )
    elif not told["configured"]:
        yield failure(
            "controller",
            f"{name} runs another configuration ({told['config_crc']}) than this program wants.",
            "Pull its cable and put it in again; if it stays, install its firmware anew.",
        )
    elif told["reset"] in STARTS:
        yield warning(
            "controller",
            f"{name} was last started by {STARTS[told['reset']]}.",
            "Feed the LEDs separately and use a short thick cable; watch whether it comes again.",
        )
    if (status.get("calibration") or {}).get("unit") not in (None, told["unit"]):
        yield warning(
            "controller",
            f"{told['unit']} answers; the board was calibrated with {status['calibration']['unit']}.",
            "triboard calibrate, so that the new one is known.",
        )


def _sensors(status: Status) -> Iterator[Finding]:
    if status["link"]["state"] != "up":
        yield skipped("sensors", "None can be read: the board has to be connected first.")
        return
    many = Counter(sensor["site"] for sensor in status["sensors"])
    for sensor in status["sensors"]:
        site = sensor["site"]
        where = f"sensor {site} level {sensor['level']}" if many[site] > 1 else f"sensor {site}"
        if site in status.get("bypassed", ()):
            text = "Staff have taken it out of play."
            yield warning("sensors", text, "Mend it, then let it play again at /care.", where)
        else:
            yield from _sensor(sensor, where, unread=site in status.get("unread", ()))


def _sensor(sensor: Mapping[str, Any], where: str, *, unread: bool) -> Iterator[Finding]:
    if sensor["quarantined"]:
        remedy = "Check its magnet, contact or supply."
        yield failure("sensors", "It flickers and is not believed now; play goes on without.", remedy, where)
    elif sensor["quarantines"]:
        text = f"It has flickered {sensor['quarantines']} times."
        yield warning("sensors", text, "Watch it.", where)
    if sensor["seen"] is None or sensor["seen"] > STALE or (unread and not sensor["quarantined"]):
        remedy = "Check its wire and its expander, or enter what stands there by hand."
        yield failure("sensors", "It cannot be read; play goes on without.", remedy, where)
    elif sensor["margin"] is not None and sensor["margin"] <= 0:
        remedy = "Clean it, or calibrate: triboard calibrate."
        yield failure("sensors", "Its value lies between two kinds of pieces.", remedy, where)
    elif sensor.get("slack") is not None and sensor["slack"] < THIN:
        percent = round(100 * sensor["slack"])
        text = f"It has drifted: {percent} % of its margin is left."
        yield warning("sensors", text, "Calibrate while it is still read: triboard calibrate.", where)


def _rims(status: Status) -> Iterator[Finding]:
    for rim in status["rims"]:
        if rim["lost_edges"]:
            text = f"{rim['lost_edges']} edges were lost."
            yield warning("rims", text, "Check both tracks of its encoder.", f"rim {rim['rim']}")


def _lights(status: Status) -> Iterator[Finding]:
    light = status["light"]
    if light["fault"]:
        text = f"{light['fault']} Play goes on without lights."
        yield failure("lights", text, "Check data line and supply.")
    elif light["scale"] < 1:
        percent = round(100 * light["scale"])
        text = f"Limited to {percent} % by the power budget."
        yield note("lights", text, "Raise budget_ma in the board file if the supply can.")


def _storage(status: Status) -> Iterator[Finding]:
    storage = status["storage"]
    if storage["state"] == "failed":
        yield failure(
            "storage",
            f"Not saved: {storage['reason']}",
            "Mend the disk or make room; play goes on, and all of it is saved as soon as the disk allows.",
        )
    elif storage["state"] == "slow":
        yield warning(
            "storage", "The disk takes more than half a second; moves are not saved yet.", "Try another card."
        )
    if storage.get("volatile"):
        text = f"Moves are saved, but not beyond the next start: {storage['volatile']}."
        yield warning("storage", text, "Name a folder on a disk with state_dir.")
    if storage.get("damage"):
        remedy = "Nothing has to be done: play goes on, and the damaged file is kept aside."
        yield warning("storage", " ".join(storage["damage"]), remedy)
    if storage["state"] == "well" and not storage.get("volatile") and not storage.get("damage"):
        yield ok("storage", "Every move is on disk." if storage["saved"] else "The last move is being saved.")


def _settings(status: Status) -> Iterator[Finding]:
    if notes := (status.get("settings") or {}).get("notes"):
        yield warning("settings", " ".join(notes), "Set them again at /care.")


def _watching(status: Status) -> Iterator[Finding]:
    """Who is told of the board; where nobody is asked for, nothing is wrong."""
    for one in status.get("watching") or ():
        if one["trouble"]:
            remedy = (
                "Check the settings of heartbeat and mqtt (docs/watching.md); play does not depend on it."
            )
            yield warning("watching", one["trouble"], remedy, one["name"])
        else:
            yield Finding("watching", Grade.OK, "It is told.", where=one["name"])


def _selftest(status: Status) -> Iterator[Finding]:
    yield from selftest_findings(status.get("selftest"))


def selftest_findings(report: Status | None) -> Iterator[Finding]:
    """What the last opening check found."""
    if report is None:
        yield note(
            "selftest", "The board has never been checked by hand.", "triboard selftest, under a minute."
        )
        return
    failed: Sequence[Mapping[str, Any]] = [one for one in report["parts"] if one["result"] == "failed"]
    for part in failed:
        yield failure(
            "selftest",
            f"{part['note']} ({part['date']})",
            "Mend it, then: triboard selftest.",
            part["part"],
        )
    if not failed:
        yield ok("selftest", f"Passed on {report['date']}: {len(report['parts'])} parts.")


def _calibration(status: Status) -> Iterator[Finding]:
    yield from calibration_findings(status.get("calibration"))


def calibration_findings(told: Status | None) -> Iterator[Finding]:
    """Whether a calibration is in force, and what it found."""
    if told is None:
        yield ok("calibration", "The board file is used as it is; there is no calibration.")
        return
    if told.get("problem"):
        yield failure(
            "calibration", told["problem"], "triboard calibrate, or import a profile that is whole."
        )
        return
    for fault in told["faults"]:
        yield warning("calibration", f"{fault['note']} ({told['date']})", "triboard calibrate", fault["part"])
    if not told["faults"]:
        yield ok("calibration", f"In force since {told['date']}.")


CHECKS: Final = {
    "link": _link,
    "controller": _controller,
    "sensors": _sensors,
    "rims": _rims,
    "lights": _lights,
    "storage": _storage,
    "settings": _settings,
    "watching": _watching,
    "selftest": _selftest,
    "calibration": _calibration,
}
_WELL: Final = {
    "link": "The controller answers.",
    "controller": "The controller runs our configuration.",
    "sensors": "{sensors} sensors are read.",
    "rims": "{rims} rims lose no edges.",
    "lights": "The lights take their frames.",
    "settings": "They are as they were set.",
    "watching": "No setting asks for anybody to be told.",
    "selftest": "The opening check was passed.",
    "calibration": "The calibration is in force.",
}
