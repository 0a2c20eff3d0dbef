"""Checks of the process that runs the board: user, groups, folders, rivals."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from triboard.doctor.computer import mount_of
from triboard.doctor.findings import Finding, failure, note, ok, skipped, warning
from triboard.doctor.subject import (
    WRITE,
    Subject,
    credentials,
    described,
    group_name,
    machine,
    may,
    user_name,
)
from triboard.doctor.system import System
from triboard.drivers.routes import Route

LITTLE: Final = 50_000_000
"""Bytes free under which a card is nearly full; a game takes some thousand."""

NOTHING: Final = 1_000_000


def user(system: System, subject: Subject) -> Iterator[Finding]:
    """Who runs the daemon, and in which groups it really is."""
    who = credentials(system, subject.process)
    if who is None:
        yield skipped("user", f"Process {subject.process} does not tell its user.")
        return
    name = user_name(system, who.uid)
    names = ", ".join(sorted(group_name(system, gid) for gid in who.groups))
    whose = "This command" if subject.process == "self" else f"The daemon (process {subject.process})"
    if not who.root:
        yield ok("user", f"{whose} runs as {name}, in the groups {names}.")
    elif subject.process == "self":
        yield note("user", f"{whose} runs as root, so rights are not checked as the service has them.")
    elif not _drives_a_board((system.text(f"/proc/{subject.process}/cmdline") or "").split("\0")):
        yield note("user", f"{whose} runs as root; it is a simulated board.")
    elif subject.route is Route.PWM:
        yield note("user", f"{whose} runs as root, which the route pwm needs and spi does not.")
    else:
        yield warning(
            "user",
            f"{whose} runs as root, and the route {subject.route.value} does not need it.",
            "Run it as a user of its own: systemd's unit says User=triboard.",
        )


def pins_backend(system: System, _: Subject) -> Iterator[Finding]:
    """Which library reads the pins, and why."""
    if machine(system).generation is None:
        yield skipped("pins-backend", "Pins are those of a Raspberry Pi; here gpiozero's mock pins serve.")
        return
    if system.version("lgpio") is None:
        yield failure(
            "pins-backend",
            "Pins are read by lgpio, the one library that serves every model, and it is not installed.",
            "pip install 'triboard[pi]'",
        )
        return
    asked = system.environ().get("GPIOZERO_PIN_FACTORY")
    if asked not in (None, "lgpio"):
        yield note(
            "pins-backend",
            f"GPIOZERO_PIN_FACTORY={asked} is ignored: Triboard takes lgpio by name.",
            "Take the variable out.",
        )
    else:
        yield ok(
            "pins-backend", "Pins are read by lgpio, by name: it serves every model, a Pi 5 has no other."
        )


def lgpio_folder(system: System, subject: Subject) -> Iterator[Finding]:
    """lgpio makes a pipe in the folder of LG_WD, else in the working directory; in / it fails."""
    if machine(system).generation is None:
        yield skipped("lgpio-folder", "lgpio is needed on a Raspberry Pi only.")
        return
    who = credentials(system, subject.process)
    block = system.text(f"/proc/{subject.process}/environ")
    variables = dict(part.split("=", 1) for part in (block or "").split("\0") if "=" in part)
    folder = variables.get("LG_WD") or system.real(f"/proc/{subject.process}/cwd")
    if who is None or (block is None and folder.startswith("/proc/")):
        yield skipped("lgpio-folder", "The folder of another user's process is hidden; ask as root.")
        return
    name = "LG_WD" if "LG_WD" in variables else "its working directory"
    mount = mount_of(system, folder)
    if not may(system, folder, who, WRITE) or (mount is not None and "ro" in mount[1]):
        yield failure(
            "lgpio-folder",
            f"lgpio makes a pipe in {folder} ({name}), where it may not write.",
            "Set LG_WD to a writable folder: Environment=LG_WD=/run/triboard in the unit.",
        )
    else:
        yield ok("lgpio-folder", f"lgpio may make its pipe in {folder} ({name}).")


def state_folder(system: System, subject: Subject) -> Iterator[Finding]:
    """Whether games are kept: writable, on a disk that outlives the power, with space."""
    folder = _existing(system, subject.state_dir)
    who = credentials(system, subject.process)
    if who is None:
        yield skipped("state-folder", f"Process {subject.process} does not tell its user.")
        return
    kind, options = mount_of(system, folder) or ("unknown", frozenset())
    if "ro" in options:
        yield failure(
            "state-folder",
            f"{subject.state_dir} lies on a read-only file system ({kind}): games are played and not kept.",
            "Mount a writable partition there, or name another folder with --state-dir.",
        )
        return
    if not may(system, folder, who, WRITE):
        yield failure(
            "state-folder",
            f"{user_name(system, who.uid)} may not write in {described(system, folder)}.",
            f"chown {user_name(system, who.uid)} {folder}",
        )
        return
    space = system.space(folder)
    if space is not None and space.free < LITTLE:
        make = failure if space.free < NOTHING else warning
        text = f"{folder} has {space.free // 1_000_000} MB of {space.total // 1_000_000} MB free."
        yield make("state-folder", text, "Free some: journalctl --vacuum-size=50M, apt-get clean.")
        return
    if kind in ("tmpfs", "ramfs", "overlay"):
        yield warning(
            "state-folder",
            f"{subject.state_dir} lies in memory ({kind}): what is kept there ends with the power.",
            "Mount a small writable partition there, or name another folder with --state-dir.",
        )
        return
    free = "" if space is None else f", {space.free // 1_000_000} MB free"
    yield ok("state-folder", f"{subject.state_dir} ({kind}{free}) can be written.")


def _existing(system: System, path: str) -> str:
    """The folder itself or the nearest one above it that exists."""
    while path not in ("", "/") and system.node(path) is None:
        path = path.rsplit("/", 1)[0]
    return path or "/"


def second_instance(system: System, _: Subject) -> Iterator[Finding]:
    """Two programs on one board: each takes bytes and pins from the other."""
    runs = {
        number: words
        for number in system.names("/proc")
        if number.isdigit()
        and _drives_a_board(words := (system.text(f"/proc/{number}/cmdline") or "").split("\0"))
    }
    if len(runs) > 1:
        listed = ", ".join(
            f"{number} ({' '.join(filter(None, words))[:60]})" for number, words in runs.items()
        )
        yield failure(
            "second-instance",
            f"{len(runs)} programs drive a board: {listed}.",
            "Stop all but one: kill NUMBER, or systemctl stop triboard.",
        )
    elif runs:
        yield ok("second-instance", f"One program drives the board (process {next(iter(runs))}).")
    else:
        yield ok("second-instance", "No program drives a real board now.")


def _drives_a_board(words: list[str]) -> bool:
    """`triboard run`, by its script or by `python -m triboard`."""
    return any(word == "run" and before.rsplit("/", 1)[-1] == "triboard" for before, word in pairwise(words))
