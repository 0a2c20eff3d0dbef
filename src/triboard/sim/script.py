"""Scripts of hands: one line `SECONDS VERB ARGS`, seconds since the start; `#` begins a comment.

1.2 drop Ab2 white       3.1 turn B +90       5 unplug
2.0 lift Ab2             3.5 press OK         6 plug
2.5 put                  (lay what was lifted into its tray)
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from triboard.errors import ConfigurationError, Mistake
from triboard.fields import nearest
from triboard.sim.bench import SimulatedBench
from triboard.units import Instant, Piece, Site

ARGUMENTS: Final = {
    "drop": ("SITE", "PIECE"),
    "lift": ("SITE",),
    "put": (),
    "turn": ("RIM", "DEGREES"),
    "press": ("BUTTON",),
    "unplug": (),
    "plug": (),
}
"""Verbs and the names of their arguments."""

LONGEST: Final = 86_400.0  # seconds; a script of more than a day is a slip of the pen

MOST_DEGREES: Final = 3600.0  # ten full turns; each takes its time edge by edge


@dataclass(frozen=True, slots=True)
class Line:
    """One verb of a script at its instant; `number` counts lines from 1 for messages."""

    number: int
    at: Instant
    verb: str
    arguments: tuple[str, ...]


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
            lines.append(Line(number, Instant(round(float(words[0]) * 1e6)), words[1], tuple(words[2:])))
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
    if len(words) == 1:
        return "has no verb", f"Verbs: {', '.join(ARGUMENTS)}."
    verb, arguments = words[1], words[2:]
    if verb not in ARGUMENTS:
        return f"'{verb}' is no verb", nearest(verb, ARGUMENTS)
    wanted = ARGUMENTS[verb]
    if len(arguments) != len(wanted):
        return f"'{' '.join(words[1:])}' does not fit", f"Write: {verb} {' '.join(wanted)}".rstrip() + "."
    if verb == "turn" and not _is_angle(arguments[1]):
        limit = f"{MOST_DEGREES:.0f}"
        remedy = f"Write degrees, clockwise positive, like +90, from -{limit} to +{limit}."
        return f"'{arguments[1]}' is no angle", remedy
    return None


def _is_angle(word: str) -> bool:
    try:
        return abs(float(word)) <= MOST_DEGREES
    except ValueError:
        return False


def perform(line: Line, bench: SimulatedBench, now: Instant) -> Instant:
    """Hand one line to the bench; when its hand is done. A refusal names the line (`tag`)."""
    hands, arguments = bench.hands, line.arguments
    verbs: dict[str, Callable[[], Instant]] = {
        "drop": lambda: hands.drop(Site(arguments[0]), Piece(arguments[1]), now, tag=line.number),
        "lift": lambda: hands.lift(Site(arguments[0]), now, tag=line.number),
        "put": lambda: hands.put_away(now),
        "turn": lambda: hands.turn(arguments[0], float(arguments[1]), now, tag=line.number),
        "press": lambda: hands.press(arguments[0], now, tag=line.number),
        "unplug": lambda: _at_once(bench.unplug, now),
        "plug": lambda: _at_once(bench.plug, now),
    }
    return verbs[line.verb]()


def _at_once(action: Callable[[], None], now: Instant) -> Instant:
    action()
    return now
