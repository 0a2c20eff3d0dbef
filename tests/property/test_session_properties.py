"""Laws of the session (property 6): every phase takes every event, and nothing is ever out of step."""

import json
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from triboard.board.load import load_board
from triboard.board.readings import (
    EMPTY,
    SOMETHING,
    UNKNOWN,
    Observation,
    Reading,
    RimReading,
    RimState,
    holds,
)
from triboard.board.reconcile import Standing, in_room
from triboard.lessons.task import Rung
from triboard.light.compose import scene_of
from triboard.rules.ttt3d.moves import COLOURS
from triboard.session.effects import Archive, LocateRim, Record
from triboard.session.entries import Entry, fresh, resumed
from triboard.session.events import (
    BoardLent,
    BoardReturned,
    BoardSettled,
    BoardTouched,
    ButtonHeld,
    ButtonPressed,
    Event,
    HelpAsked,
    Kept,
    LessonAsked,
    LinkLost,
    LinkUp,
    NewGameAsked,
    StorageFailed,
    StorageSlow,
    Tick,
)
from triboard.session.help_levels import Help
from triboard.session.judge import earlier, legal, next_plies
from triboard.session.reducer import reduce
from triboard.session.state import Phase, Question, SessionState
from triboard.session.ttt3d import MANNERS
from triboard.units import Detent, Duration, Instant, Piece, Seat, Site, after, millis
from triboard.web.view import view_of

BOARD = load_board("ttt3d")
GAME = MANNERS.game
HOLES = tuple(site.site for site in BOARD.sites)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 2, "calling": "strict"},
    {"rims": True},
    {"rims": True, "calling": "strict", "rim_turn": "after"},
    {"players": 5, "rims": True, "calling": "strict"},
]
BUTTONS = ("OK", "OK", "UNDO", "UNDO", "FIVE", "ONE", "NEW", "HINT")
READINGS = (EMPTY, SOMETHING, UNKNOWN, *(holds(colour) for colour in COLOURS), holds(Piece("yellow")))


BEGIN = Instant(0)


@dataclass
class Life:
    """A session that is lived through, with all that it has written down."""

    state: SessionState
    now: Instant = BEGIN
    journal: list[Entry] = field(default_factory=list)

    def send(self, event: Event) -> None:
        """Reduce one event and check what must hold after each."""
        step = reduce(self.state, event)
        before, self.state = self.state, step.state
        serial = before.serial
        for effect in step.effects:
            match effect:
                case Record(game, entries, content):
                    self.journal.append(content)
                    assert (game, entries) == (serial, len(self.journal))
                case Archive():
                    self.journal, serial = [], serial + 1
                case LocateRim(rim, detent):
                    assert 0 <= rim < 3
                    assert 0 <= detent < 4
        self.check(before)

    def check(self, before: SessionState) -> None:
        state = self.state
        assert len(state.states) == len(state.moves) + 1
        if state.states is not before.states:
            game = GAME.start(state.options)
            assert state.states[0] == game
            for move, then in zip(state.moves, state.states[1:], strict=True):
                game = GAME.play(game, move)
                assert game == then
        assert 0 <= state.kept <= state.recorded == len(self.journal)
        task = None if state.lesson is None else state.lesson.task
        over = GAME.outcome(state.game) is not None
        assert over == (state.phase is Phase.FINISHED) or task is not None
        assert state.phase is not Phase.SETUP or state.ply == state.floor
        assert 0 <= state.floor <= state.ply
        assert state.floor == (0 if task is None else len(task.moves))
        assert state.correction is None or state.phase is not Phase.FINISHED
        assert all(state.base[rim] in range(4) for rim in range(3))
        scene_of(state)
        json.dumps(view_of(state))

    def copy(self) -> "Life":
        """The same life, to be lived in another way."""
        return Life(self.state, self.now, list(self.journal))

    def resume(self) -> None:
        """What was written down is the game, to the last ply."""
        if not self.journal:
            assert self.state.phase is Phase.SETUP
            return
        back = resumed(BOARD, MANNERS, json.loads(json.dumps(self.journal)))
        assert (back.states, back.moves) == (self.state.states, self.state.moves)
        assert (back.base, back.match) == (self.state.base, self.state.match)
        assert dict(back.options) == dict(self.state.options)
        assert (back.floor, back.terms) == (self.state.floor, self.state.terms)
        assert (back.lesson is None) == (self.state.lesson is None)
        if back.lesson is not None and self.state.lesson is not None:
            assert back.lesson.task is self.state.lesson.task
            assert back.agreed == self.state.agreed


