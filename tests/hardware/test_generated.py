"""What lies in hardware/ was made from the board files as they are; a test fails when one is old."""

import csv
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.hardware.files import BUILDS, HARDWARE
from tests.unit.rules.commands import triboard

from triboard.board.definition import Board
from triboard.board.load import board_variants, load_board
from triboard.board.pin_map import wires
from triboard.hardware.articles import ARTICLES
from triboard.hardware.bom import bill, total
from triboard.hardware.build import (
    NETLIST,
    drawn_from,
    folder_of,
    netlist_title,
    old_drawings,
    text_hash,
    texts_of,
)
from triboard.hardware.design import design
from triboard.hardware.diagrams import diagrams
from triboard.hardware.erc import installed
from triboard.hardware.netlist import parse_netlist
from triboard.protocol.parts import ColourSensors, Multiplexers, ShiftChain

REMEDY = "mend: triboard hardware build"
TOOLS = installed() and shutil.which("dot") is not None


def made(name: str) -> tuple[Board, dict[str, str]]:
    """A board and its files as they ought to be."""
    board = load_board(name)
    return board, texts_of(board, name, board_variants(name))


@pytest.mark.parametrize("folder", BUILDS)
def test_nothing_is_old(folder: str) -> None:
    """Law: every generated text equals what the board file gives; the netlist is of this circuit; each
    drawing was made from the text beside it. Drawings themselves are not compared: Graphviz differs from
    version to version."""
    name = BUILDS[folder]
    board, files = made(name)
    there = HARDWARE / folder
    old = [
        one for one, text in files.items() if not (there / one).is_file() or (there / one).read_text() != text
    ]
    assert old == [], f"{REMEDY} {name}"
    assert old_drawings(there, files) == (), f"{REMEDY} {name}"
    title = netlist_title(board, design(board))
    assert f'(source "{title}")' in (there / NETLIST).read_text(), f"{REMEDY} {name}"
    drawings = {path.name for path in there.glob("wiring-*")}
    assert drawings == {one for one in files if one.startswith("wiring-")} | {
        one.replace(".yml", ".svg") for one in files if one.startswith("wiring-")
    }


def test_an_old_file_is_noticed(tmp_path: Path) -> None:
    """Law: another budget, another pin, another part in the board file makes files old: no test that cannot
    fail."""
    path = tmp_path / "mine.toml"
    text = (Path(__file__).parents[2] / "src/triboard/boards/ttt3d-presence.toml").read_text()
    before = made("ttt3d-presence+starter")[1]
    for change, files in (
        (("budget_ma = 1500", "budget_ma = 900"), {"power.md", "README.md"}),
        (("load = 5", "load = 6"), {"pins.md", "pico.svg", "wiring-controller.yml"}),
        (("count = 27, spi", "count = 27, tail = 0x3C, spi"), {"wiring-controller.yml", "assembly.md"}),
    ):
        path.write_text(text.replace(*change))
        board = load_board(f"{path}+starter")
        after = texts_of(board, "ttt3d-presence+starter", {})
        assert {name for name in before if after[name] != before[name]} >= files
    assert text_hash("a") != text_hash("b") == drawn_from(f"<!-- made from sha256:{text_hash('b')} -->")


@pytest.mark.skipif(not TOOLS, reason="SKiDL or Graphviz is not installed")
def test_the_command_writes_it_all_and_only_what_differs(tmp_path: Path) -> None:
    """Law: a build elsewhere gives the very files of hardware/; a second one writes nothing; drawings that a
    board has no longer go; the netlist does not depend on day and place."""
    first = triboard("hardware", "build", "ttt3d-presence+starter", "--dir", str(tmp_path)).json
    folder = tmp_path / "starter"
    assert first["folder"] == str(folder)
    for path in (HARDWARE / "starter").iterdir():
        if path.is_file():
            assert path.name in first["written"]
            if path.suffix != ".svg" or not path.stem.startswith("wiring"):
                assert (folder / path.name).read_text() == path.read_text(), path.name
    (folder / "wiring-rims.svg").write_text("old")
    (folder / "power.md").write_text("old")
    again = triboard("hardware", "build", "ttt3d-presence+starter", "--dir", str(tmp_path)).json
    assert (again["written"], again["removed"]) == (["power.md"], ["wiring-rims.svg"])


