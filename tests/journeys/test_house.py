"""A board in a house: pause, hours, bypass, dimming; what visitors do meanwhile never becomes a move."""

import asyncio
from pathlib import Path

import pytest
from tests.journeys.house import House

from triboard.app.config import LightConfig, ScheduleConfig
from triboard.app.shutter import Face
from triboard.board.readings import UNKNOWN
from triboard.care.round import Kind
from triboard.errors import ConfigurationError
from triboard.light.compose_shut import scene_of_cross
from triboard.session.events import ButtonPressed
from triboard.session.state import Phase
from triboard.units import Site
from triboard.web.view import view_of

HOURS = ScheduleConfig(hours=("mon-fri 09:30-17:00",), closed=("2026-06-11",))


def test_pieces_moved_while_it_is_out_of_order_are_no_moves_and_are_guided_back(tmp_path: Path) -> None:
    """Law: a legal move, a takeback and a button during the pause change nothing; afterwards the board asks
    to be put as the game says, and then plays on."""
    house = House(tmp_path)
    table = house.table
    table.drop("Ab2", "white")
    table.drop("Ac1", "black")
    assert len(table.moves) == 2
    before = table.moves
    house.ask(house.keeping.desk.pause, on=True)
    table.drop("Ba1", "red")  # it would be the next move
    table.lift("Ac1")  # and this a takeback
    table.daemon.post(ButtonPressed(table.run.now, "UNDO"))
    house.wait(10)
    assert (table.moves, house.face()) == (before, Face.OUT_OF_ORDER)
    view = {**view_of(table.state), **house.keeping.view()}
    assert "out of order" in str(view["message"]["text"])
    assert view["buttons"] == {}
    house.ask(house.keeping.desk.pause, on=False)
    house.wait(6)
    assert table.moves == before
    assert table.state.phase is Phase.CORRECTION
    table.lift("Ba1")
    table.drop("Ac1", "black")
    house.wait(3)
    assert (table.state.phase, table.moves) == (Phase.PLAY, before)
    table.drop("Ba1", "red")
    assert len(table.moves) == 3
    house.close()


def test_the_pause_outlasts_a_restart_and_ends_by_staff_alone(tmp_path: Path) -> None:
    """Law: a broken board is not put back in front of visitors by a watchdog."""
    house = House(tmp_path)
    house.ask(house.keeping.desk.pause, on=True)
    house.restart()
    assert house.face() is Face.OUT_OF_ORDER
    assert house.lit, "the cross is seen"
    cross = scene_of_cross(house.table.board).glows
    assert {site for site in cross if site.startswith("C")} >= {"Cb2"}
    house.ask(house.keeping.desk.pause, on=False)
    house.restart()
    assert house.face() is Face.OPEN
    texts = [str(one["text"]) for one in house.keeping.desk.view()["log"]]
    assert texts == ["In order again.", "Called out of order."]
    house.close()


def test_it_is_dark_after_hours_on_closed_days_and_when_the_clock_jumps(tmp_path: Path) -> None:
    """Law: what the clock says now decides, whichever edges were skipped or come again; a closed board is
    dark, says until when, and takes a piece without a word."""
    house = House(tmp_path, "2026-06-10 16:59", schedule=HOURS)
    house.wait(2)
    assert house.face() is Face.OPEN
    house.wait(60)
    assert (house.face(), house.lit) == (Face.CLOSED, False)
    assert "2026-06-12 09:30" in str(house.keeping.view()["message"]["text"])
    house.table.drop("Ab2", "white")
    house.wait(5)
    assert (house.table.moves, house.lit) == ([], False)
    for ahead, face in ((16.5 * 3600, Face.CLOSED), (24 * 3600, Face.OPEN), (-24 * 3600, Face.CLOSED)):
        house.stamp += ahead
        house.wait(3)
        assert house.face() is face, ahead
    house.close()


def test_a_clock_that_nobody_set_closes_nothing_and_it_is_said(tmp_path: Path) -> None:
    """Law (E-schedule-clock-untrusted): the hours are off, with a note; the network sets the clock and they
    hold."""
    house = House(tmp_path, "2026-06-10 03:00", synchronised=False, schedule=HOURS)
    house.wait(5)
    assert house.face() is Face.OPEN
    (part,) = house.keeping.desk.parts()
    assert (part["part"], part["state"]) == ("Opening", "ailing")
    assert "nobody has set the clock" in str(part["text"])
    assert not house.keeping.desk.view()["house"]["clock"]["trusted"]
    house.synchronised = True
    house.wait(40)
    assert house.face() is Face.CLOSED
    house.close()