def shown(state: SessionState, chance: Random) -> Observation:
    """Something that a board might show: mostly near to what it should, sometimes nonsense."""
    stands = state.expected
    kind = chance.random()
    if kind < 0.45:
        candidates = legal(state)
    elif kind < 0.55:
        candidates = earlier(state)
    else:
        candidates = []
    if candidates:
        stands = chance.choice(candidates).standing
        if kind < 0.1 and (firsts := list(next_plies(state, state.game, state.tally))):
            first = chance.choice(firsts)
            if seconds := list(next_plies(state, first.game, first.tally)):
                stands = state.standing_of(chance.choice(seconds).game)
            if kind < 0.05:  # presence only: two plies look alike
                return blurred(picture(state, stands, Silent(), 0))
    if kind > 0.95:
        return picture(state, Standing({}, stands.rims), Silent(), 0)
    return picture(state, stands, chance, chance.choice([0, 0, 0, 1, 3, 27]) if kind > 0.1 else 0)


def blurred(observed: Observation) -> Observation:
    """The same board with sensors that tell presence only."""
    return Observation(
        {
            site: tuple(one if one == EMPTY else SOMETHING for one in levels)
            for site, levels in observed.sites.items()
        },
        observed.rims,
    )


def picture(state: SessionState, stands: Any, chance: Random, noise: int) -> Observation:
    room = in_room(stands, BOARD.rims, state.base)
    sites: dict[Site, tuple[Reading, ...]] = {
        hole: (holds(room[hole][0]) if hole in room else EMPTY,) for hole in HOLES
    }
    for hole in chance.sample(HOLES, noise):
        sites[hole] = (chance.choice(READINGS),)
    rims = [RimReading(RimState.REST, detent) for detent in stands.rims]
    for number in range(3):
        if chance.random() < 0.06:
            odd = chance.choice([RimState.BETWEEN, RimState.UNKNOWN, RimState.REST])
            detent = Detent(chance.randrange(4)) if odd is RimState.REST else None
            rims[number] = RimReading(odd, detent)
    return Observation(sites, tuple(rims))


def live(life: Life, chance: Random, *, learning: bool = True) -> None:
    """One thing happens."""
    life.now = after(life.now, Duration(chance.choice([0, 1000, 50_000, 200_000, 700_000, 5_000_000])))
    state, now = life.state, life.now
    match chance.choice(("settle",) * 8 + ("touch",) * 2 + ("press",) * 5 + ("tick",) * 3 + ("rare",)):
        case "settle":
            observed = shown(state, chance)
            life.send(BoardTouched(now, observed))
            life.now = after(now, millis(200))
            life.send(BoardSettled(life.now, observed))
        case "touch":
            life.send(BoardTouched(now, shown(state, chance)))
        case "press":
            life.send(ButtonPressed(now, chance.choice(BUTTONS)))
        case "tick":
            life.send(Tick(now))
        case _:
            life.send(rare(state, now, chance, learning=learning))


def rare(state: SessionState, now: Instant, chance: Random, *, learning: bool = True) -> Event:
    """Links, disks, and people at the page; some of them want lessons and help."""
    wishes: list[dict[str, Any] | None] = [None, *OPTIONS, {"players": 9}, {"nonsense": []}]
    events: list[Event] = [
        LinkLost(now, "gone"),
        LinkUp(now),
        LinkUp(now, rebooted=True),
        Kept(now, chance.choice([state.serial, state.serial - 1]), chance.randrange(80)),
        StorageFailed(now, "full"),
        StorageSlow(now),
        NewGameAsked(now, chance.choice(wishes)),
        BoardSettled(now, shown(state, chance)),
        BoardLent(now),
        BoardReturned(now),
    ]
    if learning:
        events += [LessonAsked(now, chance.choice(list(Rung)), chance.randrange(9))] * 4
        events += [ButtonHeld(now, "NEW"), ButtonHeld(now, "OK")]
        events.append(HelpAsked(now, Seat(chance.randrange(6)), chance.choice(list(Help))))
    return chance.choice(events)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(OPTIONS), st.integers(0, 2**32 - 1), st.integers(1, 60))
def test_the_session_takes_everything_and_stays_in_step(
    options: dict[str, Any], seed: int, length: int
) -> None:
    """Law (property 6): no sequence of events raises; states, moves, journal and view always fit; the
    journal alone brings the game back."""
    chance = Random(seed)
    life = Life(replace(fresh(BOARD, MANNERS, options), course=chance.choice([None, None, *Rung])))
    life.send(LinkUp(life.now))
    if chance.random() < 0.9:
        life.send(BoardSettled(life.now, picture(life.state, life.state.expected, Silent(), 0)))
    for _ in range(length):
        live(life, chance)
    life.resume()


OPEN = ("pending", "correction", "question", "held", "tally", "choices", "between", "barred", "lesson")
"""What can be open in a session besides its phase."""


