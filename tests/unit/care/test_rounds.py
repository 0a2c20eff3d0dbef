"""Rounds of care are total: every step takes every event, in any order, and never raises."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triboard.board.classify import sense
from triboard.board.load import load_board
from triboard.board.profile import calibrated, read_profile
from triboard.board.readings import Reading, ReadingKind
from triboard.care.calibration import CALIBRATION, profile_of
from triboard.care.events import Answered, CareEvent, Passed, PinMoved, Pressed, Scanned
from triboard.care.parts import Mark
from triboard.care.round import SELFTEST, Kind, Round, advance, begin, stop
from triboard.care.words import ENGLISH, say
from triboard.errors import ConfigurationError
from triboard.units import Instant, millis

BOARDS = {name: load_board(name) for name in ("ttt3d", "troika", "troika-tags")}
MAKERS = {Kind.SELFTEST: SELFTEST, Kind.CALIBRATION: CALIBRATION}
WORDS = (
    "yes", "no", "some", "first", "shines", "go-on", "again", "dead", "skip", "rest",
    "red", "green", "blue", "white", "nonsense",
)  # fmt: skip


def scan(name: str, at: Instant, seed: int) -> Scanned:
    """A frame with anything on any channel."""
    board = BOARDS[name]
    top = (1 << board.scan.bits) - 1
    values = tuple((seed * (channel + 3) * 7919) % (top + 1) for channel in range(board.channels))
    unread = frozenset({seed % board.channels}) if seed % 5 == 0 else frozenset[int]()
    return Scanned(at, values, sense(board, values, {}, unread), unread)


def started(name: str, kind: Kind) -> Round:
    """A round of all steps."""
    board = BOARDS[name]
    steps = tuple(maker(board) for maker in MAKERS[kind].values())
    return begin(kind, board, steps, Instant(0), scan(name, Instant(0), 1))


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("name", BOARDS)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_every_step_takes_every_event(name: str, kind: Kind, data: st.DataObject) -> None:
    """Law: whatever comes, the round has a prompt, lights of the board, parts, and a deadline that changes
    something; what it has learned is a profile that fits or is refused as a configuration."""
    board = BOARDS[name]
    care = started(name, kind)
    pins = [button.pin for button in board.buttons]
    pins += [pin for rim in board.rims for pin in (rim.track_a, rim.track_b, rim.index)]
    now = Instant(0)
    targets, pixels = set(board.pixel_of()), len(board.pixels)
    for _ in range(data.draw(st.integers(1, 40))):
        now = Instant(now + data.draw(st.sampled_from((0, millis(50), millis(700), millis(21_000)))))
        event: CareEvent
        match data.draw(st.integers(0, 4)):
            case 0:
                event = scan(name, now, data.draw(st.integers(0, 50)))
            case 1:
                offered = [choice.answer for choice in care.prompt.answers]
                event = Answered(now, data.draw(st.sampled_from([*WORDS, *offered])))
            case 2:
                event = Pressed(now, data.draw(st.sampled_from(("OK", "UNDO", "NEW", "FIVE"))))
            case 3 if pins:
                levels = {pin: data.draw(st.booleans()) for pin in pins}
                event = PinMoved(now, data.draw(st.sampled_from(pins)), levels)
            case _:
                event = Passed(now)
        care = advance(care, event)
        assert care.prompt.text
        buttons = {f"button:{button.button}" for button in board.buttons}
        assert set(care.shown.marks) <= targets | buttons
        assert all(0 <= pixel < pixels for pixel in care.shown.raw)
        assert all(part.part for part in care.parts)
        if care.over:
            break
        if care.deadline is not None:
            later = advance(care, Passed(Instant(max(care.deadline, now))))
            assert later.over or later.deadline is None or later.deadline > care.deadline or later != care
    if kind is Kind.CALIBRATION:
        content: dict[str, Any] = profile_of(
            board, care.done, care.parts, last=None, unit="pico-1", date="today"
        )
        with suppress(ConfigurationError):
            calibrated(board, read_profile(content, "p"))


def test_a_round_left_alone_ends_by_itself_where_no_person_must_answer() -> None:
    """Law: sites, buttons and rims wait for a while each; then the round is over, with every part failed."""
    board = BOARDS["ttt3d"]
    steps = tuple(SELFTEST[name](board) for name in ("sites", "buttons", "rims"))
    empty = tuple(value for site in board.sites for value in site.levels[0].sensing.signatures[0].values)
    care = begin(Kind.SELFTEST, board, steps, Instant(0), Scanned(Instant(0), empty, sense(board, empty, {})))
    for _ in range(1000):
        if care.over or care.deadline is None:
            break
        care = advance(care, Passed(care.deadline))
    assert care.over
    assert {part.result.value for part in care.parts if part.part != "orientation"} == {"failed"}
    assert len(care.parts) == 27 + 5 + 3 + 1
    assert stop(care).prompt.text == say("stopped")


@pytest.mark.parametrize(
    "code",
    [
        code
        for code, text in ENGLISH.items()
        if isinstance(text, str) and " " in text and not code.startswith("part-")  # those are names
    ],
)
def test_every_sentence_begins_with_a_capital(code: str) -> None:
    """Law: prompts and notes are sentences, answers are titles."""
    text = ENGLISH[code]
    assert isinstance(text, str)
    assert text[0].isupper() or text.startswith("{")


def test_a_piece_back_in_its_tray_answers_no_question() -> None:
    """Law: while a cell asks for its piece, what lies in the tray answers nothing, however long it lies."""
    board = BOARDS["troika"]
    aside = frozenset(place.site for place in board.aside)
    empty = {place.site: (Reading(ReadingKind.EMPTY),) for place in (*board.sites, *board.aside)}
    full = {**empty, **dict.fromkeys(aside, (Reading(ReadingKind.SOMETHING),))}
    step = SELFTEST["sites"](board).begin(Instant(0))
    for at, readings in ((0, empty), (10, full), (900, full)):
        step = step.take(Scanned(Instant(millis(at)), (), readings)).take(Passed(Instant(millis(at))))
    assert aside
    assert not step.parts()
    assert step.shown.marks == {board.sites[0].site: Mark.ASKED}
