"""One running service: state folder, wires' ends, daemon, page; start order up, stop order down."""

import asyncio
import logging
import secrets
import signal
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from typing import Any

from triboard import __version__
from triboard.app.care_reports import keeper, profile_in
from triboard.app.caretaker import Caretaker
from triboard.app.config import Config
from triboard.app.daemon import Daemon
from triboard.app.device_policy import RestartOnce
from triboard.app.engines import WorkerEngines
from triboard.app.exhibit import Attended, house_of
from triboard.app.far_table import TableMaker
from triboard.app.games import board_for, for_lessons
from triboard.app.graph import build
from triboard.app.housekeeping import Housekeeping
from triboard.app.logbook import LogBook
from triboard.app.memory import Memory
from triboard.app.metrics import metrics_of
from triboard.app.pictures import Pictures
from triboard.app.realtime import RealTime, monotonic
from triboard.app.requests import receive
from triboard.app.settings import Settings
from triboard.app.staff.choice import Choice
from triboard.app.staff.desk import Machine
from triboard.app.status import Surroundings, status_of
from triboard.app.storage import Opened, open_state
from triboard.app.supervision import Supervision, nobody
from triboard.app.tellers import networked, watchers_of
from triboard.app.trace_record import TraceSocket
from triboard.app.watchdog import Watchdog
from triboard.app.watching import Watching
from triboard.board.definition import Board
from triboard.drivers.link import LinkPump
from triboard.drivers.trace_tap import Tell
from triboard.errors import StorageError
from triboard.lessons.ladder import MANY_TASKS
from triboard.light.legend import legend
from triboard.light.palette import PALETTES
from triboard.session.events import HouseChanged
from triboard.session.rule_pictures import rule_pictures
from triboard.session.state import SessionState
from triboard.store.place import volatile
from triboard.store.writer import JournalWriter
from triboard.units import Instant
from triboard.web.addresses import WILDCARDS, own_addresses, own_names, widest
from triboard.web.classroom import Classroom
from triboard.web.gate import PlayGate
from triboard.web.server import WebServer
from triboard.web.view import board_view

_log = logging.getLogger("triboard")


def board_of(config: Config) -> Board:
    """The board that is named, or the default one of the game; raises `ConfigurationError`."""
    return board_for(config.game, config.board, config.options)


