"""Opponents of all games and grades: legal, reproducible, bounded, and blind to what they may not know."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triboard.app.engine_forms import SeededChance
from triboard.opponents.engine import CannotPlayError, Choice, Grade
from triboard.opponents.games import INSIGHTS, said_after
from triboard.opponents.match import RANDOM, interval, match
from triboard.opponents.registry import choose, seating
from triboard.opponents.table_search import Guesses
from triboard.opponents.trike_finish import Solver, in_reach, wins
from triboard.opponents.troika_search import Deepening
from triboard.rules import trike, trioker, troika, ttt3d
from triboard.rules.chance import dealt, random_game
from triboard.rules.registry import GAMES
from triboard.rules.replay import replay
from triboard.rules.trioker.light import LightTable

VECTORS = Path(__file__).parents[2] / "vectors"
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("ttt3d", {"players": 2}),
    ("ttt3d", {"players": 3, "calling": "strict"}),
    ("ttt3d", {"players": 5, "rims": True, "rim_turn": "after"}),
    ("troika", {}),
    ("trike", {"size": 7}),
    ("trike", {"size": 13}),
    ("trioker", {}),
    ("trioker", {"honour": True}),
    ("trioker", {"mode": "rapid", "players": 3}),
    ("trioker", {"mode": "original", "players": 2}),
    ("trioker", {"mode": "simple", "players": 2}),
]
FEW = 12
"""Nodes that are enough to run through every branch."""


def position(name: str, options: Mapping[str, Any], seed: int, plies: int) -> Any:
    """A state of a random game in which somebody has a choice; `None` if there is none that far."""
    game, insight = GAMES[name], INSIGHTS[name]
    played = random_game(game, options, Random(seed).randrange, most=plies)
    state = played.states[-1]
    return None if game.outcome(state) is not None or insight.by_chance(state) else state


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
@pytest.mark.parametrize("grade", Grade)
def test_every_grade_plays_legal_moves_from_the_first_to_the_last(
    name: str, options: dict[str, Any], grade: Grade
) -> None:
    """Law (issue 9 point 1): in any position of any game there is an answer, legal, with the same seed the
    same, and after no more nodes than asked for and a look at all answers."""
    game = GAMES[name]
    for seed, plies in ((1, 0), (2, 1), (3, 6), (4, 11), (5, 17), (6, 24)):
        state = position(name, options, seed, plies)
        if state is None:
            continue
        answers = [choose(game, state, grade=grade, chance=SeededChance(seed), nodes=FEW) for _ in range(2)]
        assert answers[0] == answers[1]
        assert answers[0].move in INSIGHTS[name].moves(state)
        game.play(state, answers[0].move)
        assert 0 <= answers[0].value <= 1
        assert answers[0].reason.text.endswith(".")


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10_000), st.integers(1, 18), st.sampled_from(Grade), st.sampled_from(["rapid", "simple"])
)
def test_nobody_peeks_at_hidden_hands(seed: int, plies: int, grade: Grade, mode: str) -> None:
    """Law (issue 9 point 3): whatever tiles the others hold, what a seat chooses is the same."""
    chance = Random(seed)
    state = position("trioker", {"mode": mode, "players": 3}, seed, plies)
    if state is None or trioker.GAME.outcome(state) is not None:
        return
    seat = trioker.GAME.seat_of(state, trioker.GAME.to_move(state) or state.turn)
    known = trioker.seen_by(state, seat)
    order = list(trioker.unseen(known))
    choices = []
    for _ in range(3):
        chance.shuffle(order)
        other: Any = trioker.filled_in(known, order)
        assert other.hands[seat] == state.hands[seat]
        choices.append(choose(trioker.GAME, other, grade=grade, chance=SeededChance(seed), nodes=FEW))
    assert choices[0] == choices[1] == choices[2]


def test_where_nobody_has_a_choice_it_is_said_why() -> None:
    """Law: no answer is a clear sentence: the game is over, chance is on turn, the tiles are not known."""
    chance = SeededChance(1)
    over = random_game(trike.GAME, {"size": 3}, Random(1).randrange).states[-1]
    for game, state, why in (
        (trike.GAME, over, "over"),
        (troika.GAME, troika.GAME.start({}), "Chance"),
        (trioker.GAME, trioker.GAME.start({"mode": "rapid", "players": 2, "start": 0}), "tiles"),
    ):
        with pytest.raises(CannotPlayError, match=why):
            choose(game, state, grade=Grade.MASTER, chance=chance)


def test_puzzles_have_the_solver() -> None:
    """Law (issue 9 point 1): following its moves solves the outline."""
    state: Any = trioker.GAME.start({"mode": "puzzle", "outline": "parallelogram-3x4"})
    while trioker.GAME.outcome(state) is None:
        choice = choose(trioker.GAME, state, grade=Grade.MASTER, chance=SeededChance(1))
        state = trioker.GAME.play(state, choice.move)


# Grades


def winning_in_one() -> Any:
    """Light has two of a troika and the third in hand."""
    return replay(troika.GAME, {"starter": "light"}, ["Ws@a1", "Ks@c1", "Wm@b2", "Km@c2"]).states[-1]


@pytest.mark.parametrize("grade", Grade)
def test_every_grade_completes_what_it_can_win_at_once(grade: Grade) -> None:
    """Law: the pattern that a child learns first is seen by all."""
    state = winning_in_one()
    choice = choose(troika.GAME, state, grade=grade, chance=SeededChance(3))
    after: Any = troika.GAME.play(state, choice.move)
    assert after.troikas
    assert choice.reason.code == "because-wins"


def threatened() -> Any:
    """Dark must stop Light's troika."""
    return replay(troika.GAME, {"starter": "light"}, ["Ws@a1", "Ks@c1", "Wm@b2"]).states[-1]


