"""What one connected page may do: watch always, play from here, with the game's code, or as whoever cares."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from triboard.phrases import Said, Words, phrase
from triboard.units import Instant
from triboard.web.gate import PlayGate
from triboard.web.invitation import Invitation
from triboard.web.lesson_messages import BeginLesson, EndLesson, KeepFind, Vote
from triboard.web.limits import MESSAGES_A_SECOND, MESSAGES_AT_ONCE, Bucket
from triboard.web.messages import Adopt, Answer, Fault, Lend, Request, TakeBack
from triboard.words import say

CARE_ONLY: Final = (Fault, Lend, Answer, TakeBack, Adopt, BeginLesson, EndLesson, KeepFind)
"""Messages of whoever is at the board or looks after it; the code of a game is not enough for them."""

ONLY_CARE: Final = phrase("Only at the board itself, or after entering its token at /care.")
ENTER_CODE: Final = phrase("To play from this device, enter the code that the screen at the board shows.")


class Reason(StrEnum):
    """Why a page may play."""

    HERE = "here"  # it is shown by this machine
    CARE = "care"  # its cookie says that it looks after the board
    CODE = "code"  # somebody entered the code of this game


@dataclass(slots=True)
class Rights:
    """The rights of one page. `device` is its address, in memory only."""

    gate: PlayGate
    device: str
    standing: Reason | None
    """`HERE` or `CARE`, for as long as the page is connected."""
    bucket: Bucket
    joined: int | None = field(default=None)

    @property
    def reason(self) -> Reason | None:
        """Why this page may play now; `None`: it may only watch."""
        if self.standing is not None:
            return self.standing
        return Reason.CODE if self.joined == self.gate.round else None

    def against(self, request: Request, *, lesson: bool = False) -> Said | None:
        """Why this page may not ask for this now, in words; `None`: it may. During a lesson the code of the
        game lets a whole class vote, and nobody of it play."""
        if self.reason is None:
            return ENTER_CODE
        if lesson and self.standing is None and not isinstance(request, Vote):
            return say("lesson-votes", {})
        return ONLY_CARE if self.standing is None and isinstance(request, CARE_ONLY) else None

    def join(self, code: str) -> Words | None:
        """Try the code of the game; why not, or `None`."""
        why = self.gate.knock(self.device, code)
        if why is None:
            self.joined = self.gate.round
        return why

    def message(self, *, invite: Callable[[str], Invitation | None] | None) -> dict[str, object]:
        """What the page is told. `invite` gives the way here for a code; `None`: nobody else can reach us.
        Code and way stand where they are to be shown."""
        reason = self.reason
        shown = self.gate.code if invite is not None and self.standing is not None else None
        invitation = invite(shown) if invite is not None and shown is not None else None
        return {
            "type": "rights",
            "play": reason is not None,
            "why": None if reason is None else reason.value,
            "code": shown,
            "join": None if invitation is None else invitation.as_json(),
        }


def rights_of(gate: PlayGate, device: str, standing: Reason | None, clock: Callable[[], Instant]) -> Rights:
    """The rights of a page that has just connected."""
    return Rights(gate, device, standing, Bucket(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, clock()))
