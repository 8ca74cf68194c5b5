#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the calls between rooms, and between the parts of a room, against the table of floors.

usage: check-floors.py [--table FILE] [--circles] [--edges] OBJECTS

OBJECTS is the object tree of a variant, such as build/normal; the sources are in the working
directory. The table is between the lines `<!-- floors -->` and `<!-- end of floors -->` of FILE
(doc/design.md). Its columns are the floor, the room and the room's parts, lowest first:

    | 4 | `compare` | config < match, evidence < comparison.c, . |

`<` separates the floors of the parts. A part is a folder inside the room, `.` for the room's own
folder, or one file, which then has a floor apart from its folder. A room without parts is one
folder.

A file may use the symbols of a room on a lower floor, of a part of its own room on a lower floor,
and of its own part. An #include of a private header follows the same rule, except for the headers
in the room's own folder: every part of the room may include them, and they may include the headers
of any part.

--circles lists the cycles of files that use each other, --edges how often each folder uses another;
neither makes the check fail.
"""
import argparse
import collections
import glob
import os
import re
import subprocess
import sys

BEGIN, END = "<!-- floors -->", "<!-- end of floors -->"
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
Place = collections.namedtuple("Place", "room part floor level")
Use = collections.namedtuple("Use", "user symbol kind definer")


class Table:
    """The floors of the rooms and of their parts, by room and by part."""

    def __init__(self, path):
        self.floors = {}
        self.parts = {}
        self.problems = []
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if text.count(BEGIN) != 1 or text.count(END) != 1:
            sys.exit(f"floors: {path} needs one table between '{BEGIN}' and '{END}'")
        for line in text.partition(BEGIN)[2].partition(END)[0].splitlines():
            cells = [cell.strip().replace("`", "") for cell in line.split("|")]
            if len(cells) > 4 and cells[1].isdigit():
                self.add(int(cells[1]), cells[2], cells[3])
        if not self.floors:
            sys.exit(f"floors: the table of {path} has no rows")

    def add(self, floor, room, parts):
        if room in self.floors:
            self.problems.append(f"the table has room {room} twice")
        self.floors[room] = floor
        levels = self.parts[room] = {}
        for level, group in enumerate(parts.split("<") if parts else ["."], 1):
            for part in group.split(","):
                if part.strip() in levels:
                    self.problems.append(f"the table has part {part.strip()} of {room} twice")
                levels[part.strip()] = level

    def place(self, path):
        """The place of a file; None if the table has none. A header belongs to the part of the
        source file with the same name."""
        room, inside = split_path(path)
        parts = self.parts.get(room, {})
        for part in (os.path.splitext(inside)[0] + ".c", os.path.dirname(inside) or "."):
            if part in parts:
                return Place(room, part, self.floors[room], parts[part])
        if parts and "." not in parts and re.fullmatch(r"[^/]*\.h", inside):
            return Place(room, ".", self.floors[room], 0)
        return None


def split_path(path):
    """The room of a source file, and its path inside the room."""
    top, rest = path.split(os.sep, 1)
    return (top, rest) if top == "tools" else tuple(rest.split(os.sep, 1))


def sources(suffix):
    return sorted(path for top in ("lib/*", "tools")
                  for path in glob.glob(f"{top}/**/*{suffix}", recursive=True))


def check_table(table, files):
    """Files that the table lacks, and parts of the table that the tree lacks."""
    problems = list(table.problems)
    found = {(place.room, place.part) for place in map(table.place, files) if place}
    problems += sorted({f"the table has no row or part for {os.path.dirname(path)}"
                        for path in files if not table.place(path)})
    for room, parts in table.parts.items():
        problems += [f"{room}: the table has part {part}, which has no source file"
                     for part in parts if (room, part) not in found]
    return problems


def read_symbols(objects, files):
    """Every use of a symbol that another file defines."""
    paths = {os.path.join(objects, path[:-2] + ".o"): path for path in files}
    missing = [path for path in paths if not os.path.exists(path)]
    if missing or not paths:
        sys.exit(f"floors: {missing[0] if missing else objects} has not been built")
    output = subprocess.run(["nm", "-A", "-P", "-g", *paths], stdout=subprocess.PIPE, text=True,
                            check=True).stdout
    defined = {}
    wanted = []
    for line in output.splitlines():
        path, _, rest = line.partition(": ")
        name, kind = rest.split()[:2]
        if kind in "Uvw":
            wanted.append((paths[path], name))
        elif name != "main":
            defined[name] = (paths[path], "calls" if kind in "TW" else "reads")
    return [Use(user, name, defined[name][1], defined[name][0]) for user, name in wanted
            if name in defined]


def read_includes(files):
    """The private headers that each file includes."""
    for path in files:
        with open(path, encoding="utf-8") as file:
            names = INCLUDE.findall(file.read())
        for name in names:
            for folder in (os.path.dirname(path), "lib"):
                header = os.path.normpath(os.path.join(folder, name))
                if os.path.exists(header):
                    yield Use(path, header, "includes", header)
                    break


def why_not(user, definer):
    """The reason why one place may not use the other; None if it may."""
    if user.room != definer.room:
        if definer.floor < user.floor:
            return None
        return (f"room {user.room} is on floor {user.floor}, {definer.room} on floor "
                f"{definer.floor}")
    if user.part == definer.part or definer.level < user.level:
        return None
    return (f"in room {user.room}, part {user.part} is on floor {user.level}, {definer.part} on "
            f"floor {definer.level}")


def check_uses(table, uses):
    for use in uses:
        user, definer = table.place(use.user), table.place(use.definer)
        if not user or not definer:
            continue
        including = use.kind == "includes"
        if including and user.room == definer.room and (
                definer.part == "." or (user.part == "." and use.user.endswith(".h"))):
            continue
        reason = why_not(user, definer)
        if reason:
            what = use.definer if including else f"{use.symbol} of {use.definer}"
            yield f"{use.user} {use.kind} {what}: {reason}"


def circles(graph):
    """The strongly connected components of more than one node, by Kosaraju's method."""
    order, seen = [], set()
    for root in sorted(graph):
        stack = [(root, iter(sorted(graph[root])))] if root not in seen else []
        seen.add(root)
        while stack:
            node, rest = stack[-1]
            following = next((one for one in rest if one not in seen), None)
            if following is None:
                order.append(stack.pop()[0])
            else:
                seen.add(following)
                stack.append((following, iter(sorted(graph[following]))))
    back = collections.defaultdict(set)
    for node, targets in graph.items():
        for target in targets:
            back[target].add(node)
    placed = set()
    for root in reversed(order):
        members, stack = [], [root]
        while stack:
            node = stack.pop()
            if node not in placed:
                placed.add(node)
                members.append(node)
                stack += back[node]
        if len(members) > 1:
            yield sorted(members)


