"""Leagues, played on a Dask cluster.

    >>> from pypoda import league
    >>> print(league.run("autumn", client=client))    # doctest: +SKIP

From a shell: `poda league run autumn --on local:2`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from pypoda._native import League, Run
from pypoda.meter import Meter

if TYPE_CHECKING:
    from distributed import Client


class Games:
    """All games of a league, numbered through its pairings. A line is the number of the pairing and the record."""

    def __init__(self, league: League) -> None:
        self.pairings = league.pairings()
        #: The number of the first game of each pairing, and at the end the number of all games.
        self.starts = [0, *accumulate(experiment.games for experiment, _ in self.pairings)]

    def __len__(self) -> int:
        return self.starts[-1]

    @property
    def fingerprint(self) -> str:
        """The same wherever the same would be played."""
        each = " ".join(experiment.fingerprint for experiment, _ in self.pairings)
        return hashlib.sha256(each.encode()).hexdigest()[:16]

    def play(self, numbers: list[int], /) -> list[str]:
        """Plays these games, and returns a line for each."""
        return [line for number in numbers for line in self._played(number)]

    def _played(self, number: int) -> list[str]:
        pairing = bisect_right(self.starts, number) - 1
        experiment, _ = self.pairings[pairing]
        return [f"{pairing} {line}" for line in experiment.play([number - self.starts[pairing]])]


class Records:
    """The records of a league. A pairing is open, and locked, from its first new record to its last."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.open: dict[int, Run] = {}
        #: The games that are not on record, in the order of the pairings.
        self.waiting: dict[int, None] = {}
        self.known = 0
        for start, (experiment, folder) in zip(games.starts[:-1], games.pairings, strict=True):
            with experiment.open(folder) as kept:
                self.waiting |= dict.fromkeys(start + game for game in kept.missing())
                self.known += len(kept)

    def __len__(self) -> int:
        return self.known

    def missing(self) -> list[int]:
        """The games that are not on record, pairing by pairing."""
        return list(self.waiting)

    def append(self, lines: list[str], /) -> int:
        """Writes lines down, each game once."""
        new = 0
        for line in lines:
            pairing, _, record = line.partition(" ")
            new += self._add(int(pairing), record)
        self.known += new
        return new

    def _add(self, pairing: int, record: str) -> int:
        experiment, folder = self.games.pairings[pairing]
        kept = self.open.get(pairing)
        if kept is None:
            kept = self.open[pairing] = experiment.open(folder)
        new = kept.append([record])
        self.waiting.pop(self.games.starts[pairing] + json.loads(record)["game"], None)
        if len(kept) == experiment.games:
            self.open.pop(pairing).close()
        return new

    def sync(self) -> None:
        """Sees to it that everything is on the disk."""
        for kept in self.open.values():
            kept.sync()

    def close(self) -> None:
        """Lets others write."""
        while self.open:
            self.open.popitem()[1].close()


def run(folder: str | Path, *, client: Client, chunk: float = 2.0, progress: bool = True) -> str:
    """Plays what is missing of a league on the workers of a `client`, writes its page, and returns its table.

    The directory is that of `poda league`, and so are its records: stop it at any moment and run it again, here or there. A bot that is a
    command must be on every machine that plays, under the same path; its files are compared before it does.
    """
    from pypoda.cluster import Recipe, drive

    league = League(folder)
    league.prepare()
    games = Games(league)
    records = Records(games)
    try:
        meter = Meter(len(games), len(records), quiet=not progress)
        recipe = Recipe(_games, (league.text, league.folder))
        drive(games, recipe, records, client, chunk=chunk, meter=meter)
        meter.end()
    finally:
        records.close()
    return f"{league.table()}\n{league.write_page()}\n"


def _games(text: str, folder: Path) -> Games:
    """On a worker: the driver's league."""
    return Games(League.abroad(text, folder))


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python3 -m pypoda.league", description="Leagues, played on a cluster.")
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("run", help="play what is missing, and write the page")
    play.add_argument("dir", help="the directory of the league")
    play.add_argument("--on", required=True, metavar="WHERE", help="dask:ADDRESS of a scheduler, or local:N for N workers here")
    play.add_argument("--chunk", type=float, default=2.0, help="about how many seconds a worker plays before it answers")
    given = parser.parse_args(arguments)
    try:
        from pypoda.cluster import command
    except ImportError as error:
        parser.error(str(error))
    return command(given.on, lambda client: run(given.dir, client=client, chunk=given.chunk))


if __name__ == "__main__":
    sys.exit(main())
