"""Checks of nodes under /dev: may the running process use them, and who else does?"""

import fnmatch
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from typing import Final

from triboard.doctor.findings import Finding, failure, ok, skipped, warning
from triboard.doctor.subject import (
    Subject,
    credentials,
    described,
    group_name,
    machine,
    may,
    members,
    user_name,
)
from triboard.doctor.system import System
from triboard.drivers.port_search import AUTO, PATTERNS, is_pattern
from triboard.drivers.routes import Route

OWN_GROUP: Final = "triboard"
"""Group that our udev rule gives to the controller's port."""

HEADER_CHIPS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip behind the 40 pins; its number differs between kernels (field report 46)."""

_UDEV: Final = (
    "Put our udev rule in place (sudo triboard install; it gives the port to its own group), pull the "
    "cable and put "
    "it in again."
)


_Check = Callable[[System, Subject], Iterator[Finding]]


def _of_each_port(check: _Check) -> _Check:
    """The check for every port that the setting may mean: one name, or a choice of them (`auto`)."""

    @wraps(check)
    def every(system: System, subject: Subject) -> Iterator[Finding]:
        for path in _meant(system, subject.serial):
            yield from check(system, replace(subject, serial=path))

    return every


def _meant(system: System, serial: str) -> list[str]:
    """Each device once, by the first of its names; the name of the udev rule where none is there."""
    if "://" in serial or not is_pattern(serial):
        return [serial]
    found: dict[str, str] = {}
    for pattern in PATTERNS if serial == AUTO else (serial,):
        folder, _, name = pattern.rpartition("/")
        for one in fnmatch.filter(system.names(folder), name):
            found.setdefault(system.real(f"{folder}/{one}"), f"{folder}/{one}")
    return list(found.values()) or [PATTERNS[0].rstrip("*")]


@_of_each_port
def serial_port(system: System, subject: Subject) -> Iterator[Finding]:
    """Whether the running process may use the controller's port: owner, group and access list of the node."""
    if "://" in subject.serial:
        yield skipped("serial-port", f"{subject.serial} is a network address.")
        return
    if system.node(subject.serial) is None:
        others = [f"/dev/{name}" for name in system.names("/dev") if name.startswith(("ttyACM", "ttyUSB"))]
        if machine(system).generation is None and not others:
            yield skipped("serial-port", "No controller is plugged in here.")
        elif others:
            yield failure(
                "serial-port",
                f"{subject.serial} is not there; these are: {', '.join(others)}.",
                f"{_UDEV} Or name the port in the settings: [controller] serial.",
            )
        else:
            yield failure(
                "serial-port",
                f"{subject.serial} is not there, nor any other USB port.",
                "Plug the controller in, with a cable that carries data; try another socket.",
            )
        return
    yield from _usable(system, subject, "serial-port", subject.serial, _UDEV)


def _usable(system: System, subject: Subject, check: str, path: str, fix: str) -> Iterator[Finding]:
    """The rights of the running credentials on a node, and why they fall short."""
    who = credentials(system, subject.process)
    real = system.real(path)
    node = system.node(real)
    if who is None or node is None:
        yield skipped(check, f"Process {subject.process} does not tell its user.")
        return
    told = described(system, real)
    if may(system, real, who):
        yield ok(check, f"{told}: the process may use it.")
        return
    name, group = user_name(system, who.uid), group_name(system, node.gid)
    if name in members(system, group) and (node.mode >> 3) & 6 == 6:
        yield failure(
            check,
            f"{told}. /etc/group has {name} in {group}, but the running process is not in it yet.",
            "Restart the service (systemctl restart triboard), or log in again.",
        )
    elif (node.mode >> 3) & 6 == 6 and group != "root":
        yield failure(
            check,
            f"{told}. The process ({name}) is not in the group {group}.",
            f"sudo usermod -aG {group} {name}, then restart the service. {fix}"
            if check == "serial-port"
            else f"sudo usermod -aG {group} {name}, then restart the service.",
        )
    else:
        yield failure(check, f"{told}. No group may use it, so {name} may not.", fix)


@_of_each_port
def getty(system: System, subject: Subject) -> Iterator[Finding]:
    """A login console on the port takes bytes that are meant for the daemon."""
    if "://" in subject.serial:
        yield skipped("getty", f"{subject.serial} is a network address.")
        return
    port = system.real(subject.serial).rsplit("/", 1)[-1]
    aliases = {port, subject.serial.rsplit("/", 1)[-1]}
    aliases |= {name for name in ("serial0", "serial1") if system.real(f"/dev/{name}").endswith(f"/{port}")}
    console = [
        found
        for found in re.findall(r"console=(\w+)", system.text("/proc/cmdline") or "")
        if found in aliases
    ]
    logins = [
        name
        for name in sorted(aliases)
        if system.said("systemctl", "is-active", f"serial-getty@{name}.service") == "active"
    ]
    if logins:
        yield failure(
            "getty",
            f"A login console runs on {port}: it eats bytes and changes the owner of the port.",
            f"sudo systemctl disable --now serial-getty@{logins[0]}.service, and take console={logins[0]} "
            "out of "
            "/boot/firmware/cmdline.txt.",
        )
    elif console:
        yield warning(
            "getty",
            f"The kernel writes its messages to {port} (console={console[0]}).",
            f"Take console={console[0]},115200 out of the one line of /boot/firmware/cmdline.txt.",
        )
    else:
        yield ok("getty", f"No console is on {port}.")


