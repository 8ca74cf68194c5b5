#!/bin/sh
# SPDX-License-Identifier: MIT
# What an installation has to do with the loader of shared libraries.
# usage: loader.sh run-path BINDIR LIBDIR: prints the linker's option for a program in BINDIR that
#            needs a library in LIBDIR. The path is relative, so that it also holds below DESTDIR.
#        loader.sh refresh LIBDIR: refreshes the cache of the running system, or says what to do
set -eu

PATH=$PATH:/sbin:/usr/sbin

is_searched() {
    directory=$(realpath -m "$1")
    ldconfig -v -N -X 2>/dev/null | sed -n 's/^\(\/[^:]*\):.*/\1/p' | while read -r searched; do
        realpath -m "$searched"
    done | grep -Fqx "$directory"
}

refresh() {
    if [ -n "${DESTDIR:-}" ]; then
        echo "install: run ldconfig after you copy the staged files to $1"
    elif ! is_searched "$1"; then
        echo "install: the loader does not search $1: link programs with -Wl,-rpath,$1, or set" \
            "LD_LIBRARY_PATH=$1"
    elif [ -w /etc/ld.so.cache ] || [ "$(id -u)" = 0 ]; then
        ldconfig
    else
        echo "install: run ldconfig as root, so that the loader finds the library in $1"
    fi
}

case $1 in
run-path)
    if is_searched "$3"; then
        echo -Wl,--as-needed
    else
        echo "-Wl,-rpath,\$ORIGIN/$(realpath -m --relative-to="$2" "$3")"
    fi
    ;;
refresh) refresh "$2" ;;
esac
