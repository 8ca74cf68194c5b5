#!/bin/sh
# SPDX-License-Identifier: MIT
# Picks a block size from a shell: one process measures one configuration, in several rounds, so that
# what changes on the machine meanwhile changes all of them. The results are merged into one file,
# whose rows are the runs, and the configuration with the fastest run wins.
# Run as: tune.sh build/bin/benchresult build/examples/transpose build/blocks.json
set -eu

benchresult=$1 program=$2 output=$3
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

for round in 1 2 3; do
    for block in 1 8 32 512; do
        "$program" -q -a "Block=$block" --stopping-criterion sample-count --target-samples 50 \
            --jsonbin "$directory/$round-$block.json"
    done
done
"$benchresult" merge -o "$output" "$directory"/?-*.json
"$benchresult" summary "$output"

# What a configuration took in its best and its worst run. One whose best run is faster than the
# winner's worst cannot be told from the winner.
"$benchresult" summary --format csv "$output" | awk -F , '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    {
        block = $column["Block"]
        time = $column["CPU Time (sec)"] + 0
        if (!(block in best) || time < best[block]) best[block] = time
        if (!(block in worst) || time > worst[block]) worst[block] = time
        if (winner == "" || time < best[winner]) winner = block
    }
    END {
        print "Block=" winner
        for (block in best)
            if (block != winner && best[block] <= worst[winner])
                print "Block=" block " cannot be told from it"
    }'
