"""The simulated pieces: what hands can and cannot do, and a file that survives the daemon."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triboard.board.load import load_board
from triboard.sim.world import HOLD, ImpossibleError, World, WorldFile, read_world
from triboard.units import Piece, Site

BOARD = load_board("ttt3d")
HOLES = [site.site for site in BOARD.sites]
WHITE, RED = Piece("white"), Piece("red")


def test_a_ball_comes_from_the_hand_first_and_then_from_its_tray() -> None:
    """Law (docs/page.md): a lifted ball returns to its tray unless it is dropped again."""
    world = World(BOARD)
    world.drop(Site("Aa1"), WHITE)
    assert world.tray()[WHITE] == 12
    assert world.lift(Site("Aa1")) == WHITE
    assert (world.hand, world.tray()[WHITE]) == ([WHITE], 12)
    world.drop(Site("Ab1"), WHITE)
    assert (world.hand, world.tray()[WHITE]) == ([], 12)
    world.lift(Site("Ab1"))
    world.put_away()
    assert (world.hand, world.tray()[WHITE]) == ([], 13)


@pytest.mark.parametrize(
    ("hole", "piece", "says"),
    [
        ("Aa1", "red", "Aa1 is full."),
        ("Ab1", "pink", "There is no pink piece left in the tray."),
        ("Zz9", "red", "There is no hole Zz9 on this board."),
        ("Ba1", "red", "The rim stands between two resting places: Ba1 is covered."),
    ],
)
def test_what_hands_cannot_drop_is_said(hole: str, piece: str, says: str) -> None:
    """Law: a refusal says why, and changes nothing."""
    world = World(BOARD, angles=[0.0, 45.0, 0.0])
    world.drop(Site("Aa1"), WHITE)
    before = world.as_json()
    with pytest.raises(ImpossibleError) as refused:
        world.drop(Site(hole), Piece(piece))
    assert str(refused.value) == says
    assert world.as_json() == before


@pytest.mark.parametrize(
    ("hole", "says"),
    [("Ab1", "There is nothing in Ab1."), ("Zz9", "There is no hole Zz9 on this board.")],
)
def test_what_hands_cannot_lift_is_said(hole: str, says: str) -> None:
    """Law: the same for lifting."""
    with pytest.raises(ImpossibleError) as refused:
        World(BOARD).lift(Site(hole))
    assert str(refused.value) == says


def test_a_tray_runs_out() -> None:
    """Law: thirteen balls a colour and no more."""
    world = World(BOARD)
    for hole in HOLES[:13]:
        world.drop(hole, WHITE)
    with pytest.raises(ImpossibleError, match="no white piece left"):
        world.drop(HOLES[13], WHITE)


def test_a_ball_travels_with_its_rim_and_the_centre_stays() -> None:
    """Law (ttt3d §12, §13)."""
    world = World(BOARD)
    world.drop(Site("Aa1"), WHITE)
    world.drop(Site("Ab2"), RED)
    world.angles[0] = 90.0
    assert world.holes() == {"Ac1": ("white",), "Ab2": ("red",)}
    world.lift(Site("Ac1"))
    assert world.holes() == {"Ab2": ("red",)}


@pytest.mark.parametrize(
    ("angle", "detent"),
    [
        (0.0, 0), (HOLD, 0), (HOLD + 0.1, None), (45.0, None),
        (90 - HOLD, 1), (350.0, 0), (270.0, 3), (347.0, None),
    ],
)  # fmt: skip
def test_a_ball_is_over_a_sensor_near_a_detent_only(angle: float, detent: int | None) -> None:
    """Law: between, the eight holes of a rim show nothing."""
    world = World(BOARD)
    world.drop(Site("Aa1"), WHITE)
    world.angles[0] = angle
    assert world.detent(0) == detent
    assert bool(world.holes()) is (detent is not None)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(HOLES), st.sampled_from(["drop", "lift", "turn", "put"])), max_size=30)
)
def test_no_ball_is_ever_made_or_lost(steps: list[tuple[Site, str]]) -> None:
    """Law: trays, hands and holes hold the stock of every colour together, whatever hands try."""
    world = World(BOARD)
    for hole, verb in steps:
        try:
            match verb:
                case "drop":
                    world.drop(hole, WHITE)
                case "lift":
                    world.lift(hole)
                case "turn":
                    world.angles[0] = (world.angles[0] + 45) % 360
                case _:
                    world.put_away()
        except ImpossibleError:
            continue
        standing = sum(map(len, world.stacks.values()))
        assert world.tray()[WHITE] + standing + len(world.hand) == 13


def test_the_world_survives_in_its_file(tmp_path: Path) -> None:
    """Law: after a kill the board still stands as it stood; what was in a hand lies in the tray again."""
    world = World(BOARD)
    world.drop(Site("Aa1"), WHITE)
    world.drop(Site("Ab1"), RED)
    world.lift(Site("Ab1"))
    world.angles[1] = 37.5
    WorldFile(tmp_path / "world.json").write(world)
    back = read_world(BOARD, tmp_path / "world.json")
    assert (back.stacks, back.angles, back.hand) == (world.stacks, world.angles, [])
    assert list(tmp_path.iterdir()) == [tmp_path / "world.json"]


def test_the_file_is_written_when_the_board_has_changed(tmp_path: Path) -> None:
    """Law: a piece in a hand changes nothing that is kept."""
    world, path = World(BOARD), tmp_path / "world.json"
    kept = WorldFile(path)
    world.drop(Site("Aa1"), WHITE)
    kept.write(world)
    path.unlink()
    world.take(RED)
    kept.write(world)
    assert not path.exists()
    world.drop(Site("Ab1"), RED)
    kept.write(world)
    assert read_world(BOARD, path).stacks == world.stacks


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"format": 9, "board": "ttt3d", "stacks": {}, "angles": [0, 0, 0]}',
        '{"format": 1, "board": "troika", "stacks": {}, "angles": [0, 0, 0]}',
        '{"format": 1, "board": "ttt3d", "stacks": [], "angles": [0, 0, 0]}',
        '{"format": 1, "board": "ttt3d", "stacks": {"Aa1": ["white"]}, "angles": [0, 0]}',
        '{"format": 1, "board": "ttt3d", "stacks": {"Aa1": ["white"]}, "angles": [0, 0, NaN]}',
        '{"format": 1, "board": "ttt3d", "stacks": {"Aa1": ["pink"]}, "angles": [0, 0, 0]}',
        '{"format": 1, "board": "ttt3d", "stacks": {"Aa1": ["red", "red"]}, "angles": [0, 0, 0]}',
        '{"format": 1, "board": "ttt3d", "stacks": {"Zz9": ["red"]}, "angles": [0, 0, 0]}',
    ],
)
def test_a_file_that_does_not_fit_means_a_bare_board(content: str, tmp_path: Path) -> None:
    """Law: a file of another board, of another day or damaged never stops the simulator."""
    path = tmp_path / "world.json"
    path.write_text(content)
    world = read_world(BOARD, path)
    assert (world.stacks, world.angles) == ({}, [0.0, 0.0, 0.0])
    assert read_world(BOARD, tmp_path / "none.json").stacks == {}


def test_angles_are_kept_within_one_turn(tmp_path: Path) -> None:
    """Law: 450 degrees are 90."""
    path = tmp_path / "world.json"
    path.write_text(json.dumps({"format": 1, "board": "ttt3d", "stacks": {}, "angles": [450, -90, 0]}))
    assert read_world(BOARD, path).angles == [90.0, 270.0, 0.0]
