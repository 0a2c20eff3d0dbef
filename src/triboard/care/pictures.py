"""What people see when lights fail, and what it comes from.

A data line at 3.3 V, a tail without current and a wrong colour order are told apart by eye.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.phrases import Said, phrase


@dataclass(frozen=True, slots=True)
class Picture:
    """What a person sees (a label to choose), and what to do."""

    label: Said
    note: Said


PICTURES: Final[Mapping[str, Picture]] = {
    "flicker": Picture(
        phrase("They flicker, or show colours at random"),
        phrase(
            "The data signal is too weak: put a level shifter (74AHCT125) and 300 to 500 ohm into "
            "the data line, and join the grounds."
        ),
    ),
    "first": Picture(
        phrase("Only the first light is wrong, the rest is right"),
        phrase(
            "The first light barely understands 3.3 V and mends the signal for the rest: put a level "
            "shifter (74AHCT125) into the data line."
        ),
    ),
    "tail": Picture(
        phrase("The last ones are dimmer, yellow or green"),
        phrase("The supply's voltage drops along the strip: feed it from both ends, with thicker wires."),
    ),
    "rest-dark": Picture(
        phrase("Dark from one light on"),
        phrase(
            "The data line is broken after the last good light, or the SPI buffer is too short: look "
            "at that joint; triboard doctor looks at the buffer."
        ),
    ),
    "order": Picture(
        phrase("All the same, in another colour"),
        phrase("The colour order of the strip is another one: triboard calibrate --step 0."),
    ),
    "dark": Picture(
        phrase("All dark"),
        phrase(
            "No light takes the data: check supply, ground, the data pin and the strip's direction "
            "(the arrow points away from the controller); triboard doctor looks at SPI."
        ),
    ),
    "some": Picture(phrase("Some single ones stay dark"), ""),
}
"""The answer `some` starts a walk that finds them."""
