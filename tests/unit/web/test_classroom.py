"""A lesson at a real session: teams take turns, votes close under a hand, the bell clears the points."""

from typing import Any

import pytest
from tests.unit.session.board_table import BoardTable
from tests.unit.session.table import Table

from triboard.errors import PlayerError
from triboard.lessons.task import Rung
from triboard.phrases import SOURCE, translated
from triboard.session.events import LessonAsked
from triboard.session.lesson_slot import LENGTH, MOST_DIAGRAMS, MOST_VOTES, Voter
from triboard.units import SECOND, Instant, Site
from triboard.web.classroom import FIND_STAYS, SHEET_STAYS, Classroom
from triboard.web.learning_messages import Learn
from triboard.web.lesson_messages import BeginLesson, EndLesson, KeepFind, LessonRequest, Vote


class School:
    """A board, its session, and the classroom that looks on."""

    def __init__(self, table: Table | None = None) -> None:
        self.table = table or Table({"players": 3})
        self.late = 0
        self.room = Classroom(lambda: Instant(self.table.now + self.late))
        self.table.put_right()
        self.look()

    def look(self) -> dict[str, Any]:
        """What pages are told of the lesson; empty between lessons."""
        self.room.turn(self.table.state)
        return dict(translated(self.room.view() or {}, SOURCE))

    def ask(self, request: LessonRequest) -> dict[str, Any]:
        """What whoever teaches wants, and what pages then see."""
        self.room.obey(request)
        return self.look()

    @property
    def sheet(self) -> Any:
        """What is left of the last lesson, in English."""
        return translated(self.room.sheet(), SOURCE)["sheet"]

    def vote(self, phone: str, site: str) -> dict[str, int]:
        """A phone votes; the counts."""
        self.room.vote(Voter(phone), Vote(Site(site)))
        return self.counts

    @property
    def counts(self) -> dict[str, int]:
        """Votes by site."""
        return dict(self.look()["vote"]["counts"])

    @property
    def scores(self) -> list[int]:
        """Points of the lesson by team."""
        return [team["score"] for team in self.look()["teams"]]

    def drop(self, *pairs: tuple[str, str]) -> dict[str, Any]:
        """Hands put pieces; the lesson looks after each."""
        for site, piece in pairs:
            self.table.drop(site, piece)
            self.look()
        return self.look()

    def wait(self, seconds: float) -> dict[str, Any]:
        """Time passes at the board."""
        self.late += round(seconds * SECOND)
        return self.look()


FIVE = (
    ("Aa1", "white"),
    ("Ca3", "black"),
    ("Bc3", "red"),
    ("Ab1", "white"),
    ("Cc1", "black"),
    ("Ab3", "red"),
)
"""Then a white ball in `Ac1` makes five points."""


