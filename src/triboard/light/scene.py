"""A scene gives each lit place a role; palette, animation and rendering turn roles into bytes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NewType

from triboard.units import Instant, Piece

Target = NewType("Target", str)
"""A place that has a pixel: a site (`Ab2`), a seat (`seat:0`) or a button (`button:OK`)."""


START: Final = Instant(0)


class Role(Enum):
    """What a light means; each role differs from every other by more than hue."""

    TARGET = "target"  # you may put a piece here
    SEEN = "seen"  # the move is understood, not yet on disk
    SOURCE = "source"  # the last move, kept on disk; or a piece that may move
    CLAIMABLE = "claimable"  # on a line that scored
    MISSED = "missed"  # on a line whose points were not called
    WRONG = "wrong"  # remove this
    WANTED = "wanted"  # put the named piece here
    CHOICE = "choice"  # one of several moves this could be
    OPPONENT = "opponent"  # do this for me
    TURN = "turn"  # whose turn it is (seats, buttons that may be pressed)
    WAITING = "waiting"  # a seat or site that waits for the link, or an unfinished turn of a rim
    WINNER = "winner"
    ATTRACT = "attract"


@dataclass(frozen=True, slots=True)
class Glow:
    """The role of one place, with the piece whose colour it takes (`None`: the role's own colour).

    `beats`: how often a steady light dips, group by group, to tell which pieces it is for: (1, 3) is once,
    then three times.
    """

    role: Role
    piece: Piece | None = None
    beats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A completed line that lights up place by place; runs of one scene follow one another."""

    places: tuple[Target, ...]
    piece: Piece | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Roles of all lit places at one moment; dark places are absent.

    `since` is when the runs began, so that they start from their first place; runs lie over glows. `raw` are
    wire values of single pixels, for tests of the strip; they lie over everything. `level` is the part of the
    light that the whole scene may have.
    """

    glows: Mapping[Target, Glow] = field(default_factory=dict)
    runs: tuple[Run, ...] = ()
    since: Instant = START
    raw: Mapping[int, tuple[int, int, int]] = field(default_factory=dict)
    level: float = 1.0


DARK = Scene()
