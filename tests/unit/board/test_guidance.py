"""From a contradiction to one step that a hand can do (physical-play 10)."""

import pytest

from triboard.board.guidance import GuidanceStep, MovePiece, Put, Remove, TurnRim, excess, lack, next_step
from triboard.board.readings import EMPTY, SOMETHING, UNKNOWN, Reading, holds
from triboard.board.reconcile import Contradicts, Misfit
from triboard.units import Piece, Site

WHITE, BLACK = Piece("white"), Piece("black")


def misfit(site: str, expected: tuple[Piece, ...], *observed: Reading) -> Misfit:
    return Misfit(Site(site), expected, observed)


EXTRA_WHITE = misfit("Aa1", (), holds(WHITE))
EXTRA_BLACK = misfit("Ab1", (), holds(BLACK))
LACKS_WHITE = misfit("Ac1", (WHITE,), EMPTY)
LACKS_BLACK = misfit("Ba1", (BLACK,), EMPTY)
BLACK_FOR_WHITE = misfit("Bb1", (WHITE,), holds(BLACK))
WHITE_FOR_BLACK = misfit("Bc1", (BLACK,), holds(WHITE))


@pytest.mark.parametrize(
    ("misfits", "step"),
    [
        ((), None),
        ((EXTRA_WHITE,), Remove(Site("Aa1"), WHITE)),
        ((LACKS_WHITE,), Put(Site("Ac1"), WHITE)),
        ((EXTRA_WHITE, LACKS_WHITE), MovePiece(WHITE, Site("Aa1"), Site("Ac1"))),
        ((EXTRA_BLACK, LACKS_WHITE), Put(Site("Ac1"), WHITE)),
        ((EXTRA_BLACK, LACKS_WHITE, LACKS_BLACK), MovePiece(BLACK, Site("Ab1"), Site("Ba1"))),
        ((BLACK_FOR_WHITE,), Remove(Site("Bb1"), BLACK)),
        ((BLACK_FOR_WHITE, WHITE_FOR_BLACK), Remove(Site("Bb1"), BLACK)),
        ((BLACK_FOR_WHITE, LACKS_BLACK), MovePiece(BLACK, Site("Bb1"), Site("Ba1"))),
        ((misfit("Aa1", (), SOMETHING),), Remove(Site("Aa1"), None)),
        ((misfit("Aa1", (), SOMETHING), LACKS_WHITE), Put(Site("Ac1"), WHITE)),
    ],
)
def test_the_cheapest_step_comes_first(misfits: tuple[Misfit, ...], step: GuidanceStep | None) -> None:
    """Law (§10): move before put before remove; nothing is put where something is in the way; a piece that
    is not known is never told to be moved."""
    assert next_step(Contradicts(misfits)) == step


def test_a_rim_comes_before_all_pieces() -> None:
    """Law: pieces are named by their hole, which a turn would change."""
    assert next_step(Contradicts((EXTRA_WHITE,), ((2, -1), (0, 1)))) == TurnRim(2, -1)


@pytest.mark.parametrize(
    ("expected", "observed", "too_much", "missing"),
    [
        ((), (EMPTY,), None, None),
        ((WHITE,), (EMPTY,), None, WHITE),
        ((), (holds(WHITE),), holds(WHITE), None),
        ((BLACK,), (holds(WHITE),), holds(WHITE), BLACK),
        ((BLACK,), (UNKNOWN,), None, None),
        ((BLACK,), (SOMETHING,), None, None),
        ((), (UNKNOWN,), None, None),
        ((BLACK, WHITE), (holds(BLACK), EMPTY), None, WHITE),
        ((BLACK, WHITE), (holds(BLACK),), None, WHITE),
        ((BLACK,), (holds(BLACK), holds(WHITE)), holds(WHITE), None),
    ],
)
def test_what_is_too_much_and_what_is_missing_on_a_site(
    expected: tuple[Piece, ...],
    observed: tuple[Reading, ...],
    too_much: Reading | None,
    missing: Piece | None,
) -> None:
    """Law: the lowest level counts; failed readings accuse nobody."""
    one = misfit("Aa1", expected, *observed)
    assert (excess(one), lack(one)) == (too_much, missing)


def test_a_piece_below_a_wrong_one_is_dug_out_first() -> None:
    """Law: nobody is asked to put a piece that lies buried elsewhere: what is on it comes off first."""
    at_home = misfit("a2", (BLACK, WHITE), EMPTY, EMPTY)
    astray = misfit("b2", (), holds(BLACK), holds(WHITE))
    assert next_step(Contradicts((at_home, astray), ())) == Remove(Site("b2"), WHITE)
