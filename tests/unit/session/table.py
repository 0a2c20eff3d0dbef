"""A session under simulated hands and simulated time, without wires: pieces, observations, `reduce`.

Hands move a `World`; the table makes observations of it and sends them as the daemon would: touched at
once, settled when the board has lain still, ticks at the state's deadlines, `Kept` for each entry.
"""

from collections.abc import Mapping
from typing import Any

from triboard.board.load import load_board
from triboard.board.readings import (
    EMPTY,
    SOMETHING,
    UNKNOWN,
    Observation,
    Reading,
    RimReading,
    RimState,
    holds,
)
from triboard.light.compose import scene_of
from triboard.light.scene import Role, Target
from triboard.session.effects import Archive, Effect, LocateRim, Record
from triboard.session.entries import Entry, fresh, resumed
from triboard.session.events import (
    BoardSettled,
    BoardTouched,
    ButtonPressed,
    Event,
    Kept,
    LinkLost,
    LinkUp,
    NewGameAsked,
    Tick,
)
from triboard.session.reducer import reduce
from triboard.session.state import SessionState
from triboard.session.ttt3d import MANNERS
from triboard.sim.world import QUARTER, World
from triboard.units import SECOND, Detent, Duration, Instant, Piece, Site, after, millis
from triboard.web.view import view_of

BOARD = load_board("ttt3d")
A_MOMENT = millis(300)
CALM = SECOND  # longer than settle and slide together


