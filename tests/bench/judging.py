"""What judging one settled observation costs, board by board, against one scan of the controller."""

import statistics
import time
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from triboard.app.games import begin, board_for
from triboard.board.classify import observe
from triboard.board.load import load_board
from triboard.board.racks import RACK
from triboard.board.readings import RimReading, RimState
from triboard.board.reconcile import in_room
from triboard.board.signals import site_signals
from triboard.rules.trioker import TILES
from triboard.session import judge
from triboard.session.events import BoardSettled
from triboard.session.placing import play_move
from triboard.session.reducer import reduce
from triboard.session.state import Phase, SessionState
from triboard.units import Detent, Instant, Piece, Site

CASES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("ttt3d", {"players": 3, "rims": True}),
    ("troika", {"starter": "light"}),
    ("trike", {"size": 7, "swap": False}),
    ("trike", {"size": 13, "swap": False}),
    ("trike", {"size": 19, "swap": False}),
    ("trioker", {}),
    ("trioker", {"mode": "rapid", "players": 2}),
)


def report(*, rounds: int) -> None:
    """Print the median and the worst processor time of a judgement; sites and legal moves beside it."""
    print("judging one settled observation, milliseconds of processor time; one controller scan is 10")
    for game, options in CASES:
        times, sites, moves = _game(game, options, Random(rounds), most=4 * rounds)
        median, worst = 1000 * statistics.median(times), 1000 * max(times)
        name = " ".join((game, *(str(value) for value in options.values())))
        print(f"  {name:<22}{sites:>4} sites {moves:>4} moves: median {median:5.2f}, worst {worst:5.2f}")
    times = _racks(rounds)
    median, worst = 1000 * statistics.median(times), 1000 * max(times)
    print(f"  whole event, full racks: median {median:5.2f}, worst {worst:5.2f}")


def _racks(rounds: int) -> list[float]:
    """One settled observation of Trioker's board with full racks, reduced as a whole."""
    board = load_board("trioker-racks")
    times: list[float] = []
    for number in range(4 * rounds):
        chance = Random(number)
        tiles = chance.sample(TILES, len(TILES))
        hands = [tiles[:10], tiles[10:20]]
        state = playing(begin(board, {"mode": "rapid", "players": 2, "hands": hands}))
        values = [0] * board.channels
        for place in (*board.sites, *board.aside):
            for channel, value in site_signals(place, _lying(place.site, hands)).items():
                values[channel] = value
        observed = observe(board, values, ())
        begun = time.process_time()
        reduce(state, BoardSettled(Instant(0), observed))
        times.append(time.process_time() - begun)
    return times


def _lying(site: Site, hands: list[list[str]]) -> tuple[Piece, ...]:
    """What lies on a place while all tiles are in the racks."""
    if not site.startswith(RACK):
        return ()
    seat, place = map(int, site.removeprefix(RACK).split(":"))
    return (Piece(hands[seat][place]),) if seat < len(hands) else ()


def _game(
    game: str, options: Mapping[str, Any], chance: Random, *, most: int
) -> tuple[list[float], int, int]:
    """Judgements over one random game; the board's sites, the most legal moves met."""
    board = board_for(game, None, options)
    state = begin(board, options)
    rules = state.manners.game
    times: list[float] = []
    widest = 0
    while len(times) < most and rules.outcome(state.game) is None:
        legal = [move for move in state.manners.showing(state.game, None) if not state.manners.silent(move)]
        if not legal:
            break
        widest = max(widest, len(legal))
        move = chance.choice(legal)
        after = play_move(playing(state), move, Instant(0)).state
        observed = observation(after)
        begun = time.process_time()
        judge.judge(playing(state), observed)
        times.append(time.process_time() - begun)
        state = after
    return times, len(board.sites), widest


def playing(state: SessionState) -> SessionState:
    """The state as it is in play, whatever set-up would still ask for."""
    return replace(state, phase=Phase.PLAY)


def observation(state: SessionState) -> Any:
    """What perfect sensors say of a state's position."""
    board = state.board
    stacks = in_room(state.expected, board.rims, state.base)
    values = [0] * board.channels
    for site in (*board.sites, *board.aside):
        for channel, value in site_signals(site, stacks.get(site.site, ())).items():
            values[channel] = value
    rims = tuple(RimReading(RimState.REST, Detent(detent)) for detent in state.expected.rims)
    return observe(board, values, rims)
