"""What a page says of who plays and how: seats, grades, help, clock, a rung of the ladder."""

from collections.abc import Mapping
from typing import Final

from triboard.errors import ConfigurationError, PlayerError
from triboard.lessons.task import Rung
from triboard.opponents.engine import Grade
from triboard.session.clock import ClockTerms
from triboard.session.help_levels import Help
from triboard.session.rivals import Terms
from triboard.units import Seat

MOST_SEATS: Final = 5

MessageId = int | str | None
"""What the page calls its message; comes back when the message is refused."""


class RefusedError(PlayerError):
    """A message that says nothing we know; the text tells the sender what was expected."""

    def __init__(self, text: str, message_id: MessageId = None) -> None:
        super().__init__(text)
        self.message_id = message_id


def terms_in(message: Mapping[str, object]) -> Terms | None:
    """`opponents` and `clock` of a message; `None` where it speaks of neither."""
    if "opponents" not in message and "clock" not in message:
        return None
    opponents, clock = message.get("opponents"), message.get("clock")
    if opponents is None:
        opponents = {}
    if not isinstance(opponents, dict) or len(opponents) > MOST_SEATS:
        raise RefusedError('"opponents" must be an object of seats with grades, like {"1": 3}.')
    rivals: dict[Seat, Grade] = {}
    for seat, number in opponents.items():
        grade = grade_in(number)
        if grade is not None:
            rivals[seat_in(int(seat) if seat.isdecimal() and len(seat) == 1 else None)] = grade
    if clock is None:
        return Terms(rivals)
    try:
        return Terms(rivals, ClockTerms.parse(str(clock)))
    except ConfigurationError as error:
        raise RefusedError(str(error)) from None


def seat_in(value: object) -> Seat:
    """The number of a seat."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < MOST_SEATS:
        raise RefusedError(f'"seat" must be a number from 0 to {MOST_SEATS - 1}.')
    return Seat(value)


def grade_in(value: object) -> Grade | None:
    """A grade; `None` for a person."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value not in set(Grade):
        raise RefusedError(f'"grade" must be a number from 1 to {len(Grade)}, or null for a person.')
    return Grade(value)


def help_in(value: object) -> Help:
    """A level of help."""
    if isinstance(value, bool) or not isinstance(value, int) or value not in set(Help):
        raise RefusedError(f'"level" must be a number from 0 to {max(Help)}.')
    return Help(value)


def rung_in(value: object) -> Rung:
    """A rung of the ladder by its word; the first one where none is named."""
    words = {rung.word: rung for rung in Rung}
    if value is None:
        return Rung.SEE
    if not isinstance(value, str) or value not in words:
        raise RefusedError(f'"rung" must be one of {", ".join(words)}.')
    return words[value]
