"""The native part of pypoda: what `pypoda` itself offers comes from here."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias, final, overload

__all__ = [
    "Agent",
    "BUILD",
    "Boards",
    "BookBuild",
    "BookScores",
    "Experiment",
    "Game",
    "LabReport",
    "League",
    "Position",
    "Report",
    "Run",
    "Solution",
    "Solver",
    "VERSION",
    "experiments",
    "games",
    "play_match",
    "review",
    "solve",
    "tree",
]

#: The version of Poda.
VERSION: str
#: The version and a sum of the sources: two builds with different code have different ones.
BUILD: str

_GameLike: TypeAlias = Game | str
# A function of a position, an object with `think`, a class of such objects (made with the rules and a seed for each game), or an object
# with `for_game(game, seed)`.
_Own: TypeAlias = Mapping[str, Any]

@final
class Game:
    """The rules of a game, by the name that people type: `connect4:6x7,players=3`."""

    def __new__(cls, spec: str) -> Game: ...
    @property
    def spec(self) -> str:
        """The whole name: `connect4:6x7`."""
    @property
    def name(self) -> str:
        """The name of the game without its board: `connect4`."""
    @property
    def title(self) -> str:
        """What people say: `Connect 4`."""
    @property
    def players(self) -> int:
        """How many play."""
    @property
    def moves(self) -> list[str]:
        """Every move that the game can have, in its natural order."""
    @property
    def evaluations(self) -> list[str]:
        """The names of its evaluations."""
    def start(self) -> Position:
        """The position before the first move."""
    def position(self, moves: str = "") -> Position:
        """The position after these moves; spaces are optional."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Game], tuple[str]]: ...

@final
class Position:
    """A position of a game. It never changes: a move gives a new one.

    Two are equal if the same can follow: the moves that led there may differ. Inside a search, where an evaluation sees it, the moves
    that led to it are not known.
    """

    def __new__(cls, game: _GameLike, moves: str = "") -> Position: ...
    @property
    def game(self) -> Game:
        """The rules."""
    @property
    def moves(self) -> str:
        """The moves so far, as one text."""
    @property
    def line(self) -> list[str]:
        """The moves so far, one by one."""
    @property
    def ply(self) -> int:
        """How many moves were made."""
    @property
    def to_move(self) -> int | None:
        """Whose turn it is, counted from 0; None when the game is over."""
    @property
    def outcome(self) -> str | None:
        """How the game ended: first, second, third or draw; None while it goes on."""
    @property
    def winner(self) -> int | None:
        """Who has won, counted from 0."""
    @property
    def legal_moves(self) -> list[str]:
        """What can be played, in natural order."""
    @property
    def cells(self) -> list[list[int]]:
        """Who stands where, in rows from the top: a player's number, or -1.

        In Dots and Boxes these are dots, edges and boxes in turn, (2 rows + 1) x (2 columns + 1) of them: whose an edge or a box is.
        Inside a search nobody knows whose: they count as the first player's; ask `margin` for the boxes.
        """
    def play(self, move: str) -> Position:
        """The position after a move."""
    def margin(self, player: int | None = None) -> int | None:
        """How many points a player (left out: the one to move) is ahead; None where only winning counts."""
    def evaluate(self, evaluation: str, player: int | None = None) -> int:
        """What an evaluation thinks of it, from the view of a player (left out: the one to move)."""
    def svg(self, theme: Literal["light", "dark"] = "light") -> str:
        """The board as a picture."""
    def pixels(self, scale: float = 0.5) -> tuple[int, int, bytes]:
        """The board as pixels: height, width, and red, green and blue of each."""
    def _repr_svg_(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]: ...

