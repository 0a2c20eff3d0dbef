"""The page's snapshot follows from the session, as docs/page.md says."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.unit.session.table import BOARD, Table

from triboard.board.definition import Board, Tray
from triboard.board.load import load_board
from triboard.board.readings import EMPTY, SOMETHING, Observation, holds
from triboard.phrases import translated
from triboard.session import troika
from triboard.session.entries import fresh
from triboard.session.trioker import MANNERS as TRIOKER
from triboard.session.ttt3d import MANNERS, Ttt3dManners
from triboard.units import SECOND, Duration, Piece, Site
from triboard.web.view import board_view, view_of

NOW = Duration(0)
PAGE = (Path(__file__).parents[3] / "docs" / "page.md").read_text(encoding="utf-8")
EXAMPLE: dict[str, Any] = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.S)[0])
CALLERS = {"language", "build", "seq", "simulated", "board", "world"}  # added by the server and the simulator
BESIDES = {
    "light_fault",
    "controls",
    "stacks",
    "field",
    "labels",
}  # may stand in a view beside those of the example


def played(*texts: str, **options: object) -> Table:
    table = Table(options)
    table.play(*texts)
    return table


def finished() -> Table:
    table = Table()
    game = table.state.game
    while MANNERS.game.outcome(game) is None:
        move = next(iter(MANNERS.game.legal_moves(game)))
        table.drop(move.site, move.colour, wait=NOW)
        game = MANNERS.game.play(game, move)
    return table


def phases() -> dict[str, Table]:
    """A table in each phase that the page knows."""
    setup = played("w@Aa1")
    setup.press("NEW", "OK")
    correction = played("w@Aa1")
    correction.drop("Bb2", "red", wait=Duration(5 * SECOND))
    clearing = finished()
    clearing.lift("Aa1")
    return {
        "setup": setup,
        "play": played("w@Aa1", calling="strict", rims=True),
        "correction": correction,
        "finished": finished(),
        "clearing": clearing,
    }


PHASES = phases()


def kinds(value: object) -> object:
    """The shape of a JSON value: keys and kinds, without contents."""
    match value:
        case dict():
            return {key: kinds(inner) for key, inner in value.items()}
        case list():
            return [kinds(value[0])] if value else []
        case bool():
            return "bool"
        case int() | float():
            return "number"
    return "null" if value is None else type(value).__name__


@pytest.mark.parametrize("phase", PHASES)
def test_a_view_has_the_keys_of_the_page_document_in_every_phase(phase: str) -> None:
    """Law: a full snapshot: the same keys always, and nothing that JSON cannot carry."""
    view = view_of(PHASES[phase].state)
    assert view["phase"] == phase
    assert set(view) - BESIDES == set(EXAMPLE) - CALLERS
    assert json.loads(json.dumps(view)) == view


@pytest.mark.parametrize("key", ["turn", "seats", "rims", "message", "last", "moves", "link", "saved"])
def test_a_view_in_play_has_the_shapes_of_the_example(key: str) -> None:
    """Law: docs/page.md is the contract with the page."""
    shape, example = kinds(view_of(PHASES["play"].state)[key]), kinds(EXAMPLE[key])
    if key in ("last", "message"):
        assert isinstance(shape, dict)
        assert isinstance(example, dict)
        assert set(shape) >= set(example)
    else:
        assert shape == example


def test_lines_have_the_keys_of_the_example() -> None:
    """Law: and say besides whether they were missed."""
    table = played("w@Aa1", "k@Ba1", "r@Cc3", "w@Ab1", "k@Ba2", "r@Cb2", "w@Ac1")
    [line] = view_of(table.state)["last"]["lines"]
    assert set(line) == set(EXAMPLE["last"]["lines"][0]) | {"missed"}


def test_the_board_view_is_the_board_file() -> None:
    """Law: places, rims, seats, pieces and buttons, once for all."""
    view = board_view(BOARD)
    assert set(view) == set(EXAMPLE["board"])
    for key in ("sites", "rims", "seats", "pieces"):
        assert kinds(translated(view[key])) == kinds(EXAMPLE["board"][key])
    assert set(view["buttons"][0]) >= set(EXAMPLE["board"]["buttons"][0])
    assert view["sites"][0] == EXAMPLE["board"]["sites"][0]
    assert view["rims"][0] == EXAMPLE["board"]["rims"][0]
    assert view["seats"][0] == EXAMPLE["board"]["seats"][0]
    assert len({button["key"] for button in view["buttons"]}) == len(BOARD.buttons)


def test_a_piece_that_only_the_board_file_knows_is_shown_by_its_name() -> None:
    """Law: another set of colours is no reason to fail."""
    board = replace(BOARD, trays=(*BOARD.trays, Tray(Piece("pearl"), 9)))
    assert board_view(board)["pieces"][-1]["name"] == "pearl"


def test_before_the_board_is_found_nothing_is_claimed() -> None:
    """Law: no readings, rims unknown, and a sentence that says why."""
    view = view_of(fresh(BOARD, MANNERS, {}))
    assert (view["phase"], view["turn"], view["readings"], view["legal"]) == ("setup", None, {}, [])
    assert {rim["state"] for rim in view["rims"]} == {"unknown"}
    assert view["link"]["state"] == "searching"
    assert view["message"]["text"] == view["link"]["text"]


def test_readings_are_words() -> None:
    """Law: empty, a piece's name, something, unknown."""
    table = played("w@Aa1", "k@Ab1")
    table.blind = {next(site.site for site in BOARD.sites if site.site == "Cc3")}
    table.presence = True
    table.calm()
    readings = view_of(table.state)["readings"]
    assert (readings["Aa1"], readings["Bb2"], readings["Cc3"]) == ("something", "empty", "unknown")
    table.presence = False
    table.calm()
    assert view_of(table.state)["readings"]["Aa1"] == "white"


