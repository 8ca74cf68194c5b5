#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the public headers declare, the version script lists and the built library exports
the same functions.

usage: check-symbols.py LIBRARY MAP HEADER...
"""
import re
import subprocess
import sys


def declared(headers):
    names = set()
    for header in headers:
        with open(header, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/|^#[^\n]*", "", file.read(), flags=re.S | re.M)
        names.update(re.findall(r"\bBRES_API\b[^;(]*?\b(\w+)\s*\(", text))
    return names


def listed(script):
    """The names of the version script in order, and the node of each."""
    names = {}
    node = None
    with open(script, encoding="utf-8") as file:
        for line in file:
            line = line.strip()
            if line.endswith("{"):
                node = line.split()[0]
            elif re.fullmatch(r"\w+;", line):
                names[line[:-1]] = node
    return names


def exported(library):
    """The names of the dynamic symbol table and their nodes. The table also has a symbol for each
    node."""
    output = subprocess.run(["nm", "-D", "--defined-only", library], stdout=subprocess.PIPE,
                            text=True, check=True).stdout
    names = {}
    for line in output.splitlines():
        kind, name = line.split()[-2:]
        name, _, node = name.partition("@")
        if kind != "A":
            names[name] = node.lstrip("@")
    return names


def main():
    library, script, *headers = sys.argv[1:]
    header_names = declared(headers)
    map_nodes = listed(script)
    library_nodes = exported(library)
    problems = []
    for what, names in [
            ("declared in a header, not listed in the map", header_names - set(map_nodes)),
            ("listed in the map, declared in no header", set(map_nodes) - header_names),
            ("listed in the map, defined nowhere", set(map_nodes) - set(library_nodes)),
            ("exported, not listed in the map", set(library_nodes) - set(map_nodes)),
            ("of another node than the map says",
             {name for name in set(library_nodes) & set(map_nodes)
              if library_nodes[name] != map_nodes[name]})]:
        problems += [f"{name}: {what}" for name in sorted(names)]
    for node in sorted(set(map_nodes.values())):
        names = [name for name in map_nodes if map_nodes[name] == node]
        if names != sorted(names):
            problems.append(f"{script}: the names of {node} are not sorted")
    for problem in problems:
        print(f"symbols: {problem}")
    sys.exit(1 if problems or not header_names else 0)


main()
