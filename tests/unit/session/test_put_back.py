"""What hands take away and put back with no other change is no move, however long it was away
(physical-play 8)."""

from dataclasses import replace

import pytest
from tests.unit.session.table import Table

from triboard.opponents.engine import Grade
from triboard.session.clock import ClockTerms, remaining
from triboard.session.events import OpponentChose
from triboard.session.rivals import Shown, Terms, Thinking
from triboard.session.timing import with_clock
from triboard.units import SECOND, Duration, Seat

LONG = Duration(5 * SECOND)  # much longer than settle and slide
CALLED = ["w@Aa1", "k@Ba1", "!2,1"]


def called(**options: object) -> Table:
    """Two balls and a call for the second."""
    table = Table({"calling": "strict", **options})
    table.play("w@Aa1", "k@Ba1")
    table.press("FIVE", "FIVE", "ONE", "OK")
    assert table.moves == CALLED
    return table


def test_the_call_that_went_with_a_lifted_ball_comes_back_with_it() -> None:
    """Law: nothing else has changed, so the record is what it was. (Seed 1167 of the long test.)"""
    table = called()
    table.lift("Ba1", wait=LONG)
    assert table.moves == CALLED[:1]
    table.drop("Ba1", "black")
    assert (table.phase, table.moves) == ("play", CALLED)
    assert [entry.get("text") for entry in table.journal[-3:]] == [None, *CALLED[1:]]


def test_presses_that_were_counted_come_back_too() -> None:
    """Law: a call under way is part of what was taken back."""
    table = Table({"calling": "strict"})
    table.play("w@Aa1", "k@Ba1")
    table.press("FIVE", "FIVE")
    table.lift("Ba1", wait=LONG)
    assert not any(table.state.tally.values())
    table.drop("Ba1", "black")
    table.press("ONE", "OK")
    assert table.moves == CALLED


def test_a_ball_put_back_does_not_forget_a_rim_turned_to_and_fro() -> None:
    """Law: lifting it looks like the position before both turns, three plies ago; putting it back makes all
    three again. (Seed 1124 of the long test.)"""
    table = Table({"players": 2, "rims": True, "rim_turn": "after"})
    played = ["w@Aa1", "r@Ba1", "k@Ca2", "C+", "b@Ab3", "C-", "w@Ba2", "C+"]
    table.play(*played)
    assert table.moves == played
    table.lift("Ba2", wait=LONG)
    assert table.moves == played[:5]
    table.drop("Ba2", "white")
    assert (table.phase, table.moves) == ("play", played)


@pytest.mark.parametrize("together", [True, False])
def test_several_balls_put_back_one_after_another_bring_back_all_that_went_with_them(
    *, together: bool
) -> None:
    """Law: each of them the plies up to the next; in another order all of them once they stand again."""
    table = called()
    table.play("r@Ca1")
    table.press("FIVE", "OK")
    whole = [*CALLED, "r@Ca1", "!1,0"]
    assert table.moves == whole
    table.lift("Ca1", wait=LONG)
    table.lift("Ba1", wait=LONG)
    assert table.moves == CALLED[:1]
    table.drop("Ca1" if together else "Ba1", "red" if together else "black")
    assert table.moves == (CALLED[:1] if together else CALLED)
    table.drop("Ba1" if together else "Ca1", "black" if together else "red")
    assert (table.phase, table.moves) == ("play", whole)


def test_a_ball_put_elsewhere_is_a_new_move_and_ends_what_could_be_put_back() -> None:
    """Law: after any other ply the old one is history; a ball put there later is a move without a call."""
    table = called()
    table.lift("Ba1", wait=LONG)
    table.play("k@Bb1")
    assert table.moves == ["w@Aa1", "k@Bb1"]
    table.lift("Bb1", wait=LONG)
    table.drop("Ba1", "black")
    assert table.moves == CALLED[:2]


def test_after_undo_a_ball_that_comes_back_is_a_new_move() -> None:
    """Law: UNDO says that the move is not meant, nor its call."""
    table = called()
    table.press("UNDO")
    table.lift("Ba1", wait=LONG)
    table.drop("Ba1", "black")
    assert (table.phase, table.moves) == ("play", CALLED[:2])


def test_undo_while_a_ball_is_away_ends_what_could_be_put_back() -> None:
    """Law: whoever goes further back by button begins anew there."""
    table = called()
    table.lift("Ba1", wait=LONG)
    table.press("UNDO")
    table.lift("Aa1", wait=LONG)
    table.play("w@Aa1", "k@Ba1")
    assert table.moves == CALLED[:2]


def test_a_restart_while_the_ball_is_away_changes_nothing() -> None:
    """Law (T-resume): the journal tells a takeback by hands from UNDO."""
    table = called()
    table.play("r@Ca1")
    table.press("ONE", "OK")
    whole = table.moves
    table.lift("Ca1", wait=LONG)
    table.lift("Ba1", wait=LONG)
    table.restart()
    table.drop("Ba1", "black")
    assert table.moves == CALLED
    table.restart()
    table.drop("Ca1", "red")
    assert table.moves == whole
    table.restart()
    assert (table.phase, table.moves) == ("play", whole)


def test_a_ball_that_comes_back_counts_for_the_health_of_its_sensor() -> None:
    """Law: a sensor that fails for a second looks just like it."""
    table = called()
    for times in (1, 2):
        table.lift("Ba1", wait=LONG)
        table.drop("Ba1", "black")
        assert table.state.put_backs == {"Ba1": times}


def test_nobody_gains_or_loses_time_by_a_ball_put_back() -> None:
    """Law: the clock shows what it showed when the ball was lifted, whoever's time ran meanwhile."""
    table = Table()
    table.state = with_clock(replace(table.state, terms=Terms({}, CLOCK)))
    table.play("w@Aa1", "k@Ba1")
    table.wait(Duration(30 * SECOND))
    before = _shown(table)
    table.lift("Ba1", wait=LONG)
    assert _shown(table) != before
    table.drop("Ba1", "black", wait=Duration(0))
    later = _shown(table)
    assert all(old - SECOND <= new <= old for new, old in zip(later, before, strict=True))
    table.restart()
    assert table.moves == ["w@Aa1", "k@Ba1"]


CLOCK = ClockTerms.parse("10+2")


def _shown(table: Table) -> list[int]:
    clock = table.state.clock
    assert clock is not None
    return [remaining(clock, Seat(seat), table.now) for seat in range(len(clock.left))]


@pytest.mark.parametrize("wants", [None, "k@Ba1", "k@Cc3"])
def test_an_opponents_ball_comes_back_once_its_move_is_shown_again(wants: str | None) -> None:
    """Law (physical-play 14): on an opponent's turn nothing but the move that it shows is accepted; with it
    comes back what was called."""
    table = called()
    table.state = replace(table.state, terms=Terms({Seat(1): Grade.PLAYER}))
    table.lift("Ba1", wait=SECOND)
    thought = table.state.thought
    assert isinstance(thought, Thinking)
    if wants is not None:
        table.send(OpponentChose(table.now, thought.request, wants))
        assert isinstance(table.state.thought, Shown)
    table.drop("Ba1", "black")
    again = wants == "k@Ba1"
    assert table.moves == (CALLED if again else CALLED[:1])
    assert table.phase == ("play" if again else "correction")
    if wants is None:
        table.send(OpponentChose(table.now, thought.request, "k@Ba1"))
        assert (table.phase, table.moves) == ("play", CALLED)
