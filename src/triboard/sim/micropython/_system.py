"""MicroPython's `sys` as on a Raspberry Pi Pico: the module of this machine under another name."""

import sys as _real
from sys import argv, byteorder, exc_info, exit, maxsize, modules, path, print_exception
from sys import stderr, stdin, stdout, version, version_info


class _Implementation:
    name = "micropython"
    version = _real.implementation.version
    _machine = "Raspberry Pi Pico with RP2040"
    _mpy = _real.implementation._mpy


implementation = _Implementation()
platform = "rp2"
