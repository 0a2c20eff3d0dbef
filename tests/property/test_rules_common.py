"""Properties 1 to 4 of the architecture over all games and options, knowing as little of each as possible."""

import json
from collections.abc import Callable, Mapping
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triboard.errors import ConfigurationError, IllegalMoveError, Mistake, NotationError
from triboard.rules import trike, trioker, ttt3d
from triboard.rules.chance import dealt, random_game, shuffled
from triboard.rules.game import OptionValue
from triboard.rules.record import Comment, format_records, record_of
from triboard.rules.record_json import parse_form, record_form
from triboard.rules.record_text import parse_records
from triboard.rules.registry import GAMES
from triboard.rules.replay import Replay, replay, report

MOST = 120
"""Plies of a game here; only puzzles get there."""
MANY = 400
"""Moves looked at where there are thousands (reveals)."""

few = settings(max_examples=100, deadline=None)


def _colours(random: Random) -> list[Any]:
    order = shuffled(ttt3d.moves.COLOURS, random.randrange)
    return [order[:2], order[2:4]] if random.randrange(2) else [[colour] for colour in order[:3]]


OTHER_VALUES: Mapping[tuple[str, str], Callable[[Random], OptionValue]] = {
    ("ttt3d", "colours"): _colours,
    ("ttt3d", "start"): lambda random: random.randrange(5),
    ("troika", "task"): lambda _: ["Wl@a1", "Ym@b2"],
    ("trike", "size"): lambda random: random.randrange(1, 10),
    ("trioker", "hands"): lambda random: [random.choice([10, 7, 6])] * random.choice([2, 3, 4]),
    ("trioker", "outline"): lambda random: random.choice(["eagle", "star", "0: 1 2 / 1"]),
    ("trioker", "tiles"): lambda random: random.sample(list(trioker.TILES), random.randrange(12, 25)),
}
"""Values of the options whose values are described in words."""


def random_options(name: str, random: Random) -> dict[str, OptionValue]:
    """Options that go together: each in turn keeps a random value if the game accepts it with the others."""
    game, chosen = GAMES[name], dict[str, OptionValue]()
    order = ["mode"] if game.modes else []
    order += random.sample(sorted(set(game.options) - {"mode"}), len(game.options) - len(order))
    for key in order:
        values = game.options[key].values
        described = OTHER_VALUES.get((name, key))
        value = described(random) if described else random.choice(list(values))
        if random.randrange(4) or key == "mode":
            try:
                dealt(game, {**chosen, key: value}, random.randrange)
            except ConfigurationError:
                continue
            chosen[key] = value
    return chosen


@st.composite
def games(draw: st.DrawFn) -> Replay:
    """A random game of any kind, whole or cut short."""
    name = draw(st.sampled_from(sorted(GAMES)))
    random = Random(draw(st.integers(0, 2**32)))
    most = random.choice([MOST, MOST, random.randrange(30)])
    return random_game(GAMES[name], random_options(name, random), random.randrange, most=most)


def test_random_options_reach_every_option_of_every_game() -> None:
    """The law of the generator above: each option is chosen, each mode too."""
    for name, game in GAMES.items():
        chosen = [random_options(name, Random(seed)) for seed in range(150)]
        assert {key for options in chosen for key in options} == set(game.options)
        assert {options.get("mode") for options in chosen} >= set(game.modes)


@few
@given(played=games(), other=games(), number=st.integers(0, 2**32))
def test_exactly_the_legal_moves_play(played: Replay, other: Replay, number: int) -> None:
    """Property 1: every legal move plays, is listed once; moves of other games and moments are refused."""
    game, random = played.game, Random(number)
    strangers = {*played.moves, *(other.moves if other.game is game else ())}
    for seed in range(3):
        options = random_options(game.name, Random(number + seed))
        strangers |= {*random_game(game, options, random.randrange, most=20).moves}
    for state in random.sample(played.states, min(6, len(played.states))):
        legal = list(islice(game.legal_moves(state), MANY))
        assert len(set(legal)) == len(legal)
        for move in random.sample(legal, min(20, len(legal))):
            hash(game.play(state, move))
        for move in strangers.difference(legal) if len(legal) < MANY else ():
            with pytest.raises(IllegalMoveError) as caught:
                game.play(state, move)
            assert caught.value.rule.startswith(f"{game.name} §")
            assert caught.value.code


