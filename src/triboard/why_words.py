"""Why a move is good: what engines say, and what a hint says in terms of the rules, by stable code; `words`
takes them into its catalogue."""

from collections.abc import Mapping
from typing import Final

from triboard.phrases import Message, Plural

WHY: Final[Mapping[str, Message]] = {
    # what the move brings at once
    "because-wins": "It wins at once.",
    "because-out": "It is the last tile of the hand, and ends the game.",
    "because-points": Plural("It brings {count} point at once.", "It brings {count} points at once."),
    "because-turn": "It brings another turn.",
    # what others could do at once
    "because-stops": "Everything else loses by the next move at the latest.",
    "because-sound": "Most other moves lose by the next move at the latest.",
    "because-safe": "Most other moves would bring the next player points, another turn or the win at once.",
    "because-less": "Most other moves would bring the next player more at once.",
    "because-beaten": "Whatever is played loses by the next move at the latest.",
    "because-only": "It is the only move.",
    # what a search has found
    "because-forces": Plural(
        "It wins by force within {count} move, whatever the others do.",
        "It wins by force within {count} moves, whatever the others do.",
    ),
    "because-solved": "Played out to the end, it wins against everything.",
    "because-alone": "Everything else loses by force.",
    "because-holds": Plural(
        "The other side cannot force a win with its next {count} pyramid.",
        "The other side cannot force a win with its next {count} pyramids.",
    ),
    "because-drawn": "Played out to the end, it draws; nothing wins.",
    "because-lost": "Against best play the game is lost; this holds out.",
    "because-hopeless": "Against best play the game is lost, whatever is played.",
    "because-book": "Openings with a medium pyramid lose sooner.",
    "because-lead": Plural(
        "As far as {count} ball ahead, nothing leads to a better score.",
        "As far as {count} balls ahead, nothing leads to a better score.",
    ),
    "because-search": "Trial games from here bring it {percent} of 100 on average, where 100 is a sure win.",
    "because-any": "Nothing better is in sight.",
    # puzzles
    "because-ways": Plural(
        "From there {count} way leads to the end.", "From there {count} ways lead to the end."
    ),
    "because-many": Plural(
        "From there at least {count} way leads to the end.",
        "From there at least {count} ways lead to the end.",
    ),
    "because-a-way": "From there a way leads to the end.",
    "because-only-place": "It is the only place left for the {tile} tile.",
    "because-only-tile": "No other tile fits there.",
    "because-finishes": "It is the last tile of the outline.",
    "because-reopens": "With this tile out there is a way again.",
    "because-among-fewest": "It is one of the fewest tiles that must come out.",
    "because-first-out": "One tile is not enough: more must come out, and this is one of them.",
    # hints: what others could do, what the move makes
    "otherwise": "Otherwise: {threat}",
    "aim-troika": "It makes a troika and wins.",
    "aim-trike": "It traps the pawn, and most of the checkers round it are yours.",
    "aim-ttt3d": "It completes a line of your colour: five points.",
    "aim-trioker": "It completes a hexagon: another turn.",
    "merit-trike": Plural(
        "Then the pawn has {count} cell to go to, and {own} of the {all} checkers at it are yours.",
        "Then the pawn has {count} cells to go to, and {own} of the {all} checkers at it are yours.",
    ),
    "merit-troika-threat": "Next you could lay the {thing} on {site} and win.",
    "merit-troika-threats": "Next you could win with the {thing} on {site} or the {other} on {place}.",
    "merit-troika-covers": "It covers the {thing} on {site}.",
    "merit-troika-pair": "With the {other} on {place} it wants only the {thing}, which you still have.",
    "merit-troika-parts": Plural(
        "The rest of {count} troika with it is still in your hand or on top.",
        "The rest of {count} troikas with it is still in your hand or on top.",
    ),
    "merit-ttt3d-two": "Next a {thing} in {site} would make a line of yours: five points.",
    "merit-ttt3d-twos": "Next a {thing} in {site} or in {place} would make a line of yours: five points.",
    "merit-ttt3d-spoils": Plural(
        "It spoils {count} line in which another colour stood twice.",
        "It spoils {count} lines in which another colour stood twice.",
    ),
    "merit-ttt3d-lines": Plural(
        "{count} line through it can still become all of this colour.",
        "{count} lines through it can still become all of this colour.",
    ),
    "merit-trioker-gap": Plural(
        "{count} of your tiles fits the last gap of a hexagon, {site}, and none of the other side.",
        "{count} of your tiles fit the last gap of a hexagon, {site}, and none of the other side.",
    ),
    "merit-trioker-places": Plural(
        "Then {count} of your {all} tiles finds a place, and {theirs} of {number} of the other side.",
        "Then {count} of your {all} tiles find a place, and {theirs} of {number} of the other side.",
    ),
    "merit-trioker-action": "The cell says: {action}",
    "merit-trioker-hand": Plural(
        "Then {count} of the {all} tiles left to you finds a place.",
        "Then {count} of the {all} tiles left to you find a place.",
    ),
}