def test_where_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: below hardware/ of a checkout, named after the board, else where --dir says; without either one
    clear mistake, as for a folder that is a file."""
    assert folder_of("trike", None) == HARDWARE / "trike"
    assert folder_of("ttt3d-presence+starter", tmp_path) == tmp_path / "starter"
    assert folder_of("some/where/mine.toml", tmp_path) == tmp_path / "mine"
    monkeypatch.setattr("triboard.hardware.build.CHECKOUT", tmp_path / "nowhere")
    refused = triboard("hardware", "build", "trike")
    assert (refused.code, refused.out) == (2, "")
    assert "--dir" in refused.err


def test_a_missing_tool_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Law: without SKiDL `check` says so and goes on, `build` refuses with the remedy."""
    monkeypatch.setattr("triboard.hardware.erc.find_spec", lambda name: None)
    checked = triboard("hardware", "check", "trike")
    assert checked.code == 0
    assert "pip install 'triboard[hardware]'" in checked.err
    refused = triboard("hardware", "build", "trike", "--dir", str(tmp_path))
    assert refused.code == 1
    assert "pip install 'triboard[hardware]'" in refused.err


def test_the_starter_costs_about_60_euros() -> None:
    """Law: its total is computed from the bill of materials: 27 switches, four 74HC165 and one that proves
    them, one string of LEDs, one Pico, no rims, no Pi."""
    board = load_board("ttt3d-presence+starter")
    rows = {row.article.key: row for row in bill(board, design(board))}
    assert 50 <= total(rows.values()) <= 65
    assert {key: rows[key].count for key in ("micro", "hc165", "pico", "string")} == {
        "micro": 27, "hc165": 5, "pico": 1, "string": 32,
    }  # fmt: skip
    assert not {"zero2w", "pi4", "opto", "button"} & set(rows)


def test_the_overview_names_the_sums_of_the_bills() -> None:
    """Law: what hardware/README.md says of costs is the bill's sum, to the nearest 10 €."""
    text = (HARDWARE / "README.md").read_text()
    for folder, name in BUILDS.items():
        [row] = [line for line in text.splitlines() if f"({folder}/README.md)" in line]
        found = re.search(r"(\d+) €", row)
        board = load_board(name)
        assert found is not None
        assert int(found.group(1)) == 10 * round(total(bill(board, design(board))) / 10), row


@pytest.mark.parametrize("folder", BUILDS)
def test_the_bill_is_that_of_the_circuit(folder: str) -> None:
    """Law: every component of the netlist is on the bill once; sums are right; every row says what to
    order."""
    board = load_board(BUILDS[folder])
    circuit = design(board)
    rows = list(csv.DictReader((HARDWARE / folder / "bom.csv").read_text().splitlines()))
    names = [name for row in rows[:-1] for name in row["names"].split()]
    listed = [name for name in names if name in circuit.components]
    assert sorted(listed) == sorted(circuit.components)
    assert all(row["number"] for row in rows[:-1])
    sum_of_rows = sum(float(row["total EUR"]) for row in rows[:-1])
    assert float(rows[-1]["total EUR"]) == pytest.approx(sum_of_rows)
    assert set(parse_netlist((HARDWARE / folder / NETLIST).read_text(), folder)) == set(circuit.nets) - {
        "unused"
    }


@pytest.mark.parametrize("folder", BUILDS)
def test_diagrams_show_what_the_pins_carry(folder: str) -> None:
    """Law: every pin of the Pico that the pin map names (but SPI TX, which is not connected, and LEDs that
    hang on the Pi) is drawn in some diagram, with the name that is printed on it; drawings are
    well-formed."""
    board = load_board(BUILDS[folder])
    shown = set(re.findall(r"GP\d+", "".join(one.text() for one in diagrams(board, design(board)))))
    asked = {f"GP{wire.gp}" for wire in wires(board) if "nothing" not in wire.to}
    if board.build.light.value == "pi":
        asked -= {f"GP{wire.gp}" for wire in wires(board) if wire.signal == "NeoPixels"}
    parallel = {f"GP{part.adc}" for part in board.parts if isinstance(part, Multiplexers)}
    assert asked <= shown | parallel
    for path in (HARDWARE / folder).glob("*.svg"):
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


@pytest.mark.parametrize("name", [*BUILDS.values(), "trike-presence", "trioker-racks"])
def test_chips_are_as_many_as_the_software_reads(name: str) -> None:
    """Law: the circuit's chips and sensors follow from the inputs of the controller's configuration."""
    board = load_board(name)
    kinds = [one.symbol.name for one in design(board).components.values()]
    for part in board.parts:
        match part:
            case ShiftChain(span=span):
                assert kinds.count("74HC165") == -(-span.count // 8) + 1
            case ColourSensors(span=span, muxes=muxes):
                assert (kinds.count("TCS34725"), kinds.count("TCA9548A")) == (span.count // 3, len(muxes))
            case _:
                pass
    analogue = [part for part in board.parts if isinstance(part, Multiplexers)]
    assert kinds.count("CD74HC4067") == sum(-(-one.span.count // one.used) + 1 for one in analogue)
    assert kinds.count("WS2812B") == len(board.pixels)


def test_articles_are_complete() -> None:
    """Law: every article has a name, something to order and a price; the jargon of this file is not
    printed."""
    for key, article in ARTICLES.items():
        assert article.key == key
        assert article.title
        assert article.number
        assert 0 < article.price < 100
