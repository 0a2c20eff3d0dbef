"""Where care of the board meets the daemon: lends the board, feeds the round, takes the report.

While a round is open the session sees neither board nor buttons; its game lies untouched in the journal. At
the end the board is compared anew: what stands otherwise than the game says is guided back.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from triboard.app.senses import Senses
from triboard.board.definition import Board, SensorFrame
from triboard.board.profile import FORMAT, calibrated, read_profile
from triboard.care import round as rounds
from triboard.care.calibration import CALIBRATION, needed, profile_of
from triboard.care.events import Answered, CareEvent, Passed, PinMoved, Pressed, Scanned
from triboard.care.full_turn import FullTurns
from triboard.care.inputs import Rims
from triboard.care.mapping import TouchMap
from triboard.care.parts import Step
from triboard.care.pieces import Pieces
from triboard.care.round import SELFTEST, Kind, Maker, Round
from triboard.errors import ConfigurationError, PlayerError
from triboard.phrases import Said, phrase
from triboard.session.events import (
    BoardLent,
    BoardSettled,
    BoardTouched,
    ButtonHeld,
    ButtonPressed,
    Event,
    NewGameAsked,
)
from triboard.session.state import LinkState, Phase, SessionState
from triboard.units import SECOND, Duration, Instant, after
from triboard.words import say

UNDER_WAY: Final = phrase(
    "A game is under way. Finish it, start a new one, or ask again with the wish to interrupt it."
)
CLOSED: Final = phrase("Nobody takes care of the board now.")
WAITS: Final = phrase("Somebody takes care of the board, and the game waits. Stop that first.")

FORSAKEN: Final = Duration(180 * SECOND)
"""After which without anybody's hand the board is given back to its game."""

LINGER: Final = Duration(30 * SECOND)
"""How long the result stands on the page before the same."""

Keep = Callable[[Kind, dict[str, Any]], None]


