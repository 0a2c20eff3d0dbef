"""The light of a round of care, as roles and raw pixels."""

from typing import Final

from triboard.care.parts import Mark
from triboard.care.round import Round
from triboard.light.scene import Glow, Role, Scene, Target

ROLES: Final = {Mark.ASKED: Role.WANTED, Mark.SEEN: Role.SEEN, Mark.WRONG: Role.WRONG}


def scene_of_care(care: Round) -> Scene:
    """What the lights show while somebody takes care of the board."""
    shown = care.shown
    return Scene({Target(place): Glow(ROLES[mark]) for place, mark in shown.marks.items()}, raw=shown.raw)
