#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the ABI of a library with the recorded one, or writes the record.
# usage: check-abi.sh record LIBRARY RECORD
#        check-abi.sh compare LIBRARY RECORD SCRATCH
set -eu

verb=$1
library=$2
record=$3

describe() {
    abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --type-id-style hash \
        --out-file "$1" "$library"
}

if [ "$verb" = record ]; then
    describe "$record"
    exit
fi

if [ ! -s "$record" ]; then
    echo "abi: there is no $record; 'make abi-record' writes it"
    exit 1
fi
scratch=$4
mkdir -p "$scratch"
describe "$scratch/now.abi"
status=0
abidiff "$record" "$scratch/now.abi" >"$scratch/report" 2>&1 || status=$?
# Bits of abidiff's status: 1 and 2 = abidiff failed, 4 = the ABI changed, 8 = incompatible change.
if [ "$status" -ne 0 ]; then
    cat "$scratch/report"
fi
if [ $((status & 3)) -ne 0 ]; then
    echo "abi: abidiff failed (status $status)"
elif [ $((status & 8)) -ne 0 ]; then
    echo "abi: programs built against the recorded library would break"
elif [ $((status & 4)) -ne 0 ]; then
    echo "abi: the ABI has changed; when it only grew, record it: make abi-record"
fi
# abidiff hides harmless changes; comparing the records finds all changes.
if [ "$status" -eq 0 ] && ! cmp -s "$record" "$scratch/now.abi"; then
    echo "abi: $record is not up to date: make abi-record"
    status=1
fi
exit "$status"
