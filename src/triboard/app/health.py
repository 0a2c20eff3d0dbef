"""How every part of the board is, in plain words with a remedy: for the page of care and for bundles."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

LOST_SHARE: Final = 0.01
"""Part of the packets that a sound cable never loses."""


class Shape(StrEnum):
    """How a part is."""

    WELL = "well"
    AILING = "ailing"  # it works, and somebody should look at it
    FAILED = "failed"  # it does not work now; play goes on as far as it can
    OFF = "off"  # nobody asked for it


@dataclass(frozen=True, slots=True)
class Part:
    """One part: what it is, how it is, and what to do about it."""

    part: str
    state: Shape
    text: str
    fix: str = ""

    def as_json(self) -> dict[str, str]:
        """For the page."""
        return {**asdict(self), "state": self.state.value}


def parts_of(status: Mapping[str, Any]) -> list[Part]:
    """Every part of a running board, from its status (`app.status`)."""
    return [
        _board(status["link"]),
        _sensors(status),
        *([_rims(status["rims"])] if status["rims"] else []),
        _lights(status["light"]),
        _saving(status["storage"]),
        *_settings(status.get("settings", {})),
        *_watching(status.get("watching", [])),
    ]


def _board(link: Mapping[str, Any]) -> Part:
    if link["state"] == "searching":
        reason = link["reason"] or "it has not answered yet"
        return Part("Board", Shape.FAILED, f"Looking for the board: {reason}.", "Check its cable and power.")
    if link["state"] != "up":
        reason = link["reason"] or "no answer"
        return Part("Board", Shape.FAILED, f"Not connected: {reason}.", "Check its cable and power.")
    if link["damaged"] + link["missed"] > link["received"] * LOST_SHARE:
        text = "Connected, but more than one packet in a hundred is lost."
        return Part("Board", Shape.AILING, text, "Change the cable or the supply.")
    return Part("Board", Shape.WELL, "Connected.")


def _sensors(status: Mapping[str, Any]) -> Part:
    sensors = status["sensors"]
    flickering = _sites(one for one in sensors if one["quarantined"])
    silent = [site for site in status["unread"] if site not in flickering]
    doubtful = _sites(one for one in sensors if one["margin"] is not None and one["margin"] <= 0)
    if status["link"]["state"] != "up":
        return Part("Sensors", Shape.FAILED, "None can be read.", "The board has to be connected first.")
    if silent:
        text = f"{_named(silent)} cannot be read; play goes on without."
        return Part(
            "Sensors", Shape.FAILED, text, "Check wire and expander, or enter what stands there by hand."
        )
    if flickering:
        text = f"{_named(flickering)} flickers and is not believed now; play goes on without."
        return Part("Sensors", Shape.AILING, text, "Check magnet, contact and supply.")
    if doubtful:
        text = f"{_named(doubtful)} reads between two kinds of pieces."
        return Part("Sensors", Shape.AILING, text, "Clean it, or calibrate it.")
    return Part("Sensors", Shape.WELL, f"All {len(sensors)} are read.")


def _sites(sensors: Iterator[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(str(one["site"]) for one in sensors))


def _named(sites: list[str]) -> str:
    shown = ", ".join(sites[:6])
    return shown if len(sites) <= 6 else f"{shown} and {len(sites) - 6} more"


def _rims(rims: list[Mapping[str, Any]]) -> Part:
    lost = [str(rim["rim"]) for rim in rims if rim["lost_edges"]]
    if lost:
        return Part("Rims", Shape.AILING, f"{_named(lost)} lost edges.", "Check both tracks of the encoder.")
    return Part("Rims", Shape.WELL, "All are followed.")


def _lights(light: Mapping[str, Any]) -> Part:
    if light["fault"]:
        return Part(
            "Lights",
            Shape.FAILED,
            f"{light['fault']} Play goes on without lights.",
            "Check data line and supply.",
        )
    if light["scale"] < 1:
        text = f"Dimmed to {round(100 * light['scale'])} % by the power budget."
        return Part("Lights", Shape.AILING, text, "Raise budget_ma in the board file if the supply can.")
    return Part("Lights", Shape.WELL, "They take every frame.")


def _saving(storage: Mapping[str, Any]) -> Part:
    if storage["state"] == "failed":
        return Part(
            "Saving",
            Shape.FAILED,
            f"Not saved: {storage['reason']}",
            "Play goes on; all of it is saved as soon as the disk allows.",
        )
    if storage["state"] == "slow":
        return Part(
            "Saving", Shape.AILING, "The disk is slow; moves are not saved yet.", "Put in a better card."
        )
    if storage.get("volatile"):
        text = f"Moves are saved, but not beyond the next start: {storage['volatile']}."
        return Part("Saving", Shape.AILING, text, "Name a folder on a disk with state_dir.")
    if storage.get("damage"):
        return Part(
            "Saving",
            Shape.AILING,
            " ".join(storage["damage"]),
            "Play goes on; the damaged file is kept aside.",
        )
    return Part(
        "Saving",
        Shape.WELL,
        "Every move is on disk." if storage["saved"] else "The last move is being saved.",
    )


def _settings(settings: Mapping[str, Any]) -> Iterator[Part]:
    notes = settings.get("notes", ())
    if notes:
        yield Part("Settings", Shape.AILING, " ".join(notes), "Set them again on this page.")
    elif settings:
        yield Part("Settings", Shape.WELL, "As they were set.")


def _watching(watching: list[Mapping[str, Any]]) -> Iterator[Part]:
    for one in watching:
        if not one["on"]:
            continue
        if one["trouble"]:
            yield Part(one["name"], Shape.AILING, one["trouble"], "Play does not depend on it.")
        else:
            yield Part(one["name"], Shape.WELL, "It is told.")
