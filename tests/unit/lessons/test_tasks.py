"""The task files: every answer is searched for again, none comes twice, no idea more than five times."""

from collections import Counter
from typing import Any

import pytest

from triboard.errors import ConfigurationError
from triboard.lessons.goals import finished, mover, reaches
from triboard.lessons.holding import hold
from triboard.lessons.ideas import idea_of
from triboard.lessons.library import as_toml, read_tasks, task_named, tasks_of
from triboard.lessons.making import gather
from triboard.lessons.symmetry import key_of
from triboard.lessons.task import Rung, Task
from triboard.lessons.verdict import Worth, answers, forces, judged, pointed, poses, position_of
from triboard.rules.chance import Below
from triboard.rules.registry import GAMES
from triboard.units import Site
from triboard.words import ENGLISH

FEWEST = 20
MOST_TO_A_TAG = 5
FEWEST_WRONG = 2
FEWEST_MOVES = 3
EVERY = [(game, task.name) for game in GAMES for task in tasks_of(game)]


def check(task: Task) -> None:
    """The answers, by exhaustive search, are those of the file; wrong ones fail as it says."""
    played = position_of(task)
    rules, state = played.game, played.states[-1]
    assert poses(task.game, task.rung, state), "an easier question hides the one of the rung"
    found = answers(task.game, task.rung, state)
    texts = {one if task.rung is Rung.SEE else rules.format_move(one) for one in found}
    assert texts == set(task.solution)
    if task.rung is Rung.SEE:
        assert len(finished(task.game, state)) == 1
        assert idea_of(task.game, task.rung, state, None) == task.tag
        assert all(pointed(task, Site(wrong.move)).worth is Worth.SAFE for wrong in task.wrong)
        return
    assert rules.to_move(state) == task.side
    assert {idea_of(task.game, task.rung, state, move) for move in found} == {task.tag}
    if task.rung is Rung.COMPLETE:
        others = [move for move in rules.legal_moves(state) if rules.format_move(move) not in task.solution]
        later = {
            rules.format_move(move) for move in others if forces(task.game, state, rules.play(state, move))
        }
        assert later == set(task.also)
    if task.rung is Rung.BLOCK:
        assert hold(task.game, state, found), "told that it is right, and lost all the same"
    check_that_it_can_be_failed(task, state)
    for wrong in task.wrong:
        move = rules.parse_move(wrong.move)
        verdict = judged(task, state, move)
        after = rules.play(state, move)
        if wrong.reply is None:
            assert verdict.worth is Worth.SAFE
        else:
            assert verdict.worth is Worth.LOSES
            assert mover(task.game, after) != mover(task.game, state)
            assert reaches(task.game, after, rules.play(after, rules.parse_move(wrong.reply)))
    for text in task.solution:
        assert judged(task, state, rules.parse_move(text)).worth is Worth.SOLVED
    for text in task.also:
        assert judged(task, state, rules.parse_move(text)).worth is Worth.ALSO


def check_that_it_can_be_failed(task: Task, state: Any) -> None:
    """There is something to choose from, and typical wrong answers among it."""
    rules = GAMES[task.game]
    legal = {rules.format_move(move) for move in rules.legal_moves(state)}
    wrong = {one.move for one in task.wrong}
    assert len(legal) >= FEWEST_MOVES
    assert len(wrong) >= FEWEST_WRONG
    assert wrong <= legal - {*task.solution, *task.also}


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_the_answers_of_every_task_are_those_of_the_solver(game: str, name: str) -> None:
    """Law (issue 9 point 9): solution, other wins, wrong answers and refutations are verified by search."""
    check(task_named(game, name))


@pytest.mark.parametrize("game", GAMES)
def test_tasks_differ_and_no_idea_is_worn_out(game: str) -> None:
    """Law (issue 9 point 9): at least 20 a game, different up to symmetry, at most 5 to a tag; every rung has
    enough to climb it, and every idea has its sentence."""
    tasks = tasks_of(game)
    assert len(tasks) >= FEWEST
    tags = Counter(task.tag for task in tasks)
    assert max(tags.values()) <= MOST_TO_A_TAG
    assert all(f"idea-{tag}" in ENGLISH for tag in tags)
    keys = {(task.rung, key_of(game, position_of(task).states[-1])) for task in tasks}
    assert len(keys) == len(tasks)
    rungs = Counter(task.rung for task in tasks)
    assert min(rungs[rung] for rung in Rung if not rung.played) >= MOST_TO_A_TAG


@pytest.mark.parametrize("game", GAMES)
def test_a_task_file_reads_as_it_was_written(game: str) -> None:
    """Law: reading inverts writing, so that the tool's files are the program's."""
    tasks = tasks_of(game)
    assert read_tasks(as_toml(tasks, "made\nby a test"), "test") == tasks


def test_a_wrong_file_is_told_at_its_places() -> None:
    """Law: all mistakes of a file come together, each with its place and remedy."""
    text = '[[task]]\nname = "a"\nrung = "sea"\nmoves = "x"\nside = 9\n'
    with pytest.raises(ConfigurationError) as refused:
        read_tasks(text, "mine.toml")
    told = str(refused.value)
    for place in ("mine.toml: game", "mine.toml: task[0].rung", "task[0].tag", "task[0].side", "solution"):
        assert place in told
    with pytest.raises(ConfigurationError, match="complete-1"):
        task_named("troika", "complete-1x")


@pytest.mark.parametrize(("game", "games"), [("trike", 12), ("trioker", 6)])
def test_the_tool_makes_tasks_that_are_right(game: str, games: int) -> None:
    """Law: whatever the tool finds passes the same checks, and the same chance finds the same."""
    made = gather(game, counting(3), games)
    assert made
    assert made == gather(game, counting(3), games)
    for task in made[:6]:
        check(task)


def counting(start: int) -> Below:
    """Chance that can be repeated: a linear congruence."""
    number = start

    def below(limit: int) -> int:
        nonlocal number
        number = (number * 1103515245 + 12345) % (1 << 31)
        return (number >> 8) % limit

    return below


def test_symmetric_positions_have_one_key() -> None:
    """Law: turned, mirrored and recoloured positions are the same; others are not."""

    def after(game: str, options: dict[str, object], moves: str) -> object:
        rules = GAMES[game]
        state = rules.start(options)  # type: ignore[arg-type]  # options of a test
        for text in moves.split():
            state = rules.play(state, rules.parse_move(text))
        return key_of(game, state)

    light: dict[str, object] = {"starter": "light"}
    one = after("troika", light, "Ws@a1 Gm@b2")
    assert one == after("troika", light, "Rl@c3 Bm@b2")
    assert one != after("troika", light, "Wm@a1 Gm@b2")
    seven: dict[str, object] = {"size": 7, "swap": False}
    assert after("trike", seven, "a1 b1") == after("trike", seven, "g7 g6")
    assert after("trike", seven, "a1 b1") != after("trike", seven, "a1 c1")
    three: dict[str, object] = {"players": 3}
    assert after("ttt3d", three, "w@Aa1 k@Bb2") == after("ttt3d", three, "w@Cc3 k@Bb2")
    assert after("ttt3d", three, "w@Aa1 k@Bb2") != after("ttt3d", three, "w@Ab1 k@Bb2")
    pair: dict[str, object] = {"mode": "pair-impair"}
    assert after("trioker", pair, "U3,3:001") == after("trioker", pair, "U3,3:223")
