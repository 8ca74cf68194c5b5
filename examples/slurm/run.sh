#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a benchmark program as a Slurm job array, waits for its tasks, and merges the shards:
#     sh examples/slurm/run.sh RESULT PROGRAM [OPTION]...
# The working directory must be on a file system that all nodes share.
set -e
directory=$(dirname "$0")
result=$1
shift
sbatch --wait "$directory/shard.sh" "$@"
benchresult merge -o "$result" shard-*.json
