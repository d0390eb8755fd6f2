"""Opening books, built on a Dask cluster.

    >>> from pypoda import book
    >>> book.build("dots:4x4", 4, progress="scores", output="book.bin", client=client)    # doctest: +SKIP

From a shell: `poda book build dots:4x4 --ply 4 --progress scores --output book.bin --on local:2`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pypoda._native import BookBuild
from pypoda.meter import Meter

if TYPE_CHECKING:
    from distributed import Client


def build(
    game: str,
    ply: int,
    *,
    progress: str | Path,
    output: str | Path,
    client: Client,
    memory: int = 256,
    chunk: float = 2.0,
    quiet: bool = False,
) -> tuple[int, int]:
    """Solves all positions of a board after `ply` moves, writes them as a book, and returns how many positions and bytes that are.

    The workers of the `client` solve, each with a table of at most `memory` MiB, in chunks that take about `chunk` seconds. Scores are kept
    in the file `progress`, as `poda book build` keeps them: stop it at any moment, and the same call goes on. The book is the same to the
    byte as one that was built on one machine.
    """
    from pypoda.cluster import Recipe, drive

    book = BookBuild(game, ply, memory=memory)
    with book.open(progress) as kept:
        meter = Meter(len(book), len(kept), what="positions", quiet=quiet)
        drive(book, Recipe(_book, (game, ply, memory)), kept, client, chunk=chunk, meter=meter)
        meter.end()
        return len(book), kept.write(output)


def _book(game: str, ply: int, memory: int) -> BookBuild:
    """On a worker: the driver's book."""
    return BookBuild(game, ply, memory=memory)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python3 -m pypoda.book", description="Opening books, built on a cluster.")
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("build", help="solve what is missing, and write the book")
    make.add_argument("game", help="the board")
    make.add_argument("--ply", type=int, default=8, help="after how many moves")
    make.add_argument("--progress", required=True, help="where scores are kept while it works")
    make.add_argument("--output", required=True, help="where the book is written to")
    make.add_argument("--memory", type=int, default=256, help="the most memory for the table of each worker, in MiB")
    make.add_argument("--on", required=True, metavar="WHERE", help="dask:ADDRESS of a scheduler, or local:N for N workers here")
    make.add_argument("--chunk", type=float, default=2.0, help="about how many seconds a worker solves before it answers")
    given = parser.parse_args(arguments)
    try:
        from pypoda.cluster import command
    except ImportError as error:
        parser.error(str(error))

    def built(client: Client) -> str:
        count, size = build(
            given.game,
            given.ply,
            progress=given.progress,
            output=given.output,
            client=client,
            memory=given.memory,
            chunk=given.chunk,
        )
        return f"{given.output}: {count} positions, {size} bytes\n"

    return command(given.on, built)


if __name__ == "__main__":
    sys.exit(main())
