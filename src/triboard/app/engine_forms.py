"""What passes between the daemon and an engine: a question and an answer, each one line of JSON.

question  {"request", "game", "options", "moves": [text, ...], "grade", "seed"}
          {"request", "game", "options", "moves", "most"} of a puzzle, answered {"request", "ways", "exact"}
answer    {"request", "move", "value", "nodes", "reason", "details"}, or {"request", "cannot": why}; the
          reason is a code in `words` with its details, so that pages say it in their own languages
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final
from zlib import crc32

from triboard.errors import TriboardError
from triboard.opponents.engine import CannotPlayError, Grade
from triboard.opponents.registry import choose
from triboard.phrases import Words
from triboard.rules import trioker
from triboard.rules.registry import game_named
from triboard.rules.replay import replay
from triboard.session.effects import AskOpponent, CountWays
from triboard.session.events import OpponentChose, OpponentFailed, WaysCounted
from triboard.session.rivals import Problem
from triboard.units import Instant
from triboard.words import say

LONGEST_ANSWER: Final = 4096
"""Bytes; the longest honest answer has some 300."""

REASONS: Final = "because-"
"""What the codes of reasons begin with."""

Answer = OpponentChose | OpponentFailed | WaysCounted
Question = AskOpponent | CountWays

COUNT_STEPS: Final = 1_000_000
"""Of a count, after which it gives a lower bound: a second on a desk machine, five on a Pi 4."""


class SeededChance:
    """Chance of the engines: the same numbers for the same seed."""

    def __init__(self, seed: int) -> None:
        self.below: Callable[[int], int] = Random(seed).randrange
        """0 to one less than its argument. Searches ask a million times, so there is no call in between."""

    @classmethod
    def named(cls, name: str) -> "SeededChance":
        """Chance for a name: the same on every machine, unlike a hash of it."""
        return cls(crc32(name.encode()))


def question_line(question: Question, seed: int) -> str:
    """The question as a line. The seed follows from the game so far, so that asking again about a position
    (a failure, a takeback, a restart) does not change the answer."""
    if isinstance(question, CountWays):
        form = {
            "request": question.request,
            "game": question.game,
            "options": dict(question.options),
            "moves": list(question.moves),
            "most": question.most,
        }
        return json.dumps(form) + "\n"
    mixed = crc32(f"{seed} {question.games} {' '.join(question.moves)}".encode())
    form = {
        "request": question.request,
        "game": question.game,
        "options": dict(question.options),
        "moves": list(question.moves),
        "grade": int(question.grade),
        "seed": mixed,
    }
    return json.dumps(form) + "\n"


def answer_line(line: str) -> str:
    """The answer of an engine to a question, computed now; a question that makes no sense raises."""
    form = json.loads(line)
    return json.dumps({"request": form["request"], **_chosen(form)}) + "\n"


def _chosen(form: dict[str, Any]) -> dict[str, Any]:
    game = game_named(form["game"])
    try:
        state = replay(game, form["options"], form["moves"]).states[-1]
        if "most" in form:
            found = trioker.remaining(state, limit=form["most"], steps=COUNT_STEPS)
            return {"ways": found.solutions, "exact": found.exact}
        choice = choose(game, state, grade=Grade(form["grade"]), chance=SeededChance(form["seed"]))
    except CannotPlayError as error:
        return {"cannot": str(error)}
    return {
        "move": game.format_move(choice.move),
        "value": round(choice.value, 4),
        "nodes": choice.nodes,
        "reason": choice.reason.code,
        "details": dict(choice.reason.details),
    }


def read_answer(line: str, request: int, at: Instant) -> Answer:
    """What a line means as the answer to `request`; whatever it is, it is an event."""
    try:
        form = json.loads(line)
        if form["request"] == request and "cannot" in form:
            return OpponentFailed(at, request, Problem.CANNOT)
        if form["request"] == request and isinstance(form.get("ways"), int):
            return WaysCounted(at, request, max(0, form["ways"]), form["exact"] is True)
        move, why = form["move"], _reason(form["reason"], form["details"])
        if form["request"] == request and isinstance(move, str):
            return OpponentChose(at, request, move, why, form["reason"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    return OpponentFailed(at, request, Problem.GARBAGE)


def _reason(code: str, details: dict[str, Any]) -> Words:
    """A reason that can be said; raises `KeyError`, `TypeError` or `ValueError` for any other."""
    if not code.startswith(REASONS) or not all(isinstance(one, int | str) for one in details.values()):
        raise ValueError(code)
    words = say(code, details)
    str(words)
    return words


def inline_answer(line: str, request: int, at: Instant) -> Answer:
    """Ask and read at once, on the caller's time; what would end a worker's process is a crash."""
    try:
        return read_answer(answer_line(line), request, at)
    except TriboardError:
        return OpponentFailed(at, request, Problem.CRASHED)
