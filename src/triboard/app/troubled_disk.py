"""The journal's disk as the simulated bench has it: full, read-only, slow, or without power in mid-write."""

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from triboard.sim.disk import DiskTrouble
from triboard.sim.plans import Plans
from triboard.store.atomic import RealFiles
from triboard.store.writer import InlineWriter, OnFinished, OnKept
from triboard.units import Instant, after


class TroubledFiles(RealFiles):
    """Real files with the faults of `trouble` on top."""

    def __init__(self, trouble: DiskTrouble, clock: Callable[[], Instant]) -> None:
        self._trouble = trouble
        self._clock = clock

    def make_folder(self, folder: Path) -> None:
        self._check()
        super().make_folder(folder)

    def create(self, path: Path) -> int:
        self._check()
        return super().create(path)

    def write(self, descriptor: int, data: bytes) -> int:
        self._check()
        left = self._trouble.cut_after
        if left is None:
            return super().write(descriptor, data)
        if len(data) >= left:
            self._trouble.cut_after = None
            super().write(descriptor, data[:left])
            raise SystemExit("The power has gone in the middle of a write.")  # nothing of ours catches this
        count = super().write(descriptor, data)
        self._trouble.cut_after = left - count
        return count

    def rename(self, old: Path, new: Path) -> None:
        self._check()
        super().rename(old, new)

    def link(self, old: Path, new: Path) -> None:
        self._check()
        super().link(old, new)

    def remove(self, path: Path) -> None:
        self._check()
        super().remove(path)

    def _check(self) -> None:
        number = self._trouble.error(self._clock())
        if number is not None:
            raise OSError(number, os.strerror(number))


class LateWriter:
    """An `InlineWriter` whose answers come late while the disk is slow, on the bench's clock."""

    def __init__(
        self, writer: InlineWriter, trouble: DiskTrouble, plans: Plans, clock: Callable[[], Instant]
    ) -> None:
        self._writer = writer
        self._trouble = trouble
        self._plans = plans
        self._clock = clock
        self._pending: list[Instant] = []

    @property
    def oldest_pending_since(self) -> Instant | None:
        return self._pending[0] if self._pending else None

    def submit(self, entry: Mapping[str, Any], on_kept: OnKept) -> None:
        self._writer.submit(entry, lambda number, error: self._answer(partial(on_kept, number, error)))

    def retry(self, on_kept: OnKept) -> None:
        self._writer.retry(lambda number, error: self._answer(partial(on_kept, number, error)))

    def finish(self, on_finished: OnFinished) -> None:
        self._writer.finish(lambda place, error: self._answer(partial(on_finished, place, error)))

    def close(self, timeout: float | None = None) -> bool:
        return self._writer.close(timeout)

    def _answer(self, answer: Callable[[], None]) -> None:
        now = self._clock()
        wait = self._trouble.wait(now)
        if not wait and not self._pending:
            answer()
            return
        self._pending.append(now)

        def later(_: Instant) -> None:
            self._pending.pop(0)
            answer()

        self._plans.at(after(now, wait), later, "disk")
