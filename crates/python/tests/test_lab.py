"""Experiments on this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import pypoda
from pypoda import lab

SPEC = """
title = "A test"
game = "connect4:5x5"
games = 20
opening = 2
[[pairing]]
agents = ["alphabeta:depth=3", "greedy"]
[[view]]
kind = "table"
title = "All"
rows = ["player"]
values = ["games", "score", "elo", "nodes/move", "time/move"]
"""


def test_a_run_can_be_stopped_and_goes_on(tmp_path: Path) -> None:
    experiment = pypoda.Experiment(SPEC, name="mine")
    assert (experiment.name, experiment.games, experiment.quick) == ("mine", 20, False)
    whole = lab.run(experiment, out=tmp_path / "whole", progress=False)

    class Enough(Exception):
        pass

    def stop(done: int, _total: int) -> None:
        if done == 5:
            raise Enough

    with experiment.open(tmp_path / "parts") as kept:
        with pytest.raises(Enough):
            kept.play(jobs=1, progress=stop)
        assert 5 <= len(kept) < 20
        assert len(kept.missing()) == 20 - len(kept)
        with pytest.raises(ValueError, match="is in use by another run"):
            experiment.open(tmp_path / "parts")
    report = lab.run(experiment, out=tmp_path / "parts", progress=False)
    assert "20 of 20 games" in report.text
    reports = []
    for folder in ["whole", "parts"]:
        with experiment.open(tmp_path / folder) as kept:
            reports.append(kept.report(times=False))
    assert reports[0].html == reports[1].html
    assert whole.to_dict()["played"] == 20
    with pytest.raises(ValueError, match="this run is closed"):
        kept.missing()


def test_when_and_where_it_was_played_is_beside_the_games(tmp_path: Path) -> None:
    spec = tmp_path / "mine.toml"
    spec.write_text(SPEC)
    # A path is as good as its text.
    lab.run(spec, out=tmp_path / "out", progress=False)
    (line,) = (tmp_path / "out/stretches.jsonl").read_text().splitlines()
    stretch = json.loads(line)
    assert stretch["games"] == 20
    assert stretch["machine"]
    lab.run(spec, out=tmp_path / "out", progress=False)
    assert (tmp_path / "out/stretches.jsonl").read_text().splitlines() == [line]


def test_whoever_hears_of_progress_may_ask_the_run(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with pypoda.Experiment(SPEC).open(tmp_path) as kept:
        kept.play(jobs=2, progress=lambda done, _total: told.append((done, len(kept))))
    assert told == [(done, done) for done in range(1, 21)]


def test_records_and_figures_fit_a_table(tmp_path: Path) -> None:
    report = lab.run(pypoda.Experiment(SPEC, name="mine"), out=tmp_path, progress=False)
    games = pd.DataFrame(lab.records(tmp_path))
    assert len(games) == 20
    figures = pd.DataFrame(lab.rows(report)).set_index("column")
    score = figures.loc["score (draws count a share)"]
    assert score["low"] <= score["value"] <= score["high"]
    assert figures.loc["games", "value"] == 20
    assert len(report.csv.splitlines()) > len(figures)


def test_chunks_of_others_are_taken_once_and_checked(tmp_path: Path) -> None:
    experiment = pypoda.Experiment(SPEC, name="mine")
    lines = experiment.play([3, 1])
    assert [json.loads(line)["game"] for line in lines] == [3, 1]
    with experiment.open(tmp_path) as kept:
        assert kept.append(lines) == 2
        assert kept.append([*lines, *experiment.play([4])]) == 1
        assert len(kept) == 3
        for wrong in [lines[0].replace('"plies":', '"plies":1'), "{}", pypoda.Experiment(SPEC.replace("opening = 2", "opening = 4")).play([0])[0]]:
            with pytest.raises(ValueError):
                kept.append([*experiment.play([7]), wrong])
        assert len(kept) == 3
    with pytest.raises(IndexError, match="there is no game 20"):
        experiment.play([20])
    assert experiment.fingerprint == pypoda.Experiment(SPEC, name="other").fingerprint
    assert experiment.fingerprint != pypoda.Experiment(SPEC.replace("20", "22")).fingerprint


def test_a_player_of_ones_own_takes_part(tmp_path: Path) -> None:
    def last(position: pypoda.Position) -> str:
        return position.legal_moves[-1]

    own: dict[str, Any] = {"last": last}
    report = lab.run(SPEC.replace("greedy", "last"), out=tmp_path, own=own, progress=False)
    assert "last" in json.dumps(lab.records(tmp_path))
    assert report.to_dict()["played"] == 20


def test_the_experiment_of_the_page_on_clusters_is_there() -> None:
    assert pypoda.Experiment(Path(__file__).parent.parent / "slurm/small.toml").games == 120


def test_bad_specs_are_refused() -> None:
    with pytest.raises(ValueError, match="did you mean `s3-matrix`"):
        pypoda.Experiment("s3-matrx")
    with pytest.raises(ValueError, match="gmaes"):
        pypoda.Experiment(SPEC.replace("games =", "gmaes ="))
    assert "s4-table" in pypoda.experiments()
