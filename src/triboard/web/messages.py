"""What a page may ask for: one JSON object a message, checked once, here, and frozen from then on."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.lessons.task import Rung
from triboard.opponents.engine import Grade
from triboard.session.help_levels import Help
from triboard.session.rivals import Terms
from triboard.units import Duration, Piece, Seat, Site
from triboard.web.terms import MessageId as MessageId
from triboard.web.terms import RefusedError as RefusedError
from triboard.web.terms import grade_in, help_in, patience_in, rung_in, seat_in, terms_in

LARGEST_MESSAGE: Final = 4096
"""Characters; the longest honest message is under 200."""

LONGEST_NAME: Final = 32
"""Characters of the name of a site, piece, rim, button or option."""

LARGEST_TURN: Final = 720.0
"""Degrees a hand turns a rim in one go."""

MOST_OPTIONS: Final = 16

MOST_ARGUMENTS: Final = 4

MOST_PIECES: Final = 24
"""On each other; the tallest honest stack has 18."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The simulated hand puts a piece into a hole."""

    site: Site
    piece: Piece


@dataclass(frozen=True, slots=True)
class Lift:
    """The simulated hand takes the topmost piece out of a hole."""

    site: Site


@dataclass(frozen=True, slots=True)
class Take:
    """The simulated hand takes a piece out of its tray and holds it."""

    piece: Piece


@dataclass(frozen=True, slots=True)
class Put:
    """The simulated hand lays what it holds into the trays."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The simulated hand turns a rim, in degrees clockwise seen from above."""

    rim: str
    degrees: float


@dataclass(frozen=True, slots=True)
class Press:
    """A button is pressed."""

    button: str


@dataclass(frozen=True, slots=True)
class NewGame:
    """Another game is wanted; absent options stay as they are, `None` leaves one to the game again.

    `terms`: who plays and with what clock, where the page says so."""

    options: Mapping[str, str | int | bool | None]
    terms: Terms | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    """An opponent of a grade takes a seat, or a person does (`None`)."""

    seat: Seat
    grade: Grade | None


@dataclass(frozen=True, slots=True)
class Aid:
    """A seat is helped so much from now on."""

    seat: Seat
    level: Help


@dataclass(frozen=True, slots=True)
class Wait:
    """The board looks on for so long in a puzzle without a way before it warns; `None`: it never does."""

    patience: Duration | None


@dataclass(frozen=True, slots=True)
class Learn:
    """Somebody wants a lesson from this rung of the ladder on."""

    rung: Rung


@dataclass(frozen=True, slots=True)
class Override:
    """Whether a person may move for the opponents."""

    on: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The page wants the newest view and light again."""


@dataclass(frozen=True, slots=True)
class Read:
    """Whoever looks at this page reads this language; `None`: that of the board."""

    language: str | None


@dataclass(frozen=True, slots=True)
class Speak:
    """The board speaks this language from now on, to all who did not choose their own."""

    language: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Something on the simulated bench breaks: its name in the fault list, and arguments as in a script."""

    fault: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Enter:
    """Somebody says what stands on a site whose sensor cannot be read; bottom first."""

    site: Site
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody wants to play from this page and enters the code of the game."""

    code: str


@dataclass(frozen=True, slots=True)
class Lend:
    """Somebody takes care of the board: the opening check (`selftest`) or the `calibration`, some of its
    steps or all; `interrupt` a game under way."""

    kind: str
    steps: tuple[int, ...] = ()
    interrupt: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the answers that the round of care offers."""

    answer: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The board is given back to its game."""


@dataclass(frozen=True, slots=True)
class Adopt:
    """The controller that answers is the right one from now on, whatever was written down."""


Care = Lend | Answer | TakeBack | Adopt

Request = (
    Drop
    | Lift
    | Take
    | Put
    | Turn
    | Press
    | NewGame
    | Sit
    | Aid
    | Wait
    | Learn
    | Override
    | Snapshot
    | Read
    | Speak
    | Fault
    | Enter
    | Lend
    | Answer
    | TakeBack
    | Adopt
    | Join
)

CARE: Final = ("selftest", "calibration")
MOST_STEPS: Final = 16


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
    except RefusedError as refused:
        raise RefusedError(str(refused), message_id) from None


def _request(message: Mapping[str, object]) -> Request:
    match message.get("type"):
        case "hand":
            return _hand(message)
        case "press":
            return Press(_name(message, "button"))
        case "new":
            return NewGame(_options(message.get("options")), terms_in(message))
        case "seat":
            return Sit(seat_in(message.get("seat")), grade_in(message.get("grade")))
        case "help":
            return Aid(seat_in(message.get("seat")), help_in(message.get("level")))
        case "patience":
            return Wait(patience_in(message.get("seconds")))
        case "lesson":
            return Learn(rung_in(message.get("rung")))
        case "override":
            if not isinstance(on := message.get("on"), bool):
                raise RefusedError('"on" must be true or false.')
            return Override(on)
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
        case _:
            raise RefusedError(
                '"type" must be hand, press, new, seat, help, patience, lesson, override, fault, enter, '
                "care, join, read, speak or snapshot."
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
