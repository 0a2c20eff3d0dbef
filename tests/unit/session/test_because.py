"""Reasons of hints in terms of the rules: what is said is so on the board, by trying it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from triboard.app.games import MANNERS
from triboard.board.load import load_board
from triboard.lessons.goals import reaches, reaching
from triboard.lessons.verdict import refutation
from triboard.opponents.games import INSIGHTS
from triboard.phrases import Words
from triboard.rules import trike, trioker, troika, ttt3d
from triboard.rules.chance import dealt, random_game
from triboard.rules.registry import GAMES
from triboard.rules.replay import replay
from triboard.rules.troika.pieces import PIECES
from triboard.session.because import AT_MOST, OPINIONS, PROOFS, reason_of
from triboard.session.entries import fresh
from triboard.session.merits import merit
from triboard.session.state import SessionState
from triboard.session.tutor import threat
from triboard.why_words import WHY
from triboard.words import say

CODES: Final = {str(message): code for code, message in WHY.items()}

OPEN: Final[list[tuple[str, dict[str, Any]]]] = [
    ("troika", {"starter": "light"}),
    ("ttt3d", {"players": 2}),
    ("ttt3d", {"players": 3}),
    ("ttt3d", {"players": 2, "rims": True}),
    ("trike", {"size": 7, "swap": False}),
    ("trioker", {"mode": "pair-impair"}),
]
LONGEST: Final = {"ttt3d": 20, "troika": 12, "trike": 12, "trioker": 22}


def code_of(said: object) -> str:
    assert isinstance(said, Words), said
    return CODES[str(said.message)]


def session(name: str, options: Mapping[str, Any], states: tuple[Any, ...]) -> SessionState:
    """A session in the last of these states."""
    board = load_board(name, options.get("size"))
    return replace(fresh(board, MANNERS[name], options), states=states)


def sessions(name: str, options: Mapping[str, Any], games: int) -> Iterator[SessionState]:
    """Sessions in random positions in which somebody has something to choose."""
    for seed in range(games):
        chance, game = Random(f"{name} {options} {seed}"), GAMES[name]
        full = dict(dealt(game, options, chance.randrange))
        played = random_game(game, full, chance.randrange, most=1 + chance.randrange(LONGEST[name]))
        state: Any = played.states[-1]
        if game.outcome(state) is None and not INSIGHTS[name].by_chance(state):
            yield session(name, full, tuple(played.states))


def merits(name: str, options: Mapping[str, Any], games: int) -> Iterator[tuple[Any, Any, Any, str, Words]]:
    """In random positions a random move: state before, move, state after, and what is said of it."""
    for number, state in enumerate(sessions(name, options, games)):
        game = state.game
        move = Random(number).choice(list(INSIGHTS[name].moves(game)))
        said = merit(state.manners, game, move)
        if isinstance(said, Words):
            yield game, move, GAMES[name].play(game, move), code_of(said).removeprefix("merit-"), said


# Otherwise


@pytest.mark.parametrize(("name", "options"), OPEN, ids=str)
def test_otherwise_is_said_of_what_most_other_moves_allow(name: str, options: dict[str, Any]) -> None:
    """Law (issue 9 point 7): what the next player could do is possible after two of three other moves,
    counted one by one; and after the move itself nothing is."""
    told = 0
    for number, state in enumerate(sessions(name, options, 60)):
        game, rules = state.game, GAMES[name]
        moves = list(INSIGHTS[name].moves(game))
        move = Random(number).choice(moves)
        said = reason_of(state, move, "", "")
        if not isinstance(said, Words) or code_of(said) != "otherwise":
            continue
        told += 1
        assert refutation(name, game, rules.play(game, move)) is None
        others = [other for other in moves if other != move]
        allow = 0
        for other in others:
            then = rules.play(game, other)
            if rules.to_move(then) in (None, rules.to_move(game)):
                continue
            threats = [threat(state, then, reply).words for reply in reaching(name, then)]
            allow += said.details["threat"] in threats
        least = 2 / 3 if len(others) <= AT_MOST else 1 / 2
        assert allow / len(others) >= least, (str(said), rules.format_move(move), allow, len(others))
    assert told or name in ("trike", "trioker"), "somewhere there is such a threat"


def test_what_only_one_other_move_allows_is_no_reason() -> None:
    """Law: a move that lets something happen by itself is not what the hint saves from. (Before, the first
    four moves were asked, and one was enough.)"""
    options = {"mode": "pair-impair"}
    rare = 0
    for number, state in enumerate(sessions("trioker", options, 60)):
        game, rules = state.game, GAMES["trioker"]
        moves = list(INSIGHTS["trioker"].moves(game))
        move = Random(number).choice(moves)
        others = [other for other in moves if other != move]
        lets = sum(refutation("trioker", game, rules.play(game, other)) is not None for other in others)
        if 0 < lets < len(others) / 2:
            rare += 1
            said = reason_of(state, move, "", "")
            assert not isinstance(said, Words) or code_of(said) != "otherwise", str(said)
    assert rare, "there are such positions"


def test_a_pass_that_wins_is_said_as_such() -> None:
    """Law: a threat need not be a piece on a site: whoever passes last with fewer tiles has won."""
    played = random_game(trioker.GAME, {"mode": "pair-impair"}, Random(1).randrange, most=14)
    here: Any = played.states[-1]
    for tile in range(24):
        hands = (1 << tile, 0b111) if here.turn == 0 else (0b111, 1 << tile)
        state = replace(here, hands=hands, passes=1, extra=0)
        if list(trioker.GAME.legal_moves(state)) == [trioker.Pass()]:
            break
    assert reaches("trioker", state, trioker.GAME.play(state, trioker.Pass()))
    stands = session("trioker", {"mode": "pair-impair"}, (state,))
    assert str(threat(stands, state, trioker.Pass()).words).endswith("could pass and win.")


def test_a_rim_that_brings_five_points_is_said_as_such() -> None:
    """Law: a threat may be a rim, which moves eight balls at once. (Before, saying so was a crash.)"""
    told = 0
    for state in sessions("ttt3d", {"players": 2, "rims": True}, 150):
        turns = [move for move in reaching("ttt3d", state.game) if isinstance(move, ttt3d.Turn)]
        for turn in turns:
            said = str(threat(state, state.game, turn).words)
            assert said.endswith(f"could turn the rim of shelf {'ABC'[turn.shelf]} for five points.")
            told += 1
    assert told, "there is such a position"


def test_a_last_tile_that_wins_is_no_hexagon() -> None:
    """Law: whoever lays the last tile has won; no hexagon is promised."""
    for number in range(200):
        chance = Random(number)
        played = random_game(trioker.GAME, {"mode": "pair-impair"}, chance.randrange, most=14)
        here: Any = played.states[-1]
        last = next(
            (move for move in trioker.GAME.legal_moves(here) if isinstance(move, trioker.Place)), None
        )
        if last is None:
            continue
        tile = 1 << trioker.TILES.index(str(trioker.tile_named(last.text)))
        state = replace(here, hands=(tile, here.hands[1]) if here.turn == 0 else (here.hands[0], tile))
        stands = session("trioker", {"mode": "pair-impair"}, (state,))
        assert "the last tile, and win" in str(threat(stands, state, last).words)
        assert code_of(reason_of(stands, last, "", "")) == "because-wins"
        return
    pytest.fail("no tile could be laid")


# What a move makes


def test_trike_counts_cells_and_checkers() -> None:
    """Law (issue 9 point 7): the pawn's ways on, and whose checkers lie at it, as the board shows them."""
    told = 0
    for before, _, after, _, said in merits("trike", {"size": 7}, 30):
        game = trike.GAME
        ways = [move for move in game.legal_moves(after) if isinstance(move, trike.Place)]
        home, pieces = trike.site_of(after.pawn), game.position(after).pieces
        near = [pieces[site][0] for site in (home, *trike.neighbours(home, 7)) if site in pieces]
        side = game.to_move(before)
        assert side is not None
        assert said.details == {
            "count": len(ways),
            "own": near.count(trike.SIDES[side]),  # type: ignore[arg-type]  # a checker's name is its side's
            "all": len(near),
        }
        told += 1
    assert told > 10


