"""Names of pieces and players in sentences.

Their words carry a meaning, the kind of piece, for languages in which a colour bends with it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from triboard.phrases import Meaning, Message, Said, Words
from triboard.units import Piece

PIECES: Final[Mapping[str, Message]] = {
    # alone, on the page
    "white": Meaning("piece", "white"),
    "black": Meaning("piece", "black"),
    "red": Meaning("piece", "red"),
    "blue": Meaning("piece", "blue"),
    "green": Meaning("piece", "green"),
    "yellow": Meaning("piece", "yellow"),
    "pawn": "pawn",
    # balls
    "ball": "{colour} ball",
    "ball-white": Meaning("ball", "white"),
    "ball-black": Meaning("ball", "black"),
    "ball-red": Meaning("ball", "red"),
    "ball-blue": Meaning("ball", "blue"),
    "ball-green": Meaning("ball", "green"),
    # pyramids
    "pyramid-small": "small {colour} pyramid",
    "pyramid-medium": "medium {colour} pyramid",
    "pyramid-large": "large {colour} pyramid",
    "pyramid-white": Meaning("pyramid", "white"),
    "pyramid-yellow": Meaning("pyramid", "yellow"),
    "pyramid-red": Meaning("pyramid", "red"),
    "pyramid-green": Meaning("pyramid", "green"),
    "pyramid-blue": Meaning("pyramid", "blue"),
    "pyramid-black": Meaning("pyramid", "black"),
    # checkers, tiles
    "checker": "{colour} checker",
    "checker-black": Meaning("checker", "black"),
    "checker-white": Meaning("checker", "white"),
    "tile": "{corners} tile",
    # who plays
    "player-white": Meaning("player", "White"),
    "player-black": Meaning("player", "Black"),
    "player-red": Meaning("player", "Red"),
    "player-blue": Meaning("player", "Blue"),
    "player-green": Meaning("player", "Green"),
    "player-light": Meaning("player", "Light"),
    "player-dark": Meaning("player", "Dark"),
    "player-pair": Meaning("player", "Pair"),
    "player-impair": Meaning("player", "Impair"),
    "player": "Player {number}",
    # a game; the others have names that are no words
    "3D tic-tac-toe": "3D tic-tac-toe",
    "two-colours": "{first}-{second}",
    "name-with-grade": "{name} ({grade})",
}


def kind_of(piece: Piece) -> Said:
    """A kind of piece by itself: `red`; one that only a board file knows is called as it is written there."""
    return Words(PIECES[piece]) if piece in PIECES else piece


def title_of(title: str) -> Said:
    """What a board is called, as far as it is a word."""
    return Words(PIECES[title]) if title in PIECES else title


def ball(colour: Piece) -> Words:
    """`red ball`."""
    return Words(PIECES["ball"], {"colour": ball_colour(colour)})


def ball_colour(colour: Piece) -> Said:
    """The colour of a ball: `red`."""
    return _colour("ball", colour)


def checker(colour: Piece) -> Words:
    """`black checker`."""
    return Words(PIECES["checker"], {"colour": _colour("checker", colour)})


def pyramid(size: str, colour: str) -> Words:
    """`large white pyramid`."""
    return Words(PIECES[f"pyramid-{size}"], {"colour": _colour("pyramid", colour)})


def tile(corners: Piece) -> Words:
    """`012 tile`."""
    return Words(PIECES["tile"], {"corners": corners})


def player(names: Sequence[str]) -> Words:
    """Whoever plays these colours or this side: `White`, `Red-Blue`, `Light`."""
    said = Words(PIECES[f"player-{names[0]}"])
    for name in names[1:]:
        said = Words(PIECES["two-colours"], {"first": said, "second": Words(PIECES[f"player-{name}"])})
    return said


def numbered(number: int) -> Words:
    """`Player 2`."""
    return Words(PIECES["player"], {"number": number})


def with_grade(name: Said, grade: Said) -> Words:
    """An opponent: `Dark (Expert)`."""
    return Words(PIECES["name-with-grade"], {"name": name, "grade": grade})


def _colour(kind: str, colour: str) -> Said:
    return Words(PIECES[f"{kind}-{colour}"]) if f"{kind}-{colour}" in PIECES else colour