@_of_each_port
def modem_manager(system: System, subject: Subject) -> Iterator[Finding]:
    """ModemManager talks to every new port for some 20 s, unless a rule tells it not to."""
    if system.said("systemctl", "is-active", "ModemManager.service") != "active":
        yield ok("modem-manager", "ModemManager does not run.")
        return
    told = system.said("udevadm", "info", "--query=property", f"--name={subject.serial}") or ""
    if "ID_MM_DEVICE_IGNORE=1" in told:
        yield ok("modem-manager", "ModemManager runs, and a rule keeps it from the controller.")
    else:
        yield warning(
            "modem-manager",
            "ModemManager runs and will talk to the controller for 20 s whenever it is plugged in.",
            f"sudo systemctl disable --now ModemManager. {_UDEV}",
        )


def device_classes(system: System, subject: Subject) -> Iterator[Finding]:
    """Drivers that must be there before the service starts: its unit's list of devices is made once, then."""
    devices = system.text("/proc/devices")
    if devices is None or machine(system).generation is None:
        yield skipped("device-classes", "Drivers matter on a Raspberry Pi only.")
        return
    known = set(re.findall(r"^\s*\d+ (\S+)", devices, re.MULTILINE))
    wanted = {"ttyACM": "cdc_acm"}
    if subject.route is Route.SPI:
        wanted["spi"] = "spidev"
    missing = {name: driver for name, driver in wanted.items() if name not in known}
    if missing:
        yield failure(
            "device-classes",
            f"No driver for {', '.join(missing)} is loaded; a service that starts now stays shut out of "
            "such devices.",
            f"printf '%s\\n' {' '.join(missing.values())} | sudo tee /etc/modules-load.d/triboard.conf, "
            "then restart "
            "the Pi.",
        )
    else:
        yield ok("device-classes", f"Drivers are loaded for {', '.join(wanted)}.")


def gpio_node(system: System, subject: Subject) -> Iterator[Finding]:
    """Rims and buttons: the chip behind the header, found by its label."""
    if machine(system).generation is None:
        yield skipped("gpio-node", "Pins are those of a Raspberry Pi.")
        return
    if not subject.board.rims and not subject.board.buttons:
        yield skipped("gpio-node", f"Board {subject.board.name} has no rims and no buttons.")
        return
    node = f"/dev/{_header_chip(system)}"
    if system.node(node) is None:
        yield failure("gpio-node", f"There is no {node}.", "Update the system: sudo apt full-upgrade.")
        return
    yield from _usable(
        system, subject, "gpio-node", node, "sudo triboard install puts the udev rule for it in place."
    )


def _header_chip(system: System) -> str:
    """Name of the chip behind the header, by its label where the system tells labels."""
    told = re.findall(r"^(gpiochip\d+) \[([^\]]+)\]", system.said("gpiodetect") or "", re.MULTILINE)
    return next((name for name, label in told if label in HEADER_CHIPS), "gpiochip0")


def spi_node(system: System, subject: Subject) -> Iterator[Finding]:
    """The bus of the LEDs."""
    if subject.route is not Route.SPI:
        yield skipped("spi-node", f"The route {subject.route.value} needs no SPI.")
        return
    if machine(system).generation is None:
        yield skipped("spi-node", "SPI is that of a Raspberry Pi.")
        return
    for bus in sorted({segment.bus for segment in subject.board.strips}):
        path = f"/dev/spidev{bus}.0"
        if system.node(path) is None:
            fix = (
                "sudo raspi-config nonint do_spi 0" if bus == 0 else "Put dtoverlay=spi1-1cs into config.txt."
            )
            yield failure(
                "spi-node", f"{path} is not there: SPI is switched off.", f"{fix} Then restart the Pi."
            )
        else:
            yield from _usable(
                system, subject, "spi-node", path, "sudo triboard install puts the udev rule in place."
            )


def pio_node(system: System, subject: Subject) -> Iterator[Finding]:
    """The route of a Pi 5 that writes to any pin."""
    if subject.route is not Route.PIO:
        yield skipped("pio-node", f"The route {subject.route.value} needs no PIO.")
        return
    if system.node("/dev/pio0") is None:
        yield failure(
            "pio-node",
            "/dev/pio0 is not there: a Pi 5 with a firmware and kernel of 2025 or later has it.",
            'Update with sudo apt full-upgrade, or set route = "spi".',
        )
        return
    yield from _usable(
        system, subject, "pio-node", "/dev/pio0", "Give /dev/pio0 to the group gpio by a udev rule."
    )


def i2c_bus(_: System, subject: Subject) -> Iterator[Finding]:
    """Our boards hang their sensors on the controller."""
    yield skipped(
        "i2c-bus",
        f"The sensors of {subject.board.name} hang on the controller, not on this computer's I2C; a part "
        "of them that "
        "does not answer is named by the check sensors.",
    )
