"""Whole games: the states that a list of move texts leads through, and counts over all sequences.

This is what records, the command line and tests share; it knows no game by name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any

from triboard.errors import ConfigurationError, IllegalMoveError, Mistake, NotationError
from triboard.rules.game import Game, OptionValue, Outcome
from triboard.rules.registry import side_word


@dataclass(frozen=True, slots=True)
class Replay:
    """A game from its start: `states` has one more entry than `moves`."""

    game: Game[Any, Any]
    options: Mapping[str, OptionValue]
    moves: tuple[Any, ...]
    states: tuple[Any, ...]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` for one that is not over."""
        return self.game.outcome(self.states[-1])

    @property
    def texts(self) -> list[str]:
        """The moves as texts."""
        return [self.game.format_move(move) for move in self.moves]


def _index(index: int) -> str:
    return f"moves[{index}]"


def _option(name: str) -> str:
    return f"options.{name}"


def replay(
    game: Game[Any, Any],
    options: Mapping[str, OptionValue],
    texts: Sequence[str],
    *,
    move_at: Callable[[int], str] = _index,
    option_at: Callable[[str], str] = _option,
) -> Replay:
    """Plays `texts` one after the other. Does not mind whether the game ends.

    Raises `ConfigurationError` with every wrong option, every text that is no move of the game, and the
    first move that breaks a rule (later ones would follow from it). `move_at` and `option_at` say where
    a mistake stands; a move's says its index, its text and the rule.
    """
    mistakes: list[Mistake] = []
    states = []
    try:
        states.append(game.start(options))
    except ConfigurationError as error:
        mistakes += [Mistake(option_at(one.place), one.problem, one.remedy) for one in error.mistakes]
    moves: list[Any] = []
    for index, text in enumerate(texts):
        try:
            move = game.parse_move(text)
            if len(states) == index + 1:  # else something before was wrong, and the state is not known
                states.append(game.play(states[-1], move))
                moves.append(move)
        except NotationError as error:
            mistakes.append(Mistake(move_at(index), f"{text!r} cannot be read", _sentence(error)))
        except IllegalMoveError as error:
            problem = f"{text!r} is not allowed ({error.code}, {error.rule})"
            mistakes.append(Mistake(move_at(index), problem, str(error.args[0])))
    if mistakes:
        raise ConfigurationError(*mistakes)
    return Replay(game, options, tuple(moves), tuple(states))


def _sentence(error: Exception) -> str:
    text = str(error)
    return text[:1].upper() + text[1:].rstrip(".") + "."


def count(moves: Iterable[Any]) -> int:
    """How many moves there are; nothing is kept, for there may be a million ways to reveal a hand."""
    return len(moves) if isinstance(moves, Sized) else sum(1 for _ in moves)


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """Sequences of exactly `depth` moves; one that ended earlier is not continued.

    The last ply is counted, not played. A game that is over has no legal moves, which is a law of `Game`
    that the property tests check, so ends need no test here.
    """
    if depth == 0:
        return 1
    moves = game.legal_moves(state)
    if depth == 1:
        return count(moves)
    return sum(perft(game, game.play(state, move), depth - 1) for move in moves)


def outcome_form(played: Replay) -> dict[str, Any] | None:
    """The outcome as JSON: winners by the names of sides, their seats, the reason."""
    outcome = played.outcome
    if outcome is None:
        return None
    return {
        "winners": [side_word(played.game.name, played.options, side) for side in outcome.winners],
        "seats": [int(seat) for seat in outcome.seats],
        "reason": outcome.reason,
    }


def report(played: Replay) -> dict[str, Any]:
    """What `rules replay` prints: counts, scores after each ply, outcome, and the last position."""
    game, states = played.game, played.states
    scores = [game.scores(state) for state in states]
    position = game.position(states[-1])
    found: dict[str, Any] = {
        "plies": len(played.moves),
        "legal_counts": [count(game.legal_moves(state)) for state in states],
    }
    if scores[0] is not None:
        found["scores"] = [list(points or ()) for points in scores[1:]]
    found["outcome"] = outcome_form(played)
    found["position"] = {site: list(pieces) for site, pieces in position.pieces.items()}
    if position.rims:
        found["rims"] = list(position.rims)
    return found


def game_form(played: Replay) -> dict[str, Any]:
    """The game in the form that `rules replay` reads."""
    return {"game": played.game.name, "options": dict(played.options), "moves": played.texts}
