#!/bin/sh
# A slice of an experiment for each task of a job array; docs/cluster.md has the commands.
# Arguments: the experiment, how many games it has (poda lab list says so), and into how many slices they are cut.
#SBATCH --job-name=poda
#SBATCH --cpus-per-task=1
#SBATCH --output=slice-%a.log
set -eu
task=$SLURM_ARRAY_TASK_ID
exec poda lab run "$1" --games "$(($2 * task / $3))..$(($2 * (task + 1) / $3))" --jobs "$SLURM_CPUS_PER_TASK" --out "slice-$task"
