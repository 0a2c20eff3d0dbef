"""Scripts of hands and faults: one line `SECONDS VERB ARGS`, seconds since the start; `#` begins a comment.

1.2 drop Ab2 white       3.1 turn B +90       5 unplug
2.0 lift Ab2             3.5 press OK         6 plug
                         3.8 press NEW 2.5    (held for so long)
2.5 put                  (lay what was lifted into its tray)
2.6 left drop Ab1 red    (the other hand, which need not wait for the first)
7.0 drop-frames 3        (any fault of docs/faults.md)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from triboard.errors import ConfigurationError, Mistake
from triboard.fields import nearest
from triboard.sim.bench import SimulatedBench
from triboard.sim.faults import FAULTS, inflict
from triboard.sim.hands import LEFT
from triboard.sim.verbs import ANGLE, LONGEST, NAME, SECONDS, Argument, Verb, WordsError
from triboard.units import SECOND, Duration, Instant, Piece, Site

_SITE: Final = Argument("SITE", NAME)

HANDS: Final[Mapping[str, Verb]] = {
    verb.name: verb
    for verb in (
        Verb("drop", (_SITE, Argument("PIECE", NAME)), "Put a piece there."),
        Verb("tile", (_SITE, Argument("CORNERS", NAME)), "Lay a triangle there, named by its corners."),
        Verb("lift", (_SITE,), "Take the top piece into the hand."),
        Verb("take", (Argument("PIECE", NAME),), "Take a piece out of a tray that is read, and hold it."),
        Verb("put", (), "Lay what is in the hand into its tray."),
        Verb("turn", (Argument("RIM", NAME), Argument("DEGREES", ANGLE)), "Turn a rim."),
        Verb(
            "press",
            (Argument("BUTTON", NAME), Argument("SECONDS", SECONDS, "0.12")),
            "Press a button, or hold it for SECONDS.",
        ),
    )
}
"""Verbs of the hands; faults are in `faults.FAULTS`."""

VERBS: Final[Mapping[str, Verb]] = {**HANDS, **{name: one.verb for name, one in FAULTS.items()}}


@dataclass(frozen=True, slots=True)
class Line:
    """One verb of a script at its instant; `number` counts lines from 1; `hand` 1 is the left one."""

    number: int
    at: Instant
    verb: str
    arguments: tuple[str, ...]
    hand: int = 0


def parse_script(text: str, origin: str) -> tuple[Line, ...]:
    """All lines in the order of the text; raises `ConfigurationError` naming every wrong line."""
    mistakes: list[Mistake] = []
    lines: list[Line] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        words = raw.split("#", 1)[0].split()
        if not words:
            continue
        problem = _problem(words, lines)
        if problem is None:
            hand = int(words[1] == LEFT)
            verb, *arguments = words[1 + hand :]
            lines.append(Line(number, Instant(round(float(words[0]) * 1e6)), verb, tuple(arguments), hand))
        else:
            mistakes.append(Mistake(f"{origin} line {number}", *problem))
    if mistakes:
        raise ConfigurationError(*mistakes)
    return tuple(lines)


def _problem(words: list[str], before: list[Line]) -> tuple[str, str] | None:
    """What is wrong with a line, and the remedy."""
    try:
        seconds = float(words[0])
    except ValueError:
        return f"'{words[0]}' is no time", "Begin with seconds since the start, like 1.5 drop Ab2 white."
    if not 0 <= seconds <= LONGEST:
        return f"{words[0]} seconds", f"Write a time from 0 to {LONGEST:.0f}."
    if before and round(seconds * 1e6) < before[-1].at:
        return f"{words[0]} lies before the line above", "Write lines in the order of time."
    left = len(words) > 1 and words[1] == LEFT
    words = words[2:] if left else words[1:]
    if not words:
        return "has no verb", f"Verbs: {', '.join(HANDS)}, and the faults of docs/faults.md."
    verb, arguments = words[0], words[1:]
    if verb not in VERBS:
        return f"'{verb}' is no verb", nearest(verb, VERBS)
    if left and verb not in HANDS:
        return f"'{LEFT} {verb}' is no verb", "Only hands are left or right."
    try:
        VERBS[verb].read(arguments)
    except WordsError as error:
        return error.problem, error.remedy
    return None


def perform(line: Line, bench: SimulatedBench, now: Instant) -> Instant:
    """Hand one line to the bench; when its hand is done. A refusal names the line (`tag`).

    Raises `PlayerError` for what the bench can refuse at once.
    """
    if line.verb in FAULTS:
        inflict(bench, line.verb, line.arguments, now)
        return now
    hands, words = bench.hands, line.arguments
    more: dict[str, Any] = {"hand": line.hand, "tag": line.number}
    verbs: dict[str, Callable[[], Instant]] = {
        "drop": lambda: hands.drop(Site(words[0]), Piece(words[1]), now, **more),
        "tile": lambda: hands.drop(Site(words[0]), Piece(words[1]), now, **more),
        "lift": lambda: hands.lift(Site(words[0]), now, **more),
        "take": lambda: hands.take(Piece(words[0]), now, hand=line.hand),
        "put": lambda: hands.put_away(now, hand=line.hand),
        "turn": lambda: hands.turn(words[0], float(words[1]), now, **more),
        "press": lambda: hands.press(words[0], now, **more, held=_seconds(words[1:])),
    }
    return verbs[line.verb]()


def _seconds(words: Sequence[str]) -> Duration | None:
    return Duration(round(float(words[0]) * SECOND)) if words else None
