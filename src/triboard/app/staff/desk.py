"""What the staff page asks for: pause, bypass, notes, another game, restart; each told to the maintenance
log."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from triboard.app.care_desk import Keep
from triboard.app.config import Config
from triboard.app.daemon import Daemon
from triboard.app.sound.announcer import Announcer
from triboard.app.staff import memory, permits
from triboard.app.staff.choice import Choice, choice_of, games, read_choice
from triboard.app.staff.diary import LONGEST_NOTE, NOTE, Diary, as_csv
from triboard.app.staff.memory import Decided
from triboard.app.staff.permits import Command
from triboard.app.staff.steward import Steward
from triboard.app.usage import export, picture
from triboard.app.usage.recorder import Recorder
from triboard.care.round import Kind
from triboard.errors import ConfigurationError, Mistake, StorageError
from triboard.fields import nearest
from triboard.phrases import Detail, Said, Words, phrase
from triboard.session.state import Phase
from triboard.units import Instant, Site

SHOWN_ENTRIES: Final = 50
"""Entries of the maintenance log on the page; the download has all."""

NOT_KEPT: Final = "It is in force, but not kept: {error}"


@dataclass(frozen=True, slots=True)
class Machine:
    """What restarts: `anew` builds everything anew with a choice, or as it is; `restart` ends the program
    where somebody starts it again, else it does the same; `reboot` says why not."""

    anew: Callable[[Choice], None]
    restart: Callable[[], None]
    reboot: Callable[[], Said | None] = permits.reboot


class StaffDesk:
    """Asked by routes in the loop; waits for the disk beside it."""

    def __init__(
        self,
        daemon: Daemon,
        *,
        steward: Steward,
        diary: Diary,
        recorder: Recorder,
        announcer: Announcer,
        decided: Decided,
        config: Callable[[], Config],
        machine: Machine,
        keep_choice: Callable[[Choice], None],
        fixed: Sequence[str] = (),
        clock: Callable[[], Instant],
    ) -> None:
        """`config` is what is in force; `fixed` are settings of the game that the environment fixes;
        `keep_choice` writes, waits and raises `StorageError`."""
        self.steward = steward
        self._daemon, self._diary, self._recorder, self._announcer = daemon, diary, recorder, announcer
        self._decided, self._config, self._machine = decided, config, machine
        self._keep_choice, self._fixed, self._clock = keep_choice, tuple(fixed), clock
        self._writing = asyncio.Lock()

    def view(self) -> Mapping[str, Any]:
        """Everything on the page but the statistics."""
        daemon, config = self._daemon, self._config()
        allowed = config.site.permits
        return {
            "house": self.steward.view(),
            "commands": [{"command": one.value, "permitted": one.value in allowed} for one in Command],
            "sites": [place.site for place in (*daemon.board.sites, *daemon.board.aside)],
            "bypassed": list(daemon.senses.bypassed),
            "suspect": sorted(
                {*daemon.senses.quarantined, *daemon.senses.unreadable, *daemon.senses.drifting}
            ),
            "sound": {**self._announcer.view(), "trouble": self._announcer.player.trouble},
            "log": [
                {"date": one.date, "kind": one.code, "text": one.words}
                for one in reversed(self._diary.entries[-SHOWN_ENTRIES:])
            ],
            "choice": choice_of(config).as_json(),
            "fixed": list(self._fixed),
            "under_way": self._under_way(),
        }

    def games(self) -> Sequence[Mapping[str, Any]]:
        """What there is to choose from."""
        return games()

    def parts(self) -> list[dict[str, Said]]:
        """What everybody may read of the house, as parts of the board's health."""
        found = list(_opening(self.steward.view()))
        if (trouble := self._announcer.player.trouble) is not None:
            fix = phrase("See docs/announcements.md; play does not depend on it.")
            found.append(_part("Sound", "ailing", trouble, fix))
        if trouble := self._recorder.trouble:
            found.append(_part("Statistics", "ailing", trouble, phrase("Play does not depend on them.")))
        return found

    async def pause(self, body: Mapping[str, Any]) -> Said | None:
        """Call the board out of order, or end that; what could not be kept, in words."""
        on = _flag(body, "on")
        if on is self.steward.paused:
            return None
        self.steward.paused = on
        self.steward.look(self._clock())
        self._decided = replace(self._decided, paused=on)
        return await self._keep("diary-paused" if on else "diary-resumed")

    async def bypass(self, body: Mapping[str, Any]) -> Said | None:
        """Take a sensor out of play, or believe it again."""
        board, site, on = self._daemon.board, body.get("site"), _flag(body, "on")
        known = [place.site for place in (*board.sites, *board.aside)]
        if site not in known:
            raise ConfigurationError(
                Mistake(
                    "site",
                    f"is {str(site)[:32]!r}, which this board does not have",
                    nearest(str(site), known),
                )
            )
        before = self._daemon.senses.bypassed
        sites = {*before, Site(site)} if on else {*before} - {site}
        if sites == {*before}:
            return None
        self._daemon.bypass(sites, self._clock())
        self._decided = self._decided.without(board.name, tuple(sorted(sites)))
        return await self._keep("diary-bypassed" if on else "diary-unbypassed", site=str(site))

    async def note(self, body: Mapping[str, Any]) -> Said | None:
        """One more line of the maintenance log, in somebody's words."""
        text = body.get("text")
        if not isinstance(text, str) or not (text := " ".join(text.split())):
            raise ConfigurationError(Mistake("text", "is empty", "Write what was done."))
        if len(text) > LONGEST_NOTE:
            problem = f"has {len(text)} characters"
            raise ConfigurationError(Mistake("text", problem, f"Write at most {LONGEST_NOTE}."))
        return await self._tell(NOTE, text=text)

    async def choose(self, body: Mapping[str, Any]) -> Said | None:
        """Another game, board or options: kept, then everything is built anew. Raises
        `ConfigurationError`."""
        if self._fixed:
            remedy = "Take the variable away."
            raise ConfigurationError(
                *(Mistake(key, "is fixed by the environment", remedy) for key in self._fixed)
            )
        wanted = {key: value for key, value in body.items() if key != "interrupt"}
        own = self._config().board
        choice = read_choice(wanted, boards=() if own is None else (own,))
        if self._under_way() and body.get("interrupt") is not True:
            remedy = "Wait until it is over, or ask again with the wish to end it."
            raise ConfigurationError(Mistake("game", "cannot change while a game is under way", remedy))
        trouble = None
        async with self._writing:
            try:
                await asyncio.to_thread(self._keep_choice, choice)
            except StorageError as error:
                trouble = NOT_KEPT.format(error=error)
        await self._tell("diary-game", game=choice.game)
        self._machine.anew(choice)
        return trouble

    async def command(self, body: Mapping[str, Any]) -> Said | None:
        """Restart or reboot, where the site permits it; raises `ConfigurationError` where not."""
        words = [one.value for one in Command]
        word = body.get("command")
        if word not in words:
            problem = f"is {str(word)[:32]!r}"
            raise ConfigurationError(Mistake("command", problem, nearest(str(word), words)))
        if word not in self._config().site.permits:
            remedy = f'Add "{word}" to site.permits in the settings file.'
            raise ConfigurationError(Mistake("command", f"{word} is not permitted at this site", remedy))
        if word == Command.RESTART:
            await self._tell("diary-restart")
            self._machine.restart()
            return None
        why = await asyncio.to_thread(self._machine.reboot)
        if why is None:
            await self._tell("diary-reboot")
        return why

    async def mute(self, body: Mapping[str, Any]) -> Said | None:
        """Be silent, or not."""
        self._announcer.mute(on=_flag(body, "on"), lasting=True)
        return None

    def maintenance(self) -> str:
        """The whole maintenance log for a spreadsheet."""
        return as_csv(self._diary.entries)

    async def statistics(self) -> Mapping[str, Any]:
        """Numbers for the charts of the page."""
        return picture.charts(await self._rows())

    async def statistics_csv(self, *, sites: bool) -> str:
        """The tables of docs/statistics.md."""
        rows = await self._rows()
        if sites:
            return export.as_csv(export.by_site(rows), export.SITE_COLUMNS)
        return export.as_csv(export.by_hour(rows))

    def kept(self, keep: Keep) -> Keep:
        """What keeps reports of care, which are told to the maintenance log, too."""

        def keep_and_tell(kind: Kind, content: dict[str, Any]) -> None:
            keep(kind, content)
            parts = content.get("parts", [])
            failed = [one["part"] for one in parts if one.get("result") == "failed"]
            if kind is Kind.CALIBRATION:
                self._tell_soon("diary-calibrated")
            elif failed:
                self._tell_soon("diary-check-failed", count=len(failed), parts=", ".join(failed[:6]))
            else:
                self._tell_soon("diary-check-passed", count=len(parts))

        return keep_and_tell

    def _under_way(self) -> bool:
        state = self._daemon.state
        return state.phase in (Phase.PLAY, Phase.CORRECTION) and bool(state.moves)

    async def _rows(self) -> list[Any]:
        try:
            return await asyncio.to_thread(self._recorder.rows)
        except StorageError as error:
            raise ConfigurationError(Mistake("statistics", str(error), "Look at the disk.")) from error

    async def _keep(self, code: str, **details: Detail) -> Said | None:
        """Keep what was decided, with its line in the log."""
        trouble = None
        async with self._writing:
            try:
                await asyncio.to_thread(memory.keep, self._config().state_dir, self._decided)
            except StorageError as error:
                trouble = NOT_KEPT.format(error=error)
        return await self._tell(code, **details) or trouble

    async def _tell(self, code: str, **details: Detail) -> Said | None:
        self._diary.add(code, **details)
        async with self._writing:
            try:
                await asyncio.to_thread(self._diary.write)
            except StorageError as error:
                return NOT_KEPT.format(error=error)
        return None

    def _tell_soon(self, code: str, **details: Detail) -> None:
        """From the loop's own turn, which waits for nothing."""
        self._diary.add(code, **details)
        asyncio.get_running_loop().run_in_executor(None, self._write)

    def _write(self) -> None:
        try:
            self._diary.write()
        except StorageError:
            return  # the page says that saving fails; the entry is in memory


