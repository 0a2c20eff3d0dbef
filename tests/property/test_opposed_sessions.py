"""Laws of a session with opponents, hints and a clock: whatever comes, nothing but a legal move moves it."""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.property.test_session_properties import BOARD, GAME, Life, Silent, live, picture

from triboard.opponents.engine import Grade
from triboard.session import gate
from triboard.session.clock import ClockTerms, remaining
from triboard.session.effects import AskOpponent, CancelOpponent
from triboard.session.entries import fresh, resumed
from triboard.session.events import (
    BoardSettled,
    BoardTouched,
    ButtonPressed,
    Event,
    LinkUp,
    OpponentChose,
    OpponentFailed,
    OverrideAsked,
    SeatAsked,
    Tick,
)
from triboard.session.reducer import reduce
from triboard.session.rivals import Problem, Terms, Thinking
from triboard.session.state import SessionState
from triboard.session.ttt3d import MANNERS
from triboard.units import Instant, Seat, after, millis

TERMS = st.builds(
    lambda seats, clock: Terms(
        {Seat(seat): Grade(1 + seat) for seat in seats}, ClockTerms.parse("1+2") if clock else None
    ),
    st.sets(st.integers(0, 1), max_size=1),
    st.booleans(),
)
OPTIONS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "calling": "strict"},
    {"players": 2, "rims": True, "rim_turn": "after", "calling": "strict"},
]


@dataclass
class Opposed(Life):
    """A life among opponents, with the questions that are open."""

    def __post_init__(self) -> None:
        self.open: set[int] = set()

    def send(self, event: Event) -> None:
        """As ever, and: questions are asked once a position, and cancelled when nobody waits for them."""
        before = self.state
        for effect in reduce(before, event).effects:
            match effect:
                case AskOpponent(request):
                    assert request not in self.open
                    self.open.add(request)
                case CancelOpponent(request):
                    assert request in self.open
                    self.open.discard(request)
        if isinstance(event, OpponentChose | OpponentFailed):
            self.open.discard(event.request)
        super().send(event)
        self.judge(before, event)

    def judge(self, before: SessionState, event: Event) -> None:
        """What must hold of gate and clock after each event."""
        state = self.state
        waits = isinstance(state.thought, Thinking) or (state.hint is not None and state.hint.move is None)
        assert bool(self.open) == waits
        rival = gate.rival_of(before, before.game)
        longer = state.serial == before.serial and state.moves[: before.ply] == before.moves
        if longer and state.ply > before.ply and gate.closed(before, before.game) and state.terms.rivals:
            made = state.moves[before.ply]
            wanted = (gate.shown_move(before, before.game), gate.shown_move(state, before.game))
            called = MANNERS.silent(made)
            assert made in wanted or called or isinstance(event, OverrideAsked | OpponentChose), rival
        if state.clock is not None and before.clock is not None and state.serial == before.serial:
            grown = len(state.clock.past) > len(before.clock.past)
            back = len(state.clock.past) < len(before.clock.past) or state.states is not before.states
            if not grown and not back:
                for seat in (Seat(0), Seat(1)):
                    now = remaining(state.clock, seat, event.at)
                    assert now <= remaining(before.clock, seat, max(event.at, before.clock.since))


def step(life: Opposed, chance: Random) -> None:
    """One more thing that happens, opponents and their engines included."""
    now, state = life.now, life.state
    number = chance.choice([state.requests, state.requests, state.requests - 1, 99])
    moves = [GAME.format_move(move) for move in GAME.legal_moves(state.game)] or ["none"]
    words = [*moves[:3], "nonsense", "w@Aa1", "call:13,13", "\0"]
    seldom = ("fail", "seat", "gate", "hint", "late")
    match chance.choice(("life",) * 4 + ("answer",) * 4 + ("obey",) * 3 + seldom):
        case "answer":
            life.send(OpponentChose(now, number, chance.choice(words), "Because."))
        case "obey":
            if (move := gate.shown_move(state, state.game)) is not None:
                stands = state.standing_of(GAME.play(state.game, move))
                seen = picture(state, stands, Silent(), 0)
                life.send(BoardTouched(now, seen))
                life.now = after(now, millis(200))
                life.send(BoardSettled(life.now, seen))
        case "fail":
            life.send(OpponentFailed(now, number, chance.choice(list(Problem))))
        case "seat":
            life.send(SeatAsked(now, Seat(chance.randrange(3)), chance.choice([None, Grade.NEWCOMER])))
        case "gate":
            life.send(OverrideAsked(now, on=chance.random() < 0.5))
        case "hint":
            life.send(ButtonPressed(now, "HINT"))
        case "late":
            life.now = after(now, millis(30_000))
            life.send(Tick(life.now))
        case _:
            live(life, chance)
    life.now = after(life.now, millis(chance.choice([1, 50, 900])))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(OPTIONS), TERMS, st.integers(0, 2**32 - 1), st.integers(1, 60))
@example(OPTIONS[1], Terms({}), 4208103, 32)  # a hint that was asked for and given up by one event
def test_whatever_engines_answer_only_what_was_shown_is_played_for_them(
    options: dict[str, Any], terms: Terms, seed: int, length: int
) -> None:
    """Law (property 6, rows 5, 10, 11, 19, 20): no sequence of events raises; on an opponent's turn the
    record grows by nothing but its own move; no question stays open that nobody waits for; shown time never
    grows but by a ply or a takeback; the journal brings back game, seats and clock."""
    chance = Random(seed)
    life = Opposed(fresh(BOARD, MANNERS, options, terms=terms))
    life.send(LinkUp(life.now))
    life.send(BoardSettled(life.now, picture(life.state, life.state.expected, Silent(), 0)))
    for _ in range(length):
        step(life, chance)
    if life.journal:
        back = resumed(BOARD, MANNERS, json.loads(json.dumps(life.journal)))
        assert (back.states, back.terms) == (life.state.states, life.state.terms)
        if back.clock is not None:
            assert life.state.clock is not None
            assert len(back.clock.past) == len(life.state.clock.past)
            kept = [left // 1000 for left in back.clock.past[-1]]
            assert kept == [left // 1000 for left in life.state.clock.past[-1]]


def test_a_shown_sequence_really_meets_opponents() -> None:
    """Law: the test above is not empty: opponents were asked, showed moves and had them made."""
    made = asked = 0
    for seed in range(30):
        chance = Random(seed)
        life = Opposed(fresh(BOARD, MANNERS, {"players": 2}, terms=Terms({Seat(0): Grade.NEWCOMER})))
        life.send(LinkUp(Instant(0)))
        life.send(BoardSettled(life.now, picture(life.state, life.state.expected, Silent(), 0)))
        for _ in range(40):
            before, ply = gate.showing(life.state), life.state.ply
            step(life, chance)
            made += before and life.state.ply > ply
        asked += life.state.requests
    assert asked > 30
    assert made > 10
