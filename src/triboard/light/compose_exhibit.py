"""What an exhibit's lights add: the show, seats that invite, and the sign that time runs out."""

from collections.abc import Mapping

from triboard.board.aside import tray_places
from triboard.light.scene import Glow, Role, Scene, Target
from triboard.session.leading import lead
from triboard.session.manners import Measured
from triboard.session.opening import any_may_begin
from triboard.session.show import shown
from triboard.session.state import LinkState, Phase, SessionState


def show_scene(state: SessionState) -> Scene | None:
    """The picture of the show that runs, with all seats inviting; `None` where none runs."""
    picture = shown(state)
    if picture is None or state.house is None:
        return None
    glows = {Target(site): Glow(Role.ATTRACT, piece) for site, piece in picture.pieces.items()}
    bright = picture.lines or picture.new
    glows |= {Target(site): Glow(Role.SOURCE, picture.pieces.get(site)) for site in bright}
    return Scene(glows | _all_seats(state), level=state.house.level)


def seats_that_invite(state: SessionState) -> dict[Target, Glow]:
    """Before the first piece every seat that may begin; the seat to which an opponent is about to come; all
    of them while time runs out."""
    visit = state.visit
    if state.house is None or state.link is not LinkState.UP:
        return {}
    if visit.warned:
        return {target: Glow(Role.WAITING) for target in _all_seats(state)}
    if visit.offer is not None:
        return {Target(f"seat:{visit.offer.seat}"): Glow(Role.OPPONENT)}
    if state.phase is Phase.PLAY and any_may_begin(state):
        return _all_seats(state)
    return {}


def undisturbed(state: SessionState, glows: Mapping[Target, Glow]) -> dict[Target, Glow]:
    """Without the places on which something was left behind."""
    left = {Target(site) for site in state.leftovers.sites}
    return {target: glow for target, glow in glows.items() if target not in left}


def led(state: SessionState, lit: Mapping[Target, Glow]) -> dict[Target, Glow]:
    """The one good place, and where trays are read the piece for it, among what is lit anyhow."""
    found = lead(state)
    if found is None:
        return {}
    site, piece = found
    manners: object = state.manners
    sizes = manners.sizes(piece) if isinstance(manners, Measured) else ()
    trays = tray_places(state.board.aside)
    places = [Target(site), *(Target(place) for place, kind in trays.items() if kind == piece)]
    return {place: Glow(Role.CHOICE, piece, sizes) for place in places if place in lit}


def _all_seats(state: SessionState) -> dict[Target, Glow]:
    manners = state.manners
    return {
        Target(f"seat:{seat}"): Glow(Role.TURN, manners.seat_pieces(state.game, seat)[0])
        for seat in manners.seats(state.game)
    }
