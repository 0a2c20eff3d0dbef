"""What becomes of a page's request: the desk of care, simulated hands, or the game hears it."""

from collections.abc import Callable
from random import Random
from typing import Final

from triboard.app.board_language import LANGUAGE
from triboard.app.care_desk import WAITS
from triboard.app.care_reports import tend
from triboard.app.daemon import Daemon
from triboard.app.far_table import Table
from triboard.app.housekeeping import Housekeeping
from triboard.app.realtime import monotonic
from triboard.errors import PlayerError
from triboard.lessons.ladder import MANY_TASKS
from triboard.phrases import phrase
from triboard.session.events import (
    ButtonPressed,
    HelpAsked,
    LessonAsked,
    NewGameAsked,
    OverrideAsked,
    PatienceAsked,
    SeatAsked,
    SomebodyThere,
)
from triboard.web import messages
from triboard.web.server import Refuse

ON_THE_PAGE: Final = frozenset({"HINT"})
"""Buttons of the page on every board, whether or not it has them itself."""

GAMES_OWN: Final = (
    messages.Press,
    messages.NewGame,
    messages.Sit,
    messages.Aid,
    messages.Wait,
    messages.Learn,
    messages.Override,
)
"""Requests to the game, which nobody hears while somebody takes care of the board."""


def receive(
    daemon: Daemon,
    table: Table,
    house: Housekeeping,
    wake: Callable[[], None],
    request: messages.Request,
    refuse: Refuse,
) -> None:
    """A request of a page. Buttons are pressed by simulated fingers where there are any."""
    own = {button.button for button in daemon.board.buttons}
    try:
        if isinstance(request, messages.Enter):
            daemon.enter(request.site, request.pieces, monotonic())
            done = True
        elif isinstance(request, messages.Speak):
            house.language.choose(request.language)
            done = True
        elif isinstance(request, messages.Press) and request.button == LANGUAGE and LANGUAGE not in own:
            house.language.next()
            done = True
        elif isinstance(request, messages.Press) and request.button in ON_THE_PAGE.difference(own):
            done = False  # no finger can press what this board does not have
        elif isinstance(request, messages.Care):
            tend(daemon, request, monotonic())
            done = True
        elif isinstance(request, messages.Mute):
            house.announcer.mute(on=request.on)
            done = True
        else:
            done = table.hand(request, refuse)
    except PlayerError as error:
        refuse(error.words)
        return
    if not done and daemon.desk.open and isinstance(request, GAMES_OWN):
        refuse(WAITS)  # a button of the page is not the one that a check asks for, either
    elif not done and not daemon.shutter.open and isinstance(request, GAMES_OWN):
        refuse(house.face_text())
    elif not done:
        match request:
            case messages.Press(button):
                daemon.post(ButtonPressed(monotonic(), button))
            case messages.NewGame(options, terms):
                daemon.post(NewGameAsked(monotonic(), options, terms))
            case messages.Sit(seat, grade):
                daemon.post(SeatAsked(monotonic(), seat, grade))
            case messages.Aid(seat, level):
                daemon.post(HelpAsked(monotonic(), seat, level))
            case messages.Wait(patience):
                daemon.post(PatienceAsked(monotonic(), patience))
            case messages.Learn(rung):
                daemon.post(LessonAsked(monotonic(), rung, Random().randrange(MANY_TASKS)))
            case messages.Override(on):
                daemon.post(OverrideAsked(monotonic(), on))
            case messages.Stay():
                daemon.post(SomebodyThere(monotonic()))
            case _:
                refuse(phrase("This board has no simulated hands."))
    wake()
