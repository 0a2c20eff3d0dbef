"""Troika at a board: the die, stacks, sentences of the rules, the training, tags without order."""

from itertools import permutations
from random import Random

import pytest
from tests.unit.session.board_table import BoardTable

from triboard.light.palette import DEFAULT
from triboard.light.scene import Role
from triboard.rules import troika
from triboard.session.troika import MANNERS
from triboard.units import SECOND, Duration, Piece, Seat, Site
from triboard.web.view import view_of

NOW = Duration(0)
BOARDS = pytest.mark.parametrize("board", ["troika", "troika-tags"])


def played(*texts: str, board: str = "troika", **options: object) -> BoardTable:
    table = BoardTable(board, {"starter": "light"} | options)
    lay(table, *texts)
    assert table.moves[-len(texts) :] == list(texts)
    return table


def lay(table: BoardTable, *texts: str) -> None:
    for text in texts:
        table.drop(text[3:], text[:2])


# Who starts


def test_the_die_is_asked_for_and_nobody_or_everybody_is_on_turn() -> None:
    """Law (troika §2): before the throw both seats shine, and so does the button."""
    table = BoardTable("troika")
    assert table.says == "Ready. Throw the die, or let whoever starts lay the first pyramid."
    assert table.lit(Role.TURN) == {"seat:0", "seat:1", "button:DIE"}
    assert table.lit(Role.TARGET) == set()
    table.take("Kl")
    assert table.lit(Role.TARGET) == set(troika.SITES)
    table.put_back()
    assert table.lit(Role.TARGET) == set()


@pytest.mark.parametrize(("die", "text", "says"), [(2, "die:red", "Light"), (5, "die:black", "Dark")])
def test_the_electronic_die_tells_who_starts(die: int, text: str, says: str) -> None:
    """Law (troika §2): the owner of the colour."""
    table = BoardTable("troika")
    table.die = die
    table.press("DIE")
    assert (table.moves, table.says) == ([text], f"{says} to lay a pyramid.")
    described = view_of(table.state)["last"]["text"]
    assert described == f"The die shows {text[4:]}: {says} starts."


def test_the_die_is_not_thrown_twice() -> None:
    """Law (troika §2): and the board says so."""
    table = played("Wl@b2")
    table.press("DIE")
    assert (table.moves, table.says) == (
        ["Wl@b2"],
        "It is settled who starts; the die is not thrown again.",
    )


@pytest.mark.parametrize(("piece", "die"), [("Rl", "die:white"), ("Bs", "die:green")])
def test_without_a_throw_the_first_pyramid_tells_who_starts(piece: str, die: str) -> None:
    """Law (troika §2): a real die needs no button."""
    table = BoardTable("troika")
    table.drop("b2", piece)
    assert table.moves == [die, f"{piece}@b2"]


@BOARDS
def test_two_first_pyramids_at_once_are_asked_about(board: str) -> None:
    """Law (§7): nobody picks who was first; with one of them off it is clear."""
    table = BoardTable(board)
    table.set_up({"a1": ("Wl",), "c3": ("Gm",)})
    assert (table.moves, table.lit(Role.CHOICE)) == ([], {"a1", "c3"})
    table.lift("a1")
    assert table.moves == ["die:green", "Gm@c3"]


def test_the_order_of_a_stack_tells_who_was_first() -> None:
    """Law (§6): where levels are read, what lies below was laid before."""
    table = BoardTable("troika")
    table.set_up({"a1": ("Wl", "Gm")})
    assert table.moves == ["die:white", "Wl@a1", "Gm@a1"]


# Stacks


def test_targets_are_the_fields_that_take_some_pyramid_of_the_side_on_turn() -> None:
    """Law (troika §4, §13): a side without mediums sees no field with a large or a small on top."""
    table = played("Wm@a1", "Gl@b1", "Ym@b2", "Gs@c1", "Rm@c2", "Gm@a3")
    assert view_of(table.state)["legal"] == ["a1", "a2", "a3", "b2", "b3", "c2", "c3"]
    assert all(piece is None for piece in MANNERS.targets(table.state.game).values())


