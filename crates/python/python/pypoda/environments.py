"""Environments for agents that learn: PettingZoo's AEC interface, and many games at once."""

from __future__ import annotations

import functools
from typing import Any

from pypoda._native import Boards, Game, Position, Solver

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError(
        "environments need numpy and PettingZoo: run `python3 -m pip install './crates/python[env]'` in the folder of Poda"
    ) from error

Bytes = NDArray[np.int8]


class GameEnv(AECEnv):  # type: ignore[misc]
    """Any board of any game as a PettingZoo AEC environment.

    Agents are `player_0`, `player_1` and so on. An observation is a dictionary: `observation` has a plane for each player, first that of
    whoever looks, then those of the others in order of play, and a last plane that is full where it is the turn of whoever looks (in Dots
    and Boxes whoever closes a box moves again); `action_mask` says which actions are allowed, to whoever is to move. Whoever wins gets 1,
    the others -1. An action that is not allowed ends the game: it costs 1, and the others get nothing.

    With `teacher`, `infos[agent]["values"]` has the exact value of every action for the agent to move, in the unit of
    :func:`pypoda.solve`, wherever the game has a solver. `teacher_time` is the most seconds for a position; one that takes longer has no
    values.

    `render_mode` is human (the board is printed), rgb_array, ansi or svg. `reset(options={"moves": "4453"})` starts from a position.
    """

    def __init__(
        self,
        game: str | Game = "connect4",
        *,
        render_mode: str | None = None,
        teacher: bool = False,
        teacher_time: float | None = None,
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else Game(game)
        self.metadata: dict[str, Any] = {
            "name": f"pypoda_{self.game.name}_v0",
            "render_modes": ["human", "rgb_array", "ansi", "svg"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode `{render_mode}`: there are human, rgb_array, ansi and svg")
        self.render_mode = render_mode
        self.boards = Boards(self.game)
        self.teacher = Solver(self.game) if teacher else None
        self.teacher_time = teacher_time
        self.possible_agents = [f"player_{player}" for player in range(self.game.players)]
        self.agents: list[str] = []
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        shape, actions = self.boards.shape, len(self.boards.actions)
        self._shape, self._no_actions = shape, np.zeros(actions, dtype=np.int8)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, dtype=np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see: `observation`, planes of zeros and ones by row and column, and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do: a number for each move of the game; `boards.actions` has the moves by number."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.boards.position()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; `options={"moves": "4453"}` begins after these moves. Nothing is left to chance, so `seed` decides nothing."""
        moves = (options or {}).get("moves", "")
        self.boards.reset(moves=moves)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        player = self.boards.to_move()
        if player is None:
            raise ValueError("the game is over in this position: give one in which a move is possible")
        self.agent_selection = self.possible_agents[player]
        self._teach()

    def observe(self, agent: str) -> dict[str, Bytes]:
        """What an agent sees now; its mask is empty unless it is to move."""
        seen = np.frombuffer(self.boards.observation(self._numbers[agent]), dtype=np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            allowed = np.frombuffer(self.boards.mask(), dtype=np.int8).copy()
        else:
            allowed = self._no_actions.copy()
        return {"observation": seen.reshape(self._shape).copy(), "action_mask": allowed}

    def step(self, action: int | None) -> None:
        """Makes the move of this number for the agent that is selected. One that is not allowed ends the game; None is for agents whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        for other in self.agents:
            self.rewards[other] = 0.0
        if action is None:
            raise ValueError(f"{agent} must make a move: give an action, not None")
        try:
            player = self.boards.play(int(action))
        except ValueError:
            self._end([-1.0 if other == agent else 0.0 for other in self.possible_agents])
            return
        if player is None:
            self._end(self.boards.rewards())
            return
        self.agent_selection = self.possible_agents[player]
        if self.teacher is not None:
            self._teach()

    def _end(self, rewards: list[float]) -> None:
        """The game is over."""
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = {}
        # Whoever moved stays selected: all others are told of the end after them, in order of play.
        self._accumulate_rewards()
        here = self._numbers[self.agent_selection]
        self.agent_selection = self.possible_agents[(here + 1) % len(self.possible_agents)]

    def _teach(self) -> None:
        if self.teacher is not None:
            for agent in self.agents:
                self.infos[agent] = {}
            self.infos[self.agent_selection] = {"values": self.values()}

    def values(self) -> dict[int, int] | None:
        """The exact value of every action for the agent to move; None if the time was over first."""
        if self.teacher is None:
            self.teacher = Solver(self.game)
        try:
            moves = self.teacher.solve(self.position, time=self.teacher_time).moves
        except TimeoutError:
            return None
        return {self._actions[move]: value for move, value in moves.items()}

    @functools.cached_property
    def _actions(self) -> dict[str, int]:
        return {move: action for action, move in enumerate(self.boards.actions)}

    def render(self) -> NDArray[np.uint8] | str | None:
        """The board as `render_mode` says: red, green and blue by row and column, a text, an SVG, or None once it is printed."""
        if self.render_mode is None:
            return None
        if self.render_mode == "human":
            print(self.position)
            return None
        if self.render_mode == "ansi":
            return str(self.position)
        if self.render_mode == "svg":
            return self.position.svg()
        height, width, colours = self.position.pixels()
        return np.frombuffer(colours, dtype=np.uint8).reshape(height, width, 3).copy()

    def close(self) -> None:
        """Nothing is held open."""


class VectorEnv:
    """Many games of one kind at once. Games that are over begin again by themselves.

    Observations, masks and turns are for whoever is to move on each board; `boards` has their layout.
    """

    def __init__(self, game: str | Game = "connect4", count: int = 64, *, seed: int = 1) -> None:
        self.boards = Boards(game, count)
        self.count = count
        self._seed = seed
        self._shape = (count, *self.boards.shape)
        self._actions = len(self.boards.actions)

    def reset(self) -> tuple[Bytes, Bytes, Bytes]:
        """Puts every board back to the start: observations, masks, turns."""
        for index in range(self.count):
            self.boards.reset(index)
        return self.observe()

    def observe(self) -> tuple[Bytes, Bytes, Bytes]:
        """Observations, masks and turns."""
        seen, allowed, turns = self.boards.observe()
        return (
            np.frombuffer(seen, dtype=np.int8).reshape(self._shape),
            np.frombuffer(allowed, dtype=np.int8).reshape(self.count, self._actions),
            np.frombuffer(turns, dtype=np.int8),
        )

    def random_actions(self) -> NDArray[np.uint8]:
        """A random action for every board, other ones each time; the seed decides them."""
        self._seed += 1
        return np.frombuffer(self.boards.random_actions(self._seed), dtype=np.uint8)

    def step(self, actions: NDArray[Any]) -> tuple[Bytes, NDArray[np.bool_]]:
        """Makes a move on every board: what whoever moved got, and which games ended."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or (given.size and (given.min() < 0 or given.max() >= self._actions)):
            raise ValueError(f"give an action from 0 to {self._actions - 1} for each of the {self.count} boards")
        rewards, ends = self.boards.step(given.astype(np.uint8).tobytes())
        return np.frombuffer(rewards, dtype=np.int8), np.frombuffer(ends, dtype=np.bool_)
