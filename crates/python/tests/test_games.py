"""Games and positions."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import pypoda
from conftest import GAMES, random_position


def test_the_calls_of_the_readme() -> None:
    game = pypoda.Game("connect4")
    assert game.start().legal_moves == list("1234567")
    position = game.position("4453")
    assert position.to_move == 0
    assert position.outcome is None
    assert position.play("4").moves == "44534"
    assert str(position).endswith(". . x o o . .\n")
    report = pypoda.Agent("strong:depth=8", game).think(position)
    assert report.best in position.legal_moves
    assert report.nodes > 0
    assert report.depth == 8
    assert isinstance(report.value, int)
    solution = pypoda.solve(position)
    assert solution.value == max(solution.moves.values())
    assert list(solution.moves) == position.legal_moves
    assert position.svg().startswith("<svg")
    assert position._repr_svg_() == position.svg()


@pytest.mark.parametrize("spec", GAMES)
def test_a_random_game_to_its_end(spec: str) -> None:
    game = pypoda.Game(spec)
    numbers = random.Random(1)
    position = game.start()
    while position.outcome is None:
        assert position.to_move in range(game.players)
        assert set(position.legal_moves) <= set(game.moves)
        assert game.position(position.moves) == position
        assert game.position(" ".join(position.line)) == position
        position = position.play(numbers.choice(position.legal_moves))
    assert position.legal_moves == []
    assert position.to_move is None
    assert position.ply == len(position.line)
    assert position.outcome in ["first", "second", "third", "draw"]
    assert (position.winner is None) == (position.outcome == "draw")


@pytest.mark.parametrize("spec", GAMES)
def test_games_and_positions_can_be_kept_and_compared(spec: str) -> None:
    game = pypoda.Game(spec)
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(pypoda.Game(game.spec)) == hash(game)
    position = random_position(game, random.Random(2), 5)
    for other in [pickle.loads(pickle.dumps(position)), copy.deepcopy(position), eval(f"pypoda.{position!r}")]:
        assert other == position
        assert hash(other) == hash(position)
        assert other.moves == position.moves
    assert position != position.play(position.legal_moves[0])
    assert position != position.moves


def test_the_way_to_a_position_is_no_part_of_it() -> None:
    game = pypoda.Game("connect4")
    one, other = game.position("1234"), game.position("3214")
    assert one == other
    assert len({one, other}) == 1
    assert one.moves != other.moves
    assert one != pypoda.Game("connect4:6x7,connect=5").position("1234")


def test_cells() -> None:
    position = pypoda.Game("connect4:4x4").position("1123")
    assert position.cells == [[-1] * 4, [-1] * 4, [1, -1, -1, -1], [0, 0, 1, -1]]
    assert pypoda.Game("tictactoe").position("a1 b3").cells == [[-1, 1, -1], [-1, -1, -1], [0, -1, -1]]
    # The second player closes the left box and draws another edge.
    boxes = pypoda.Game("dots:1x2").position("h11 h21 v11 v12")
    assert boxes.cells == [[-1, 0, -1, -1, -1], [0, 1, 1, -1, -1], [-1, 1, -1, -1, -1]]
    assert (boxes.margin(), boxes.margin(0), boxes.to_move) == (1, -1, 1)
    assert position.margin() is None


@pytest.mark.parametrize("spec", GAMES)
def test_a_board_can_be_looked_at(spec: str) -> None:
    position = random_position(pypoda.Game(spec), random.Random(3), 4)
    assert position.svg("dark") != position.svg("light")
    height, width, colours = position.pixels(0.25)
    assert len(colours) == 3 * height * width
    assert len(set(colours)) > 5
    assert len(str(position).splitlines()) > 1


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: pypoda.Game("chess"), "there is no game `chess`: the games are connect4, dots and tictactoe"),
        (lambda: pypoda.Game("connect4").position("8"), "move 1: column 8 does not exist: columns are 1 to 7"),
        (lambda: pypoda.Game("connect4").start().play("9"), "column 9 does not exist: columns are 1 to 7"),
        (lambda: pypoda.Game("connect4").position("4455667").play("1"), "the game is over (the first player won): no move is allowed"),
        (lambda: pypoda.Game("connect4").start().evaluate("s3"), "the evaluation s3 is not for connect4"),
        (lambda: pypoda.Game("connect4").start().svg("grey"), "there is no theme `grey`: there are light and dark"),  # type: ignore[arg-type]
        (lambda: pypoda.Game("connect4").start().margin(2), "there is no player 2: players are 0 to 1"),
        (lambda: pypoda.Agent("stronk", "connect4"), "stronk"),
        (lambda: pypoda.Agent("s3:depth=2", "connect4"), "s3"),
        (lambda: pypoda.solve(pypoda.Game("connect4:6x7,players=3").start()), "cannot be solved"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(call: object, sentence: str) -> None:
    assert callable(call)
    with pytest.raises(ValueError) as refused:
        call()
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)
