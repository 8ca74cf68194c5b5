#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks rules for the sources that compilers and formatters do not check.

usage: check-sources.py

    clock     only lib/base/clock.c reads a clock
    rulers    no comment is a ruler between sections, such as /* --- Title --- */
    comments  each declaration of a public header has a comment of its own
    folders   a folder of lib has at most 25 source files
    lengths   a source file of lib and tools has at most 400 lines

The check fails if a file breaks a rule, and prints each place.
"""
import bisect
import glob
import os
import re
import sys

MAX_FILES = 25
MAX_LINES = 400
CLOCK = "lib/base/clock.c"
# hash.c is on a lower floor than the clock, and uses a clock as its seed if the system has no
# random bytes. The judge's helper program binds the call before it loads a solution.
CLOCK_EXEMPT = {CLOCK, "lib/base/hash/hash.c", "lib/judge/runner/helper/call.c"}
TOPS = ["lib", "tools", "include", "bindings", "examples", "tests"]
C_SUFFIXES = (".c", ".h", ".cpp", ".hpp")

COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)
CLOCK_CALL = re.compile(r"\b(?:clock_gettime|gettimeofday|timespec_get)\b|(?<![\w.>])time(?=\s*\()")
RULER = re.compile(r"(?:/\*|//)[^\n]*[-=]{3}[^\n]*")
# The comment of a declaration is above it, or after its semicolon or opening brace.
DECLARATION = re.compile(r"^(?:BRES_API\b|typedef\b)", re.M)
COMMENT_BEFORE = re.compile(r"^/\*(?:(?!\*/).)*\*/\n\Z", re.S | re.M)
COMMENT_AFTER = re.compile(r"[^;{]*[;{][ \t]*/\*")


class Source:
    """A file, and the numbers of its lines."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.path = path
        self.ends = [match.end() for match in re.finditer("\n", self.text)]

    def at(self, position):
        return f"{self.path}:{bisect.bisect_right(self.ends, position) + 1}"

    def matches(self, pattern):
        return [(self.at(match.start()), match) for match in pattern.finditer(self.text)]


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def check_clock(sources):
    for source in sources:
        if source.path.startswith("lib/") and source.path not in CLOCK_EXEMPT:
            code = COMMENT_OR_STRING.sub(blank, source.text)
            for match in CLOCK_CALL.finditer(code):
                yield f"{source.at(match.start())}: {match.group()} reads a clock outside of {CLOCK}"


def check_rulers(sources):
    for source in sources:
        if source.path.endswith(C_SUFFIXES):
            for place, _ in source.matches(RULER):
                yield f"{place}: a ruler between sections; use two files"


def check_comments(sources):
    for source in sources:
        if not source.path.startswith("include/"):
            continue
        for place, match in source.matches(DECLARATION):
            before = COMMENT_BEFORE.search(source.text, 0, match.start())
            if before and not RULER.search(before.group()):
                continue
            if not COMMENT_AFTER.match(source.text, match.start()):
                line = source.text[match.start():].split("\n")[0]
                yield f"{place}: no comment of its own: {line}"


def check_folders(sources):
    folders = [os.path.dirname(source.path) for source in sources if source.path.startswith("lib/")]
    for folder in sorted(set(folders)):
        number = folders.count(folder)
        if number > MAX_FILES:
            yield f"{folder}: {number} source files, at most {MAX_FILES}"


def check_lengths(sources):
    for source in sources:
        if source.path.startswith(("lib/", "tools/")) and len(source.ends) > MAX_LINES:
            yield f"{source.path}: {len(source.ends)} lines, at most {MAX_LINES}"


RULES = {"clock": check_clock, "rulers": check_rulers, "comments": check_comments,
         "folders": check_folders, "lengths": check_lengths}


def main():
    paths = sorted(path for top in TOPS for suffix in (*C_SUFFIXES, ".py")
                   for path in glob.glob(f"{top}/**/*{suffix}", recursive=True))
    if not paths:
        sys.exit("sources: found no source files in the working directory")
    sources = [Source(path) for path in paths]
    failed = False
    for rule, check in RULES.items():
        for problem in check(sources):
            print(f"sources: {rule}: {problem}")
            failed = True
    sys.exit(1 if failed else 0)


main()
