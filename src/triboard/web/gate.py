"""Who may play from a page: whoever sits at this machine, and whoever knows the code of the game.

The code has six digits, is shown on screens at the board, and ends with the game. Wrong tries are slowed
down for each device; many wrong tries together change the code.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from triboard.phrases import Words, counted, phrase
from triboard.units import SECOND, Duration, Instant, after

DIGITS: Final = 6

FREE_TRIES: Final = 5
FIRST_WAIT: Final = Duration(60 * SECOND)
LONGEST_WAIT: Final = Duration(3600 * SECOND)

MOST_DEVICES: Final = 256
"""Devices whose wrong tries are remembered; the one that was quiet longest is forgotten first."""

MOST_WRONG: Final = 50
"""Wrong tries from anywhere until the code changes: a guess among so many hits once in 20 000."""


class Tries:
    """Wrong tries of one kind: five are free, then a minute's wait, twice as long after each further one."""

    def __init__(self) -> None:
        self._wrong = 0
        self._until = Instant(0)

    def wait(self, now: Instant) -> Duration:
        """How long nothing may be tried."""
        return Duration(max(0, self._until - now))

    def wrong(self, now: Instant) -> None:
        """One more was wrong."""
        self._wrong += 1
        if self._wrong >= FREE_TRIES:
            wait = FIRST_WAIT << min(self._wrong - FREE_TRIES, 20)
            self._until = after(now, Duration(min(wait, LONGEST_WAIT)))

    def right(self) -> None:
        """All is forgotten."""
        self._wrong, self._until = 0, Instant(0)


def in_words(wait: Duration) -> Words:
    """`Wait 2 minutes.`, rounded up."""
    seconds = -(-wait // SECOND)
    if seconds < 60:
        return counted("Wait {count} second.", "Wait {count} seconds.", seconds)
    return counted("Wait {count} minute.", "Wait {count} minutes.", -(-seconds // 60))


class PlayGate:
    """The code of the game that is being played, and its tries."""

    def __init__(self, below: Callable[[int], int], clock: Callable[[], Instant]) -> None:
        """`below(n)` gives secret chance."""
        self._below = below
        self._clock = clock
        self._game: int | None = None
        self._wrong = 0
        self._tries: OrderedDict[str, Tries] = OrderedDict()
        self.round = 0
        """Grows with every new game: what was allowed before is over."""
        self.code = self._fresh()

    def begin(self, game: int, *, keep: bool = False) -> bool:
        """The game of this number is played now; true if another was played before, and so the code is new.
        `keep`: a lesson goes on over several games, and its code with it."""
        before, self._game = self._game, game
        if before is None or before == game or keep:
            return False
        self.renew()
        return True

    def renew(self) -> None:
        """What was allowed before is over; there is another code."""
        self.round += 1
        self.code = self._fresh()
        self._wrong = 0

    def knock(self, device: str, code: str) -> Words | None:
        """Try a code; why not, in words, or `None` for the right one."""
        now = self._clock()
        tries = self._tries.pop(device, None) or Tries()
        self._tries[device] = tries
        while len(self._tries) > MOST_DEVICES:
            self._tries.popitem(last=False)
        if wait := tries.wait(now):
            return phrase("Too many wrong codes. {wait}", wait=in_words(wait))
        if "".join(code.split()) == self.code:
            tries.right()
            return None
        tries.wrong(now)
        self._wrong += 1
        if self._wrong >= MOST_WRONG:
            self._wrong = 0
            self.code = self._fresh()
        return phrase("This is not the code of the game. It is shown on the screen at the board.")

    def _fresh(self) -> str:
        return "".join(str(self._below(10)) for _ in range(DIGITS))
