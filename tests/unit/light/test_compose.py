"""A session as light: each state of play has its roles (physical-play 9, 10, 16, 20)."""

import pytest
from tests.unit.session.table import BOARD, Table

from triboard.light.compose import scene_of
from triboard.light.scene import Glow, Role, Target
from triboard.rules.ttt3d.geometry import HOLES
from triboard.session.entries import fresh
from triboard.session.ttt3d import MANNERS
from triboard.units import SECOND, Duration, Piece, Site

NOW = Duration(0)
FIVES = ("w@Aa1", "k@Ba1", "r@Cc3", "w@Ab1", "k@Ba2", "r@Cb2", "w@Ac1")
"""White completes Aa1-Ab1-Ac1."""


def played(*texts: str, **options: object) -> Table:
    table = Table(options)
    table.play(*texts)
    return table


def test_before_the_board_is_found_the_seats_wait() -> None:
    """Law (§15): the LEDs say that the board is being looked for."""
    scene = scene_of(fresh(BOARD, MANNERS, {"players": 2}))
    assert scene.glows == {"seat:0": Glow(Role.WAITING), "seat:1": Glow(Role.WAITING)}


def test_targets_shine_in_the_colour_that_is_due() -> None:
    """Law (§9): a board without trays that read shows all the time what may be placed where."""
    table = played("w@Aa1")
    glows = scene_of(table.state).glows
    black = Glow(Role.TARGET, Piece("black"))
    assert {place for place, glow in glows.items() if glow == black} == {Target(hole) for hole in HOLES} - {
        Target("Aa1")
    }
    assert glows[Target("Aa1")] == Glow(Role.SOURCE, Piece("white"))
    assert glows[Target("seat:1")] == Glow(Role.TURN, Piece("black"))


def test_the_seat_of_two_colours_shines_in_the_one_that_is_due() -> None:
    """Law (ttt3d §4): colours alternate, and the light says which."""
    table = played("w@Aa1", "r@Ba1", players=2)
    assert scene_of(table.state).glows[Target("seat:0")] == Glow(Role.TURN, Piece("black"))


def test_every_light_of_a_scene_has_a_pixel_or_is_a_button() -> None:
    """Law: nothing is shown where no light is."""
    table = played(*FIVES, calling="strict")
    pixels = set(BOARD.pixel_of())
    places = set(scene_of(table.state).glows)
    assert {place for place in places if place not in pixels} <= {
        f"button:{button.button}" for button in BOARD.buttons
    }


def test_lines_run_one_after_another_and_begin_with_the_move() -> None:
    """Law (ttt3d §10): completed lines, credited at once."""
    table = played(*FIVES)
    scene = scene_of(table.state)
    assert [run.places for run in scene.runs] == [("Aa1", "Ab1", "Ac1")]
    assert scene.runs[0].piece == "white"
    assert scene.since == table.state.changed


def test_under_strict_calling_nothing_is_shown_before_the_window_has_closed() -> None:
    """Law (ttt3d §10): the board keeps silent about lines until the call."""
    table = played(*FIVES, calling="strict")
    scene = scene_of(table.state)
    assert scene.runs == ()
    assert table.lit(Role.MISSED) == set()
    assert scene.glows[Target("button:FIVE")].role is Role.TURN
    table.press("FIVE", "OK")
    assert [run.places for run in scene_of(table.state).runs] == [("Aa1", "Ab1", "Ac1")]


def test_missed_lines_blink() -> None:
    """Law: points lost, after the window."""
    table = played(*FIVES, "k@Cc1", calling="strict")
    assert table.lit(Role.MISSED) == {"Aa1", "Ab1", "Ac1"}


@pytest.mark.parametrize("keeps", [True, False])
def test_the_last_move_is_seen_until_it_is_kept(*, keeps: bool) -> None:
    """Law (§20)."""
    table = Table()
    table.keeps = keeps
    table.drop("Bb2", "white")
    assert table.role("Bb2") is (Role.SOURCE if keeps else Role.SEEN)


