"""Engines that do what the simulated bench says: they hang, crash, talk nonsense or want illegal moves."""

import json

from triboard.app.engine_forms import Answer, Question
from triboard.app.engines import Engines
from triboard.sim.engine import EngineFault, EngineTrouble
from triboard.units import Instant

GARBAGE = "\ufffd\u0000 {"
NEVER_LEGAL = "?"


class TroubledEngines:
    """Real engines, or those on virtual time, with the faults of `trouble` on top."""

    def __init__(self, engines: Engines, trouble: EngineTrouble) -> None:
        self._engines = engines
        self._trouble = trouble

    def ask(self, question: Question, now: Instant) -> None:
        self._engines.ask(question, now)
        match self._trouble.take():
            case EngineFault.HANG:
                self._engines.hang()
            case EngineFault.CRASH:
                self._engines.crash()
            case EngineFault.GARBAGE:
                self._engines.say(GARBAGE)
            case EngineFault.ILLEGAL:
                self._engines.say(_illegal(question))
            case None:
                pass

    def cancel(self, request: int) -> None:
        self._engines.cancel(request)

    def poll(self, now: Instant) -> list[Answer]:
        return self._engines.poll(now)

    def next_deadline(self) -> Instant | None:
        return self._engines.next_deadline()

    def hang(self) -> None:
        self._engines.hang()

    def crash(self) -> None:
        self._engines.crash()

    def say(self, line: str) -> None:
        self._engines.say(line)

    def close(self) -> None:
        self._engines.close()


def _illegal(question: Question) -> str:
    """A well-formed answer with a move that nobody can make: the last one once more, its place is taken."""
    move = question.moves[-1] if question.moves else NEVER_LEGAL
    because = {"reason": "because-any", "details": {}}
    return json.dumps({"request": question.request, "move": move, "value": 0.5, "nodes": 1, **because})
