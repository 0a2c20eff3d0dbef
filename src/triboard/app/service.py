"""One running service: state folder, wires' ends, daemon, page; start order up, stop order down."""

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from typing import Any, Final, Protocol

from triboard import __version__
from triboard.app.caretaker import Caretaker
from triboard.app.config import Config
from triboard.app.daemon import Daemon
from triboard.app.games import board_for
from triboard.app.graph import Ends, build
from triboard.app.heartbeat import Heartbeat
from triboard.app.logbook import LogBook
from triboard.app.metrics import metrics_of
from triboard.app.mqtt import Mqtt
from triboard.app.realtime import FarEnd, RealTime, monotonic
from triboard.app.settings import Settings
from triboard.app.status import Surroundings, status_of
from triboard.app.storage import Opened, open_state
from triboard.app.watching import Watcher, Watching
from triboard.board.definition import Board
from triboard.drivers.link import LinkPump
from triboard.errors import PlayerError
from triboard.light.legend import legend
from triboard.light.palette import PALETTES
from triboard.session.events import ButtonPressed, NewGameAsked
from triboard.session.state import SessionState
from triboard.store.place import volatile
from triboard.store.writer import JournalWriter
from triboard.units import Instant, after, millis
from triboard.web import messages
from triboard.web.addresses import WILDCARDS, own_addresses, own_names
from triboard.web.care import Care
from triboard.web.server import WebServer
from triboard.web.view import board_view, view_of

PAGE_EVERY: Final = millis(40)
"""Between two pictures of moving hands on the page."""

_log = logging.getLogger("triboard")

Refuse = Callable[[str], None]


class Table(Protocol):
    """What stands at the far end of the wires: real hardware, or a simulated bench."""

    far: FarEnd | None

    def ends(self) -> Ends:
        """Open what the daemon holds on to; raises `ControllerError`."""
        ...

    def world(self) -> dict[str, Any] | None:
        """The simulated pieces for the page; `None` on real hardware."""
        ...

    def moving(self) -> bool:
        """Whether simulated hands are at work, so that the page wants pictures in between."""
        ...

    def faults(self) -> list[dict[str, Any]]:
        """What the page's workbench can break; nothing on real hardware."""
        ...

    def hand(self, request: messages.Request, refuse: Refuse) -> bool:
        """Carry out a request of simulated hands; `False` where there are none."""
        ...

    def lights(self, receive: Callable[[bytes], None]) -> bool:
        """Tell `receive` what the LEDs show from now on; `False` where nobody can see that."""
        ...

    def close(self) -> None: ...


