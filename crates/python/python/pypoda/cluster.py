"""Work on many machines, through Dask.

The driver cuts the work into chunks, workers do them and return lines of text, the driver alone writes them down. Piece i is a pure
function of what is to be done and of i, so it does not matter who does it, in which order, or how often: each is written down once.
"""

from __future__ import annotations

import functools
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from pypoda._native import BUILD
from pypoda.meter import Meter

try:
    import dask
    import distributed
    from distributed import Client, Future, KilledWorker, LocalCluster
    from distributed.client import ClosedClientError
except ImportError as error:
    raise ImportError(
        "runs on a cluster need Dask: run `python3 -m pip install './crates/python[cluster]'` in the folder of Poda"
    ) from error

#: How many chunks wait on the cluster for each of its threads: the next one is there when one is done.
AHEAD = 2
#: The most pieces of a chunk.
MOST = 10_000
#: How many seconds pass between two looks at who is there.
LOOK = 2.0
#: How long to wait for the first worker, and for a scheduler that is gone.
PATIENCE = 60.0
#: How often a piece may be in a chunk of which Dask says that it kills workers. Four have died then, but the chunk may only have been beside another.
KILLS = 3
#: How long a worker of this machine that died may take to be back. After Dask's 15 seconds nobody starts it any more, and on a busy machine it takes
#: longer: in the end there would be none.
BACK = "10 minutes"


class VersionError(RuntimeError):
    """A worker has another build of Poda than the driver, or none."""

    def __init__(self, found: str) -> None:
        super().__init__(f"{found}: install the same version, from the same sources, on every machine")


class Work(Protocol):
    """Numbered pieces of work that any machine can do."""

    @property
    def fingerprint(self) -> str:
        """The same wherever the same would come out."""

    def play(self, numbers: list[int], /) -> list[str]:
        """Does these, and returns a line of text for each."""


class Kept(Protocol):
    """Where what was done is written down."""

    def __len__(self) -> int: ...
    def missing(self) -> list[int]:
        """The pieces that are still to be done, in the order in which they are best done."""

    def append(self, lines: list[str], /) -> int:
        """Writes lines down, each piece once."""

    def sync(self) -> None:
        """Sees to it that everything is on the disk."""


class Recipe(NamedTuple):
    """How a worker makes the work that the driver has. It goes with every chunk."""

    make: Callable[..., Work]
    arguments: tuple[Any, ...]
    #: Players that are written in Python. Work with them is made anew for each chunk.
    own: Mapping[str, Any] | None = None


@functools.lru_cache(maxsize=2)
def _made(make: Callable[..., Work], arguments: tuple[Any, ...]) -> tuple[Work, str]:
    """The work and its fingerprint, made once in each worker."""
    work = make(*arguments)
    return work, work.fingerprint


def play_chunk(recipe: Recipe, fingerprint: str, numbers: list[int]) -> tuple[list[str], float]:
    """On a worker: does some pieces, and returns their lines and the seconds that it took."""
    if recipe.own:
        work = recipe.make(*recipe.arguments, own=recipe.own)
        own_fingerprint = work.fingerprint
    else:
        work, own_fingerprint = _made(recipe.make, recipe.arguments)
    if own_fingerprint != fingerprint:
        raise VersionError(f"a worker with Poda {BUILD} would do something else than the driver")
    start = time.perf_counter()
    return work.play(numbers), time.perf_counter() - start


def worker_build() -> str:
    """On a worker: its build of Poda."""
    return BUILD


def local_cluster(workers: int, dashboard_address: str | None = None) -> LocalCluster:
    """So many processes of one thread on this machine. Whoever dies is started again."""
    dask.config.set({"distributed.deploy.lost-worker-timeout": BACK})
    return LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=dashboard_address)


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
        with local_cluster(int(value), "127.0.0.1:0") as cluster, Client(cluster) as client:
            yield client
    else:
        raise ValueError(f"`{where}` is no place to play: write dask:ADDRESS of a scheduler, or local:1 to local:256")


def command(where: str, work: Callable[[Client], str]) -> int:
    """A command of the shell that works on a cluster: prints what comes out, and returns the exit code."""
    try:
        with connect(where) as client:
            told = work(client)
    except (ValueError, OSError, RuntimeError) as error:
        print(f"poda: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped: what was done is on record; the same command goes on from here", file=sys.stderr)
        return 130
    sys.stdout.write(told)
    return 0