def test_it_dims_by_the_hour_and_keeps_what_was_set_on_the_page(tmp_path: Path) -> None:
    """Law: the point before now holds; a change on the page counts at once; limits of the power budget
    stay."""
    house = House(tmp_path, "2026-06-10 19:59", light=LightConfig(by_hour=("08:00 100 %", "20:00 20 %")))
    house.wait(3)
    bright = sum(house.table.daemon.frame)
    house.wait(60)
    dim = sum(house.table.daemon.frame)
    assert 0 < dim < bright / 2
    assert house.set(light__by_hour=["00:00 2 %"]) is None
    assert 0 < sum(house.table.daemon.frame) < dim
    with pytest.raises(ConfigurationError, match="no hour with a value"):
        house.set(light__by_hour=["20:00 1 %"])
    house.close()


def test_a_sensor_is_taken_out_of_play_and_put_back(tmp_path: Path) -> None:
    """Law: its site is played as one whose sensor cannot be read, the rest plays on, over a restart, too; it
    is shown until it is undone, and stands in the maintenance log."""
    house = House(tmp_path)
    desk, site = house.keeping.desk, Site("Cc3")
    assert house.ask(desk.bypass, site="Cc3", on=True) is None
    observed = house.table.daemon.senses.observation
    assert observed is not None
    assert observed.sites[site] == (UNKNOWN,)
    house.table.drop("Ab2", "white")
    assert len(house.table.moves) == 1
    house.restart()
    assert list(house.table.daemon.senses.bypassed) == [site]
    house.table.drop("Ac1", "black")
    assert len(house.table.moves) == 2
    with pytest.raises(ConfigurationError, match="Did you mean 'Cc3'"):
        house.ask(house.keeping.desk.bypass, site="Cc33", on=True)
    house.ask(house.keeping.desk.bypass, site="Cc3", on=False)
    assert list(house.table.daemon.senses.bypassed) == []
    log = [str(one["text"]) for one in house.keeping.desk.view()["log"]]
    assert log == ["The sensor of Cc3 is in play again.", "The sensor of Cc3 was taken out of play."]
    house.close()


def test_another_game_is_refused_while_one_is_under_way_and_wrong_ones_always(tmp_path: Path) -> None:
    """Law: staff choose only what can be played, and end a game only if they say so."""
    house = House(tmp_path)
    desk = house.keeping.desk
    house.table.drop("Ab2", "white")
    with pytest.raises(ConfigurationError, match="under way"):
        house.ask(desk.choose, game="troika")
    with pytest.raises(ConfigurationError, match=r"'trioka'.*Did you mean 'troika'"):
        house.ask(desk.choose, game="trioka", interrupt=True)
    assert house.chosen == []
    assert house.ask(desk.choose, game="troika", options={"mode": "training"}, interrupt=True) is None
    assert [(one.game, dict(one.options)) for one in house.chosen] == [("troika", {"mode": "training"})]
    house.close()


def test_restart_and_reboot_as_far_as_the_site_permits(tmp_path: Path) -> None:
    """Law: what is not permitted is refused with the setting that would; a computer that cannot says so."""
    house = House(tmp_path)
    assert house.ask(house.keeping.desk.command, command="restart") is None
    assert house.restarts == 1
    with pytest.raises(ConfigurationError, match=r"reboot is not permitted.*site\.permits"):
        house.ask(house.keeping.desk.command, command="reboot")
    listed = {one["command"]: one["permitted"] for one in house.keeping.desk.view()["commands"]}
    assert listed == {"restart": True, "reboot": False}
    with pytest.raises(ConfigurationError, match="Did you mean 'reboot'"):
        house.ask(house.keeping.desk.command, command="rebot")
    house.close()


def test_checks_and_exchanged_parts_are_written_down_by_the_board_itself(tmp_path: Path) -> None:
    """Law: whoever keeps a report of care tells the maintenance log, passed or failed, after the report."""
    house = House(tmp_path)
    kept: list[Kind] = []

    async def reported() -> None:
        keep = house.keeping.desk.kept(lambda kind, _: kept.append(kind))
        passed = {"part": "sensor Ab2", "result": "passed"}
        keep(Kind.SELFTEST, {"parts": [passed, passed]})
        keep(Kind.SELFTEST, {"parts": [passed, {**passed, "result": "failed"}]})
        keep(Kind.CALIBRATION, {"unit": "pico-2"})

    asyncio.run(reported())
    assert kept == [Kind.SELFTEST, Kind.SELFTEST, Kind.CALIBRATION]
    house.restart()
    log = [str(one["text"]) for one in house.keeping.desk.view()["log"]]
    assert log == [
        "Calibrated, or a part exchanged.",
        "Opening check: 1 part failed (sensor Ab2).",
        "Opening check passed: 2 parts.",
    ]
    house.close()
