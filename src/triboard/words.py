"""Every sentence a person reads, by stable code, in one catalogue a language."""

from collections.abc import Mapping
from typing import Final

Detail = str | int

ENGLISH: Final[Mapping[str, str]] = {
    # guidance, one step at a time
    "move-piece": "Move the {thing} from {source} to {target}.",
    "remove-piece": "Take the {thing} out of {site}.",
    "remove-something": "Take out what stands in {site}.",
    "put-piece": "Put the {thing} into {site}.",
    "turn-rim": "Turn the rim of shelf {rim} {times} {way}.",
    "once": "one quarter turn",
    "twice": "two quarter turns",
    "clockwise": "clockwise",
    "counter-clockwise": "counter-clockwise",
    # why
    "not-yours": "The next {kind} must be {due}. This one is {piece}.",
    "several-moves": "This could be more than one move. Take one of them back.",
    "undone": "Taken back. Now let the board follow.",
    "taken-back": "The last move is taken back.",
    "rim-between": "The rim of shelf {rim} stands between two resting places. Turn it on, or back.",
    "rim-lost": "Turn the rim of shelf {rim} once all the way round, so that the board knows how it stands.",
    "unknown-reading": "The sensor of {site} cannot tell what is there.",
    # set-up and end
    "rule": "{text}",
    "clear-board": "Take all {kind}s off the board to begin.",
    "ready": "Ready. {due} begins.",
    "resumed": "The unfinished game goes on. {prompt}",
    "finished": "The game is over. Press OK or clear the board for the next one.",
    "ask-new": "A game is not finished. OK starts a new one, UNDO keeps this one.",
    "ask-cleared": "The board is empty, the game not finished. OK starts a new one; or put the {kind}s back.",
    "kept-on": "The game goes on.",
    "nothing-to-undo": "There is nothing to undo.",
    "nothing-to-confirm": "There is nothing to confirm.",
    "bad-options": "{problem}",
    "button-idle": "{button} does nothing in this game.",
    # calling
    "called": "{name} calls {fives} × five and {ones} × one so far. OK or the next move closes it.",
    "no-window": "There are no points to call now.",
    "called-enough": "Nobody can make more than 13 of a kind in one turn.",
    "call-last": "The last ball is in. {name} may call points now; OK closes the call.",
    "hint-decline": "Leave the rims alone",
    "hint-close": "Close the call",
    "hint-five": "Call a five ({count} so far)",
    "hint-one": "Call a one ({count} so far)",
    "hint-undo": "Take the last move back",
    "hint-new": "New game",
    "hint-next": "Next game",
    "hint-yes": "Yes",
    "hint-no": "No, go on",
    # link and storage
    "link-lost": "The board is not connected. Check its cable; the game waits.",
    "link-up": "Board connected.",
    "searching": "Looking for the board.",
    "not-saved-yet": "Not saved yet: the card is slow. Play goes on.",
    "not-saved": "The game cannot be saved ({reason}). Play goes on.",
    # moves
    "placed": "{name} put a {piece} ball into {site}.",
    "turned": "{name} turned the rim of shelf {rim} {way}.",
    "declined": "{name} left the rims alone.",
    "call-made": "{name} called {fives} × five and {ones} × one.",
    "line-five": "Five points: {sites}.",
    "line-one": "One point: {sites}.",
    "line-missed": "Missed: {sites} ({points}).",
    "to-play": "{due} to play.",
    "to-play-or-turn": "{due} to play a ball or turn a rim.",
    "to-play-piece": "{due} to play a {piece} ball.",
    "to-play-piece-or-turn": "{due} to play a {piece} ball or turn a rim.",
    "may-turn": "{due} may turn a rim, or press OK.",
    "wins": "{name} wins with {points} points.",
    "shared": "{name} share the win with {points} points each.",
    # colours
    "white": "white",
    "black": "black",
    "red": "red",
    "blue": "blue",
    "green": "green",
    "ball": "ball",
}


def say(code: str, details: Mapping[str, Detail]) -> str:
    """The sentence of a code with its details filled in; raises `KeyError` for a code without one."""
    return ENGLISH[code].format(**details)


def join(names: list[str]) -> str:
    """Names in a sentence: `White`, `White and Red`, `White, Red and Blue`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
