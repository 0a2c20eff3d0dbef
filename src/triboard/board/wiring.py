"""What the controller must be told about a board."""

from triboard.board.definition import Board
from triboard.protocol.config import ControllerConfig


def config_of(board: Board) -> ControllerConfig:
    """The controller's configuration for a board; its CRC changes whenever this part of the file does."""
    return ControllerConfig(
        board=board.name,
        bits=board.scan.bits,
        channels=board.channels,
        scan_period=board.scan.period,
        stable_scans=board.scan.stable_scans,
        dead_band=board.scan.dead_band,
        pixels=len(board.pixels),
        parts=board.parts,
    )
