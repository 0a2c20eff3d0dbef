"""Who may do what in a lesson: teachers begin and end it, phones with the code vote and do nothing else."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.unit.session.table import Table
from tests.unit.web.test_rights import DROP, ELSEWHERE, ask, page, shared
from tests.unit.web.test_server import Daemon, hear, run
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from triboard.lessons.task import Rung
from triboard.ports import monotonic
from triboard.web.classroom import Classroom
from triboard.web.learning_messages import Learn
from triboard.web.rights import ENTER_CODE, ONLY_CARE
from triboard.web.server import WebServer

BEGIN = {"type": "lesson", "action": "begin", "teams": 3, "minutes": 10, "id": 8}
END = {"type": "lesson", "action": "end"}
VOTE = {"type": "vote", "site": "Bb2", "id": 9}
HOUSE = "board.example"
"""A name for this board that does not count as sitting at it."""


class School:
    """A server with a lesson's classroom behind it, whose daemon turns when something was asked."""

    def __init__(self) -> None:
        self.table = Table({"players": 3})
        self.room = Classroom(monotonic)
        self.room.turn(self.table.state)
        self.daemon = Daemon()
        self.game = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[WebServer]:
        """The server; each change is seen at once, as in the daemon's next turn."""
        options: dict[str, Any] = {"classroom": self.room, "addresses": lambda: ["192.0.2.7"]}
        async with shared(self.daemon, allowed_hosts=(HOUSE,), **options) as server:
            self.room.wake = lambda: server.begin_game(self.game)
            yield server

    @property
    def counts(self) -> dict[str, int]:
        """Votes by site."""
        seen = self.room.view()
        return {} if seen is None else dict(seen["vote"]["counts"])


def phone(server: WebServer, address: str) -> connect:
    """A device with an address of its own, in the house's network."""
    here = f"{HOUSE}:{server.port}"
    return connect(
        f"ws://{here}/ws",
        host="127.0.0.1",
        port=server.port,
        local_addr=(address, 0),
        compression=None,
        origin=Origin(f"http://{here}"),
    )


async def done(page: ClientConnection) -> None:
    """Everything that this page sent before has been taken."""
    await page.send('{"type":"vote","id":99}')
    while (await hear(page, "refused")).get("id") != 99:
        pass


def test_phones_vote_with_the_code_and_do_nothing_else() -> None:
    """Law: without the code nobody votes; with it a class votes, but presses, plays and begins nothing; one
    device has one vote in however many tabs; behind a proxy, where none can be told, one a connection."""

    async def story() -> None:
        school = School()
        async with school.open() as server, page(server) as board, phone(server, "127.0.0.2") as one:
            code = (await hear(board, "rights"))["code"]
            await ask(one, VOTE)
            assert (await hear(one, "refused"))["text"] == str(ENTER_CODE)
            await ask(one, {"type": "join", "code": code})
            await ask(one, BEGIN)
            assert (await hear(one, "refused"))["text"] == str(ONLY_CARE)
            await ask(board, BEGIN)
            told = await hear(board, "rights")
            assert told["join"]["url"] == f"http://192.0.2.7:{server.port}/classroom#code={code}"
            for forbidden in (json.loads(DROP), {"type": "press", "button": "UNDO"}, {"type": "new"}, END):
                await ask(one, forbidden)
                assert "phones vote" in (await hear(one, "refused"))["text"]
            assert school.daemon.requests == []
            async with phone(server, "127.0.0.2") as tab, phone(server, "127.0.0.3") as two:
                for other in (tab, two):
                    await ask(other, {"type": "join", "code": code})
                    await ask(other, VOTE)
                    await done(other)
                assert school.counts == {"Bb2": 2}
                await ask(one, {**VOTE, "site": "Aa1"})
                await done(one)
                assert school.counts == {"Aa1": 1, "Bb2": 1}
            async with page(server, ELSEWHERE) as far:
                await ask(far, {"type": "join", "code": code})
                await ask(far, VOTE)
                await done(far)
                assert school.counts == {"Aa1": 1, "Bb2": 2}
            await done(one)
        assert school.counts["Aa1"] == 1

    run(story)


def test_the_code_lasts_for_the_lesson_and_ends_at_the_bell() -> None:
    """Law: another game in the lesson keeps the class in; the bell ends what the code allowed, at once."""

    async def story() -> None:
        school = School()
        async with school.open() as server, page(server) as board, phone(server, "127.0.0.2") as one:
            code = (await hear(board, "rights"))["code"]
            await ask(board, BEGIN)
            await hear(board, "rights")
            await ask(one, {"type": "join", "code": code})
            while not (await hear(one, "rights"))["play"]:
                pass
            school.game = 1
            server.begin_game(school.game)
            await ask(one, VOTE)
            await done(one)
            assert school.counts == {"Bb2": 1}
            await ask(board, END)
            told = await hear(board, "rights")
            assert told["code"] != code
            assert told["join"]["url"] == f"http://192.0.2.7:{server.port}/#code={told['code']}"
            assert (await hear(one, "rights"))["play"] is False

    run(story)


def test_a_rung_that_the_teacher_names_goes_on_to_the_game() -> None:
    """Law: with a rung the lesson begins, and the game is asked for its tasks; a word that is none begins
    neither."""

    async def story() -> None:
        school = School()
        async with school.open() as server, page(server) as board:
            await ask(board, {**BEGIN, "lesson": "blocks"})
            assert "block" in (await hear(board, "refused"))["text"]
            assert school.room.view() is None
            await ask(board, {**BEGIN, "lesson": "block"})
            await done(board)
            assert school.room.running
            assert school.daemon.requests == [Learn(Rung.BLOCK)]

    run(story)
