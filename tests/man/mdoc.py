# SPDX-License-Identifier: MIT
"""Reads the parts of an mdoc(7) page that the checks in this directory need."""
import os
import re

ESCAPES = {"\\e": "\\", "\\-": "-", "\\&": "", "\\(ha": "^", "\\(ti": "~", "\\(aq": "'",
           "\\(ga": "`"}


def plain(line):
    """A line of text without the escapes of roff."""
    return re.sub(r"\\(\(..|.)", lambda match: ESCAPES[match.group()], line)


class Page:
    """A page: `title` and `section` from its file name, `lines` with the macros."""

    def __init__(self, path):
        self.path = path
        self.title, self.section = os.path.basename(path).rsplit(".", 1)
        with open(path, encoding="utf-8") as file:
            self.lines = file.read().splitlines()

    def part(self, heading):
        """The lines below one .Sh, without it."""
        lines = []
        inside = False
        for line in self.lines:
            if line.startswith(".Sh "):
                inside = line == f".Sh {heading}"
            elif inside:
                lines.append(line)
        return lines

    def names(self):
        """The names in the NAME section."""
        return [line.split()[1] for line in self.part("NAME") if line.startswith(".Nm ")]

    def references(self):
        """The name and section of each page that this page refers to."""
        found = []
        for line in self.lines:
            found += re.findall(r"(?:^\.|\s)Xr (\S+) (\S+)", line)
        return found

    def prototypes(self):
        """Function name -> declaration, from .Ft, .Fn, .Fo and .Fa of the SYNOPSIS."""
        found = {}
        kind = name = ""
        arguments = []
        for line in self.part("SYNOPSIS"):
            macro, _, rest = line.partition(" ")
            if macro == ".Ft":
                kind = rest
            elif macro == ".Fo":
                name, arguments = rest, []
            elif macro == ".Fa":
                arguments.append(rest.strip('"'))
            elif macro == ".Fn":
                name, _, rest = rest.partition(" ")
                arguments = re.findall(r'"([^"]*)"', rest) or [rest]
            if macro in (".Fn", ".Fc"):
                found[name] = spaced(f"{kind} {name}({', '.join(arguments)})")
        return found

    def flags(self):
        """The options of a command, such as -o and --output."""
        found = set()
        for line in self.lines:
            if line.startswith("."):
                found.update("-" + flag for flag in re.findall(r"\bFl (-?[a-z][a-z-]*)", line))
        return found

    def literals(self, heading):
        """Line number and text of each literal display below one .Sh."""
        found = []
        block = None
        current = ""
        for number, line in enumerate(self.lines, 1):
            if line.startswith(".Sh "):
                current = line[4:]
            elif current == heading and line.startswith(".Bd -literal"):
                block = (number + 1, [])
            elif line == ".Ed" and block is not None:
                found.append((block[0], "".join(f"{text}\n" for text in block[1])))
                block = None
            elif block is not None:
                block[1].append(plain(line))
        return found


def spaced(declaration):
    """A declaration with normalized blanks, so that declarations can be compared."""
    declaration = re.sub(r"\s+", " ", declaration).strip()
    return re.sub(r" ?([(),]) ?", r"\1", declaration).replace("* ", "*")
