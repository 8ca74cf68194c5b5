#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: check-bundle.sh FOLDER
#
# Checks that a bundle (mk/gpu.mk) needs nothing but the C library, and runs from another directory
# without the caller's environment; where chroot is allowed, also in a root that has only the bundle
# and the libraries it needs.
set -eu

bundle=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
    echo "check-bundle: $*" >&2
    exit 1
}

programs=$(find "$bundle/bin" "$bundle/lib" -type f)
for program in $programs; do
    for library in $(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
        case $library in
        libc.so.6 | libm.so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1 | ld-linux*) ;;
        *) [ -f "$bundle/lib/$library" ] || fail "$program needs $library" ;;
        esac
    done
    ! readelf -d "$program" | grep -E '(RPATH|RUNPATH)' | grep -qv '\[\$ORIGIN/\.\./lib\]' ||
        fail "$program looks for libraries elsewhere than in its own lib"
done

# Runs a command; fails unless its status is in the list. Status 127: the program cannot be started;
# 77: no device was found.
expect()
{
    status=0
    expected=$1
    shift
    "$@" >"$work/output" 2>&1 || status=$?
    case " $expected " in
    *" $status "*) ;;
    *)
        cat "$work/output" >&2
        fail "status $status, not $expected: $*"
        ;;
    esac
}

cp -R "$bundle" "$work/moved"
expect 0 env -i "$work/moved/bin/gpu-check" --list
grep -q '^51' "$work/output" || fail "gpu-check has lost its checks"
expect '0 1 77' env -i LOG="$work/log" PATH=/usr/bin:/bin sh "$work/moved/run.sh"
[ -s "$work/log" ] || fail "run.sh has written no log"

# The root has only the libraries that the loader lists. It has no /proc, so that the loader does
# not know the program's directory and needs LD_LIBRARY_PATH to find the bundle's library.
if chroot=$(command -v chroot) && chroot / true 2>/dev/null; then
    root=$work/root
    mkdir -p "$root/bundle"
    cp -R "$bundle/." "$root/bundle"
    for program in $programs; do
        ldd "$program" | grep -o '/[^ ]*' | grep -v "^$(cd "$bundle" && pwd)" |
            while read -r library; do
                mkdir -p "$root$(dirname "$library")"
                cp -L "$library" "$root$library"
            done
    done
    expect 77 env -i LD_LIBRARY_PATH=/bundle/lib "$chroot" "$root" /bundle/bin/gpu-check
    [ ! -e "$bundle/bin/gpu-check-runtime" ] ||
        expect 77 env -i LD_LIBRARY_PATH=/bundle/lib "$chroot" "$root" /bundle/bin/gpu-check-runtime
    for example in cuda_copy cuda_tile; do
        expect 0 env -i LD_LIBRARY_PATH=/bundle/lib "$chroot" "$root" "/bundle/bin/$example" -q
    done
    expect 0 env -i LD_LIBRARY_PATH=/bundle/lib "$chroot" "$root" /bundle/bin/tune_cuda
    expect 0 env -i LD_LIBRARY_PATH=/bundle/lib "$chroot" "$root" /bundle/bin/bench --list
    expect 0 env -i LD_LIBRARY_PATH=/bundle/lib "$chroot" "$root" /bundle/bin/benchresult --version
fi
glibc=$(for program in $programs; do readelf -V "$program"; done |
    grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1)
echo "$bundle needs nothing but glibc ${glibc#GLIBC_} or later, and a driver"
