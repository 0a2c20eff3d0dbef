"""The udev rules, carried out by udev itself on devices that umockdev pretends."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.service.private_systemd import UNITS, unavailable

RULES = UNITS / "70-triboard.rules"

USB = "/devices/pci0000:00/0000:00:14.0/usb1/1-1"
PORT = f"{USB}/1-1:1.0/tty/ttyACM0"

DEVICES = f"""\
P: {USB}
N: bus/usb/001/005
E: DEVNAME=/dev/bus/usb/001/005
E: DEVTYPE=usb_device
E: SUBSYSTEM=usb
A: idVendor={{vendor}}\\n
A: idProduct=0005\\n
A: manufacturer=MicroPython\\n
A: product={{product}}\\n
A: serial=e6614103e7123456\\n

P: {USB}/1-1:1.0
E: DEVTYPE=usb_interface
E: SUBSYSTEM=usb
A: bInterfaceClass=02\\n
A: bInterfaceNumber=00\\n

P: {PORT}
N: ttyACM0
E: DEVNAME=/dev/ttyACM0
E: SUBSYSTEM=tty
E: MAJOR=166
E: MINOR=0

P: /devices/virtual/gpio/gpiochip0
N: gpiochip0
E: DEVNAME=/dev/gpiochip0
E: SUBSYSTEM=gpio
E: MAJOR=254
E: MINOR=0
"""

SCRIPT = """
set -e
cp /etc/group "$1/group"
for group in gpio:901 spi:902 i2c:903; do
    grep -q "^${group%:*}:" "$1/group" || echo "${group%:*}:x:${group#*:}:" >> "$1/group"
done
mount --bind "$1/group" /etc/group
mount -t tmpfs tmpfs /run
mkdir -p /run/udev/rules.d
cp "$2" /run/udev/rules.d/
exec umockdev-run -d "$1/devices" -- udevadm test --action="$4" "/sys$3"
"""


def needs_udev() -> None:
    for tool in ("udevadm", "umockdev-run", "unshare"):
        if shutil.which(tool) is None:
            unavailable(f"{tool} is missing (Debian: apt install udev umockdev)")
    unavailable("a mount namespace needs root" if os.geteuid() != 0 else None)


def carried_out(
    folder: Path,
    device: str = PORT,
    *,
    vendor: str = "2e8a",
    product: str = "Board in FS mode",
    action: str = "add",
) -> tuple[dict[str, str], str]:
    """Properties of a device after all rules, and what udev said while it followed ours."""
    needs_udev()
    (folder / "devices").write_text(DEVICES.format(vendor=vendor, product=product))
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", SCRIPT, "-", str(folder), str(RULES), device, action],
        capture_output=True, text=True, timeout=60, env={**os.environ, "SYSTEMD_DEVICE_VERIFY_SYSFS": "0"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    properties = dict(line.split("=", 1) for line in done.stdout.splitlines() if re.match(r"[A-Z_]+=", line))
    return properties, "\n".join(line for line in done.stderr.splitlines() if "70-triboard.rules" in line)


@pytest.mark.parametrize("product", ["Board in FS mode", "Triboard controller"])
def test_a_controller_gets_its_name_group_and_poke(product: str, tmp_path: Path) -> None:
    """Law: a stable name and one by serial number, the group of the service, nothing for ModemManager, and
    the poke through a unit of systemd's."""
    properties, said = carried_out(tmp_path, product=product)
    links = properties["DEVLINKS"].split()
    assert {"/dev/triboard", "/dev/triboard-e6614103e7123456"} <= set(links)
    assert properties["ID_MM_PORT_IGNORE"] == "1"
    assert properties["SYSTEMD_WANTS"] == "triboard-poke.service"
    assert ":systemd:" in properties["TAGS"]
    assert re.search(r"GROUP\b", said)


@pytest.mark.parametrize(("vendor", "product"), [("0403", "Board in FS mode"), ("2e8a", "Some other thing")])
def test_other_devices_are_left_alone(vendor: str, product: str, tmp_path: Path) -> None:
    """Law: neither the ids nor the product string alone make a controller."""
    properties, _ = carried_out(tmp_path, vendor=vendor, product=product)
    assert "/dev/triboard" not in properties.get("DEVLINKS", "").split()
    assert "SYSTEMD_WANTS" not in properties


def test_modem_managers_are_told_of_the_whole_device(tmp_path: Path) -> None:
    """Law: the flag stands on the USB device too, where ModemManager looks first."""
    properties, _ = carried_out(tmp_path, USB)
    assert properties["ID_MM_DEVICE_IGNORE"] == "1"


def test_a_device_that_goes_starts_nothing(tmp_path: Path) -> None:
    """Law: pulling the cable pokes nobody and binds to nothing."""
    properties, _ = carried_out(tmp_path, action="remove")
    assert "SYSTEMD_WANTS" not in properties


def test_pins_belong_to_their_group(tmp_path: Path) -> None:
    """Law: on a plain Debian too the service's user may open the pins."""
    _, said = carried_out(tmp_path, "/devices/virtual/gpio/gpiochip0")
    assert re.search(r"GROUP\b", said)


def test_udev_reads_every_line(tmp_path: Path) -> None:
    """Law: no line is refused; `udevadm verify`, where this udev has it (254 and later), says the same."""
    _, said = carried_out(tmp_path)
    assert not re.search(r"(?i)invalid|ignoring|unknown|error", said)
    done = subprocess.run(["udevadm", "verify", str(RULES)], capture_output=True, text=True, timeout=60)
    if "Unknown command verb" not in done.stderr:
        assert done.returncode == 0, done.stdout + done.stderr