TableMaker = Callable[[Board, Config], Table]


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
    ) -> None:
        """`settings` say where `config` comes from; `tell` gets what only the terminal may see: addresses."""
        self._config = config
        self._make_table = make_table
        self._settings = replace(settings or Settings(config), config=config)
        self._logbook = logbook
        self._tell = tell
        self._seq = 0
        self._shown: tuple[object, object] = (None, None)
        self._next_picture = Instant(0)
        self._mirror = False
        self._still: dict[str, Any] = {}
        self._status: Callable[[], dict[str, Any]] = dict
        self._viewers: Callable[[], int] = int

    async def run(self, ready: Callable[[str], None]) -> None:
        """Start everything, tell `ready` the page's address, serve. Raises `TriboardError`."""
        config = self._config
        board = board_of(config)
        real_time = RealTime()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, real_time.stop)
        with ExitStack() as stack:
            opened = open_state(config.state_dir, board, config.options, log=_log.info)
            if opened.lock is not None:
                stack.callback(opened.lock.release)
            for note in self._settings.notes:
                _log.info(note)
            if (why := volatile(config.state_dir)) is not None:
                _log.info("Games are kept, but not beyond the next start of this machine: %s.", why)
            if opened.resumed:
                _log.info(_resumed(opened.session))
            table = self._make_table(board, config)
            stack.callback(table.close)
            writer = JournalWriter(opened.journal, monotonic)
            ends = table.ends()
            daemon, link = build(
                board,
                opened.session,
                ends,
                writer,
                now=monotonic(),
                wake=real_time.wake,
                closing=real_time.forget_port,
                below=Random().randrange,
                log=_log.info,
                light=config.light,
            )
            stack.callback(daemon.close)
            care, watching = self._care(daemon, link, opened, why)
            stack.callback(watching.close)
            server = WebServer(
                config.host,
                config.port,
                health=lambda: daemon.health,
                receive=lambda request, refuse: self._receive(daemon, table, real_time, request, refuse),
                allowed_hosts=(*config.allowed_hosts, *own_names(config.host)),
                build=__version__,
                status=self._status,
                care=care,
            )
            self._viewers = lambda: server.viewers
            self._still = {**board_view(board), "faults": table.faults(), "legend": _meanings(config)}
            self._mirror = not table.lights(lambda rgb: server.publish_light(rgb.hex()))
            await server.start()
            try:
                ready(server.url)
                for address in own_addresses() if config.host in WILDCARDS else ():
                    self._tell(f"On the network: http://{address}:{server.port}/")

                def turned(now: Instant) -> None:
                    server.begin_game(daemon.state.serial)
                    self._publish(daemon, table, server, self._still, now)
                    watching.turn(now)

                await real_time.run(daemon, link, table.far, turned)
            finally:
                await server.stop()

    def _care(self, daemon: Daemon, link: LinkPump, opened: Opened, why: str | None) -> tuple[Care, Watching]:
        """What looks after this daemon, and what tells others of it. Raises `ConfigurationError`."""
        config = self._config
        watchers: list[Watcher] = []
        if config.heartbeat.url is not None:
            watchers.append(Heartbeat(config.heartbeat))
        if config.mqtt.host is not None:
            watchers.append(Mqtt(config.mqtt))
        watching = Watching(watchers, lambda: self._status())
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
            light = settings.config.light
            daemon.use_light(PALETTES[light.palette], light.brightness)
            self._still = {**self._still, "legend": _meanings(settings.config)}
            self._shown = (None, None)

        caretaker = Caretaker(
            self._settings,
            logbook=self._logbook,
            clock=monotonic,
            status=lambda: self._status(),
            board={"name": daemon.board.name, "game": daemon.board.game, "title": daemon.board.title},
            changed=changed,
        )
        metrics = metrics_of(lambda: self._status()) if config.metrics else None
        return caretaker.care(opened.token, metrics=metrics), watching

    def _publish(
        self, daemon: Daemon, table: Table, server: WebServer, still: dict[str, Any], now: Instant
    ) -> None:
        """A new picture when something changed; of moving hands not more often than eyes want."""
        if self._mirror:
            server.publish_light(daemon.frame.hex())
        world = table.world()
        shown = (daemon.state, (world, daemon.senses.quarantined, daemon.senses.unreadable))
        if shown[0] is self._shown[0] and shown[1] == self._shown[1]:
            return
        if shown[0] is self._shown[0] and table.moving() and now < self._next_picture:
            return
        self._next_picture = after(now, PAGE_EVERY)
        self._shown = shown
        self._seq += 1
        view = view_of(daemon.state, light_fault=daemon.light.fault)
        view["flickering"] = list(daemon.senses.quarantined)
        view["unread"] = list(daemon.senses.unreadable)
        server.publish(
            {**view, "seq": self._seq, "board": still, "simulated": world is not None, "world": world}
        )

    def _receive(
        self, daemon: Daemon, table: Table, real_time: RealTime, request: messages.Request, refuse: Refuse
    ) -> None:
        """A request of a page. Buttons are pressed by simulated fingers where there are any."""
        try:
            if isinstance(request, messages.Enter):
                daemon.enter(request.site, request.pieces, monotonic())
                done = True
            else:
                done = table.hand(request, refuse)
        except PlayerError as error:
            refuse(str(error))
            return
        if not done:
            match request:
                case messages.Press(button):
                    daemon.post(ButtonPressed(monotonic(), button))
                case messages.NewGame(options):
                    daemon.post(NewGameAsked(monotonic(), options))
                case _:
                    refuse("This board has no simulated hands.")
        real_time.wake()


def _meanings(config: Config) -> list[dict[str, Any]]:
    """What the lights say in the palette that is in force."""
    return [dict(entry.as_json()) for entry in legend(PALETTES[config.light.palette])]


def _resumed(session: SessionState) -> str:
    """What the terminal says when a game goes on."""
    options = ", ".join(f"{name} {value}" for name, value in session.options.items()) or "its own options"
    return f"The unfinished game goes on at ply {session.ply} with {options}; others wait."
