"""Trioker at a board: what is offered, what buttons do, what is said; set-up, puzzles, hands shown."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from tests.unit.session.trioker_table import Table

from triboard.app.games import begin, board_for
from triboard.errors import ConfigurationError
from triboard.light.scene import Role
from triboard.rules import trioker
from triboard.rules.chance import random_game
from triboard.session.events import ButtonPressed
from triboard.session.manners import Dice
from triboard.session.reducer import reduce
from triboard.session.trioker import MANNERS
from triboard.units import SECOND, Duration, Piece, Site
from triboard.web.view import view_of

GAME = trioker.GAME
BOARD = board_for("trioker", None, {})
MODES: tuple[dict[str, Any], ...] = (
    {"mode": "pair-impair"},
    {"mode": "pair-impair", "honour": True, "board": 52},
    {"mode": "rapid", "players": 3},
    {"mode": "original", "players": 4},
    {"mode": "simple", "players": 2, "paths": 2},
    {"mode": "puzzle", "outline": "star"},
)
KNOWN = [
    ["000", "002", "012", "021", "110", "111", "113", "123", "220", "222"],
    ["001", "003", "112", "132", "203", "223", "310", "330", "331", "332"],
]


def games(options: Mapping[str, Any], seeds: range) -> Iterator[list[Any]]:
    """States of random games, without the reveal: that has a million moves."""
    for seed in seeds:
        rules = dict(MANNERS.merged({}, options))
        for full in (rules, {**rules, "hands": None}) if "start" in rules else (rules,):
            played = random_game(
                GAME, {**full, "start": None} if "start" in full else full, Random(seed).randrange
            )
            yield [state for state in played.states if not _pending(state)]


def _pending(state: Any) -> bool:
    return isinstance(state, trioker.TableState) and bool(trioker.to_reveal(state))


# Laws over random games


@pytest.mark.parametrize("options", MODES, ids=repr)
def test_what_shows_is_what_is_legal(options: dict[str, Any]) -> None:
    """Law: placements and removals, all of them; with sites, those on the sites; targets are their cells."""
    for states in games(options, range(3)):
        for state in states[:40]:
            legal = [
                move
                for move in GAME.legal_moves(state)
                if isinstance(move, trioker.Place | trioker.Remove) and not MANNERS.silent(move)
            ]
            assert list(MANNERS.showing(state, None)) == legal
            places = [move for move in legal if isinstance(move, trioker.Place)]
            assert set(MANNERS.targets(state)) == {move.cell.site for move in places}
            for move in legal[:3]:
                assert list(MANNERS.showing(state, {move.cell.site, Site("D2,0")})) == [
                    one for one in legal if one.cell.site in (move.cell.site, "D2,0")
                ]


@pytest.mark.parametrize("options", MODES, ids=repr)
def test_everything_has_words(options: dict[str, Any]) -> None:
    """Law: every move, every position and every end is said, and every button that is lit is a legal move."""
    for states in games(options, range(3)):
        for state in states[:60]:
            assert MANNERS.prompt(state).text
            legal = () if isinstance(state, trioker.PuzzleState) else tuple(GAME.legal_moves(state))
            for button in MANNERS.buttons(state, {}):
                move = MANNERS.direct(state, button)
                assert isinstance(move, Dice) or move in legal or button == "CHALLENGE"
            for move in list(GAME.legal_moves(state))[:5]:
                assert MANNERS.describe(state, move).text
        over = GAME.outcome(states[-1]) is not None
        assert (MANNERS.verdict(states[-1]) is not None) == over
        if over:
            assert len(MANNERS.match_points(states[-1])) == len(MANNERS.seats(states[-1]))


# Options


def test_sizes_are_dealt_and_somebody_opens() -> None:
    """Law (§28): a game of hidden hands starts from its mode alone; pair-impair is the default."""
    assert begin(BOARD, {}).options == {}
    state = begin(BOARD, {"mode": "rapid", "players": 3})
    assert state.options == {"mode": "rapid", "players": 3, "start": 0}
    assert [hand.hidden for hand in state.game.hands] == [7, 7, 7]


def test_options_of_another_mode_are_dropped() -> None:
    """Law: what no longer fits is left to its default."""
    rapid = {"mode": "rapid", "players": 3, "start": 2, "hands": [7, 7, 7]}
    assert MANNERS.merged(rapid, {"mode": "puzzle", "outline": "star"}) == {
        "mode": "puzzle",
        "outline": "star",
    }
    assert MANNERS.merged(rapid, {"players": 2}) == {"mode": "rapid", "players": 2, "start": 0}
    assert MANNERS.merged(rapid, {}) == rapid
    assert MANNERS.merged({"honour": True}, {"mode": "simple"}) == {"mode": "simple"}


def test_the_next_game_has_a_new_deal_and_another_opener() -> None:
    """Law: nobody here has seen the new hands."""
    assert MANNERS.next_options({"mode": "rapid", "start": 1, "players": 3})["start"] == 2
    after_known = MANNERS.next_options({"mode": "simple", "players": 2, "hands": KNOWN})
    assert after_known == {"mode": "simple", "players": 2}
    assert MANNERS.next_options({"mode": "puzzle", "outline": "star"}) == {
        "mode": "puzzle",
        "outline": "star",
    }


def test_an_outline_is_moved_onto_the_board_or_refused() -> None:
    """Law (§5): one that has no room there can only be played on the page."""
    moved = MANNERS.merged({}, {"mode": "puzzle", "outline": "0: 0 1 / 0"})["outline"]
    assert len(moved) == 3
    assert {*moved} <= {site.site for site in BOARD.sites}
    with pytest.raises(ConfigurationError, match="find no room"):
        MANNERS.merged({}, {"mode": "puzzle", "outline": "strip-12"})
    with pytest.raises(ConfigurationError, match="no outline"):
        begin(BOARD, {"mode": "puzzle", "outline": "nonsense"})


# Pair-Impair


def test_refusals_are_the_sentences_of_the_rules() -> None:
    """Law (physical-play 11): wrong cell, wrong corner, wrong player, passing with a tile that fits."""
    table = Table({})
    assert (table.phase, table.says) == ("play", "Ready. Pair begins.")
    table.lay("U4,3:012")
    assert table.says.startswith("The first tile goes to the centre, U3,3.")
    table.take("U4,3")
    table.lay("U3,3:012", "D3,3:303")
    assert table.says.startswith("The tile 330 laid as 303 does not fit on D3,3: its corner 0 meets a 2")
    table.take("D3,3")
    table.lay("D3,3:001")
    assert "does not fit" in table.says
    table.take("D3,3")
    table.lay("D3,3:021")
    assert table.moves == ["U3,3:012", "D3,3:021"]
    table.press("PASS")
    assert table.says == "Pair still has a tile that fits, so passing is not allowed."
    table.press("DRAW")
    assert table.says == "DRAW does nothing in this game."


def test_a_tile_that_is_not_seated_is_never_guessed() -> None:
    """Law (§27): it is named, and seated well it counts."""
    table = Table({})
    table.blind = {Site("U3,3")}
    table.calm()
    assert (table.moves, table.says) == ([], "The sensor of U3,3 cannot tell what is there.")
    table.blind = set()
    table.lay("U3,3:012")
    assert table.moves == ["U3,3:012"]


def test_a_hexagon_runs_and_is_said() -> None:
    """Law (§10): its six cells are lit one after another; the extra turn is said."""
    texts = _until(lambda before, state: state.extra > 0)
    table = Table({})
    table.follow(texts)
    [run, *_] = table.runs
    assert len(set(run)) == 6
    assert texts[-1].split(":")[0] in run
    [line, *_] = view_of(table.state)["last"]["lines"]
    assert line["text"].startswith("A hexagon: ")
    assert "plays again" in view_of(table.state)["last"]["text"]
    assert "plays again" in table.says


def _until(wanted: Any) -> list[str]:
    """Moves of a random game of Pair-Impair up to one after which something holds."""
    for seed in range(500):
        played = random_game(GAME, {}, Random(seed).randrange)
        for ply, (before, state) in enumerate(zip(played.states, played.states[1:], strict=False)):
            if wanted(before, state):
                return played.texts[: ply + 1]
    raise AssertionError("no such game")


def test_going_on_passes_for_a_player_who_can_do_nothing_else() -> None:
    """Law (§11): the pass is compulsory, so the next tile says it; PASS and OK say it too."""
    texts = _until(lambda before, state: MANNERS.implied(before, {}) == trioker.Pass())
    table = Table({})
    table.follow(texts[:-1])
    assert "has no tile that fits: press PASS." in table.says
    here = table.state
    assert "PASS" in view_of(here)["buttons"]
    other = GAME.play(here.game, trioker.Pass())
    place = next(move for move in GAME.legal_moves(other) if isinstance(move, trioker.Place))
    table.lay(GAME.format_move(place))
    assert table.moves == [*texts, GAME.format_move(place)]
    for button in ("PASS", "OK"):
        assert reduce(here, ButtonPressed(table.now, button)).state.moves[-1] == trioker.Pass()


def test_honour_takes_a_wrong_pass_and_a_challenge() -> None:
    """Law (§11): and the light of CHALLENGE does not tell whether the pass was wrong."""
    table = Table({"honour": True})
    table.lay("U3,3:012")
    table.press("PASS")
    assert "CHALLENGE" in view_of(table.state)["buttons"]
    table.press("CHALLENGE")
    assert table.moves == ["U3,3:012", "pass", "challenge"]
    assert table.says == "Impair passed although a tile fits, and must lay one now."
    table.press("CHALLENGE")
    assert "Only a pass just made" in table.says


def test_a_moved_tile_is_guided_back_whichever_way_it_was_turned() -> None:
    """Law (physical-play 10): one piece in three shapes is one thing to do."""
    table = Table({})
    table.lay("U3,3:012", "D3,3:021")
    table.world.lift(Site("U3,3"))
    table.world.drop(Site("U0,3"), Piece("120"))
    table.calm(Duration(5 * SECOND))
    assert table.says.endswith("Move the 012 tile from U0,3 to U3,3.")


# Puzzles


def test_lifting_a_tile_of_a_puzzle_is_a_move_and_beats_a_takeback() -> None:
    """Law (§24): any tile, the last one too; put back at once it is none."""
    table = Table({"mode": "puzzle", "outline": "star"})
    first, second = (move for move in _fill("star")[:2])
    table.lay(first, second)
    site = second.split(":")[0]
    table.take(site, wait=Duration(SECOND // 10))
    assert len(table.moves) == 2
    table.lay(second)
    assert table.moves == [first, second]
    table.take(site)
    assert table.moves == [first, second, f"remove:{site}"]
    table.take(first.split(":")[0])
    assert table.moves[-1] == f"remove:{first.split(':')[0]}"
    assert table.phase == "play"


def test_two_tiles_of_a_puzzle_at_once_need_no_order() -> None:
    """Law (physical-play 6): laid or taken out together, both plies are found."""
    table = Table({"mode": "puzzle", "outline": "star"})
    texts = _fill("star")[:3]
    table.lay(texts[0])
    table.lay_together(*texts[1:])
    assert sorted(table.moves) == sorted(texts)
    table.take(*[text.split(":")[0] for text in texts[1:]])
    assert (len(table.moves), table.phase) == (1, "play")  # as after the first ply: taken back


def test_a_puzzle_is_solved_by_hand() -> None:
    """Law (§24): the outline is lit, and full it is solved; cleared, the next one begins."""
    table = Table({"mode": "puzzle", "outline": "star"})
    assert len(table.lit(Role.TARGET)) == 12
    table.lay(*_fill("star"))
    assert (table.phase, view_of(table.state)["outcome"]["text"]) == ("finished", "Solved with 12 tiles.")
    table.take(*table.world.holes())
    assert (table.phase, table.moves) == ("play", [])


def _fill(outline: str) -> list[str]:
    return [GAME.format_move(place) for place in next(iter(trioker.solve(outline)))]
