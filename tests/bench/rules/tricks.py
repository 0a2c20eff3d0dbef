"""What single tricks of the engine buy: each beside the same work done plainly, on positions of one game.

Not judged by anybody: the figures say which table is worth its reader's time.
"""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.bench.rules import baseline_trike, baseline_trioker, baseline_troika, baseline_ttt3d
from tests.bench.rules.clock import best

from triboard.rules import trike, trioker, troika, ttt3d
from triboard.rules.game import Game
from triboard.rules.trike import state as trike_state
from triboard.rules.ttt3d.geometry import INDEX
from triboard.rules.ttt3d.scoring import formed_by_ball


class Trick(NamedTuple):
    """What it is, and the work with and without it."""

    about: str
    plain: Callable[[], object]
    engine: Callable[[], object]


def report(*, seconds: float) -> None:
    """Print the factor that each trick buys; `seconds` a trick."""
    print("  one trick at a time: engine over plain")
    for trick in tricks():
        plain, engine = best([trick.plain, trick.engine], seconds, batch=1)
        print(f"    {engine / plain:5.1f}  {trick.about}")


def tricks() -> list[Trick]:
    return [*_ttt3d(), _troika(), *_trike(), _trioker()]


def _game(game: Game[Any, Any], options: dict[str, Any]) -> list[Any]:
    """States of one random game, each with at least one legal move."""
    chance, states = random.Random(7), [game.start(options)]
    while game.outcome(states[-1]) is None:
        states.append(game.play(states[-1], chance.choice(tuple(game.legal_moves(states[-1])))))
    return states[:-1]


def _ttt3d() -> list[Trick]:
    states: list[ttt3d.State] = _game(ttt3d.GAME, {"players": 3})
    colours = ["white", "black", "red"]
    shelves = [
        _shelves([-1 if ball is None else colours.index(ball) for ball in state.balls]) for state in states
    ]
    nearly_full = states[-1]
    palette = nearly_full.setup.palettes[0]
    return [
        Trick(
            "ttt3d: free holes kept in the state, moves made once",
            lambda: [baseline_ttt3d.moves_of(board) for board in shelves],
            lambda: [ttt3d.GAME.legal_moves(state) for state in states],
        ),
        Trick(
            "ttt3d: other two holes of each line in a table, formed lines made once",
            lambda: [baseline_ttt3d.points_of(shelves[-1], spot) for spot in baseline_ttt3d.HOLES],
            lambda: [formed_by_ball(nearly_full.balls, spot, palette[0], palette) for spot in INDEX.values()],
        ),
    ]


def _shelves(balls: list[int]) -> baseline_ttt3d.Shelves:
    return [[balls[shelf * 9 + row * 3 : shelf * 9 + row * 3 + 3] for row in range(3)] for shelf in range(3)]


def _troika() -> Trick:
    states: list[troika.State] = _game(troika.GAME, {"starter": "light"})
    plain = []
    for ply, state in enumerate(states):
        stacks = [[_pyramid(pyramid) for pyramid in stack] for stack in state.stacks]
        hand = [
            _pyramid(number) for number in range(18) if state.hand >> number & 1 and number // 9 == ply % 2
        ]
        plain.append(([stacks[0:3], stacks[3:6], stacks[6:9]], hand))
    return Trick(
        "troika: two sets of fields say where every size goes, moves made once",
        lambda: [baseline_troika.moves_of(stacks, hand) for stacks, hand in plain],
        lambda: [troika.GAME.legal_moves(state) for state in states],
    )


def _pyramid(number: int) -> baseline_troika.Pyramid:
    side, rest = divmod(number, 9)
    return baseline_troika.COLOURS[side][rest % 3], baseline_troika.SIZES[rest // 3]


def _trike() -> list[Trick]:
    states: list[trike.State] = _game(trike.GAME, {"size": 13, "swap": False})[1:]
    boards = []
    for state in states:
        rows = baseline_trike.empty_board(13)
        for row in range(13):
            for column in range(row + 1):
                if state.filled >> trike.cell_at(row, column) & 1:
                    rows[row][column] = 0
        pawn = next(
            (row, column)
            for row in range(13)
            for column in range(row + 1)
            if trike.cell_at(row, column) == state.pawn
        )
        boards.append((rows, pawn))
    one = states[-1]

    def by_slots() -> trike.State:
        after = trike_state.new_object(trike.State)
        trike_state.set_spot(after, one.spot)
        trike_state.set_filled(after, one.filled)
        trike_state.set_black(after, one.black)
        trike_state.set_offer(after, one.offer)
        return after

    return [
        Trick(
            "trike: one look-up for a ray instead of a walk",
            lambda: [baseline_trike.moves_of(rows, pawn) for rows, pawn in boards],
            lambda: [trike.GAME.legal_moves(state) for state in states],
        ),
        Trick(
            "all: slots of a frozen state set directly",
            lambda: [trike.State(one.spot, one.filled, one.black, one.offer) for _ in range(20)],
            lambda: [by_slots() for _ in range(20)],
        ),
    ]


def _trioker() -> Trick:
    states: list[Any] = _game(trioker.GAME, {"mode": "pair-impair"})
    boards = []
    for state in states:
        board = baseline_trioker.Board()
        for site, pieces in trioker.GAME.position(state).pieces.items():
            cell = trioker.parse_cell(site)
            board.tiles[cell.kind, cell.i, cell.j] = pieces[0]
            board.values |= zip(baseline_trioker.corners_of(cell), pieces[0], strict=True)
        board.hands = [list(trioker.tiles.names_of(hand)) for hand in state.hands]
        boards.append((board, state.turn))
    return Trick(
        "trioker: three masks give the lays that fit a cell",
        lambda: [list(board.moves_of(side)) for board, side in boards],
        lambda: [list(trioker.GAME.legal_moves(state)) for state in states],
    )