def test_rims_are_shown_as_they_stand() -> None:
    """Law: rest with a detent, between and unknown without."""
    table = played()
    table.turn("A", 90)
    table.turn("B", 45)
    table.errors[2] = None
    table.calm()
    assert view_of(table.state)["rims"] == [
        {"rim": "A", "state": "rest", "detent": 1},
        {"rim": "B", "state": "between", "detent": None},
        {"rim": "C", "state": "unknown", "detent": None},
    ]


def test_turn_and_seats_say_whose_go_it_is() -> None:
    """Law: one seat has the turn; the piece is the one that is due."""
    view = view_of(played("w@Aa1", "r@Ba1", players=2).state)
    assert view["turn"] == {"seat": 0, "piece": "black", "text": "White-Black to play a black ball."}
    assert [seat["turn"] for seat in view["seats"]] == [True, False]
    assert [seat["pieces"] for seat in view["seats"]] == [["white", "black"], ["red", "blue"]]


def test_legal_holes_are_told_in_play_only() -> None:
    """Law: what may be placed where; nothing while something is wrong."""
    assert len(view_of(PHASES["play"].state)["legal"]) == 26
    for phase in ("setup", "correction", "finished", "clearing"):
        assert view_of(PHASES[phase].state)["legal"] == []


@pytest.mark.parametrize(
    ("phase", "buttons"),
    [
        ("setup", ["NEW"]),
        ("play", ["FIVE", "HINT", "NEW", "OK", "ONE", "UNDO"]),
        ("correction", ["NEW", "UNDO"]),
        ("finished", ["NEW", "OK", "UNDO"]),
    ],
)
def test_lit_buttons_mean_something_now(phase: str, buttons: list[str]) -> None:
    """Law: each with a hint that says what it does."""
    found = view_of(PHASES[phase].state)["buttons"]
    assert sorted(found) == buttons
    assert all(button["lit"] and button["hint"] for button in found.values())


def test_hints_count_the_presses() -> None:
    """Law (ttt3d §10): what was called so far can be read."""
    table = played("w@Aa1", calling="strict")
    table.press("FIVE", "FIVE", "ONE")
    buttons = view_of(table.state)["buttons"]
    assert (buttons["FIVE"]["hint"], buttons["ONE"]["hint"]) == (
        "Call a five (2 so far)",
        "Call a one (1 so far)",
    )


def test_the_outcome_names_winners_and_points() -> None:
    """Law: null until the end."""
    assert view_of(PHASES["play"].state)["outcome"] is None
    view = view_of(PHASES["finished"].state)
    assert set(view["outcome"]) == {"winners", "seats", "reason", "text"}
    assert view["outcome"]["text"].endswith("points.") or view["outcome"]["text"].endswith("each.")
    assert view["turn"] is None


def test_totals_of_the_match_stand_beside_the_score() -> None:
    """Law (ttt3d §5): of finished games."""
    table = finished()
    scores = [seat["score"] for seat in view_of(table.state)["seats"]]
    table.clear()
    seats = view_of(table.state)["seats"]
    assert [seat["total"] for seat in seats] == scores
    assert [seat["score"] for seat in seats] == [0, 0, 0]


def test_presence_only_boards_are_not_clearing_while_they_are_full() -> None:
    """Law: something is a piece, too."""
    table = finished()
    table.presence = True
    table.calm()
    assert view_of(table.state)["phase"] == "finished"


