"""What can happen to a session. Every event carries its instant; chance and time are inputs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from triboard.board.readings import Observation
from triboard.lessons.task import Rung
from triboard.opponents.engine import Grade
from triboard.phrases import Said
from triboard.session.help_levels import Help
from triboard.session.house import House
from triboard.session.rivals import Problem, Terms
from triboard.units import Duration, Instant, Seat


@dataclass(frozen=True, slots=True)
class BoardTouched:
    """The observation changed and has not settled: may change light, never the game."""

    at: Instant
    observation: Observation


@dataclass(frozen=True, slots=True)
class BoardSettled:
    """The observation has lain still for the board's settle time."""

    at: Instant
    observation: Observation


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button on the board or its likeness on the page."""

    at: Instant
    button: str


@dataclass(frozen=True, slots=True)
class ButtonHeld:
    """A button on the board has been down for long (`board.buttons.LONG`); its press has counted before."""

    at: Instant
    button: str


@dataclass(frozen=True, slots=True)
class NewGameAsked:
    """Somebody asks for a game with these options over the present ones; `None` asks for the next game.
    `terms`: who plays and with what clock; `None` leaves that as it is."""

    at: Instant
    options: Mapping[str, Any] | None = None
    terms: Terms | None = None


@dataclass(frozen=True, slots=True)
class Thrown:
    """The result of a throw that the session asked for."""

    at: Instant
    result: int


@dataclass(frozen=True, slots=True)
class SeatAsked:
    """Somebody wants an opponent of this grade to play a seat from now on, or a person (`None`)."""

    at: Instant
    seat: Seat
    grade: Grade | None


@dataclass(frozen=True, slots=True)
class HelpAsked:
    """Somebody wants a seat to be helped so much from now on."""

    at: Instant
    seat: Seat
    level: Help


@dataclass(frozen=True, slots=True)
class LessonAsked:
    """Somebody wants a lesson that begins on this rung, with the task of this number."""

    at: Instant
    rung: Rung = Rung.SEE
    start: int = 0


@dataclass(frozen=True, slots=True)
class OverrideAsked:
    """Whether a person may move for the opponents, whatever they want."""

    at: Instant
    on: bool


@dataclass(frozen=True, slots=True)
class OpponentChose:
    """An engine's answer to `request`: text of its move, and why, with the code of that. None is trusted."""

    at: Instant
    request: int
    move: str
    why: Said = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class WaysCounted:
    """In how many ways a puzzle can be finished: at least so many where it is not `exact`."""

    at: Instant
    request: int
    count: int
    exact: bool


@dataclass(frozen=True, slots=True)
class PatienceAsked:
    """How long the board looks on in a puzzle without a way before it warns; `None`: it never does."""

    at: Instant
    patience: Duration | None


@dataclass(frozen=True, slots=True)
class OpponentFailed:
    """An engine gave no answer to `request`."""

    at: Instant
    request: int
    problem: Problem


@dataclass(frozen=True, slots=True)
class LinkLost:
    """The controller cannot be reached."""

    at: Instant
    reason: str


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The controller answers; a full snapshot follows."""

    at: Instant
    rebooted: bool = False


@dataclass(frozen=True, slots=True)
class BoardLent:
    """Somebody takes care of the board: what happens to it from now on is not seen, until it settles anew."""

    at: Instant


@dataclass(frozen=True, slots=True)
class BoardReturned:
    """The board is seen again after it was out of order or closed: what was moved meanwhile is no move, until
    the board agrees once."""

    at: Instant


@dataclass(frozen=True, slots=True)
class Kept:
    """Of game `game` (`SessionState.serial`), the first `entries` journal entries are on disk."""

    at: Instant
    game: int
    entries: int


@dataclass(frozen=True, slots=True)
class StorageFailed:
    """The journal cannot be written; play goes on unsaved."""

    at: Instant
    reason: str


@dataclass(frozen=True, slots=True)
class StorageSlow:
    """An entry has waited longer than half a second to be kept."""

    at: Instant


@dataclass(frozen=True, slots=True)
class SomebodyThere:
    """A visitor did something beside the game (at a page): time begins anew, and nothing else happens."""

    at: Instant


@dataclass(frozen=True, slots=True)
class HouseChanged:
    """Whoever looks after the board wants it to behave like this from now on."""

    at: Instant
    house: House | None


@dataclass(frozen=True, slots=True)
class Tick:
    """The state's `deadline` has come."""

    at: Instant


Event = (
    BoardTouched
    | BoardSettled
    | ButtonPressed
    | ButtonHeld
    | NewGameAsked
    | Thrown
    | SeatAsked
    | HelpAsked
    | LessonAsked
    | OverrideAsked
    | OpponentChose
    | OpponentFailed
    | WaysCounted
    | PatienceAsked
    | LinkLost
    | LinkUp
    | BoardLent
    | BoardReturned
    | Kept
    | StorageFailed
    | StorageSlow
    | SomebodyThere
    | HouseChanged
    | Tick
)
