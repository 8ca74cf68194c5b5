#!/bin/sh
# SPDX-License-Identifier: MIT
# One task of a Slurm job array: runs a shard of a benchmark program, alone on its node.
#SBATCH --array=0-3 --exclusive
program=$1
shift
exec "$program" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --jsonbin "shard-$SLURM_ARRAY_TASK_ID.json" "$@"
