"""What is wrong with the simulated disk; `app.troubled_disk` lets the journal feel it."""

import errno

from triboard.units import Duration, Instant

NEVER = Instant(0)


class DiskTrouble:
    """Faults of the disk by the instants at which they end.

    `cut_after`: bytes that may still be written before the power goes; `delay`: how long an entry waits for
    the disk while it is slow.
    """

    def __init__(self) -> None:
        self.full_until = self.read_only_until = self.slow_until = NEVER
        self.delay = Duration(0)
        self.cut_after: int | None = None

    def error(self, now: Instant) -> int | None:
        """The errno with which anything that would change the disk fails now."""
        if now < self.read_only_until:
            return errno.EROFS
        return errno.ENOSPC if now < self.full_until else None

    def wait(self, now: Instant) -> Duration:
        """How long an entry that is written now waits."""
        return self.delay if now < self.slow_until else Duration(0)

    def mend(self) -> None:
        """The disk is well again."""
        self.full_until = self.read_only_until = self.slow_until = NEVER
        self.cut_after = None
