"""Matches and players that are written in Python."""

from __future__ import annotations

import random
from types import MappingProxyType

import pytest

import pypoda


def last(position: pypoda.Position) -> str:
    """The last move there is."""
    return position.legal_moves[-1]


class Rolling:
    """A player that leaves everything to its seed."""

    def __init__(self, game: pypoda.Game, seed: int) -> None:
        self.game = game
        self.numbers = random.Random(seed)

    def think(self, position: pypoda.Position) -> str:
        assert position.game == self.game
        return self.numbers.choice(position.legal_moves)


class Failing:
    def think(self, position: pypoda.Position) -> str:
        if position.ply > 6:
            return self.deeper({})
        return position.legal_moves[0]

    def deeper(self, nothing: dict[str, str]) -> str:
        return nothing["there"]


def test_a_match_is_the_same_each_time() -> None:
    def play(jobs: int) -> list[str]:
        told = pypoda.match("connect4", ["mine", "alphabeta:depth=2"], games=10, jobs=jobs, own={"mine": Rolling})
        assert told["games"] == 10
        return [record["moves"] for record in told["records"]]

    assert play(1) == play(2)


def test_players_are_functions_objects_classes_and_agents() -> None:
    def middle(position: pypoda.Position, player: int) -> int:
        return sum(row[3] == player for row in position.cells)

    own = {"last": last, "rolling": Rolling, "own": pypoda.OwnAgent("alphabeta:depth=3", middle)}
    told = pypoda.match("connect4:6x7,players=3", ["last", "rolling", "random"], games=6, own=own)
    assert sum(row["wins"] for row in told["agents"]) <= 6
    assert all(row["forfeits"] == 0 for row in told["agents"])
    told = pypoda.match("connect4", ["own", "random"], games=6, own=own)
    assert told["agents"][0]["wins"] > 3
    moves = [nodes for record in told["records"] for nodes in record["nodes"]]
    assert max(moves) > 50, "the nodes of an agent of one's own are on record"


def test_a_player_that_raises_forfeits_with_its_traceback_on_record() -> None:
    told = pypoda.match("connect4", ["failing", "random"], games=2, own={"failing": Failing()}, seed=3)
    forfeits = [record["forfeit"] for record in told["records"] if "forfeit" in record]
    assert forfeits
    for forfeit in forfeits:
        assert forfeit["reason"] == "crash"
        assert forfeit["why"].startswith("KeyError: 'there' (at test_match.py:")
        assert "in deeper, from test_match.py:" in forfeit["why"]
        assert "in think" in forfeit["why"]
    assert told["agents"][0]["forfeits"] == len(forfeits)


def test_an_opinion_that_raises_forfeits_with_its_traceback_on_record() -> None:
    def opinion(position: pypoda.Position, player: int) -> int:
        if position.ply > 8:
            raise LookupError("lost")
        return 0

    own = {"own": pypoda.OwnAgent("alphabeta:depth=2", opinion)}
    told = pypoda.match("connect4", ["own", "random"], games=2, own=own)
    assert told["agents"][0]["forfeits"] == 2
    for record in told["records"]:
        assert record["forfeit"]["why"].startswith("LookupError: lost (at test_match.py:")
        assert "in opinion" in record["forfeit"]["why"]


def test_a_player_that_cannot_be_made_and_one_that_answers_nonsense_forfeit() -> None:
    class Broken:
        def __init__(self, game: pypoda.Game, seed: int) -> None:
            raise RuntimeError("no table")

    own = {"broken": Broken, "nonsense": lambda position: 4, "illegal": lambda position: "z"}
    for name, why in [("broken", "RuntimeError: no table"), ("nonsense", "4 is no move: a move is a text"), ("illegal", "")]:
        told = pypoda.match("connect4", [name, "random"], games=2, own=own)
        assert told["agents"][0]["losses"] == 2
        assert all(why in record["forfeit"]["why"] for record in told["records"])


def test_limits_hold_for_agents_of_ones_own() -> None:
    def nothing(position: pypoda.Position, player: int) -> int:
        return 0

    # Without limits a first move of either would take hours; with them it is late.
    own = {
        "evaluating": pypoda.OwnAgent("minimax:depth=20", nothing),
        "given": pypoda.Agent("minimax:depth=20", "connect4"),
    }
    for name in own:
        told = pypoda.match("connect4", [name, "random"], games=2, opening=0, own=own, move_time=0.05)
        assert [record["forfeit"]["reason"] for record in told["records"]] == ["timeout", "timeout"]


def test_an_agent_plays_its_own_game() -> None:
    own = {"other": pypoda.Agent("greedy", "dots:2x2")}
    told = pypoda.match("connect4", ["other", "random"], games=2, own=own)
    for record in told["records"]:
        assert record["forfeit"]["why"] == "it plays dots:2x2, not connect4:6x7"


def test_own_players_are_any_mapping() -> None:
    own = MappingProxyType({"last": last})
    assert pypoda.match("tictactoe", ["last", "random"], games=2, own=own)["games"] == 2


def test_bad_matches_are_refused() -> None:
    with pytest.raises(ValueError, match="-1 is out of range"):
        pypoda.match("connect4", ["random", "random"], games=-1)
    for jobs in [0, 257]:
        with pytest.raises(ValueError, match=f"{jobs} games at once are not possible: give 1 to 256"):
            pypoda.match("connect4", ["random", "random"], jobs=jobs)
    with pytest.raises(ValueError, match="3 agents were given, but connect4:6x7 is for 2"):
        pypoda.match("connect4", ["random"] * 3)
    with pytest.raises(ValueError):
        pypoda.match("connect4", ["random", "nobody"])
    with pytest.raises(TypeError, match="mine is no player"):
        pypoda.match("connect4", ["mine", "random"], own={"mine": 3})
    with pytest.raises(ValueError, match="0 games"):
        pypoda.match("connect4", ["random", "random"], games=0)
