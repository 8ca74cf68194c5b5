#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes one target up to a limit, an option of libFuzzer: -max_total_time=SECONDS or -runs=N. New
# inputs stay in build/fuzz/corpus; an input that fails is kept in tests/fuzz/crashes, where every
# check runs it from then on.
# usage: run-fuzz.sh TARGET LIMIT
set -eu

target=$1
corpus=build/fuzz/corpus/$target
found=build/fuzz/found/$target
rm -rf "$found"
mkdir -p "$corpus" "$found"

seeds=tests/fuzz/corpus/$target
[ -d "$seeds" ] || seeds=
status=0
# shellcheck disable=SC2086
build/fuzz/bin/"$target" "$2" -timeout=10 -rss_limit_mb=4096 \
    -print_final_stats=1 -artifact_prefix="$found/" "$corpus" $seeds || status=$?

for input in "$found"/*; do
    [ -e "$input" ] || continue
    status=1
    mkdir -p "tests/fuzz/crashes/$target"
    cp "$input" "tests/fuzz/crashes/$target/"
    echo "fuzz: $target fails on tests/fuzz/crashes/$target/${input##*/}"
done
[ "$status" -eq 0 ] || exit 1
