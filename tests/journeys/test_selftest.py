"""The opening check by simulated hands, at the daemon with real frames, pins and LED bytes."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.field_reports.common import Played, at_ttt3d
from tests.journeys.carers import Carer

from triboard.app.status import status_of
from triboard.board.load import load_board
from triboard.board.signals import site_signals
from triboard.care.round import Kind
from triboard.doctor.daemon import selftest_findings
from triboard.doctor.findings import Grade
from triboard.errors import PlayerError
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, millis

OPTIONS = {"players": 3, "rims": True}


def test_a_healthy_board_passes_within_a_minute(tmp_path: Path) -> None:
    """Law (exhibit, gate 10): all lights, 27 holes, five buttons, three rims, each with its result, in less
    than 60 s of a person; the report is handed over with its date; the board then waits for a game as
    before."""
    game = at_ttt3d(tmp_path)
    kept = []
    game.daemon.desk.keep = lambda kind, report: kept.append((kind, report))
    carer = Carer(game)
    carer.begin()
    took = carer.finish()
    assert took < Duration(60 * SECOND), took / SECOND
    assert set(carer.result().values()) == {"passed"}, carer.notes()
    names = {part.split()[0] for part in carer.result()}
    assert names == {"light", "sensor", "button", "rim", "orientation"}
    assert len(carer.result()) == 32 + 27 + 1 + 5 + 3
    [(kind, report)] = kept
    assert kind is Kind.SELFTEST
    assert report["complete"]
    assert report["date"].endswith("UTC")
    game.daemon.take_back(game.run.now)
    game.wait(1)
    assert game.phase() is Phase.CORRECTION, "27 balls stand on a board whose game has not begun"
    for site in game.board.sites:
        game.lift(site.site, millis(50))
    game.wait(2)
    assert (game.phase(), game.moves) == (Phase.PLAY, [])
    game.close()


def test_lights_show_red_green_blue_white_and_the_asked_hole(tmp_path: Path) -> None:
    """Law: what is asked is what the LEDs latch: all in one colour each, then one hole alone."""
    game = at_ttt3d(tmp_path)
    carer = Carer(game)
    carer.begin()
    seen = []
    for _ in range(4):
        game.wait(1)
        seen.append(tuple(value > 40 for value in game.light_of("Cb2")))
        assert game.light_of("Aa1")[:1] == game.light_of("seat:4")[:1]
        carer.act()
    assert seen == [(True, False, False), (False, True, False), (False, False, True), (True, True, True)]
    game.wait(3)
    assert carer.view["step"] == "sites"
    lit = [site.site for site in game.board.sites if any(game.light_of(site.site))]
    assert lit == ["Aa1"]
    game.close()


def test_faults_are_told_apart(tmp_path: Path) -> None:
    """Law (T-selftest): a stuck, a dead and an unread sensor, a button and a rim that are not felt each fail
    under their own name; a slip of the hand heals when the site is asked once more; all else passes."""
    game = at_ttt3d(tmp_path)
    game.suffer("stuck-high", "Ab1")
    nothing = site_signals(game.board.sites[-1], ())
    game.bench.sensors.stick(nothing, game.run.now)
    answers = {"empty": ["wait", "go-on"], "buttons": ["dead"], "rims": ["dead"]}
    carer = Carer(game, slips={"Ba1": "Ba2"}, answers=answers)
    carer.begin(Kind.SELFTEST, 1, 2, 3, 4)
    carer.finish()
    assert carer.notes() == {
        "sensor Ab1": "The sensor of Ab1 cannot be read.",
        "sensor Cc3": "The sensor of Cc3 saw no piece.",
        "button OK": "The button OK was not felt.",
        "rim A": "The rim of shelf A was not felt.",
    }
    assert carer.result()["sensor Ba1"] == "passed"
    assert carer.result()["orientation"] == "passed"
    report = game.daemon.desk.reports[Kind.SELFTEST]
    told = [one for one in selftest_findings(report) if one.grade is Grade.FAILURE]
    assert [one.where for one in told] == list(carer.notes())
    assert status_of(game.daemon, game.link, game.run.now)["selftest"] == report
    game.close()


def test_lights_that_stay_dark_are_found_one_by_one(tmp_path: Path) -> None:
    """Law: "some stay dark" walks through the strip, one light a second; NO names the one that should
    shine."""
    game = at_ttt3d(tmp_path)
    carer = Carer(game, answers={"lights": ["some"]})
    carer.begin(Kind.SELFTEST, 0)
    game.wait(1)
    carer.act()
    walked = []
    for _ in game.board.pixels:
        game.wait(0.2)
        shining = [one.target for one in game.board.pixels if any(game.light_of(one.target))]
        walked += shining
        if shining == ["Ba1"]:
            game.press("UNDO", millis(10))
        care = game.daemon.desk.care
        assert care is not None
        assert care.deadline is not None
        game.run.run_until(care.deadline)
    assert walked == [one.target for one in game.board.pixels]
    carer.finish()
    assert carer.notes() == {"light Ba1": "The light of Ba1 stays dark."}
    game.close()


@pytest.mark.parametrize("picture", ["flicker", "first"])
def test_pictures_of_a_weak_data_line_name_the_level_shifter(picture: str, tmp_path: Path) -> None:
    """Law (row 32): what a person sees is told by name, and the remedy names the part to buy."""
    game = at_ttt3d(tmp_path)
    carer = Carer(game, answers={"lights": [picture]})
    carer.begin(Kind.SELFTEST, 0)
    carer.finish()
    assert "74AHCT125" in carer.notes()["lights in red"]
    game.close()


def test_sensors_turned_against_the_lights_are_told_as_a_turn(tmp_path: Path) -> None:
    """Law (T-selftest, orientation): a shelf's cable the other way round is one finding with its angle."""
    board = load_board("ttt3d")
    sites = board.sites[8::-1] + board.sites[17:8:-1] + board.sites[:17:-1]
    built = replace(
        board,
        sites=tuple(
            replace(site, levels=other.levels) for site, other in zip(board.sites, sites, strict=True)
        ),
    )
    game = Played(tmp_path, {"players": 3}, board=board, built=built)
    carer = Carer(game)
    carer.begin(Kind.SELFTEST, 2)
    carer.finish()
    assert carer.notes()["orientation"] == "The sensors are turned by 180° against the lights."
    assert carer.result()["sensor Ab2"] == "passed"
    assert carer.notes()["sensor Aa1"] == "A piece on Aa1 was seen at Ac3."
    game.close()


