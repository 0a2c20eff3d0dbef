"""config.txt: which lines count on this model, and the pins that they take."""

import re
from collections.abc import Mapping
from typing import Final

from triboard.doctor.subject import machine
from triboard.doctor.system import System

FILES: Final = ("/boot/firmware/config.txt", "/boot/config.txt")

# BCM numbers by the line that takes them; from the README of the firmware's overlays.
_PARAMETERS: Final[Mapping[str, tuple[int, ...]]] = {
    "spi=on": (7, 8, 9, 10, 11),
    "i2c_arm=on": (2, 3),
    "i2c=on": (2, 3),
    "i2c1=on": (2, 3),
    "i2s=on": (18, 19, 20, 21),
    "uart0=on": (14, 15),
}
_OVERLAYS: Final[Mapping[str, tuple[int, ...]]] = {
    "spi1-1cs": (18, 19, 20, 21),
    "spi1-2cs": (17, 18, 19, 20, 21),
    "spi1-3cs": (16, 17, 18, 19, 20, 21),
    "uart2": (0, 1),
    "uart3": (4, 5),
    "uart4": (8, 9),
    "uart5": (12, 13),
    "i2c3": (4, 5),
    "i2c4": (8, 9),
    "i2c5": (12, 13),
    "i2c6": (22, 23),
    "pwm": (18,),
    "pwm-2chan": (18, 19),
    "audremap": (12, 13),
    "w1-gpio": (4,),
    "gpio-ir": (18,),
    "gpio-ir-tx": (18,),
    "gpio-fan": (12,),
    "gpio-shutdown": (3,),
    "gpio-poweroff": (26,),
    "rotary-encoder": (23, 24),
    "hifiberry-dac": (18, 19, 20, 21),
    "googlevoicehat-soundcard": (16, 18, 19, 20, 21),
    "mcp2515-can0": (25,),
}
_PIN_PARAMETERS: Final = ("gpiopin", "gpio", "pin_a", "pin_b", "gpio_pin", "pin", "interrupt", "cs0_pin")
"""Parameters by which an overlay takes another pin than its usual one."""


def settings(system: System) -> tuple[str, ...]:
    """Lines of config.txt that count on this model, without comments and spaces."""
    text = next((found for file in FILES if (found := system.text(file)) is not None), "")
    generation = machine(system).generation or 0
    sections = {"all", f"pi{generation}"}
    if "Zero 2" in machine(system).model:
        sections.add("pi02")
    lines, counts = [], True
    for raw in text.splitlines():
        line = raw.split("#", 1)[0].strip()
        if (section := re.fullmatch(r"\[(.+)\]", line)) is not None:
            counts = section.group(1).lower() in sections
        elif line and counts:
            lines.append(re.sub(r"\s*([=,:])\s*", r"\1", line))
    return tuple(lines)


def taken(system: System) -> dict[int, str]:
    """Pins that the overlays and parameters in force take, with the line to look for."""
    found: dict[int, str] = {}
    for line in settings(system):
        key, _, value = line.partition("=")
        if key == "enable_uart" and value == "1":
            found |= dict.fromkeys((14, 15), line)
        elif key == "dtparam":
            for part in value.split(","):
                found |= dict.fromkeys(_PARAMETERS.get(part, ()), part)
        elif key == "dtoverlay":
            name, *parameters = value.split(",")
            pins = [
                int(number)
                for parameter in parameters
                for word, _, number in [parameter.partition("=")]
                if word in _PIN_PARAMETERS and number.isdecimal()
            ]
            found |= dict.fromkeys(pins or _OVERLAYS.get(name, ()), f"dtoverlay={name}")
    return found