def stops(choice: Choice) -> bool:
    after: Any = troika.GAME.play(threatened(), choice.move)
    replies = [troika.GAME.play(after, move) for move in troika.GAME.legal_moves(after)]
    return not any(reply.troikas for reply in replies)


def test_the_lowest_grade_does_not_see_a_threat_and_the_others_do() -> None:
    """Law (issue 9 point 4): gaps have names; the newcomer never asks what you could do next."""
    seen = {
        grade: [
            stops(choose(troika.GAME, threatened(), grade=grade, chance=SeededChance(seed)))
            for seed in range(4)
        ]
        for grade in Grade
    }
    assert not all(seen[Grade.NEWCOMER])
    for grade in list(Grade)[1:]:
        assert all(seen[grade]), grade


def test_a_learner_of_rapid_keeps_places_for_its_own_tiles_and_a_newcomer_does_not() -> None:
    """Law (issue 9 point 4): gaps have names. Of 330 and 331, both beside 333, the first leaves places for
    four more tiles of this hand, the second for one; the newcomer sees only that 331 costs more later."""
    mine = ["330", "331", "003", "203", "230", "000", "001", "002", "220", "110"]
    theirs = ["333", "332", "111", "112", "113", "123", "132", "222", "223", "221"]
    options: dict[str, Any] = {"mode": "rapid", "players": 2, "hands": [theirs, mine]}
    state = replay(trioker.GAME, options, ["U3,3:333"]).states[-1]
    laid = {
        grade: {
            trioker.tile_named(trioker.GAME.format_move(choose_at(state, grade, seed).move)[-3:])
            for seed in range(5)
        }
        for grade in (Grade.NEWCOMER, Grade.LEARNER)
    }
    assert laid == {Grade.NEWCOMER: {"331"}, Grade.LEARNER: {"330"}}


