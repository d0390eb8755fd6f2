"""Agents, solvers, trees and reviews; with opinions that are written in Python."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import pypoda
from conftest import random_position

SPECS = ["connect4:5x5", "connect4", "connect4:7x10", "connect4:6x7,players=3", "dots:2x3", "dots:3x3", "tictactoe:4x4,row=4"]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("agent", ["minimax:depth=3", "alphabeta:depth=4", "strong:depth=4"])
def test_an_opinion_in_python_searches_what_the_same_one_in_rust_does(spec: str, agent: str) -> None:
    if "players=3" in spec and agent.startswith("strong"):
        agent = "paranoid:depth=4"
    game = pypoda.Game(spec)
    name = game.evaluations[1]
    asked = 0

    def opinion(position: pypoda.Position, player: int) -> int:
        nonlocal asked
        asked += 1
        return position.evaluate(name, player)

    numbers = random.Random(4)
    for _ in range(3):
        position = random_position(game, numbers, 4)
        own = pypoda.Agent(agent, game, evaluation=opinion).think(position)
        theirs = pypoda.Agent(f"{agent},eval={name}", game).think(position)
        assert own.to_dict() == theirs.to_dict()
    assert asked > 0


def test_minimax_and_alphabeta_agree() -> None:
    game = pypoda.Game("connect4:5x6")
    numbers = random.Random(5)
    for _ in range(20):
        position = random_position(game, numbers, 8)
        full = pypoda.Agent("minimax:depth=4", game).think(position)
        pruned = pypoda.Agent("alphabeta:depth=4", game).think(position)
        assert full.value == pruned.value
        assert full.nodes >= pruned.nodes


def test_what_an_opinion_raises_comes_back_as_itself() -> None:
    class Surprise(Exception):
        pass

    calls = 0

    def opinion(position: pypoda.Position, player: int) -> int:
        nonlocal calls
        calls += 1
        if calls == 100:
            raise Surprise("at last")
        return player

    agent = pypoda.Agent("alphabeta:depth=6", "connect4", evaluation=opinion)
    position = agent.game.start()
    with pytest.raises(Surprise, match="at last") as raised:
        agent.think(position)
    assert raised.traceback[-1].name == "opinion"
    assert calls == 100, "nobody is asked after that"
    # The agent can go on.
    assert agent.think(position, depth=2).depth == 2
    with pytest.raises(TypeError):
        pypoda.Agent("alphabeta:depth=2", "connect4", evaluation=lambda position, player: "much").think(position)  # type: ignore[arg-type,return-value]


def test_inside_a_search_the_way_to_a_position_is_not_known() -> None:
    def opinion(position: pypoda.Position, player: int) -> int:
        assert position._repr_svg_() is None
        with pytest.raises(ValueError, match="a search does not keep the moves"):
            position.moves  # noqa: B018
        return sum(cell == player for row in position.cells for cell in row)

    assert pypoda.Agent("alphabeta:depth=2", "connect4", evaluation=opinion).think(pypoda.Game("connect4").position("44")).value == 2


def test_limits_of_a_thought() -> None:
    agent = pypoda.Agent("strong:depth=20", "connect4")
    position = agent.game.start()
    assert agent.think(position, depth=3).depth == 3
    assert agent.think(position, nodes=5_000).nodes <= 5_000
    assert agent.think(position, time=0.05).depth >= 1
    depths: list[int] = []
    agent.think(position, depth=5, progress=lambda report: depths.append(report.depth))
    assert depths == sorted(depths)
    assert depths[-1] == 5
    for wrong in [-1.0, float("nan")]:
        with pytest.raises(ValueError, match="is not a time"):
            agent.think(position, time=wrong)
    with pytest.raises(ValueError, match="the game is over"):
        agent.think(agent.game.position("4455667"))
    with pytest.raises(ValueError, match="this is a position of dots:2x2: give one of connect4:6x7"):
        agent.think(pypoda.Game("dots:2x2").start())


def test_solvers() -> None:
    # The known values of the first moves.
    start = pypoda.Game("connect4").start()
    assert pypoda.solve(start).moves == {"1": -2, "2": -1, "3": 0, "4": 1, "5": 0, "6": -1, "7": -2}
    assert pypoda.solve(start).best_moves == ["4"]
    solver = pypoda.Solver("dots:2x3")
    assert solver.solve(solver.game.start()).value == -2
    again = solver.solve(solver.game.start(), moves=False)
    assert again.moves == {}
    solver.clear()
    assert solver.solve(solver.game.start(), moves=False).nodes > again.nodes, "it has forgotten what it found"
    assert pypoda.solve(pypoda.Game("tictactoe").start()).value == 0
    with pytest.raises(TimeoutError):
        pypoda.Solver("connect4", book=False).solve(start, time=0.01)
    with pytest.raises(ValueError, match="give 1 to 256"):
        pypoda.Solver("connect4", threads=0)


def test_progress_that_raises_ends_the_work() -> None:
    def stop(_nodes: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        pypoda.Solver("connect4", book=False).solve(pypoda.Game("connect4").start(), progress=stop)


def test_trees_and_reviews() -> None:
    position = pypoda.Game("connect4:4x4").position("1122")
    tree = pypoda.tree(position, "alphabeta:depth=3,ties=first")
    assert len(tree["nodes"]) == tree["searched"]
    assert pypoda.tree(position, format="text").startswith("root MAX")
    assert pypoda.tree(position, format="svg").startswith("<svg")
    with pytest.raises(ValueError, match="has no tree to show"):
        pypoda.tree(position, "random")
    review = pypoda.review(pypoda.Game("connect4").position("112233"), time=20)
    assert [move["ply"] for move in review["moves"]] == [1, 2, 3, 4, 5, 6]
    assert review["moves"][-1]["grade"] in ("mistake", "blunder", "slower", "best")


def test_threads_share_a_solver_and_an_agent() -> None:
    game = pypoda.Game("connect4:5x5")
    numbers = random.Random(6)
    positions = [random_position(game, numbers, 6) for _ in range(24)]
    alone = [pypoda.Solver(game).solve(position).moves for position in positions]
    solver, agent = pypoda.Solver(game), pypoda.Agent("alphabeta:depth=4", game)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda position: solver.solve(position).moves, positions)) == alone
        values = list(pool.map(lambda position: agent.think(position).value, positions))
    assert values == [pypoda.Agent("alphabeta:depth=4", game).think(position).value for position in positions]


def test_asyncio_goes_on_while_a_solver_works() -> None:
    async def both() -> tuple[int, int]:
        position = pypoda.Game("connect4:5x6").start()
        work = asyncio.create_task(asyncio.to_thread(pypoda.Solver("connect4:5x6").solve, position, moves=False))
        turns = 0
        while not work.done():
            await asyncio.sleep(0)
            turns += 1
        return (await work).value, turns

    value, turns = asyncio.run(both())
    assert value == 0
    assert turns > 1


STOPPED = """
import os, sys, tempfile, threading, pypoda
position = pypoda.Game("connect4:7x7").start()
told = threading.Event()
def go(*_):
    if not told.is_set():
        told.set()
        print("ready", flush=True)
