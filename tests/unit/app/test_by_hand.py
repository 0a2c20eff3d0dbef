"""What people may enter, and how long it counts."""

from dataclasses import replace

import pytest
from tests.unit.app.test_senses import EMPTY, WHITE, FakePins, at, names
from tests.unit.session.table import BOARD

from triboard.app.by_hand import ByHand, entered
from triboard.app.senses import Senses
from triboard.board.definition import SensorFrame
from triboard.board.load import load_board
from triboard.board.readings import EMPTY as BARE
from triboard.board.readings import UNKNOWN, Reading, ReadingKind, holds
from triboard.errors import PlayerError
from triboard.units import Detent, Piece, Site

ONE = BOARD.sites[0].site
BALL = Piece("white")
DEAD = frozenset(BOARD.sites[0].levels[0].channels)


def dead() -> Senses:
    """Senses of a board at which the first hole cannot be read."""
    senses = Senses(BOARD, FakePins())
    senses.scanned(EMPTY, at(0), DEAD)
    senses.due(at(200))
    return senses


def shown(senses: Senses) -> tuple[Reading, ...]:
    """What the first hole reads."""
    assert senses.observation is not None
    return senses.observation.sites[ONE]


def test_a_stack_reads_as_its_sensors_would() -> None:
    """Law: level by level from the bottom; a set where tags tell no order."""
    assert entered(BOARD, ONE, [BALL]) == (holds(BALL),)
    assert entered(BOARD, ONE, []) == (BARE,)
    trike = load_board("trike", 7)
    cell = trike.sites[0].site
    assert entered(trike, cell, [BALL, Piece("pawn")]) == (holds(BALL), holds(Piece("pawn")))
    assert entered(trike, cell, [BALL]) == (holds(BALL), BARE)
    tags = load_board("troika-tags")
    pair = [Piece("Wm"), Piece("Gl")]
    assert entered(tags, Site("b2"), pair) == (Reading(ReadingKind.SET, pieces=frozenset(pair)),)
    assert entered(tags, Site("b2"), []) == (BARE,)
    trioker = load_board("trioker")
    turned = trioker.trays[1].shapes[1]
    assert entered(trioker, trioker.sites[0].site, [turned]) == (holds(turned),)


@pytest.mark.parametrize(
    ("board", "site", "pieces", "words"),
    [
        ("ttt3d", "Zz9", ["white"], "no site Zz9"),
        ("ttt3d", "Ab2", ["pawn"], "no piece pawn"),
        ("ttt3d", "Ab2", ["white", "white"], "at most 1 piece"),
        ("trike", "a1", ["white", "pawn", "white"], "at most 2 pieces"),
        ("troika-tags", "b2", ["Wm", "Wm"], "stands once"),
    ],
)
def test_what_cannot_stand_there_is_refused(board: str, site: str, pieces: list[str], words: str) -> None:
    """Law: in words that name it."""
    with pytest.raises(PlayerError, match=words):
        entered(load_board(board), Site(site), [Piece(piece) for piece in pieces])


def test_levels_that_can_be_read_tell_more_than_memory() -> None:
    """Law: only what is unknown is filled in; a silent tag reader is replaced as a whole."""
    kept = ByHand()
    kept.enter(ONE, (holds(BALL), holds(Piece("pawn"))))
    assert kept.over({ONE: (BARE, UNKNOWN)})[ONE] == (BARE, holds(Piece("pawn")))
    tagged = Reading(ReadingKind.SET, pieces=frozenset({BALL}))
    kept.enter(ONE, (tagged,))
    assert kept.over({ONE: (UNKNOWN, UNKNOWN)})[ONE] == (tagged,)


def test_what_is_entered_is_touched_and_settles_until_the_sensor_is_well() -> None:
    """Law (§13): as if sensed; then the sensor counts again, and a later silence is silence."""
    senses = dead()
    assert (shown(senses), senses.unreadable) == ((UNKNOWN,), (ONE,))
    assert names(senses.entered(ONE, [BALL], at(300))) == ["BoardTouched"]
    assert (shown(senses), senses.unreadable) == ((holds(BALL),), (ONE,))
    assert names(senses.due(at(500))) == ["BoardSettled"]
    assert senses.scanned(EMPTY, at(600), DEAD) == []
    assert senses.scanned(WHITE, at(700)) == []  # the sensor says the same
    assert senses.unreadable == ()
    senses.scanned(WHITE, at(800), DEAD)
    assert shown(senses) == (UNKNOWN,)


