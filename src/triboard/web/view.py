"""The page's snapshot of a session, computed from the same state as the lights (docs/page.md)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from triboard.board.aside import tray_places
from triboard.board.definition import Board, Place
from triboard.board.guidance import excess
from triboard.board.racks import covering, rack_places
from triboard.board.readings import Observation, Reading, ReadingKind, fits, number, top
from triboard.board.reconcile import in_room
from triboard.light.palette import DEFAULT
from triboard.light.scene import Glow, Role
from triboard.phrases import SOURCE, Catalogue, Said, translated
from triboard.piece_words import kind_of, title_of
from triboard.session import blunders, counting, hints, racks, showing, tutor
from triboard.session.advice import advice, question
from triboard.session.manners import Mapped
from triboard.session.notices import Notice, Tone
from triboard.session.pressing import meanings
from triboard.session.state import LinkState, Phase, Saving, SessionState
from triboard.units import Instant, Piece, Seat, Side
from triboard.web.ladder_view import ladder_view
from triboard.web.table_view import all_options, table_view
from triboard.web.visit_view import visit_view, visit_words
from triboard.words import say

KEYS: Final = {
    "OK": "Enter",
    "UNDO": "u",
    "NEW": "n",
    "HINT": "h",
    "FIVE": "f",
    "ONE": "o",
    "DIE": "d",
    "SWAP": "s",
    "DRAW": "d",
    "PASS": "p",
    "RED": "e",
    "BLACK": "b",
    "CHALLENGE": "c",
}
"""Keys of the page for the board's buttons; R turns what is held, digits choose pieces."""

View = dict[str, Any]


def board_view(board: Board) -> View:
    """What never changes: places, rims, seats, pieces, buttons; names are words (`phrases`)."""
    pixels = board.pixel_of()
    racked = rack_places(board.aside)
    return {
        "name": board.name,
        "game": board.game,
        "title": title_of(board.title),
        "reads_trays": bool(tray_places(board.aside)),
        "sites": [
            {
                "site": site.site,
                "at": _at(site.place),
                "pixel": pixels.get(site.site),
                "height": site.height,
            }
            for site in board.sites
        ],
        "racks": [
            {
                "site": place.site,
                "seat": racked[place.site],
                "at": _at(place.place),
                "pixel": pixels.get(place.site),
            }
            for place in board.aside
            if place.site in racked
        ],
        "rims": [{"rim": rim.rim, "ring": list(rim.ring)} for rim in board.rims],
        "seats": [{"seat": seat, "pixel": pixels.get(f"seat:{seat}")} for seat in board.seats],
        "pieces": [
            {"piece": tray.piece, "colour": _css(tray.piece), "name": kind_of(tray.piece)}
            for tray in board.trays
        ],
        "buttons": [
            {
                "button": button.button,
                "label": button.button,
                "key": KEYS.get(button.button, ""),
                "pixel": pixels.get(f"button:{button.button}"),
            }
            for button in board.buttons
        ],
    }


def view_of(
    state: SessionState,
    *,
    light_fault: str | None = None,
    covered: bool = False,
    now: Instant | None = None,
    catalogue: Catalogue = SOURCE,
) -> View:
    """What `picture_of` shows, in one language."""
    picture = picture_of(state, light_fault=light_fault, covered=covered, now=now)
    view: View = translated(picture, catalogue)
    return view


def picture_of(
    state: SessionState, *, light_fault: Said | None = None, covered: bool = False, now: Instant | None = None
) -> View:
    """Everything on the page that follows from the session, before it is put into a language; the caller adds
    `board`, `world`, `seq`. Clocks are as of `now`, or as of when the running one started.

    `covered`: whoever looks at the page may not see hands that are hidden. Where the page's own hands move
    the tiles (the simulator) they are seen.
    """
    game = state.manners.game
    rules = state.manners
    outcome = game.outcome(state.game)
    verdict = rules.verdict(state.game)
    covered = covered and racks.private(state)
    moves = racks.public_moves(state) if covered else state.moves
    if tutor.seeking(state):  # the last move has made what is to be found
        outcome, moves = None, ()
    return {
        **_stacks(state),
        **_map(state),
        "type": "view",
        "phase": _phase(state),
        "turn": _turn(state),
        "seats": [_seat(state, seat) for seat in rules.seats(state.game)],
        "readings": _readings(state.touched),
        "racks": _racks(state, covered=covered),
        "rims": _rims(state),
        "legal": sorted(_legal(state)),
        "buttons": {button: {"lit": True, "hint": hint} for button, hint in sorted(meanings(state).items())},
        "message": _message(state),
        "last": _last(state, moves),
        "moves": [game.format_move(move) for move in moves],
        "outcome": None
        if outcome is None or verdict is None
        else {
            "winners": list(outcome.winners),
            "seats": list(outcome.seats),
            "reason": outcome.reason,
            "text": verdict.words,
        },
        "link": _link(state),
        "saved": state.saved and state.saving is Saving.WELL,
        "light_fault": light_fault,
        "options": {**all_options(rules, state.options), **({"hands": None} if covered else {})},
        **table_view(state, now),
        **ladder_view(state),
        **visit_view(state, now),
    }


