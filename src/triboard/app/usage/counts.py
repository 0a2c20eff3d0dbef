"""What is counted, and what an event adds to it. Pure: instants in, counts out; nobody is told from anybody.

A *visit* is a stretch of touches with no gap of `VISIT_GAP`; it ends at its last touch. Nothing about it is
kept but how long it was.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from triboard.board.guidance import excess
from triboard.session.events import BoardSettled, BoardTouched, ButtonPressed, Event
from triboard.session.state import Phase, SessionState
from triboard.units import SECOND, Duration, Instant, after

VISIT_GAP: Final = Duration(120 * SECOND)
"""Without a touch for so long, whoever was there has gone."""


class Count(StrEnum):
    """One thing that is counted. Names ending in `_seconds` are sums over the count beside them."""

    STARTED = "started"  # games with a first move
    FINISHED = "finished"
    ABANDONED = "abandoned"  # games with a move that were left unfinished
    VISITS = "visits"
    DWELL = "dwell_seconds"  # of visits, first touch to last
    FIRST_MOVES = "first_moves"  # visits that reached a move that counts
    FIRST_MOVE = "first_move_seconds"  # of those, from the first touch to that move
    ILLEGAL = "illegal"  # placements that had to be put right, by site
    HINTS = "hints"
    RESTARTS = "restarts"  # of the program
    OUT_OF_ORDER = "out_of_order_seconds"


@dataclass(frozen=True, slots=True)
class Key:
    """What a count is of; `site` only for placements."""

    count: Count
    game: str = ""
    site: str = ""


Counts = Counter[Key]


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody is at the board: since when, when last touched, and whether a move has counted yet."""

    since: Instant
    last: Instant
    moved: bool = False


@dataclass(slots=True)
class Watch:
    """Follows one session. `begun` is the number of the game whose first move has been counted."""

    visit: Visit | None = None
    begun: int | None = None

    def witness(self, before: SessionState, event: Event, after_it: SessionState) -> Counts:
        """What an event adds. The first reading after a start or a lost link is nobody's touch."""
        counts: Counts = Counter()
        game = after_it.manners.game.name
        if isinstance(event, ButtonPressed) or (
            isinstance(event, BoardTouched) and before.touched is not None
        ):
            counts += self.touched(event.at, game)
        counts.update(self._games(before, after_it))
        if after_it.ply > before.ply and self.visit is not None and not self.visit.moved:
            counts[Key(Count.FIRST_MOVES, game)] += 1
            counts[Key(Count.FIRST_MOVE, game)] += _seconds(event.at - self.visit.since)
            self.visit = replace(self.visit, moved=True)
        if isinstance(event, BoardSettled):
            counts.update(Key(Count.ILLEGAL, game, site) for site in _misplaced(before, after_it))
        if before.hint is None and after_it.hint is not None:
            counts[Key(Count.HINTS, game)] += 1
        return counts

    def touched(self, at: Instant, game: str) -> Counts:
        """Somebody is at the board."""
        counts = self.passed(at, game)
        self.visit = Visit(at, at) if self.visit is None else replace(self.visit, last=at)
        return counts

    def passed(self, at: Instant, game: str) -> Counts:
        """Time passes: a visit may have ended."""
        visit = self.visit
        if visit is None or at < after(visit.last, VISIT_GAP):
            return Counter()
        self.visit = None
        return Counter(
            {Key(Count.VISITS, game): 1, Key(Count.DWELL, game): _seconds(visit.last - visit.since)}
        )

    def _games(self, before: SessionState, now: SessionState) -> Iterator[Key]:
        """Games that began, ended or were left. The tasks of a lesson are no games."""
        if any(one.lesson is not None and one.lesson.task is not None for one in (before, now)):
            return
        if now.serial != before.serial:
            if before.moves and before.phase is not Phase.FINISHED:
                yield Key(Count.ABANDONED, before.manners.game.name)
            self.begun = None
        name = now.manners.game.name
        if now.moves and not before.moves and self.begun != now.serial:
            self.begun = now.serial  # a first move that is taken back and made again begins nothing anew
            yield Key(Count.STARTED, name)
        if now.phase is Phase.FINISHED and before.phase is not Phase.FINISHED and now.ply > before.ply:
            yield Key(Count.FINISHED, name)


def _misplaced(before: SessionState, now: SessionState) -> Iterator[str]:
    """Sites of pieces that newly stand where they may not, while a game is under way."""
    if now.correction is None or now.phase not in (Phase.PLAY, Phase.CORRECTION) or now.unplayed:
        return
    known = set() if before.correction is None else set(_excess(before))
    yield from (site for site in _excess(now) if site not in known)


def _excess(state: SessionState) -> Iterator[str]:
    assert state.correction is not None
    return (misfit.site for misfit in state.correction.contradiction.misfits if excess(misfit))


def _seconds(span: int) -> int:
    return round(span / SECOND)