def test_a_sensor_that_can_be_read_is_asked_itself() -> None:
    """Law: so is everything while the board is away."""
    senses = dead()
    other = BOARD.sites[1].site
    with pytest.raises(PlayerError, match=f"The sensor of {other} can be read; move the piece itself"):
        senses.entered(other, [BALL], at(300))
    senses.forget()
    assert senses.unreadable == ()
    with pytest.raises(PlayerError, match="not connected"):
        senses.entered(ONE, [BALL], at(400))


def test_a_flickering_sensor_can_be_entered() -> None:
    """Law (§13): in quarantine its site is entered by hand, and believed when it is calm."""
    senses = Senses(BOARD, FakePins())
    for number in range(12):
        senses.scanned(WHITE if number % 2 else EMPTY, at(2000 + 100 * number))
    assert list(senses.quarantined) == [ONE]
    senses.entered(ONE, [BALL], at(3200))
    assert shown(senses) == (holds(BALL),)
    senses.scanned(EMPTY, at(3300))
    assert shown(senses) == (holds(BALL),)
    senses.due(at(20_000))
    assert list(senses.quarantined) == []
    assert shown(senses) == (BARE,)


def test_a_turning_rim_makes_entries_void() -> None:
    """Law: other pieces stand over the sensor now."""
    pins = FakePins()
    senses = Senses(BOARD, pins)
    senses.scanned(EMPTY, at(0), DEAD)
    senses.entered(ONE, [BALL], at(10))
    pins.turn(1)
    senses.pins_changed(at(20))
    assert shown(senses) == (UNKNOWN,)
    senses.due(at(500))
    assert senses.unreadable == ()  # under a rim between two rests nobody is asked


def test_a_sensor_that_travels_takes_its_entry_along() -> None:
    """Law (§18): people name the hole where the sensor stands now; the pieces travel with it."""
    rims = tuple(replace(rim, sensors=SensorFrame.RIM) for rim in BOARD.rims)
    pins = FakePins()
    senses = Senses(replace(BOARD, rims=rims), pins)
    senses.scanned(EMPTY, at(0), DEAD)
    ring = rims[0].ring
    there = ring[(ring.index(ONE) + len(ring) // 4) % len(ring)]
    pins.turn(16)
    senses.pins_changed(at(10))
    senses.due(at(300))
    assert senses.unreadable == (there,)
    senses.entered(there, [BALL], at(400))
    assert senses.observation is not None
    assert senses.observation.sites[there] == (holds(BALL),)
    pins.turn(-16)
    senses.pins_changed(at(500))
    assert shown(senses) == (holds(BALL),)


def test_what_was_entered_counts_before_the_first_scan_of_a_restart() -> None:
    """Law: as long as the sensor stays dead; a rim that is found, not turned, carries nothing away."""
    senses = Senses(BOARD, FakePins())
    senses.recall({ONE: (BALL,), Site("Zz9"): (BALL,), BOARD.sites[1].site: (BALL,)})
    senses.scanned(EMPTY, at(0), DEAD)
    assert shown(senses) == (holds(BALL),)
    assert senses.said == {ONE: (BALL,)}  # the second hole can be read
    senses.scanned(WHITE, at(100))
    assert senses.said == {}


def test_a_rim_whose_angle_is_found_has_not_moved() -> None:
    """Law: after a start the pieces may tell the angle; that alone makes no entry void."""
    senses = Senses(BOARD, FakePins())
    senses.recall({ONE: (BALL,)})
    senses.scanned(EMPTY, at(0), DEAD)
    senses.located(0, Detent(1), at(10))
    senses.pins_changed(at(20))
    assert senses.said == {ONE: (BALL,)}
