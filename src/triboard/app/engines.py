"""Engines for the daemon: in a worker process on real time, on the spot where time is virtual.

Both are asked, cancelled and polled alike, never block, and let themselves be broken (`hang`, `crash`, `say`)
by the faults of the simulator and by tests.
"""

import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

from triboard.app.engine_forms import (
    LONGEST_ANSWER,
    Answer,
    Question,
    inline_answer,
    question_line,
    read_answer,
)
from triboard.session.events import OpponentFailed
from triboard.session.rivals import Problem
from triboard.units import Duration, Instant, after, millis

COMMAND: Final = (sys.executable, "-P", "-m", "triboard.app.engine_worker")
"""-P: nothing is imported from the folder that the daemon happens to stand in."""

NICE: Final = 5
"""How much less urgent engines are than the loop that reads sensors and renders light: on one core it gets
three parts of four. Much nicer ones would not answer in time where something else keeps the computer busy."""

BURIAL: Final = 5.0
"""Seconds that a killed process may take to be gone before we go ourselves."""

THINKING: Final = millis(800)
"""How long engines think on virtual time."""


class Engines(Protocol):
    """Whoever answers the questions of a session. One question is open at a time."""

    def ask(self, question: Question, now: Instant) -> None:
        """Begin to think; a question that is still open is given up."""
        ...

    def cancel(self, request: int) -> None:
        """Stop thinking about it, at once."""
        ...

    def poll(self, now: Instant) -> list[Answer]:
        """Answers that have come."""
        ...

    def next_deadline(self) -> Instant | None:
        """When to poll next, where nothing wakes the caller."""
        ...

    def hang(self) -> None:
        """What is asked now is never answered."""
        ...

    def crash(self) -> None:
        """The engine ends in the middle of its thought."""
        ...

    def say(self, line: str) -> None:
        """The engine answers this line instead of its own."""
        ...

    def close(self) -> None: ...


class InlineEngines:
    """Engines on a clock that is not real: the answer is computed when it is due."""

    def __init__(self, seed: int, thinking: Duration = THINKING) -> None:
        self._seed = seed
        self._thinking = thinking
        self._open: tuple[int, str] | None = None
        self._due: Instant | None = None
        self._instead: str | Problem | None = None
        self.asked = 0
        """How many questions there have been."""

    def ask(self, question: Question, now: Instant) -> None:
        self.asked += 1
        self._open = (question.request, question_line(question, self._seed))
        self._due, self._instead = after(now, self._thinking), None

    def cancel(self, request: int) -> None:
        if self._open is not None and self._open[0] == request:
            self._open = self._due = None

    def poll(self, now: Instant) -> list[Answer]:
        if self._open is None or self._due is None or now < self._due:
            return []
        (request, line), self._open, self._due = self._open, None, None
        match self._instead:
            case None:
                return [inline_answer(line, request, now)]
            case str() as said:
                return [read_answer(said, request, now)]
            case problem:
                return [OpponentFailed(now, request, problem)]

    def next_deadline(self) -> Instant | None:
        return self._due

    def hang(self) -> None:
        self._due = None

    def crash(self) -> None:
        self._instead = Problem.CRASHED

    def say(self, line: str) -> None:
        self._instead = line

    def close(self) -> None:
        self._open = self._due = None