class Table:
    """One board, its session and everything that the session asked for."""

    def __init__(self, options: Mapping[str, Any] | None = None, *, angles: tuple[float, ...] = ()) -> None:
        self.now = Instant(0)
        self.world = World(BOARD, angles=list(angles))
        self.errors: list[int | None] = [0] * len(BOARD.rims)  # of encoders in detents; None: angle lost
        self.blind: set[Site] = set()
        self.presence = False
        self.keeps = True
        self.journal: list[Entry] = []
        self.archived: list[list[Entry]] = []
        self.located: list[LocateRim] = []
        self.state: SessionState = fresh(BOARD, MANNERS, options or {})
        self.connect()

    # What is seen

    @property
    def moves(self) -> list[str]:
        """Texts of the moves of the game."""
        return [MANNERS.game.format_move(move) for move in self.state.moves]

    @property
    def phase(self) -> str:
        """Phase, by name."""
        return self.state.phase.value

    @property
    def says(self) -> str:
        """The sentence that the page shows."""
        message = view_of(self.state)["message"]
        return str(message["text"]) if message is not None else ""

    @property
    def asks(self) -> bool:
        """Whether the page asks a question."""
        message = view_of(self.state)["message"]
        return message is not None and message["kind"] == "ask"

    def lit(self, role: Role) -> set[str]:
        """Places that shine in a role."""
        return {str(place) for place, glow in scene_of(self.state).glows.items() if glow.role is role}

    def role(self, place: str) -> Role | None:
        """Role of one place; `None` for a dark one."""
        glow = scene_of(self.state).glows.get(Target(place))
        return None if glow is None else glow.role

    def observation(self) -> Observation:
        """The board as its sensors show it now."""
        sites = {site.site: (self._reading(site.site),) for site in BOARD.sites}
        return Observation(sites, tuple(self._rim(number) for number in range(len(BOARD.rims))))

    def _reading(self, site: Site) -> Reading:
        stack = self.world.standing(site)
        if site in self.blind:
            return UNKNOWN
        if not stack:
            return EMPTY
        return SOMETHING if self.presence else holds(stack[0])

    def _rim(self, number: int) -> RimReading:
        error = self.errors[number]
        if error is None:
            return RimReading(RimState.UNKNOWN)
        quarters, rest = divmod(self.world.angles[number], QUARTER)
        if rest:
            return RimReading(RimState.BETWEEN)
        return RimReading(RimState.REST, Detent((int(quarters) + error) % 4))

    # Time and events

    def send(self, event: Event) -> tuple[Effect, ...]:
        """Reduce one event and perform its effects."""
        step = reduce(self.state, event)
        self.state = step.state
        for effect in step.effects:
            self._perform(effect)
        return step.effects

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Record(game, entries, content):
                self.journal.append(content)
                if self.keeps:
                    self.send(Kept(self.now, game, entries))
            case Archive():
                self.archived.append(self.journal)
                self.journal = []
            case LocateRim(rim, detent):
                self.located.append(effect)
                self.errors[rim] = (int(detent) - round(self.world.angles[rim] / QUARTER)) % 4

    def wait(self, wait: Duration) -> None:
        """Let time pass; the state gets its ticks."""
        end = after(self.now, wait)
        while (due := self.state.deadline) is not None and due <= end:
            self.now = max(self.now, due)
            self.send(Tick(self.now))
            if self.state.deadline == due:
                break  # it was told and still wants the same
        self.now = end

    def touch(self) -> None:
        """The board is seen to change."""
        self.send(BoardTouched(self.now, self.observation()))

    def settle(self) -> None:
        """The board lies still until it has settled; corrected rims settle once more."""
        while True:
            found = len(self.located)
            self.touch()
            self.wait(BOARD.settle)
            self.send(BoardSettled(self.now, self.observation()))
            if len(self.located) == found:
                return

    def calm(self, wait: Duration = CALM) -> None:
        """The board settles and then lies still for a while."""
        self.settle()
        self.wait(wait)

    def connect(self) -> None:
        """The controller answers, then a whole scan lies still."""
        self.send(LinkUp(self.now))
        self.calm()

    def lose(self) -> None:
        """The cable is pulled."""
        self.send(LinkLost(self.now, "unplugged"))

    def restart(self) -> None:
        """The daemon is killed and comes back with what the journal holds."""
        self.state = resumed(BOARD, MANNERS, self.journal)
        self.connect()

    # Hands

    def drop(self, site: str, piece: str, wait: Duration = CALM) -> None:
        """Put a ball into a hole."""
        self.world.drop(Site(site), Piece(piece))
        self.calm(wait)

    def lift(self, site: str, wait: Duration = CALM) -> None:
        """Take a ball out and lay it into its tray."""
        self.world.lift(Site(site))
        self.world.put_away()
        self.calm(wait)

    def shift(self, source: str, target: str, wait: Duration = CALM) -> None:
        """Take a ball out and put it elsewhere before the board has settled."""
        self.world.drop(Site(target), self.world.lift(Site(source)))
        self.calm(wait)

    def clear(self, wait: Duration = CALM) -> None:
        """Take all balls off the board at once."""
        self.world.stacks.clear()
        self.calm(wait)

    def put_right(self) -> None:
        """Set the board up as the game says it should stand."""
        self.world.angles = [QUARTER * detent for detent in self.state.expected.rims]
        self.world.stacks.clear()
        for hole, stack in MANNERS.game.position(self.state.game).pieces.items():
            slot = self.world.slot(hole)
            assert slot is not None
            self.world.stacks[slot] = list(stack)
        self.calm()

    def turn(self, rim: str, degrees: float, wait: Duration = CALM) -> None:
        """Turn a rim and leave it there."""
        number = "ABC".index(rim)
        self.world.angles[number] = (self.world.angles[number] + degrees) % 360
        self.calm(wait)

    def press(self, *buttons: str, wait: Duration = A_MOMENT) -> None:
        """Press buttons one after another."""
        for button in buttons:
            self.send(ButtonPressed(self.now, button))
            self.wait(wait)

    def ask_new(self, options: Mapping[str, Any] | None = None) -> None:
        """Somebody asks for a game on the page."""
        self.send(NewGameAsked(self.now, options))

    def play(self, *texts: str) -> None:
        """Carry out moves by hand, as they are written (no calls)."""
        letters = {"w": "white", "k": "black", "r": "red", "g": "green", "b": "blue"}
        for text in texts:
            if text[1:2] == "@":
                self.drop(text[2:], letters[text[0]])
            elif text == "-":
                self.press("OK")
            else:
                self.turn(text[0], 90.0 if text[1] == "+" else -90.0)
