#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into a staging directory, builds and runs programs against it using only pkg-config,
# reads the manual pages, uninstalls, and checks that the tree is empty.
# usage: check-staging.sh MAKE (build everything first)
set -eu

make=$1
source=$(pwd)
stage=$source/build/check-staging/stage
work=$source/build/check-staging/work
rm -rf "$stage" "$work"
mkdir -p "$stage" "$work"

fail() {
    echo "install: $*"
    exit 1
}

$make --no-print-directory install DESTDIR="$stage" PREFIX=/opt/bench

lib=$stage/opt/bench/lib
unset PKG_CONFIG_PATH PKG_CONFIG_LIBDIR
pc() {
    PKG_CONFIG_PATH=$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$stage pkg-config "$@" benchresult
}

[ "$(pc --modversion)" = "$(sed -n 's/^Version: //p' build/install/benchresult.pc)" ] ||
    fail "pkg-config does not find the installed benchresult.pc"
if grep -rq "$source" "$lib/pkgconfig" "$stage/opt/bench/include"; then
    fail "an installed file names the source tree"
fi

# The output of pkg-config is meant to be split into words.
# shellcheck disable=SC2046
{
    cc -Wall -Wextra -Werror tests/install/consumer.c -o "$work/c-shared" $(pc --cflags --libs)
    c++ -Wall -Wextra -Werror -x c++ tests/install/consumer.c -x none -o "$work/cxx-shared" \
        $(pc --cflags --libs)
    c++ -std=c++17 -Wall -Wextra -Werror tests/install/consumer.cpp -o "$work/cxx-header" \
        $(pc --cflags --libs)
    cc -static tests/install/consumer.c -o "$work/c-static" $(pc --static --cflags --libs)
}
for program in c-shared cxx-shared cxx-header c-static; do
    LD_LIBRARY_PATH=$lib "$work/$program" >"$work/$program.out" || fail "$program does not run"
done
if LD_LIBRARY_PATH='' "$work/c-shared" >"$work/no-library.out" 2>&1; then
    fail "a consumer runs without the installed library: it found another one"
fi

# The loader does not search /opt/bench/lib.
LD_LIBRARY_PATH='' "$stage/opt/bench/bin/benchresult" --help >"$work/help" ||
    fail "the installed command does not find its library"
grep -q 'complete .* benchresult$' "$stage/opt/bench/share/bash-completion/completions/benchresult" ||
    fail "the completion for bash is not installed"
if readelf -d "$lib"/*.so | grep -E 'R(UN)?PATH'; then
    fail "the installed library has a run path"
fi
[ "$(sh mk/loader.sh run-path /usr/bin /usr/lib)" = -Wl,--as-needed ] ||
    fail "a command in a directory of the system would have a run path"

cat >"$work/counted.c" <<'end'
void work(void);
void work(void)
{
}
end
cc -shared -fPIC "$work/counted.c" -o "$work/counted.so"
judge() {
    env -u BENCHRESULT_LIBEXEC "$stage/opt/bench/bin/benchresult" judge -p relu "$@"
}
judge --starter c >"$work/solution.c"
judge --sample "$work/solution.c" >"$work/verdict" 2>&1 || [ $? = 1 ] ||
    fail "the installed library does not find its helper programs beside itself"
"$stage/opt/bench/libexec/benchresult-callgrind-runner" "$work/counted.so" work ||
    fail "the helper program that is installed does not run"
strings "$lib/libbenchresult.so" | grep -q '/opt/bench/libexec$' ||
    fail "the installed library does not know where its helper programs are"
if strings build/lib/libbenchresult.so | grep -q '/libexec$'; then
    fail "the library of the build tree knows a directory of helper programs"
fi

foreign=$(nm -D --defined-only "$lib/libbenchresult.so" |
    awk '$2 != "A" && $3 !~ /^bres_[a-z0-9]/ { print $3 }')
[ -z "$foreign" ] || fail "the library exports $foreign"
foreign=$(nm -g --defined-only "$lib/libbenchresult.a" |
    awk 'NF == 3 && $3 !~ /^bres_/ { print $3 }')
[ -z "$foreign" ] || fail "the static library defines $foreign"

pages=$stage/opt/bench/share/man
find "$pages" -type f >"$work/pages"
[ -s "$work/pages" ] || fail "no manual page is installed"
while read -r page; do
    (cd "$pages" && mandoc -T utf8 "$page") >"$work/page" || fail "$page cannot be read"
    [ "$(wc -l <"$work/page")" -gt 10 ] || fail "$page is empty"
done <"$work/pages"

# The Python package, which finds the library in the same way as every program.
$make --no-print-directory install-python DESTDIR="$stage" PYTHONDIR=/opt/bench/python
(cd "$work" && env -u BENCHRESULT_LIBRARY PYTHONDONTWRITEBYTECODE=1 LD_LIBRARY_PATH="$lib" \
    PYTHONPATH="$stage/opt/bench/python" python3 -c 'import benchresult as b; b.ResultBuilder()') ||
    fail "the installed Python package does not work"
$make --no-print-directory uninstall-python DESTDIR="$stage" PYTHONDIR=/opt/bench/python

$make --no-print-directory uninstall DESTDIR="$stage" PREFIX=/opt/bench
left=$(find "$stage" -mindepth 1)
[ -z "$left" ] || fail "uninstall leaves $left"
