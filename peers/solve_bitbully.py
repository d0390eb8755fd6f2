"""Solves a file of positions with bitbully, for cargo xtask bench-peers.

Reads lines `moves` or `moves score`; prints `moves score microseconds` for each. The table is cleared before each, outside the
time, and no opening book is loaded. Its scores count pieces too, so they can be compared.
"""

import sys
import time

from bitbully import bitbully_core

solver = bitbully_core.BitBullyCore()
for line in open(sys.argv[1]):
    moves = line.split()[0]
    board = bitbully_core.BoardCore()
    if moves != "-":
        assert board.play([int(column) - 1 for column in moves]), moves
    solver.resetTranspositionTable()
    start = time.perf_counter()
    score = solver.mtdf(board, 0)
    print(moves, score, (time.perf_counter() - start) * 1e6, flush=True)
