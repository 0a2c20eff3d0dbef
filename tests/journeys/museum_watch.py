"""What a day at the museum is judged by: the record, the light, and how long anything was wrong."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.field_reports.common import Played
from tests.property.test_light_properties import longest_chain

from triboard.app.games import MANNERS
from triboard.app.records import kept_games
from triboard.board.readings import RimState
from triboard.light.limiter import measure
from triboard.light.power import current
from triboard.protocol.messages import ResetReason
from triboard.session.effects import Effect, Record
from triboard.session.entries import resumed
from triboard.session.state import LinkState, Phase, SessionState
from triboard.store.journal import read_segment
from triboard.units import SECOND, Instant


def trouble(table: Played) -> str:
    """What keeps a newcomer from playing now; empty where nothing does."""
    state = table.state
    if state.link is not LinkState.UP:
        return "cable"
    if state.question is not None:
        return "question"
    if state.phase is Phase.SETUP:
        return "" if crowded(table) else "set-up"
    if state.phase is Phase.PLAY:
        return "half made" if state.between and state.correction is not None else ""
    return str(state.phase.value)


def crowded(table: Played) -> bool:
    """Whether pieces cover half of the board, or every place at which a game may begin: then the board can
    only ask for them."""
    standing = set(table.world.holes())
    seen = table.daemon.senses.observation
    assert seen is not None
    for rim, reading in zip(table.board.rims, seen.rims, strict=True):
        if reading.state is not RimState.REST:
            standing |= set(rim.ring)  # nothing that is put there is seen
    places = set(table.state.manners.targets(table.state.game))
    return 2 * len(standing) > len(table.board.sites) or places <= standing


class ShownTable(Played):
    """A table that says whether the show runs without a whole view."""

    @property
    def view_attract(self) -> bool:
        """Whether a show runs."""
        return self.state.visit.step is not None

    def cut_power(self) -> None:
        """Everything goes dark at once and comes back; nothing is closed, the pieces stand as they stood."""
        for part in (self.daemon._link, self.daemon._inputs, self.daemon._engines):
            part.close()
        self.frames.append((self.run.now, bytes(3 * len(self.board.pixels))))
        self.bench.controller.reset(ResetReason.POWER, self.run.now)
        self._start({}, self.run.now)


class Watch:
    """Notes what happens at a table; `look` is called again and again, at least once a second."""

    def __init__(self, table: ShownTable) -> None:
        self.table = table
        self.recorded: list[list[Mapping[str, Any]]] = []
        self.touched = self.looked = table.run.now
        self.untouched_ill = 0
        self.disturbed: tuple[str, Instant] | None = None
        self.healed: list[tuple[str, float]] = []
        self.count: Counter[str] = Counter()
        self.showing = 0
        self.frames = 0
        self.worst_chain = 0
        self._resets = 0
        self._last: SessionState = table.state
        if table.state.recorded:
            self.recorded.append(list(table.journal.entries))
        self.join()

    def join(self) -> None:
        """Listen to a daemon that has just come up."""
        daemon = self.table.daemon
        perform = daemon._perform

        def performed(effect: Effect, at: Instant) -> None:
            if isinstance(effect, Record):
                if effect.content["event"] == "start":
                    self.recorded.append([])
                self.recorded[-1].append(effect.content)
            perform(effect, at)

        daemon._perform = performed  # type: ignore[method-assign]  # an observer's puppet

    def touch(self) -> None:
        """Hands have just done something."""
        self.touched = self.table.run.now

    def disturb(self, what: str) -> None:
        """A disturbance has just ended: from now on time alone must heal it."""
        self.count[what] += 1
        self.disturbed = (what, self.table.run.now)

    def slip(self) -> None:
        """Somebody did something wrong; if something was wrong before, the last deed counts."""
        self.count["slips"] += 1
        what = "slips" if self.disturbed is None else self.disturbed[0]
        self.disturbed = (what, self.table.run.now)

    def look(self) -> None:
        """Note what is to be seen now."""
        table, now = self.table, self.table.run.now
        ill = trouble(table)
        if ill and ill != "cable" and now > self.touched:
            self.untouched_ill = max(self.untouched_ill, now - max(self.touched, self._well))
        if not ill:
            self._well = now
        if self.disturbed is not None and ill in ("", "finished"):
            what, since = self.disturbed
            self.healed.append((what, (now - since) / SECOND))
            self.disturbed = None
        if table.view_attract:
            self.showing += now - self.looked
        self._count()
        self.looked = now
        self._light()

    _well = Instant(0)

    def _count(self) -> None:
        state, before = self.table.state, self._last
        if state.phase is Phase.FINISHED and before.phase is not Phase.FINISHED:
            self.count["games finished"] += 1
        if state.visit.resets != before.visit.resets:
            self.count["made ready for others"] += 1
        if set(state.terms.rivals) - set(before.terms.rivals):
            self.count["opponents called"] += 1
        if state.leftovers and not before.leftovers:
            self.count["played beside leftovers"] += 1
        self._last = state

    def _light(self) -> None:
        """Judge the frames since the last look; those of the last second are needed once more."""
        frames = self.table.frames
        if len(frames) < 2 or frames[-1][0] - frames[0][0] < 30 * SECOND:
            return
        end = frames[-1][0] - SECOND
        times = [at for at, _ in frames]
        light = [measure(frame, at) for at, frame in frames]
        for first, begins in enumerate(times):
            if begins > end:
                break
            window = light[max(first - 1, 0) : bisect_right(times, begins + SECOND)]
            for values, step in (
                ([one.luminance for one in window], 0.1),
                ([one.red for one in window], 20 / 320),
            ):
                if max(values) - min(values) >= step:
                    self.worst_chain = max(self.worst_chain, longest_chain(values, step))
        power = self.table.board.power
        assert all(current(frame, power) <= power.budget or not any(frame) for _, frame in frames)
        self.frames += bisect_right(times, end)
        del frames[: max(bisect_right(times, end) - 1, 0)]

    def judge(self) -> None:
        """The records on disk are those of the session, each is legal to its end, and no light flashed."""
        table = self.table
        disk = [list(read_segment(game.path).entries) for game in kept_games(table._folder)]
        assert len(disk) == len(self.recorded)
        assert disk == self.recorded
        manners = MANNERS[table.board.game]
        for entries in disk:
            resumed(table.board, manners, entries)
        assert self.worst_chain <= 3

    @property
    def moves(self) -> int:
        """Moves in all records."""
        return sum(entry["event"] == "move" for entries in self.recorded for entry in entries)