@final
class Report:
    """What an agent found, from the view of the player to move."""

    @property
    def best(self) -> str:
        """The move that the agent makes."""
    @property
    def best_moves(self) -> list[str]:
        """All moves that are known to be as good."""
    @property
    def value(self) -> int:
        """The value of the position: points, or a very large number for a win."""
    @property
    def decided_at(self) -> int | None:
        """The ply of the game at which it is won or lost, if the value says so."""
    @property
    def moves(self) -> dict[str, int]:
        """The moves whose values the search knows exactly."""
    @property
    def searched(self) -> list[tuple[str, int, str]]:
        """Every move in the order of the search, its value, and how much of it is known: exact, atmost or atleast."""
    @property
    def line(self) -> list[str]:
        """What the search expects everybody to play."""
    @property
    def depth(self) -> int:
        """How many plies deep it looked."""
    @property
    def nodes(self) -> int:
        """Positions searched."""
    @property
    def leaves(self) -> int:
        """Positions without children."""
    @property
    def cutoffs(self) -> int:
        """Positions where moves were left out."""
    @property
    def table_hits(self) -> int:
        """Positions answered by the table."""
    @property
    def solved(self) -> bool:
        """Whether an exact solver proved the value."""
    def to_dict(self) -> dict[str, Any]:
        """Everything, with the keys of `poda analyze --json`."""

@final
class Agent:
    """An agent that plays one game. What it remembers from move to move it keeps.

    `evaluation` is an opinion of your own: a function of a position and a player that gives points, the more the better for that player.
    What it raises comes back as it is.
    """

    def __new__(
        cls, spec: str, game: _GameLike, *, seed: int = 1, evaluation: Callable[[Position, int], int] | None = None
    ) -> Agent: ...
    @property
    def spec(self) -> str:
        """The whole name."""
    @property
    def game(self) -> Game:
        """The game that it plays."""
    def think(
        self,
        position: Position,
        *,
        all_moves: bool = False,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        progress: Callable[[Report], object] | None = None,
    ) -> Report:
        """Thinks about a position. The limits apply besides those of the agent's name. `progress` hears of each depth that is finished."""

@final
class Solution:
    """What a position is worth if everybody plays perfectly."""

    @property
    def value(self) -> int:
        """How the game ends for the player to move.

        Where boxes count, by how many. Else 0 is a draw; a win counts the moves that the winner would still have had on a full board, so
        that the quicker one is larger, and a loss is negative.
        """
    @property
    def moves(self) -> dict[str, int]:
        """What each move is worth to whoever makes it, in natural order; empty if that was not asked for."""
    @property
    def best_moves(self) -> list[str]:
        """The moves that keep the value."""
    @property
    def nodes(self) -> int:
        """Positions searched."""