def report_circles(uses):
    graph = collections.defaultdict(set)
    symbols = collections.defaultdict(set)
    for use in uses:
        graph[use.user].add(use.definer)
        graph[use.definer].update()
        symbols[use.user, use.definer].add(use.symbol)
    found = sorted(circles(graph), key=lambda members: (os.path.dirname(members[0]), members))
    for members in found:
        print(f"circle of {len(members)} files in {os.path.commonpath(members)}:")
        for user in members:
            for definer in sorted(graph[user] & set(members)):
                print(f"  {user} uses {definer}: {', '.join(sorted(symbols[user, definer]))}")
    print(f"{len(found)} circles")


def report_edges(uses):
    edges = collections.defaultdict(set)
    for use in uses:
        pair = os.path.dirname(use.user), os.path.dirname(use.definer)
        if pair[0] != pair[1]:
            edges[pair].add(use.symbol)
    for (user, definer), names in sorted(edges.items()):
        print(f"{user} uses {definer}: {len(names)} symbols, such as {min(names)}")


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--table", default="doc/design.md")
    parser.add_argument("--circles", action="store_true")
    parser.add_argument("--edges", action="store_true")
    parser.add_argument("objects")
    options = parser.parse_args()

    files = sources(".c")
    uses = read_symbols(options.objects, files)
    if options.circles:
        report_circles(uses)
    if options.edges:
        report_edges(uses)
    table = Table(options.table)
    every_file = files + sources(".h")
    problems = check_table(table, every_file)
    problems += sorted(check_uses(table, uses + list(read_includes(every_file))))
    for problem in problems:
        print(f"floors: {problem}")
    sys.exit(1 if problems else 0)


main()
