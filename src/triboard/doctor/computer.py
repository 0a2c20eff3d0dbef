"""Checks of the computer itself: model, libraries, supply, clock, disks, watchdog, log."""

import re
import sys
from collections.abc import Iterator
from typing import Final

from triboard.doctor.findings import Finding, failure, note, ok, skipped, warning
from triboard.doctor.subject import Subject, machine
from triboard.doctor.system import System

FLOORS: Final = {
    "gpiozero": "2.0.1.post3",  # 2.0.1.post1 and post2 broke lgpio on a Pi 5
    "pyserial": "3.5",
    "adafruit-circuitpython-neopixel-spi": "1.0.16",
}
PI_FLOORS: Final = {"lgpio": "0.2.2"}  # 0.0.0.2 is a placeholder that pip picks where there is no wheel

LONGEST_WATCHDOG: Final = 14
"""Seconds; the hardware of a Pi counts to about 15, and more makes it restart for ever."""

_THROTTLING: Final = {
    0: "the supply is too weak now",
    1: "the processor is slowed down by the firmware now",
    2: "the processor is throttled now",
    3: "the processor is hot now",
    16: "the supply has been too weak since the start",
    17: "the processor has been slowed down since the start",
    18: "the processor has been throttled since the start",
    19: "the processor has been hot since the start",
}
_SUPPLY = (0, 16)


def model(system: System, _: Subject) -> Iterator[Finding]:
    """What this computer is."""
    found = machine(system)
    release = re.search(r'^PRETTY_NAME="?([^"\n]*)', system.text("/etc/os-release") or "", re.MULTILINE)
    kernel = (system.text("/proc/sys/kernel/osrelease") or "").strip() or "unknown"
    python = ".".join(map(str, sys.version_info[:3]))
    told = f"{release.group(1) if release else 'unknown system'}, kernel {kernel}, Python {python}"
    if found.generation is None:
        name = found.model or "This computer"
        yield note("model", f"{name} is no Raspberry Pi: boards are simulated here. {told}.")
    else:
        yield ok("model", f"{found.model}. {told}.")


def libraries(system: System, _: Subject) -> Iterator[Finding]:
    """Versions of the libraries that touch hardware, with their floors."""
    floors = {**FLOORS, **(PI_FLOORS if machine(system).generation is not None else {})}
    versions = {name: system.version(name) for name in floors}
    well = True
    for name, version in versions.items():
        floor = floors[name]
        if version is None:
            well = False
            remedy = (
                "Install it with: pip install 'triboard[pi]' (Python 3.13: apt install python3-lgpio and "
                "a venv "
                "with --system-site-packages)."
                if name in PI_FLOORS
                else "Install triboard anew: pip install --force-reinstall triboard."
            )
            yield failure("libraries", f"The library {name} is missing.", remedy, where=name)
        elif version and _number(version) < _number(floor):
            well = False
            what = f"{name} is {version}, and {floor} is needed."
            remedy = f"pip install --upgrade '{name}>={floor}'"
            if name == "lgpio" and _number(version) < (0, 1):
                what = f"lgpio is {version}, an empty placeholder."
                remedy = (
                    "pip uninstall lgpio, then: apt install python3-lgpio and a venv with "
                    "--system-site-packages."
                )
            yield failure("libraries", what, remedy, where=name)
    if well:
        yield ok(
            "libraries",
            ", ".join(f"{name} {version or '(no version)'}" for name, version in versions.items()),
        )


def _number(version: str) -> tuple[int, ...]:
    """For comparing; a post-release counts as one more number, which is enough for the floors above."""
    return tuple(map(int, re.findall(r"\d+", version)))


def throttling(system: System, _: Subject) -> Iterator[Finding]:
    """What the firmware knows of supply and heat: it explains most faults that come and go."""
    said = system.said("vcgencmd", "get_throttled") or ""
    found = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)", said.strip())
    if found is None:
        yield skipped("throttling", "vcgencmd get_throttled does not answer; it needs the group video.")
        return
    bits = int(found.group(1), 16)
    well = True
    for bit, what in _THROTTLING.items():
        if bits >> bit & 1:
            well = False
            fix = (
                "Use the supply made for this model and a short thick cable; feed the LEDs separately."
                if bit in _SUPPLY
                else "Give it air or a heat sink."
            )
            make = failure if bit == 0 else warning
            yield make("throttling", f"{what[0].upper()}{what[1:]}.", fix)
    if well:
        yield ok("throttling", "Supply and heat have been well since the start.")