class WorkerEngines:
    """Engines in a process of their own, started when the first question comes and after each end of it.

    `wake` is called from another thread when an answer has come. A thought that is given up ends with its
    process: a search has no other way to be stopped at once.
    """

    def __init__(
        self,
        seed: int,
        wake: Callable[[], None],
        *,
        command: Sequence[str] = COMMAND,
        log: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._seed = seed
        self._wake = wake
        self._command = command
        self._log = log
        self._worker: _Worker | None = None
        self._open: int | None = None
        self._failed = False
        self._instead: str | None = None

    def ask(self, question: Question, now: Instant) -> None:
        del now
        if self._open is not None:
            self._end()
        self._open = question.request
        try:
            if self._worker is None:
                self._worker = _Worker(self._command, self._wake)
            self._worker.write(question_line(question, self._seed))
        except OSError as error:
            self._log(f"The opponents' process cannot be used: {error.strerror}.")
            self._end()
            self._failed = True
            self._wake()

    def cancel(self, request: int) -> None:
        if self._open == request:
            self._open = self._instead = None
            self._failed = False
            self._end()

    def poll(self, now: Instant) -> list[Answer]:
        worker, request = self._worker, self._open
        if self._failed or self._instead is not None:
            said, self._failed, self._instead, self._open = self._instead, False, None, None
            if request is None:
                return []
            failure = OpponentFailed(now, request, Problem.CRASHED)
            return [failure if said is None else read_answer(said, request, now)]
        if worker is None or not worker.said:
            return []
        line = worker.said.popleft()
        if line is None:
            self._log(f"The opponents' process has ended ({worker.ending}).")
            self._end()
        self._open = None
        if request is None:
            return []
        if line is None:
            return [OpponentFailed(now, request, Problem.CRASHED)]
        answer = read_answer(line, request, now)
        if isinstance(answer, OpponentFailed) and answer.problem is Problem.GARBAGE:
            self._end()  # who knows what else it would say
        return [answer]

    def next_deadline(self) -> Instant | None:
        """None: an answer wakes the caller."""
        return None

    @property
    def process(self) -> int | None:
        """Process id of the worker, if there is one."""
        return None if self._worker is None else self._worker.pid

    def hang(self) -> None:
        if self._worker is not None:
            self._worker.signal(signal.SIGSTOP)

    def crash(self) -> None:
        if self._worker is not None:
            self._worker.signal(signal.SIGKILL)

    def say(self, line: str) -> None:
        self._end()  # else its own answer would come as well
        self._instead = line
        self._wake()

    def close(self) -> None:
        worker, self._open = self._worker, None
        self._end()
        if worker is not None:
            worker.buried()

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()


class _Worker:
    """One process and the thread that reads what it says; `None` is its end."""

    def __init__(self, command: Sequence[str], wake: Callable[[], None]) -> None:
        # In our session: the kernel would weigh another one (autogroup) as much as ours, however nice it is.
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        with suppress(OSError):  # before it loads anything; a filter of system calls may refuse
            os.setpriority(os.PRIO_PROCESS, self._process.pid, os.getpriority(os.PRIO_PROCESS, 0) + NICE)
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        self._wake: Callable[[], None] | None = wake
        self.said: deque[str | None] = deque()
        self._thread = threading.Thread(target=self._read, name="engine", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def ending(self) -> str:
        """How it ended, for the log."""
        return f"exit code {self._process.returncode}"

    def write(self, line: str) -> None:
        """Ask it; raises `OSError` where it is gone or takes nothing."""
        assert self._process.stdin is not None
        data = line.encode()
        if self._process.stdin.write(data) != len(data):
            raise BlockingIOError(0, "it takes no questions")

    def signal(self, number: signal.Signals) -> None:
        """Do something to it, as the kernel would."""
        with suppress(ProcessLookupError):
            self._process.send_signal(number)

    def end(self) -> None:
        """Kill it; its thread buries it. Nobody waits: where the processor is busy it is long in dying."""
        self._wake = None
        self._process.kill()

    def buried(self) -> None:
        """Wait until it is gone."""
        self._thread.join(BURIAL)

    def _read(self) -> None:
        """Until the end of its output, however it comes."""
        process = self._process
        assert process.stdout is not None
        assert process.stdin is not None
        with process.stdout as output:
            buffer = b""
            while chunk := output.read(LONGEST_ANSWER):
                *lines, buffer = (buffer + chunk).split(b"\n")
                if len(buffer) > LONGEST_ANSWER:  # a line without end is no answer either
                    lines, buffer = [*lines, buffer], b""
                self._heard([line.decode(errors="replace") for line in lines])
        process.wait()
        with suppress(OSError):
            process.stdin.close()
        self._heard([None])

    def _heard(self, lines: Sequence[str | None]) -> None:
        self.said.extend(lines)
        if lines and (wake := self._wake) is not None:
            wake()