@final
class Solver:
    """An exact solver of one game. It remembers what it has found. `memory` is in MiB."""

    def __new__(cls, game: _GameLike, *, threads: int = 1, memory: int | None = None, book: bool = True) -> Solver: ...
    @property
    def game(self) -> Game:
        """The game that it solves."""
    def solve(
        self,
        position: Position,
        *,
        moves: bool = True,
        time: float | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> Solution:
        """Solves a position; with `moves`, every move of it, too. TimeoutError if the time is over first.

        `progress` hears now and then how many positions were searched.
        """
    def clear(self) -> None:
        """Forgets what it has found, once nobody else asks it."""

def solve(
    position: Position,
    *,
    moves: bool = True,
    time: float | None = None,
    progress: Callable[[int], object] | None = None,
) -> Solution:
    """What a position is worth if everybody plays perfectly, and what its moves are. The solvers of the games asked about last are kept."""

@overload
def tree(
    position: Position,
    agent: str = "alphabeta:depth=3,ties=first",
    *,
    format: Literal["dict"] = "dict",
    nodes: int = 100_000,
    seed: int = 1,
) -> dict[str, Any]: ...
@overload
def tree(
    position: Position,
    agent: str = "alphabeta:depth=3,ties=first",
    *,
    format: Literal["text", "dot", "svg"],
    nodes: int = 100_000,
    seed: int = 1,
) -> str: ...
def review(
    position: Position,
    *,
    time: float = 60.0,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> dict[str, Any]:
    """Grades every move that led to a position, with the keys of `poda review --json`. `progress` hears how many are graded."""

def play_match(
    game: _GameLike,
    agents: Sequence[str],
    *,
    games: int = 100,
    opening: int | None = None,
    seed: int = 1,
    move_time: float | None = None,
    jobs: int | None = None,
    own: _Own | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> dict[str, Any]:
    """Lets agents play each other: the keys of `poda match --json`, and all games under `records`.

    `own` names players that are written in Python; `progress` hears how many games are played, and of how many.
    """

@final
class Boards:
    """Games of one kind, each at its own position: moves are numbers, positions are planes of bytes.

    An observation has a plane for each player, first that of whoever looks, then those of the others in order of play; then one that is
    full where it is the turn of whoever looks.
    """

    def __new__(cls, game: _GameLike, count: int = 1) -> Boards: ...
    @property
    def game(self) -> Game:
        """The rules."""
    @property
    def actions(self) -> list[str]:
        """The move of each action."""
    @property
    def shape(self) -> tuple[int, int, int]:
        """Rows, columns and planes of an observation."""
    def __len__(self) -> int: ...
    def reset(self, index: int = 0, moves: str = "") -> None:
        """Puts a board back to the start, or to the position after these moves."""
    def position(self, index: int = 0) -> Position:
        """The position of a board."""
    def to_move(self, index: int = 0) -> int | None:
        """Whose turn it is; None when the game is over."""
    def play(self, action: int, index: int = 0) -> int | None:
        """Makes a move, and says whose turn is next: None when the game is over."""
    def rewards(self, index: int = 0) -> list[float]:
        """What a finished game is worth to each player: 1 to whoever won, -1 to the others, 0 to all if nobody did."""
    def observation(self, player: int, index: int = 0) -> bytes:
        """What a player sees."""
    def mask(self, index: int = 0) -> bytes:
        """Which actions are allowed: a byte each."""
    def step(self, actions: bytes) -> tuple[bytes, bytes]:
        """Makes a move on every board; games that are over begin again.

        Returns what whoever moved got (1, 0 or -1), a byte each, and which games ended.
        """
    def observe(self) -> tuple[bytes, bytes, bytes]:
        """For every board what whoever is to move sees, which actions are allowed, and whose turn it is."""
    def random_actions(self, seed: int) -> bytes:
        """A random action for every board. The seed decides them."""

@final
class LabReport:
    """What an experiment showed."""

    @property
    def text(self) -> str:
        """For a terminal."""
    @property
    def markdown(self) -> str:
        """As Markdown."""
    @property
    def csv(self) -> str:
        """As CSV."""
    @property
    def html(self) -> str:
        """As a page of its own."""
    def to_dict(self) -> dict[str, Any]:
        """Everything, with the keys of `poda lab report --format json`."""
    def _repr_markdown_(self) -> str: ...

@final
class Experiment:
    """An experiment: one that comes with Poda, a file, or the text of a spec. `own` names players that are written in Python."""

    def __new__(
        cls, spec: str | PathLike[str], *, quick: bool = False, own: _Own | None = None, name: str | None = None
    ) -> Experiment: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def title(self) -> str:
        """One line about it."""
    @property
    def text(self) -> str:
        """The spec."""
    @property
    def quick(self) -> bool:
        """Whether it is the quick form."""
    @property
    def games(self) -> int:
        """How many games it has."""
    @property
    def own(self) -> dict[str, Any]:
        """The players that are written in Python, by name."""
    @property
    def fingerprint(self) -> str:
        """A sum of everything that decides what is played, the build of Poda and the files of bots included.

        Workers compare it before they play.
        """
    def play(self, games: Sequence[int]) -> list[str]:
        """Plays these games of the plan, one after another, and returns their records, a line of text each."""
    def open(self, folder: str | PathLike[str]) -> Run:
        """Opens the directory of a run, or makes it. It is locked until it is closed."""
    def report(self, records: Sequence[str], *, times: bool = True) -> LabReport:
        """The report on these records."""

@final
class Run:
    """A run: the records in a directory. Nobody else writes there until it is closed."""

    def __len__(self) -> int: ...
    def missing(self) -> list[int]:
        """The games that are still to be played, in the order of the plan.

        With a sequential test, none of a pairing that has its answer.
        """
    def append(self, records: Sequence[str]) -> int:
        """Writes records down that somebody else played, each game once, and returns how many were new.

        What is not a record of this experiment is refused, and nothing is written then.
        """
    def play(self, *, jobs: int | None = None, progress: Callable[[int, int], object] | None = None) -> None:
        """Plays what is missing on this machine. Ctrl-C loses nothing that was played.

        `progress` hears how many games are done, and of how many.
        """
    def records(self) -> list[str]:
        """All records, a line of text each, by number of game."""
    def report(self, *, times: bool = True) -> LabReport:
        """What the records show."""
    def write_report(self) -> list[str]:
        """Writes all files of the report into the directory, as `poda lab run` does, and returns their names."""
    def sync(self) -> None:
        """Sees to it that everything is on the disk."""
    def close(self) -> None:
        """Lets others write there."""
    def __enter__(self) -> Run: ...
    def __exit__(self, *_exception: object) -> None: ...

def experiments() -> list[str]:
    """The names of the experiments that come with Poda."""

def games() -> list[str]:
    """The names of all games."""

@final
class League:
    """A league: the directory that `poda league init` made."""

    def __new__(cls, folder: str | PathLike[str]) -> League: ...
    @property
    def folder(self) -> Path:
        """The directory."""
    @property
    def text(self) -> str:
        """What another machine needs to play games of this league."""
    @staticmethod
    def abroad(text: str, folder: str | PathLike[str]) -> League:
        """The league on such a machine; bots that are not there as they were entered are refused."""
    def pairings(self) -> list[tuple[Experiment, Path]]:
        """Every two who meet, each an experiment, and the directory of its records."""
    def prepare(self) -> None:
        """Makes ready for a run: bots whose files have changed since they were entered are refused."""
    def table(self) -> str:
        """The table of what is on record, as text."""
    def write_page(self) -> Path:
        """Writes the page of all games into the directory, and returns where."""

@final
class BookBuild:
    """An opening book that is being built: all positions of a board after `ply` moves.

    They are solved with a table of at most `memory` MiB.
    """

    def __new__(cls, game: _GameLike, ply: int, *, memory: int = 256) -> BookBuild: ...
    def __len__(self) -> int: ...
    @property
    def fingerprint(self) -> str:
        """The same wherever the same would be built, by the same build of Poda: workers compare it before they solve."""
    def play(self, numbers: Sequence[int]) -> list[str]:
        """Solves these positions, one after another, and returns a line of text for each."""
    def open(self, path: str | PathLike[str]) -> BookScores:
        """Opens the file where scores are kept, or starts it. It is locked until it is closed."""

@final
class BookScores:
    """The scores of a book so far, in a file. Nobody else writes there until it is closed."""

    def __len__(self) -> int: ...
    def missing(self) -> list[int]:
        """The positions that have no score yet, those with common ancestors next to each other."""
    def append(self, lines: Sequence[str]) -> int:
        """Writes scores down that somebody else found, each position once, and returns how many were new.

        What is not a score of this book is refused, and nothing is written then.
        """
    def write(self, output: str | PathLike[str]) -> int:
        """Writes the finished book, and returns how many bytes it has."""
    def sync(self) -> None:
        """Sees to it that everything is on the disk."""
    def close(self) -> None:
        """Lets others write there."""
    def __enter__(self) -> BookScores: ...
    def __exit__(self, *_exception: object) -> None: ...
