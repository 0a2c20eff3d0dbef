"""Findings from the status of a running daemon: controller, link, sensors, rims, lights, storage, reports.

The only place of these words and remedies: `triboard doctor` tells them one by one, the page of care, bundles
and watchers gathered by part (`app.health`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from triboard.board.health import THIN
from triboard.doctor.findings import Finding, Grade, failure, note, ok, skipped, warning
from triboard.phrases import Plural, Words, counted, phrase, sentences

STALE: Final = 5.0
"""Seconds without a reading; snapshots come each second."""

STARTS: Final = {
    "watchdog": phrase("its own watchdog"),
    "brown_out": phrase("a supply that broke down"),
}

Status = Mapping[str, Any]


def findings_of(status: Status) -> Iterator[Finding]:
    """What is wrong with a running board, each with its place and remedy; `ok` for parts that are well."""
    for name, check in CHECKS.items():
        found = list(check(status))
        yield from found or [_well(name, status)]


def _well(name: str, status: Status) -> Finding:
    words = _WELL[name]
    details = {"count": len(status[name])} if isinstance(words.message, Plural) else {}
    return ok(name, Words(words.message, details))


def _link(status: Status) -> Iterator[Finding]:
    link = status["link"]
    if link["state"] == "searching":
        what = phrase(
            "The board is looked for: {reason}", reason=link["reason"] or phrase("It has not answered yet.")
        )
        yield failure("link", what, phrase("Check its cable and power."))
        return
    if link["state"] != "up":
        what = phrase(
            "The board is not connected: {reason}", reason=link["reason"] or phrase("It does not answer.")
        )
        yield failure("link", what, phrase("Check its cable and power."))
        return
    if link["damaged"] + link["missed"] > link["received"] / 100:
        yield failure(
            "link",
            phrase("More than one packet in a hundred is lost."),
            phrase("Change the cable or the supply."),
        )
    if link.get("rising"):
        yield warning(
            "link",
            phrase("The link gets worse: {what} in the last minute.", what=link["rising"]),
            phrase("Change the cable, the hub or the supply before it fails."),
        )


def _controller(status: Status) -> Iterator[Finding]:
    told = status.get("controller")
    if told is None:
        yield skipped("controller", phrase("None has answered yet."))
        return
    name = phrase(
        "{unit} (firmware {firmware}, protocol {protocol})",
        unit=told["unit"],
        firmware=told["firmware"],
        protocol=told["protocol"],
    )
    if told["refused"]:
        yield failure(
            "controller",
            phrase("{name}: {reason}", name=name, reason=told["refused"]),
            phrase("Follow what it says; then plug it in again."),
        )
    elif not told["configured"]:
        yield failure(
            "controller",
            phrase(
                "{name} runs another configuration ({sum}) than this program wants.",
                name=name,
                sum=told["config_crc"],
            ),
            phrase("Pull its cable and put it in again; if it stays, install its firmware anew."),
        )
    elif told["reset"] in STARTS:
        yield warning(
            "controller",
            phrase("{name} was last started by {cause}.", name=name, cause=STARTS[told["reset"]]),
            phrase("Feed the LEDs separately and use a short thick cable; watch whether it comes again."),
        )
    if (status.get("calibration") or {}).get("unit") not in (None, told["unit"]):
        yield warning(
            "controller",
            phrase(
                "{unit} answers; the board was calibrated with {other}.",
                unit=told["unit"],
                other=status["calibration"]["unit"],
            ),
            phrase("triboard calibrate, so that the new one is known."),
        )


def _sensors(status: Status) -> Iterator[Finding]:
    if status["link"]["state"] != "up":
        yield skipped("sensors", phrase("None can be read: the board has to be connected first."))
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
        remedy = phrase("Check its magnet, contact or supply.")
        yield failure(
            "sensors", phrase("It flickers and is not believed now; play goes on without."), remedy, where
        )
    elif sensor["quarantines"]:
        text = counted(
            "It has flickered {count} time.", "It has flickered {count} times.", sensor["quarantines"]
        )
        yield warning("sensors", text, phrase("Watch it."), where)
    if sensor["seen"] is None or sensor["seen"] > STALE or (unread and not sensor["quarantined"]):
        remedy = phrase("Check its wire and its expander, or enter what stands there by hand.")
        yield failure("sensors", phrase("It cannot be read; play goes on without."), remedy, where)
    elif sensor["margin"] is not None and sensor["margin"] <= 0:
        remedy = phrase("Clean it, or calibrate: triboard calibrate.")
        yield failure("sensors", phrase("Its value lies between two kinds of pieces."), remedy, where)
    elif sensor.get("slack") is not None and sensor["slack"] < THIN:
        percent = round(100 * sensor["slack"])
        text = phrase("It has drifted: {percent} % of its margin is left.", percent=percent)
        yield warning("sensors", text, phrase("Calibrate while it is still read: triboard calibrate."), where)


def _rims(status: Status) -> Iterator[Finding]:
    for rim in status["rims"]:
        if rim["lost_edges"]:
            text = counted("{count} edge was lost.", "{count} edges were lost.", rim["lost_edges"])
            yield warning("rims", text, phrase("Check both tracks of its encoder."), f"rim {rim['rim']}")


def _lights(status: Status) -> Iterator[Finding]:
    light = status["light"]
    if light["fault"]:
        text = phrase("{fault} Play goes on without lights.", fault=light["fault"])
        yield failure("lights", text, phrase("Check data line and supply."))
    elif light["scale"] < 1:
        percent = round(100 * light["scale"])
        text = phrase("Limited to {percent} % by the power budget.", percent=percent)
        yield note("lights", text, phrase("Raise budget_ma in the board file if the supply can."))


def _storage(status: Status) -> Iterator[Finding]:
    storage = status["storage"]
    if storage["state"] == "failed":
        yield failure(
            "storage",
            phrase("Not saved: {reason}", reason=storage["reason"]),
            phrase(
                "Mend the disk or make room; play goes on, and all of it is saved as soon as the disk allows."
            ),
        )
    elif storage["state"] == "slow":
        yield warning(
            "storage",
            phrase("The disk takes more than half a second; moves are not saved yet."),
            phrase("Try another card."),
        )
    if storage.get("volatile"):
        text = phrase("Moves are saved, but not beyond the next start: {reason}.", reason=storage["volatile"])
        yield warning("storage", text, phrase("Name a folder on a disk with state_dir."))
    if storage.get("damage"):
        remedy = phrase("Nothing has to be done: play goes on, and the damaged file is kept aside.")
        yield warning("storage", sentences(storage["damage"]), remedy)
    if storage["state"] == "well" and not storage.get("volatile") and not storage.get("damage"):
        yield ok("storage", _ALL_SAVED if storage["saved"] else _BEING_SAVED)


def _settings(status: Status) -> Iterator[Finding]:
    if notes := (status.get("settings") or {}).get("notes"):
        yield warning("settings", sentences(notes), phrase("Set them again at /care."))


def _watching(status: Status) -> Iterator[Finding]:
    """Who is told of the board; where nobody is asked for, nothing is wrong."""
    for one in status.get("watching") or ():
        if one["trouble"]:
            remedy = phrase(
                "Check the settings of heartbeat and mqtt (docs/watching.md); play does not depend on it."
            )
            yield warning("watching", one["trouble"], remedy, one["name"])
        else:
            yield Finding("watching", Grade.OK, phrase("It is told."), where=one["name"])


def _selftest(status: Status) -> Iterator[Finding]:
    yield from selftest_findings(status.get("selftest"))


def selftest_findings(report: Status | None) -> Iterator[Finding]:
    """What the last opening check found."""
    if report is None:
        yield note(
            "selftest",
            phrase("The board has never been checked by hand."),
            phrase("triboard selftest, under a minute."),
        )
        return
    failed: Sequence[Mapping[str, Any]] = [one for one in report["parts"] if one["result"] == "failed"]
    for part in failed:
        yield failure(
            "selftest",
            phrase("{note} ({date})", note=part["note"], date=part["date"]),
            phrase("Mend it, then: triboard selftest."),
            part["part"],
        )
    if not failed:
        yield ok(
            "selftest",
            counted(
                "Passed on {date}: {count} part.",
                "Passed on {date}: {count} parts.",
                len(report["parts"]),
                date=report["date"],
            ),
        )


def _calibration(status: Status) -> Iterator[Finding]:
    yield from calibration_findings(status.get("calibration"))


def calibration_findings(told: Status | None) -> Iterator[Finding]:
    """Whether a calibration is in force, and what it found."""
    if told is None:
        yield ok("calibration", phrase("The board file is used as it is; there is no calibration."))
        return
    if told.get("problem"):
        yield failure(
            "calibration", told["problem"], phrase("triboard calibrate, or import a profile that is whole.")
        )
        return
    for fault in told["faults"]:
        yield warning(
            "calibration",
            phrase("{note} ({date})", note=fault["note"], date=told["date"]),
            phrase("triboard calibrate"),
            fault["part"],
        )
    if not told["faults"]:
        yield ok("calibration", phrase("In force since {date}.", date=told["date"]))


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
_WELL: Final[Mapping[str, Words]] = {
    "link": phrase("The controller answers."),
    "controller": phrase("The controller runs our configuration."),
    "sensors": Words(Plural("{count} sensor is read.", "{count} sensors are read.")),
    "rims": Words(Plural("{count} rim loses no edges.", "{count} rims lose no edges.")),
    "lights": phrase("The lights take their frames."),
    "settings": phrase("They are as they were set."),
    "watching": phrase("No setting asks for anybody to be told."),
    "selftest": phrase("The opening check was passed."),
    "calibration": phrase("The calibration is in force."),
}

_ALL_SAVED: Final = phrase("Every move is on disk.")
_BEING_SAVED: Final = phrase("The last move is being saved.")
