"""Writers: they take entries at once and tell later that the journal has kept them.

`JournalWriter` waits for the disk in a thread of its own, so that a card which takes seconds stops no
light. `InlineWriter` writes in the caller, for simulated time. Neither decides what is too long: the
caller compares `oldest_pending_since` with its deadline.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from triboard.errors import InternalError
from triboard.store.journal import Journal, text_of
from triboard.units import Instant

OnKept = Callable[[int, Exception | None], None]
"""Called with the entry's number in its game, from 0. Without an error that entry and all before it
are on disk; with one it is part of the game but not on disk, until a later call without."""

OnFinished = Callable[[Path | None, Exception | None], None]
"""Called with the place in the archive, or with the reason why the whole game is not there."""


class EntryWriter(Protocol):
    """What the loop knows of a writer; requests are carried out in their order."""

    @property
    def oldest_pending_since(self) -> Instant | None:
        """When the oldest request that is not yet answered came; `None`: all are answered."""
        ...

    def submit(self, entry: Mapping[str, Any], on_kept: OnKept) -> None:
        """Append `entry` as it is now; raises `InternalError` at once if it has no form in JSON."""
        ...

    def retry(self, on_kept: OnKept) -> None:
        """Write what is missing after errors; answers with the number of the last entry, or -1."""
        ...

    def finish(self, on_finished: OnFinished) -> None:
        """Archive the game; the next entry begins another."""
        ...

    def close(self, timeout: float | None = None) -> bool:
        """Carry out what is asked for, then close the journal; the game stays unfinished.

        Waits `timeout` seconds at most; False when the disk is not done by then. Safe to call twice.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Submit:
    text: bytes
    on_kept: OnKept


@dataclass(frozen=True, slots=True)
class _Retry:
    on_kept: OnKept


@dataclass(frozen=True, slots=True)
class _Finish:
    on_finished: OnFinished


@dataclass(frozen=True, slots=True)
class _Close:
    pass


_Request = _Submit | _Retry | _Finish | _Close
_Answer = Callable[[], None]


class InlineWriter:
    """Writes in the caller and answers before it returns."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._closed = False

    @property
    def oldest_pending_since(self) -> Instant | None:
        return None

    def submit(self, entry: Mapping[str, Any], on_kept: OnKept) -> None:
        _refuse_if(closed=self._closed)
        _tell(_save(self._journal, [_Submit(text_of(entry), on_kept)]))

    def retry(self, on_kept: OnKept) -> None:
        _refuse_if(closed=self._closed)
        _tell(_save(self._journal, [_Retry(on_kept)]))

    def finish(self, on_finished: OnFinished) -> None:
        _refuse_if(closed=self._closed)
        _tell([_finish(self._journal, _Finish(on_finished))])

    def close(self, timeout: float | None = None) -> bool:  # noqa: ARG002 - nothing to wait for
        self._closed = True
        self._journal.close()
        return True


class JournalWriter:
    """Writes in one thread, which owns the journal from here on; answers come **in that thread**.

    An answer must be short and must not raise: hand it to the loop by `call_soon_threadsafe`. Entries
    that wait together share one fdatasync, so that a slow card catches up.
    """

    def __init__(self, journal: Journal, clock: Callable[[], Instant]) -> None:
        """Start the thread; `clock` is the one that deadlines are measured with."""
        self._journal = journal
        self._clock = clock
        self._queue: queue.SimpleQueue[_Request] = queue.SimpleQueue()
        self._pending: deque[Instant] = deque()
        self._lock = threading.Lock()  # orders `_pending` with the queue, and `_closed` with both
        self._closed = False
        self._fault: Exception | None = None
        # A daemon: a card that never answers must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def oldest_pending_since(self) -> Instant | None:
        with self._lock:
            return self._pending[0] if self._pending else None

    def submit(self, entry: Mapping[str, Any], on_kept: OnKept) -> None:
        self._ask(_Submit(text_of(entry), on_kept))

    def retry(self, on_kept: OnKept) -> None:
        self._ask(_Retry(on_kept))

    def finish(self, on_finished: OnFinished) -> None:
        self._ask(_Finish(on_finished))

    def close(self, timeout: float | None = None) -> bool:
        """As in `EntryWriter`; raises `InternalError` if an answer raised meanwhile."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(_Close())
        self._thread.join(timeout)
        if self._thread.is_alive():
            return False
        fault, self._fault = self._fault, None
        if fault is not None:
            raise InternalError(f"An answer of the journal writer raised {fault!r}") from fault
        return True

    def _ask(self, request: _Request) -> None:
        with self._lock:
            _refuse_if(closed=self._closed)
            self._pending.append(self._clock())
            self._queue.put(request)

    def _run(self) -> None:
        while True:
            requests = [self._queue.get()]
            while not self._queue.empty():  # this thread alone takes from it
                requests.append(self._queue.get())
            together: list[_Submit | _Retry] = []
            for request in requests:
                if isinstance(request, _Submit | _Retry):
                    together.append(request)
                    continue
                self._answer(_save(self._journal, together))
                together = []
                if isinstance(request, _Close):
                    self._journal.close()
                    return
                self._answer([_finish(self._journal, request)])
            self._answer(_save(self._journal, together))

    def _answer(self, answers: list[_Answer]) -> None:
        for answer in answers:
            with self._lock:
                self._pending.popleft()
            try:
                answer()
            except Exception as error:  # the entries behind it must still be kept
                self._fault = self._fault or error


def _save(journal: Journal, requests: Sequence[_Submit | _Retry]) -> list[_Answer]:
    """Carry out requests with one write; what is to be answered."""
    if not requests:
        return []
    numbers = [
        journal.add(request.text) if isinstance(request, _Submit) else journal.length - 1
        for request in requests
    ]
    failure: Exception | None = None
    try:
        journal.save()
    except Exception as error:  # StorageError, or a bug, which must not end the thread unseen
        failure = error
    return [
        partial(request.on_kept, number, failure) for request, number in zip(requests, numbers, strict=True)
    ]


def _finish(journal: Journal, request: _Finish) -> _Answer:
    try:
        return partial(request.on_finished, journal.finish(), None)
    except Exception as error:  # as in `_save`
        return partial(request.on_finished, None, error)


def _tell(answers: list[_Answer]) -> None:
    for answer in answers:
        answer()


def _refuse_if(*, closed: bool) -> None:
    if closed:
        raise InternalError("The journal writer is closed already")
