"""Experiments on a Dask cluster: the same report, whoever is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import traceback
import urllib.request
from pathlib import Path

import pytest
from distributed import Client

import pypoda
from conftest import kill_a_worker
from pypoda import cluster, lab
from pypoda._native import BUILD

SPEC = """
title = "A test"
game = "connect4:5x5"
games = 60
opening = 2
[[pairing]]
agents = ["alphabeta:depth=4", "random"]
[[pairing]]
agents = ["alphabeta:depth=2", "level:2"]
[[view]]
kind = "table"
title = "All"
rows = ["player", "opponent"]
values = ["games", "score", "elo", "nodes/move", "time/move"]
"""


@pytest.fixture(scope="module")
def experiment() -> pypoda.Experiment:
    return pypoda.Experiment(SPEC, name="cluster")


@pytest.fixture(scope="module")
def expected(experiment: pypoda.Experiment, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of a run on this machine."""
    folder = tmp_path_factory.mktemp("alone")
    lab.run(experiment, out=folder, progress=False)
    return reported(experiment, folder)


def reported(experiment: pypoda.Experiment, folder: Path) -> str:
    """The report without times; every game must be there once."""
    lines = (folder / "games.jsonl").read_text().splitlines()
    assert len(lines) == experiment.games
    with experiment.open(folder) as kept:
        assert len(kept) == experiment.games
        return kept.report(times=False).html


def test_the_report_is_the_same_to_the_byte(
    experiment: pypoda.Experiment, expected: str, client: Client, tmp_path: Path
) -> None:
    lab.run(experiment, out=tmp_path, client=client, chunk=0.05, progress=False)
    assert reported(experiment, tmp_path) == expected


def test_a_worker_that_is_killed(
    experiment: pypoda.Experiment, expected: str, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = kill_a_worker(client, monkeypatch)
    lab.run(experiment, out=tmp_path, client=client, chunk=0.05, progress=False)
    assert killed
    assert reported(experiment, tmp_path) == expected


def test_a_driver_that_is_killed(
    experiment: pypoda.Experiment, expected: str, client: Client, tmp_path: Path
) -> None:
    spec, out = tmp_path / "cluster.toml", tmp_path / "out"
    spec.write_text(SPEC)
    # It kills itself in the middle, without a word.
    program = """
        import os, signal, sys
        from distributed import Client
        from pypoda import cluster, lab
        collect = cluster.Driver.collect
        def collect_and_die(self):
            collect(self)
            if len(self.kept) > 0:
                os.kill(os.getpid(), signal.SIGKILL)
        cluster.Driver.collect = collect_and_die
        lab.run(sys.argv[1], out=sys.argv[2], client=Client(sys.argv[3]), chunk=0.01, progress=False)
    """
    address = client.scheduler.address
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program), spec, out, address], check=False)
    assert done.returncode == -signal.SIGKILL
    with experiment.open(out) as kept:
        assert 0 < len(kept) < experiment.games
    lab.run(experiment, out=out, client=client, progress=False)
    assert reported(experiment, out) == expected


def test_other_versions_do_not_play(
    experiment: pypoda.Experiment, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "BUILD", "0.0.0")
    with pytest.raises(cluster.VersionError, match="has Poda .*, the driver 0.0.0"):
        lab.run(experiment, out=tmp_path, client=client, progress=False)
    recipe = cluster.Recipe(pypoda.Experiment, (experiment.text,))
    with pytest.raises(cluster.VersionError, match="would do something else than the driver"):
        cluster.play_chunk(recipe, "another", [0])


def test_a_build_is_known_by_its_sources() -> None:
    assert re.fullmatch(re.escape(pypoda.__version__) + r"\+[0-9a-f]{16}", BUILD)


class List:
    """What was done, in memory."""

    def __init__(self, pieces: int) -> None:
        self.pieces = pieces
        self.lines: list[str] = []

    def __len__(self) -> int:
        return len(self.lines)

    def missing(self) -> list[int]:
        return [number for number in range(self.pieces) if str(number) not in self.lines]

    def append(self, lines: list[str], /) -> int:
        self.lines += lines
        return len(lines)

    def sync(self) -> None:
        pass


