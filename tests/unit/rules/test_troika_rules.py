"""Troika, one test for each point of its rules page where a game could go wrong."""

import copy
import itertools
import pickle
from collections import Counter
from random import Random

import pytest

from triboard.errors import IllegalMoveError, NotationError
from triboard.rules import troika
from triboard.rules.game import Game, OptionValue, Outcome, Position
from triboard.rules.troika import (
    DARK,
    GAME,
    LIGHT,
    Colour,
    Die,
    Field,
    Lay,
    Move,
    Pyramid,
    State,
    colour_of,
    completed,
    open_fields,
    playout,
    pyramid_named,
    side_of,
    size_of,
    third,
)
from triboard.units import Piece, Seat, Site


def after(*texts: str, starter: OptionValue = "light") -> State:
    """State after these moves."""
    state = GAME.start({"starter": starter})
    for text in texts:
        state = GAME.play(state, GAME.parse_move(text))
    return state


def refusal(state: State, text: str) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.play(state, GAME.parse_move(text))
    return caught.value


def test_the_module_value_is_a_game() -> None:
    """The seam: `GAME` satisfies `Game[State, Move]` without a base class."""
    game: Game[State, Move] = troika.GAME
    assert (game.name, game.modes) == ("troika", ("game", "training"))
    assert {name: option.default for name, option in game.options.items()} == {
        "starter": None,
        "mode": "game",
        "task": None,
    }


def test_each_side_has_three_colours_in_three_sizes() -> None:
    """troika §1: Light white, yellow, red; Dark green, blue, black."""
    hands = {side: [p for p in map(Pyramid, range(18)) if side_of(p) == side] for side in (LIGHT, DARK)}
    for side, colours in ((LIGHT, range(3)), (DARK, range(3, 6))):
        assert {(colour_of(p), size_of(p)) for p in hands[side]} == set(itertools.product(colours, range(3)))


def test_the_die_is_the_first_ply_and_the_owner_of_its_colour_starts() -> None:
    """troika §2, §12."""
    start = GAME.start()
    texts = [GAME.format_move(move) for move in GAME.legal_moves(start)]
    assert texts == ["die:white", "die:yellow", "die:red", "die:green", "die:blue", "die:black"]
    assert [GAME.to_move(GAME.play(start, GAME.parse_move(text))) for text in texts] == [0, 0, 0, 1, 1, 1]
    assert (GAME.outcome(start), GAME.to_move(start)) == (None, LIGHT)


def test_the_die_leaves_the_same_state_as_the_option_starter() -> None:
    """troika §12: `starter` skips the die."""
    assert after("die:blue", starter=None) == after(starter="dark")
    assert after("die:red", starter=None) == after(starter="light")


def test_no_pyramid_is_laid_before_the_throw() -> None:
    """troika §2."""
    caught = refusal(GAME.start(), "Rl@b2")
    assert (caught.code, caught.rule) == ("die-first", "troika §2")


def test_the_die_is_thrown_once() -> None:
    """troika §2: it stays by the board."""
    assert refusal(after("die:red", starter=None), "die:red").code == "die-twice"
    assert refusal(after(), "die:black").code == "die-twice"


def test_any_pyramid_may_be_laid_on_any_empty_field() -> None:
    """troika §4: nine by nine openings."""
    assert len(GAME.legal_moves(after())) == 81


def test_players_alternate() -> None:
    """troika §3."""
    state = after("Ws@a1")
    assert GAME.to_move(state) == DARK
    caught = refusal(state, "Rl@b2")
    assert caught.code == "not-yours"
    assert str(caught.words) == "It is Dark's turn, and the large red pyramid belongs to Light."


def test_laid_pyramids_never_move() -> None:
    """troika §3."""
    caught = refusal(after("Ws@a1", "Gl@c3"), "Ws@b2")
    assert caught.code == "laid-already"
    assert str(caught.words) == "The small white pyramid is on the board already and stays there."


@pytest.mark.parametrize(("lower", "upper"), list(itertools.product("sml", repeat=2)))
def test_sizes_in_a_stack_differ_by_exactly_one(lower: str, upper: str) -> None:
    """troika §4: s on m, m on s, m on l, l on m, whoever's the stack; no other pair."""
    state, text = after(f"W{lower}@a1"), f"G{upper}@a1"
    if {lower, upper} in ({"s", "m"}, {"m", "l"}):
        assert GAME.position(GAME.play(state, GAME.parse_move(text))).pieces[Site("a1")] == (
            f"W{lower}",
            f"G{upper}",
        )
    else:
        assert refusal(state, text).code == ("same-size" if lower == upper else "two-sizes-apart")


