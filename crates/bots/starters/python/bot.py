#!/usr/bin/env python3
"""A small bot for Poda. It takes a win that it sees and plays at random otherwise, until you teach it more: see minimax()."""
import random
import sys

NAME, VERSION, GAMES = "python-starter", "1", "connect4 dots tictactoe"
DEPTH = 1  # how many moves minimax looks ahead; raise it when you have filled minimax in


class Board:
    """Connect 4: cells[column] lists the players' numbers from the bottom up."""

    NAMES = "123456789abc"  # columns as they are sent

    def __init__(self, rows=6, columns=7, run=4, players=2):
        self.rows, self.run, self.players = rows, run, players
        self.cells = [[] for _ in range(columns)]
        self.line = []  # the columns played so far

    @classmethod
    def from_spec(cls, spec):
        """connect4:6x7,players=3,connect=5"""
        parts = spec.partition(":")[2].split(",")
        rows, columns = map(int, parts[0].split("x"))
        more = dict(part.split("=") for part in parts[1:])
        return cls(rows, columns, int(more.get("connect", 4)), int(more.get("players", 2)))

    def moves(self):
        return [self.NAMES[c] for c, cells in enumerate(self.cells) if len(cells) < self.rows]

    def play(self, move):
        column = self.NAMES.index(move)
        self.cells[column].append(len(self.line) % self.players)
        self.line.append(column)

    def undo(self):
        self.cells[self.line.pop()].pop()

    def at(self, column, row):
        inside = 0 <= column < len(self.cells) and 0 <= row < len(self.cells[column])
        return self.cells[column][row] if inside else None

    def won(self):
        """Whether the last piece has completed a run."""
        if not self.line:
            return False
        column = self.line[-1]
        row = len(self.cells[column]) - 1
        player = self.at(column, row)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                step = sign
                while self.at(column + step * dx, row + step * dy) == player:
                    count, step = count + 1, step + sign
            if count >= self.run:
                return True
        return False


def minimax(board, depth):
    """What the position is worth to whoever moves next: 1 a win, -1 a loss, 0 a draw or unknown."""
    if board.won():
        return -1  # whoever moved last has won
    if depth == 0 or not board.moves():
        return 0
    # YOUR TURN. Play each move, ask minimax(board, depth - 1) what the position is then worth to the other player, take
    # the move back, and return the best value from your own view (the other's value with its sign changed). Then raise DEPTH.
    return 0


def choose(board):
    """The moves that are worth most, one of them at random."""
    values = {}
    for move in board.moves():
        board.play(move)
        values[move] = -minimax(board, DEPTH - 1)
        board.undo()
    best = max(values.values())
    return random.choice([move for move, value in values.items() if value == best])


class Bot:
    """Takes a line of the protocol and returns the lines to answer with."""

    def __init__(self):
        self.spec, self.moves, self.legal = "", [], []

    def hear(self, line):
        words = line.split()
        if not words:
            return []
        if words[0] == "poda":
            return [f"id name {NAME}", f"id version {VERSION}", f"games {GAMES}", "ok"]
        if words[0] == "isready":
            return ["ready"]
        if words[0] == "newgame":
            self.spec = words[1]
            if "seed" in words:
                random.seed(int(words[words.index("seed") + 1]))
        if words[0] == "position":
            lists = {"turn": [], "moves": [], "legal": []}
            key = None
            for word in words[1:]:
                if word in lists:
                    key = word
                else:
                    lists[key].append(word)
            self.moves, self.legal = lists["moves"], lists["legal"]
        if words[0] == "go":
            return [f"bestmove {self.think()}"]
        return []

    def think(self):
        if not self.spec.startswith("connect4") or "players=" in self.spec:
            return random.choice(self.legal)
        board = Board.from_spec(self.spec)
        for move in self.moves:
            board.play(move)
        return choose(board)


def main():
    bot = Bot()
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        for answer in bot.hear(line):
            print(answer, flush=True)  # without flush the answer waits in a buffer


if __name__ == "__main__":
    main()
