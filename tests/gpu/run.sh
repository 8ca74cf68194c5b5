#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: run.sh [DEVICE]
#
# Runs everything in this folder on a device (default 0), and writes gpu-check.log in the current
# folder, or the file that the environment variable LOG names. Exit status: 0 if nothing failed, 1
# if something failed, 77 if no device was found and nothing was checked.
set -u

here=$(cd "$(dirname "$0")" && pwd)
device=${1:-0}
log=${LOG:-gpu-check.log}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
quick='--stopping-criterion sample-count --target-samples 200 --batch-target-time 0.01'

say()
{
    echo "$*"
    echo "$*" >>"$log"
}

# Runs a command; its output goes to the terminal and into the log.
run()
{
    say "== $*"
    "$@" >"$work/output" 2>&1
    status=$?
    cat "$work/output"
    cat "$work/output" >>"$log"
    return $status
}

# Like run, but counts a failure of the command.
check()
{
    run "$@" && return
    say "FAIL  status $status: $*"
    failed=$((failed + 1))
}

: >"$log" || exit 1
say "$(uname -srm), glibc $(getconf GNU_LIBC_VERSION 2>/dev/null | cut -d' ' -f2)"
command -v nvidia-smi >/dev/null && run nvidia-smi -i "$device"

run "$here/bin/gpu-check" --device "$device"
case $status in
0) ;;
77) exit 77 ;;
*) failed=1 ;;
esac
# The CUDA runtime may need a newer driver than the installed driver; its status is 77 then.
if [ -x "$here/bin/gpu-check-runtime" ] && ! run "$here/bin/gpu-check-runtime" "$device"; then
    [ $status = 77 ] || failed=$((failed + 1))
fi

for example in cuda_copy cuda_tile; do
    check "$here/bin/$example" -q --devices "$device" --json "$work/$example.json" \
        --markdown stdout $quick
    check "$here/bin/benchresult" summary "$work/$example.json"
    check grep -q '"nv/cold/time/gpu/median"' "$work/$example.json"
done
# tune_cuda uses the first device.
check env CUDA_VISIBLE_DEVICES="$device" "$here/bin/tune_cuda"
check "$here/bin/bench" -q --markdown stdout $quick

# Runs only some checks: others cause faults on purpose, and times differ under the sanitizer.
if command -v compute-sanitizer >/dev/null; then
    for tool in memcheck racecheck initcheck synccheck; do
        check compute-sanitizer --tool "$tool" --error-exitcode 9 "$here/bin/cuda_tile" -q \
            --devices "$device" $quick --no-batch -a 'TileX[pow2]=5' -a 'TileY[pow2]=[2:3]'
    done
    check compute-sanitizer --target-processes all --error-exitcode 9 "$here/bin/gpu-check" \
        --device "$device" 46 51 matmul
else
    say "there is no compute-sanitizer: nothing was run under it"
fi

say "run.sh: $failed failed; the log is $log"
[ "$failed" = 0 ]
