"""A link that breaks freezes the game and gives it back; storage that fails never stops it (§15, §20)."""

from typing import Any

import pytest
from tests.unit.session.table import Table

from triboard.light.scene import Role
from triboard.session.events import Kept, LinkUp, StorageFailed, StorageSlow
from triboard.units import SECOND, Duration, Piece, Site
from triboard.web.view import view_of
from triboard.words import say

NOW = Duration(0)
LOST = str(say("link-lost", {"reason": "unplugged"}))


def view(table: Table) -> dict[str, Any]:
    return view_of(table.state)


def test_a_lost_link_freezes_the_game_and_says_so() -> None:
    """Law (§15): the page and the LEDs say it; no button moves the game."""
    table = Table({"calling": "strict"})
    table.play("w@Aa1", "k@Ba1")
    before = table.state.states
    table.lose()
    assert table.says == LOST
    assert view(table)["link"] == {"state": "lost", "text": table.says}
    assert view(table)["readings"] == {}
    assert table.lit(Role.WAITING) == {"seat:0", "seat:1", "seat:2"}
    table.press("OK", "UNDO", "FIVE", "HINT")
    assert (table.state.states, table.state.tally) == (before, {})


def test_the_same_game_goes_on_when_the_link_is_back() -> None:
    """Law (§15, T-reconnect-full): a whole scan is compared first."""
    table = Table()
    table.play("w@Aa1")
    table.lose()
    table.send(LinkUp(table.now))
    assert view(table)["readings"] == {}
    table.calm()
    assert (table.phase, table.says, table.moves) == ("play", "Black to play.", ["w@Aa1"])


def test_what_happened_meanwhile_is_seen_on_return() -> None:
    """Law (§15): a legal move is taken in, anything else is guided."""
    table = Table()
    table.play("w@Aa1")
    table.lose()
    table.world.drop(Site("Ba1"), Piece("black"))
    table.connect()
    assert table.moves == ["w@Aa1", "k@Ba1"]
    table.lose()
    table.world.drop(Site("Bc1"), Piece("green"))
    table.connect()
    assert (table.phase, table.lit(Role.WRONG)) == ("correction", {"Bc1"})


def test_a_link_lost_while_a_move_waits_loses_nothing() -> None:
    """Law: the move was not made yet; the scan on return shows it again."""
    table = Table({"rims": True})
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.turn("A", 90, wait=NOW)
    table.lose()
    table.wait(Duration(5 * SECOND))
    assert len(table.moves) == 3
    table.connect()
    assert table.moves[3:] == ["A+"]


def test_a_link_lost_with_presses_held_forgets_them() -> None:
    """Law: a press belongs to what the hands were doing, and nobody saw that."""
    table = Table()
    table.play("w@Aa1")
    table.world.drop(Site("Ba1"), Piece("black"))
    table.touch()
    table.press("UNDO", wait=NOW)
    table.lose()
    table.connect()
    assert table.moves == ["w@Aa1", "k@Ba1"]


def test_a_new_game_can_be_asked_for_without_the_board() -> None:
    """Law (T-abort): abort works in every state; the game begins when the board is back and agrees."""
    table = Table()
    table.play("w@Aa1")
    table.lose()
    table.ask_new({"players": 4})
    table.press("OK")
    assert (table.phase, table.moves) == ("setup", [])
    assert table.says == LOST
    table.world.stacks.clear()
    table.connect()
    assert (table.phase, table.state.game.setup.players) == ("play", 4)


def test_a_correction_survives_a_lost_link() -> None:
    """Law: on return the guidance goes on."""
    table = Table()
    table.play("w@Aa1")
    table.drop("Bb2", "green", wait=Duration(5 * SECOND))
    table.lose()
    table.connect()
    assert (table.phase, table.says[-29:]) == ("correction", "Take the green ball out of Bb2"[-28:] + ".")


def test_seen_becomes_kept_when_the_journal_line_is_on_disk() -> None:
    """Law (§20): two lights, *seen* and *kept*."""
    table = Table()
    table.keeps = False
    table.drop("Aa1", "white")
    assert (table.role("Aa1"), view(table)["saved"]) == (Role.SEEN, False)
    table.send(Kept(table.now, table.state.serial, table.state.recorded))
    assert (table.role("Aa1"), view(table)["saved"]) == (Role.SOURCE, True)


def test_what_is_kept_of_an_earlier_game_is_not_of_this_one() -> None:
    """Law: answers of the disk carry the game's number."""
    table = Table()
    table.keeps = False
    serial = table.state.serial
    table.press("NEW")
    table.send(Kept(table.now, serial, 1))
    assert not table.state.saved


@pytest.mark.parametrize("entries", [0, 1, 2, 9])
def test_kept_never_exceeds_what_was_recorded(entries: int) -> None:
    """Law: 0 <= kept <= recorded, and kept never falls."""
    table = Table()
    before = table.state.kept
    table.send(Kept(table.now, table.state.serial, entries))
    assert before <= table.state.kept <= table.state.recorded


def test_slow_and_failing_storage_are_told_and_play_goes_on() -> None:
    """Law (§20): after half a second a sign; a failure with its reason; both go when all is kept."""
    table = Table()
    table.keeps = False
    table.play("w@Aa1")
    table.send(StorageSlow(table.now))
    assert table.says == "Not saved yet: the card is slow. Play goes on."
    table.send(StorageFailed(table.now, "disk full"))
    assert table.says == "The game cannot be saved (disk full). Play goes on."
    table.play("k@Ba1")
    assert table.moves == ["w@Aa1", "k@Ba1"]
    table.send(Kept(table.now, table.state.serial, table.state.recorded - 1))
    assert not view(table)["saved"]
    table.send(Kept(table.now, table.state.serial, table.state.recorded))
    assert (view(table)["saved"], table.says) == (True, "Red to play.")


def test_guidance_is_not_drowned_by_storage() -> None:
    """Law: what hands must do now comes first."""
    table = Table()
    table.keeps = False
    table.play("w@Aa1")
    table.send(StorageFailed(table.now, "disk full"))
    table.drop("Bb2", "green", wait=Duration(5 * SECOND))
    assert table.says.endswith("Take the green ball out of Bb2.")


def test_a_slow_sign_that_comes_too_late_is_nothing() -> None:
    """Law: everything is saved already."""
    table = Table()
    table.send(StorageSlow(table.now))
    assert view(table)["saved"]
