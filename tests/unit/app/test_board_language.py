"""The language of a board: one button goes through all, and whoever leaves takes it along."""

from dataclasses import replace

from tests.unit.session.table import Table

from triboard.app.board_language import LANGUAGE, BoardLanguage
from triboard.languages import NAMES
from triboard.session.events import ButtonPressed
from triboard.units import Instant


def heard() -> tuple[BoardLanguage, list[str]]:
    """A board that speaks French by default, and what it told its listeners."""
    told: list[str] = []
    board = BoardLanguage("fr", list(NAMES))
    board.listen(told.append)
    return board, told


def test_one_button_goes_through_all_languages_and_begins_again() -> None:
    """Law (issue 8): a physical button is enough; every listener hears each change once."""
    board, told = heard()
    state = Table().state
    for _ in NAMES:
        board.witness(state, ButtonPressed(Instant(0), LANGUAGE), state)
    assert told == ["fr", "es", "ru", "ko", "en", "fr"]
    board.witness(state, ButtonPressed(Instant(0), "OK"), state)
    assert board.now == "fr"


def test_the_default_is_back_when_the_board_is_made_ready_for_others() -> None:
    """Law (issue 8): language is a choice of the visit, not of the board."""
    board, told = heard()
    state = Table().state
    board.choose("ko")
    gone = replace(state, visit=replace(state.visit, resets=state.visit.resets + 1))
    board.witness(state, ButtonPressed(Instant(0), "OK"), gone)
    assert told == ["fr", "ko", "fr"]


def test_an_unknown_language_changes_nothing_and_a_new_default_is_spoken() -> None:
    """Law: nobody is told of what did not change."""
    board, told = heard()
    board.choose("tlh")
    board.choose("fr")
    board.prefer("ru")
    board.reset()
    assert (told, board.default) == (["fr", "ru"], "ru")