@cache
def in_phases() -> tuple[Life, ...]:
    """A session in each phase and with each combination of things that can be open in it."""
    found: dict[object, Life] = {"finished": finished(), "asked": asked(), "taught": taught()}
    for number, options in enumerate(OPTIONS):
        for seed in range(8):
            chance = Random(seed)
            life = Life(fresh(BOARD, MANNERS, options))
            life.send(LinkUp(life.now))
            for _ in range(60):
                state = life.state
                marks = tuple(bool(getattr(state, mark)) for mark in OPEN)
                found.setdefault((number, state.phase, state.link, marks), life.copy())
                live(life, chance, learning=seed >= 6)
    return tuple(found.values())


def asked() -> Life:
    """Somebody wants a lesson in the middle of a game."""
    life = Life(fresh(BOARD, MANNERS, {}))
    life.send(LinkUp(life.now))
    life.send(BoardSettled(life.now, picture(life.state, life.state.expected, Silent(), 0)))
    life.send(BoardSettled(life.now, picture(life.state, legal(life.state)[0].standing, Silent(), 0)))
    life.send(LessonAsked(life.now))
    return life


def taught() -> Life:
    """The lesson that was wanted has begun."""
    life = asked()
    life.send(ButtonPressed(life.now, "OK"))
    return life


def finished() -> Life:
    """A game that has been played to its end."""
    life = Life(fresh(BOARD, MANNERS, {}))
    life.send(LinkUp(life.now))
    life.send(BoardSettled(life.now, picture(life.state, life.state.expected, Silent(), 0)))
    while life.state.phase is not Phase.FINISHED:
        way = legal(life.state)[0]
        life.send(BoardSettled(life.now, picture(life.state, way.standing, Silent(), 0)))
    return life


def test_the_sample_of_states_has_every_phase_and_everything_that_can_be_open() -> None:
    """Law: the next test misses nothing."""
    states = [life.state for life in in_phases()]
    assert {state.phase for state in states} == set(Phase)
    assert {state.question for state in states} == {None, *Question}
    for mark in OPEN:
        assert any(getattr(state, mark) for state in states), mark


def test_every_phase_takes_every_event() -> None:
    """Law (property 6): `reduce` is total."""
    for number, start in enumerate(in_phases()):
        chance = Random(number)
        events: list[Event] = [
            *(ButtonPressed(start.now, button) for button in dict.fromkeys(BUTTONS)),
            *(rare(start.state, start.now, chance) for _ in range(6)),
            BoardTouched(start.now, shown(start.state, chance)),
            *(BoardSettled(start.now, shown(start.state, chance)) for _ in range(3)),
            Tick(start.now),
            Tick(after(start.now, millis(10_000))),
        ]
        for event in events:
            start.copy().send(event)


def test_what_was_moved_while_a_board_was_out_of_order_is_never_played() -> None:
    """Law: from wherever a game has got to, a board that comes back makes no ply and takes none back by what
    stands on it, until it agrees with the game once; then it plays on."""
    played = [life for life in in_phases() if life.state.phase in (Phase.PLAY, Phase.CORRECTION)]
    for number, start in enumerate(played[::2]):
        chance, life = Random(number), start.copy()
        life.send(BoardLent(life.now))
        life.send(BoardReturned(life.now))
        serial, moves = life.state.serial, life.state.moves
        for _ in range(4):
            observed = shown(life.state, chance)
            life.send(BoardTouched(life.now, observed))
            life.send(BoardSettled(life.now, observed))
            if not life.state.unplayed:
                break  # it agreed
            assert (life.state.serial, life.state.moves) == (serial, moves)
        life = start.copy()
        life.send(BoardReturned(life.now))
        for _ in range(2):
            observed = picture(life.state, life.state.expected, Silent(), 0)
            life.send(BoardSettled(life.now, observed))
        assert not life.state.unplayed


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(OPTIONS), st.integers(0, 2**32 - 1))
def test_presses_and_hands_in_one_life_end_in_play(options: dict[str, Any], seed: int) -> None:
    """Law: never trapped: from wherever a session has got to, a connected board that stands as the game says
    brings it back to play (or leaves it finished, or set up) without any button."""
    chance = Random(seed)
    life = Life(fresh(BOARD, MANNERS, options))
    for _ in range(30):
        live(life, chance)
    life.send(LinkUp(life.now))
    for _ in range(2):  # a question or a held press may be answered by the first
        observed = picture(life.state, life.state.expected, Silent(), 0)
        life.send(BoardTouched(life.now, observed))
        life.send(BoardSettled(life.now, observed))
    assert life.state.phase in (Phase.PLAY, Phase.FINISHED)
    assert life.state.correction is None
    assert not life.state.between


class Silent(Random):
    """A chance that never disturbs anything."""

    def random(self) -> float:
        return 1.0
