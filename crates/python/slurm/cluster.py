"""An experiment on workers that Slurm starts, through dask-jobqueue: `python3 cluster.py s4-table --jobs 2`; see docs/cluster.md."""

from __future__ import annotations

import argparse

from dask_jobqueue import SLURMCluster
from distributed import Client

from pypoda import lab


def main() -> None:
    parser = argparse.ArgumentParser(description="An experiment on workers that Slurm starts.")
    parser.add_argument("spec", help="an experiment by name, or the path of a .toml file")
    parser.add_argument("--jobs", type=int, default=2, help="how many jobs, with one worker each")
    parser.add_argument("--out", help="where the records go; left out: runs/NAME")
    parser.add_argument("--queue", help="the partition; left out: Slurm's own choice")
    parser.add_argument("--interface", default="lo", help="the network between the machines; lo: this machine alone")
    parser.add_argument("--walltime", default="01:00:00", help="the longest a job may last")
    given = parser.parse_args()
    with SLURMCluster(
        queue=given.queue,
        cores=1,
        processes=1,
        memory="1GB",
        walltime=given.walltime,
        interface=given.interface,
        log_directory="slurm-logs",
    ) as cluster:
        # A job that ends too early is replaced by another.
        cluster.adapt(minimum_jobs=given.jobs, maximum_jobs=given.jobs)
        with Client(cluster) as client:
            print(lab.run(given.spec, out=given.out, client=client))


if __name__ == "__main__":
    main()
