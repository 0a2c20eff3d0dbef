"""Troika training (troika §11) and the options of Troika."""

import itertools
from random import Random

import pytest

from triboard.errors import ConfigurationError, IllegalMoveError
from triboard.rules.game import OptionValue, Outcome
from triboard.rules.troika import DARK, GAME, LIGHT, SITES, State, completed, deal_task, playout
from triboard.units import Seat


def training(*task: str) -> State:
    return GAME.start({"mode": "training", "task": list(task)})


def refusal(state: State, text: str) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        GAME.play(state, GAME.parse_move(text))
    return caught.value


def mistakes(**options: OptionValue) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        GAME.start(options)
    return [str(mistake) for mistake in caught.value.mistakes]


def test_the_one_legal_move_lays_the_third_pyramid_on_the_third_field() -> None:
    """troika §11: two small pyramids of two colours ask for the small one of the third colour."""
    state = training("Ws@a1", "Ys@c3")
    assert GAME.position(state).pieces == {"a1": ("Ws",), "c3": ("Ys",)}
    assert [GAME.format_move(move) for move in GAME.legal_moves(state)] == ["Rs@b2"]
    assert (GAME.to_move(state), GAME.outcome(state)) == (LIGHT, None)


def test_the_right_answer_ends_the_training_as_a_troika() -> None:
    """troika §11: the side of the pyramids wins."""
    state = GAME.play(training("Gs@a3", "Bm@b3"), GAME.parse_move("Kl@c3"))
    assert completed(state) == (("a3", "b3", "c3"),)
    assert GAME.outcome(state) == Outcome((DARK,), (Seat(1),), "troika")
    assert (GAME.legal_moves(state), GAME.to_move(state)) == ((), None)
    assert refusal(state, "Kl@c3").code == "game-over"


def test_every_deal_has_exactly_one_answer() -> None:
    """troika §6, §11: any two determine the third; dealt tasks are accepted and their answer is a troika."""
    random = Random(1)
    seen = set()
    for _ in range(300):
        task = deal_task(random.randrange)
        seen.add(tuple(task))
        state = GAME.start({"mode": "training", "task": list(task)})
        (answer,) = GAME.legal_moves(state)
        assert len(completed(GAME.play(state, answer))) == 1
        assert playout(state, random.randrange) == GAME.outcome(GAME.play(state, answer))
    assert len(seen) > 250


def test_a_task_may_be_one_text_with_a_comma() -> None:
    """On a command line: `--set task=Ws@a1,Ys@c3`."""
    assert GAME.start({"mode": "training", "task": "Ws@a1, Ys@c3"}) == training("Ws@a1", "Ys@c3")


@pytest.mark.parametrize(
    ("answer", "code", "words"),
    [
        ("Rs@a1", "training-field", "A pyramid is shown on a1; find the free field."),
        ("Rs@a2", "training-field", "a2 is not on the line of the two pyramids."),
        ("Ws@b2", "training-pyramid", "The small white pyramid is shown on the board already."),
        ("Gs@b2", "training-pyramid", "All three pyramids of a troika belong to the same player."),
        (
            "Rm@b2",
            "training-pyramid",
            "With the medium red pyramid the sizes would be neither all the same nor all different.",
        ),
        (
            "Yl@b2",
            "training-pyramid",
            (
                "With the large yellow pyramid the colours and the sizes would be neither all the same"
                " nor all different."
            ),
        ),
    ],
)
def test_a_wrong_answer_is_refused_with_a_hint(answer: str, code: str, words: str) -> None:
    """troika §11: the hint says what is wrong and keeps the answer back."""
    caught = refusal(training("Ws@a1", "Ys@c3"), answer)
    assert (caught.code, caught.rule, str(caught.words)) == (code, "troika §11", words)


def test_every_wrong_answer_is_refused() -> None:
    """troika §11: one of 162 placements is right."""
    state = training("Rl@b1", "Wm@b3")
    right = [
        text
        for letter, size, site in itertools.product("WYRGBK", "sml", SITES)
        if not _is_refused(state, text := f"{letter}{size}@{site}")
    ]
    assert right == ["Ys@b2"]
    assert refusal(state, "die:red").code == "no-die"


def _is_refused(state: State, text: str) -> bool:
    try:
        GAME.play(state, GAME.parse_move(text))
    except IllegalMoveError:
        return True
    return False


@pytest.mark.parametrize(
    ("task", "words"),
    [
        (["Ws@a1", "Gs@b1"], "three pyramids of one side"),
        (["Ws@a1", "Ws@b1"], "only one small white pyramid"),
        (["Ws@a1", "Ys@a1"], "a1 and a1 are not two fields of a line"),
        (["Ws@a1", "Ys@c2"], "a1 and c2 are not two fields of a line"),
        (["Ws@a1"], "does not show two pyramids"),
        (["Ws@a1", 3], "does not show two pyramids"),
        ("Ws@a1", "does not show two pyramids"),
        (7, "does not show two pyramids"),
        (["Ws@a1", "Zs@b1"], "“Zs” is no pyramid"),
        (["Ws@a1", "Ys@d1"], "“d1” is no field"),
        (["Ws@a1", "die:red"], "“die:red” is no placement"),
    ],
)
def test_a_task_that_is_none_is_explained(task: OptionValue, words: str) -> None:
    """troika §11: two pyramids of one side on two fields of a line."""
    (found,) = mistakes(mode="training", task=task)
    assert found.startswith("task: ")
    assert words in found


def test_a_training_without_a_task_asks_for_one() -> None:
    """troika §11: the session deals it; the rules draw nothing."""
    (found,) = mistakes(mode="training")
    assert found.startswith("task: a training needs a task")


def test_a_game_has_no_task_and_a_training_no_starter() -> None:
    """Options that have no meaning are mistakes, not silently dropped."""
    assert mistakes(task=["Ws@a1", "Ys@b1"]) == ["task: only a training has a task. Add mode=training"]
    found = mistakes(mode="training", task=["Ws@a1", "Ys@b1"], starter="light")
    assert found == ["starter: a training has no starter. Leave it out"]


def test_absent_options_take_their_defaults() -> None:
    """Null is absent."""
    assert (
        GAME.start()
        == GAME.start({"starter": None, "mode": None, "task": None})
        == GAME.start({"mode": "game"})
    )


def test_every_wrong_option_is_reported_at_once() -> None:
    """All mistakes together, with the nearest key or value."""
    assert mistakes(start="light", zeal=1, mode="traning", starter="drak", task=[]) == [
        "start: Troika has no such option. Did you mean starter?",
        "zeal: Troika has no such option. Options are starter, mode, task",
        "mode: 'traning' is not possible. Did you mean training?",
        "starter: 'drak' is not possible. Did you mean dark?",
        'task: [] does not show two pyramids. Write ["Wl@a1", "Ym@b2"]',
    ]
    assert mistakes(starter=True, mode=["game"]) == [
        "mode: ['game'] is not possible. Choose game or training",
        "starter: True is not possible. Choose light or dark",
    ]
