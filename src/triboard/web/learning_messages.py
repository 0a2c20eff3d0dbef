"""What a page asks for on behalf of somebody who learns: a task of the ladder, help for a seat, patience."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.errors import PlayerError
from triboard.lessons.task import Rung
from triboard.session.help_levels import Help
from triboard.session.rivals import MOST_PATIENCE
from triboard.units import SECOND, Duration, Seat

MOST_SEATS: Final = 5


@dataclass(frozen=True, slots=True)
class Learn:
    """Somebody wants the tasks of the lessons from this rung of the ladder on."""

    rung: Rung


@dataclass(frozen=True, slots=True)
class Aid:
    """A seat is helped so much from now on."""

    seat: Seat
    level: Help


@dataclass(frozen=True, slots=True)
class Wait:
    """The board looks on for so long in a puzzle without a way before it warns; `None`: it never does."""

    patience: Duration | None


def parse_learn(message: Mapping[str, object]) -> Learn:
    """A rung by its word, the first one where none is named; raises `PlayerError`."""
    return Learn(rung_of(message.get("rung", Rung.SEE.word), "rung"))


def rung_of(word: object, key: str) -> Rung:
    """A rung by its word under this key of a message; raises `PlayerError`."""
    words = {rung.word: rung for rung in Rung}
    if not isinstance(word, str) or word not in words:
        raise PlayerError(f'"{key}" must be one of {", ".join(words)}.')
    return words[word]


def parse_aid(message: Mapping[str, object]) -> Aid:
    """A seat and its level of help; raises `PlayerError`."""
    seat, level = seat_of(message.get("seat")), message.get("level")
    if type(level) is not int or level not in set(Help):
        raise PlayerError(f'"level" must be a number from 0 to {max(Help)}.')
    return Aid(seat, Help(level))


def seat_of(value: object) -> Seat:
    """The number of a seat; raises `PlayerError`."""
    if type(value) is not int or not 0 <= value < MOST_SEATS:
        raise PlayerError(f'"seat" must be a number from 0 to {MOST_SEATS - 1}.')
    return Seat(value)


def parse_wait(message: Mapping[str, object]) -> Wait:
    """Seconds, or `null` for ever; raises `PlayerError`."""
    seconds = message.get("seconds")
    if seconds is None:
        return Wait(None)
    if type(seconds) is not int or not 0 <= seconds * SECOND <= MOST_PATIENCE:
        raise PlayerError(f'"seconds" must be a number from 0 to {MOST_PATIENCE // SECOND}, or null.')
    return Wait(Duration(seconds * SECOND))