def _at(place: Place) -> list[float]:
    return [place.x, place.y, place.z]


def _css(piece: Piece) -> str:
    return "#" + bytes(DEFAULT.colour(Glow(Role.SOURCE, piece))).hex()


def _phase(state: SessionState) -> str:
    """`clearing`: the game is over and some pieces have been taken off already."""
    if state.phase is not Phase.FINISHED or state.touched is None:
        return state.phase.value
    standing = sum(map(number, state.touched.sites.values()))
    return "clearing" if standing < sum(map(len, state.expected.slots.values())) else "finished"


def _turn(state: SessionState) -> View | None:
    if state.lesson is not None and (task := tutor.title(state)) is not None:
        seat, about = task
        return {"seat": seat, "piece": state.manners.seat_pieces(state.first, seat)[0], "text": about.words}
    side = state.side
    if side is None or state.phase is Phase.SETUP:
        return None
    seat = state.manners.game.seat_of(state.game, side)
    targets = state.manners.targets(state.game)
    piece = showing.piece(state) or next(iter(targets.values()), None)
    piece = piece or state.manners.seat_pieces(state.game, seat)[0]
    said = state.manners.prompt(state.game) if (words := showing.headline(state)) is None else words
    return {"seat": seat, "piece": piece, "text": said.words}


def _seat(state: SessionState, seat: Seat) -> View:
    scores = state.manners.game.scores(state.game) or ()
    totals = state.match.totals
    plays = _plays(state, seat, len(scores))
    return {
        "seat": seat,
        "name": state.manners.name(state.game, seat),
        "pieces": list(state.manners.seat_pieces(state.game, seat)),
        "score": None if plays is None else scores[plays],
        "total": totals[seat] if seat < len(totals) else 0,
        "turn": seat in state.on_turn and state.phase is not Phase.SETUP,
    }


def _plays(state: SessionState, seat: Seat, sides: int) -> int | None:
    """The side that a seat plays now (a swap exchanges them); `None` where there are no points."""
    seat_of = state.manners.game.seat_of
    return next((side for side in range(sides) if seat_of(state.game, Side(side)) == seat), None)


def _readings(observation: Observation | None) -> Mapping[str, str]:
    if observation is None:
        return {}
    return {site: top(levels).text for site, levels in observation.sites.items()}


def _racks(state: SessionState, *, covered: bool) -> Mapping[str, str]:
    """What lies on each rack place; `something` where only its owner may see what."""
    if state.touched is None:
        return {}
    places = {site: state.touched.aside.get(site, ()) for site in rack_places(state.board.aside)}
    return {site: top(covering(levels) if covered else levels).text for site, levels in places.items()}


def _stacks(state: SessionState) -> View:
    """Whole stacks, where readings do not tell all: pieces on each other, or of a kind that is not sensed."""
    if state.touched is None:
        return {}
    single = all(site.height == 1 for site in state.board.sites)
    if single and not any(map(_unnamed, state.touched.sites.values())):
        return {}
    expected = in_room(state.expected, state.board.rims, state.base)
    found = {site: _stack(expected.get(site, ()), levels) for site, levels in state.touched.sites.items()}
    return {"stacks": {site: stack for site, stack in found.items() if stack}}


def _unnamed(levels: tuple[Reading, ...]) -> bool:
    return any(reading.kind is ReadingKind.SOMETHING for reading in levels)


