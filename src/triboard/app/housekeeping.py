"""All that surrounds the play of one daemon in a house: hours, pause, sound, statistics, maintenance log."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from triboard.app.board_language import BoardLanguage
from triboard.app.caretaker import Caretaker
from triboard.app.config import Config
from triboard.app.daemon import Daemon
from triboard.app.realtime import monotonic
from triboard.app.settings import Settings, fixed_choice
from triboard.app.shutter import Face
from triboard.app.sound.announcer import Announcer
from triboard.app.sound.players import Player
from triboard.app.sound.spoken import words_of
from triboard.app.staff import memory
from triboard.app.staff.clock_trust import ClockTrust
from triboard.app.staff.desk import Machine, StaffDesk
from triboard.app.staff.diary import Diary
from triboard.app.staff.schedule import Zone, system_zone
from triboard.app.staff.steward import House, Steward
from triboard.app.usage.recorder import Recorder
from triboard.languages import shipped
from triboard.light.palette import PALETTES
from triboard.phrases import Words
from triboard.session.cues import Cue
from triboard.session.state import LinkState, SessionState
from triboard.units import Instant
from triboard.words import say


class Housekeeping:
    """Built beside the daemon, turned after each of its turns, closed before it."""

    def __init__(
        self,
        daemon: Daemon,
        caretaker: Caretaker,
        *,
        machine: Machine,
        log: Callable[[str], None],
        wall: Callable[[], float] = time.time,
        zone: Zone | None = None,
        trust: ClockTrust | None = None,
        clock: Callable[[], Instant] = monotonic,
        threaded: bool = True,
    ) -> None:
        """`wall` is the wall clock, `clock` the daemon's; `threaded`: disks are waited for in threads."""
        self._daemon, self._caretaker, self._log = daemon, caretaker, log
        config = self._config()
        folder = config.state_dir
        decided = memory.recall(folder, log)
        daemon.senses.bypass(decided.of(daemon.board.name), clock())
        self._player = Player(config.sound.machine, speak=config.sound.spoken)
        self.language = BoardLanguage(config.language, list(shipped()))
        self.announcer = Announcer(self._player, self._words, pages=config.sound.pages, changed=daemon.woken)
        self.steward = Steward(
            self._config,
            wall=wall,
            zone=zone or system_zone(),
            trust=trust or ClockTrust(),
            apply=self._apply,
            paused=decided.paused,
        )
        self.recorder = Recorder(folder, local=self.steward.local, log=log, threaded=threaded)
        self.desk = StaffDesk(
            daemon,
            steward=self.steward,
            diary=Diary(folder, now=self.steward.stamp, log=log),
            recorder=self.recorder,
            announcer=self.announcer,
            decided=decided,
            config=self._config,
            machine=machine,
            keep_choice=caretaker.keep_choice,
            fixed=fixed_choice(caretaker.fixed()),
            clock=clock,
        )
        daemon.witnesses += [self.language.witness, self.recorder.witness, self.announcer.witness]
        self._clock = clock
        self.steward.look(clock())

    def _words(self, cue: Cue, state: SessionState) -> tuple[str, str]:
        """What is spoken, in the language of the board, and its code for whoever speaks."""
        return words_of(cue, state, shipped()[self.language.now]), self.language.now

    def turn(self, now: Instant) -> None:
        """Once after each turn of the daemon."""
        self.steward.turn(now)
        lost = self._daemon.state.link is LinkState.LOST
        self.recorder.turn(now, out_of_order=lost or self._daemon.shutter.face is Face.OUT_OF_ORDER)

    def changed(self, settings: Settings) -> None:
        """Settings were changed on the page: put them into force."""
        if settings.config.language != self.language.default:
            self.language.prefer(settings.config.language)
        sound = settings.config.sound
        self.announcer.pages = sound.pages
        self._player.close()
        self._player = self.announcer.player = Player(sound.machine, speak=sound.spoken)
        self.steward.house = None
        self.steward.look(self._clock())

    def view(self) -> Mapping[str, Any]:
        """What lies over every view of the pages; nothing can be done at a board that is not open."""
        face = self._daemon.shutter.face
        over: dict[str, Any] = {"face": face.value, "sound": self.announcer.view()}
        if face is Face.OPEN or self._daemon.desk.open:
            return over
        kind = "wrong" if face is Face.OUT_OF_ORDER else "info"
        message: dict[str, Any] = {"kind": kind, "text": self.face_text(), "sites": []}
        return {**over, "message": message, "turn": None, "legal": [], "buttons": {}}

    def face_text(self) -> Words:
        """Why nobody can play now, in words."""
        if self._daemon.shutter.face is Face.OUT_OF_ORDER:
            return say("out-of-order", {})
        until = self.steward.opens
        return say("board-closed", {}) if until is None else say("board-closed-until", {"when": until})

    def close(self) -> None:
        """Keep what was counted; be silent."""
        self._player.close()
        self.recorder.close()

    def _config(self) -> Config:
        return self._caretaker.settings.config

    def _apply(self, house: House, now: Instant) -> None:
        daemon = self._daemon
        self.announcer.volume, self.announcer.quiet = house.volume, house.quiet
        daemon.use_light(PALETTES[self._config().light.palette], house.brightness)
        if house.face is not daemon.shutter.face:
            daemon.show_face(house.face, now)
            self._log(f"The board is {house.face.value}.")
