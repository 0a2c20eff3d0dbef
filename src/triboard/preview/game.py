"""The scenes of a recorded game: what the LEDs show after each ply, as the session composes it."""

from collections.abc import Sequence
from dataclasses import replace

from triboard.light.compose import scene_of
from triboard.light.scene import Scene
from triboard.session.entries import Entry, move_entry, resumed, start_entry
from triboard.session.state import LinkState, SessionState


def scenes_of(begun: SessionState, moves: Sequence[str]) -> list[tuple[str, Scene]]:
    """A caption and a scene for each ply of a game from its start, every move kept and every piece in its
    place."""
    entries: list[Entry] = [start_entry(begun)]
    found = [("start", _scene(begun, entries))]
    for ply, text in enumerate(moves):
        entries.append(move_entry(ply, text))
        found.append((f"{ply + 1}. {text}", _scene(begun, entries)))
    return found


def _scene(begun: SessionState, entries: Sequence[Entry]) -> Scene:
    return scene_of(replace(resumed(begun.board, begun.manners, entries), link=LinkState.UP))
