"""What can ail the specimen: one change for each message of each check."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from triboard.doctor.configuration import SOCKET_UNIT, WANTS
from triboard.doctor.findings import Grade
from triboard.doctor.specimens import (
    DAEMON,
    DIALOUT,
    GPIO,
    HEALTHY,
    PLUGDEV,
    SPI,
    MockSystem,
    status_text,
)
from triboard.doctor.subject import Subject
from triboard.doctor.system import Node
from triboard.drivers.routes import Route
from triboard.errors import Mistake

Sicken = Callable[[MockSystem], MockSystem]
Change = Callable[[Subject], Subject]

_STATUS = f"/proc/{DAEMON}/status"
_ACM, _UART = "/dev/ttyACM0", "/dev/ttyAMA0"
_TOKEN = "/var/lib/triboard/admin-token"
_MOUNTS = "/proc/self/mounts"
_CONFIG = "/boot/firmware/config.txt"


@dataclass(frozen=True, slots=True)
class Ailment:
    """`name` is what `--force` takes; `grade` and `says` (a part of the text) are what must come of it."""

    check: str
    case: str
    grade: Grade
    says: str
    sicken: Sicken = lambda system: system
    change: Change = lambda subject: subject

    @property
    def name(self) -> str:
        """`check:case`."""
        return f"{self.check}:{self.case}"


def _file(path: str, text: str | None) -> Sicken:
    return lambda system: system.but(files={path: text})


def _node(path: str, node: Node | None) -> Sicken:
    return lambda system: system.but(nodes={path: node})


def _said(command: str, answer: str) -> Sicken:
    return lambda system: system.but(commands={command: answer})


def _version(library: str, version: str | None) -> Sicken:
    return lambda system: system.but(versions={library: version})


def _config(lines: str) -> Sicken:
    return _file(_CONFIG, f"{HEALTHY.files[_CONFIG]}{lines}\n")


def _mounted(line: str) -> Sicken:
    return _file(_MOUNTS, f"{HEALTHY.files[_MOUNTS]}{line}\n")


def _on_uart(system: MockSystem) -> MockSystem:
    return system.but(nodes={_UART: Node(0, DIALOUT, 0o660)}, links={"/dev/serial0": _UART})


def _routed(route: Route, dma: int = 10) -> Change:
    return lambda subject: replace(subject, route=route, dma=dma)


def _uart(subject: Subject) -> Subject:
    return replace(subject, serial="/dev/serial0")


def _long_strip(subject: Subject) -> Subject:
    board = subject.board
    pixels = tuple(
        replace(board.pixels[0], pixel=type(board.pixels[0].pixel)(number)) for number in range(200)
    )
    return replace(subject, board=replace(board, pixels=pixels))


def _mean_budget(subject: Subject) -> Subject:
    power = replace(subject.board.power, budget=5.0)
    return replace(subject, board=replace(subject.board, power=power))


def _throttled(bits: int) -> Sicken:
    return _said("vcgencmd get_throttled", f"throttled={bits:#x}")


_F, _W, _N, _S = Grade.FAILURE, Grade.WARNING, Grade.NOTE, Grade.SKIPPED

AILMENTS: Final = (
    Ailment("model", "no-pi", _N, "no Raspberry Pi", _file("/proc/device-tree/model", None)),
    Ailment("libraries", "old-gpiozero", _F, "2.0.1.post3 is needed", _version("gpiozero", "2.0.1.post1")),
    Ailment("libraries", "lgpio-placeholder", _F, "empty placeholder", _version("lgpio", "0.0.0.2")),
    Ailment("libraries", "no-pyserial", _F, "pyserial is missing", _version("pyserial", None)),
    Ailment("throttling", "weak-now", _F, "supply is too weak now", _throttled(0x1)),
    Ailment("throttling", "weak-before", _W, "supply has been too weak", _throttled(0x10000)),
    Ailment("throttling", "hot", _W, "hot now", _throttled(0x8)),
    Ailment("throttling", "silent", _S, "does not answer", _said("vcgencmd get_throttled", "")),
    Ailment(
        "clock",
        "not-set",
        _W,
        "dates in records are guesses",
        lambda system: system.but(
            commands={"timedatectl show -p NTPSynchronized --value": "no"},
            nodes={"/run/systemd/timesync/synchronized": None},
        ),
    ),
    Ailment(
        "clock",
        "clock-chip",
        _N,
        "goes by its clock chip",
        lambda system: system.but(
            commands={"timedatectl show -p NTPSynchronized --value": "no"},
            nodes={"/run/systemd/timesync/synchronized": None},
            files={"/sys/class/rtc/rtc0/name": "rpi-rtc\n"},
        ),
    ),
    Ailment("root-filesystem", "hidden", _S, "does not tell", _file(_MOUNTS, None)),
    Ailment(
        "watchdog",
        "too-long",
        _F,
        "restart for ever",
        _said("systemctl show -p RuntimeWatchdogUSec --value", "1min"),
    ),
    Ailment(
        "log-cap", "unbounded", _N, "a tenth of the card", _file("/etc/systemd/journald.conf", "[Journal]\n")
    ),
    Ailment("user", "root", _W, "runs as root", _file(_STATUS, status_text(uid=0))),
    Ailment(
        "user", "root-for-pwm", _N, "runs as root", _file(_STATUS, status_text(uid=0)), _routed(Route.PWM)
    ),
    Ailment("user", "gone", _S, "does not tell", _file(_STATUS, None)),
    Ailment("pins-backend", "no-lgpio", _F, "not installed", _version("lgpio", None)),
    Ailment(
        "pins-backend",
        "variable",
        _N,
        "is ignored",
        lambda system: system.but(variables={"GPIOZERO_PIN_FACTORY": "pigpio"}),
    ),
    Ailment(
        "lgpio-folder",
        "root-folder",
        _F,
        "may not write",
        lambda system: system.but(
            files={f"/proc/{DAEMON}/environ": "A=b\0"}, links={f"/proc/{DAEMON}/cwd": "/"}
        ),
    ),
    Ailment("lgpio-folder", "read-only", _F, "may not write", _mounted("tmpfs /run tmpfs ro 0 0")),
    Ailment(
        "state-folder", "read-only", _F, "read-only file system", _mounted("/dev/sda1 /var/lib ext4 ro 0 0")
    ),
    Ailment(
        "state-folder", "in-memory", _W, "lies in memory", _mounted("tmpfs /var/lib/triboard tmpfs rw 0 0")
    ),
    Ailment("state-folder", "others", _F, "may not write", _node("/var/lib/triboard", Node(0, 0, 0o755))),
    Ailment("state-folder", "nearly-full", _W, "MB free", lambda system: replace(system, free=20_000_000)),
    Ailment("state-folder", "full", _F, "MB free", lambda system: replace(system, free=0)),
    Ailment(
        "settings-file",
        "unknown-key",
        _F,
        "web.prot: is not known",
        change=lambda subject: replace(
            subject, mistakes=(Mistake("triboard.toml: web.prot", "is not known", "Did you mean 'port'?"),)
        ),
    ),
    Ailment(
        "settings-file",
        "page",
        _W,
        "no setting of the page",
        change=lambda subject: replace(
            subject, notes=("Settings of the page: x is no setting of the page.",)
        ),
    ),
    Ailment("admin-token", "open", _F, "read by others", _node(_TOKEN, Node(999, 985, 0o644))),
    Ailment("admin-token", "others", _F, "belongs to root", _node(_TOKEN, Node(0, 0, 0o600))),
    Ailment(
        "telling",
        "library",
        _F,
        "needs the library paho-mqtt",
        _version("paho-mqtt", None),
        lambda subject: replace(subject, tells=("mqtt.host",)),
    ),
    Ailment(
        "telling",
        "no-network",
        _W,
        "no network of its own",
        lambda system: system.but(files={f"{WANTS}/{SOCKET_UNIT}": ""}),
        lambda subject: replace(subject, tells=("heartbeat.url",)),
    ),
    Ailment(
        "second-instance",
        "two",
        _F,
        "2 programs drive a board",
        _file("/proc/801/cmdline", "/usr/bin/python3\0/usr/local/bin/triboard\0run\0--port\0"),
    ),
    Ailment(
        "serial-port",
        "absent",
        _F,
        "nor any other USB port",
        lambda system: replace(system, links={}).but(nodes={_ACM: None}),
    ),
    Ailment(
        "serial-port",
        "other-name",
        _F,
        "these are: /dev/ttyACM0",
        lambda system: replace(system, links={}),
    ),
    Ailment("serial-port", "plugdev", _F, "not in the group plugdev", _node(_ACM, Node(0, PLUGDEV, 0o660))),
    Ailment(
        "serial-port",
        "not-yet-in-group",
        _F,
        "the running process is not in it yet",
        lambda system: system.but(
            nodes={_ACM: Node(0, DIALOUT, 0o660)}, files={_STATUS: status_text((GPIO, SPI))}
        ),
    ),
    Ailment(
        "serial-port",
        "access-list",
        _F,
        "an access list adds user 1000",
        _node(_ACM, Node(0, PLUGDEV, 0o660, users={1000: 6})),
    ),
    Ailment("serial-port", "root-only", _F, "No group may use it", _node(_ACM, Node(0, 0, 0o600))),
    Ailment(
        "getty",
        "login",
        _F,
        "A login console runs on ttyAMA0",
        lambda system: _on_uart(system).but(
            commands={"systemctl is-active serial-getty@ttyAMA0.service": "active"}
        ),
        _uart,
    ),
    Ailment(
        "getty",
        "kernel-messages",
        _W,
        "writes its messages to ttyAMA0",
        lambda system: _on_uart(system).but(files={"/proc/cmdline": "console=serial0,115200 console=tty1"}),
        _uart,
    ),
    Ailment(
        "modem-manager", "runs", _W, "will talk", _said("systemctl is-active ModemManager.service", "active")
    ),
    Ailment(
        "device-classes",
        "not-loaded",
        _F,
        "No driver for ttyACM, spi",
        _file("/proc/devices", "Character devices:\n254 gpiochip\n"),
    ),
    Ailment("gpio-node", "no-group", _F, "is not in it yet", _file(_STATUS, status_text((SPI,)))),
    Ailment(
        "gpio-node",
        "absent",
        _F,
        "no /dev/gpiochip0",
        _node("/dev/gpiochip0", None),
    ),
    Ailment("spi-node", "off", _F, "SPI is switched off", _node("/dev/spidev0.0", None)),
    Ailment("spi-node", "root-only", _F, "No group may use it", _node("/dev/spidev0.0", Node(0, 0, 0o600))),
    Ailment("pio-node", "absent", _F, "is not there", _node("/dev/pio0", None), _routed(Route.PIO)),
    Ailment("spi-buffer", "long-strip", _F, "4096 go out at once", change=_long_strip),
    Ailment("core-clock", "moves", _N, "moves with the load", _file(_CONFIG, "dtparam=spi=on\n")),
    Ailment("core-clock", "other", _W, "want core_freq=500", _file(_CONFIG, "core_freq=250\n")),
    Ailment(
        "audio", "pwm-and-sound", _F, "the sound module snd_bcm2835 is loaded", change=_routed(Route.PWM)
    ),
    Ailment(
        "audio",
        "pwm",
        _W,
        "start without a monitor",
        _file("/proc/modules", "spidev 20480 0 - Live 0x0\n"),
        _routed(Route.PWM),
    ),
    Ailment("dma", "sd-card", _F, "destroys data on the SD card", change=_routed(Route.PWM, 5)),
    Ailment("power-budget", "too-small", _F, "dark pixels take", change=_mean_budget),
    Ailment(
        "pin-conflicts", "uart3", _F, "dtoverlay=uart3 in config.txt takes it", _config("dtoverlay=uart3")
    ),
    Ailment("pin-conflicts", "fan", _F, "GPIO 13 is", _config("dtoverlay=gpio-fan,gpiopin=13")),
)
"""`log-cap` and the like only tell; `i2c-bus` has nothing to find on our boards."""
