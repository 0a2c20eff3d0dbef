"""What a program that fails over and over remembers of it, so that it fails quietly.

The service manager restarts us for ever, every 2 s. Here is what it cannot do: longer waits when starts keep
failing, and one line a minute for one fault. The memory is a small file in the folder that the manager keeps
over restarts and a reboot clears (`/run/triboard`), so monotonic time compares across runs.
"""

import json
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

SHORTEST_WAIT: Final = 2.0
LONGEST_WAIT: Final = 60.0
"""Seconds before a start that follows failures; doubled from the one to the other."""

TOLD_FOR: Final = 60.0
"""Seconds in which a fault that was logged is not logged again."""

MOST_FAULTS: Final = 20
"""Different faults remembered; the oldest is forgotten first."""

FILE: Final = "crashes.json"

SILENT: Final = "The program ended without a word (killed, out of memory, or a crash in a library)."


@dataclass(frozen=True, slots=True)
class Crashes:
    """Failed starts in a row, the newest fault, when it came, and when each fault was last logged."""

    count: int = 0
    fault: str = ""
    at: float = 0.0
    told: Mapping[str, float] = field(default_factory=dict)
    unsaid: Mapping[str, int] = field(default_factory=dict)
    running: bool = False


def wait_of(crashes: Crashes, now: float) -> float:
    """Seconds to wait before the next start."""
    if crashes.count < 2:
        return 0.0
    whole = min(LONGEST_WAIT, SHORTEST_WAIT * 2.0 ** min(crashes.count - 2, 10))
    return max(0.0, min(whole, crashes.at + whole - now))


def crashed(crashes: Crashes, fault: str, now: float) -> tuple[Crashes, str | None]:
    """After one more failure; the line to log, `None` if the same was said less than a minute ago."""
    grown = replace(crashes, count=crashes.count + 1, fault=fault, at=now, running=False)
    last = crashes.told.get(fault)
    if last is not None and last <= now < last + TOLD_FOR:
        unsaid = {**crashes.unsaid, fault: crashes.unsaid.get(fault, 0) + 1}
        return replace(grown, unsaid=unsaid), None
    again = crashes.unsaid.get(fault, 0)
    newest = sorted({**crashes.told, fault: now}.items(), key=lambda one: one[1])[-MOST_FAULTS:]
    kept = {name: count for name, count in crashes.unsaid.items() if name in dict(newest) and name != fault}
    line = fault if not again else f"{fault} (and {again} times since it was last said)"
    return replace(grown, told=dict(newest), unsaid=kept), line


def fault_of(error: BaseException) -> str:
    """A fault's name: what and where, the same for the same mistake however its numbers differ."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


class CrashMemory:
    """The file in a folder that outlives a restart; without a folder nothing is remembered.

    One that cannot be read or written is as good as none: memory is a kindness, not a duty.
    """

    def __init__(self, folder: Path | None, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = None if folder is None else folder / FILE
        self._clock = clock
        self._crashes = _read(self._path)

    @property
    def count(self) -> int:
        """Failed starts in a row."""
        return self._crashes.count

    def begin(self) -> tuple[float, str | None]:
        """Before a start: seconds to wait, and what to say of a run before that could not say it itself."""
        line = None
        if self._crashes.running:
            crashes, line = crashed(self._crashes, SILENT, self._clock())
            self._keep(crashes)
        return wait_of(self._crashes, self._clock()), line

    def started(self) -> None:
        """From here on an end without a word is a failure."""
        self._keep(replace(self._crashes, running=True))

    def well(self) -> None:
        """The run has lasted: what came before is over."""
        if self._crashes.count:
            self._keep(replace(self._crashes, count=0, fault=""))

    def ended(self) -> None:
        """A clean end; said before anything of the shutdown that may take long."""
        self._keep(replace(self._crashes, count=0, fault="", running=False))

    def failed(self, error: BaseException) -> bool:
        """The run failed; whether to say so (else the same was said less than a minute ago)."""
        last = self._crashes if self._path is None else _read(self._path)  # the run may have been well since
        crashes, line = crashed(last, fault_of(error), self._clock())
        self._keep(crashes)
        return line is not None

    def _keep(self, crashes: Crashes) -> None:
        self._crashes = crashes
        if self._path is None:
            return
        try:
            beside = self._path.with_suffix(".new")
            beside.write_text(json.dumps(asdict(crashes)), encoding="utf-8")
            beside.replace(self._path)
        except OSError:
            return


def memory_of(environ: Mapping[str, str]) -> CrashMemory:
    """Memory of a program that a service manager starts again whenever it fails; else one of nothing."""
    folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return CrashMemory(Path(folder) if folder and "NOTIFY_SOCKET" in environ else None)


@contextmanager
def patient(
    memory: CrashMemory, code: Callable[[BaseException], int], *, sleep: Callable[[float], None] = time.sleep
) -> Iterator[None]:
    """Run a program that is started again whenever it fails: wait before a start that follows failures, and
    say one fault once a minute. What was said goes through; what was not ends with its `code`."""
    wait, line = memory.begin()
    if line is not None:
        print(line, file=sys.stderr)
    if wait > 0:
        sleep(wait)
    memory.started()
    try:
        yield
    except Exception as error:
        if memory.failed(error):
            raise
        sys.exit(code(error))


def _read(path: Path | None) -> Crashes:
    if path is None:
        return Crashes()
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return Crashes(
            count=int(found["count"]),
            fault=str(found["fault"]),
            at=float(found["at"]),
            told={str(name): float(when) for name, when in found["told"].items()},
            unsaid={str(name): int(count) for name, count in found["unsaid"].items()},
            running=bool(found["running"]),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Crashes()