def _flag(body: Mapping[str, Any], key: str) -> bool:
    if not isinstance(body.get(key), bool):
        raise ConfigurationError(Mistake(key, "is neither true nor false", f'Send {{"{key}": true}}.'))
    return bool(body[key])


def _opening(house: Mapping[str, Any]) -> Sequence[dict[str, Said]]:
    """Whether it is open and why; nothing where nobody set hours."""
    found = []
    if house["paused"]:
        found.append(
            _part(
                "Opening", "ailing", phrase("The board is out of order."), phrase("End the pause at /care.")
            )
        )
    elif house["scheduled"] and not house["clock"]["trusted"]:
        text = phrase(
            "The hours are off and the board is open, because nobody has set the clock of this computer."
        )
        fix = phrase("Connect it to a network, or set schedule.clock to own.")
        found.append(_part("Opening", "ailing", text, fix))
    elif house["scheduled"]:
        found.append(_part("Opening", "well", _hours(open_now=house["face"] == "open", until=house["next"])))
    return found


def _hours(*, open_now: bool, until: str | None) -> Words:
    if until:
        open_until = phrase("The board is open until {next}.", next=until)
        return open_until if open_now else phrase("The board is closed until {next}.", next=until)
    return phrase("The board is open.") if open_now else phrase("The board is closed.")


_TITLES: Final = {
    "Opening": phrase("Opening"),
    "Sound": phrase("Sound"),
    "Statistics": phrase("Statistics"),
}


def _part(part: str, state: str, text: Said, fix: Said = "") -> dict[str, Said]:
    return {"part": part, "title": _TITLES[part], "state": state, "text": text, "fix": fix}
