"""State of a session: frozen, so that undo, resume, replay and tests come for nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from triboard.board.definition import Board, RimDefinition
from triboard.board.leftovers import NOTHING_LEFT, Leftovers
from triboard.board.racks import Astray
from triboard.board.readings import Observation
from triboard.board.reconcile import Candidate, Contradicts, Standing, standing
from triboard.lessons.task import Rung
from triboard.rules.game import Position
from triboard.session.clock import GameClock
from triboard.session.house import NEW_VISIT, House, Visit
from triboard.session.lesson import Lesson
from triboard.session.manners import Dice, Manners, Tally
from triboard.session.notices import Notice
from triboard.session.rivals import NO_TERMS, Blunder, Hint, Terms, Thought, Ways
from triboard.units import Detent, Duration, Instant, Ply, Seat, Side, Site, after, millis

GRACE: Final = millis(4000)
"""How long a wrong placement only shines before it is also put into words (physical-play 10)."""

START: Final = Instant(0)

FLOOR: Final = Ply(0)
"""Below it no ply is taken back; in games that is the first one."""


class Phase(Enum):
    """Where the session stands.

    SETUP ──board agrees──► PLAY ──outcome──► FINISHED ──cleared or OK──► SETUP
                             │ ▲
             nothing fits ───▼ │ board agrees, or a candidate fits
                          CORRECTION
    """

    SETUP = "setup"
    PLAY = "play"
    CORRECTION = "correction"
    FINISHED = "finished"


class LinkState(Enum):
    """The controller as the session knows it."""

    SEARCHING = "searching"
    UP = "up"
    LOST = "lost"


class Saving(Enum):
    """How the journal fares."""

    WELL = "well"
    SLOW = "slow"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Moves:
    """Plies that lead from the present state to a candidate."""

    moves: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Back to an earlier ply, and from there perhaps on by other moves (a ball put elsewhere)."""

    ply: Ply
    moves: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class PutBack:
    """Forth again to a ply that hands had taken back, by putting the pieces back."""

    ply: Ply


Path = Moves | TakeBack | PutBack


@dataclass(frozen=True, slots=True)
class Undone:
    """The game as it stood before hands took plies back, from the start of the game, with its count of calls
    and its clock at rest. The game now is a beginning of it."""

    states: tuple[Any, ...]
    moves: tuple[Any, ...]
    tally: Tally
    clock: GameClock | None

    def after(self, ply: Ply, move: Any) -> "Undone | None":
        """What is left to put back once a ply is made: nothing, unless it is the next one of these."""
        goes_on = ply + 1 < len(self.moves) and self.moves[ply] == move
        return self if goes_on else None


@dataclass(frozen=True, slots=True)
class Pending:
    """A move that is understood but could still turn into another one; played at `due`."""

    candidate: Candidate
    due: Instant


@dataclass(frozen=True, slots=True)
class Correction:
    """What is wrong, since when, whether it was put into words yet, and why in the first place."""

    contradiction: Contradicts
    since: Instant
    spoken: bool = False
    reason: Notice | None = None


@dataclass(frozen=True, slots=True)
class RackTrouble:
    """What is astray in the racks, since when, and whether it was put into words yet."""

    found: Astray
    since: Instant
    spoken: bool = False


class Question(Enum):
    """What OK confirms and UNDO declines."""

    NEW_GAME = "new game"
    LESSON = "lesson"
    CLEARED = "the board was cleared"


Agreed = tuple[Mapping[str, Any], Terms]
"""What is agreed on at a table: the options of its games, and the terms."""


