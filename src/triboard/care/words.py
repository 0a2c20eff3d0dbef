"""Every sentence of the opening check and the calibration, by stable code."""

from collections.abc import Mapping
from typing import Final

Detail = str | int | float

ENGLISH: Final[Mapping[str, str]] = {
    # answers
    "yes": "Yes",
    "no": "No",
    "skip": "Skip this one",
    "dead": "A piece is there and the light stays",
    "go-on": "Go on",
    "again": "Once more",
    # lights
    "lights": "All lights shine {colour} now. Is that so?",
    "lights-one": "Light {number} ({target}) shines alone. Press {no} if it does not.",
    "light-dark": "The light of {target} stays dark.",
    "light-well": "",
    # empty board
    "empty": "Take everything off the board.",
    "empty-left": "Take off what the board still sees: {sites}.",
    "stuck": "The sensor of {site} reads {reading} on an empty board.",
    "unread": "The sensor of {site} cannot be read.",
    # sites
    "site": "Put any piece on {site}, where the light is. It may stay.",
    "site-again": "Once more: a piece on {site}.",
    "silent": "The sensor of {site} saw no piece.",
    "elsewhere": "A piece on {site} was seen at {other}.",
    "turned": "The sensors are turned by {degrees}° against the lights.",
    "mixed": "{count} sensors answer for other places.",
    # buttons
    "button": "Press {button}.",
    "button-silent": "The button {button} was not felt.",
    "button-held": "The button {button} is held down, or its wire touches ground.",
    # rims
    "rim": "Turn the rim of shelf {rim} clockwise, one click or more.",
    "rim-index": "Turn the rim of shelf {rim} on, until its index is found: at most once round.",
    "rim-silent": "The rim of shelf {rim} was not felt.",
    "rim-track": "Only one track of the rim of shelf {rim} answers.",
    "rim-back": "The rim of shelf {rim} counts backwards.",
    "rim-no-index": "The index of the rim of shelf {rim} was not found in a full turn.",
    # end
    "over": "Done. {passed} parts passed, {failed} failed, {skipped} were skipped.",
    "stopped": "Stopped.",
}


def say(code: str, **details: Detail) -> str:
    """The sentence of a code; raises `KeyError` for a code without one."""
    return ENGLISH[code].format(**details)