def test_one_button_gives_ten_minutes_that_end_by_themselves() -> None:
    """Law: a lesson lasts as long as it is long; at the bell the scoreboard is gone and a sheet is left, for
    two hours."""
    school = School()
    assert school.look() == {}
    seen = school.ask(BeginLesson(teams=4, minutes=10))
    assert (seen["left"], seen["game"], len(seen["teams"])) == (LENGTH // 1000, 1, 4)
    school.drop(("Aa1", "white"))
    assert school.wait(590)
    assert school.wait(20) == {}
    assert school.room.left_over
    sheet = school.sheet
    assert [one["text"] for one in sheet["diagrams"]] == ["White put a white ball into Aa1."]
    assert [team["score"] for team in sheet["teams"]] == [0, 0, 0, 0]
    school.wait(SHEET_STAYS / SECOND)
    assert school.sheet is None


def test_teams_score_what_their_seats_make_and_each_comes_to_the_board() -> None:
    """Law: points go to the team that holds the seat; with the next game the seats go to the next teams; what
    a game had before the lesson is nobody's."""
    school = School()
    school.drop(*FIVE)
    school.drop(("Ac1", "white"))
    seen = school.ask(BeginLesson(teams=4, minutes=10))
    assert [one["team"] for one in seen["seats"]] == ["A", "B", "C"]
    assert school.scores == [0, 0, 0, 0]
    school.drop(("Ba1", "black"), ("Ca1", "red"))  # Aa1 Ba1 Ca1: three colours, by red
    assert school.scores == [0, 0, 1, 0]
    school.table.ask_new({"players": 3})
    school.table.press("OK")
    school.table.clear()
    school.table.put_right()
    seen = school.look()
    assert [one["team"] for one in seen["seats"]] == ["D", "A", "B"]
    assert (seen["game"], school.scores) == (2, [0, 0, 1, 0])
    school.drop(*FIVE)
    school.drop(("Ac1", "white"))
    assert school.scores == [0, 0, 1, 5]
    school.table.press("UNDO")
    assert school.scores == [0, 0, 1, 0]


def test_a_device_has_one_vote_a_turn_which_it_may_change() -> None:
    """Law: the last choice of a device counts, once; with the move all votes are gone, and pages are told how
    many had chosen that place."""
    school = School()
    school.ask(BeginLesson(teams=2, minutes=10))
    assert school.vote("1", "Bb2") == {"Bb2": 1}
    assert school.vote("2", "Aa1") == {"Aa1": 1, "Bb2": 1}
    assert school.vote("1", "Aa1") == {"Aa1": 2}
    assert school.vote("3", "Cc3") == {"Aa1": 2, "Cc3": 1}
    seen = school.drop(("Aa1", "white"))
    assert seen["vote"]["counts"] == {}
    assert seen["agreed"] == {"votes": 3, "right": 2, "sites": ["Aa1"]}
    assert school.drop(("Aa2", "black"))["agreed"] is None
    school.vote("1", "Bb2")
    school.room.forget(Voter("1"))
    assert school.counts == {}


def test_the_vote_closes_when_a_hand_moves_and_opens_when_it_puts_the_piece_back() -> None:
    """Law: nobody votes on what is being done; a touch that comes to nothing does not end the vote."""
    school = School()
    school.drop(("Aa1", "white"))
    school.ask(BeginLesson(teams=2, minutes=10))
    school.vote("1", "Bb2")
    school.table.world.lift(Site("Aa1"))
    school.table.touch()
    assert school.look()["vote"]["open"] is False
    with pytest.raises(PlayerError, match="closed"):
        school.vote("2", "Bb2")
    school.table.put_right()
    school.table.calm()
    assert school.look()["vote"]["open"] is True
    assert school.vote("2", "Bb2") == {"Bb2": 2}


def test_votes_go_only_where_a_piece_may_go() -> None:
    """Law: a vote for a taken place, a place that is none, or without a lesson is refused in words."""
    school = School()
    with pytest.raises(PlayerError, match="No lesson"):
        school.vote("1", "Bb2")
    school.drop(("Aa1", "white"))
    school.ask(BeginLesson(teams=2, minutes=10))
    for site in ("Aa1", "Zz9"):
        with pytest.raises(PlayerError, match=site):
            school.vote("1", site)
    for phone in range(MOST_VOTES):
        school.vote(str(phone), "Bb2")
    with pytest.raises(PlayerError, match="cannot vote"):
        school.vote("one more", "Bb2")
    assert school.vote("0", "Bb1") == {"Bb1": 1, "Bb2": MOST_VOTES - 1}


def test_the_best_find_is_what_made_most_until_somebody_keeps_another() -> None:
    """Law: more points win; a move that is taken back is no find; what the teacher keeps stays, also over the
    bell, for the day."""
    school = School()
    school.ask(BeginLesson(teams=3, minutes=10))
    with pytest.raises(PlayerError):
        school.ask(KeepFind())
    seen = school.drop(*FIVE)
    assert seen["find"] is None or seen["find"]["gain"] == 1
    assert school.drop(("Ac1", "white"))["find"]["gain"] == 5
    assert school.look()["find"]["team"] == "A"
    school.table.press("UNDO")
    found = school.look()["find"]
    assert found is None or found["gain"] == 1
    assert school.ask(KeepFind())["find"]["chosen"] is True
    school.table.put_right()
    school.drop(("Ac1", "white"))
    assert school.look()["find"]["chosen"] is True
    school.ask(EndLesson())
    assert school.sheet["find"]["chosen"] is True
    assert school.ask(BeginLesson(teams=3, minutes=10))["find"]["chosen"] is True
    school.ask(EndLesson())
    school.wait(FIND_STAYS / SECOND)
    assert school.ask(BeginLesson(teams=3, minutes=10))["find"] is None


def test_in_a_game_without_points_the_winner_scores_one_and_the_win_is_the_find() -> None:
    """Law: Troika counts wins; the sheet shows the finished game."""
    school = School(BoardTable("troika", {"starter": "light"}))
    school.ask(BeginLesson(teams=2, minutes=10))
    seen = school.drop(("a1", "Wl"), ("c3", "Gm"), ("b1", "Wm"), ("a3", "Kl"), ("c1", "Ws"))
    assert school.scores == [1, 0]
    assert (seen["find"]["text"], seen["find"]["line"]) == (
        "Light laid the small white pyramid on c1.",
        ["a1", "b1", "c1"],
    )
    assert seen["vote"] == {"open": False, "targets": [], "counts": {}, "votes": 0}
    school.ask(EndLesson())
    sheet = school.sheet
    assert [(one["over"], one["ply"]) for one in sheet["diagrams"]] == [(True, 5)]
    assert sheet["diagrams"][0]["stacks"]["c1"] == ["Ws"]


def test_tasks_go_to_the_teams_in_turn_and_their_position_is_nobodys() -> None:
    """Law: a rung leaves its lesson for the game; then each task is one team's, all teams answer in turn, and
    only the answer scores."""
    school = School(BoardTable("troika", {"starter": "light"}))
    begin = BeginLesson(teams=3, minutes=10, lesson=Rung.COMPLETE)
    assert school.room.remainder(begin) == Learn(Rung.COMPLETE)
    assert school.room.remainder(EndLesson()) is None
    school.ask(begin)
    school.table.send(LessonAsked(school.table.now, Rung.COMPLETE, 0))
    answering = []
    for _ in range(2):
        school.table.put_right()
        assert school.look()["vote"]["open"]
        lesson = school.table.state.lesson
        assert lesson is not None
        assert lesson.task is not None
        answering.append({one["team"] for one in school.look()["seats"]})
        piece, _, site = lesson.task.solution[0].partition("@")
        school.drop((site, piece))
        school.wait(0)
        school.table.press("OK")
        school.look()
    assert answering == [{"A"}, {"B"}]
    assert school.scores == [1, 1, 0]
    assert (school.look()["game"], school.look()["lesson"]) == (3, "Complete")
    school.ask(EndLesson())
    assert [one["ply"] for one in school.sheet["diagrams"]] == [1, 1]


def test_wrong_wishes_are_refused_and_change_nothing() -> None:
    """Law: one lesson at a time, two to six teams, minutes that make sense."""
    school = School()
    for request in (EndLesson(), KeepFind(), BeginLesson(1, 10), BeginLesson(7, 10), BeginLesson(2, 0)):
        with pytest.raises(PlayerError):
            school.ask(request)
        assert school.look() == {}
    school.ask(BeginLesson(2, 10, Rung.BLOCK))
    with pytest.raises(PlayerError, match="under way"):
        school.ask(BeginLesson(2, 10))
    assert school.look()["lesson"] == "Block"


def test_a_sheet_is_bounded_however_many_games_are_begun() -> None:
    """Law: memory does not grow with games; the latest positions stay."""
    school = School()
    school.ask(BeginLesson(teams=2, minutes=60))
    for _ in range(MOST_DIAGRAMS + 2):
        school.drop(("Aa1", "white"))
        school.table.ask_new({"players": 3})
        school.table.press("OK")
        school.table.clear()
        school.look()
    school.ask(EndLesson())
    diagrams = school.sheet["diagrams"]
    assert [one["game"] for one in diagrams] == list(range(3, MOST_DIAGRAMS + 3))
