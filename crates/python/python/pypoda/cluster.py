"""One experiment on many machines, through Dask.

The driver cuts the schedule into chunks, workers play them and return records, the driver alone writes them down. Game i is a pure
function of the spec and i, so it does not matter who plays it, in which order, or how often: each is written down once.
"""

from __future__ import annotations

import functools
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pypoda._native import VERSION, Experiment, Run
from pypoda.meter import Meter

try:
    import distributed
    from distributed import Client, Future, LocalCluster
except ImportError as error:
    raise ImportError("runs on a cluster need Dask: python3 -m pip install 'pypoda[cluster]'") from error

#: How many chunks wait on the cluster for each of its threads: the next one is there when one is done.
AHEAD = 2
#: The most games of a chunk.
MOST = 10_000
#: How many seconds pass between two looks at who is there.
LOOK = 2.0
#: How long to wait for the first worker, and for a scheduler that is gone.
PATIENCE = 60.0


class VersionError(RuntimeError):
    """A worker has another version of Poda than the driver."""


@functools.lru_cache(maxsize=4)
def _experiment(name: str, text: str, quick: bool) -> Experiment:
    """Read once in each worker."""
    return Experiment(text + "\n", name=name, quick=quick)


def play_chunk(
    task: tuple[str, str, bool], fingerprint: str, own: Mapping[str, Any] | None, games: list[int]
) -> tuple[list[str], float]:
    """On a worker: plays games, and returns their records and the seconds that it took."""
    name, text, quick = task
    experiment = Experiment(text + "\n", name=name, quick=quick, own=own) if own else _experiment(name, text, quick)
    if experiment.fingerprint != fingerprint:
        raise VersionError(f"a worker with Poda {VERSION} would play other games than the driver: install the same version everywhere")
    start = time.perf_counter()
    return experiment.play(games), time.perf_counter() - start


def worker_version() -> str:
    """On a worker: its version of Poda."""
    return VERSION


