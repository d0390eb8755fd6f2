"""Experiments: on this machine, or on a Dask cluster.

    >>> from pypoda import lab
    >>> report = lab.run("s4-table", quick=True, out="runs/first", progress=False)    # doctest: +SKIP
    >>> lab.rows(report)[0]["section"]                                                # doctest: +SKIP

From a shell: `python3 -m pypoda.lab run s4-table --on local:2`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pypoda._native import Experiment, LabReport, experiments
from pypoda.meter import Meter

if TYPE_CHECKING:
    from distributed import Client


def run(
    spec: str | PathLike[str] | Experiment,
    *,
    out: str | Path | None = None,
    client: Client | None = None,
    quick: bool = False,
    jobs: int | None = None,
    own: Mapping[str, Any] | None = None,
    chunk: float = 2.0,
    progress: bool = True,
) -> LabReport:
    """Plays what is missing of an experiment, and reports. `spec` is its name, the path of its file, or its text.

    The records are kept in the directory `out` (left out: `runs/NAME`), as `poda lab run` keeps them: stop it at any moment and run it
    again. With a `client` of Dask the games are played by its workers, in chunks that take about `chunk` seconds; the report is the same
    to the byte, times aside. `own` names players that are written in Python.
    """
    if isinstance(spec, Experiment):
        if quick or own:
            raise ValueError("quick and own are for a spec: an Experiment has them already")
        experiment = spec
    else:
        experiment = Experiment(spec, quick=quick, own=own)
    folder = Path(out) if out is not None else Path("runs") / (experiment.name + ("-quick" if experiment.quick else ""))
    with experiment.open(folder) as kept:
        meter = Meter(experiment.games, len(kept), quiet=not progress)
        if client is None:
            kept.play(jobs=jobs, progress=lambda done, _total: meter.show(done))
        else:
            from pypoda.cluster import Recipe, drive

            recipe = Recipe(_experiment, (experiment.name, experiment.text, experiment.quick), experiment.own)
            drive(experiment, recipe, kept, client, chunk=chunk, meter=meter)
        meter.end()
        kept.write_report()
        return kept.report()


def _experiment(name: str, text: str, quick: bool, own: Mapping[str, Any] | None = None) -> Experiment:
    """On a worker: the driver's experiment."""
    return Experiment(text + "\n", name=name, quick=quick, own=own)


def records(folder: str | Path) -> list[dict[str, Any]]:
    """The games of a run, a dictionary each, by number: what `pandas.DataFrame` takes."""
    games: dict[int, dict[str, Any]] = {}
    text = (Path(folder) / "games.jsonl").read_text(encoding="utf-8")
    # What follows the last end of a line was cut off when a run was killed.
    for line in text.split("\n")[:-1]:
        game = json.loads(line)
        games[game["game"]] = game
    return [games[number] for number in sorted(games)]


def rows(report: LabReport) -> list[dict[str, Any]]:
    """The figures of a report, a flat dictionary each: what `pandas.DataFrame` takes."""
    flat = []
    for section in report.to_dict()["sections"]:
        grid = section["grid"]
        for row in grid["rows"]:
            for column, field in zip(grid["columns"], row["fields"], strict=True):
                figure = field["figure"] or {}
                flat.append(
                    {
                        "section": section["title"],
                        "row": row["name"],
                        "column": column,
                        "kind": field["kind"],
                        "value": figure.get("value"),
                        "low": figure.get("low"),
                        "high": figure.get("high"),
                        "n": figure.get("n"),
                        "published": field["published"],
                        "word": field["word"],
                    }
                )
    return flat


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python3 -m pypoda.lab", description="Experiments on this machine or on a cluster.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="the experiments that come with Poda")
    play = commands.add_parser("run", help="play what is missing, and report")
    play.add_argument("spec", help="an experiment by name, or the path of a .toml file")
    play.add_argument("--on", required=True, metavar="WHERE", help="dask:ADDRESS of a scheduler, or local:N for N workers here")
    play.add_argument("--out", help="where the records go; left out: runs/NAME")
    play.add_argument("--quick", action="store_true", help="few games of what is quickly played")
    play.add_argument("--chunk", type=float, default=2.0, help="about how many seconds a worker plays before it answers")
    given = parser.parse_args(arguments)
    if given.command == "list":
        print("\n".join(experiments()))
        return 0
    try:
        from pypoda.cluster import command
    except ImportError as error:
        parser.error(str(error))
    return command(
        given.on, lambda client: run(given.spec, out=given.out, client=client, quick=given.quick, chunk=given.chunk).text
    )


if __name__ == "__main__":
    sys.exit(main())