def test_a_refused_size_is_explained_in_words() -> None:
    """troika §4: the message names both pyramids."""
    assert str(refusal(after("Wl@a1"), "Gs@a1").words) == (
        "The small green pyramid cannot stand on the large white pyramid:"
        " small and large do not stand on each other."
    )
    assert str(refusal(after("Wm@a1"), "Gm@a1").words) == (
        "The medium green pyramid cannot stand on the medium white pyramid: they have the same size."
    )


def test_only_the_top_of_a_stack_counts() -> None:
    """troika §5: what lies below neither bears nor makes a troika."""
    state = after("Wl@a1", "Gm@a1", "Ws@a1", "Bm@a1")
    assert GAME.position(state) == Position({Site("a1"): tuple(map(Piece, ("Wl", "Gm", "Ws", "Bm")))})
    assert refusal(state, "Rm@a1").code == "same-size"
    covered = after("Ws@a1", "Gl@c3", "Wm@b1", "Gs@b1", "Wl@c1")
    assert (completed(covered), GAME.outcome(covered)) == ((), None)


def test_a_troika_needs_all_the_same_or_all_different_twice() -> None:
    """troika §6: over all triples of a side, those and only those are troikas; twelve for each side."""
    for side in (LIGHT, DARK):
        own = [Pyramid(9 * side + number) for number in range(9)]
        troikas = [
            triple
            for triple in itertools.combinations(own, 3)
            if len({colour_of(p) for p in triple}) != 2 and len({size_of(p) for p in triple}) != 2
        ]
        assert len(troikas) == 12
        assert troikas == [
            triple for triple in itertools.combinations(own, 3) if third(*triple[:2]) == triple[2]
        ]
        assert not any(
            len({colour_of(p) for p in triple}) == len({size_of(p) for p in triple}) == 1
            for triple in troikas
        )


def test_any_two_pyramids_of_a_side_determine_the_third() -> None:
    """troika §6: symmetric, and each of the three is determined by the other two."""
    for side in (0, 9):
        for one, two in itertools.permutations(range(side, side + 9), 2):
            three = third(one, two)
            assert three is not None
            assert three not in (one, two)
            assert (third(two, one), third(one, three), third(three, two)) == (three, two, one)
    assert third(0, 9) is None
    assert third(4, 4) is None


LINE_SITES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"]


@pytest.mark.parametrize("line", LINE_SITES)
def test_a_troika_counts_on_every_row_column_and_main_diagonal(line: str) -> None:
    """troika §6, §7: the earliest troika is move 5, and it wins at once."""
    one, two, three = line.split()
    rest = [site for site in troika.SITES if site not in (one, two, three)]
    state = after(f"Ws@{one}", f"Gs@{rest[0]}", f"Yl@{two}", f"Bs@{rest[1]}", f"Rm@{three}")
    assert completed(state) == ((one, two, three),)
    assert GAME.outcome(state) == Outcome((LIGHT,), (Seat(0),), "troika")
    assert (GAME.legal_moves(state), GAME.to_move(state)) == ((), None)
    assert refusal(state, f"Ks@{rest[2]}").code == "game-over"


def test_three_tops_of_two_players_are_no_troika() -> None:
    """troika §6: all the player's own."""
    state = after("Wl@a1", "Gl@b1", "Rl@c1")
    assert (completed(state), GAME.outcome(state)) == ((), None)


def test_dark_wins_from_seat_1() -> None:
    """troika §7: the seat of Dark is 1, whoever starts."""
    state = after("Gs@a1", "Ws@b1", "Gm@a2", "Ys@b2", "Gl@a3", starter="dark")
    assert GAME.outcome(state) == Outcome((DARK,), (Seat(1),), "troika")
    assert [GAME.seat_of(state, side) for side in (LIGHT, DARK)] == [0, 1]


def test_troika_has_no_scores() -> None:
    """No points are counted."""
    game: Game[State, Move] = GAME
    assert game.scores(after("Ws@a1")) is None


def test_the_open_fields_of_a_lifted_pyramid_are_those_that_take_it() -> None:
    """troika §4, §13: lights show them by size."""
    state = after("Wm@a1", "Gl@b2")
    assert open_fields(state, pyramid_named("Ws")) == tuple(site for site in troika.SITES if site != "b2")
    assert open_fields(state, pyramid_named("Rm")) == tuple(site for site in troika.SITES if site != "a1")


def test_a_placement_off_the_board_is_refused() -> None:
    """troika §1: numbers without a field or pyramid."""
    for move in (Lay(Pyramid(0), Field(9)), Lay(Pyramid(0), Field(-1))):
        with pytest.raises(IllegalMoveError, match="no field number"):
            GAME.play(after(), move)
    for move in (Lay(Pyramid(18), Field(0)), Lay(Pyramid(-1), Field(0))):
        with pytest.raises(IllegalMoveError, match="no pyramid number"):
            GAME.play(after(), move)


