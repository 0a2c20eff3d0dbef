"""The manner of an exhibit as the settings want it: shows for every board; a class counts as there."""

import pytest

from triboard.app.config import Config, ExhibitConfig
from triboard.app.exhibit import Attended, house_of, show_for
from triboard.board.load import load_board
from triboard.opponents.engine import Grade
from triboard.session.events import SomebodyThere
from triboard.units import SECOND, Instant


@pytest.mark.parametrize(
    ("game", "size", "options"),
    [
        ("ttt3d", None, {"players": 2}),
        ("ttt3d", None, {"players": 5, "rims": True, "rim_turn": "after"}),
        ("trike", 11, {"size": 11}),
        ("troika", None, {"starter": "light"}),
        ("trioker", None, {"mode": "rapid", "players": 2}),
    ],
)
def test_every_way_to_play_has_a_show_on_its_board(
    game: str, size: int | None, options: dict[str, object]
) -> None:
    """Law: a show is a game of this board, whatever the options are; every site of it is there."""
    board = load_board(game, size)
    show = show_for(board, options)
    sites = {site.site for site in board.sites}
    assert show
    assert all(site in sites for picture in show for site in picture.pieces)
    assert show == show_for(board, options)


def test_a_show_that_is_another_board_s_is_not_played() -> None:
    """Law: a small board of Trike shows no game of a larger one."""
    assert show_for(load_board("trike", 7), {"size": 13}) == ()


def test_settings_make_the_house() -> None:
    """Law: what is off is absent; each game has an idle time of its own."""
    board = load_board("troika")
    quiet = ExhibitConfig(enabled=True, attract=False, opponent=False, opponent_grade=4)
    house = house_of(Config(game="troika", exhibit=quiet), board)
    assert house is not None
    assert (house.idle, house.quiet, house.offer, house.show) == (120 * SECOND, None, None, ())
    assert house.grade is Grade(4)
    assert house_of(Config(game="troika"), board) is None


def test_a_class_that_listens_is_there() -> None:
    """Law: while a lesson runs a touch is told now and then, not with every turn; afterwards no more."""
    said: list[SomebodyThere] = []
    lessons = [True]
    attended = Attended(lambda: lessons[0], said.append)
    for second in range(61):
        attended.turn(Instant(second * SECOND))
    assert [event.at // SECOND for event in said] == [0, 15, 30, 45, 60]
    lessons[0] = False
    attended.turn(Instant(100 * SECOND))
    assert len(said) == 5
