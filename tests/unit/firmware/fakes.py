"""Parts of a board that cost nothing: for pieces of the firmware that run without `triboard.sim`'s bench."""

from typing import Final

FAKES: Final = """
import gc, sys
class Pin:
    IN = 0; OUT = 1; PULL_UP = 2; IRQ_RISING = 1; IRQ_FALLING = 2
    def __init__(self, gp, mode=0, pull=None, value=0):
        self.level = 1
    def __call__(self, level=None):
        if level is None:
            return self.level
        self.level = level
    def irq(self, handler=None, trigger=0, hard=False):
        pass
class World:
    flips = 0
    now = 0
class SPI:
    def __init__(self, *args, **kwargs):
        pass
    def write_readinto(self, data, into):
        for place in range(len(into)):
            into[place] = World.flips
    def readinto(self, data):
        for place in range(len(data)):
            data[place] = World.flips
        data[len(data) - 1] = 0xA5
class I2C:
    def __init__(self, *args, **kwargs):
        pass
    def writeto(self, address, data):
        pass
    def writeto_mem(self, address, register, data):
        pass
    def readfrom_mem_into(self, address, register, data):
        data[0] = 1
        for place in range(1, 9):
            data[place] = World.flips
class ADC:
    def __init__(self, pin):
        pass
    def read_u16(self):
        return World.flips << 8
class Machine:
    pass
machine = Machine()
machine.bitstream = lambda *args: None
machine.Pin, machine.SPI, machine.I2C, machine.ADC = Pin, SPI, I2C, ADC
sys.modules["machine"] = machine
import time as real
class Time:
    ticks_us = real.ticks_us
    def ticks_ms():
        return World.now
    ticks_add = real.ticks_add
    ticks_diff = real.ticks_diff
    def sleep_us(wait):
        pass
    def sleep_ms(wait):
        pass
sys.modules["time"] = Time
"""