def test_a_master_remembers_what_a_pass_has_shown_and_an_expert_forgets() -> None:
    """Law (issue 9 point 4): gaps have names. Where seat 1 has shown that it lacks the
    first eight tiles, no guess of the master gives it one, and those of the expert do. Whoever has passed
    against the rules may lack more tiles than there are, and is dealt any."""
    start = trioker.GAME.start({"mode": "simple", "players": 2, "hands": [10, 10]})
    assert isinstance(start, trioker.TableState)
    lacking = 0b11111111
    for remembers, all_lacking in ((True, False), (False, False), (True, True)):
        shown = (0, (1 << 24) - 1 if all_lacking else lacking)
        state = replace(start, lacking=shown)
        game, held = LightTable(state, 7), 0
        for _ in range(50):
            Guesses(state, remembers=remembers).deal(game)
            assert game.tiles[0] & game.tiles[1] == 0
            assert [hand.bit_count() for hand in game.tiles] == [10, 10]
            held |= game.tiles[1]
        assert bool(held & lacking) == (all_lacking or not remembers)


def choose_at(state: Any, grade: Grade, seed: int) -> Choice:
    return choose(trioker.GAME, state, grade=grade, chance=SeededChance(seed))


def test_calls_follow_by_themselves() -> None:
    """Law (ttt3d §10): under strict calling an opponent calls what it made, no more and no less."""
    texts = ["w@Aa1", "k@Bb1", "r@Cb1", "w@Ab1", "k@Ba2", "r@Cc3", "w@Ac1"]
    state = replay(ttt3d.GAME, {"players": 3, "calling": "strict"}, texts).states[-1]
    assert said_after("ttt3d", state, 0) == ttt3d.Call(1, 0)  # type: ignore[arg-type]  # a seat is a number
    assert said_after("ttt3d", state, 1) is None  # type: ignore[arg-type]  # a seat is a number


# Exact play


def solved(name: str) -> list[dict[str, Any]]:
    return list(json.loads((VECTORS / name).read_text())["positions"])


def test_trike_is_finished_exactly() -> None:
    """Law (issue 9 point 3): every solved position with few cells in reach is judged as by exact search."""
    checked = 0
    for vector in solved("trike_solved.json"):
        state: Any = replay(trike.GAME, {"size": vector["side"], "swap": False}, vector["moves"]).states[-1]
        if in_reach(state.spot, state.filled).bit_count() > 14:
            continue
        solver = Solver(vector["side"], 60_000)
        found = [
            trike.GAME.format_move(move)
            for move in trike.GAME.legal_moves(state)
            if wins(solver, state, move)
        ]
        assert sorted(found) == sorted(vector["winning_moves"]), vector
        checked += 1
    assert checked >= 18


@pytest.mark.parametrize("side", ["3", "4"])
def test_the_swap_is_used_rightly(side: str) -> None:
    """Law (issue 9 point 3): the master swaps exactly the openings that win for Black."""
    maps = json.loads((VECTORS / "trike_solved.json").read_text())["opening_maps"][side]
    for row, letters in enumerate(maps):
        for place, letter in enumerate(letters):
            cell = f"{'abcdefg'[row]}{place + 1}"
            state = replay(trike.GAME, {"size": int(side)}, [cell]).states[-1]
            choice = choose(trike.GAME, state, grade=Grade.MASTER, chance=SeededChance(1))
            assert (choice.move == trike.SWAP) == (letter == "B"), cell


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("side", "swaps"), [(5, 9), (6, 21), (7, 19)])
def test_the_swap_is_used_rightly_on_larger_boards(side: int, swaps: int) -> None:
    """Law (issue 9 point 3): as many openings win for Black there as exact search has found; the board's six
    symmetries make no difference."""
    swapped = set()
    for site in trike.cells(side):
        state = replay(trike.GAME, {"size": side}, [str(site)]).states[-1]
        if choose(trike.GAME, state, grade=Grade.MASTER, chance=SeededChance(1)).move == trike.SWAP:
            swapped.add(str(site))
    assert len(swapped) == swaps
    mirrored = {f"{site[0]}{'abcdefg'.index(site[0]) + 2 - int(site[1:])}" for site in swapped}
    assert mirrored == swapped