def clock(system: System, _: Subject) -> Iterator[Finding]:
    """Whether the wall clock can be trusted. Play never depends on it."""
    said = system.said("timedatectl", "show", "-p", "NTPSynchronized", "--value")
    synced = said == "yes" or system.node("/run/systemd/timesync/synchronized") is not None
    rtc = (system.text("/sys/class/rtc/rtc0/name") or "").strip()
    if synced:
        yield ok(
            "clock", f"The clock is set by the network{f'; there is a clock chip ({rtc})' if rtc else ''}."
        )
    elif said is None:
        yield skipped("clock", "timedatectl does not answer, so nobody knows whether the clock is right.")
    elif rtc:
        yield note("clock", f"The clock is not set by the network; it goes by its clock chip ({rtc}).")
    else:
        yield warning(
            "clock",
            "The clock is not set by the network and there is no clock chip: dates in records are guesses.",
            "Connect the network, or fit a clock with a battery. Play does not mind.",
        )


def root_filesystem(system: System, _: Subject) -> Iterator[Finding]:
    """What the mount table says of the root, whatever was asked for in a settings tool."""
    mount = mount_of(system, "/")
    if mount is None:
        yield skipped("root-filesystem", "/proc/self/mounts does not tell.")
        return
    kind, options = mount
    overlaid = kind == "overlay"
    read_only = "ro" in options
    how = (
        "an overlay, whose changes end with the power"
        if overlaid
        else "read-only"
        if read_only
        else "writable"
    )
    yield ok("root-filesystem", f"The root file system ({kind}) is {how}.")


def mount_of(system: System, path: str) -> tuple[str, frozenset[str]] | None:
    """Kind and options of the file system on which a path lies; the last mount on a place counts."""
    best: tuple[int, str, frozenset[str]] | None = None
    for line in (system.text("/proc/self/mounts") or "").splitlines():
        fields = line.split()
        if len(fields) < 4:
            continue
        place = fields[1].replace("\\040", " ")
        inside = path == place or path.startswith(place.rstrip("/") + "/")
        if inside and (best is None or len(place) >= best[0]):
            best = (len(place), fields[2], frozenset(fields[3].split(",")))
    return None if best is None else (best[1], best[2])


def watchdog(system: System, _: Subject) -> Iterator[Finding]:
    """Who feeds the hardware watchdog, and how long it waits."""
    if not system.names("/sys/class/watchdog"):
        yield skipped("watchdog", "There is no hardware watchdog.")
        return
    folder = "/sys/class/watchdog/watchdog0"
    identity = (system.text(f"{folder}/identity") or "").strip() or "unknown"
    state = (system.text(f"{folder}/state") or "").strip() or "unknown"
    said = system.said("systemctl", "show", "-p", "RuntimeWatchdogUSec", "--value") or ""
    seconds = _seconds(said)
    if seconds > LONGEST_WATCHDOG and "Broadcom" in identity:
        yield failure(
            "watchdog",
            f"systemd asks the hardware watchdog for {seconds:g} s, and it counts to about 15: the Pi "
            "will restart for "
            "ever.",
            f"Set RuntimeWatchdogSec={LONGEST_WATCHDOG} or less in /etc/systemd/system.conf.",
        )
        return
    owner = f"systemd feeds it within {seconds:g} s" if seconds else "systemd does not use it"
    yield ok("watchdog", f"{identity}, {state}; {owner}.")


def _seconds(text: str) -> float:
    """systemd's way to write a time: `14s`, `1min 30s`, `infinity`, `0`."""
    units = {"ms": 0.001, "s": 1, "min": 60, "h": 3600, "us": 1e-6}
    return sum(
        float(number) * units.get(unit, 0) for number, unit in re.findall(r"([\d.]+)\s*([a-z]+)", text)
    )


def log_cap(system: System, _: Subject) -> Iterator[Finding]:
    """Whether the system's log is bounded, so that it cannot fill the card."""
    files = ["/etc/systemd/journald.conf"]
    for folder in ("/usr/lib/systemd/journald.conf.d", "/etc/systemd/journald.conf.d"):
        files += [f"{folder}/{name}" for name in system.names(folder) if name.endswith(".conf")]
    texts = [text for file in files if (text := system.text(file)) is not None]
    if not texts and not system.names("/run/systemd"):
        yield skipped("log-cap", "There is no journald here.")
        return
    caps = [
        value
        for text in texts
        for value in re.findall(r"^\s*(?:SystemMaxUse|Storage)\s*=\s*(\S+)", text, re.MULTILINE)
        if value not in ("auto", "persistent")
    ]
    if caps:
        yield ok("log-cap", f"The system's log is bounded ({caps[-1]}).")
    else:
        yield note(
            "log-cap",
            "The system's log takes up to a tenth of the card.",
            "Put [Journal] SystemMaxUse=64M into /etc/systemd/journald.conf.d/size.conf.",
        )
