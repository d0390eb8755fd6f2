"""What the tests share."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

import pypoda
from pypoda import cluster

#: Boards of every game that the tests go through.
GAMES = [
    "connect4",
    "connect4:4x5",
    "connect4:7x10",
    "connect4:6x7,players=3",
    "connect4:6x7,connect=5",
    "dots:2x2",
    "dots:3x3",
    "tictactoe",
    "tictactoe:4x4,row=4",
]


def random_position(game: pypoda.Game, random_numbers: random.Random, plies: int) -> pypoda.Position:
    """A position after at most so many random moves, not finished."""
    position = game.start()
    for _ in range(plies):
        after = position.play(random_numbers.choice(position.legal_moves))
        if after.outcome is not None:
            break
        position = after
    return position


class Poda:
    """The command line, to compare with."""

    def __init__(self, program: Path) -> None:
        self.program = program

    def text(self, *arguments: str) -> str:
        here = {**os.environ, "PODA_PYTHON": sys.executable}
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, check=False, env=here)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *arguments: str) -> Any:
        return json.loads(self.text(*arguments, "--json"))


@pytest.fixture(scope="session")
def poda() -> Poda:
    """The program that cargo built; PODA names another one."""
    top = Path(__file__).parents[3]
    program = Path(os.environ.get("PODA", top / "target/debug/poda"))
    if not program.exists():
        pytest.skip(f"{program} is not there: cargo build makes it")
    return Poda(program)


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    """A cluster of two workers. Whoever kills one gets another."""
    with cluster.local_cluster(2) as local, Client(local) as client:
        yield client


def kill_a_worker(client: Client, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A worker will die while chunks are under way: right after the first has come back. Returns who was killed, once that is so."""
    killed: list[int] = []
    collect = cluster.Driver.collect
    before: list[int] = []

    def collect_and_kill(self: cluster.Driver) -> None:
        before.append(len(self.kept))
        collect(self)
        if not killed and len(self.kept) > before[0]:
            victim = next(iter(client.run(os.getpid).values()))
            killed.append(victim)
            os.kill(victim, signal.SIGKILL)

    monkeypatch.setattr(cluster.Driver, "collect", collect_and_kill)
    return killed
