"""The rules in a few pictures: real positions, reached by legal moves, for a screen beside the board.

Nothing is drawn here and nothing is said: a picture has a code, which the page turns into a sentence in its
language, and a position, which the page draws with the same scene as the board itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from triboard.board.definition import Board
from triboard.session.manners import Manners
from triboard.units import Site

OPENED: Final = "{opened}"
"""In the moves of a picture: the cell in the middle of the board, whose name depends on its size."""


@dataclass(frozen=True, slots=True)
class RulePicture:
    """One step: what stands where (bottom first), how the rims stand, where a piece may go, what scores."""

    code: str
    stacks: Mapping[Site, tuple[str, ...]]
    rims: tuple[int, ...]
    targets: tuple[Site, ...]
    line: tuple[Site, ...]
    points: int
    """What the line is worth; 0 where lines are not counted."""
    here: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    """How a picture comes about; `targets`: whether to show where the next piece may go."""

    code: str
    moves: tuple[str, ...]
    options: Mapping[str, Any]
    targets: bool = False
    line: tuple[str, ...] = ()
    when: Mapping[str, Any] | None = None


_THREE: Final = {"players": 3}
_LIGHT: Final = {"starter": "light"}
_PAIR: Final = {"mode": "pair-impair"}

_STEPS: Final[Mapping[str, tuple[_Step, ...]]] = {
    "ttt3d": (
        _Step("ttt3d-place", ("w@Bb2",), _THREE, targets=True),
        _Step("ttt3d-five", ("w@Aa1", "k@Ca3", "r@Bc3", "w@Ab1", "k@Cc1", "r@Ab3", "w@Ac1"), _THREE),
        _Step("ttt3d-one", ("w@Aa1", "k@Bb2", "r@Cc3"), _THREE),
        _Step("ttt3d-rim", ("w@Ac1", "k@Bb2", "r@Cc3", "A+"), {**_THREE, "rims": True}, when={"rims": True}),
    ),
    "troika": (
        _Step("troika-lay", ("Wl@b2",), _LIGHT),
        _Step("troika-cover", ("Wl@b2", "Km@b2"), _LIGHT),
        _Step("troika-win", ("Wl@a1", "Gm@c3", "Wm@b1", "Kl@a3", "Ws@c1"), _LIGHT),
    ),
    "trike": (
        _Step("trike-open", (OPENED,), {}),
        _Step("trike-move", (OPENED,), {}, targets=True),
        _Step("trike-end", ("b1", "b2", "a1"), {}),
    ),
    "trioker": (
        _Step("trioker-lay", ("U3,3:001",), _PAIR, targets=True),
        _Step("trioker-corners", ("U3,3:001", "D3,2:003", "D3,3:110"), _PAIR),
        _Step(
            "trioker-hexagon",
            ("U3,3:001", "D3,2:003", "D3,3:110", "U4,2:320", "D4,2:202", "U4,3:021"),
            _PAIR,
            line=("U3,3", "D3,2", "U4,2", "D4,2", "U4,3", "D3,3"),
            when=_PAIR,
        ),
    ),
}


def rule_pictures(board: Board, manners: Manners, options: Mapping[str, Any]) -> tuple[RulePicture, ...]:
    """The pictures for the game that is played with these options at this board.

    Those that do not belong to it are left out: rims that do not turn, and the hexagon of Pair-Impair in the
    other games of Trioker.
    """
    game = manners.game
    asked = {name: option.default for name, option in game.options.items()} | dict(options)
    sites = {site.site for site in board.sites}
    found = []
    for step in _STEPS.get(game.name, ()):
        if any(asked.get(name) != value for name, value in (step.when or {}).items()):
            continue
        if (picture := _picture(step, board, manners, asked)) is None:
            continue
        if {*picture.stacks, *picture.targets, *picture.line} <= sites:
            found.append(picture)
    return tuple(found)


def _picture(step: _Step, board: Board, manners: Manners, asked: Mapping[str, Any]) -> RulePicture | None:
    """The step played; `None` where this board is too small for it."""
    game = manners.game
    size = {"size": asked["size"]} if "size" in asked else {}
    state, before, move = game.start({**step.options, **size}), None, None
    rows = asked.get("size")
    for text in step.moves:
        wanted = _middle(int(rows)) if text == OPENED and isinstance(rows, int) else text
        legal = {game.format_move(one): one for one in game.legal_moves(state)}
        if wanted not in legal:
            return None
        before, move = state, legal[wanted]
        state = game.play(state, move)
    position = game.position(state)
    targets = manners.targets(state) if step.targets else ()
    lines = [line for line in manners.lines(state, before) if not line.missed]
    described = manners.describe(before, move)
    return RulePicture(
        code=step.code,
        stacks={site: tuple(map(str, stack)) for site, stack in position.pieces.items() if stack},
        rims=tuple(map(int, position.rims)) or (0,) * len(board.rims),
        targets=tuple(targets),
        line=tuple(map(Site, step.line)) or (lines[0].sites if lines else ()),
        points=lines[0].points if lines and game.scores(state) is not None else 0,
        here=tuple(described.sites),
    )


def _middle(size: int) -> str:
    """A cell in the middle of a Trike board of this side: row by letter, place from 1."""
    row = (size + 1) // 2
    return f"{'abcdefghijklmnopqrstuvwxyz'[row - 1]}{(row + 1) // 2}"