def _stack(expected: tuple[Piece, ...], levels: tuple[Reading, ...]) -> list[str]:
    """Pieces of a site, bottom first. What agrees with the record is told by the record: it knows the order
    in a set of tags and the kind of what is only present."""
    kinds = {reading.kind for reading in levels}
    if ReadingKind.UNKNOWN not in kinds and fits(expected, levels):
        return list(expected)
    seen = [reading for reading in levels if reading.kind not in (ReadingKind.EMPTY, ReadingKind.UNKNOWN)]
    return [str(name) for reading in seen for name in (sorted(reading.pieces) or (reading.text,))]


def _map(state: SessionState) -> View:
    """The part of the board that is played on and what is written on it, where the game tells them."""
    manners: object = state.manners
    if not isinstance(manners, Mapped):
        return {}
    return {"field": sorted(manners.field(state.game)), "labels": dict(manners.labels(state.game))}


def _rims(state: SessionState) -> list[View]:
    observation = state.touched
    if observation is None:
        return [{"rim": rim.rim, "state": "unknown", "detent": None} for rim in state.board.rims]
    return [
        {"rim": rim.rim, "state": reading.state.value, "detent": reading.detent}
        for rim, reading in zip(state.board.rims, observation.rims, strict=True)
    ]


def _legal(state: SessionState) -> list[str]:
    if state.phase is not Phase.PLAY:
        return []
    return [str(site) for site in state.manners.targets(state.game)]


def _message(state: SessionState) -> View | None:
    """A new answer first, then a question, then what to put right, then the latest notice."""
    if state.link is not LinkState.UP:
        code = "searching" if state.link is LinkState.SEARCHING else "link-lost"
        return {"kind": "wrong", "text": say(code, {"reason": state.link_reason}), "sites": []}
    if state.answered is not None and state.notice is not None:
        return _told(state.notice)
    if (visit := visit_words(state)) is not None:
        return _told(visit)
    if (asked := question(state.question)) is not None:
        return _told(asked)
    if state.correction is not None:
        notice = _correction(state)
        if notice is not None:
            return notice
    if (rack := racks.advice(state)) is not None:
        return _told(rack)
    if state.saving is Saving.FAILED:
        return {"kind": "wrong", "text": say("not-saved", {"reason": state.saving_reason}), "sites": []}
    if state.saving is Saving.SLOW:
        return {"kind": "info", "text": say("not-saved-yet", {}), "sites": []}
    if (words := _spoken(state)) is not None:
        return _told(words)
    return None if state.notice is None else _told(state.notice)


def _spoken(state: SessionState) -> Notice | None:
    """What an opponent, a blunder, a hint or a lesson has to say."""
    speakers = (showing.says, blunders.says, hints.says, counting.says, tutor.says)
    return next((said for says in speakers if (said := says(state)) is not None), None)


def _correction(state: SessionState) -> View | None:
    """Why, as soon as it is known; how to mend it, once the time of grace is over; at once where the headline
    says so."""
    correction = state.correction
    assert correction is not None
    if (first := showing.first(state)) is not None:
        return _told(first)
    step = advice(state)
    asks = bool(state.barred) or state.unplayed  # after UNDO it is the board that asks, so it does so at once
    if not correction.spoken and not asks:
        sites = [misfit.site for misfit in correction.contradiction.misfits if excess(misfit)]
        if correction.reason is None:
            return None
        return {"kind": "wrong", "text": correction.reason.words, "sites": sites}
    if step is None:
        return None
    told = _told(step)
    if correction.reason is not None:
        told["text"] = say("two-sentences", {"first": correction.reason.words, "second": step.words})
    return told


def _told(notice: Notice) -> View:
    kind = {Tone.INFO: "info", Tone.WRONG: "wrong", Tone.ASK: "ask"}[notice.tone]
    return {"kind": kind, "text": notice.words, "sites": list(notice.sites)}


def _last(state: SessionState, moves: Sequence[Any]) -> View | None:
    """The last move in words, with the lines that it made or that were missed."""
    if not moves:
        return None
    described = state.manners.describe(state.states[-2], moves[-1])
    lines = [
        {"text": line.text, "sites": list(line.sites), "points": line.points, "missed": line.missed}
        for line in state.manners.lines(state.game, state.before)
    ]
    return {"text": described.words, "sites": list(described.sites), "lines": lines}


def _link(state: SessionState) -> View:
    match state.link:
        case LinkState.UP:
            return {"state": "up", "text": say("link-up", {})}
        case LinkState.SEARCHING:
            return {"state": "searching", "text": say("searching", {})}
        case LinkState.LOST:
            return {"state": "lost", "text": say("link-lost", {"reason": state.link_reason})}
