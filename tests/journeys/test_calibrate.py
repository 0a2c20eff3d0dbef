"""Calibration by simulated hands: a board wired otherwise than its file says is learned and played."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.field_reports.common import Played, at_ttt3d
from tests.journeys.carers import Carer

from triboard.app.status import status_of
from triboard.board.definition import Board
from triboard.board.load import load_board
from triboard.care.round import Kind
from triboard.doctor.daemon import findings_of
from triboard.doctor.findings import EXIT_CODES, Finding
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, Site, millis

OPTIONS = {"players": 3, "rims": True}
CALIBRATION = Kind.CALIBRATION


def shuffled(board: Board, seed: int) -> Board:
    """The board as somebody built it: sensors plugged in at random, another strip, other encoders."""
    levels = [site.levels for site in board.sites]
    Random(seed).shuffle(levels)
    sites = tuple(replace(site, levels=wired) for site, wired in zip(board.sites, levels, strict=True))
    first, *rest = board.rims
    rims = (replace(first, edges_per_detent=first.edges_per_detent * 2, reverse=not first.reverse), *rest)
    return replace(board, sites=sites, colour_order="BRG", rims=rims)


def calibrate(folder: Path, filed: Board, built: Board, options: dict[str, Any], **more: Any) -> Played:
    """A whole calibration; the table behind it."""
    game = Played(folder, options, board=filed, built=built)
    carer = Carer(game, **more)
    carer.begin(CALIBRATION)
    carer.finish()
    failed = carer.notes()
    assert failed == {}, failed
    return game


def bad(game: Played) -> list[Finding]:
    """What doctor has against sensors and calibration."""
    found = findings_of(status_of(game.daemon, game.link, game.run.now))
    return [one for one in found if one.grade in EXIT_CODES and one.check in ("sensors", "calibration")]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_board_wired_at_random_is_learned_and_played(seed: int, tmp_path: Path) -> None:
    """Law: sensors plugged in anywhere, a strip of another colour order and another encoder are learned by
    light and touch; with the profile laid over the file the board passes its opening check and plays, and no
    file was edited."""
    filed = load_board("ttt3d")
    built = shuffled(filed, seed)
    game = calibrate(tmp_path / "one", filed, built, OPTIONS)
    profile = game.daemon.desk.profile
    assert profile is not None
    assert profile["orders"] == ["BRG"]
    assert profile["rims"]["A"] == {"edges": 2 * filed.rims[0].edges_per_detent, "reverse": True}
    assert len(profile["sensors"]) > 20
    game.close()

    game = Played(tmp_path / "two", OPTIONS, board=filed, built=built, profile=profile)
    carer = Carer(game)
    carer.begin()
    carer.finish()
    assert carer.notes() == {}
    game.daemon.take_back(game.run.now)
    for site in game.board.sites:
        game.lift(site.site, millis(30))
    game.wait(2)
    for place, piece in (("Aa1", "white"), ("Cb2", "black"), ("Bc3", "red")):
        game.drop(place, piece)
    game.turn("A", 90.0, wait=Duration(2 * SECOND))
    assert game.moves == ["w@Aa1", "k@Cb2", "r@Bc3", "A+"]
    game.close()


def test_without_the_profile_the_same_board_plays_wrong(tmp_path: Path) -> None:
    """Law: the test above does not pass by itself."""
    filed = load_board("ttt3d")
    game = Played(tmp_path, OPTIONS, board=filed, built=shuffled(filed, 1))
    game.drop("Aa1", "white")
    assert game.moves != ["w@Aa1"]
    game.close()


def test_a_slip_of_the_hand_is_a_clash_and_asked_again(tmp_path: Path) -> None:
    """Law: one sensor for two sites is told by both blinking, and both are asked once more."""
    filed = load_board("ttt3d")
    game = calibrate(tmp_path, filed, filed, OPTIONS, slips={"Ab1": "Aa2"})
    assert game.daemon.desk.profile is not None
    assert game.daemon.desk.profile["sensors"] == {}
    game.close()


def test_a_silent_sensor_is_a_fault_and_a_skipped_site_is_remembered(tmp_path: Path) -> None:
    """Law: neither stops the calibration; both stand in the profile, and doctor tells of the fault."""
    game = at_ttt3d(tmp_path)
    carer = Carer(game)
    carer.begin(CALIBRATION, 2)
    while carer.view["step"] == "baseline":
        game.wait(0.3)
        carer.act()
    game.daemon.desk.answer("dead", game.run.now)
    game.daemon.desk.answer("skip", game.run.now)
    carer.finish()
    profile = game.daemon.desk.profile
    assert profile is not None
    assert profile["skipped"] == ["Ab1"]
    assert [one["part"] for one in profile["report"]["faults"]] == ["sensor Aa1"]
    assert carer.result()["sensor Ab1"] == "skipped"
    assert [one.where for one in bad(game)] == ["sensor Aa1"]
    game.close()


def test_a_stopped_calibration_changes_nothing(tmp_path: Path) -> None:
    """Law: nor does one that nobody comes back to."""
    game = at_ttt3d(tmp_path)
    kept: list[Any] = []
    game.daemon.desk.keep = lambda kind, content: kept.append((kind, content))
    Carer(game).begin(CALIBRATION)
    game.wait(1)
    game.daemon.take_back(game.run.now)
    Carer(game).begin(CALIBRATION, 1)
    game.wait(200)
    assert game.daemon.desk.view() is None
    assert (kept, game.daemon.desk.profile) == ([], None)
    game.drop("Aa1", "white")
    assert (game.phase(), game.moves) == (Phase.PLAY, ["w@Aa1"])
    game.close()


def test_one_step_alone_keeps_what_the_others_learned(tmp_path: Path) -> None:
    """Law: a new strip wants its colour order only; the map stays."""
    filed = load_board("ttt3d")
    game = calibrate(tmp_path, filed, shuffled(filed, 3), OPTIONS)
    before = game.daemon.desk.profile
    game.daemon.take_back(game.run.now)
    carer = Carer(game)
    carer.begin(CALIBRATION, 0)
    carer.finish()
    after = game.daemon.desk.profile
    assert before is not None
    assert after is not None
    assert after is not before
    for key in ("sensors", "rims", "empty", "pieces"):
        assert after[key] == before[key]
    game.close()


def test_pieces_that_are_too_alike_are_told_and_not_kept(tmp_path: Path) -> None:
    """Law: kinds want four times the noise between them; what cannot be told apart is never put in force."""
    filed = load_board("ttt3d")
    way = filed.sites[0].levels[0].sensing
    black = next(one.values for one in way.signatures if one.piece == "black")
    alike = replace(
        way,
        signatures=tuple(
            replace(one, values=(black[0] + 3, black[1], black[2])) if one.piece == "red" else one
            for one in way.signatures
        ),
    )
    sites = tuple(
        replace(site, levels=tuple(level._replace(sensing=alike) for level in site.levels))
        for site in filed.sites
    )
    game = Played(tmp_path, OPTIONS, board=filed, built=replace(filed, sites=sites))
    carer = Carer(game)
    carer.begin(CALIBRATION, 3)
    carer.finish()
    assert "4 are needed" in carer.notes()["piece red"]
    assert "It is not kept" in carer.view["text"]
    assert game.daemon.desk.profile is None
    game.close()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("troika-tags", {"starter": "light"}),
        pytest.param("trike", {"size": 7}, marks=pytest.mark.long),
        pytest.param("trike-presence", {"size": 7}, marks=pytest.mark.long),
        ("ttt3d-presence", {"players": 2}),
    ],
)
def test_two_cables_exchanged_are_found_on_every_board(
    name: str, options: dict[str, Any], tmp_path: Path
) -> None:
    """Law: contacts, analogue values, colours and tags are mapped alike, and nothing else changes."""
    filed = load_board(name, 7 if "trike" in name else None)
    one, two, *rest = filed.sites
    swapped = (replace(one, levels=two.levels), replace(two, levels=one.levels), *rest)
    game = Played(tmp_path, options, board=filed, built=replace(filed, sites=swapped))
    carer = Carer(game)
    carer.begin(CALIBRATION, 2)
    carer.finish()
    assert carer.notes() == {}
    profile = game.daemon.desk.profile
    assert profile is not None
    assert profile["sensors"] == {one.site: two.site, two.site: one.site}
    game.close()


def test_a_cable_pulled_in_between_only_waits(tmp_path: Path) -> None:
    """Law: the round goes on where it was once the board is back; the profile is the same."""
    game = at_ttt3d(tmp_path)
    carer = Carer(game)
    carer.begin(CALIBRATION, 2)
    while carer.view["step"] != "map" or carer.view["done"] < 5:
        game.wait(0.4)
        carer.act()
    game.bench.unplug()
    game.wait(5)
    game.bench.plug()
    game.wait(5)
    assert carer.view["step"] == "map"
    carer.finish()
    assert carer.notes() == {}
    game.close()


def test_a_troika_board_whose_resistors_drifted_is_learned(tmp_path: Path) -> None:
    """Law: bands move to what was measured, for every kind of pyramid."""
    filed = load_board("troika")
    way = filed.sites[0].levels[0].sensing
    bands = tuple(replace(band, low=band.low + 60, high=band.high + 60) for band in way.bands)
    drifted = replace(way, bands=bands)
    sites = tuple(
        replace(site, levels=tuple(level._replace(sensing=drifted) for level in site.levels))
        for site in filed.sites
    )
    built = replace(filed, sites=sites)
    options = {"starter": "light"}
    game = Played(tmp_path / "one", options, board=filed, built=built)
    carer = Carer(game, piece="Wl")
    carer.begin(CALIBRATION, 1, 2, 3)
    carer.finish(Duration(900 * SECOND))
    assert carer.notes() == {}
    profile = game.daemon.desk.profile
    assert profile is not None
    assert len(profile["pieces"]["pyramid"]) == 18
    game.close()
    game = Played(tmp_path / "two", options, board=filed, built=built, profile=profile)
    game.drop("b2", "Wl")
    assert game.reading("b2").startswith("Wl")
    assert game.world.standing(Site("b2")) == ("Wl",)
    game.close()
