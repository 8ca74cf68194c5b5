#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds phrases that the project does not use, in texts for human readers.

usage: check-words.py [--words FILE] [--summary] [--list] [FILE...]

It checks the string literals of lib and tools, public headers, manual pages, Markdown pages and the
strings of the Python package: in the given FILEs, or in all files of the working directory. A line
of words.txt has a regular expression and the words to use instead. A blank in the expression also
matches a line break with the markup of a comment, string or manual page around it.

--summary prints the number of hits per file, --list per expression.
"""
import argparse
import collections
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# Marks for a break in the middle of a text, and for a gap between two texts.
BREAK, GAP = "\x01", "\x02"
READ_WHOLE = (".h", ".hpp", ".md", ".1", ".3", ".3py", ".5", ".7")
PATTERNS = ["lib/**/*.[ch]", "tools/**/*.[ch]", "include/**/*.h", "bindings/cxx/**/*.hpp",
            "bindings/python/benchresult/**/*.py", "bindings/python/*.md", "man/*.[1-9]*", "*.md",
            "doc/**/*.md"]

# A string, whose text is the group, or another token that may contain a quote.
C_STRING = re.compile(r'/\*.*?\*/|//[^\n]*|\'(?:\\.|[^\'\\\n])*\'|#include[^\n]*|'
                      r'"((?:\\.|[^"\\\n])*)"', re.S)
PYTHON_STRING = re.compile(r'#[^\n]*|(?P<quote>"""|\'\'\'|"|\')((?:\\.|(?!(?P=quote)).)*)(?P=quote)',
                           re.S)
# The start of a line of a comment and of a manual page, and the end of a comment.
COMMENT_LINE = re.compile(r"\n[ \t]*(?:\*(?!/)|//)[ \t]?")
COMMENT_END = re.compile(r"\*/")
MAN_LINE = re.compile(r"\n\.(?:[A-Z][A-Za-z]\b ?)+")


def fill(text, character):
    """Marks for a masked text, with its line ends."""
    return character + "\n" * text.count("\n") + character


def only_strings(text, pattern, group):
    """The text with everything masked except its string literals. Strings separated only by blanks
    are one text."""
    parts = []
    end = 0
    for match in pattern.finditer(text):
        if match.start(group) < 0:
            continue
        between = text[end:match.start(group)]
        joined = re.fullmatch(r'"\s*"', between)
        parts.append(fill(between, BREAK if joined else GAP))
        parts.append(re.sub(r"\\n", BREAK * 2, match.group(group)))
        end = match.end(group)
    parts.append(fill(text[end:], GAP))
    return "".join(parts)


def readable(path):
    """The texts of a file for human readers, on their original lines, with the rest masked."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".py"):
        return only_strings(text, PYTHON_STRING, 2)
    if not path.endswith(READ_WHOLE) or path.startswith(("lib", "tools")):
        return only_strings(text, C_STRING, 1)
    if path.endswith((".h", ".hpp")):
        text = COMMENT_LINE.sub(lambda match: "\n" + BREAK * (len(match.group()) - 1), text)
        return COMMENT_END.sub(GAP * 2, text)
    if not path.endswith(".md"):
        text = MAN_LINE.sub(lambda match: "\n" + BREAK * (len(match.group()) - 1), text)
    return text


def read_words(path):
    """The expressions, and the words to use instead. A blank matches a whole break."""
    words = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            expression, arrow, instead = line.partition(" => ")
            if not arrow or not instead.strip():
                sys.exit(f"{path}:{number}: expected 'EXPRESSION => WHAT TO WRITE'")
            expression = expression.strip()
            spaced = expression.replace(" ", rf"(?<![\s{BREAK}])[\s{BREAK}]+")
            words.append((re.compile(spaced, re.I | re.M), expression, instead.strip()))
    return words


def hits_of(path, words):
    text = readable(path)
    for pattern, expression, instead in words:
        for match in pattern.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            found = re.sub(rf"[\s{BREAK}{GAP}]+", " ", match.group()).strip()
            yield line, found, expression, instead


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--words", default=os.path.join(HERE, "words.txt"))
    parser.add_argument("--summary", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()

    words = read_words(options.words)
    files = options.files or sorted({path for pattern in PATTERNS
                                     for path in glob.glob(pattern, recursive=True)})
    if not files or not words:
        sys.exit("words: nothing to check")
    by_file = collections.Counter()
    by_expression = collections.Counter()
    for path in files:
        for line, found, expression, instead in sorted(hits_of(path, words)):
            by_file[path] += 1
            by_expression[expression] += 1
            if not options.summary and not options.list:
                print(f"{path}:{line}: '{found}': {instead}")
    for counts in [by_file] * options.summary + [by_expression] * options.list:
        for name, number in counts.most_common():
            print(f"{number:6} {name}")
    if by_file:
        print(f"words: {sum(by_file.values())} hits in {len(by_file)} of {len(files)} files")
    sys.exit(1 if by_file else 0)


main()