def test_a_turned_rim_shows_where_its_balls_have_gone() -> None:
    """Law: in the room, first as seen while it may still go on, then as kept."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1", rims=True)
    table.turn("A", 90, wait=NOW)
    assert table.lit(Role.SEEN) == {"Ac1"}
    table.wait(SECOND)
    assert table.lit(Role.SOURCE) == {"Ac1"}


def test_a_move_that_waits_on_a_turned_rim_is_shown_in_its_hole() -> None:
    """Law: a slot's name is not the hole's once its rim has turned."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1", "A+", rims=True)
    table.world.drop(Site("Aa1"), Piece("black"))
    table.turn("B", 90, wait=NOW)
    assert table.state.pending is not None
    assert table.lit(Role.SEEN) == {"Aa1", "Bc1"}


def test_a_bare_rim_turned_leaves_the_last_ball_lit() -> None:
    """Law: what cannot be seen of a move is not shown."""
    table = played("w@Ab2", "k@Bb2", "r@Cb2", "A+", rims=True)
    assert table.lit(Role.SOURCE) == {"Cb2"}


def test_a_moving_rim_waits_in_every_phase() -> None:
    """Law (§16): set-up, play, correction, after the end."""
    table = played("w@Aa1")
    table.turn("C", 30)
    rim = {str(site) for site in BOARD.rims[2].ring}
    assert table.lit(Role.WAITING) == rim
    table.turn("C", -30)
    table.drop("Ba1", "green", wait=Duration(5 * SECOND))
    table.turn("C", 30)
    assert table.lit(Role.WAITING) == rim
    table.turn("C", -30)
    table.press("NEW", "OK")
    table.turn("C", 30)
    assert table.lit(Role.WAITING) == rim


def test_in_play_a_half_done_takeback_makes_no_error_light() -> None:
    """Law (§5, T-compound-quiet)."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1", "w@Ab1")
    table.lift("Ca1", wait=NOW)
    assert table.lit(Role.WRONG) | table.lit(Role.WANTED) == set()
    assert table.lit(Role.TARGET) == set()  # a hand holds a ball: nothing is to be placed now


def test_a_correction_shows_the_wanted_piece_in_its_own_colour() -> None:
    """Law (light as a language): put the named piece here."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1")
    table.shift("Aa1", "Ac3", wait=Duration(5 * SECOND))
    glows = scene_of(table.state).glows
    assert glows[Target("Ac3")] == Glow(Role.WRONG)
    assert glows[Target("Aa1")] == Glow(Role.WANTED, Piece("white"))


def test_winners_shine_and_ok_goes_on() -> None:
    """Law: the end is a light of its own."""
    table = Table()
    game = table.state.game
    while MANNERS.game.outcome(game) is None:
        move = next(iter(MANNERS.game.legal_moves(game)))
        table.drop(move.site, move.colour, wait=NOW)
        game = MANNERS.game.play(game, move)
    outcome = MANNERS.game.outcome(game)
    assert outcome is not None
    assert table.lit(Role.WINNER) == {f"seat:{seat}" for seat in outcome.seats}
    assert table.lit(Role.TURN) == {"button:OK"}
    assert table.lit(Role.TARGET) == set()


def test_a_question_lights_its_two_answers() -> None:
    """Law: OK and UNDO are only lit as answers."""
    table = played("w@Aa1")
    assert not table.lit(Role.TURN) & {"button:OK", "button:UNDO", "button:NEW"}
    table.press("NEW")
    assert table.lit(Role.TURN) >= {"button:OK", "button:UNDO"}


def test_light_never_decides() -> None:
    """Law: the same state gives the same scene, and no scene changes a state."""
    table = played(*FIVES)
    before = table.state
    assert scene_of(table.state) == scene_of(table.state)
    assert table.state is before
