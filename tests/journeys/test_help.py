"""Help by seat: levels, hints that live while a piece is held, losing moves that may be lifted back."""

from pathlib import Path

import pytest
from tests.field_reports.common import Played

from triboard.board.load import load_board
from triboard.errors import ConfigurationError
from triboard.light.scene import Role
from triboard.opponents.engine import Grade
from triboard.session.clock import ClockTerms
from triboard.session.events import HelpAsked, OverrideAsked
from triboard.session.help_levels import Help
from triboard.session.rivals import Blunder, Terms, Thought
from triboard.units import SECOND, Duration, Seat

TO_BLOCK = (("a1", "Wl"), ("c3", "Ks"), ("b1", "Yl"), ("a3", "Bm"))
"""Light has two large pyramids in a row: Dark must do something about c1."""


def table(folder: Path, terms: Terms) -> Played:
    return Played(folder, {"starter": "light"}, board="troika", terms=terms)


def laid(game: Played, *pieces: tuple[str, str]) -> None:
    for site, piece in pieces:
        game.drop(site, piece)


def blunder_of(game: Played) -> Blunder | None:
    """The losing move that the board asks about (a call, so that a checker knows that it changes)."""
    return game.state.blunder


def thought_of(game: Played) -> Thought | None:
    """What the opponent is doing."""
    return game.state.thought


def dark(level: Help, clock: str | None = None) -> Terms:
    terms = None if clock is None else ClockTerms.parse(clock)
    return Terms(clock=terms, help={Seat(1): level})


def test_a_losing_move_pulses_and_lifting_it_takes_it_back(tmp_path: Path) -> None:
    """Law (issue 9 point 8): at a helped seat a move that lets the other side win pulses; HINT shows the
    reply; lifting it back is the take-back; a better move is asked about no more."""
    game = table(tmp_path, dark(Help.MUCH))
    laid(game, *TO_BLOCK)
    assert game.moves[-1] == "Bm@a3"
    blunder = blunder_of(game)
    assert blunder is not None
    assert game.lit(Role.CHOICE) == {"a3"}
    assert "Look again" in game.says
    assert game.lit(Role.OPPONENT) == set()
    game.press("HINT")
    assert game.lit(Role.OPPONENT) == {"c1"}
    assert "could lay the large red pyramid on c1 and win" in game.says
    game.lift("a3", wait=Duration(2 * SECOND))
    assert blunder_of(game) is None
    assert len(game.moves) == 3
    game.drop("c1", "Bl")
    assert blunder_of(game) is None
    assert game.moves[-1] == "Bl@c1"
    game.close()


@pytest.mark.parametrize("way", ["the other side moves", "OK", "time"])
def test_playing_on_is_the_refusal(tmp_path: Path, way: str) -> None:
    """Law: nobody is held up: the other side moves on, or OK, or ten seconds, and the question is gone."""
    game = table(tmp_path, dark(Help.FULL))
    laid(game, *TO_BLOCK)
    assert blunder_of(game) is not None
    match way:
        case "OK":
            game.press("OK")
        case "time":
            game.wait(11)
        case _:
            game.drop("b3", "Rs")
    assert blunder_of(game) is None
    assert game.moves[3] == "Bm@a3"
    game.close()


@pytest.mark.parametrize(
    "terms",
    [Terms(), dark(Help.NONE), dark(Help.HINTS), dark(Help.FULL, "10+5")],
    ids=["default", "none", "hints", "clock"],
)
def test_without_much_help_and_in_matches_nothing_is_asked(tmp_path: Path, terms: Terms) -> None:
    """Law (issue 9 point 8): off by default, and wherever a clock runs."""
    game = table(tmp_path, terms)
    laid(game, *TO_BLOCK)
    assert len(game.moves) == 4
    assert blunder_of(game) is None
    game.close()


def test_an_opponent_waits_until_the_move_is_meant(tmp_path: Path) -> None:
    """Law: while the board asks, the engine is not asked, so that lifting back is all it takes; after OK it
    is."""
    game = table(tmp_path, Terms({Seat(0): Grade.LEARNER}, help={Seat(1): Help.MUCH}))
    game.daemon.post(OverrideAsked(game.run.now, on=True))
    laid(game, *TO_BLOCK[:3])
    game.daemon.post(OverrideAsked(game.run.now, on=False))
    laid(game, TO_BLOCK[3])
    assert blunder_of(game) is not None
    assert thought_of(game) is None
    game.lift("a3", wait=Duration(2 * SECOND))
    laid(game, TO_BLOCK[3])
    assert blunder_of(game) is not None
    game.press("OK")
    game.wait(2)
    assert thought_of(game) is not None
    assert game.moves[3] == "Bm@a3"
    game.close()


