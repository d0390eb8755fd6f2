"""python3 test_bot.py"""
import unittest

from bot import Board, Bot


class TestBot(unittest.TestCase):
    def test_runs_are_seen_in_every_direction(self):
        for moves, won in [("112233", False), ("1122334", True), ("1212121", True), ("12233434454", True), ("76655454434", True)]:
            board = Board()
            for move in moves:
                board.play(move)
            self.assertEqual(board.won(), won, moves)

    def test_it_takes_a_win(self):
        bot = Bot()
        self.assertEqual(bot.hear("poda 1")[-1], "ok")
        bot.hear("newgame connect4:6x7 seed 1")
        bot.hear("position turn 1 moves 1 1 2 2 3 3 legal 1 2 3 4 5 6 7")
        self.assertEqual(bot.hear("go time 100"), ["bestmove 4"])

    def test_it_plays_any_game(self):
        bot = Bot()
        bot.hear("newgame dots:1x1 seed 1")
        bot.hear("position turn 1 moves h11 legal v11")
        self.assertEqual(bot.hear("go"), ["bestmove v11"])
        self.assertEqual(bot.hear("isready"), ["ready"])
        self.assertEqual(bot.hear("something else"), [])


unittest.main()
