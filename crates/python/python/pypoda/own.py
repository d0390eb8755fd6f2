"""Players and opinions of your own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pypoda._native import Agent, Game, Position

#: How good a position is for a player: the larger, the better, whoever is to move.
Evaluation = Callable[[Position, int], int]


@dataclass(frozen=True)
class OwnAgent:
    """One of Poda's searches with an evaluation of your own, to take part in matches and experiments.

    >>> import pypoda
    >>> def middle(position, player):
    ...     return sum(row[3] == player for row in position.cells)
    >>> own = {"mine": OwnAgent("alphabeta:depth=2", middle)}
    >>> pypoda.match("connect4", ["mine", "random"], games=2, own=own)["games"]
    2
    """

    spec: str
    evaluation: Evaluation

    def for_game(self, game: Game, seed: int) -> Agent:
        """The agent for one seat of one game."""
        return Agent(self.spec, game, seed=seed, evaluation=self.evaluation)
