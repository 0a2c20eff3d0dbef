"""What is said at a game of Trioker: names, moves, invitations, hints of buttons, the outcome."""

from collections.abc import Mapping
from typing import Final, assert_never

from triboard.phrases import Said, join
from triboard.piece_words import numbered, player
from triboard.rules import trioker
from triboard.rules.trioker import duel, table
from triboard.rules.trioker.field import hexagons
from triboard.rules.trioker.tiles import bits
from triboard.session.notices import Notice, info
from triboard.units import Seat
from triboard.words import say

GAME: Final = trioker.GAME
ACTIONS: Final = {
    label: f"action-{label}" for label in ("A2", "A5", "B1", "C2", "C5", "D2", "E2", "F5", "H1", "J1")
}
"""Codes of what the labelled cells do (§16, §21)."""

BUTTON_OF: Final = {trioker.Colour.RED: "RED", trioker.Colour.BLACK: "BLACK"}


_COIN_GIVEN: Final = {trioker.Colour.RED: "coin-given-red", trioker.Colour.BLACK: "coin-given-black"}
_COIN_HINT: Final = {trioker.Colour.RED: "hint-coin-red", trioker.Colour.BLACK: "hint-coin-black"}


def name(state: trioker.State, seat: Seat) -> Said:
    """How a seat's player is called."""
    if isinstance(state, trioker.DuelState):
        return player([duel.NAMES[seat].lower()])
    return numbered(seat + 1)


def _due(state: trioker.State) -> Said:
    """Name of the player on turn; empty when the game is over."""
    side = GAME.to_move(state)
    return "" if side is None else name(state, GAME.seat_of(state, side))


def describe(before: trioker.State, move: trioker.Move) -> Notice:
    """A move in words, with what it brought about."""
    who = _due(before)
    match move:
        case trioker.Place():
            return _placed(before, move, who)
        case trioker.Draw(None):
            return info("tile-drawn", name=who)
        case trioker.Draw(tile):
            return info("tile-drawn-known", name=who, tile=str(tile))
        case trioker.Pass():
            return info("turn-passed", name=who)
        case trioker.Challenge():
            return info("pass-challenged", name=who)
        case trioker.Coin(colour):
            return info(_COIN_GIVEN[colour], name=who)
        case trioker.Remove(cell):
            return info("tile-taken-out", cell.site, site=cell.site)
        case trioker.Reveal(side, tiles):
            shown = name(before, GAME.seat_of(before, side))
            return info("hand-shown", name=shown, tiles=", ".join(tiles))
        case _:
            assert_never(move)


def _placed(before: trioker.State, move: trioker.Place, who: Said) -> Notice:
    site = move.cell.site
    after = GAME.play(before, move)
    cell = after.field.board.index[move.cell]
    label = after.field.board.labels[cell] if isinstance(before, trioker.TableState) else ""
    if label and label != "GO":
        return info(
            "tile-laid-action", site, name=who, tile=move.text, site=site, action=say(ACTIONS[label], {})
        )
    if isinstance(after, trioker.DuelState) and (count := hexagons(after.field, cell)):
        again = after.turn == GAME.to_move(before) and not after.over
        code = "tile-laid-again" if again else "tile-laid-hexagon"
        return info(code, site, name=who, tile=move.text, site=site, count=count)
    return info("tile-laid", site, name=who, tile=move.text, site=site)


def prompt(state: trioker.State, legal: tuple[trioker.Move, ...]) -> Notice:
    """What the player on turn is invited to do."""
    if GAME.outcome(state) is not None:
        return info("finished")
    if isinstance(state, trioker.PuzzleState):
        field = state.field
        return info("fill-outline", count=(field.board.all_cells & ~field.filled).bit_count())
    due = _due(state)
    if isinstance(state, trioker.DuelState):
        return _duel_prompt(state, legal, due)
    return _table_prompt(state, legal, due)


def _duel_prompt(state: trioker.DuelState, legal: tuple[trioker.Move, ...], due: Said) -> Notice:
    if state.passes == 2:
        return info("both-passed", due=due)
    if state.challenged:
        return info("must-place-now", due=due)
    if duel.opening(state):
        return info("tile-opens", due=due, site=_centre(state))
    if legal == (trioker.Pass(),):
        return info("must-pass", due=due)
    if state.extra:
        return info("extra-turn", due=due, count=state.extra)
    return info("tile-due", due=due)


def _table_prompt(state: trioker.TableState, legal: tuple[trioker.Move, ...], due: Said) -> Notice:
    if pending := trioker.to_reveal(state):
        return info("show-hand", due=due, count=state.hands[pending[0]].hidden)
    if state.coin_due:
        return info("give-coin", due=due)
    if table.opening(state):
        return info("tile-opens", due=due, site=_centre(state))
    if trioker.at_chance(state):
        return info("must-draw", due=due)
    able = any(isinstance(move, trioker.Place) for move in legal)
    if not able:
        return info("must-pass" if trioker.Pass() in legal else "must-draw", due=due)
    if not state.hands[state.turn].hidden:
        return info("tile-due", due=due)
    return info("tile-or-pass" if trioker.Pass() in legal else "tile-or-draw", due=due)


def _centre(state: trioker.DuelState | trioker.TableState) -> str:
    return state.field.board.cells[state.field.board.centre].site


def buttons(state: trioker.State, legal: tuple[trioker.Move, ...]) -> Mapping[str, Said]:
    """Buttons that mean something now, with what they do."""
    found: dict[str, Said] = {}
    for move in legal:
        match move:
            case trioker.Pass():
                found["PASS"] = say("hint-pass", {})
            case trioker.Draw() if isinstance(state, trioker.TableState):
                found["DRAW"] = say("hint-draw", {"count": state.bank})
            case trioker.Coin(colour) if isinstance(state, trioker.TableState):
                purse = state.purses[state.turn]
                count = purse.red if colour is trioker.Colour.RED else purse.black
                found[BUTTON_OF[colour]] = say(_COIN_HINT[colour], {"count": count})
            case _:
                pass
    if isinstance(state, trioker.DuelState) and state.honour and state.passes and not state.over:
        other = name(state, Seat(1 - state.turn))
        found["CHALLENGE"] = say("hint-challenge", {"name": other})
    return found


def verdict(state: trioker.State) -> Notice | None:
    """The outcome in words."""
    outcome = GAME.outcome(state)
    if outcome is None:
        return None
    names = join([name(state, seat) for seat in outcome.seats])
    if isinstance(state, trioker.PuzzleState):
        return info("solved", count=len(tuple(bits(state.field.filled))))
    if isinstance(state, trioker.DuelState):
        if not outcome.seats:
            return info("draw-exchange", count=state.hands[0].bit_count())
        last = outcome.reason == "last-tile"
        return info("wins-last-tile" if last else "wins-fewest", name=names)
    if not outcome.seats:
        return info("draw-deal")
    points = GAME.scores(state)
    if points is not None:
        code = "wins" if len(outcome.seats) == 1 else "shared"
        return info(code, name=names, count=points[outcome.winners[0]])
    if outcome.reason == "out":
        return info("wins-last-tile", name=names)
    return info("wins-fewest" if len(outcome.seats) == 1 else "shared-fewest", name=names)
