"""What a page may ask for: one frozen value a message; `web.parsing` reads them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.errors import PlayerError
from triboard.opponents.engine import Grade
from triboard.session.rivals import Terms
from triboard.units import Piece, Seat, Site
from triboard.web.learning_messages import Aid as Aid
from triboard.web.learning_messages import Learn as Learn
from triboard.web.learning_messages import Wait as Wait
from triboard.web.lesson_messages import LessonRequest, Vote

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

MessageId = int | str | None
"""What the page calls its message; comes back when the message is refused."""


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
class Override:
    """Whether a person may move for the opponents."""

    on: bool


@dataclass(frozen=True, slots=True)
class Mute:
    """Whether announcements are silent; for everybody at the board."""

    on: bool


@dataclass(frozen=True, slots=True)
class Stay:
    """Somebody is there, at the page."""


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
    | Mute
    | Stay
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
    | Vote
    | LessonRequest
)

CARE: Final = ("selftest", "calibration")
MOST_STEPS: Final = 16


class RefusedError(PlayerError):
    """A message that says nothing we know; the text tells the sender what was expected."""

    def __init__(self, text: str, message_id: MessageId = None) -> None:
        super().__init__(text)
        self.message_id = message_id
