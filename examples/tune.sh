#!/bin/sh
# SPDX-License-Identifier: MIT
# Picks a block size from a shell: each run of the program measures one block size.
# Run as: tune.sh build/bin/benchresult build/examples/transpose build/blocks.json
set -eu
"$1" tune --param Block=1,8,32,512 --max-samples 60 --json "$3" -- "$2" -q -a 'Block={Block}' \
    --stopping-criterion sample-count --target-samples 50 --jsonbin {}
