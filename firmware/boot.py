"""Runs before main.py at each start: finishes an installation that was cut off.

`triboard firmware install` lays the new files beside the old ones as `next.NAME`, checks them there, and
creates `next.complete` last, which lists them. From then on the new version counts: each file takes the place
of the old one by a rename, which flash carries out whole or not at all, and `next.complete` goes last. A cut
before it leaves the old version, a cut behind it is finished here. All lie in one folder, and none is looked
for by listing: littlefs hides a neighbour of a file that was cut off while moving between folders. Imports
nothing of ours, so that it runs whatever else is broken.
"""

import os

NEXT = "next."
COMPLETE = "next.complete"
ENOENT = 2


def _though_done(action, *names):
    """Do it, unless it was done in an earlier attempt."""
    try:
        action(*names)
    except OSError as error:
        if error.errno != ENOENT:
            raise


def finish():
    """Put the files of a complete installation in place; nothing where there is none."""
    try:
        with open(COMPLETE) as file:
            names = file.read().split()
    except OSError:
        return
    for name in names:
        if name[0] == "-":  # a file of the old version that the new one has no more
            _though_done(os.remove, name[1:])
        else:
            _though_done(os.rename, NEXT + name, name)
    os.remove(COMPLETE)


finish()
