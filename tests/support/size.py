#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the lines of code per room: lines that are neither blank nor comments.

usage: size.py [TREE]

The rows are the rooms of lib and the folders of tools, include, bindings and tests. Each top folder
has a sum, and lib and tools have a common sum. A Python docstring is a comment. Data files are not
counted.
"""
import collections
import os
import re
import sys

TOPS = ["lib", "tools", "include", "bindings", "tests"]
C_LIKE = (".c", ".h", ".cpp", ".hpp", ".cu", ".S")
SCRIPTS = (".py", ".sh")

# Matches comments, and strings, which may contain comment delimiters.
C_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
PYTHON_TOKEN = re.compile(r'^[ \t]*("""|\'\'\').*?\1|("""|\'\'\').*?\2|"(?:\\.|[^"\\\n])*"|'
                          r'\'(?:\\.|[^\'\\\n])*\'|#(?!!/)[^\n]*', re.S | re.M)
SHELL_COMMENT = re.compile(r'^[ \t]*#(?!!/)[^\n]*', re.M)
TOKENS = {".py": PYTHON_TOKEN, ".sh": SHELL_COMMENT}


def without_comment(match):
    """The token, or only its line ends for a comment or a docstring (group 1 of its pattern)."""
    token = match.group()
    comment = match.lastindex == 1 or token.lstrip().startswith(("/", "#"))
    return "\n" * token.count("\n") if comment else token


def code_lines(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    pattern = TOKENS.get(os.path.splitext(path)[1], C_TOKEN)
    return sum(1 for line in pattern.sub(without_comment, text).splitlines() if line.strip())


def count(tree):
    """The numbers of files and lines by folder: `lib/base`, or `tools` for files directly in it."""
    sizes = collections.defaultdict(lambda: [0, 0])
    for top in TOPS:
        for folder, folders, names in os.walk(os.path.join(tree, top)):
            folders[:] = [name for name in folders if name != "__pycache__"]
            row = os.sep.join(os.path.relpath(folder, tree).split(os.sep)[:2])
            for name in names:
                if name.endswith(C_LIKE + SCRIPTS):
                    size = sizes[row]
                    size[0] += 1
                    size[1] += code_lines(os.path.join(folder, name))
    return sizes


def main():
    if len(sys.argv) > 2:
        sys.exit("usage: size.py [TREE]")
    sizes = count(sys.argv[1] if len(sys.argv) > 1 else ".")
    if not sizes:
        sys.exit(f"size: '{sys.argv[1]}' is not a tree of this project")

    def show(name, rows):
        files, lines = (sum(size[i] for size in rows) for i in (0, 1))
        print(f"{name:<28}{files:>6}{lines:>9}")

    print(f"{'':<28}{'files':>6}{'lines':>9}")
    for top in TOPS:
        rows = {name: size for name, size in sizes.items() if name.split(os.sep)[0] == top}
        for name in sorted(rows):
            show(f"  {name}", [rows[name]])
        show(top, rows.values())
    show("lib and tools", [size for name, size in sizes.items()
                           if name.split(os.sep)[0] in ("lib", "tools")])
    show("all", sizes.values())


main()
