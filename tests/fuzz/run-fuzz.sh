#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes one target up to a limit, an option of libFuzzer: -max_total_time=SECONDS or -runs=N. New
# inputs stay in build/fuzz/corpus; an input that fails is kept in tests/fuzz/crashes, where every
# check runs it from then on.
# usage: run-fuzz.sh TARGET LIMIT SEEDS...
set -eu

target=$1
limit=$2
shift 2
corpus=build/fuzz/corpus/$target
found=build/fuzz/found/$target
rm -rf "$found"
mkdir -p "$corpus" "$found"

status=0
build/fuzz/bin/"$target" "$limit" -timeout=10 -rss_limit_mb=4096 \
    -print_final_stats=1 -artifact_prefix="$found/" "$corpus" "$@" || status=$?

for input in "$found"/*; do
    [ -e "$input" ] || continue
    status=1
    mkdir -p "tests/fuzz/crashes/$target"
    cp "$input" "tests/fuzz/crashes/$target/"
    echo "fuzz: $target fails on tests/fuzz/crashes/$target/${input##*/}"
done
[ "$status" -eq 0 ] || exit 1