@BOARDS
@pytest.mark.parametrize(
    ("piece", "text"),
    [
        (
            "Gs",
            (
                "The small green pyramid cannot stand on the large white pyramid:"
                " small and large do not stand on each other."
            ),
        ),
        (
            "Gl",
            "The large green pyramid cannot stand on the large white pyramid: they have the same size.",
        ),
        ("Wm", "It is Dark's turn, and the medium white pyramid belongs to Light."),
    ],
)
def test_a_forbidden_pyramid_is_explained_by_its_rule_and_asked_off(
    board: str, piece: str, text: str
) -> None:
    """Law (§10, §11): the sentence at once, the cure after the grace, and then the game goes on."""
    table = played("Wl@b2", board=board)
    table.drop("b2", piece)
    assert (table.phase, table.says, table.lit(Role.WRONG)) == ("correction", text, {"b2"})
    table.wait(Duration(5 * SECOND))
    assert table.says == f"{text} Take the {MANNERS.thing(Piece(piece))} off b2."
    table.lift("b2")
    assert (table.phase, table.moves) == ("play", ["Wl@b2"])


def test_thirteen_pyramids_stand_on_one_field() -> None:
    """Law (troika §10): the highest stack there can be is played and read to its top."""
    chance = Random(1)
    while True:
        state, moves = troika.GAME.start({"starter": "light"}), []
        while troika.GAME.outcome(state) is None:
            legal = list(troika.GAME.legal_moves(state))
            quiet = [move for move in legal if not troika.GAME.play(state, move).troikas]
            high = [move for move in quiet if isinstance(move, troika.Lay) and move.field == 4]
            moves.append(chance.choice(high if high and chance.random() < 0.8 else quiet or legal))
            state = troika.GAME.play(state, moves[-1])
        if len(state.stacks[4]) == 13:
            break
    table = played(*(troika.GAME.format_move(move) for move in moves))
    assert len(table.world.standing(Site("b2"))) == 13


@BOARDS
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_lifting_tops_takes_their_moves_back(board: str, depth: int) -> None:
    """Law (§2): the top first, any depth, after slide."""
    table = played("Wl@b2", "Gm@b2", "Ys@b2", "Bm@b2", board=board)
    for _ in range(depth):
        table.lift("b2", wait=NOW)
    assert len(table.moves) == 4
    table.wait(SECOND)
    assert table.moves == ["Wl@b2", "Gm@b2", "Ys@b2", "Bm@b2"][: 4 - depth]


@BOARDS
def test_two_plies_on_one_stack_within_one_settle_window_are_both_recovered(board: str) -> None:
    """Law (§6): the second stands on the first before the first was understood."""
    table = played("Wl@b2", board=board)
    table.world.drop(Site("b2"), Piece("Gm"))
    table.drop("b2", "Ys")
    assert table.moves == ["Wl@b2", "Gm@b2", "Ys@b2"]


def test_a_pyramid_put_back_is_counted_for_its_sensor_and_no_other() -> None:
    """Law (§8): empty levels above a stack are no dropouts."""
    table = played("Wl@b2", "Gm@b2", "Ys@a1")
    table.lift("b2", wait=NOW)
    table.drop("b2", "Gm")
    assert (len(table.moves), table.state.put_backs) == (3, {"b2": 1})


def test_one_pyramid_in_two_places_is_a_conflict_of_sensors() -> None:
    """Law (§12): which pyramid, and where."""
    table = played("Wl@b2")
    table.set_up({"b2": ("Wl",), "c3": ("Wl",)})
    assert table.says == (
        "The large white pyramid is seen on b2 and c3 at once, and there is only one. Look at these places."
    )


# Tags tell no order


@pytest.mark.parametrize("order", list(permutations(["Wl", "Gm", "Ys"])))
def test_a_set_agrees_with_the_record_in_any_order(order: tuple[str, ...]) -> None:
    """Law (troika §13): the order of a nested stack comes from the record."""
    table = played("Wl@b2", "Gm@b2", "Ys@b2", board="troika-tags")
    table.set_up({"b2": order})
    assert (table.phase, table.moves) == ("play", ["Wl@b2", "Gm@b2", "Ys@b2"])
    assert table.state.expected.slots == {"b2": ("Wl", "Gm", "Ys")}


def test_a_dead_reader_hides_its_stack_and_nothing_else() -> None:
    """Law: unknown is never empty; the game goes on around it."""
    table = played("Wl@b2", "Gm@b2", board="troika-tags")
    table.blind = {Site("b2")}
    table.drop("a1", "Ys")
    assert table.moves == ["Wl@b2", "Gm@b2", "Ys@a1"]


# The end and the next game


