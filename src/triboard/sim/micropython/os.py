"""MicroPython's `os`: files are those of the working directory, chance comes from the bench."""

import _circuit
from uos import chdir, getcwd, ilistdir, listdir, mkdir, remove, rename, rmdir, stat, statvfs


def urandom(count):
    """Bytes that follow from the bench's seed and are others after each start."""
    return bytes([_circuit.chance() for _ in range(count)])


def sync():
    """Nothing: the flash of a simulated Pico needs no flushing of this computer's disks."""
