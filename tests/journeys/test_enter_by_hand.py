"""A hole whose sensor is dead is played by what people enter on the page (physical-play 13, T-drift)."""

from pathlib import Path

import pytest
from tests.field_reports.common import Played, at_ttt3d

from triboard.errors import PlayerError
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, Piece, Site, millis

DEAD = "Ab2"
WHITE = "white"


def enter(game: Played, site: str, *pieces: str) -> None:
    """Say on the page what stands in a hole, then wait."""
    game.daemon.enter(Site(site), tuple(map(Piece, pieces)), game.run.now)
    game.wait(1)


def broken(folder: Path) -> Played:
    """A table at which Ab2 cannot be read."""
    game = at_ttt3d(folder)
    game.suffer("nak", DEAD)
    game.wait(1)
    assert DEAD in game.daemon.senses.unreadable
    return game


def test_a_move_into_a_dead_hole_is_entered_and_taken_back(tmp_path: Path) -> None:
    """Law (T-drift): what is entered is played like what is sensed: a move, the next, a takeback."""
    game = broken(tmp_path)
    game.drop(DEAD, WHITE)
    assert game.moves == []
    enter(game, DEAD, WHITE)
    assert game.moves == ["w@Ab2"]
    assert DEAD in game.daemon.senses.unreadable  # it can be entered anew
    game.drop("Cc3", "black")
    assert game.moves == ["w@Ab2", "k@Cc3"]
    game.lift("Cc3", wait=Duration(2 * SECOND))
    enter(game, DEAD)
    game.wait(2)
    assert game.moves == []
    assert "Entered by hand: white on Ab2." in game.log
    game.close()


def test_a_wrong_piece_entered_is_guided_like_a_wrong_piece_put_down(tmp_path: Path) -> None:
    """Law (§13): it is an ordinary observation."""
    game = broken(tmp_path)
    enter(game, DEAD, "black")
    game.wait(2)
    assert game.phase() is Phase.CORRECTION
    assert DEAD in game.view["message"]["sites"]
    enter(game, DEAD, WHITE)
    assert (game.phase(), game.moves) == (Phase.PLAY, ["w@Ab2"])
    game.close()


def test_a_mended_sensor_counts_again_and_its_word_is_guided(tmp_path: Path) -> None:
    """Law (§13): when the sensor is well and disagrees, correction guides; what was entered is gone."""
    game = broken(tmp_path)
    game.drop(DEAD, "black")
    enter(game, DEAD, WHITE)
    assert game.moves == ["w@Ab2"]
    game.suffer("mend")
    game.wait(6)  # a time of grace is part of it
    assert game.reading(DEAD) == "black"
    assert game.daemon.senses.unreadable == ()
    assert game.phase() is Phase.CORRECTION
    assert DEAD in game.view["message"]["sites"]
    game.lift(DEAD)
    game.drop(DEAD, WHITE, wait=Duration(2 * SECOND))
    assert (game.phase(), game.moves) == (Phase.PLAY, ["w@Ab2"])
    with pytest.raises(PlayerError, match=r"The sensor of Ab2 can be read; move the piece itself\."):
        enter(game, DEAD)
    game.suffer("nak", DEAD)
    game.wait(1)
    assert game.reading(DEAD) == "unknown"
    game.close()


def test_the_last_ball_in_a_dead_hole_ends_the_game(tmp_path: Path) -> None:
    """Law (T-drift): a whole game can be played with a dead hole."""
    game = at_ttt3d(tmp_path, speed=8.0)
    sites = [site.site for site in game.board.sites if site.site != DEAD]
    for site in sites:
        game.drop(site, game.state.manners.targets(game.state.game)[site], wait=millis(400))
    assert len(game.moves) == len(sites)
    [(last, piece)] = game.state.manners.targets(game.state.game).items()
    assert last == DEAD
    game.suffer("nak", DEAD)
    game.wait(1)
    assert piece is not None
    game.drop(DEAD, piece)
    assert game.phase() is Phase.PLAY
    enter(game, DEAD, piece)
    assert (game.phase(), len(game.moves)) == (Phase.FINISHED, 27)
    game.close()


def test_a_rim_carries_on_what_was_entered(tmp_path: Path) -> None:
    """Law: after a turn nobody has said what lies over the dead sensor; the record does."""
    game = Played(tmp_path, {"players": 3, "rims": True})
    game.suffer("nak", "Aa1")
    game.wait(1)
    game.drop("Aa1", WHITE)
    enter(game, "Aa1", WHITE)
    game.drop("Ba1", "black")
    game.drop("Ca1", "red")
    assert len(game.moves) == 3
    game.turn("A", 90.0, wait=Duration(2 * SECOND))
    assert game.moves[3:] == ["A+"]
    assert game.reading("Aa1") == "unknown"
    game.close()


def test_what_was_entered_survives_a_restart(tmp_path: Path) -> None:
    """Law (physical-play 20): a dead hole stays as it was entered, and the game goes on."""
    game = broken(tmp_path)
    enter(game, DEAD, WHITE)
    game.drop("Cc3", "black")
    for _ in range(2):
        game.restart()
        assert (game.moves, game.state.phase) == (["w@Ab2", "k@Cc3"], Phase.PLAY)
        observation = game.daemon.senses.observation
        assert observation is not None
        assert observation.sites[Site(DEAD)][0].piece == WHITE
    game.close()
