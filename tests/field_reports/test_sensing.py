"""Field reports 2A, the part on sensors that fail. Each test bears the number of its row."""

from pathlib import Path

import pytest
from tests.field_reports.common import Played, at_ttt3d
from tests.journeys.carers import Carer

from triboard.app.status import status_of
from triboard.board.load import load_board
from triboard.board.signals import site_signals
from triboard.care.round import Kind
from triboard.doctor.daemon import findings_of
from triboard.doctor.findings import Grade
from triboard.rules import ttt3d
from triboard.session.state import LinkState, Phase
from triboard.units import SECOND, Duration, Piece, Site

PAWN, BLACK, WHITE = Piece("pawn"), Piece("black"), Piece("white")
NOW = Duration(0)


@pytest.mark.parametrize("lost", [1, 2, 5, 50])
def test_09_missed_report(lost: int, tmp_path: Path) -> None:
    """T-missed-report. Complaint: after some moves play stops; lifting pieces revives it.
    Law: whatever number of reports is lost, the next snapshot heals it within 2 s."""
    game = at_ttt3d(tmp_path)
    game.suffer("drop-frames", str(lost))
    game.do(lambda now: game.bench.hands.drop(Site("Aa1"), WHITE, now), Duration(2 * SECOND))
    assert game.moves == ["w@Aa1"]
    game.close()


def test_15_selftest(tmp_path: Path) -> None:
    """T-selftest. Complaint: LEDs dark, valid moves refused: the owner cannot tell which part fails.
    Law: one check by hand tells lights, each sensor and the orientation apart, with passed or failed each,
    and
    doctor repeats what failed, with its date."""
    game = at_ttt3d(tmp_path)
    game.bench.sensors.stick(site_signals(game.board.sites[4], ()), game.run.now)
    carer = Carer(game, answers={"lights": ["rest-dark"]})
    carer.begin(Kind.SELFTEST)
    carer.finish()
    assert set(carer.notes()) == {"lights in red", "sensor Ab2"}
    assert carer.result()["orientation"] == "passed"
    assert sum(result == "passed" for part, result in carer.result().items() if "sensor" in part) == 26
    status = status_of(game.daemon, game.link, game.run.now)
    told = [one for one in findings_of(status) if one.check == "selftest"]
    assert [one.where for one in told] == ["lights in red", "sensor Ab2"]
    game.close()


def test_14_dropout_return(tmp_path: Path) -> None:
    """T-dropout-return. Complaint: a weak magnet lets a piece vanish and return, read as a move.
    Law: it is put back, not moved; the unsteady site is counted and named."""
    game = at_ttt3d(tmp_path)
    game.drop("Aa1", "white")
    game.drop("Ab1", "black")
    game.suffer("weak-magnet", "Aa1", "4")
    game.wait(14)
    assert game.moves == ["w@Aa1", "k@Ab1"]
    assert game.phase() is Phase.PLAY
    sensors = status_of(game.daemon, game.link, game.run.now)["sensors"]
    unsteady = [one["site"] for one in sensors if one["toggles"] > 2]
    assert unsteady == ["Aa1"]
    game.drop("Ac1", "red")
    assert len(game.moves) == 3
    game.close()


@pytest.mark.parametrize("rate", [7, 12, 40])
def test_16_flicker(rate: int, tmp_path: Path) -> None:
    """T-flicker. Complaint: sensors flicker at the threshold.
    Law: slow or as quick as the scans, a flickering sensor commits nothing, is quarantined and named, and the
    rest of the board plays on; when it is calm it is believed again."""
    game = at_ttt3d(tmp_path)
    game.suffer("flicker", "Bb2", str(rate), "30")
    game.wait(8)
    assert game.quarantined() == ["Bb2"]
    assert game.reading("Bb2") == "unknown"
    assert any("Bb2 flickers" in line for line in game.log)
    game.drop("Aa1", "white")
    assert game.moves == ["w@Aa1"]
    game.wait(40)
    assert game.quarantined() == []
    assert game.reading("Bb2") == "empty"
    game.drop("Bb2", "black")
    assert game.moves == ["w@Aa1", "k@Bb2"]
    game.close()


def test_18_evidence(tmp_path: Path) -> None:
    """T-evidence. Complaint: a brief lift and a glitch are taken for a capture.
    Law: a site that goes dark for less than the settle time, with nothing else changed, is no move; a
    takeback needs the piece to be away for longer than that."""
    game = Played(tmp_path, {"players": 3}, board="ttt3d-presence")
    game.drop("Aa1", "white")
    game.drop("Ab1", "black")
    game.suffer("stuck-low", "Ab1")
    game.wait(0.15)
    game.suffer("mend", "Ab1")
    game.wait(2)
    assert game.moves == ["w@Aa1", "k@Ab1"]
    game.lift("Ab1", wait=Duration(2 * SECOND))
    assert game.moves == ["w@Aa1"]
    game.close()


def test_24_reconnect_full(tmp_path: Path) -> None:
    """T-reconnect-full. Complaint: a disconnect loses the game, a reconnect restores a wrong position.
    Law: while the cable is out nothing is concluded; on return a full snapshot is compared first, so that
    what was moved meanwhile is understood or guided."""
    game = at_ttt3d(tmp_path)
    game.drop("Aa1", "white")
    game.suffer("unplug")
    game.drop("Ab1", "black", wait=Duration(2 * SECOND))
    assert game.moves == ["w@Aa1"]
    assert game.state.link is LinkState.LOST
    game.suffer("plug")
    game.wait(7)
    assert game.moves == ["w@Aa1", "k@Ab1"]
    game.suffer("unplug")
    game.drop("Cc3", "white", wait=Duration(2 * SECOND))
    game.suffer("plug")
    game.wait(12)
    assert game.moves == ["w@Aa1", "k@Ab1"]
    assert game.phase() is Phase.CORRECTION
    game.close()