def test_a_hint_lives_while_its_piece_is_held(tmp_path: Path) -> None:
    """Law (issue 9 point 7): where trays are read, lifting the right piece lights its place while it is in
    the hand; other pieces light nothing more."""
    game = table(tmp_path, Terms(help={Seat(0): Help.MUCH}))
    laid(game, ("a1", "Wl"), ("c3", "Ks"), ("b1", "Yl"), ("a3", "Bm"))
    hands, asked = game.bench.hands, game.engines.asked

    def take(piece: str) -> None:
        game.do(lambda now: hands.take(piece, now), Duration(3 * SECOND))  # type: ignore[arg-type]  # a piece's name

    def put() -> None:
        game.do(hands.put_away, Duration(SECOND // 2))

    take("Rl")
    lit = game.lit(Role.CHOICE)
    assert "c1" in lit
    put()
    assert game.lit(Role.CHOICE) == set()
    take("Ws")
    assert game.lit(Role.CHOICE) == set()
    put()
    take("Rl")
    assert game.lit(Role.CHOICE) == lit
    put()
    assert game.engines.asked == asked + 1
    game.close()


def test_who_touches_everything_is_answered_no_more(tmp_path: Path) -> None:
    """Law (exhibit 6.1, against green hunting): a seat has so many pieces a turn."""
    game = table(tmp_path, Terms(help={Seat(0): Help.MUCH}))
    laid(game, ("a1", "Wl"), ("c3", "Ks"), ("b1", "Yl"), ("a3", "Bm"))
    for piece in ("Ws", "Ys", "Rl"):
        game.do(lambda now, piece=piece: game.bench.hands.take(piece, now), Duration(2 * SECOND))  # type: ignore[misc]  # mypy does not know default arguments of lambdas
        told = game.lit(Role.CHOICE)
        game.do(game.bench.hands.put_away, Duration(SECOND // 2))
    assert told == set()
    game.close()


def test_levels_differ_by_seat_and_outlast_a_kill(tmp_path: Path) -> None:
    """Law (issue 9 point 7): parent and child differ; the journal keeps it; a seat that is not there is
    refused."""
    game = Played(tmp_path, {"size": 7, "swap": False}, board=load_board("trike", 7), terms=dark(Help.FULL))
    game.drop("d2", "black")
    game.drop("d2", "pawn", wait=Duration(2 * SECOND))
    game.daemon.post(HelpAsked(game.run.now, Seat(0), Help.NONE))
    game.wait(0.2)
    again = Played(tmp_path, {}, board=load_board("trike", 7))
    assert again.state.terms.help == {Seat(0): Help.NONE, Seat(1): Help.FULL}
    again.daemon.post(HelpAsked(again.run.now, Seat(4), Help.FULL))
    again.wait(0.2)
    assert "no seat 4" in again.says
    again.close()
    with pytest.raises(ConfigurationError, match="no seat 3"):
        table(tmp_path / "c", Terms(help={Seat(3): Help.FULL}))


def test_a_seat_without_help_has_no_hint(tmp_path: Path) -> None:
    """Law: level 0 is on its own."""
    game = table(tmp_path, Terms(help={Seat(0): Help.NONE}))
    game.press("HINT")
    game.wait(2)
    assert game.engines.asked == 0
    assert game.state.hint is None
    game.close()


def test_a_hint_says_why_in_terms_of_the_rules(tmp_path: Path) -> None:
    """Law (issue 9 point 7): the reason is what the move makes, or what the other side could do otherwise,
    with piece and place."""
    game = table(tmp_path, Terms())
    laid(game, *TO_BLOCK[:3])
    for _ in range(3):
        game.press("HINT")
        game.wait(2)
    assert "Otherwise: Light could lay the large red pyramid on c1 and win." in game.says
    laid(game, TO_BLOCK[3])
    for _ in range(3):
        game.press("HINT")
        game.wait(2)
    assert "Put the large red pyramid on c1. It makes a troika and wins." in game.says
    game.close()