def test_a_troika_wins_runs_and_is_said() -> None:
    """Law (troika §6, §7): its line runs in the colour that the three share."""
    table = played("Ws@a1", "Gs@a3", "Wm@b1", "Gm@c3", "Wl@c1")
    assert table.phase == "finished"
    assert table.runs == [("a1", "b1", "c1")]
    view = view_of(table.state)
    assert view["outcome"]["text"] == "Light wins with a troika."
    assert view["last"]["lines"][0]["text"] == "A troika: a1, b1, c1."
    assert view["seats"][0]["score"] is None


def test_the_loser_of_the_first_game_is_not_the_starter_for_ever() -> None:
    """Law: without a die the other side starts the next game; a win counts one."""
    table = played("Ws@a1", "Gs@a3", "Wm@b1", "Gm@c3", "Wl@c1")
    table.clear()
    assert (table.phase, table.says) == ("play", "Ready. Dark begins.")
    assert table.state.match.totals == (1, 0)


def test_pyramids_shine_in_their_colours() -> None:
    """Law: the light of a pyramid is that of its colour, whatever its size."""
    for piece in MANNERS.seat_pieces(None, Seat(0)):  # type: ignore[arg-type]  # no state is needed
        name = {"W": "white", "Y": "yellow", "R": "red"}[piece[0]]
        assert DEFAULT.pieces[Piece(name)] == DEFAULT._of(piece, DEFAULT.line)


# The training


def training() -> BoardTable:
    table = BoardTable("troika", {"mode": "training", "task": ["Ws@a1", "Wm@b1"]})
    assert table.phase == "setup"
    table.set_up({"a1": ("Ws",), "b1": ("Wm",)})
    return table


def test_a_training_has_its_two_pyramids_set_up_first() -> None:
    """Law (§19, troika §11): each is asked for by name; the field is lit, the pyramid left to be found."""
    table = BoardTable("troika", {"mode": "training", "task": ["Ws@a1", "Wm@b1"]})
    assert table.says.endswith("Put the small white pyramid on a1.")
    table.drop("a1", "Ws")
    assert table.says.endswith("Put the medium white pyramid on b1.")
    table.drop("b1", "Wm")
    assert table.says == "Ready. Which pyramid makes a troika with these two? Lay it on the third field."
    assert MANNERS.targets(table.state.game) == {"c1": None}


def test_a_wrong_answer_gets_a_hint() -> None:
    """Law (troika §11): what is wrong with it, not what would be right."""
    table = training()
    table.drop("c1", "Yl")
    assert table.says == (
        "With the large yellow pyramid the colours would be neither all the same nor all different."
    )
    table.lift("c1")
    table.drop("c1", "Wl")
    assert table.moves == ["Wl@c1"]
    assert view_of(table.state)["outcome"]["text"] == "Right: the large white pyramid makes a troika."


def test_the_next_training_has_another_task_and_no_winner() -> None:
    """Law (troika §11): the session deals it; clearing the board asks for it."""
    table = training()
    table.drop("c1", "Wl")
    table.clear()
    assert table.state.match.totals == (0, 0)
    assert table.state.options["task"] != ["Ws@a1", "Wm@b1"]
    table.put_right()
    assert table.phase == "play"


def test_a_training_deals_itself_a_task_and_a_game_drops_it() -> None:
    """Law: options that do not go together are not left over from the game before."""
    table = played("Wl@b2")
    table.ask_new({"mode": "training"})
    table.press("OK")
    assert len(table.state.options["task"]) == 2
    assert "starter" not in table.state.options
    table.ask_new({"mode": "game"})
    assert "task" not in table.state.options
    tasks = [MANNERS.next_options({"mode": "training"})["task"]]
    for _ in range(20):
        tasks.append(MANNERS.next_options({"mode": "training", "task": tasks[-1]})["task"])
    assert len({str(task) for task in tasks}) > 15


def test_a_game_is_resumed_with_its_stacks() -> None:
    """Law (§20): the board agrees, so nobody is asked."""
    table = played("Wl@b2", "Gm@b2")
    table.restart()
    assert (table.phase, table.moves) == ("play", ["Wl@b2", "Gm@b2"])
    assert table.says == "The unfinished game goes on. Light to lay a pyramid."


def test_who_starts_can_be_left_to_the_die_again() -> None:
    """Law (page): `null` leaves an option to the game, whatever the game before had."""
    table = BoardTable("troika", {"starter": "dark"})
    table.ask_new({"starter": None})
    assert "starter" not in table.state.options
    assert set(table.state.on_turn) == {0, 1}
    assert "DIE" in table.state.manners.buttons(table.state.game, {})
