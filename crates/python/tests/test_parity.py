"""What Python says is what the command line says."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import pypoda
from conftest import GAMES, Poda, random_position

#: How many positions of each board. docs/python.md says what came out with many more.
POSITIONS = int(os.environ.get("PODA_POSITIONS", "4"))


@pytest.mark.parametrize(
    ("spec", "plies", "agent"),
    [
        ("connect4:5x5", 12, "strong:depth=5"),
        ("connect4", 26, "alphabeta:depth=4"),
        ("dots:2x3", 8, "alphabeta:depth=3"),
        ("tictactoe", 5, "minimax:depth=4"),
    ],
)
def test_moves_values_and_reports(poda: Poda, spec: str, plies: int, agent: str) -> None:
    game = pypoda.Game(spec)
    numbers = random.Random(spec)
    for _ in range(POSITIONS):
        position = random_position(game, numbers, numbers.randrange(plies // 2, plies))
        solved = poda.json("solve", spec, position.moves, "--moves")
        found = pypoda.Solver(game).solve(position)
        assert position.legal_moves == [row["move"] for row in solved["moves"]]
        assert found.value == solved["value"]
        assert found.nodes == solved["nodes"]
        assert found.moves == {row["move"]: row["value"] for row in solved["moves"]}
        analysed = poda.json("analyze", spec, position.moves, "--agent", agent, "--all")
        report = pypoda.Agent(agent, game).think(position, all_moves=True).to_dict()
        assert report == {key: analysed[key] for key in report}


@pytest.mark.parametrize("spec", GAMES)
def test_legal_moves(poda: Poda, spec: str) -> None:
    game = pypoda.Game(spec)
    numbers = random.Random(spec)
    for _ in range(POSITIONS // 2):
        position = random_position(game, numbers, numbers.randrange(len(game.moves) * 2))
        analysed = poda.json("analyze", spec, position.moves, "--agent", "alphabeta:depth=1", "--all")
        assert sorted(position.legal_moves) == sorted(row["move"] for row in analysed["moves"])


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
