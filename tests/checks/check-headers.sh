#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles each public header alone, as C11 and as C++17, by gcc and clang, without a warning.
# usage: check-headers.sh HEADER...
set -eu

flags='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Iinclude -fsyntax-only'
[ $# -gt 0 ]
for header; do
    line="#include <${header#include/}>"
    for compiler in gcc clang; do
        # shellcheck disable=SC2086
        echo "$line" | $compiler -std=c11 $flags -x c -
        # shellcheck disable=SC2086
        echo "$line" | $compiler -std=c++17 $flags -x c++ -
    done
done