def today() -> str:
    """Date and minute for a report; a decoration, nothing depends on it."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")


class CareDesk:
    """At most one round at a time. `keep` is handed each report; it must return at once."""

    def __init__(self, board: Board, senses: Senses, *, date: Callable[[], str] = today) -> None:
        self.care: Round | None = None
        self.keep: Keep = lambda *_: None
        self.reports: dict[Kind, dict[str, Any]] = {}
        self._board = board
        self._senses = senses
        self._date = date
        self.filed = board
        """The board as its file says, without a calibration."""
        self.profile: Mapping[str, Any] | None = None
        """The profile in force, as it is kept."""
        self.unit: str | None = None
        """The controller that answers."""
        self.adoptable: str | None = None
        """The controller that answers and may not be driven, because another one is written down."""
        self.problem: Said = ""
        """Why a profile that was there, or has just been made, is not in force."""
        self._touched = Instant(0)  # when somebody last did something

    @property
    def open(self) -> bool:
        """Whether the board is lent."""
        return self.care is not None

    @property
    def deadline(self) -> Instant | None:
        """When the round wants to know that time has passed."""
        if self.care is None:
            return None
        due = self.care.deadline
        return self._forsaken_at if due is None else min(due, self._forsaken_at)

    @property
    def _forsaken_at(self) -> Instant:
        over = self.care is not None and self.care.over
        return after(self._touched, LINGER if over else FORSAKEN)

    def begin(
        self,
        kind: Kind,
        state: SessionState,
        now: Instant,
        *,
        steps: Sequence[int] = (),
        interrupt: bool = False,
    ) -> list[Event]:
        """Start a round of some steps (none: all); raises `PlayerError`, and then nothing has changed.

        A calibration never interrupts a game: its result would change how the board reads in the middle.
        """
        if self.care is not None:
            raise PlayerError(phrase("Somebody takes care of the board already. Stop that first."))
        if state.link is not LinkState.UP:
            raise PlayerError(
                phrase("The board is not connected. Look at its cable; triboard doctor tells more.")
            )
        under_way = state.phase in (Phase.PLAY, Phase.CORRECTION) and bool(state.moves)
        if under_way and (kind is Kind.CALIBRATION or not interrupt):
            raise PlayerError(UNDER_WAY)
        makers = list(self._makers(kind).values())
        wanted = list(steps) or list(range(len(makers)))
        if bad := [number for number in wanted if not 0 <= number < len(makers)]:
            raise PlayerError(f"There is no step {bad[0]}; steps go from 0 to {len(makers) - 1}.")
        if kind is Kind.CALIBRATION:
            self._expect_rims_home()
            wanted = list(needed(wanted))
        self.problem = ""
        todo = tuple(self._made(makers[number]) for number in sorted(set(wanted)))
        self._touched = now
        self.care = rounds.begin(kind, self._board, todo, now, self._senses.newest(now))
        return [BoardLent(now)]

    def answer(self, answer: str, now: Instant) -> None:
        """Somebody chose an answer; raises `PlayerError` for one that the prompt does not offer."""
        if self.care is None:
            raise PlayerError(CLOSED)
        offered = [choice.answer for choice in self.care.prompt.answers]
        if answer not in offered:
            raise PlayerError(f"'{answer}' is no answer now; these are: {', '.join(offered) or 'none'}.")
        self._touched = now
        self._advance(Answered(now, answer))

    def stop(self, now: Instant) -> list[Event]:
        """End the round, finished or not, and give the board back."""
        if self.care is None:
            raise PlayerError(CLOSED)
        if not self.care.over:
            self.care = rounds.stop(self.care)
            self._report(self.care)
        self.care = None
        return self._senses.anew(now)

    def adopt(self) -> None:
        """The controller that answers and is refused is the right one from now on; raises `PlayerError`."""
        unit = self.adoptable
        if unit is None:
            raise PlayerError(phrase("No controller waits to be adopted."))
        date = self._date()
        fresh = {"format": FORMAT, "board": self.filed.name, "unit": unit, "date": date}
        content = {**fresh, **(self.profile or {}), "adopted": unit}
        self.profile = content
        self.keep(Kind.CALIBRATION, content)

    def takes(self, event: Event) -> bool:
        """Whether an event is the round's and not the session's."""
        if self.care is None:
            return False
        match event:
            case ButtonPressed(at, button):
                self._touched = at
                self._advance(Pressed(at, button))
                return True
            case BoardTouched() | BoardSettled() | ButtonHeld() | NewGameAsked():
                return True
            case _:
                return False

    def turn(self, now: Instant) -> list[Event]:
        """Once a turn: time passes; a board that nobody comes back to is given back."""
        if self.care is None:
            return []
        if now >= self._forsaken_at:
            return self.stop(now)
        if (due := self.care.deadline) is not None and now >= due:
            self._advance(Passed(now))
        return []

    def scanned(self, scan: Scanned | None) -> None:
        """A sensor frame has come: something on the board changed."""
        if self.care is not None and scan is not None:
            self._touched = scan.at
            self._advance(scan)

    def pin(self, pin: int, levels: Mapping[int, bool], now: Instant) -> None:
        """A pin moved; called for each edge in order."""
        if self.care is not None:
            self._touched = now
            self._advance(PinMoved(now, pin, dict(levels)))

    def view(self) -> dict[str, Any] | None:
        """For page and terminal."""
        care = self.care
        if care is None:
            return None
        prompt = care.prompt
        return {
            "kind": care.kind.value,
            "step": "" if care.over else care.todo[0].name,
            "number": len(care.done),
            "steps": [step.name for step in (*care.done, *care.todo)],
            "text": self._text(care),
            "answers": [{"answer": one.answer, "label": one.label} for one in prompt.answers],
            "sites": list(prompt.sites),
            "done": prompt.done,
            "total": prompt.total,
            "over": care.over,
            "parts": [part.for_page() for part in care.parts] if care.over else [],
        }

    def _text(self, care: Round) -> Said:
        text = care.prompt.text
        if not care.over or not self.problem:
            return text
        return say("two-sentences", {"first": text, "second": self.problem})

    def _makers(self, kind: Kind) -> dict[str, Maker]:
        return dict(SELFTEST if kind is Kind.SELFTEST else CALIBRATION)

    def _made(self, maker: Maker) -> Step:
        if maker is Rims:
            return Rims(self._board, located=tuple(rim.located for rim in self._senses.rims))
        if maker is FullTurns:
            return FullTurns(self._board, levels=self._senses.levels)
        # Colours go out in the order in force; sensors are named as the file names them.
        return maker(self.filed if maker in (TouchMap, Pieces) else self._board)

    def _expect_rims_home(self) -> None:
        """Sensors that travel with a rim are named by the holes at which they stand at its index."""
        for rim, seen in zip(self._board.rims, self._senses.rims, strict=True):
            if rim.sensors is SensorFrame.RIM and (
                not seen.located or seen.count % (4 * rim.edges_per_detent)
            ):
                raise PlayerError(phrase("Turn the rim of shelf {rim} to its index first.", rim=rim.rim))

    def _advance(self, event: CareEvent) -> None:
        care = self.care
        if care is None or care.over:
            return
        self.care = rounds.advance(care, event)
        if self.care.over:
            self._report(self.care)

    def _report(self, care: Round) -> None:
        if care.kind is Kind.CALIBRATION:
            self._profile(care)
            return
        report = care.report(self._date(), self.reports.get(care.kind))
        self.reports[care.kind] = report
        self.keep(care.kind, report)

    def _profile(self, care: Round) -> None:
        """A calibration that was done to its end is kept if the board can be read by it; a stopped one
        changes nothing."""
        if care.stopped:
            return
        date = self._date()
        content = profile_of(self.filed, care.done, care.parts, last=self.profile, unit=self.unit, date=date)
        try:
            calibrated(self.filed, read_profile(content, "calibration"))
        except ConfigurationError as error:
            self.problem = phrase("It is not kept: {reason}", reason=str(error))
            return
        self.profile = content
        self.keep(care.kind, content)
