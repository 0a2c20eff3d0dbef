"""All checks of the computer, in the order in which they are told."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from triboard.doctor import computer, configuration, lights, ports, process
from triboard.doctor.findings import Finding
from triboard.doctor.subject import Subject
from triboard.doctor.system import System

Check = Callable[[System, Subject], Iterator[Finding]]

CHECKS: Final[Mapping[str, Check]] = {
    "model": computer.model,
    "libraries": computer.libraries,
    "throttling": computer.throttling,
    "clock": computer.clock,
    "root-filesystem": computer.root_filesystem,
    "watchdog": computer.watchdog,
    "log-cap": computer.log_cap,
    "user": process.user,
    "pins-backend": process.pins_backend,
    "lgpio-folder": process.lgpio_folder,
    "state-folder": process.state_folder,
    "second-instance": process.second_instance,
    "settings-file": configuration.settings,
    "admin-token": configuration.admin_token,
    "telling": configuration.telling,
    "serial-port": ports.serial_port,
    "getty": ports.getty,
    "modem-manager": ports.modem_manager,
    "device-classes": ports.device_classes,
    "gpio-node": ports.gpio_node,
    "spi-node": ports.spi_node,
    "pio-node": ports.pio_node,
    "i2c-bus": ports.i2c_bus,
    "spi-buffer": lights.spi_buffer,
    "core-clock": lights.core_clock,
    "audio": lights.audio,
    "dma": lights.dma,
    "power-budget": lights.power_budget,
    "pin-conflicts": lights.pin_conflicts,
}


def examine(system: System, subject: Subject) -> list[Finding]:
    """The findings of every check; each says something, if only that it was skipped."""
    return [finding for check in CHECKS.values() for finding in check(system, subject)]
