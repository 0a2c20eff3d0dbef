"""Holds the lesson of this board, in memory only; who may change it is the server's matter.

Nothing is written down and nothing names anybody: votes are forgotten with the turn, the scoreboard with the
bell, the sheet after two hours or with the next lesson, the best find after half a day.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from triboard.errors import PlayerError
from triboard.lessons.task import Rung
from triboard.phrases import Words
from triboard.session import lesson_slot
from triboard.session.lesson_slot import TEAMS, Diagram, Find, Look, Sheet, Slot, Voter, look_at
from triboard.session.state import SessionState
from triboard.units import SECOND, Duration, Instant, after
from triboard.web.ladder_view import RUNGS
from triboard.web.learning_messages import Learn
from triboard.web.lesson_messages import BeginLesson, EndLesson, LessonRequest, Vote
from triboard.web.messages import Request
from triboard.words import say

MILLISECOND: Final = 1000
"""Microseconds."""

SHEET_STAYS: Final = Duration(2 * 3600 * SECOND)
"""Long enough to find a printer."""

FIND_STAYS: Final = Duration(12 * 3600 * SECOND)
"""A day of school; the clock of a board may not know when it is midnight."""


class Classroom:
    """The lesson under way, if any, and what is left of the last one."""

    def __init__(self, clock: Callable[[], Instant]) -> None:
        self._clock = clock
        self._state: SessionState | None = None
        self._slot: Slot | None = None
        self._sheet: Sheet | None = None
        self._sheet_until = Instant(0)
        self._find: Find | None = None
        self._find_until = Instant(0)
        self.revision = 0
        """Grows with everything that pages should see."""
        self.wake: Callable[[], None] = lambda: None
        """Called when a page changed something, so that the others hear of it."""

    @property
    def running(self) -> bool:
        """Whether a lesson is under way."""
        return self._slot is not None

    def turn(self, state: SessionState) -> None:
        """The session as it is now; to be called with every turn of the daemon."""
        now = self._clock()
        known, self._state = self._state, state
        if self._slot is None:
            return
        if state is not known:
            self._put(lesson_slot.advance(self._slot, look_at(state)))
        if now >= self._slot.ends:
            self._ring(now)

    def remainder(self, request: Request) -> Request | None:
        """What of a request is left for the game after this lesson has obeyed; raises `PlayerError`."""
        if not isinstance(request, LessonRequest):
            return request
        self.obey(request)
        rung = request.lesson if isinstance(request, BeginLesson) else None
        return None if rung is None else Learn(rung)

    def obey(self, request: LessonRequest) -> None:
        """Begin, end, keep the best find; raises `PlayerError`."""
        now = self._clock()
        if isinstance(request, BeginLesson):
            self._begin(request, now)
        elif self._slot is None:
            raise PlayerError(say("lesson-none", {}))
        elif isinstance(request, EndLesson):
            self._ring(now)
        else:
            self._put(lesson_slot.choose(self._slot))
        self.wake()

    def vote(self, voter: Voter, vote: Vote) -> None:
        """One vote a device and turn; raises `PlayerError`."""
        if self._slot is None:
            raise PlayerError(say("lesson-none", {}))
        self._put(lesson_slot.vote(self._slot, voter, vote.site))
        self.wake()

    def forget(self, voter: Voter) -> None:
        """A device is gone that could not be known again: its vote goes with it."""
        if self._slot is not None and voter in self._slot.ballot.votes:
            self._put(lesson_slot.withdraw(self._slot, voter))
            self.wake()

    def view(self) -> dict[str, Any] | None:
        """The lesson for pages; `None` between lessons. `left` is milliseconds as of now."""
        slot = self._slot
        if slot is None:
            return None
        look = slot.look
        return {
            "left": max(0, slot.ends - self._clock()) // MILLISECOND,
            "lesson": _taught(slot.lesson),
            "game": slot.game + 1,
            "teams": [
                {"team": TEAMS[team], "score": score} for team, score in enumerate(lesson_slot.scores(slot))
            ],
            "seats": [
                {
                    "seat": int(seat),
                    "team": TEAMS[lesson_slot.team_at(slot, seat, look)],
                    "turn": seat in look.on_turn,
                }
                for seat in look.seats
                if seat in look.on_turn or not look.task
            ],
            "vote": {
                "open": look.open,
                "targets": sorted(look.targets),
                "counts": dict(sorted(slot.ballot.counts.items())),
                "votes": len(slot.ballot.votes),
            },
            "agreed": None
            if slot.agreed is None
            else {
                "votes": slot.agreed.votes,
                "right": slot.agreed.right,
                "sites": list(slot.agreed.sites),
            },
            "find": _find_json(slot.find),
        }

    def sheet(self) -> dict[str, Any]:
        """The sheet of the last lesson, or `{"sheet": null}`."""
        if self._sheet is None or self._clock() >= self._sheet_until:
            self._sheet = None
            return {"sheet": None}
        sheet = self._sheet
        return {
            "sheet": {
                "lesson": _taught(sheet.lesson),
                "teams": [{"team": TEAMS[team], "score": score} for team, score in enumerate(sheet.scores)],
                "diagrams": [_diagram_json(diagram) for diagram in sheet.diagrams],
                "find": _find_json(sheet.find),
            }
        }

    @property
    def left_over(self) -> bool:
        """Whether there is a sheet to print."""
        return self._sheet is not None and self._clock() < self._sheet_until

    def _begin(self, request: BeginLesson, now: Instant) -> None:
        if self._slot is not None:
            raise PlayerError(say("lesson-under-way", {}))
        if self._state is None:
            raise PlayerError(say("lesson-none", {}))
        self._put(
            lesson_slot.begin(
                look_at(self._state),
                now,
                teams=request.teams,
                length=Duration(request.minutes * 60 * SECOND),
                lesson=request.lesson,
                find=self._find if now < self._find_until else None,
            )
        )
        self._sheet = None

    def _ring(self, now: Instant) -> None:
        assert self._slot is not None
        self._sheet, self._sheet_until = lesson_slot.bell(self._slot), after(now, SHEET_STAYS)
        if self._slot.find is not self._find:
            self._find, self._find_until = self._slot.find, after(now, FIND_STAYS)
        self._slot = None
        self.revision += 1

    def _put(self, slot: Slot) -> None:
        if slot != self._slot:
            self._slot = slot
            self.revision += 1


def _taught(rung: Rung | None) -> Words | None:
    return None if rung is None else say(RUNGS[rung], {})


def _find_json(find: Find | None) -> Mapping[str, Any] | None:
    if find is None:
        return None
    return {
        "team": None if find.team is None else TEAMS[find.team],
        "chosen": find.chosen,
        **_diagram_json(find.diagram),
    }


def _diagram_json(diagram: Diagram) -> dict[str, Any]:
    look: Look = diagram.look
    return {
        "game": diagram.game,
        "ply": int(look.ply),
        "over": look.over,
        "gain": look.gain,
        "text": "" if look.told is None else look.told.words,
        "here": [] if look.told is None else list(look.told.sites),
        "line": list(look.line),
        "points": [{"team": TEAMS[team], "points": points} for team, points in enumerate(diagram.points)],
        "stacks": {site: list(map(str, stack)) for site, stack in look.stacks.items() if stack},
        "rims": list(look.rims),
    }
