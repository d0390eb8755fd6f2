"""Poda for Python: Connect 4, Dots and Boxes and tic-tac-toe to play, search, solve exactly and experiment with.

>>> import pypoda
>>> position = pypoda.Game("connect4").position("4453")
>>> pypoda.Agent("strong:depth=8", position.game).think(position).best
'3'
>>> pypoda.solve(position).moves["4"]
-3

Games, agents and positions are named as on Poda's command line. Whatever cannot be used is refused with a ValueError that says in one
sentence what is allowed. Long calls let other threads run and end with Ctrl-C.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pypoda._native import (
    VERSION,
    Agent,
    Boards,
    BookBuild,
    BookScores,
    Experiment,
    Game,
    LabReport,
    League,
    Position,
    Report,
    Run,
    Solution,
    Solver,
    experiments,
    games,
    play_match as match,
    review,
    solve,
    tree,
)
from pypoda.own import OwnAgent

if TYPE_CHECKING:
    from pypoda.environments import GameEnv, VectorEnv

__version__: str = VERSION


def env(game: str | Game = "connect4", **options: Any) -> GameEnv:
    """A PettingZoo AEC environment: see :class:`pypoda.environments.GameEnv`. It needs numpy and pettingzoo."""
    from pypoda.environments import GameEnv

    return GameEnv(game, **options)


def vector_env(game: str | Game = "connect4", count: int = 64, *, seed: int = 1) -> VectorEnv:
    """Many games at once: see :class:`pypoda.environments.VectorEnv`. It needs numpy and pettingzoo."""
    from pypoda.environments import VectorEnv

    return VectorEnv(game, count, seed=seed)


__all__ = [
    "Agent",
    "Boards",
    "BookBuild",
    "BookScores",
    "Experiment",
    "Game",
    "LabReport",
    "League",
    "OwnAgent",
    "Position",
    "Report",
    "Run",
    "Solution",
    "Solver",
    "env",
    "experiments",
    "games",
    "match",
    "review",
    "solve",
    "tree",
    "vector_env",
]
