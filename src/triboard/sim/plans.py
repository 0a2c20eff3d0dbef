"""Things that are to happen on the bench at their instants."""

import heapq
from collections.abc import Callable

from triboard.units import Instant

Step = Callable[[Instant], None]


class Plans:
    """Steps by time; equal instants as they were planned. `key` names what a step belongs to."""

    def __init__(self) -> None:
        self._steps: list[tuple[Instant, int, Step, object]] = []
        self._count = 0
        self.done = 0  # steps so far

    def at(self, at: Instant, step: Step, key: object = None) -> None:
        """Plan a step."""
        self._count += 1
        heapq.heappush(self._steps, (at, self._count, step, key))

    def next_deadline(self) -> Instant | None:
        """When the next step is due."""
        return self._steps[0][0] if self._steps else None

    def advance(self, now: Instant) -> None:
        """Carry out all steps due by `now`, in order."""
        while self._steps and self._steps[0][0] <= now:
            at, _, step, _ = heapq.heappop(self._steps)
            step(at)
            self.done += 1

    def cancel(self, key: object) -> None:
        """Forget the steps that belong to `key`."""
        self._steps = [each for each in self._steps if each[3] != key]
        heapq.heapify(self._steps)

    def clear(self) -> None:
        """Nothing is planned any more."""
        self._steps.clear()
