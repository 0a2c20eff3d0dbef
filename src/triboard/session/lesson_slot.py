"""A lesson of ten minutes at one board: teams by letter and colour, a scoreboard, votes on the next move.

Pure values and functions; who holds them and whose clock it is, is `web.classroom`'s matter. Nothing here
knows a person: teams are letters, a vote belongs to a device until the turn is over, nothing is written down.

    begin ──► SLOT ──advance (looks at the session)──► SLOT ──bell──► SHEET
                │ ▲
                └─┘ vote, choose
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NewType

from triboard.board.readings import same_field
from triboard.errors import PlayerError
from triboard.lessons.task import Rung
from triboard.session.notices import Notice
from triboard.session.state import Phase, SessionState
from triboard.units import SECOND, Duration, Instant, Piece, Ply, Seat, Site, after
from triboard.words import say

TEAMS: Final = "ABCDEF"
"""Letters of the teams; the page gives each a colour and a pattern of its own."""

LENGTH: Final = Duration(600 * SECOND)
"""A lesson slot, as long as a group stays at one station."""

LONGEST: Final = Duration(3600 * SECOND)

MOST_VOTES: Final = 64
"""Devices that vote on one turn: two school classes."""

MOST_DIAGRAMS: Final = 12
"""Positions on the sheet, three printed pages; the oldest go first."""

Voter = NewType("Voter", str)
"""A device for as long as a turn lasts; never shown, never kept."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a lesson sees of the session. `points` are this game's by seat, `gain` what the last ply made.

    Of a task (`task`) only what was done since it was set counts: its position is nobody's.
    """

    serial: int
    ply: Ply
    open: bool
    """Somebody is to put a piece, and no hand is at the board."""
    targets: frozenset[Site]
    seats: tuple[Seat, ...]
    on_turn: tuple[Seat, ...]
    points: tuple[int, ...]
    over: bool
    gain: int
    mover: Seat | None
    told: Notice | None
    line: tuple[Site, ...]
    stacks: Mapping[Site, tuple[Piece, ...]]
    rims: tuple[int, ...]
    task: bool = False


def look_at(state: SessionState) -> Look:
    """The session as a lesson sees it."""
    manners = state.manners
    seats = tuple(manners.seats(state.game))
    outcome = manners.game.outcome(state.game)
    lines = [line for line in manners.lines(state.game, state.before) if not line.missed]
    made = sum(line.points for line in lines)
    position = manners.game.position(state.game)
    side = None if state.ply <= state.floor else manners.game.to_move(state.states[-2])
    still = state.touched is not None and same_field(state.settled, state.touched)
    playing = state.phase is Phase.PLAY and outcome is None and state.pending is None
    task = state.lesson is not None and state.lesson.task is not None
    pointing = state.lesson is not None and state.lesson.rung is Rung.SEE
    points = manners.match_points(state.game)
    given = manners.match_points(state.first) if state.floor else (0,) * len(points)
    moved = state.ply > state.floor
    return Look(
        serial=state.serial,
        ply=Ply(state.ply - state.floor),
        open=playing and still and not pointing,
        targets=frozenset(manners.targets(state.game)) if outcome is None else frozenset(),
        seats=seats,
        on_turn=state.on_turn,
        points=tuple(now - had for now, had in zip(points, given, strict=True)),
        over=outcome is not None,
        gain=(made or int(outcome is not None and bool(outcome.winners))) if moved else 0,
        mover=None if side is None else manners.game.seat_of(state.states[-2], side),
        told=manners.describe(state.states[-2], state.moves[-1]) if moved else None,
        line=tuple(lines[0].sites) if lines and moved else (),
        stacks=position.pieces,
        rims=tuple(map(int, position.rims)),
        task=task,
    )


@dataclass(frozen=True, slots=True)
class Diagram:
    """One position of the lesson, with what was done last and what each team had made of that game."""

    game: int
    look: Look
    points: tuple[int, ...]
    """By team, of this game alone."""


@dataclass(frozen=True, slots=True)
class Find:
    """The best find: the move that made most at once, or, `chosen`, the one that the teacher kept."""

    diagram: Diagram
    team: int | None
    chosen: bool = False
    displaced: "Find | None" = None
    """The one before it, which counts again if this move is taken back."""

    @property
    def rank(self) -> tuple[bool, int, int]:
        """More points first; of equal ones the one that came sooner in its game (the quickest win)."""
        return (self.chosen, self.diagram.look.gain, -self.diagram.look.ply)


@dataclass(frozen=True, slots=True)
class Ballot:
    """Votes on one turn. It is open while no hand is at the board."""

    turn: tuple[int, int]
    votes: Mapping[Voter, Site] = field(default_factory=dict)

    @property
    def counts(self) -> Mapping[Site, int]:
        """How many devices chose each site."""
        return Counter(self.votes.values())


@dataclass(frozen=True, slots=True)
class Agreed:
    """After a move: how many had voted, and how many of them for where it went."""

    votes: int
    right: int
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A lesson under way. `game` numbers its games from 0; `totals` are the points of those that are left
    behind, by team; `before` is what the first had when the lesson began. `lesson` is the rung of the ladder
    on which its tasks begin; `None`: games are played."""

    teams: int
    ends: Instant
    lesson: Rung | None
    before: tuple[int, ...]
    look: Look
    totals: tuple[int, ...]
    ballot: Ballot
    game: int = 0
    agreed: Agreed | None = None
    diagrams: tuple[Diagram, ...] = ()
    find: Find | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is left of a lesson: a page to print. No names, no devices, no times of day."""

    lesson: Rung | None
    scores: tuple[int, ...]
    diagrams: tuple[Diagram, ...]
    find: Find | None


def begin(
    look: Look,
    at: Instant,
    *,
    teams: int,
    length: Duration = LENGTH,
    lesson: Rung | None = None,
    find: Find | None = None,
) -> Slot:
    """A lesson from now on; `find` is the best one of the day so far. Raises `PlayerError` for a number of
    teams or a length that is none."""
    if not 2 <= teams <= len(TEAMS):
        raise PlayerError(say("lesson-teams", {"most": len(TEAMS)}))
    if not SECOND <= length <= LONGEST:
        raise PlayerError(say("lesson-length", {"most": LONGEST // (60 * SECOND)}))
    return Slot(
        teams=teams,
        ends=after(at, length),
        lesson=lesson,
        before=look.points,
        look=look,
        totals=(0,) * teams,
        ballot=Ballot((look.serial, look.ply)),
        find=find,
    )


def team_at(slot: Slot, seat: Seat, look: Look) -> int:
    """The team that plays a seat: teams take turns, so that each comes to the board. A task is one team's."""
    if look.task:
        return slot.game % slot.teams
    return (slot.game * len(look.seats) + look.seats.index(seat)) % slot.teams