class Service:
    """Runs until SIGTERM or SIGINT; whatever happens, the pixels go dark and the journal is closed."""

    def __init__(
        self,
        config: Config,
        make_table: TableMaker,
        settings: Settings | None = None,
        *,
        logbook: LogBook | None = None,
        tell: Callable[[str], None] = lambda _: None,
        supervised: Supervision | None = None,
        well: Callable[[], None] = lambda: None,
        ending: Callable[[], None] = lambda: None,
    ) -> None:
        """`settings` say where `config` comes from; `tell` gets what only the terminal may see: addresses.

        `well` is called when the run has lasted, `ending` when it ends because it was asked to.
        """
        self._config = config
        self._supervised = supervised or nobody()
        self._well = well
        self._ending = ending
        self.refused_device: str | None = None
        self._make_table = make_table
        self._settings = replace(settings or Settings(config), config=config)
        self._logbook = logbook
        self._tell = tell
        self._gate = PlayGate(secrets.randbelow, monotonic)
        self._classroom = Classroom(monotonic)
        self._game: int | None = None
        """The game of the gate, counted on where everything was built anew in the middle of it."""
        self._pictures: Pictures | None = None
        self._seq = 0
        self._fresh = False
        self._afresh = False
        """Somebody chose another game: the one under way is archived."""
        self._starts = 0
        self._port: int | None = None
        self._status: Callable[[], dict[str, Any]] = dict
        self._viewers: Callable[[], int] = int
        self._changed: Callable[[Settings], None] = lambda _: None

    async def run(self, ready: Callable[[str], None]) -> None:
        """Start everything, tell `ready` the page's address, serve. Raises `TriboardError`.

        A calibration that was just made is put in force by building everything anew, on the same port.
        """
        while await self._serve(ready):
            ready = _again
        self._ending()
        self._supervised.notifier.stopping()

    async def _serve(self, ready: Callable[[str], None]) -> bool:
        """Serve until stopped; whether to begin anew."""
        config = self._config
        filed = board_of(config)
        in_force = profile_in(config.state_dir, filed, _log.info)
        board, self._fresh = in_force.board, False
        real_time = RealTime()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, real_time.end)
        with ExitStack() as stack:
            opened = open_state(
                config.state_dir, board, config.options, config.terms, log=_log.info, afresh=self._afresh
            )
            self._afresh = False
            if opened.lock is not None:
                stack.callback(opened.lock.release)
            for note in self._settings.notes:
                _log.info(note)
            if (why := volatile(config.state_dir)) is not None:
                _log.info("Games are kept, but not beyond the next start of this machine: %s.", why)
            if opened.resumed:
                _log.info(_resumed(opened.session))
            table = self._make_table(filed, config)
            stack.callback(table.close)
            writer = JournalWriter(opened.journal, monotonic)
            once = RestartOnce(self._supervised.folder, lambda why: self._start_again(why, real_time))
            ends = once.watch(in_force.adopted(table.ends()))
            engines = WorkerEngines(opened.seed, real_time.wake, log=_log.info)
            stack.callback(engines.close)
            daemon, link = build(
                board,
                replace(
                    for_lessons(opened.session, config.course, Random().randrange(MANY_TASKS)),
                    house=house_of(config, board),
                ),
                ends,
                writer,
                now=monotonic(),
                wake=real_time.wake,
                closing=real_time.forget_port,
                below=Random().randrange,
                log=_log.info,
                light=config.light,
                engines=table.engines(engines),
                memory=Memory(board, config.state_dir, log=_log.info, threaded=True),
                tell=self._trace(stack, board),
            )
            after_dark = stack.enter_context(ExitStack())  # what may wait for a disk
            stack.callback(daemon.close)
            in_force.tell(daemon.desk)
            keep, daemon.desk.reports = keeper(config.state_dir, loop, _log.info, self._learned)
            loop.add_signal_handler(signal.SIGUSR1, lambda: _poke(link, real_time))
            caretaker, watching = self._caretaker(daemon, link, opened, why)
            stack.callback(watching.close)
            house = Housekeeping(daemon, caretaker, machine=self._machine(real_time), log=_log.info)
            after_dark.callback(house.close)
            if not self._starts:
                house.recorder.restarted(board.game)
            self._starts += 1
            self._changed = house.changed
            daemon.desk.keep = house.desk.kept(keep)
            metrics = metrics_of(lambda: self._status()) if config.metrics else None
            care = caretaker.care(opened.token, metrics=metrics, staff=house.desk)
            server = WebServer(
                config.host,
                self._port if self._port is not None else config.port,
                health=lambda: daemon.health,
                receive=lambda request, refuse: receive(
                    daemon, table, house, real_time.wake, request, refuse
                ),
                allowed_hosts=config.allowed_hosts,
                own_names=own_names(self._bound_to()),
                build=__version__,
                status=self._status,
                care=care,
                gate=self._gate,
                classroom=self._classroom,
                rules=lambda: rule_pictures(board, daemon.state.manners, daemon.state.options),
            )
            first = 0 if self._game is None else self._game - opened.session.serial
            self._viewers = lambda: server.viewers
            house.language.listen(server.speak)
            still = {**board_view(board), "faults": table.faults(), "legend": _meanings(config)}
            pictures = Pictures(
                daemon, table, server, still, first=self._seq, house=house.view, classroom=self._classroom
            )
            self._pictures = pictures
            self._classroom.wake = real_time.wake
            await server.start(tuple(given.dup() for given in self._supervised.sockets))
            self._port = server.port
            attended = Attended(lambda: server.lesson_runs, daemon.post)
            watchdog = Watchdog(self._supervised.notifier, timeout=self._supervised.watchdog)

            def turned(now: Instant) -> None:
                self._game = first + daemon.state.serial
                self._classroom.turn(daemon.state)
                server.begin_game(self._game)
                house.turn(now)
                pictures.publish(now)
                attended.turn(now)
                watching.turn(now)
                watchdog.turned(daemon, link.quality.received, now)
                if watchdog.well:
                    self._well()
                if self._fresh and not daemon.desk.open:
                    real_time.stop()

            try:
                ready(server.url)
                for address in own_addresses() if self._bound_to() in WILDCARDS else ():
                    self._tell(f"On the network: http://{address}:{server.port}/")
                await real_time.run(daemon, link, table.far, turned)
            finally:
                await server.stop()
                self._seq = pictures.seq
        return self._fresh and not real_time.told_to_stop

    def _learned(self) -> None:
        """A profile lies on the disk that is not in force yet."""
        self._fresh = True

    def _bound_to(self) -> str:
        """The address at which the page listens; those of sockets that were handed over go first."""
        given = self._supervised.sockets
        return (widest(given) or "a socket file") if given else self._config.host

    def _start_again(self, why: str, real_time: RealTime) -> None:
        """A device is refused by a list that a new start would make anew."""
        _log.warning("%s The list of devices is older than this one: starting again, once.", why)
        self.refused_device = why
        real_time.stop()

    def _trace(self, stack: ExitStack, board: Board) -> Tell:
        """Who records what passes at the port; a state folder that takes no socket stops nothing."""
        try:
            listeners = TraceSocket(self._config.state_dir, board)
        except StorageError as error:
            _log.info("Traces cannot be recorded from this daemon: %s.", error)
            return lambda _: None
        stack.callback(listeners.close)
        return listeners.tell

    def _machine(self, real_time: RealTime) -> Machine:
        """What restarts the program and builds everything anew, for staff."""

        def anew(choice: Choice) -> None:
            self._config = choice.over(self._config)
            self._settings = replace(self._settings, config=self._config)
            self._fresh = self._afresh = True
            real_time.stop()

        def restart() -> None:
            self._fresh = not self._supervised.notifier.heard  # else whoever watches us starts us again
            real_time.stop()

        return Machine(anew, restart)

    def _caretaker(
        self, daemon: Daemon, link: LinkPump, opened: Opened, why: str | None
    ) -> tuple[Caretaker, Watching]:
        """What looks after this daemon, and what tells others of it. Raises `ConfigurationError`."""
        config = self._config
        watching = Watching(watchers_of(config, network=networked()), lambda: self._status())
        around = Surroundings(
            volatile=why,
            damage=tuple(map(str, opened.journal.damage)),
            settings=lambda: caretaker.settings.notes,
            watching=watching.as_json,
        )
        self._status = lambda: {
            **status_of(daemon, link, monotonic(), around),
            "viewers": self._viewers(),
            "written": opened.journal.bytes_written,
        }

        def changed(settings: Settings) -> None:
            new = settings.config
            self._config = replace(
                config,
                light=new.light,
                schedule=new.schedule,
                sound=new.sound,
                language=new.language,
                exhibit=new.exhibit,
            )
            self._settings = settings
            self._changed(settings)
            daemon.post(HouseChanged(monotonic(), house_of(self._config, daemon.board)))
            daemon.woken()
            if self._pictures is not None:
                self._pictures.forget({**self._pictures.still, "legend": _meanings(settings.config)})

        caretaker = Caretaker(
            self._settings,
            logbook=self._logbook,
            clock=monotonic,
            status=lambda: self._status(),
            board={"name": daemon.board.name, "game": daemon.board.game, "title": daemon.board.title},
            changed=changed,
        )
        return caretaker, watching


def _poke(link: LinkPump, real_time: RealTime) -> None:
    """A device appeared: look for the board now."""
    link.poke()
    real_time.wake()


def _again(url: str) -> None:
    """The page is where it was."""
    _log.info("What was set is in force; the page is again at %s", url)


def _meanings(config: Config) -> list[dict[str, Any]]:
    """What the lights say in the palette that is in force."""
    return [dict(entry.as_json()) for entry in legend(PALETTES[config.light.palette])]


def _resumed(session: SessionState) -> str:
    """What the terminal says when a game goes on."""
    options = ", ".join(f"{name} {value}" for name, value in session.options.items()) or "its own options"
    return f"The unfinished game goes on at ply {session.ply} with {options}; others wait."