def test_the_last_move_is_told_in_words() -> None:
    """Law: who did what, where."""
    three = ("w@Aa1", "k@Ba1", "r@Ca1")
    cases = [
        (played("w@Aa1"), "White put a white ball into Aa1.", ["Aa1"]),
        (played(*three, "B-", rims=True), "White turned the rim of shelf B counter-clockwise.", []),
        (played(*three, "-", rims=True, rim_turn="after"), "Red left the rims alone.", []),
    ]
    for table, text, sites in cases:
        last = view_of(table.state)["last"]
        assert (last["text"], last["sites"]) == (text, sites)
    called = played("w@Aa1", calling="strict")
    called.press("ONE", "OK")
    assert view_of(called.state)["last"]["text"] == "White called 0 × five and 1 × one."
    assert view_of(Table().state)["last"] is None


def test_a_question_stands_above_everything_but_a_lost_link() -> None:
    """Law: OK and UNDO answer what can be read."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1")
    table.clear()
    table.wait(Duration(6 * SECOND))
    assert view_of(table.state)["message"]["kind"] == "ask"
    table.lose()
    assert view_of(table.state)["message"]["kind"] == "wrong"


def test_a_fault_of_the_lights_is_passed_on() -> None:
    """Law: the game goes on and the page says why it is dark."""
    assert view_of(Table().state, light_fault="No SPI.")["light_fault"] == "No SPI."


def standing(board: Board, stacks: Mapping[str, tuple[str, ...]]) -> Observation:
    """What the sensors of a board say of these stacks."""
    sites = {}
    for site in board.sites:
        stack = stacks.get(site.site, ())
        levels = [
            holds(Piece(stack[level])) if level < len(stack) else EMPTY for level in range(len(site.levels))
        ]
        sites[site.site] = tuple(levels)
    return Observation(sites)


def test_stacks_are_told_from_the_bottom_as_they_are_read() -> None:
    """Law: on a board where pieces stand on each other the page gets every level, right or wrong."""
    board = load_board("troika")
    state = replace(
        fresh(board, troika.MANNERS, {}), touched=standing(board, {"b2": ("Wl", "Gm"), "a1": ("Ks",)})
    )
    assert view_of(state)["stacks"] == {"b2": ["Wl", "Gm"], "a1": ["Ks"]}
    assert view_of(state)["readings"]["b2"] == "Gm"
    assert "stacks" not in view_of(PHASES["play"].state)


def test_what_is_only_present_is_named_by_the_record_where_both_agree() -> None:
    """Law: a presence-only board shows what the record says, and `something` where it says nothing."""
    table = played("w@Aa1")
    touched = table.state.touched
    assert touched is not None
    sites = {**touched.sites, Site("Aa1"): (SOMETHING,), Site("Bb2"): (SOMETHING,)}
    table.state = replace(table.state, touched=replace(touched, sites=sites))
    stacks = view_of(table.state)["stacks"]
    assert stacks == {"Aa1": ["white"], "Bb2": ["something"]}


def test_field_and_labels_come_from_manners_that_have_them() -> None:
    """Law: the page is told which cells are played on and what they say; other games say nothing of it."""

    class Labelled(Ttt3dManners):
        def field(self, state: object) -> list[Site]:
            return [Site("Bb2"), Site("Aa1")]

        def labels(self, state: object) -> dict[Site, str]:
            return {Site("Aa1"): "GO"}

    state = PHASES["play"].state
    view = view_of(replace(state, manners=Labelled()))
    assert (view["field"], view["labels"]) == (["Aa1", "Bb2"], {"Aa1": "GO"})
    assert "field" not in view_of(state)


def test_every_option_of_a_game_is_told() -> None:
    """Law: the dialog of a new game knows what may be chosen; what is left to the game is null."""
    options = view_of(fresh(load_board("troika"), troika.MANNERS, {}))["options"]
    assert set(options) == set(troika.MANNERS.game.options)
    assert options["starter"] is None


@pytest.mark.parametrize("name", ["ttt3d", "troika", "trike", "trioker"])
def test_each_button_has_a_key_of_its_own(name: str) -> None:
    """Law: whatever a finger can press the keyboard can; digits and R are taken by pieces."""
    keys = [button["key"].lower() for button in board_view(load_board(name))["buttons"]]
    assert all(keys)
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set("0123456789r")


def test_trioker_says_which_cells_are_played_and_what_they_do() -> None:
    """Law: cells off this mode's board are not in the field; action cells carry their labels."""
    options = {"mode": "rapid", "players": 3, "hands": [7, 7, 7], "start": 0}
    view = view_of(fresh(load_board("trioker"), TRIOKER, options))
    assert len(view["field"]) == 69
    assert view["labels"]["U3,3"] == "GO"
    assert view["labels"]["D5,1"] == "J1"
