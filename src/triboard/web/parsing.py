"""What a page sends, checked once: one JSON object a message becomes one of `web.messages`."""

import json
from collections.abc import Mapping

from triboard.errors import ConfigurationError, PlayerError
from triboard.opponents.engine import Grade
from triboard.session.clock import ClockTerms
from triboard.session.rivals import Terms
from triboard.units import Piece, Seat, Site
from triboard.web.learning_messages import MOST_SEATS, parse_aid, parse_learn, parse_wait, seat_of
from triboard.web.lesson_messages import parse_lesson, parse_vote
from triboard.web.messages import (
    CARE,
    LARGEST_MESSAGE,
    LARGEST_TURN,
    LONGEST_NAME,
    MOST_ARGUMENTS,
    MOST_OPTIONS,
    MOST_PIECES,
    MOST_STEPS,
    Adopt,
    Answer,
    Drop,
    Enter,
    Fault,
    Join,
    Lend,
    Lift,
    MessageId,
    Mute,
    NewGame,
    Override,
    Press,
    Put,
    Read,
    RefusedError,
    Request,
    Sit,
    Snapshot,
    Speak,
    Stay,
    Take,
    TakeBack,
    Turn,
)


def parse(text: str | bytes) -> tuple[Request, MessageId]:
    """The request in `text` and the id that the page gave it; raises `RefusedError`, never anything else."""
    if isinstance(text, bytes):
        raise RefusedError("Messages are text, not binary.")
    if len(text) > LARGEST_MESSAGE:
        raise RefusedError(f"The message is too large: {len(text)} characters, at most {LARGEST_MESSAGE}.")
    try:
        message = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise RefusedError("The message is not JSON.") from None
    if not isinstance(message, dict):
        raise RefusedError('The message must be one JSON object, for example {"type": "snapshot"}.')
    message_id = message.get("id")
    if isinstance(message_id, str):
        message_id = message_id[:LONGEST_NAME]
    elif isinstance(message_id, bool) or not isinstance(message_id, int):
        message_id = None
    try:
        return _request(message), message_id
    except PlayerError as refused:
        raise RefusedError(str(refused), message_id) from None


def _request(message: Mapping[str, object]) -> Request:
    match message.get("type"):
        case "hand":
            return _hand(message)
        case "press":
            return Press(_name(message, "button"))
        case "new":
            return NewGame(_options(message.get("options")), _terms(message))
        case "seat":
            return Sit(seat_of(message.get("seat")), _grade(message.get("grade")))
        case "learn":
            return parse_learn(message)
        case "help":
            return parse_aid(message)
        case "patience":
            return parse_wait(message)
        case "override":
            return Override(_on(message))
        case "mute":
            return Mute(_on(message))
        case "stay":
            return Stay()
        case "snapshot":
            return Snapshot()
        case "read":
            return Read(None if message.get("language") is None else _name(message, "language"))
        case "speak":
            return Speak(_name(message, "language"))
        case "fault":
            return Fault(_name(message, "fault"), _arguments(message.get("arguments")))
        case "enter":
            return Enter(Site(_name(message, "site")), _pieces(message.get("pieces")))
        case "care":
            return _care(message)
        case "join":
            return Join(_name(message, "code"))
        case "vote":
            return parse_vote(message)
        case "lesson":
            return parse_lesson(message)
        case _:
            raise RefusedError(
                '"type" must be hand, press, new, seat, learn, help, patience, override, mute, stay, fault, '
                "enter, care, join, read, speak, vote, lesson or snapshot."
            )


