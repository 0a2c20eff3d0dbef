"""A golden game as text: its record, then a line for each ply and a picture now and then."""

from collections.abc import Iterator
from pathlib import Path

from tests.playthroughs.pictures import picture

from triboard.rules import ttt3d
from triboard.rules.game import Position
from triboard.rules.record import Record, format_record
from triboard.rules.registry import side_word
from triboard.rules.replay import Replay, count
from triboard.units import Side

FOLDER = Path(__file__).parent
EVERY = 10
"""Plies from picture to picture."""

HEAD = "ply side   move             legal  points        changed"


def files() -> list[Path]:
    """All golden games."""
    return sorted(FOLDER.glob("*.txt"))


def record_part(text: str) -> str:
    """The record at the beginning of a transcript."""
    return text.partition(f"\n{HEAD}\n")[0]


def transcript(record: Record) -> str:
    """The whole text of a golden game."""
    return "\n".join([format_record(record), HEAD, *_lines(record.played)]) + "\n"


def _lines(played: Replay) -> Iterator[str]:
    for ply in range(len(played.states)):
        yield _ply_line(played, ply)
        if (ply and ply % EVERY == 0) or ply == len(played.moves):
            yield from ["", *(f"    {line}" for line in picture(played, ply)), ""]


def _ply_line(played: Replay, ply: int) -> str:
    """Side and move that led here, legal moves from here, points, and all sites that are not as before."""
    game, state = played.game, played.states[ply]
    before = played.states[ply - 1] if ply else None
    side, move = "", ""
    if ply:
        side = str(side_word(game.name, played.options, _mover(played, ply)))
        move = game.format_move(played.moves[ply - 1])
    points = " ".join(map(str, game.scores(state) or ()))
    now = game.position(state)
    changes = _changes(game.position(before) if ply else Position({}, now.rims), now)
    legal = count(game.legal_moves(state))
    return f"{ply:3} {side:6} {move:16} {legal:5}  {points:12}  {changes}".rstrip()


def _mover(played: Replay, ply: int) -> Side:
    """Who made the move; a call comes from the side that made the turn, while the next one is to move."""
    before = played.states[ply - 1]
    if isinstance(played.moves[ply - 1], ttt3d.Call):
        assert isinstance(before, ttt3d.State)
        assert before.last is not None
        return before.last.side
    mover = played.game.to_move(before)
    assert mover is not None
    return mover


def _changes(before: Position, after: Position) -> str:
    """Sites whose pieces differ, bottom first, `-` for one that is empty now; rims where one turned."""
    sites = sorted(
        site for site in {*before.pieces, *after.pieces} if before.pieces.get(site) != after.pieces.get(site)
    )
    texts = [f"{site}={'+'.join(after.pieces.get(site, ())) or '-'}" for site in sites]
    if before.rims != after.rims:
        texts.append(f"rims={','.join(map(str, after.rims))}")
    return " ".join(texts)
