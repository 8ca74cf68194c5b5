#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs or removes the files of a list (install-list.sh) below $DESTDIR.
# usage: install.sh install|uninstall LIST
set -eu

verb=$1
list=$2
root=${DESTDIR:-}

put() {
    mkdir -p "$(dirname "$3")"
    if [ "$1" = link ]; then
        ln -sf "$2" "$3"
    else
        install -m "$1" "$2" "$3"
    fi
}

# Removes the directories that have become empty: in a staged tree all of them, in the live one
# those that are ours by name.
prune() {
    directory=$1
    while [ "$directory" != "$root" ] && [ "$directory" != / ]; do
        [ -n "$root" ] || [ "${directory##*/}" = benchresult ] || break
        rmdir "$directory" 2>/dev/null || break
        directory=$(dirname "$directory")
    done
}

while read -r mode source target; do
    if [ "$verb" = install ]; then
        put "$mode" "$source" "$root$target"
    else
        rm -f "$root$target"
        prune "$(dirname "$root$target")"
    fi
done <"$list"
