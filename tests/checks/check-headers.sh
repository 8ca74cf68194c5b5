#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles each public header alone with gcc and clang, and fails on a warning: the C headers as C11
# and as C++17, the C++ headers as C++17.
# usage: check-headers.sh HEADER...
set -eu

flags='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Iinclude -fsyntax-only'
[ $# -gt 0 ]

# compile LANGUAGE STANDARD FLAG...: compiles $line with both compilers
compile() {
    language=$1 standard=$2
    shift 2
    for compiler in gcc clang; do
        # shellcheck disable=SC2086
        echo "$line" | $compiler -std="$standard" $flags "$@" -x "$language" -
    done
}

for header; do
    case $header in
    *.hpp)
        line="#include <${header#bindings/cxx/}>"
        compile c++ c++17 -Ibindings/cxx
        ;;
    *)
        line="#include <${header#include/}>"
        compile c c11
        compile c++ c++17
        ;;
    esac
done