@dataclass(frozen=True, slots=True)
class Match:
    """Games finished and their points, by seat (ttt3d §5)."""

    games: int = 0
    totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionState:
    """Everything that is known. `states[n]` is the game after `moves[:n]`; the last one is now.

    `undone` is what hands have taken back and may put back, as long as nothing else has happened since.
    `base` is where each rim stood when the game began. `barred` are standings that UNDO left and that are
    no moves until the board agrees once; while `unplayed` nothing that stands on it is one. `held` are
    presses that wait for hands to come off the board, no longer than `held_until`. `astray` is what the racks
    show beside the game, if anything is wrong there. `lifted` are sites whose piece was missed since the
    board agreed, `put_backs` how often one came back with no other change. `serial` numbers the games since
    the start of the program; `recorded` and `kept` count this game's journal entries handed over and on disk.

    `thought` is what the opponent on turn is doing, `override` whether a person may move for it all the same;
    `requests` numbers the questions to engines. `seen` is when the sensors last changed. Until `answered` the
    notice is an answer that is said before all else.

    In a lesson the first `floor` plies are the position that a task shows; hands never take them back.
    On a board for lessons these begin by themselves, on the rung `course`, whenever a game is over.

    `house` is what an exhibit does by itself (`None` at home), `visit` who is there, `leftovers` the pieces
    that stand beside the game: `settled` and `touched` are without them.
    """

    board: Board
    manners: Manners
    options: Mapping[str, Any]
    states: tuple[Any, ...]
    moves: tuple[Any, ...] = ()
    base: tuple[Detent, ...] = ()
    phase: Phase = Phase.SETUP
    settled: Observation | None = None
    touched: Observation | None = None
    pending: Pending | None = None
    correction: Correction | None = None
    astray: RackTrouble | None = None
    between: bool = False
    choices: tuple[Site, ...] = ()
    question: Question | None = None
    dice: Dice | None = None
    wanted_options: Mapping[str, Any] | None = None
    barred: tuple[Standing, ...] = ()
    unplayed: bool = False
    undone: Undone | None = None
    tally: Tally = field(default_factory=dict)
    held: tuple[str, ...] = ()
    held_until: Instant | None = None
    lifted: frozenset[Site] = frozenset()
    put_backs: Mapping[Site, int] = field(default_factory=dict)
    match: Match = Match()
    notice: Notice | None = None
    answered: Instant | None = None
    changed: Instant = START
    link: LinkState = LinkState.SEARCHING
    link_reason: str = ""
    saving: Saving = Saving.WELL
    saving_reason: str = ""
    serial: int = 0
    recorded: int = 0
    kept: int = 0
    terms: Terms = NO_TERMS
    wanted_terms: Terms | None = None
    override: bool = False
    thought: Thought | None = None
    hint: Hint | None = None
    requests: int = 0
    clock: GameClock | None = None
    seen: Instant = START
    floor: Ply = FLOOR
    lesson: Lesson | None = None
    wanted_lesson: Lesson | None = None
    course: Rung | None = None
    blunder: Blunder | None = None
    house: House | None = None
    visit: Visit = NEW_VISIT
    leftovers: Leftovers = NOTHING_LEFT
    ways: Ways | None = None

    @property
    def game(self) -> Any:
        """State of the game now."""
        return self.states[-1]

    @property
    def agreed(self) -> Agreed:
        """Options and terms of the games at this table; a lesson goes back to them, whatever it plays by."""
        lesson = self.lesson
        return (self.options, self.terms) if lesson is None else (lesson.back, lesson.terms)

    @property
    def before(self) -> Any | None:
        """State of the game before its last ply."""
        return self.states[-2] if self.moves else None

    @property
    def first(self) -> Any:
        """State of the game when people began to play: that of the task in a lesson."""
        return self.states[self.floor]

    @property
    def ply(self) -> Ply:
        """Number of plies played."""
        return Ply(len(self.moves))

    @property
    def side(self) -> Side | None:
        """Side on turn."""
        return self.manners.game.to_move(self.game)

    @property
    def on_turn(self) -> tuple[Seat, ...]:
        """Seats whose turn it is: one, none at the end, or all where the first piece tells who begins."""
        if self.side is None:
            return ()
        if self.manners.alternatives(self.game):
            return tuple(self.manners.seats(self.game))
        return (self.manners.game.seat_of(self.game, self.side),)

    @property
    def saved(self) -> bool:
        """Whether everything that happened is on disk."""
        return self.kept >= self.recorded

    @property
    def deadline(self) -> Instant | None:
        """When the state wants a `Tick`."""
        times = [time for time in (self.held_until, self.answered) if time is not None]
        if self.pending is not None:
            times.append(self.pending.due)
        if self.correction is not None and not self.correction.spoken:
            times.append(after(self.correction.since, GRACE))
        if self.astray is not None and not self.astray.spoken:
            times.append(after(self.astray.since, GRACE))
        waits = (self.thought, self.hint, self.clock, self.lesson, self.blunder, self.ways, self.visit)
        for waiting in waits:
            if waiting is not None and (due := waiting.due) is not None:
                times.append(due)
        return min(times, default=None)

    def standing_of(self, state: Any) -> Standing:
        """What should stand on the board in a state of this game."""
        return _standing(self.manners.game.position, state, self.board.rims, self.base)

    @property
    def expected(self) -> Standing:
        """What should stand on the board now."""
        return self.standing_of(self.game)


@lru_cache(maxsize=4096)  # a judgement looks at each earlier state; games have hundreds
def _standing(
    position: Callable[[Any], Position],
    state: Any,
    rims: tuple[RimDefinition, ...],
    base: tuple[Detent, ...],
) -> Standing:
    return standing(position(state), rims, base)


def unasked(state: SessionState) -> SessionState:
    """The session without a question, and without what was wished for if it is confirmed."""
    return replace(state, question=None, wanted_options=None, wanted_terms=None, wanted_lesson=None)


def slide_end(state: SessionState, at: Instant) -> Instant:
    """When a move that could still be extended is played."""
    wait: Duration = state.board.slide
    return after(at, wait)


def carried_over(before: SessionState, begun: SessionState, at: Instant) -> SessionState:
    """The session of a new game with what outlasts a game: the board, its link, the disk, the sensors."""
    beside = before.leftovers.beside
    if beside.sites.keys() != before.leftovers.sites.keys() and before.settled is not None:
        settled = beside.passed_over(before.leftovers.raw(before.settled))
        before = replace(before, settled=settled, touched=settled)
    return replace(
        begun,
        serial=before.serial + 1,
        base=before.base,
        settled=before.settled,
        touched=before.touched,
        seen=before.seen,
        link=before.link,
        link_reason=before.link_reason,
        saving=before.saving,
        saving_reason=before.saving_reason,
        put_backs=before.put_backs,
        requests=before.requests,
        course=before.course,
        house=before.house,
        visit=before.visit,
        leftovers=beside,
        changed=at,
    )