@contextmanager
def connect(where: str) -> Iterator[Client]:
    """A client for `dask:ADDRESS` or `local:N`."""
    kind, _, value = where.partition(":")
    if kind == "dask" and value:
        try:
            client = Client(value, timeout=PATIENCE)
        except OSError as error:
            raise ValueError(f"no scheduler answers at {value}: {error}") from error
        with client:
            yield client
    elif kind == "local" and value.isdecimal() and 1 <= int(value) <= 256:
        with (
            LocalCluster(
                n_workers=int(value), threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client
    else:
        raise ValueError(f"`{where}` is no place to play: write dask:ADDRESS of a scheduler, or local:1 to local:256")


class Chunks:
    """Games that wait, cut into chunks that take about as long as was asked for."""

    def __init__(self, games: list[int], seconds: float) -> None:
        if not 0.01 <= seconds <= 3600:
            raise ValueError(f"{seconds} is no length of a chunk: give 0.01 to 3600 seconds")
        self.waiting = deque(games)
        self.seconds = seconds
        #: How long a game takes, as it was measured last; unknown at first.
        self.per_game: float | None = None

    def next(self, slots: int) -> list[int]:
        """The next chunk for one of so many threads; empty if none is left."""
        size = 1 if self.per_game is None else max(1, min(MOST, round(self.seconds / self.per_game)))
        # Towards the end smaller ones, so that nobody waits for the last.
        size = min(size, max(1, len(self.waiting) // (2 * slots)))
        return [self.waiting.popleft() for _ in range(min(size, len(self.waiting)))]

    def again(self, games: list[int]) -> None:
        """A chunk was lost: its games come next."""
        self.waiting.extendleft(reversed(games))

    def measured(self, games: int, seconds: float) -> None:
        """A chunk of so many games took so long."""
        took = max(seconds, 1e-6) / games
        self.per_game = took if self.per_game is None else 0.7 * self.per_game + 0.3 * took


class Driver:
    """Hands chunks out and writes down what comes back."""

    def __init__(self, experiment: Experiment, kept: Run, client: Client, own: Mapping[str, Any] | None, chunks: Chunks) -> None:
        self.experiment, self.kept, self.client, self.own, self.chunks = experiment, kept, client, own, chunks
        self.task = (experiment.name, experiment.text, experiment.quick)
        self.flying: dict[Future, list[int]] = {}
        self.lost = 0
        self.slots = 1
        self.looked = float("-inf")

    def look(self) -> None:
        """Asks now and then how many games the cluster plays at once: workers come and go."""
        if time.monotonic() - self.looked > LOOK:
            self.slots = max(1, sum(self.client.nthreads().values()))
            self.looked = time.monotonic()

    def hand_out(self) -> None:
        """Gives every thread enough to do."""
        self.look()
        while len(self.flying) < AHEAD * self.slots:
            games = self.chunks.next(self.slots)
            if not games:
                break
            future = self.client.submit(
                play_chunk, self.task, self.experiment.fingerprint, self.own, games, pure=False, retries=0
            )
            self.flying[future] = games

    def collect(self) -> None:
        """Writes down what has come back, and takes back what was lost."""
        for future in [future for future in self.flying if future.status != "pending"]:
            games = self.flying.pop(future)
            if future.status == "finished":
                try:
                    records, seconds = future.result(timeout=PATIENCE)
                except (TimeoutError, OSError, distributed.CancelledError):
                    # The worker that held the answer is gone.
                    self.take_back(games)
                    continue
                self.kept.append(records)
                self.chunks.measured(len(games), seconds)
            elif future.status == "error":
                raised = future.exception()
                raise raised if isinstance(raised, Exception) else RuntimeError(str(raised))
            else:
                self.take_back(games)

    def take_back(self, games: list[int]) -> None:
        self.lost += 1
        self.chunks.again(games)

    def give_up(self) -> None:
        """Nobody need go on."""
        try:
            self.client.cancel(list(self.flying), force=True)
        except (OSError, RuntimeError, TimeoutError):
            # A cluster that does not answer has nothing to cancel.
            return


def check_versions(client: Client) -> None:
    """Every worker must have the driver's version of Poda."""
    client.wait_for_workers(1, timeout=PATIENCE)
    for address, version in client.run(worker_version).items():
        if version != VERSION:
            raise VersionError(f"the worker at {address} has Poda {version}, the driver {VERSION}: install the same version everywhere")


def drive(
    experiment: Experiment,
    kept: Run,
    client: Client,
    *,
    own: Mapping[str, Any] | None = None,
    chunk: float = 2.0,
    meter: Meter | None = None,
) -> None:
    """Plays what is missing of a run on a cluster."""
    meter = meter or Meter(experiment.games, len(kept), quiet=True)
    check_versions(client)
    if client.dashboard_link:
        meter.say(f"dashboard: {client.dashboard_link}")
    driver = Driver(experiment, kept, client, own, Chunks(kept.missing(), chunk))
    answered = time.monotonic()
    try:
        while driver.chunks.waiting or driver.flying:
            try:
                driver.hand_out()
                distributed.wait(list(driver.flying), timeout=1.0, return_when="FIRST_COMPLETED")
                answered = time.monotonic()
            except TimeoutError:
                pass
            except (OSError, distributed.CancelledError) as error:
                # The scheduler is gone: the client looks for it, and what was under way is handed out again.
                if time.monotonic() - answered > PATIENCE:
                    raise RuntimeError(f"the scheduler does not answer any more: {error}") from error
                time.sleep(0.2)
            driver.collect()
            meter.show(len(kept), f", {driver.slots} at once" + (f", {driver.lost} chunks played again" if driver.lost else ""))
            if driver.chunks.waiting and not driver.flying:
                # With a sequential test some of them may need no playing any more.
                driver.chunks.waiting = deque(kept.missing())
    finally:
        driver.give_up()
    kept.sync()