@few
@given(played=games())
def test_every_move_comes_back_from_its_text(played: Replay) -> None:
    """Property 2: for the moves made and all that were legal; texts have no blank and are sorted apart."""
    game = played.game
    for state in played.states[:: max(1, len(played.states) // 6)]:
        legal = list(islice(game.legal_moves(state), MANY))
        texts = [game.format_move(move) for move in legal]
        assert [game.parse_move(text) for text in texts] == legal
        assert len(set(texts)) == len(texts)
        assert not any(set(text) & set(" \t\n{};[]=") for text in texts)


@few
@given(played=games())
def test_replaying_the_texts_gives_equal_states_and_changes_none(played: Replay) -> None:
    """Property 3: by value, by hash and by what can be seen of each state."""
    before = [(hash(state), repr(state)) for state in played.states]
    again = replay(played.game, played.options, played.texts)
    assert again == played
    assert [(hash(state), repr(state)) for state in played.states] == before
    assert [hash(state) for state in again.states] == [number for number, _ in before]


def _ttt3d_law(before: Any, after: Any, changes: list[int]) -> bool:
    """Only one side gains: what its turn's lines are worth with `auto`, what it calls with `strict`."""
    if before.setup.strict:
        call = after.last.call if after.last else None
        gains = {0, call.fives * 5, call.ones, call.fives * 5 + call.ones} if call else {0}
        return set(changes) - {0} <= gains and sum(map(bool, changes)) <= 1
    formed = sum(line.points for line in ttt3d.completed(after))
    if before.side == after.side or before.stage is ttt3d.Stage.RIM:  # the turn goes on, or its rim ends it
        return 0 <= sum(changes) <= formed
    mover: int = before.side
    return sum(changes) == formed == changes[mover]


def _trike_law(_: Any, after: Any, __: list[int]) -> bool:
    """One point for each checker under or next to the pawn; on the last ply an odd number in all (§6)."""
    total: int = sum(trike.GAME.scores(after))
    return total in (1, 3, 5, 7) if trike.GAME.outcome(after) else 1 <= total <= 7


def _trioker_law(before: Any, after: Any, changes: list[int]) -> bool:
    """Coins of 2 and 5 move, to each of three others at most; at the end 10, or 2 and up to 9 pips a tile."""
    if trioker.GAME.outcome(after) is None and after.out < 0:
        return all(abs(change) <= 6 for change in changes)
    hands = [2 * hand.size + 9 * hand.size for hand in after.hands]
    return all(-6 - hand <= change <= 16 for change, hand in zip(changes, hands, strict=True))


LAWS: Mapping[str, Callable[[Any, Any, list[int]], bool]] = {
    "ttt3d": _ttt3d_law, "trike": _trike_law, "trioker": _trioker_law,
}  # fmt: skip


@few
@given(played=games())
def test_scores_change_only_by_the_amounts_in_the_rules(played: Replay) -> None:
    """Property 4, from outside; the tests of each game know better which amount is due when."""
    game = played.game
    scores = [game.scores(state) for state in played.states]
    for index, (before, after) in enumerate(pairwise(scores)):
        assert (before is None) == (after is None) == (game.name not in LAWS or scores[0] is None)
        if before is not None and after is not None:
            changes = [new - old for old, new in zip(before, after, strict=True)]
            assert LAWS[game.name](played.states[index], played.states[index + 1], changes)


@few
@given(played=games())
def test_a_game_is_over_exactly_when_nothing_can_be_played(played: Replay) -> None:
    """Law that `perft` and sessions rest on: outcome, legal moves and side to move agree at every point."""
    game = played.game
    for state in played.states:
        over = game.outcome(state) is not None
        assert over == (next(iter(game.legal_moves(state)), None) is None)
        assert over == (game.to_move(state) is None)
    if (outcome := played.outcome) is not None:
        last = played.states[-1]
        assert outcome.seats == tuple(game.seat_of(last, side) for side in outcome.winners)
        assert list(outcome.winners) == sorted(set(outcome.winners))


@few
@given(played=games())
def test_what_stands_where_is_written_in_json(played: Replay) -> None:
    """Law: one entry a site that is not empty, and the whole report survives JSON."""
    found = report(played)
    assert json.loads(json.dumps(found)) == found
    assert all(pieces for pieces in found["position"].values())
    assert len(found["legal_counts"]) == found["plies"] + 1
    assert len(found.get("scores", played.moves)) == found["plies"]


comment_texts = (
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).map(str.strip).filter(bool)
)


@few
@given(played=games(), tag=st.text(st.characters(exclude_categories=["Cs"])), texts=st.lists(comment_texts))
def test_records_round_trip_as_text_and_as_json(played: Replay, tag: str, texts: list[str]) -> None:
    """Law: nothing is lost, whatever people write beside the moves; two games stand in one file."""
    comments = [Comment(min(place, len(played.moves)), text) for place, text in enumerate(texts)]
    record = record_of(played, {"Event": tag}, comments)
    assert parse_records(format_records([record, record])) == (record, record)
    assert parse_form(json.loads(json.dumps(record_form(record)))) == record


def mistakes_of(act: Callable[[], object]) -> tuple[Mistake, ...] | None:
    """Mistakes that are reported; `None` when there are none. Any other error passes through."""
    try:
        act()
    except ConfigurationError as error:
        return error.mistakes
    return None


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)


