"""Deals and random games. The numbers come from outside: `below(n)` gives 0 to n-1, each equally likely."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

from triboard.errors import ConfigurationError
from triboard.rules import trioker, troika, ttt3d
from triboard.rules.game import Game, OptionValue
from triboard.rules.replay import Replay, count

Below = Callable[[int], int]

MOST_PLIES: Final = 500
"""Plies after which a random game is left unfinished. Only puzzles get there: a tile can always be taken
out again. The longest other game has some 140."""

MOST_DEALS: Final = 100
"""Deals tried for the opening seat that the options ask for; one in a hundred thousand needs a second."""

DEALT_MODES: Final = ("rapid", "original", "simple")


def dealt(game: Game[Any, Any], options: Mapping[str, OptionValue], below: Below) -> dict[str, OptionValue]:
    """`options` and whatever else chance decides before the first move: hands of Trioker, a task of Troika.

    Raises `ConfigurationError` for wrong options. The die of Troika is a move and not dealt here.
    """
    full = dict(options)
    if game.name == "troika" and options.get("mode") == "training" and options.get("task") is None:
        full["task"] = list[Any](troika.deal_task(below))
    if game.name == "trioker" and options.get("mode") in DEALT_MODES and options.get("hands") is None:
        return _with_hands(game, options, below)
    game.start(full)
    return full


def _with_hands(
    game: Game[Any, Any], options: Mapping[str, OptionValue], below: Below
) -> dict[str, OptionValue]:
    """Options with shuffled hands; an opening seat that was asked for opens."""
    rest = {key: value for key, value in options.items() if key != "hands"}
    opening = rest.get("start")
    game.start({**rest, "start": 0 if opening is None else opening})  # hands aside, are the options right?
    mode, players = str(rest["mode"]), rest.get("players") or 2
    assert isinstance(players, int)
    refusal = ConfigurationError()
    for _ in range(MOST_DEALS):
        hands = trioker.deal(shuffled(trioker.deck(mode), below), players, mode)
        for turn in range(players):  # another seat opens when the hands are passed round
            full = {**rest, "hands": list[Any](hands[turn:] + hands[:turn])}
            try:
                game.start(full)
            except ConfigurationError as error:
                refusal = error
            else:
                return full
    raise refusal


def shuffled(items: tuple[str, ...], below: Below) -> list[str]:
    """The items in random order, each order equally likely."""
    left = list(items)
    return [left.pop(below(len(left))) for _ in items]


def random_game(
    game: Game[Any, Any], options: Mapping[str, OptionValue], below: Below, *, most: int = MOST_PLIES
) -> Replay:
    """A game of random moves to its end, or to `most` plies. Raises `ConfigurationError`.

    Every legal move is equally likely. The one exception are the calls of ttt3d, of which there are 196:
    half of the turns are called, mostly about right.
    """
    full = dealt(game, options, below)
    states, moves = [game.start(full)], list[Any]()
    while len(moves) < most and game.outcome(states[-1]) is None:
        moves.append(choose(game, states[-1], below))
        states.append(game.play(states[-1], moves[-1]))
    return Replay(game, full, tuple(moves), tuple(states))


def choose(game: Game[Any, Any], state: Any, below: Below) -> Any:
    """One legal move; there must be one."""
    moves = game.legal_moves(state)
    if isinstance(state, ttt3d.State) and (made := ttt3d.made(state)) is not None:
        moves = [move for move in moves if not isinstance(move, ttt3d.Call)]
        if not moves or below(2):
            most = ttt3d.moves.MOST_CALLED
            return ttt3d.Call(below(min(made.fives + 1, most) + 1), below(min(made.ones + 1, most) + 1))
    chosen = below(count(moves))
    # A fresh iterable where the first was used up by counting.
    again = moves if isinstance(moves, tuple | list) else game.legal_moves(state)
    return next(islice(again, chosen, None))
