"""How fast pypoda is, beside others, in one run: `python3 benches.py [Test_L1_R2.txt PODA]`. CPU time, as machines are seldom idle."""

from __future__ import annotations

import random
import resource
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


def solving(file: Path, program: Path, count: int = 100) -> None:
    """The first positions of a file, from Python and from Rust, each with an empty table: all that the processor did for them."""
    lines = [line.split() for line in file.read_text().splitlines()[:count]]
    game = pypoda.Game("connect4")
    start = time.process_time()
    for moves, value in lines:
        assert pypoda.Solver(game, book=False).solve(game.position(moves), moves=False).value == int(value)
    ours = time.process_time() - start
    with TemporaryDirectory() as folder:
        few = Path(folder) / "few.txt"
        few.write_text("\n".join(" ".join(line) for line in lines) + "\n")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, "solve", "connect4", "--file", few], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    rust = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"solving {count} positions of {file.name}: {ours:.2f} s from Python, {rust:.2f} s by {program.name}: {ours / rust:.3f} x")


def main() -> None:
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
    if len(sys.argv) > 2:
        solving(Path(sys.argv[1]), Path(sys.argv[2]))


if __name__ == "__main__":
    main()
