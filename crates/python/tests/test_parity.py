"""What Python says is what the command line says."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import pypoda
from conftest import Poda, random_position

#: How many positions of each board. docs/python.md says what came out with 200.
POSITIONS = int(os.environ.get("PODA_POSITIONS", "4"))


#: Boards of every game: the least and the most random moves that lead to a position, an agent, and whether a solver is quick there.
BOARDS = [
    ("connect4", 24, 34, "alphabeta:depth=4", True),
    ("connect4:4x5", 4, 14, "strong:depth=6", True),
    ("connect4:5x5", 8, 16, "strong:depth=5", True),
    ("connect4:7x10", 0, 40, "strong:depth=4", False),
    ("connect4:6x7,players=3", 0, 30, "maxn:depth=3", False),
    ("connect4:6x7,connect=5", 0, 36, "alphabeta:depth=4", False),
    ("dots:2x2", 0, 10, "minimax:depth=3", True),
    ("dots:3x3", 10, 20, "alphabeta:depth=3", True),
    ("tictactoe", 0, 7, "minimax:depth=4", True),
    ("tictactoe:4x4,row=4", 5, 12, "alphabeta:depth=4", True),
]


@pytest.mark.parametrize(("spec", "least", "most", "agent", "solves"), BOARDS, ids=[board[0] for board in BOARDS])
def test_moves_values_and_reports(poda: Poda, spec: str, least: int, most: int, agent: str, solves: bool) -> None:
    game = pypoda.Game(spec)
    numbers = random.Random(spec)
    for _ in range(POSITIONS):
        position = random_position(game, numbers, numbers.randrange(least, most))
        analysed = poda.json("analyze", spec, position.moves, "--agent", agent, "--all")
        report = pypoda.Agent(agent, game).think(position, all_moves=True).to_dict()
        assert report == {key: analysed[key] for key in report}
        assert sorted(position.legal_moves) == sorted(row["move"] for row in analysed["moves"])
        if solves:
            solved = poda.json("solve", spec, position.moves, "--moves")
            found = pypoda.Solver(game).solve(position)
            assert position.legal_moves == [row["move"] for row in solved["moves"]]
            assert found.value == solved["value"]
            assert found.nodes == solved["nodes"]
            assert found.moves == {row["move"]: row["value"] for row in solved["moves"]}


def test_three_players_and_trees(poda: Poda) -> None:
    spec = "connect4:6x7,players=3"
    position = pypoda.Game(spec).position("4435")
    analysed = poda.json("analyze", spec, "4435", "--agent", "maxn:depth=4")
    report = pypoda.Agent("maxn:depth=4", spec).think(position).to_dict()
    assert report == {key: analysed[key] for key in report}
    text = poda.text("tree", "connect4:4x4", "1122", "--nodes", "100000")
    assert pypoda.tree(pypoda.Game("connect4:4x4").position("1122"), format="text").rstrip() == text.rstrip()


def test_a_match(poda: Poda) -> None:
    told = poda.json("match", "connect4", "level:2", "level:1", "--games", "10", "--seed", "7")
    own = pypoda.match("connect4", ["level:2", "level:1"], games=10, seed=7)
    for row, other in zip(own["agents"], told["agents"], strict=True):
        for key in ["agent", "wins", "draws", "losses", "score", "interval"]:
            assert row[key] == other[key]
    assert {key: own[key] for key in ["game", "games", "openings", "seed"]} == {
        key: told[key] for key in ["game", "games", "openings", "seed"]
    }


def test_a_review(poda: Poda) -> None:
    moves = "4453521"
    assert pypoda.review(pypoda.Game("connect4").position(moves)) == poda.json("review", "connect4", moves)


def test_the_report_of_an_experiment(poda: Poda, tmp_path: Path) -> None:
    from pypoda import lab

    there, here = tmp_path / "there", tmp_path / "here"
    poda.text("lab", "run", "s3-ties", "--quick", "--out", str(there))
    lab.run("s3-ties", quick=True, out=here, progress=False)
    for form in ["text", "md", "csv", "html", "json"]:
        reports = [poda.text("lab", "report", str(folder), "--no-times", "--format", form) for folder in (there, here)]
        assert reports[0] == reports[1]