def named(thing: object) -> str:
    """The pyramid that words name."""
    [piece] = [piece for piece in PIECES if MANNERS["troika"].thing(piece) == thing]
    return str(piece)


def completes(state: Any, piece: str, field: int, line: tuple[int, ...]) -> bool:
    """Whether a pyramid on a field would make this line a troika."""
    tops = [state.stacks[other][-1] for other in line if other != field and state.stacks[other]]
    return field in line and len(tops) == 2 and troika.third(*tops) == troika.pyramid_named(piece)


def test_troika_names_the_pyramid_that_threatens() -> None:
    """Law (issue 9 point 7): whatever the other side lays elsewhere, that pyramid on that field wins; what is
    covered was the other side's; what is wanted would complete the line and is in hand."""
    told = set()
    for before, move, after, code, said in merits("troika", {"starter": "light"}, 150):
        game, side, details = troika.GAME, troika.side_of(move.pyramid), said.details
        told.add(code)

        if code in ("troika-threat", "troika-threats"):
            threats = [(named(details["thing"]), details["site"])]
            if code == "troika-threats":
                threats.append((named(details["other"]), details["place"]))
            for piece, site in threats:
                field = troika.field_named(str(site))
                lines = {one for line in troika.LINES if completes(after, piece, field, line) for one in line}
                tried = 0
                for reply in game.legal_moves(after):
                    then = game.play(after, reply)
                    if isinstance(reply, troika.Lay) and reply.field not in lines and not game.outcome(then):
                        won = game.outcome(game.play(then, troika.Lay(troika.pyramid_named(piece), field)))
                        assert won is not None
                        assert won.reason == "troika"
                        tried += 1
                assert tried
        elif code == "troika-covers":
            piece = named(details["thing"])
            assert troika.side_of(troika.pyramid_named(piece)) != side
            assert troika.piece_of(before.stacks[move.field][-1]) == piece
            assert troika.site_of(move.field) == details["site"]
        elif code == "troika-pair":
            third, other = named(details["thing"]), named(details["other"])
            stack = after.stacks[troika.field_named(str(details["place"]))]
            assert troika.piece_of(stack[-1]) == other
            assert troika.third(move.pyramid, stack[-1]) == troika.pyramid_named(third)
            assert after.hand >> troika.pyramid_named(third) & 1
        else:
            tops = [stack[-1] for stack in after.stacks if stack]
            there = [one for one in range(18) if after.hand >> one & 1 or one in tops]
            rest = {
                frozenset((one, troika.third(move.pyramid, one)))
                for one in there
                if one != move.pyramid and troika.third(move.pyramid, one) in there
            }
            assert details["count"] == len(rest)
    assert told == {"troika-threat", "troika-threats", "troika-covers", "troika-pair", "troika-parts"}