def soon():
    threading.Timer(0.2, go).start()
def opinion(position, player):
    go()
    return 0
def shared():
    agent = pypoda.Agent("strong:depth=40", position.game)
    begun = threading.Event()
    threading.Thread(
        target=agent.think, args=(position,), kwargs={{"progress": lambda _: begun.set()}}, daemon=True
    ).start()
    begun.wait()
    soon()
    agent.think(position)
SPEC = '''
title = "Long"
game = "connect4:7x7"
games = 100000
[[pairing]]
agents = ["alphabeta:depth=7", "alphabeta:depth=7"]
[[view]]
kind = "standings"
title = "All"
'''
try:
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
    # Without waiting for whoever else is at work.
    os._exit(0)
"""
LONG = {
    "solve": "pypoda.Solver('connect4:7x7').solve(position, progress=go)",
    "think": "pypoda.Agent('strong:depth=40', position.game).think(position, progress=go)",
    "wait for an agent": "shared()",
    "own evaluation": "pypoda.Agent('minimax:depth=12', position.game, evaluation=opinion).think(position)",
    "match": "pypoda.match(position.game, ['alphabeta:depth=7', 'alphabeta:depth=7'], games=100000, progress=go)",
    "run": "pypoda.Experiment(SPEC).open(tempfile.mkdtemp()).play(progress=go)",
    "chunk": "soon(); pypoda.Experiment(SPEC).play(range(100000))",
    "making an experiment, a bot that is silent": "soon(); pypoda.Experiment(SPEC.replace('alphabeta:depth=7', 'cmd:sleep 20'))",
    "match, a bot that is silent": "soon(); pypoda.match(position.game, ['cmd:sleep 20', 'random'])",
    "match, own agent": (
        "pypoda.match(position.game, ['own', 'random'], own={'own': pypoda.OwnAgent('minimax:depth=12', opinion)})"
    ),
    "tree": "soon(); pypoda.tree(position, 'minimax:depth=20')",
    "review": "soon(); pypoda.review(pypoda.Game('connect4:7x9').position('123456'), time=600)",
    "review, heard": "soon(); pypoda.review(pypoda.Game('connect4:7x9').position('123456'), time=600, progress=go)",
    "book": "build = pypoda.BookBuild('dots:4x4', 4); soon(); build.play(list(range(len(build))))",
}


@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_ctrl_c_ends_long_calls(call: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", STOPPED.format(call=call)], stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "stopped\n"
    assert child.wait() == 0


def test_a_solver_whose_call_was_stopped_answers_again() -> None:
    solver = pypoda.Solver("connect4:7x7")
    threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        solver.solve(solver.game.start())
    late = random_position(solver.game, random.Random(1), 36)
    assert solver.solve(late).moves == pypoda.Solver(solver.game).solve(late).moves
