"""The sounds themselves: short tones as WAV data, made here, so that no file has to be installed or
licensed."""

import math
import struct
import wave
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from typing import Final, NamedTuple

from triboard.session.cues import Cue

RATE: Final = 22_050
"""Samples a second."""

FADE: Final = 0.012
"""Seconds in which a tone comes and goes: no click."""

LOUDEST: Final = 0.5
"""Part of full scale at full volume: two tones that overlap never clip."""


class Tone(NamedTuple):
    """A pitch for a while; a pitch of 0 is a pause."""

    hertz: float
    seconds: float


MELODIES: Final[Mapping[Cue, tuple[Tone, ...]]] = {
    Cue.ACCEPTED: (Tone(659, 0.09),),
    Cue.TURN: (Tone(0, 0.05), Tone(523, 0.07)),
    Cue.LINE: (Tone(523, 0.09), Tone(659, 0.09), Tone(784, 0.16)),
    Cue.WRONG: (Tone(294, 0.14), Tone(0, 0.04), Tone(233, 0.2)),
    Cue.OVER: (Tone(523, 0.12), Tone(659, 0.12), Tone(784, 0.12), Tone(1047, 0.32)),
    Cue.IDLE: (Tone(440, 0.12), Tone(0, 0.12), Tone(440, 0.12)),
}
"""Each differs by rhythm and direction, not by pitch alone. Pages make the same ones (static/sounds.js)."""


@lru_cache(maxsize=64)
def wav_of(cue: Cue, volume: float) -> bytes:
    """A WAV file of a cue, 16 bit mono, at a volume of 0 to 1."""
    samples = [round(32_767 * LOUDEST * volume * one) for tone in MELODIES[cue] for one in _wave(tone)]
    target = BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return target.getvalue()


def _wave(tone: Tone) -> list[float]:
    count = round(tone.seconds * RATE)
    if not tone.hertz:
        return [0.0] * count
    fade = FADE * RATE
    return [
        min(1.0, place / fade, (count - place) / fade) * math.sin(2 * math.pi * tone.hertz * place / RATE)
        for place in range(count)
    ]