class Echo:
    """Work that says its own numbers."""

    fingerprint = "echo"

    def play(self, numbers: list[int], /) -> list[str]:
        return [str(number) for number in numbers]


class Raising(Echo):
    def play(self, numbers: list[int], /) -> list[str]:
        return self.deeper({})

    def deeper(self, nothing: dict[str, list[str]]) -> list[str]:
        return nothing["there"]


class Deadly(Echo):
    """Work that kills whoever does its second piece, until so many have died."""

    def __init__(self, deaths: Path, most: int) -> None:
        self.deaths, self.most = deaths, most

    def play(self, numbers: list[int], /) -> list[str]:
        died = len(list(self.deaths.iterdir()))
        if 1 in numbers and died < self.most:
            (self.deaths / str(died)).touch()
            os._exit(1)
        return super().play(numbers)


def test_what_a_worker_raises_has_the_traceback_of_the_worker(client: Client) -> None:
    with pytest.raises(KeyError, match="there") as told:
        cluster.drive(Raising(), cluster.Recipe(Raising, ()), List(3), client)
    assert [frame.name for frame in traceback.extract_tb(told.tb)][-3:] == ["play_chunk", "play", "deeper"]


def test_a_chunk_of_which_dask_says_that_it_kills_workers(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # After the first death: four for each would take a while.
    monkeypatch.setattr(client.cluster.scheduler, "allowed_failures", 0)
    deaths = tmp_path / "few"
    deaths.mkdir()
    kept = List(4)
    cluster.drive(Deadly(deaths, 2), cluster.Recipe(Deadly, (deaths, 2)), kept, client)
    assert sorted(kept.lines) == ["0", "1", "2", "3"]
    assert len(list(deaths.iterdir())) == 2
    deaths = tmp_path / "many"
    deaths.mkdir()
    with pytest.raises(RuntimeError, match="whichever worker got piece [0-9]+ died"):
        cluster.drive(Deadly(deaths, 9), cluster.Recipe(Deadly, (deaths, 9)), List(4), client)
    assert len(list(deaths.iterdir())) == cluster.KILLS


def test_what_a_worker_raises_comes_back(client: Client, tmp_path: Path) -> None:
    class Odd:
        """Plays nothing, but cannot be sent either way."""

        def __reduce__(self) -> str:
            raise TypeError("it stays here")

        def think(self, position: pypoda.Position) -> str:
            return position.legal_moves[0]

    with pytest.raises(TypeError):
        lab.run(SPEC.replace("random", "odd"), out=tmp_path, client=client, own={"odd": Odd()}, progress=False)


def leftmost(position: pypoda.Position) -> str:
    return position.legal_moves[0]


def test_players_of_ones_own_go_along(client: Client, tmp_path: Path) -> None:
    # With the experiment that knows them, as well as with a spec.
    spec = SPEC.replace("games = 60", "games = 4").replace("random", "mine")
    own = {"mine": leftmost}
    given = lab.run(spec, out=tmp_path / "spec", client=client, own=own, progress=False)
    made = lab.run(pypoda.Experiment(spec, own=own), out=tmp_path / "made", client=client, progress=False)
    alone = lab.run(spec, out=tmp_path / "alone", own=own, progress=False)
    reports = [report.to_dict()["sections"][0]["grid"]["rows"][0]["fields"][:3] for report in (given, made, alone)]
    assert reports[0] == reports[1] == reports[2]
    assert not any("forfeit" in game for game in lab.records(tmp_path / "made"))


#: A scheduler or a worker, until it is killed. It says when it is there.
SERVER = """
import asyncio, sys
from distributed import Scheduler, Worker
async def main():
    kind, address, *without = sys.argv[1:]
    sys.modules.update(dict.fromkeys(without))
    if kind == "scheduler":
        server = Scheduler(host="127.0.0.1", port=int(address), dashboard=False, dashboard_address=None)
    else:
        server = Worker(address, host="127.0.0.1", nthreads=1, dashboard=False, dashboard_address=None)
    async with server:
        print(server.address, flush=True)
        await server.finished()
asyncio.run(main())
"""


class Server:
    def __init__(self, kind: str, address: str, *without: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, kind, address, *without], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.mark.parametrize("without", ["worker", "scheduler"])
def test_whoever_has_no_poda_does_not_play(experiment: pypoda.Experiment, tmp_path: Path, without: str) -> None:
    def start(kind: str, address: str) -> Server:
        return Server(kind, address, *(["pypoda"] if kind == without else []))

    servers = [start("scheduler", "0")]
    servers.append(start("worker", servers[0].address))
    try:
        with Client(servers[0].address) as client:
            with pytest.raises(cluster.VersionError, match=f"the {without} .*has no Poda that can be loaded .*pypoda"):
                lab.run(experiment, out=tmp_path, client=client, progress=False)
    finally:
        for server in servers:
            server.kill()


def test_a_scheduler_that_is_killed_and_started_again(
    experiment: pypoda.Experiment, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = [Server("scheduler", "0")]
    address = servers[0].address
    servers.append(Server("worker", address))
    collect = cluster.Driver.collect

    def collect_and_kill(self: cluster.Driver) -> None:
        collect(self)
        if len(servers) == 2 and len(self.kept) > 0:
            for server in servers:
                server.kill()
            servers.append(Server("scheduler", address.rsplit(":", 1)[1]))
            # Workers end with their scheduler: whoever starts them starts them again.
            servers.append(Server("worker", address))

    monkeypatch.setattr(cluster.Driver, "collect", collect_and_kill)
    try:
        with Client(address) as client:
            lab.run(experiment, out=tmp_path, client=client, chunk=0.05, progress=False)
    finally:
        for server in servers:
            server.kill()
    assert len(servers) == 4
    assert reported(experiment, tmp_path) == expected


def test_chunks_take_about_as_long_as_asked() -> None:
    chunks = cluster.Chunks(list(range(1000)), 2.0)
    assert chunks.next(2) == [0]
    chunks.measured(1, 0.1)
    second = chunks.next(2)
    assert second == list(range(1, 21))
    chunks.again(second)
    assert chunks.next(2) == second
    sizes = []
    while chunk := chunks.next(2):
        sizes.append(len(chunk))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 1
    with pytest.raises(ValueError, match="is no length of a chunk"):
        cluster.Chunks([], 0)


def test_the_dashboard_is_there() -> None:
    with cluster.connect("local:1") as client, urllib.request.urlopen(client.dashboard_link) as answer:
        page = answer.read().decode()
    assert "Bokeh" in page
    assert "needs bokeh" not in page


def test_without_dask_it_is_said_what_to_install() -> None:
    program = "import sys; sys.modules['distributed'] = None; from pypoda import lab; lab.main()"
    command = [sys.executable, "-c", program, "run", "s4-table", "--on", "local:1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "run `python3 -m pip install './crates/python[cluster]'` in the folder of Poda" in done.stderr


def test_the_command_line(expected: str, experiment: pypoda.Experiment, tmp_path: Path) -> None:
    spec = tmp_path / "cluster.toml"
    spec.write_text(SPEC)
    command = [sys.executable, "-m", "pypoda.lab", "run", str(spec)]
    for where in ["moon", "local:0", "dask:"]:
        done = subprocess.run([*command, "--on", where], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith(f"poda: `{where}` is no place to play")
    # It is told at every look how far it is, not only every ten seconds.
    often = "import sys; from pypoda import lab, meter; meter.PAUSE = 0.0; sys.exit(lab.main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", often, *command[3:], "--on", "local:2", "--out", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "120 of 120 games" in done.stdout
    assert re.search(r"^dashboard: http://127\.0\.0\.1:\d+/status$", done.stderr, re.MULTILINE)
    assert re.search(r"^120 of 120 games, 0 s left, \d at once$", done.stderr, re.MULTILINE)
    assert reported(experiment, tmp_path / "out") == expected
