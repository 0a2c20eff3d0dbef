"""What a game sounds like: a cue for each event that matters, the words of the page, silence on request."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.house import House

from triboard.app.config import ExhibitConfig, SoundConfig
from triboard.app.exhibit import house_of
from triboard.app.sound import announcer as module
from triboard.app.sound.players import Player, Sound
from triboard.session.events import ButtonPressed, HouseChanged
from triboard.units import SECOND, Duration
from triboard.web.view import view_of


class Ear(Player):
    """A player that keeps what it is asked to play."""

    def __init__(self) -> None:
        super().__init__("off")
        self.heard: list[Sound] = []

    @property
    def silent(self) -> bool:
        return False

    def play(self, sound: Sound) -> None:
        self.heard.append(sound)

    @property
    def words(self) -> list[str]:
        """What was spoken."""
        return [one.words for one in self.heard if one.words]


class Room(House):
    """A house with somebody who listens."""

    def __init__(self, folder: Path, *arguments: Any, **config: Any) -> None:
        super().__init__(folder, *arguments, **config)
        self.ear = Ear()
        self.keeping.announcer.player = self.ear
        self._number = 0

    def heard(self) -> list[str]:
        """Cues of the newest announcement, if it came since the last question."""
        number, cues = self.keeping.announcer.heard.number, self.keeping.announcer.heard.cues
        before, self._number = self._number, number
        return [cue.value for cue in cues] if number > before else []


def test_moves_lines_and_mistakes_are_heard_with_the_words_of_the_page(tmp_path: Path) -> None:
    """Law: one announcement a move; a wrong piece is announced when the page puts it into words, not while
    hands are busy; what is spoken stands on the page."""
    room = Room(tmp_path)
    table = room.table
    table.drop("Ab2", "white")
    assert room.heard() == ["accepted", "turn"]
    view = view_of(table.state)
    assert str(view["last"]["text"]) in room.ear.words[-1]
    assert view["turn"]["text"] in room.ear.words[-1]
    table.drop("Ac1", "white")  # not white's turn
    assert room.heard() == []
    table.run.run_for(Duration(5 * SECOND))
    assert room.heard() == ["wrong"]
    assert room.ear.words[-1] == view_of(table.state)["message"]["text"]
    table.lift("Ac1")
    assert room.heard() == []
    for hole, piece in (("Ac1", "black"), ("Aa1", "red"), ("Bb2", "white"), ("Bc1", "black"), ("Ba1", "red")):
        table.drop(hole, piece)
        assert room.heard() == ["accepted", "turn"], hole
    table.drop("Cb2", "white")  # Ab2, Bb2, Cb2
    assert room.heard() == ["line", "turn"]
    assert "Ab2" in room.ear.words[-1]
    room.close()


def test_muted_quiet_or_closed_nothing_is_heard_and_play_goes_on(tmp_path: Path) -> None:
    """Law: the button MUTE and the page mute for everybody, visibly; quiet hours and volume 0 are silent."""
    room = Room(tmp_path, "2026-06-10 11:58", sound=SoundConfig(quiet=("daily 12:00-12:10",)))
    table, announcer = room.table, room.keeping.announcer
    notice = table.state.notice
    table.daemon.post(ButtonPressed(table.run.now, "MUTE"))
    room.wait(1)
    assert room.keeping.view()["sound"]["muted"]
    assert table.state.notice == notice, "no game hears of it"
    table.drop("Ab2", "white")
    assert (room.heard(), room.ear.heard, len(table.moves)) == ([], [], 1)
    room.ask(room.keeping.desk.mute, on=False)
    table.drop("Ac1", "black")
    assert room.heard() == ["accepted", "turn"]
    room.wait(130)
    assert announcer.quiet
    table.drop("Aa1", "red")
    assert (room.heard(), len(table.moves)) == ([], 3)
    room.wait(600)
    assert room.set(sound__volume=0) is None
    table.drop("Bb2", "white")
    assert (room.heard(), len(table.moves)) == ([], 4)
    room.close()


def test_the_volume_follows_the_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: the curve goes before the plain volume, and both reach the sound."""
    asked: list[float] = []
    monkeypatch.setattr(module, "wav_of", lambda _, volume: asked.append(volume))
    room = Room(
        tmp_path, "2026-06-10 17:59", sound=SoundConfig(volume=0.9, by_hour=("08:00 50 %", "18:00 10 %"))
    )
    room.table.drop("Ab2", "white")
    room.wait(90)
    room.table.drop("Ac1", "black")
    for sound in room.ear.heard:
        sound.wav()
    assert asked == [0.5, 0.5, 0.1, 0.1]
    room.close()


def test_the_warning_of_an_idle_board_is_heard_and_a_visitors_mute_ends_with_the_visit(
    tmp_path: Path,
) -> None:
    """Law: the warning has its own sound and the words of the page; what a visitor muted is heard again for
    the next one, what staff muted is not."""
    room = Room(tmp_path)
    table, announcer = room.table, room.keeping.announcer
    exhibit = replace(room.config, exhibit=ExhibitConfig(enabled=True))
    table.daemon.post(HouseChanged(table.run.now, house_of(exhibit, table.board)))
    table.drop("Ab2", "white")
    assert room.heard() == ["accepted", "turn"]
    room.until(lambda: table.state.visit.warned)
    assert room.heard() == ["idle"]
    assert room.ear.words[-1] == str(view_of(table.state)["message"]["text"])
    announcer.mute(on=True)
    room.until(lambda: table.state.visit.resets == 1)
    assert not announcer.muted
    room.ask(room.keeping.desk.mute, on=True)
    table.lift("Ab2")
    room.until(lambda: table.state.visit.resets == 2)
    assert room.keeping.view()["sound"]["muted"]
    room.close()
