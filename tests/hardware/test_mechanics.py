"""Printed parts: every STL is closed, named by its part, made from today's drawing, and fits a common
printer."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from triboard.board.load import load_board
from triboard.errors import ConfigurationError
from triboard.hardware.mechanics_build import (
    boards,
    draw,
    fingerprint,
    folder_of,
    generate,
    read_manifest,
    stale,
    texts_of,
)
from triboard.hardware.mechanics_page import part_named
from triboard.hardware.mechanics_parts import PARTS, parts_of
from triboard.hardware.mechanics_sizes import BED, FITS, sizes_of

ROOT = Path(__file__).parents[2] / "hardware"
SMALL = ("M106", "M204", "M303")  # drawn again in a second


def read(path: Path) -> Any:
    """The body in an STL file."""
    return trimesh.load(path)


def mesh_of(number: str) -> Any:
    """The shipped STL of a part."""
    part = next(one for one in PARTS if one.number == number)
    return read(folder_of(ROOT, part.board) / f"{part.file}.stl")


@pytest.mark.parametrize("board", boards())
def test_every_part_has_one_stl_and_every_stl_is_a_part(board: str) -> None:
    """Law (issue 10): STL files are named by part number; none is missing, none is left over."""
    files = {path.stem for path in folder_of(ROOT, board).glob("*.stl")}
    assert files == {part.file for part in parts_of(board)}
    assert len({part.number for part in PARTS}) == len(PARTS)


@pytest.mark.parametrize("board", boards())
def test_stl_files_are_closed_and_fit_the_bed(board: str) -> None:
    """Law (issue 10): watertight with outward faces, so that any slicer prints it; within a 220 mm bed."""
    for part in parts_of(board):
        mesh = mesh_of(part.number)
        assert mesh.is_watertight, part.file
        assert mesh.is_winding_consistent, part.file
        assert mesh.volume > 0, part.file
        assert sorted(mesh.extents[:2]) <= sorted(BED[:2]), part.file
        assert all(size <= bed for size, bed in zip(mesh.extents, BED, strict=True)), part.file
        assert abs(mesh.bounds[0][2]) < 20, part.file


def test_the_check_finds_an_open_body() -> None:
    """Law: what says "closed" of every part does say "open" of a body with a hole."""
    mesh = mesh_of("M106")
    mesh.update_faces(np.arange(len(mesh.faces)) != 0)
    assert not mesh.is_watertight


@pytest.mark.parametrize("board", boards())
def test_nothing_is_old(board: str) -> None:
    """Law (issue 10): parameters, STL files and page are those of today's board file and drawings."""
    for name, text in texts_of(board).items():
        assert (folder_of(ROOT, board) / name).read_text() == text
    assert [part.file for part in stale(ROOT, board)] == []
    assert set(read_manifest(ROOT, board)) == {part.file for part in parts_of(board)}


def test_a_changed_drawing_is_noticed(tmp_path: Path) -> None:
    """Law: whoever changes a drawing makes its parts old, and no others."""
    root = tmp_path / "hardware"
    shutil.copytree(ROOT / "parts", root / "parts")
    shutil.copytree(ROOT / "trike", root / "trike")
    pawn = root / "parts" / "pawn.scad"
    pawn.write_text(pawn.read_text() + "// taller\n")
    assert [part.number for part in stale(root, "trike")] == ["M304"]
    (root / "trike" / "parts" / "M302-checker.stl").unlink()
    assert [part.number for part in stale(root, "trike")] == ["M302", "M304"]


def test_without_openscad_the_remedy_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: a missing program is one clear error; nothing half made is left."""
    monkeypatch.setenv("PATH", str(tmp_path))
    target = tmp_path / "part.stl"
    with pytest.raises(ConfigurationError, match="apt install openscad"):
        draw(ROOT, part_named("ttt3d", "M106"), target)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("openscad") is None, reason="needs OpenSCAD")
def test_openscad_draws_the_same_again(tmp_path: Path) -> None:
    """Law: the shipped STL is what its drawing gives, in volume and in size."""
    for number in SMALL:
        part = next(one for one in PARTS if one.number == number)
        draw(ROOT, part, tmp_path / "again.stl")
        again, shipped = read(tmp_path / "again.stl"), mesh_of(number)
        assert again.volume == pytest.approx(shipped.volume, rel=1e-3)
        assert again.bounds == pytest.approx(shipped.bounds, abs=1e-3)


@pytest.mark.skipif(shutil.which("openscad") is None, reason="needs OpenSCAD")
def test_a_drawing_that_cannot_be_drawn_leaves_nothing(tmp_path: Path) -> None:
    """Law: a mistake in a drawing is told with its file, and no STL is written."""
    root = tmp_path / "hardware"
    shutil.copytree(ROOT / "parts", root / "parts")
    (root / "parts" / "splice.scad").write_text("cube(nothing_known);\n")
    with pytest.raises(ConfigurationError, match=r"splice\.scad"):
        draw(root, part_named("ttt3d", "M106"), tmp_path / "part.stl")
    assert [path.name for path in tmp_path.iterdir()] == ["hardware"]


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.skipif(shutil.which("openscad") is None, reason="needs OpenSCAD")
@pytest.mark.parametrize("board", boards())
def test_every_part_is_drawn_from_nothing(tmp_path: Path, board: str) -> None:
    """Law: drawings and board file are all that is needed; the bodies are those that are shipped."""
    root = tmp_path / "hardware"
    shutil.copytree(ROOT / "parts", root / "parts")
    generate(root, [board])
    for part in parts_of(board):
        assert read_manifest(root, board)[part.file] == fingerprint(ROOT, part)
        again = read(folder_of(root, board) / f"{part.file}.stl")
        assert again.volume == pytest.approx(mesh_of(part.number).volume, rel=1e-3)


def test_the_files_stay_small() -> None:
    """Law: a clone is not made slow by drawings."""
    assert sum(path.stat().st_size for path in ROOT.glob("*/parts/*.stl")) < 5_000_000


def test_a_part_is_counted_from_the_board_file() -> None:
    """Law: a bigger board needs more of the same parts."""
    filed = {name: load_board(name) for name in boards()}
    counts = {part.number: part.count(filed[part.board]) for part in PARTS}
    assert (counts["M101"], counts["M103"], counts["M107"]) == (12, 12, 2 * 65)
    assert (counts["M201"], counts["M204"], counts["M207"], counts["M211"]) == (6, 6, 9, 18)
    assert (counts["M301"], counts["M302"], counts["M304"]) == (28, 28, 1)
    assert counts["M401"] == 73
    tiles = [part for part in parts_of("trioker") if part.source == "tri_tile"]
    assert [part.count(filed["trioker"]) for part in tiles] == [1] * 25
    wide = load_board("trike", 13)
    large = {part.number: part.count(wide) for part in parts_of("trike")}
    assert (large["M301"], large["M302"]) == (91, 92)


def test_sizes_follow_the_board_file() -> None:
    """Law (issue 10): what the board file knows is not written a second time."""
    shelves, fields, cells, tiles = (sizes_of(load_board(name)) for name in boards())
    assert (shelves["pitch"], shelves["shelf_pitch"], shelves["pixel_offset"]) == (60, 120, 20)
    assert (fields["pitch"], fields["tray_pitch"], fields["levels"]) == (90, 60, 13)
    assert cells["pitch"] == pytest.approx(32, abs=0.01)
    assert (tiles["side"], shelves["teeth"]) == (55, load_board("ttt3d").rims[0].edges_per_detent)
    assert all(FITS[name] == sizes[name] for name in FITS for sizes in (shelves, fields, cells, tiles))
