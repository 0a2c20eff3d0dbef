"""Computers made up for `doctor --mock` and for tests: a healthy Raspberry Pi 4, and whatever can ail it.

Every check but the few that only tell has at least one ailment here, so that each message can be seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from triboard.board.definition import Board
from triboard.doctor.subject import Subject
from triboard.doctor.system import Node, Space
from triboard.drivers.routes import Route
from triboard.drivers.strip_pixels import DEFAULT_DMA

DAEMON: Final = "712"
"""Process of the daemon on the specimen."""

USER, DIALOUT, GPIO, SPI, PLUGDEV, OWN = 990, 20, 986, 989, 46, 991

_PASSWD = f"root:x:0:0::/root:/bin/sh\ntriboard:x:{USER}:{OWN}::/var/lib/triboard:/usr/sbin/nologin\n"
_GROUPS = (
    f"root:x:0:\ndialout:x:{DIALOUT}:triboard\nplugdev:x:{PLUGDEV}:\nspi:x:{SPI}:triboard\n"
    f"gpio:x:{GPIO}:triboard\ntriboard:x:{OWN}:\n"
)
_CONFIG = "dtparam=spi=on\ndtparam=audio=on\n[pi4]\ncore_freq=500\ncore_freq_min=500\n[all]\n"
_MOUNTS = (
    "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n/dev/mmcblk0p1 /boot/firmware vfat rw 0 0\ntmpfs /run tmpfs "
    "rw,nosuid 0 0\n"
)
PI_4: Final = "Raspberry Pi 4 Model B Rev 1.5"


def status_text(groups: Sequence[int] = (DIALOUT, GPIO, SPI), uid: int = USER) -> str:
    """/proc/PID/status of a process."""
    gid = OWN if uid else 0
    listed = " ".join(map(str, groups))
    return f"Uid:\t{uid}\t{uid}\t{uid}\t{uid}\nGid:\t{gid}\t{gid}\t{gid}\t{gid}\nGroups:\t{listed}\n"


@dataclass(frozen=True, slots=True)
class MockSystem:
    """A `System` out of tables. A `None` in `files`, `nodes` or `versions` takes an entry away."""

    files: Mapping[str, str | None] = field(default_factory=dict)
    nodes: Mapping[str, Node | None] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    commands: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str | None] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    free: int = 20_000_000_000

    def text(self, path: str) -> str | None:
        return self.files.get(path)

    def names(self, folder: str) -> tuple[str, ...]:
        prefix = folder.rstrip("/") + "/"
        there = [
            path for table in (self.files, self.nodes) for path, entry in table.items() if entry is not None
        ]
        there += self.links
        return tuple(sorted({path[len(prefix) :].split("/")[0] for path in there if path.startswith(prefix)}))

    def node(self, path: str) -> Node | None:
        return self.nodes.get(self.real(path))

    def real(self, path: str) -> str:
        return self.links.get(path, path)

    def space(self, path: str) -> Space | None:  # noqa: ARG002 (one disk)
        return Space(self.free, 30_000_000_000)

    def said(self, *command: str) -> str | None:
        return self.commands.get(" ".join(command))

    def version(self, library: str) -> str | None:
        return self.versions.get(library)

    def environ(self) -> Mapping[str, str]:
        return self.variables

    def but(self, **changes: Mapping[str, Any]) -> "MockSystem":
        """The same computer with entries laid over its tables."""
        merged: dict[str, Any] = {name: {**getattr(self, name), **more} for name, more in changes.items()}
        return replace(self, **merged)


HEALTHY: Final = MockSystem(
    files={
        "/proc/device-tree/model": PI_4 + "\0",
        "/etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
        "/proc/sys/kernel/osrelease": "6.6.31+rpt-rpi-v8\n",
        "/proc/modules": "spidev 20480 0 - Live 0x0\nsnd_bcm2835 24576 1 - Live 0x0\ncdc_acm 36864 0 - "
        "Live 0x0\n",
        "/proc/devices": "Character devices:\n153 spi\n166 ttyACM\n254 gpiochip\n",
        "/proc/cmdline": "console=tty1 root=PARTUUID=1234-02 rootfstype=ext4\n",
        "/proc/self/mounts": _MOUNTS,
        "/proc/self/status": status_text(),
        f"/proc/{DAEMON}/status": status_text(),
        f"/proc/{DAEMON}/environ": "LG_WD=/run/triboard\0",
        f"/proc/{DAEMON}/cmdline": "/opt/triboard/bin/python\0-m\0triboard\0run\0",
        "/etc/passwd": _PASSWD,
        "/etc/group": _GROUPS,
        "/boot/firmware/config.txt": _CONFIG,
        "/sys/module/spidev/parameters/bufsiz": "4096\n",
        "/sys/class/watchdog/watchdog0/identity": "Broadcom BCM2835 Watchdog timer\n",
        "/sys/class/watchdog/watchdog0/state": "inactive\n",
        "/etc/systemd/journald.conf": "[Journal]\nSystemMaxUse=64M\n",
    },
    nodes={
        "/": Node(0, 0, 0o755),
        "/run/triboard": Node(USER, OWN, 0o700),
        "/var/lib/triboard": Node(USER, OWN, 0o700),
        "/var/lib/triboard/admin-token": Node(USER, OWN, 0o600),
        "/dev/ttyACM0": Node(0, OWN, 0o660),
        "/dev/gpiochip0": Node(0, GPIO, 0o660),
        "/dev/spidev0.0": Node(0, SPI, 0o660),
        "/dev/pio0": Node(0, GPIO, 0o660),
        "/run/systemd/timesync/synchronized": Node(0, 0, 0o644),
    },
    links={"/dev/triboard": "/dev/ttyACM0", f"/proc/{DAEMON}/cwd": "/run/triboard"},
    commands={
        "vcgencmd get_throttled": "throttled=0x0",
        "timedatectl show -p NTPSynchronized --value": "yes",
        "systemctl show -p RuntimeWatchdogUSec --value": "0",
        "systemctl is-active ModemManager.service": "inactive",
        "gpiodetect": "gpiochip0 [pinctrl-bcm2711] (58 lines)\ngpiochip1 [raspberrypi-exp-gpio] (8 lines)",
    },
    versions={
        "gpiozero": "2.0.1.post3",
        "pyserial": "3.5",
        "adafruit-circuitpython-neopixel-spi": "1.0.16",
        "lgpio": "0.2.2.0",
        "paho-mqtt": "2.1.0",
    },
)


def subject_of(board: Board) -> Subject:
    """The daemon of the specimen."""
    return Subject(board, Route.SPI, DEFAULT_DMA, "/dev/triboard", "/var/lib/triboard", DAEMON)