def _care(message: Mapping[str, object]) -> Request:
    match message.get("action"):
        case "begin":
            kind, steps = message.get("kind"), message.get("steps", [])
            if not isinstance(kind, str) or kind not in CARE:
                raise RefusedError('"kind" must be selftest or calibration.')
            if (
                not isinstance(steps, list)
                or len(steps) > MOST_STEPS
                or any(type(one) is not int for one in steps)
            ):
                raise RefusedError('"steps" must be a list of numbers of steps, from 0.')
            return Lend(kind, tuple(steps), message.get("interrupt") is True)
        case "answer":
            return Answer(_name(message, "answer"))
        case "stop":
            return TakeBack()
        case "adopt":
            return Adopt()
        case _:
            raise RefusedError('"action" must be begin, answer, stop or adopt.')


def _terms(message: Mapping[str, object]) -> Terms | None:
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
        grade = _grade(number)
        if grade is not None:
            rivals[seat_of(int(seat) if seat.isdecimal() and len(seat) == 1 else None)] = grade
    if clock is None:
        return Terms(rivals)
    try:
        return Terms(rivals, ClockTerms.parse(str(clock)))
    except ConfigurationError as error:
        raise RefusedError(str(error)) from None


def _grade(value: object) -> Grade | None:
    """A grade; `None` for a person."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value not in set(Grade):
        raise RefusedError(f'"grade" must be a number from 1 to {len(Grade)}, or null for a person.')
    return Grade(value)


def _hand(message: Mapping[str, object]) -> Request:
    match message.get("verb"):
        case "drop":
            return Drop(Site(_name(message, "site")), Piece(_name(message, "piece")))
        case "lift":
            return Lift(Site(_name(message, "site")))
        case "take":
            return Take(Piece(_name(message, "piece")))
        case "put":
            return Put()
        case "turn":
            return Turn(_name(message, "rim"), _degrees(message.get("degrees")))
        case _:
            raise RefusedError('"verb" must be drop, lift, take, put or turn.')


def _name(message: Mapping[str, object], key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str) or not _named(value):
        raise RefusedError(f'"{key}" must be a name of 1 to {LONGEST_NAME} characters.')
    return value


def _named(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable()


def _pieces(value: object) -> tuple[Piece, ...]:
    if not isinstance(value, list) or len(value) > MOST_PIECES or not all(map(_named, value)):
        raise RefusedError(f'"pieces" must be a list of at most {MOST_PIECES} names, bottom first.')
    return tuple(map(Piece, value))


def _arguments(value: object) -> tuple[str, ...]:
    """Words of a script's line: texts without spaces, or numbers."""
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > MOST_ARGUMENTS:
        raise RefusedError(f'"arguments" must be a list of at most {MOST_ARGUMENTS} texts or numbers.')
    words = []
    for one in value:
        if isinstance(one, bool) or not isinstance(one, str | int | float):
            raise RefusedError('"arguments" must be texts or numbers.')
        word = str(one)
        if not 0 < len(word) <= LONGEST_NAME or not word.isprintable() or " " in word:
            raise RefusedError(f"An argument must be one word of 1 to {LONGEST_NAME} characters.")
        words.append(word)
    return tuple(words)


def _degrees(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST_TURN:
        raise RefusedError(f'"degrees" must be a number from -{LARGEST_TURN:.0f} to {LARGEST_TURN:.0f}.')
    return float(value)


def _on(message: Mapping[str, object]) -> bool:
    if not isinstance(on := message.get("on"), bool):
        raise RefusedError('"on" must be true or false.')
    return on


def _options(value: object) -> Mapping[str, str | int | bool | None]:
    if value is None:
        return {}
    if not isinstance(value, dict) or len(value) > MOST_OPTIONS:
        raise RefusedError(f'"options" must be an object with at most {MOST_OPTIONS} entries.')
    options: dict[str, str | int | bool | None] = {}
    for name, setting in value.items():
        if len(name) > LONGEST_NAME or not isinstance(setting, str | int | bool | None):
            raise RefusedError("An option must be a text, a whole number, true, false or null.")
        if isinstance(setting, str) and len(setting) > LONGEST_NAME:
            raise RefusedError(f'The option "{name}" is longer than {LONGEST_NAME} characters.')
        options[name] = setting
    return options


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
