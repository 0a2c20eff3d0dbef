"""Killed with SIGKILL at random instants: no acknowledged move is missing, the same game goes on."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from tests.journeys.doomed import OPTIONS
from tests.journeys.table import Table

from triboard.board.readings import ReadingKind
from triboard.rules import ttt3d

ROOT = Path(__file__).parents[2]
KILLS = 50
GAMES = 5  # each is killed KILLS / GAMES times, and always goes on from where it stood
MOST_SECONDS = 60


def play_and_kill(folder: Path, seed: int, chance: Random) -> tuple[list[str], bool]:
    """Start a player, kill it at a random instant; what it acknowledged, and whether the game was over."""
    command = [sys.executable, "-m", "tests.journeys.doomed", str(folder), str(seed)]
    player = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert player.stdout is not None
    said: list[str] = []
    enough = chance.randrange(1, 8)
    for line in player.stdout:
        said.append(line.strip())
        if said[-1] == "over" or sum(text.startswith("kept") for text in said) >= enough:
            break
    time.sleep(chance.random() * 0.01)  # no assertion depends on it: it only spreads the instants of death
    os.kill(player.pid, signal.SIGKILL)
    said += player.stdout.read().splitlines()  # not `communicate`: it forgets what was read ahead
    player.stdout.close()
    player.wait(timeout=MOST_SECONDS)
    return [text.split(" ", 2)[2] for text in said if text.startswith("kept")], "over" in said


@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", range(GAMES))
def test_no_acknowledged_move_is_missing_after_a_kill(game: int, tmp_path: Path) -> None:
    """Law: whatever was acknowledged as kept is there after `kill -9`, the pieces stand as they stood, and
    the next legal move is accepted."""
    chance = Random(game)
    for kill in range(KILLS // GAMES):
        acknowledged, over = play_and_kill(tmp_path, 100 * game + kill, chance)
        table = Table(tmp_path, OPTIONS, seed=kill)
        entries = [str(entry.get("text", entry["event"])) for entry in table.journal.entries]
        assert is_within(acknowledged, entries), (acknowledged, entries)
        assert_resumed(table)
        if not over and ttt3d.due_colour(table.state.game) is not None:
            assert_next_move_is_accepted(table)
        table.close()


def is_within(acknowledged: list[str], entries: list[str]) -> bool:
    """Whether the acknowledged entries stand in the journal, in their order and without gaps.

    They are the tail of what was there at the kill; entries after them were on disk but not yet told.
    """
    length = len(acknowledged)
    return length == 0 or any(
        entries[start : start + length] == acknowledged for start in range(len(entries) - length + 1)
    )


def assert_resumed(table: Table) -> None:
    """The board that stands on the table is the board of the game, or is being put right."""
    state = table.state
    observed = state.settled
    assert observed is not None
    standing = {
        site: levels[0].piece
        for site, levels in observed.sites.items()
        if levels[0].kind is ReadingKind.PIECE
    }
    assert standing == {site: stack[0] for site, stack in table.world.holes().items()}
    expected = {site: stack[0] for site, stack in ttt3d.GAME.position(state.game).pieces.items()}
    assert expected == standing or being_put_right(table)


def being_put_right(table: Table) -> bool:
    """Whether the board guides a difference, waits for hands, or asks for a turn of a rim it cannot place."""
    state = table.state
    asks_turn = state.notice is not None and state.notice.code in ("rim-lost", "rim-between")
    return state.correction is not None or state.between or state.pending is not None or asks_turn


def assert_next_move_is_accepted(table: Table) -> None:
    """A hand goes on at once: the due colour into a free hole, where the board agrees."""
    state = table.state
    if being_put_right(table):
        return
    before = table.moves
    site = next(site for site in ttt3d.geometry.HOLES if site not in table.world.holes())
    table.drop(site, ttt3d.due_colour(state.game))
    assert table.moves == [*before, f"{ttt3d.moves.LETTERS[ttt3d.due_colour(state.game)]}@{site}"]  # type: ignore[index]  # not None, asked above