@settings(max_examples=400, deadline=None)
@given(data=st.data(), name=st.sampled_from(sorted(GAMES)))
def test_any_json_as_option_is_accepted_or_explained(data: st.DataObject, name: str) -> None:
    """Law: `start` raises nothing but `ConfigurationError`, and each mistake says how to mend it."""
    game = GAMES[name]
    keys = st.sampled_from(sorted(game.options)) | st.text(max_size=5)
    options: dict[str, Any] = data.draw(st.dictionaries(keys, json_values, max_size=3))
    mode = data.draw(st.sampled_from([None, *game.modes]))
    if mode is not None:
        options["mode"] = mode
    mistakes = mistakes_of(lambda: game.start(options))
    assert mistakes is None or mistakes
    assert all(mistake.problem and mistake.remedy for mistake in mistakes or ())


@settings(max_examples=800, deadline=None)
@given(
    name=st.sampled_from(sorted(GAMES)),
    text=st.text(max_size=12) | st.text("UD0123,:@*abcAC-+!wrld", max_size=9),
)
def test_any_text_is_a_move_or_refused_with_an_example(name: str, text: str) -> None:
    """Law: `parse_move` raises nothing but `NotationError`; what it reads can be written."""
    game = GAMES[name]
    try:
        move = game.parse_move(text)
    except NotationError:
        return
    assert game.parse_move(game.format_move(move)) == move


@settings(max_examples=400, deadline=None)
@given(text=st.text('[]{};=*. \n"\\Gametrikszc0123456789gabswp', max_size=80), whole=st.booleans())
def test_any_text_is_a_record_or_refused_line_by_line(text: str, whole: bool) -> None:  # noqa: FBT001 (drawn, not passed)
    """Law: the reader raises nothing but `ConfigurationError`, and every mistake has its line."""
    file = f'[Game "trike"]\n{text}\n*\n' if whole else text
    mistakes = mistakes_of(lambda: parse_records(file))
    assert mistakes is None or mistakes
    assert all("line " in mistake.place or "more" in mistake.problem for mistake in mistakes or ())