def game_points(slot: Slot, look: Look) -> tuple[int, ...]:
    """Points of this game, by team; what it had before the lesson does not count."""
    made = list(look.points)
    if slot.game == 0 and len(slot.before) == len(made):
        made = [now - had for now, had in zip(made, slot.before, strict=True)]
    found = [0] * slot.teams
    for seat, points in zip(look.seats, made, strict=False):
        found[team_at(slot, seat, look)] += points
    return tuple(found)


def scores(slot: Slot) -> tuple[int, ...]:
    """Points of the lesson so far, by team."""
    return tuple(map(sum, zip(slot.totals, game_points(slot, slot.look), strict=True)))


def advance(slot: Slot, look: Look) -> Slot:
    """The lesson after another look: turns end votes, games fill the sheet, moves may be finds."""
    old = slot.look
    if look.serial != old.serial:
        taken = bool(old.ply) or old.task  # a game in which nobody moved was nobody's turn
        slot = replace(_left(slot), game=slot.game + int(taken), before=())
    elif look.ply > old.ply:
        slot = _moved(replace(slot, look=look))
    elif look.ply < old.ply:
        slot = _taken_back(slot, look)
    slot = replace(slot, look=look)
    if slot.ballot.turn == (look.serial, look.ply):
        return slot
    moved_on = look.serial == old.serial and look.ply > old.ply
    return replace(
        slot,
        agreed=_agreed(slot.ballot, look) if moved_on else None,
        ballot=Ballot((look.serial, look.ply)),
    )


def vote(slot: Slot, voter: Voter, site: Site) -> Slot:
    """The device wants the next piece on this site; this replaces its earlier vote. Raises `PlayerError`."""
    if not slot.look.open:
        raise PlayerError(say("vote-closed", {}))
    if site not in slot.look.targets:
        raise PlayerError(say("vote-nowhere", {"site": site}))
    if voter not in slot.ballot.votes and len(slot.ballot.votes) >= MOST_VOTES:
        raise PlayerError(say("vote-full", {}))
    return replace(slot, ballot=replace(slot.ballot, votes={**slot.ballot.votes, voter: site}))


def withdraw(slot: Slot, voter: Voter) -> Slot:
    """The vote of a device that cannot be known again is taken back."""
    votes = {one: site for one, site in slot.ballot.votes.items() if one != voter}
    return replace(slot, ballot=replace(slot.ballot, votes=votes))


def choose(slot: Slot) -> Slot:
    """The last move is the best find, whatever it made; raises `PlayerError` without one."""
    if slot.look.told is None:
        raise PlayerError(say("nothing-to-keep", {}))
    return replace(slot, find=replace(_found(slot), chosen=True))


def bell(slot: Slot) -> Sheet:
    """The lesson is over: its sheet. The scoreboard begins anew with the next one."""
    left = _left(slot)
    return Sheet(slot.lesson, scores(slot), left.diagrams, slot.find)


def _left(slot: Slot) -> Slot:
    """The game of the last look is left behind: its points stay, and its position if there was a move."""
    made = game_points(slot, slot.look)
    totals = tuple(map(sum, zip(slot.totals, made, strict=True)))
    if not slot.look.ply:
        return replace(slot, totals=totals)
    return replace(slot, totals=totals, diagrams=(*slot.diagrams, _diagram(slot))[-MOST_DIAGRAMS:])


def _moved(slot: Slot) -> Slot:
    """A move was made; whether it is the best find so far."""
    if not slot.look.gain:
        return slot
    found = _found(slot)
    if slot.find is not None and found.rank <= slot.find.rank:
        return slot
    displaced = None if slot.find is None else replace(slot.find, displaced=None)
    return replace(slot, find=replace(found, displaced=displaced))


def _taken_back(slot: Slot, look: Look) -> Slot:
    """A move that no longer stands is no find."""
    find = slot.find
    if find is None or find.diagram.look.serial != look.serial or find.diagram.look.ply <= look.ply:
        return slot
    return replace(slot, find=find.displaced)


def _found(slot: Slot) -> Find:
    mover = slot.look.mover
    team = team_at(slot, mover, slot.look) if mover in slot.look.seats else None
    return Find(_diagram(slot), team)


def _diagram(slot: Slot) -> Diagram:
    return Diagram(slot.game + 1, slot.look, game_points(slot, slot.look))


def _agreed(ballot: Ballot, look: Look) -> Agreed | None:
    """What the votes had to do with the move; nothing where nobody voted or nothing was put anywhere."""
    sites = () if look.told is None else look.told.sites
    if not ballot.votes or not sites:
        return None
    right = sum(site in sites for site in ballot.votes.values())
    return Agreed(len(ballot.votes), right, sites)
