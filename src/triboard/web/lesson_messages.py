"""What pages ask for in a lesson, checked once; `web.messages` takes it in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.errors import PlayerError
from triboard.lessons.task import Rung
from triboard.units import Site
from triboard.web.learning_messages import rung_of

LONGEST_SITE: Final = 32


@dataclass(frozen=True, slots=True)
class Vote:
    """A spectator wants the next piece on this site."""

    site: Site


@dataclass(frozen=True, slots=True)
class BeginLesson:
    """A lesson slot begins; with a `lesson` the board sets tasks of the ladder, from this rung on."""

    teams: int
    minutes: int
    lesson: Rung | None = None


@dataclass(frozen=True, slots=True)
class EndLesson:
    """The bell."""


@dataclass(frozen=True, slots=True)
class KeepFind:
    """The last move is the best find."""


LessonRequest = BeginLesson | EndLesson | KeepFind


def parse_vote(message: Mapping[str, object]) -> Vote:
    """A vote; raises `PlayerError`."""
    site = message.get("site")
    if not isinstance(site, str) or not 0 < len(site) <= LONGEST_SITE or not site.isprintable():
        raise PlayerError(f'"site" must be a name of 1 to {LONGEST_SITE} characters.')
    return Vote(Site(site))


def parse_lesson(message: Mapping[str, object]) -> LessonRequest:
    """What the teacher asks for; raises `PlayerError`."""
    match message.get("action"):
        case "begin":
            name = message.get("lesson")
            rung = None if name is None else rung_of(name, "lesson")
            return BeginLesson(_number(message, "teams", 4), _number(message, "minutes", 10), rung)
        case "end":
            return EndLesson()
        case "keep":
            return KeepFind()
        case _:
            raise PlayerError('"action" must be begin, end or keep.')


def _number(message: Mapping[str, object], key: str, default: int) -> int:
    value = message.get(key, default)
    if type(value) is not int or not 0 <= value <= 1000:
        raise PlayerError(f'"{key}" must be a whole number.')
    return value
