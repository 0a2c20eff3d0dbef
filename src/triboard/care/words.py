"""Every sentence of the opening check and the calibration, by stable code."""

from collections.abc import Mapping
from typing import Final

from triboard.phrases import Detail, Message, Words

ENGLISH: Final[Mapping[str, Message]] = {
    # answers
    "yes": "Yes",
    "no": "No",
    "skip": "Skip this one",
    "dead": "A piece is there and the light stays",
    "go-on": "Go on",
    "again": "Once more",
    # lights
    "lights": "All lights shine in one colour now: {colour}. Is that so?",
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
    # colour order
    "order": "Which colour do the lights of strip {strip} show?",
    "order-again": "These were no three different colours. Once more: which colour does strip {strip} show?",
    "order-is": "Its order is {order}.",
    "red": "Red",
    "green": "Green",
    "blue": "Blue",
    "white": "White",
    # baseline
    "baseline": "Take everything off the board, then go on.",
    "baseline-measuring": "Hands off: the empty board is measured.",
    "baseline-doubtful": "Something seems to stand on {sites}. Take it off and measure again, or go on.",
    "go-on-faulty": "Nothing is there: go on",
    # map
    "silent-map": "No sensor moved for a piece on {site}: look at its wire, magnet or lamp.",
    "weak": "A piece on {site} moves its sensor only {margin} times the noise (4 are needed): a stronger "
    "magnet, a "
    "cleaner contact or lamp, or a shorter wire.",
    "moved": "Its sensor is the one that the board file calls {sensor}.",
    "clash": "One sensor answers for {first} and for {second}. Once more for both?",
    "clash-skip": "Leave {site} out",
    # pieces
    "piece": "Put a {piece} piece on {site}.",
    "take-off": "Take the piece off {site}.",
    "counts": "It is there: count it",
    "rest": "Skip all the others",
    "nothing": "nothing",
    "too-near": "{piece} lies only {margin} times the noise from {other} (4 are needed): another magnet, "
    "resistor or "
    "lamp.",
    # full turns
    "rim-turn": "Turn the rim of shelf {rim} clockwise, once all the way round and on to its index.",
    "rim-learned": "{edges} edges a quarter turn.",
    "rim-learned-back": "{edges} edges a quarter turn, counted backwards.",
    "rim-uneven": "{edges} edges came in a full turn of shelf {rim}, which make no four quarters: edges "
    "are lost.",
    # parts, as the page names them
    "part-light": "light {name}",
    "part-lights": "lights in {name}",
    "part-empty": "{name} empty",
    "part-sensor": "sensor {name}",
    "part-button": "button {name}",
    "part-rim": "rim {name}",
    "part-strip": "strip {name}",
    "part-piece": "piece {name}",
    "part-orientation": "how the sensors stand",
    # end
    "over": "Done. Passed: {passed}, failed: {failed}, skipped: {skipped}.",
    "stopped": "Stopped.",
}


def say(code: str, **details: Detail) -> Words:
    """What a code says, with its details; raises `KeyError` for a code without a sentence."""
    return Words(ENGLISH[code], details)
