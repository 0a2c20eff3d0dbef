"""All that a board says comes out of a catalogue, whole: nothing is glued together or left in English."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.journeys.people import Ttt3dPeople
from tests.journeys.people_base import People
from tests.journeys.people_trike import TrikePeople
from tests.journeys.people_trioker import TriokerPeople
from tests.journeys.people_troika import TroikaPeople
from tests.journeys.table import Table
from tests.journeys.test_light import on_every_turn
from tests.languages.pseudo import Bracketed, wordless

from triboard.light.legend import legend
from triboard.light.palette import DEFAULT
from triboard.phrases import translated
from triboard.units import Instant
from triboard.web.view import board_view, picture_of

SAID = {"text", "why", "hint", "meaning", "cue", "title", "note", "label"}
"""Keys whose texts people read; `name` too, where it is no name of the program."""

NAMES = {"Troika", "Trike", "Trioker"}
"""Games with names that are no words."""

ENGRAVED = ".buttons.label"
"""What is written on a board's buttons; sentences call them by it in every language."""


def texts(tree: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """All texts that people read, with where they stand."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            yield from texts(value, f"{key}.{name}")
    elif isinstance(tree, list):
        for value in tree:
            yield from texts(value, key)
    elif isinstance(tree, str) and (
        key.rpartition(".")[2] in SAID
        or key.endswith(("seats.name", "pieces.name", "grades.name", "rungs.name"))
    ):
        yield key, tree


def unsaid(tree: Any) -> set[tuple[str, str]]:
    """Texts with words outside the brackets."""
    return {
        (key, text)
        for key, text in texts(translated(tree, Bracketed()))
        if not wordless(text) and text not in NAMES and key != ENGRAVED
    }


RIMS: dict[str, Any] = {"players": 3, "rims": True, "calling": "strict"}
PAIR: dict[str, Any] = {"mode": "pair-impair", "honour": True}
PLAYED: dict[str, tuple[dict[str, Any], Callable[[Table], People | Ttt3dPeople]]] = {
    "ttt3d": (RIMS, lambda table: Ttt3dPeople(table, RIMS, Random(8), clumsy=0.3)),
    "troika": ({}, lambda table: TroikaPeople(table, Random(8), clumsy=0.3)),
    "trike": ({"size": 7}, lambda table: TrikePeople(table, Random(8), clumsy=0.3)),
    "trioker": (PAIR, lambda table: TriokerPeople(table, PAIR, Random(8), clumsy=0.3, deal={})),
}


@pytest.mark.parametrize("name", PLAYED)
def test_a_whole_game_is_told_out_of_the_catalogue(name: str, tmp_path: Path) -> None:
    """Law (issue 8): every text of every view of a game by clumsy hands is looked up, and so is what stands
    in its places, but for names of sites, moves, and numbers."""
    options, people = PLAYED[name]
    table = Table(tmp_path, options, seed=8, board=name)
    found: set[tuple[str, str]] = set()
    last: list[object] = [None]

    def look(now: Instant) -> None:
        if table.daemon.state is not last[0]:
            last[0] = table.daemon.state
            found.update(unsaid(picture_of(table.daemon.state, now=now)))

    on_every_turn(table, look)
    playing = people(table)
    if isinstance(playing, TriokerPeople):
        playing.set_up()
    playing.play_game()
    table.close()
    assert found == set()
    assert unsaid(board_view(table.board)) == set()


def test_the_lights_are_explained_out_of_the_catalogue() -> None:
    """Law: the legend too."""
    assert unsaid([entry.as_json() for entry in legend(DEFAULT)]) == set()