def test_26_resync_anytime(tmp_path: Path) -> None:
    """T-resync-anytime. Complaint: the board cannot know its true position, and nothing recalibrates it.
    Law: with every report of a change lost, the snapshot of each second alone keeps host and board together,
    in every phase."""
    game = at_ttt3d(tmp_path)
    game.suffer("drop-frames", "10000")
    wait = Duration(2 * SECOND)
    game.drop("Aa1", "white", wait=wait)
    assert game.phase() is Phase.PLAY
    assert game.reading("Aa1") == "white"
    game.drop("Cc3", "green", wait=wait)
    assert game.phase() is Phase.CORRECTION
    assert game.reading("Cc3") == "green"
    game.lift("Cc3", wait=wait)
    assert game.phase() is Phase.PLAY
    assert game.moves == ["w@Aa1"]
    game.close()


def test_28_guided_recalibration(tmp_path: Path) -> None:
    """T-drift. Complaint: a cold board misreads until an undocumented recalibration.
    Law: drift is told while the sensor is still read; a calibration guided by light cures it; with its
    profile the same cold board reads right and doctor has nothing against its sensors."""
    game = at_ttt3d(tmp_path / "cold")
    for site in ("Ab2", "Ba1", "Cc3"):
        game.suffer("drift", site, "-7", "1")
    game.wait(3)
    status = status_of(game.daemon, game.link, game.run.now)
    drifting = [one for one in findings_of(status) if one.grade is Grade.WARNING]
    assert {one.where for one in drifting} >= {f"sensor {site}" for site in ("Ab2", "Ba1", "Cc3")}
    assert all("triboard calibrate" in str(one.fix) for one in drifting if one.check == "sensors")
    carer = Carer(game)
    carer.begin(Kind.CALIBRATION, 1, 2)
    carer.finish()
    assert carer.notes() == {}
    profile = game.daemon.desk.profile
    game.close()
    game = Played(tmp_path / "cured", {"players": 3}, profile=profile)
    for site in ("Ab2", "Ba1", "Cc3"):
        game.suffer("drift", site, "-7", "1")
    game.wait(3)
    status = status_of(game.daemon, game.link, game.run.now)
    assert [one for one in findings_of(status) if one.check == "sensors" and one.grade is not Grade.OK] == []
    game.drop("Ab2", "white")
    assert game.moves == ["w@Ab2"]
    game.close()


def test_28_drift(tmp_path: Path) -> None:
    """T-drift. Complaint: a cold board misreads until a hidden recalibration; dead cells are not named.
    Law: a drifting sensor loses its margin first, which health shows, then reads *unknown*, never wrong; a
    dead cell is named, and the game goes on without it."""
    game = at_ttt3d(tmp_path)

    def margin() -> float:
        return next(one.margin or 0 for one in game.daemon.senses.health if one.site == "Bb2")

    before = margin()
    game.suffer("drift", "Bb2", "-7", "10")
    game.wait(10)
    assert 0 < margin() < before
    game.suffer("drift", "Bb2", "-14", "10")
    game.wait(12)
    assert margin() == 0
    assert game.reading("Bb2") == "unknown"
    assert game.view["message"]["sites"] == ["Bb2"]
    game.drop("Aa1", "white")
    game.suffer("nak", "Cc3")
    game.wait(2)
    assert game.reading("Cc3") == "unknown"
    game.drop("Ab1", "black")
    assert game.moves == ["w@Aa1", "k@Ab1"]
    game.close()


def test_failed_reads_are_no_changes(tmp_path: Path) -> None:
    """T-bus-error-not-change (row 77, at home here): a bus that does not answer, and an expander that froze,
    make *unknown*, never *empty*: no takeback, no correction, and the rest plays on."""
    game = at_ttt3d(tmp_path)
    game.drop("Aa1", "white")
    game.drop("Ab1", "black")
    for fault in ("nak", "frozen"):
        game.suffer(fault, "Ab1")
        game.wait(3)
        assert game.reading("Ab1") == "unknown"
        assert game.moves[:2] == ["w@Aa1", "k@Ab1"]
        assert game.phase() is Phase.PLAY
        if fault == "nak":
            game.drop("Ac1", "red")
        game.suffer("mend")
        game.wait(2)
        assert game.reading("Ab1") == "black"
    assert len(game.moves) == 3
    game.close()


def test_a_bank_that_froze_reads_unknown_on_a_board_of_switches(tmp_path: Path) -> None:
    """T-bus-error-not-change: sixteen holes at once."""
    game = Played(tmp_path, {"players": 3}, board="ttt3d-presence")
    game.drop("Aa1", "white")
    game.suffer("frozen", "Aa1")
    game.lift("Aa1", wait=Duration(2 * SECOND))
    assert game.moves == ["w@Aa1"]
    assert game.reading("Aa1") == "unknown"
    game.drop("Aa1", "white")
    game.suffer("mend")
    game.wait(2)
    assert game.moves == ["w@Aa1"]
    assert ttt3d.GAME.outcome(game.state.game) is None
    game.close()


def test_the_neighbours_tag_is_no_move(tmp_path: Path) -> None:
    """T-tag-neighbour (row 78, at home here): one pyramid on two cells is a conflict of sensors."""
    game = Played(tmp_path, {"starter": "light"}, board=load_board("troika"))
    game.suffer("neighbour-tag", "b2", "a1")
    game.drop("a1", "Wl", wait=Duration(5 * SECOND))
    assert game.moves == []
    assert "seen on a1 and b2 at once" in game.says
    game.suffer("mend", "b2")
    game.wait(2)
    assert len(game.moves) == 1
    game.close()