def test_3d_tic_tac_toe_names_the_hole_that_is_lacking() -> None:
    """Law (issue 9 point 7): the next own ball there makes five points, whatever others do elsewhere; spoiled
    lines held two balls of a colour of others; lines still open hold no other colour."""
    told = set()
    for before, move, after, code, said in merits("ttt3d", {"players": 3}, 150):
        game, details = ttt3d.GAME, said.details
        told.add(code)
        holes = ttt3d.geometry.HOLES
        hole = holes.index(move.site)
        lines = [[after.balls[one] for one in line] for line in ttt3d.geometry.LINES if hole in line]
        if code in ("ttt3d-two", "ttt3d-twos"):
            named = {str(details[name]) for name in ("site", "place") if name in details}
            for site in named:
                state = after
                while state.side != before.side:  # the others stay away from the places
                    away = [one for one in game.legal_moves(state) if one.site not in named]  # type: ignore[union-attr]  # without rims only balls
                    state = game.play(state, away[0])
                then = game.play(state, ttt3d.Place(move.colour, site))  # type: ignore[arg-type]  # a name of a hole
                assert then.scores[before.side] >= state.scores[before.side] + 5
        elif code == "ttt3d-spoils":
            assert details["count"] == sum(
                None not in line and line.count(move.colour) == 1 and len(set(line)) == 2 for line in lines
            )
        else:
            assert details["count"] == sum(set(line) <= {None, move.colour} for line in lines)
    assert told == {"ttt3d-two", "ttt3d-twos", "ttt3d-spoils", "ttt3d-lines"}