def test_troika_in_the_middle_game_is_played_exactly() -> None:
    """Law (issue 9 point 2, as far as its nodes last): from ten placements on the master never gives away a
    won position."""
    checked = 0
    for vector in solved("troika_solved.json"):
        if len(vector["moves"]) < 10 or not vector["mover_wins"]:
            continue
        state = replay(troika.GAME, {"starter": vector["starter"]}, vector["moves"]).states[-1]
        choice = choose(troika.GAME, state, grade=Grade.MASTER, chance=SeededChance(1))
        assert troika.GAME.format_move(choice.move) in vector["winning_moves"], vector["moves"]
        checked += 1
    assert checked >= 6


@pytest.mark.parametrize("opening", ["Ws@a1", "Wm@b2", "Rl@b2", "Rl@c1"])
def test_the_first_reply_of_the_master_is_a_right_one(opening: str) -> None:
    """Law (docs/opponents.md): a small or a large answers every opening; a medium does not."""
    state = replay(troika.GAME, {"starter": "light"}, [opening]).states[-1]
    for seed in range(5):
        move: Any = choose(troika.GAME, state, grade=Grade.MASTER, chance=SeededChance(seed)).move
        assert troika.GAME.format_move(move)[1] in "sl"


def test_a_spent_budget_ends_the_search_with_a_move() -> None:
    """Law: nodes bound the work, whatever the position."""
    state = replay(troika.GAME, {"starter": "light"}, ["Ws@a1", "Ks@c1"]).states[-1]
    choice = Deepening(18).choose(state, 500, SeededChance(1))
    assert choice.nodes <= 501
    assert choice.move in troika.GAME.legal_moves(state)


# Matches


def test_a_match_is_reproducible_and_rotates_the_seats() -> None:
    """Law: the same seed, the same score; random play against itself is about fair."""

    def chance_of(name: str) -> SeededChance:
        return SeededChance.named(name)

    scores = [match(troika.GAME, {}, RANDOM, RANDOM, 60, chance_of) for _ in range(2)]
    assert scores[0] == scores[1]
    assert scores[0].low < 0.5 < scores[0].high
    three = match(ttt3d.GAME, {"players": 3}, 1, RANDOM, 10, chance_of)
    assert three.games == 12
    assert three.fair == pytest.approx(1 / 3)


@pytest.mark.parametrize(("share", "games"), [(0.0, 10), (0.5, 10), (1.0, 10), (0.6, 1000)])
def test_intervals_hold_the_share_and_shrink_with_games(share: float, games: int) -> None:
    """Law: a share lies within its interval, the interval within 0 and 1."""
    low, high = interval(share, games)
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1
    wide = interval(share, games)[1] - interval(share, games)[0]
    assert interval(share, 4 * games)[1] - interval(share, 4 * games)[0] < wide


@pytest.mark.parametrize("name", ["troika", "trike"])
def test_a_learner_beats_a_newcomer(name: str) -> None:
    """Law (issue 9 point 4): the lower bound lies above the fair share. (All pairs: docs/opponents.md.)"""
    score = match(GAMES[name], {}, 2, 1, 60, SeededChance.named)
    assert score.low > score.fair


def test_who_guesses_what_others_hold_beats_who_never_asks() -> None:
    """Law (issue 9 point 4): the same with hidden hands, for a Player of Simple."""
    score = match(trioker.GAME, {"mode": "simple", "players": 2}, 3, 2, 60, SeededChance.named)
    assert score.low > score.fair


def test_all_games_have_five_grades() -> None:
    """Law (issue 9 point 1): every game and kind of game has all five, each with a name."""
    names = {grade.word for grade in Grade}
    assert len(names) == 5
    for name, options in OPTIONS:
        state = GAMES[name].start(dealt(GAMES[name], options, Random(1).randrange))
        budgets = [seating(name, state, grade).nodes for grade in Grade]
        assert budgets == sorted(budgets)
