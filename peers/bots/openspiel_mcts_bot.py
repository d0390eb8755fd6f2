"""OpenSpiel's MCTS in C++ as a bot: pip install open_spiel. The one argument is the number of simulations, 1000 if left out.

poda match connect4 "cmd:python3 peers/bots/openspiel_mcts_bot.py 10000" level:4
"""

import sys
from importlib.metadata import version

import pyspiel
from host import serve

SIMULATIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
UCT_C = 2.0  # as in OpenSpiel's own example
MEMORY = 200  # MB


class Player:
    """One game: its rules there, its bot, and how moves are written there."""

    def __init__(self, spec, seed):
        name, _, size = spec.partition(":")
        self.dots = name == "dots"
        if self.dots:
            rows, columns = size.split("x")
            self.game = pyspiel.load_game(f"dots_and_boxes(num_rows={rows},num_cols={columns})")
        else:
            self.game = pyspiel.load_game("connect_four")
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed % 2**31)
        self.bot = pyspiel.MCTSBot(self.game, evaluator, UCT_C, SIMULATIONS, MEMORY, True, seed % 2**31, False)

    def action(self, state, move):
        """A move of Poda's as one of OpenSpiel's."""
        if not self.dots:
            return int(move) - 1
        wanted = f"({move[0]},{int(move[1]) - 1},{int(move[2]) - 1})"
        return next(a for a in state.legal_actions() if state.action_to_string(a).endswith(wanted))


player = None


def new_game(spec, seed):
    global player
    player = Player(spec, seed)


def choose(moves, legal, milliseconds):
    state = player.game.new_initial_state()
    for move in moves:
        state.apply_action(player.action(state, move))
    action = player.bot.step(state)
    return next(move for move in legal if player.action(state, move) == action)


serve(f"OpenSpiel-MCTS-{SIMULATIONS}", version("open_spiel"), "connect4:6x7 dots", new_game, choose)