def fitting_tiles(state: Any, seat: int, site: str | None = None) -> set[str | None]:
    """Tiles of a seat for which the rules have a place (on this site), were it on turn."""
    asked = replace(state, turn=seat)
    moves = [move for move in trioker.GAME.legal_moves(asked) if isinstance(move, trioker.Place)]
    return {trioker.tile_named(move.text) for move in moves if site is None or move.cell.site == site}


def test_pair_impair_counts_tiles_that_find_a_place() -> None:
    """Law (issue 9 point 7): a gap that is named completes a hexagon, so many own tiles fit it and no
    other ones; and so many tiles of each side find a place."""
    told = set()
    for before, _, after, code, said in merits("trioker", {"mode": "pair-impair"}, 100):
        side, details = before.turn, said.details
        told.add(code)
        if code == "trioker-gap":
            site = str(details["site"])
            assert len(fitting_tiles(after, side, site)) == details["count"]
            assert fitting_tiles(after, side, site)
            assert not fitting_tiles(after, 1 - side, site)
            asked = replace(after, turn=side)
            fill = [one for one in trioker.GAME.legal_moves(asked) if isinstance(one, trioker.Place)]
            closes = [one for one in fill if one.cell.site == site]
            assert all(reaches("trioker", asked, trioker.GAME.play(asked, one)) for one in closes)
        else:
            assert len(fitting_tiles(after, side)) == details["count"]
            assert len(fitting_tiles(after, 1 - side)) == details["theirs"]
            hands = [hand.bit_count() for hand in after.hands]
            assert (details["all"], details["number"]) == (hands[side], hands[1 - side])
    assert told == {"trioker-gap", "trioker-places"}


@pytest.mark.parametrize("mode", ["rapid", "original", "simple"])
def test_at_a_table_cells_pay_and_tiles_find_a_place(mode: str) -> None:
    """Law (issue 9 point 7): a cell that is named has paid or gives a turn; else so many tiles of the hand
    find a place. Which ones is not said, for others look on (trioker §13)."""
    told = set()
    for before, _, after, code, said in merits("trioker", {"mode": mode, "players": 2}, 60):
        seat, details = before.turn, said.details
        told.add(code)
        if code == "trioker-action":
            now, then = trioker.GAME.scores(after), trioker.GAME.scores(before)
            assert now is not None
            assert then is not None
            assert now[seat] > then[seat] or after.turn == seat
            if "Take" in str(said):
                assert str(now[seat] - then[seat]) in str(said)
        else:
            assert len(fitting_tiles(replace(after, coin_due=False), seat)) == details["count"]
            assert details["all"] == after.hands[seat].size
            assert not [name for name in trioker.TILES if name in str(said)]
    assert told == ({"trioker-hand"} if mode == "simple" else {"trioker-action", "trioker-hand"})


# Which of them is said


def threatened() -> SessionState:
    played = replay(troika.GAME, {"starter": "light"}, ["Wl@a1", "Ks@c3", "Yl@b1"])
    return session("troika", {"starter": "light"}, tuple(played.states))


def test_the_engine_speaks_where_it_says_more() -> None:
    """Law: the aim goes before all; a threat of the others before what the move makes; of what a search only
    thinks a merit says more, to a proof it adds how; and where the game may be lost nothing is promised."""
    state = threatened()
    stop, other = (troika.GAME.parse_move(text) for text in ("Bl@c1", "Bl@a3"))
    assert code_of(reason_of(state, stop, "", "because-any")) == "otherwise"
    lost = say("because-lost", {})
    assert reason_of(state, other, lost, "because-lost") == lost
    opened = replay(troika.GAME, {"starter": "light"}, ["Wl@a1", "Ks@c3"])
    calm = session("troika", {"starter": "light"}, tuple(opened.states))
    move, proof = troika.GAME.parse_move("Yl@b1"), say("because-forces", {"count": 3})
    threatens = "Next you could lay the large red pyramid on c1 and win."
    assert str(reason_of(calm, move, proof, "because-forces")) == f"{threatens} {proof}"
    assert str(reason_of(calm, move, "", "because-holds")) == threatens
    stops = say("because-stops", {})
    assert reason_of(calm, move, stops, "because-stops") == stops
    assert {*OPINIONS, *PROOFS} - {""} <= set(WHY)
