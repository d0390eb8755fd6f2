"""bitbully's exact solver as a bot: pip install bitbully. Its book of the first twelve moves is loaded, as its makers play it.

poda match connect4 "cmd:python3 peers/bots/bitbully_bot.py,time=30s" level:4
"""

import random
from importlib.metadata import version

import bitbully_databases
from bitbully import bitbully_core
from host import serve

solver = bitbully_core.BitBullyCore(bitbully_databases.BitBullyDatabases.get_database_path("12-ply-dist"))


def new_game(spec, seed):
    random.seed(seed)


def choose(moves, legal, milliseconds):
    board = bitbully_core.BoardCore()
    assert board.play([int(move) - 1 for move in moves])
    scores = solver.scoreMoves(board)
    best = max(scores[int(move) - 1] for move in legal)
    return random.choice([move for move in legal if scores[int(move) - 1] == best])


serve("bitbully", version("bitbully"), "connect4:6x7", new_game, choose)
