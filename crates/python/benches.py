"""How fast pypoda is, beside others, in one run.

    python3 benches.py                                    # steps of environments, beside PettingZoo's own; in CPU time
    python3 benches.py Test_L1_R2.txt PODA [PYTHON]       # solving, beside the program poda, and bitbully where PYTHON has it
    python3 benches.py ctrl-c [RUN]                       # how soon Ctrl-C ends each kind of long call; RUN: the directory of s4-table
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import pypoda
from pypoda.environments import VectorEnv

#: Of CPU time, for each figure.
SECONDS = 1.5


def steps(env: Any, seconds: float) -> float:
    """Steps a second of an AEC environment with random play, as PettingZoo's own loop has it."""
    numbers = random.Random(1)
    done, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        env.reset()
        for _agent in env.agent_iter():
            seen, _reward, over, cut, _info = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(numbers.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            done += 1
    return done / (time.process_time() - start)


def vector_steps(count: int, seconds: float) -> float:
    """Moves a second of many games at once, observations and masks included."""
    env = VectorEnv("connect4", count)
    env.reset()
    done, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        env.step(env.random_actions())
        env.observe()
        done += count
    return done / (time.process_time() - start)


def solving(file: Path, program: Path, bitbully: Path | None, count: int = 100, rounds: int = 3) -> None:
    """The first positions of a file from Python, from Rust and by bitbully, in turns: one thread, no book, the table cleared before each
    position and outside its time. The least time of each position counts, as `cargo xtask bench-peers` has it."""
    lines = [line.split() for line in file.read_text().splitlines()[:count]]
    game = pypoda.Game("connect4")
    solver = pypoda.Solver(game, book=False)

    def ours() -> list[float]:
        times = []
        for moves, value in lines:
            position = game.position(moves)
            solver.clear()
            start = time.perf_counter()
            found = solver.solve(position, moves=False).value
            times.append((time.perf_counter() - start) * 1e6)
            assert found == int(value)
        return times

    def theirs(command: list[str | Path], place: int) -> list[float]:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return [float(line.split()[place]) for line in done.stdout.splitlines()]

    with TemporaryDirectory() as folder:
        few = Path(folder) / "few.txt"
        few.write_text("\n".join(" ".join(line) for line in lines) + "\n")
        solvers: dict[str, Any] = {
            "pypoda": ours,
            program.name: lambda: theirs([program, "solve", "connect4", "--no-book", "--file", few], 3),
        }
        if bitbully is not None:
            script = Path(__file__).parents[2] / "peers/solve_bitbully.py"
            solvers["bitbully"] = lambda: theirs([bitbully, script, few], 2)
        least: dict[str, list[float]] = {}
        for _ in range(rounds):
            for name, solve in solvers.items():
                times = solve()
                least[name] = [min(pair) for pair in zip(least.get(name, times), times, strict=True)]
    for name, times in least.items():
        mean, own = sum(times) / count, sum(least["pypoda"]) / count
        print(f"{file.name}, first {count}, {name}: mean {mean:,.1f} microseconds, {mean / own:.3f} x pypoda's")


#: A long call: it says when it begins, and when it was ended.
LONG = """
import sys, tempfile, time
import pypoda
from pypoda import lab
{before}
try:
    print("ready", flush=True)
    {call}
    print("done", flush=True)
except KeyboardInterrupt:
    print(time.clock_gettime(time.CLOCK_MONOTONIC), flush=True)
    import os
    os._exit(0)
"""
SPEC = """
title = "x"
game = "connect4:7x7"
games = 99999
[[pairing]]
agents = ["alphabeta:depth=7", "alphabeta:depth=7"]
"""
MATCH = "position.game, ['alphabeta:depth=7', 'alphabeta:depth=7'], games=99999"
CLUSTER = "from distributed import Client; client = Client(n_workers=1, threads_per_worker=1, host='127.0.0.1', dashboard_address=None)"
GAME = "position = pypoda.Game('connect4:7x7').start()"
#: A bot that says who it is, and then thinks for ever.
BOT = """bot = "cmd:sh -c 'echo id name slow; echo games connect4; echo ok; echo ready; sleep 60'"
"""
#: What happens before each kind of long call, and the call.
CALLS = {
    "solve": (GAME, "pypoda.Solver(position.game).solve(position)"),
    "solve, two threads": (GAME, "pypoda.Solver(position.game, threads=2).solve(position)"),
    "solve, Dots and Boxes": ("position = pypoda.Game('dots:4x5').start()", "pypoda.solve(position)"),
    "solve, a new solver each time": ("position = pypoda.Game('dots:4x5').start()", "pypoda.Solver(position.game, threads=2).solve(position)"),
    "solve, tic-tac-toe": ("position = pypoda.Game('tictactoe:5x5,row=4').start()", "pypoda.solve(position)"),
    "forget": ("solver = pypoda.Solver('dots:4x5')", "[solver.clear() for _ in range(99_999)]"),
    "think": (GAME, "pypoda.Agent('strong:depth=40', position.game).think(position)"),
    "think, two threads": (GAME, "pypoda.Agent('strong:time=3600s,threads=2', position.game).think(position)"),
    "think, minimax": (GAME, "pypoda.Agent('minimax:depth=20', position.game).think(position)"),
    "think, max^n": ("game = pypoda.Game('connect4:6x7,players=3')", "pypoda.Agent('maxn:depth=20', game).think(game.start())"),
    "think, perfect": (GAME, "pypoda.Agent('perfect:time=3600s', position.game).think(position)"),
    "think, own evaluation": (GAME, "pypoda.Agent('minimax:depth=12', position.game, evaluation=lambda p, q: 0).think(position)"),
    "tree": (GAME, "pypoda.tree(position, 'minimax:depth=20')"),
    "tree, as a dictionary": (GAME, "[pypoda.tree(position, 'minimax:depth=6') for _ in range(9)]"),
    "tree, as a picture": (GAME, "[pypoda.tree(position, 'minimax:depth=6', format='svg') for _ in range(9)]"),
    "review": ("position = pypoda.Game('connect4:7x9').position('123456')", "pypoda.review(position, time=600)"),
    "review, a long game": ("position = pypoda.Game('dots:5x5').position('h11h12h13h14h15h21h22h23h24h25h31h32h33h34h35')", "pypoda.review(position, time=600)"),
    "review, three players": ("position = pypoda.Game('connect4:6x7,players=3').position('123456712345671')", "pypoda.review(position, time=600)"),
    "match": (GAME, f"pypoda.match({MATCH})"),
    "match, a silent bot": (GAME, "pypoda.match(position.game, ['cmd:sleep 20', 'random'])"),
    "making an experiment, a silent bot": ("", f"pypoda.Experiment({SPEC.replace('alphabeta:depth=7', 'cmd:sleep 20')!r})"),
    "match, a bot that thinks": (BOT, "pypoda.match('connect4', [bot, 'random'], games=99999)"),
    "match, own agent": (GAME, "pypoda.match(position.game, ['own', 'random'], own={'own': pypoda.OwnAgent('minimax:depth=12', lambda p, q: 0)})"),
    "match, own player": (GAME, "pypoda.match(position.game, ['own', 'random'], games=999999, own={'own': lambda p: p.legal_moves[0]})"),
    "a run": (f"run = pypoda.Experiment({SPEC!r}).open(tempfile.mkdtemp())", "run.play()"),
    "a chunk": (f"experiment = pypoda.Experiment({SPEC!r})", "experiment.play(list(range(99999)))"),
    "a run on a cluster": (CLUSTER, f"lab.run({SPEC!r}, out=tempfile.mkdtemp(), client=client, progress=False)"),
    "a report": ("import shutil; folder = shutil.copytree(RUN, tempfile.mkdtemp(), dirs_exist_ok=True)", "[lab.run('s4-table', out=folder, progress=False) for _ in range(9)]"),
    "opening a run": ("import shutil; folder = shutil.copytree(RUN, tempfile.mkdtemp(), dirs_exist_ok=True)", "[pypoda.Experiment('s4-table').open(folder).close() for _ in range(99)]"),
    "a report as a page": ("import shutil; report = lab.run('s4-table', out=shutil.copytree(RUN, tempfile.mkdtemp(), dirs_exist_ok=True), progress=False)", "[report.html for _ in range(9999)]"),
    "a book": ("", "pypoda.BookBuild('dots:4x4', 8)"),
    "a book's positions": ("build = pypoda.BookBuild('dots:4x4', 5)", "build.play(list(range(len(build))))"),
    "a teacher": ("env = pypoda.env('dots:4x5', teacher=True)", "env.reset()"),
}


def ctrl_c(run: Path | None = None, rounds: int = 20) -> None:
    """How long after Ctrl-C a call has ended, in milliseconds. It comes at any moment of the first two seconds."""
    numbers = random.Random(1)
    for name, (before, call) in CALLS.items():
        if "RUN" in before and run is None:
            continue
        took: list[float] = []
        while len(took) < rounds:
            program = LONG.format(before=before.replace("RUN", repr(str(run))), call=call)
            child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n", name
            time.sleep(numbers.random() * 2)
            sent = time.clock_gettime(time.CLOCK_MONOTONIC)
            child.send_signal(signal.SIGINT)
            # A call that was done before is no answer.
            if (told := child.stdout.readline()) != "done\n":
                took.append((float(told) - sent) * 1000)
            child.wait()
        took.sort()
        print(f"Ctrl-C, {name}: median {took[rounds // 2]:.0f} ms, at most {took[-1]:.0f} of {rounds}", flush=True)


def main() -> None:
    if sys.argv[1:2] == ["ctrl-c"]:
        ctrl_c(Path(sys.argv[2]) if len(sys.argv) > 2 else None)
        return
    if len(sys.argv) > 2:
        solving(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
        return
    # It needs pygame.
    from pettingzoo.classic import connect_four_v3

    theirs = steps(connect_four_v3.env(), SECONDS)
    raw = steps(connect_four_v3.raw_env(), SECONDS)
    print(f"connect_four_v3: {theirs:,.0f} steps/s; its raw_env {raw:,.0f}")
    for spec in ["connect4", "connect4:6x7,players=3", "dots:4x4", "tictactoe"]:
        ours = steps(pypoda.env(spec), SECONDS)
        print(f"pypoda.env({spec!r}): {ours:,.0f} steps/s, {ours / theirs:.1f} x connect_four_v3's")
    for count in [1, 64, 1024]:
        many = vector_steps(count, SECONDS)
        print(f"pypoda.vector_env('connect4', {count}): {many:,.0f} moves/s, {many / theirs:.1f} x")


if __name__ == "__main__":
    main()