@pytest.mark.parametrize("text", ["Wl@b1", "Ks@c3", "die:red", "die:black"])
def test_move_text_is_colour_size_at_field(text: str) -> None:
    """troika §12."""
    assert GAME.format_move(GAME.parse_move(text)) == text
    assert GAME.parse_move("die:red") == Die(Colour.RED)


@pytest.mark.parametrize(
    "text", ["", "Wl", "Wl@", "Wx@b1", "Xl@b1", "Wl@d1", "Wl@b4", "wl@b1", "die:", "die:pink", "@"]
)
def test_other_texts_are_no_moves(text: str) -> None:
    """troika §12: the message shows the text and an example."""
    with pytest.raises(NotationError, match="for example Rl@b2"):
        GAME.parse_move(text)


def test_states_are_values_that_survive_copying() -> None:
    """The same stacks give equal states in whatever order they rose; copies and pickles are equal too."""
    state = after("Ws@a1", "Gl@c3", "Rm@b2", "Ks@a2")
    for twin in (
        after("Rm@b2", "Ks@a2", "Ws@a1", "Gl@c3"),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    ):
        assert (twin, hash(twin)) == (state, hash(state))


def random_state(seed: int, left: int) -> State:
    """Position of a random game with `left` pyramids in hand, not yet over."""
    random = Random(seed)
    while True:
        state = GAME.start({"starter": "dark"})
        while GAME.outcome(state) is None:
            if state.hand.bit_count() == left:
                return state
            state = GAME.play(state, random.choice(GAME.legal_moves(state)))


def chances(state: State) -> dict[Outcome, float]:
    """Exact probability of every outcome when each legal move is equally likely."""
    if outcome := GAME.outcome(state):
        return {outcome: 1.0}
    total: dict[Outcome, float] = {}
    moves = GAME.legal_moves(state)
    for move in moves:
        for outcome, chance in chances(GAME.play(state, move)).items():
            total[outcome] = total.get(outcome, 0.0) + chance / len(moves)
    return total


@pytest.mark.parametrize("seed", range(6))
def test_playouts_end_as_often_in_each_way_as_random_games_do(seed: int) -> None:
    """Every legal placement is drawn with the same probability (each outcome within 4.5 sigma)."""
    state, random, games = random_state(seed, 4), Random(seed), 4000
    found = Counter(playout(state, random.randrange) for _ in range(games))
    exact = chances(state)
    assert set(found) <= set(exact)
    for outcome, chance in exact.items():
        assert abs(found[outcome] / games - chance) <= 4.5 * (chance * (1 - chance) / games) ** 0.5 + 1e-9


def test_a_playout_throws_the_die_first() -> None:
    """troika §2: a source that always gives 0 throws white, one that gives the highest throws black."""
    low, high = (playout(GAME.start(), chance) for chance in (lambda _: 0, lambda count: count - 1))
    assert low == playout(after(starter="light"), lambda _: 0)
    assert high == playout(after(starter="dark"), lambda count: count - 1)


def test_a_playout_from_the_end_is_the_end() -> None:
    """Nothing is drawn when the game is over."""
    state = after("Ws@a1", "Gs@a2", "Wm@b1", "Bs@b2", "Wl@c1")
    assert playout(state, Random(1).randrange) is GAME.outcome(state)


@pytest.mark.long
def test_random_games_end_as_often_in_each_way_as_measured_by_others() -> None:
    """troika §7 to §9: shares of the README of the vectors, within half a per cent."""
    random, start, games = Random(3), GAME.start({"starter": "light"}), 200_000
    found = Counter(playout(start, random.randrange) for _ in range(games))
    shares = {(out.winners[0], out.reason): round(100 * times / games, 1) for out, times in found.items()}
    expected = {
        (LIGHT, "troika"): 24.4,
        (DARK, "troika"): 21.3,
        (DARK, "exhausted"): 41.8,
        (DARK, "stuck"): 2.8,
        (LIGHT, "stuck"): 9.7,
    }
    assert shares.keys() == expected.keys()
    assert all(abs(shares[end] - expected[end]) <= 0.5 for end in expected)


@pytest.mark.long
def test_random_games_last_15_placements_on_average() -> None:
    """Figure of the design notes: 15.35."""
    random, placements, games = Random(4), 0, 20_000
    for _ in range(games):
        state = GAME.start({"starter": "light"})
        while GAME.outcome(state) is None:
            state = GAME.play(state, random.choice(GAME.legal_moves(state)))
            placements += 1
    assert abs(placements / games - 15.35) < 0.1
