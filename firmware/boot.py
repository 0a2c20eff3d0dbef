"""Runs before main.py at each start: finishes an installation that was cut off.

`triboard firmware install` puts the new files into `next`, checks them there, and creates `next/complete`
last. From then on the new version counts: each file of `next` replaces the old one by a rename, which flash
carries out whole or not at all, and `complete` goes last. A cut before `complete` leaves the old version, a
cut after it is finished here. Imports nothing of ours, so that it runs whatever else is broken.
"""

import os

NEXT = "next"
COMPLETE = "complete"
LEAVE = "leave"


def _listed(name):
    try:
        with open(NEXT + "/" + name) as file:
            return file.read().split()
    except OSError:
        return []


def finish():
    """Put the files of a complete installation in place; nothing where there is none."""
    try:
        names = os.listdir(NEXT)
    except OSError:
        return
    if COMPLETE not in names:
        return
    # This file first, so that a cut in the first installation of all is finished as well; main.py last.
    names.sort(key=lambda name: (name != "boot.py", name == "main.py"))
    for name in names:
        if name not in (COMPLETE, LEAVE):
            os.rename(NEXT + "/" + name, name)
    for name in _listed(LEAVE):  # files of the old version that the new one has no more
        if name in os.listdir():  # else it went in an earlier attempt
            os.remove(name)
    if LEAVE in names:
        os.remove(NEXT + "/" + LEAVE)
    os.remove(NEXT + "/" + COMPLETE)
    os.rmdir(NEXT)


finish()