def test_a_rim_wired_backwards_is_told(tmp_path: Path) -> None:
    """Law: its tracks answer, and count the wrong way."""
    board = load_board("ttt3d")
    built = replace(board, rims=(replace(board.rims[0], reverse=True), *board.rims[1:]))
    game = Played(tmp_path, OPTIONS, board=board, built=built)
    carer = Carer(game)
    carer.begin(Kind.SELFTEST, 4)
    carer.finish()
    assert carer.notes() == {"rim A": "The rim of shelf A counts backwards."}
    game.close()


def test_a_game_under_way_is_never_lost(tmp_path: Path) -> None:
    """Law: the check refuses in mid-game; where somebody insists the game waits untouched, and goes on once
    the pieces stand again as they stood."""
    game = at_ttt3d(tmp_path)
    game.drop("Aa1", "white")
    game.drop("Ab1", "black")
    carer = Carer(game)
    with pytest.raises(PlayerError, match="under way"):
        carer.begin()
    with pytest.raises(PlayerError, match="under way"):
        carer.begin(Kind.CALIBRATION, interrupt=True)
    carer.begin(Kind.SELFTEST, 1, 2, interrupt=True)
    carer.finish()
    assert game.moves == ["w@Aa1", "k@Ab1"]
    game.press("UNDO")
    assert game.moves == ["w@Aa1", "k@Ab1"]
    game.daemon.take_back(game.run.now)
    game.wait(6)
    assert game.phase() is Phase.CORRECTION
    for site in game.board.sites:
        if game.world.standing(site.site) and site.site not in ("Aa1", "Ab1"):
            game.lift(site.site, millis(50))
    for name, piece in (("Aa1", "white"), ("Ab1", "black")):
        game.lift(name)
        game.drop(name, piece)
    game.wait(6)
    assert (game.phase(), game.moves) == (Phase.PLAY, ["w@Aa1", "k@Ab1"])
    game.drop("Ac1", "red")
    assert len(game.moves) == 3
    game.close()


def test_one_step_alone_keeps_what_the_others_found(tmp_path: Path) -> None:
    """Law: `--step` replaces the parts of its step in the report; a failure that was mended is gone."""
    game = at_ttt3d(tmp_path)
    carer = Carer(game, answers={"lights": ["first"], "buttons": ["dead"]})
    carer.begin(Kind.SELFTEST, 0, 3)
    carer.finish()
    game.daemon.take_back(game.run.now)
    carer.begin(Kind.SELFTEST, 3)
    carer.finish()
    parts = {one["part"]: one["result"] for one in game.daemon.desk.reports[Kind.SELFTEST]["parts"]}
    assert parts["lights in red"] == "failed"
    assert parts["button OK"] == "passed"
    game.close()


def test_a_check_that_nobody_comes_back_to_gives_the_board_back(tmp_path: Path) -> None:
    """Law (exhibit, gate 11): time alone heals it within 3 minutes and a bit; the report says it was
    stopped."""
    game = at_ttt3d(tmp_path)
    Carer(game).begin(Kind.SELFTEST, 2)
    game.wait(170)
    assert game.daemon.desk.view() is not None
    game.wait(15)
    assert game.daemon.desk.view() is None
    assert not game.daemon.desk.reports[Kind.SELFTEST]["complete"]
    game.drop("Aa1", "white")
    assert game.moves == ["w@Aa1"]
    game.close()


@pytest.mark.parametrize(
    ("board", "options", "parts"),
    [
        ("troika", {"starter": "light"}, 9),
        ("troika-tags", {"starter": "light"}, 9),
        pytest.param("trioker", {}, None, marks=pytest.mark.long),
        pytest.param("trike", {"size": 7}, 28, marks=pytest.mark.long),
        pytest.param("trike-presence", {"size": 7}, 28, marks=pytest.mark.long),
        ("ttt3d-presence", {"players": 2}, 27),
    ],
)
def test_every_board_can_be_checked(
    board: str, options: dict[str, object], parts: int | None, tmp_path: Path
) -> None:
    """Law: the steps follow from the board file, for every way of sensing."""
    game = Played(tmp_path, options, board=load_board(board, 7 if "trike" in board else None))
    carer = Carer(game)
    carer.begin(Kind.SELFTEST, 0, 1, 2, 3, 4)
    carer.finish(Duration(900 * SECOND))
    assert set(carer.result().values()) == {"passed"}, carer.notes()
    assert sum(part.startswith("sensor ") for part in carer.result()) == (parts or len(game.board.sites))
    game.close()