class Chunks:
    """Pieces that wait, cut into chunks that take about as long as was asked for."""

    def __init__(self, numbers: list[int], seconds: float) -> None:
        if not 0.01 <= seconds <= 3600:
            raise ValueError(f"{seconds} is no length of a chunk: give 0.01 to 3600 seconds")
        self.waiting = deque(numbers)
        self.seconds = seconds
        #: How long a piece takes, as it was measured last; unknown at first.
        self.each: float | None = None

    def next(self, slots: int) -> list[int]:
        """The next chunk for one of so many threads; empty if none is left."""
        size = 1 if self.each is None else max(1, min(MOST, round(self.seconds / self.each)))
        # Towards the end smaller ones, so that nobody waits for the last.
        size = min(size, max(1, len(self.waiting) // (2 * slots)))
        return [self.waiting.popleft() for _ in range(min(size, len(self.waiting)))]

    def again(self, numbers: list[int]) -> None:
        """A chunk was lost: its pieces come next."""
        self.waiting.extendleft(reversed(numbers))

    def measured(self, pieces: int, seconds: float) -> None:
        """A chunk of so many pieces took so long."""
        took = max(seconds, 1e-6) / pieces
        self.each = took if self.each is None else 0.7 * self.each + 0.3 * took


class Driver:
    """Hands chunks out and writes down what comes back."""

    def __init__(self, work: Work, recipe: Recipe, kept: Kept, client: Client, chunks: Chunks) -> None:
        self.recipe, self.kept, self.client, self.chunks = recipe, kept, client, chunks
        self.fingerprint = work.fingerprint
        self.flying: dict[Future, list[int]] = {}
        self.lost = 0
        #: How often each piece was in a chunk whose workers died.
        self.kills: Counter[int] = Counter()
        self.slots = 1
        self.looked = float("-inf")

    def look(self) -> None:
        """Asks now and then how many chunks the cluster does at once: workers come and go."""
        if time.monotonic() - self.looked > LOOK:
            self.slots = max(1, sum(self.client.nthreads().values()))
            self.looked = time.monotonic()

    def hand_out(self) -> None:
        """Gives every thread enough to do."""
        self.look()
        while len(self.flying) < AHEAD * self.slots:
            numbers = self.chunks.next(self.slots)
            if not numbers:
                break
            try:
                future = self.client.submit(play_chunk, self.recipe, self.fingerprint, numbers, pure=False, retries=0)
            except BaseException:
                self.chunks.again(numbers)
                raise
            self.flying[future] = numbers

    def wait(self) -> None:
        """Until one chunk has come back, a second at most."""
        try:
            distributed.wait(list(self.flying), timeout=1.0, return_when="FIRST_COMPLETED")
        except (TimeoutError, distributed.CancelledError):
            # Whatever was lost with its worker or the scheduler is taken back where answers are collected.
            return

    def collect(self) -> None:
        """Writes down what has come back, and takes back what was lost."""
        for future in [future for future in self.flying if future.status != "pending"]:
            numbers = self.flying.pop(future)
            if future.status == "finished":
                try:
                    lines, seconds = future.result(timeout=PATIENCE)
                except (TimeoutError, OSError, distributed.CancelledError):
                    # The worker that held the answer is gone.
                    self.take_back(numbers)
                    continue
                self.kept.append(lines)
                self.chunks.measured(len(numbers), seconds)
            elif future.status == "error":
                self.failed(future, numbers)
            else:
                self.take_back(numbers)

    def failed(self, future: Future, numbers: list[int]) -> None:
        """A worker raised something, or the chunk was on too many workers that died."""
        raised = future.exception()
        if not isinstance(raised, KilledWorker):
            # It has the traceback of the worker.
            raise raised if isinstance(raised, Exception) else RuntimeError(str(raised))
        self.kills.update(numbers)
        if max(self.kills[number] for number in numbers) == KILLS:
            pieces = f"piece {numbers[0]}" if len(numbers) == 1 else f"{len(numbers)} pieces from {numbers[0]} on"
            raise RuntimeError(
                f"whichever worker got {pieces} died: look at the workers' memory and logs; what was done is on record, the same call goes on"
            )
        self.take_back(numbers)

    def take_back(self, numbers: list[int]) -> None:
        self.lost += 1
        self.chunks.again(numbers)

    def give_up(self) -> None:
        """Nobody need go on."""
        try:
            self.client.cancel(list(self.flying), force=True)
        except (OSError, RuntimeError, TimeoutError):
            # A cluster that does not answer has nothing to cancel.
            return


def check_versions(client: Client) -> None:
    """Every worker must have the driver's build of Poda, and the scheduler, which reads what it hands on, must have Poda at all."""
    client.wait_for_workers(1, timeout=PATIENCE)
    found = {f"the worker at {address}": build for address, build in client.run(worker_build, on_error="return").items()}
    try:
        client.run_on_scheduler(worker_build)
    except Exception as error:
        found["the scheduler"] = error
    for who, build in found.items():
        # Whoever went away meanwhile plays nothing; whoever comes later is compared chunk by chunk.
        if isinstance(build, Exception) and not isinstance(build, OSError):
            raise VersionError(f"{who} has no Poda that can be loaded ({build})")
        if isinstance(build, str) and build != BUILD:
            raise VersionError(f"{who} has Poda {build}, the driver {BUILD}")


def drive(work: Work, recipe: Recipe, kept: Kept, client: Client, *, chunk: float = 2.0, meter: Meter | None = None) -> None:
    """Does what is missing on a cluster."""
    chunks = Chunks(kept.missing(), chunk)
    meter = meter or Meter(len(kept) + len(chunks.waiting), len(kept), quiet=True)
    check_versions(client)
    if client.dashboard_link:
        meter.say(f"dashboard: {client.dashboard_link}")
    driver = Driver(work, recipe, kept, client, chunks)
    answered = time.monotonic()
    try:
        while chunks.waiting or driver.flying:
            try:
                driver.hand_out()
                answered = time.monotonic()
            except (OSError, RuntimeError, ClosedClientError) as error:
                # The scheduler is gone: the client looks for it, and what was under way is handed out again.
                if client.status == "closed" or time.monotonic() - answered > PATIENCE:
                    raise RuntimeError(f"the scheduler does not answer any more: {error}") from error
                time.sleep(0.2)
            driver.wait()
            driver.collect()
            meter.show(len(kept), f", {driver.slots} at once" + (f", {driver.lost} chunks done again" if driver.lost else ""))
            if chunks.waiting and not driver.flying:
                # With a sequential test some of them may need no playing any more.
                chunks.waiting = deque(kept.missing())
    finally:
        driver.give_up()
    kept.sync()
