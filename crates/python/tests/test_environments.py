"""The environments: PettingZoo's own tests, and what is special about ours."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import pypoda
from pypoda.environments import GameEnv, VectorEnv

GAMES = ["connect4", "connect4:4x5,connect=3", "connect4:7x10", "connect4:6x7,players=3", "dots:2x2", "dots:4x4", "tictactoe", "tictactoe:4x4,row=4"]


def maker(spec: str) -> Callable[..., GameEnv]:
    def make(**options: Any) -> GameEnv:
        return pypoda.env(spec, **options)

    return make


@pytest.mark.parametrize("spec", GAMES)
def test_pettingzoos_own_tests_pass(spec: str) -> None:
    with warnings.catch_warnings():
        # It advises against planes of zeros and ones of 8 bits; its own games have them.
        warnings.simplefilter("ignore")
        api_test(pypoda.env(spec), num_cycles=200)
        seed_test(maker(spec), num_cycles=50)
        render_test(maker(spec), custom_tests={"svg": lambda picture: picture.startswith("<svg")})


def play(env: GameEnv, *moves: str) -> None:
    for move in moves:
        env.step(env.boards.actions.index(move))


def test_without_its_packages_it_is_said_what_to_install() -> None:
    program = "import sys; sys.modules['pettingzoo'] = None; import pypoda; pypoda.env('connect4')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "ImportError: environments need numpy and PettingZoo: "
        "run `python3 -m pip install './crates/python[env]'` in the folder of Poda"
    )


def test_whose_turn_it_is_and_what_is_seen() -> None:
    env = pypoda.env("dots:1x2")
    env.reset()
    play(env, "h11", "h21", "v11")
    assert env.agent_selection == "player_1"
    play(env, "v12")
    assert env.agent_selection == "player_1", "whoever closes a box moves again"
    seen = env.observe("player_1")
    assert seen["observation"].shape == (3, 5, 3)
    assert seen["observation"][..., 2].all(), "it is the turn of whoever looks"
    assert not env.observe("player_0")["observation"][..., 2].any()
    assert seen["observation"][1, 1].tolist() == [1, 0, 1], "the box is the second player's"
    assert env.observe("player_0")["observation"][1, 1].tolist() == [0, 1, 0]
    allowed = [move for move, free in zip(env.boards.actions, seen["action_mask"], strict=True) if free]
    assert allowed == env.position.legal_moves
    assert not env.observe("player_0")["action_mask"].any()


def test_three_players_see_themselves_first() -> None:
    env = pypoda.env("connect4:6x7,players=3")
    env.reset(options={"moves": "123"})
    for player in range(3):
        seen = env.observe(f"player_{player}")["observation"]
        assert [seen[5, column, (column - player) % 3] for column in range(3)] == [1, 1, 1]
        assert seen[..., :3].sum() == 3


def test_the_end_is_worth_one() -> None:
    env = pypoda.env("connect4")
    env.reset(options={"moves": "445566"})
    play(env, "7")
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())
    told = {}
    for agent in env.agent_iter():
        _, told[agent], over, _, _ = env.last()
        assert over
        env.step(None)
    assert told == {"player_0": 1.0, "player_1": -1.0}
    assert env.agents == []


def test_a_move_that_is_not_allowed_ends_the_game() -> None:
    env = pypoda.env("connect4")
    for action in [0, -1, 7]:
        env.reset(options={"moves": "111111"})
        env.step(action)
        assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
        assert all(env.terminations.values())


def test_the_teacher_knows_every_value() -> None:
    env = pypoda.env("connect4:4x4", teacher=True)
    env.reset()
    while True:
        position = env.position
        values = env.infos[env.agent_selection]["values"]
        exact = pypoda.solve(position)
        assert {env.boards.actions[action]: value for action, value in values.items()} == exact.moves
        best = max(values, key=lambda action: (values[action], -action))
        env.step(best)
        if all(env.terminations.values()):
            break
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}, "4 x 4 is a draw"
    with pytest.raises(ValueError, match="cannot be solved"):
        pypoda.env("connect4:6x7,players=3", teacher=True)
    with pytest.raises(ValueError, match="there is no render mode"):
        pypoda.env("connect4", render_mode="film")


@pytest.mark.parametrize("spec", GAMES)
def test_many_games_at_once_are_the_games_one_by_one(spec: str) -> None:
    many = VectorEnv(spec, 8, seed=5)
    seen, allowed, turns = many.reset()
    singles = [pypoda.env(spec) for _ in range(8)]
    for env in singles:
        env.reset()
    ended = 0
    for _ in range(60):
        for index, env in enumerate(singles):
            here = env.observe(env.agent_selection)
            assert env.agent_selection == f"player_{turns[index]}"
            assert (here["observation"] == seen[index]).all()
            assert (here["action_mask"] == allowed[index]).all()
        actions = many.random_actions()
        assert all(allowed[index][action] for index, action in enumerate(actions))
        rewards, ends = many.step(actions)
        for index, env in enumerate(singles):
            mover = env.agent_selection
            env.step(int(actions[index]))
            over = all(env.terminations.values())
            assert bool(ends[index]) == over
            assert rewards[index] == env.rewards[mover]
            if over:
                ended += 1
                env.reset()
        seen, allowed, turns = many.observe()
    assert ended > 0
    again = VectorEnv(spec, 8, seed=5)
    again.reset()
    assert (again.random_actions() == VectorEnv(spec, 8, seed=5).random_actions()).all()


def test_bad_actions_move_no_board() -> None:
    many = VectorEnv("connect4", 2)
    many.boards.reset(1, "111111")
    before = [many.boards.position(index) for index in range(2)]
    for wrong in [np.array([0, 0]), np.array([0]), np.array([0, 7]), np.array([-1, 0])]:
        with pytest.raises(ValueError):
            many.step(wrong)
        assert [many.boards.position(index) for index in range(2)] == before


def test_a_board_whose_game_is_over_has_no_action() -> None:
    many = VectorEnv("connect4", 2)
    many.boards.reset(1, "4455667")
    with pytest.raises(ValueError, match="the game on board 1 is over"):
        many.random_actions()
