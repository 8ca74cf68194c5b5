#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints what is installed, a line each: MODE SOURCE TARGET, or link TEXT TARGET (a symbolic link).
# Every function that a (3) page has in its NAME gets a page of its own that refers to it.
# usage: install-list.sh BINDIR LIBDIR LIBEXECDIR INCLUDEDIR MANDIR PKGCONFIGDIR BASHCOMPLETIONDIR
#     REALNAME SONAME
set -eu

bindir=$1 libdir=$2 libexecdir=$3 includedir=$4 mandir=$5 pkgconfigdir=$6
bashcompletiondir=$7 realname=$8 soname=$9

echo "755 build/install/benchresult $bindir/benchresult"
for program in build/libexec/*; do
    echo "755 $program $libexecdir/${program#build/libexec/}"
done
echo "644 build/install/$realname $libdir/$realname"
echo "link $realname $libdir/$soname"
echo "link $realname $libdir/libbenchresult.so"
echo "644 build/install/libbenchresult.a $libdir/libbenchresult.a"
echo "644 build/install/benchresult.pc $pkgconfigdir/benchresult.pc"
echo "644 tools/completion/benchresult.bash $bashcompletiondir/benchresult"
for header in include/benchresult.h include/benchresult/*.h; do
    echo "644 $header $includedir/${header#include/}"
done
for header in bindings/cxx/benchresult.hpp bindings/cxx/benchresult/*.hpp; do
    echo "644 $header $includedir/${header#bindings/cxx/}"
done

mkdir -p build/install/man3
for page in man/*.[1-8]*; do
    [ -e "$page" ] || continue
    file=${page#man/}
    section=${file##*.}
    echo "644 $page $mandir/man${section%%[a-z]*}/$file"
    [ "$section" = 3 ] || continue
    awk '/^\.Sh/ { name = $2 == "NAME" } name && /^\.Nm/ { print $2 ".3" }' "$page" |
        while read -r alias; do
            [ "$alias" != "$file" ] || continue
            echo ".so man3/$file" >"build/install/man3/$alias"
            echo "644 build/install/man3/$alias $mandir/man3/$alias"
        done
done
