#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Demands that each function of the version script stands in the NAME section of a (3) page, that
a page names nothing else, and that references between our pages lead somewhere.

usage: check_man.py MAP PAGE...
"""
import os
import re
import sys

OURS = re.compile(r"(lib)?benchresult|bres_")


def names_of(lines):
    """The words after .Nm in the NAME section."""
    names = []
    section = ""
    for line in lines:
        words = line.split()
        if words[:1] == [".Sh"]:
            section = words[1]
        elif words[:1] == [".Nm"] and section == "NAME":
            names.append(words[1])
    return names


def main():
    script, *pages = sys.argv[1:]
    with open(script, encoding="utf-8") as file:
        functions = set(re.findall(r"^\s*(\w+);$", file.read(), flags=re.M))
    problems = []
    documented = {}
    known = set()
    references = []
    for page in pages:
        title, section = os.path.basename(page).rsplit(".", 1)
        with open(page, encoding="utf-8") as file:
            lines = file.read().splitlines()
        names = names_of(lines)
        known.update((name, section) for name in [title, *names])
        references += [(page, *match.groups()) for line in lines
                       if (match := re.match(r"\.Xr (\S+) (\w+)", line))]
        if section != "3":
            continue
        for name in names:
            if name in documented:
                problems.append(f"{name} is in the NAME of {documented[name]} and of {page}")
            elif name.startswith("bres_") and name not in functions:
                problems.append(f"{page} documents {name}, which is not exported")
            documented[name] = page
    problems += [f"{name} is in the NAME of no (3) page"
                 for name in sorted(functions - set(documented))]
    problems += [f"{page} refers to {name}({section}), which does not exist"
                 for page, name, section in references
                 if OURS.match(name) and (name, section) not in known]
    for problem in problems:
        print(f"man: {problem}")
    sys.exit(1 if problems else 0)


main()
