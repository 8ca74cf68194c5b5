#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the manual pages against mandoc's lint, the public headers, each other, and the command's
help on options, formats and criteria.

usage: check-pages.py [--tool COMMAND]
"""
import argparse
import glob
import os
import re
import subprocess
import sys

from mdoc import Page, spaced

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Pages of other projects that the pages may refer to.
FOREIGN = {("pkg-config", "1")}
# Names in the headers that only serve to declare the others.
NOT_FOR_USERS = {"BRES_API"}


class Header:
    """A public header without its comments."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
        self.page = f"benchresult-{os.path.basename(path)[:-2]}.3"

    def prototypes(self):
        """Function name -> declaration."""
        found = re.findall(r"\bBRES_API\b([^;]*?\b(\w+)\s*\([^;]*\))\s*;", self.text)
        return {name: spaced(declaration) for declaration, name in found}

    def constants(self):
        """Enumerators and macros."""
        names = set(re.findall(r"^#define\s+(BRES_\w+)", self.text, flags=re.M))
        for body in re.findall(r"\benum\s+\w+\s*\{(.*?)\}", self.text, flags=re.S):
            names.update(re.findall(r"\bBRES_\w+", body))
        return names - NOT_FOR_USERS

    def members(self):
        """Members of the structs that callers fill."""
        names = set()
        for body in re.findall(r"\bstruct\s+\w+\s*\{(.*?)\}", self.text, flags=re.S):
            names.update(re.findall(r"\b(\w+)\s*;", body))
        return names

    def types(self):
        """Type names, including function types."""
        names = set(re.findall(r"\btypedef\s+struct\s+\w+\s+(\w+)\s*;", self.text))
        names.update(re.findall(r"\}\s*(bres_\w+)\s*;", self.text))
        names.update(re.findall(r"\(\*(bres_\w+)\)", self.text))
        return names


def check_lint(pages):
    """Runs mandoc's lint. Ignores its messages about references, which are checked below, because
    mandoc knows only installed pages; and about section 3py, which it does not know on systems with
    another man page reader."""
    command = ["mandoc", "-T", "lint", "-W", "style", *(page.path for page in pages)]
    try:
        output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                text=True, check=False).stdout
    except FileNotFoundError:
        return ["mandoc is not installed; `make deps` installs it"]
    return [line for line in output.splitlines() if "referenced manual not found" not in line
            and not line.endswith("unknown manual section: Dt ... 3py")]


def check_names(pages, functions):
    """Each function is in the NAME of exactly one (3) page, and no other name is."""
    problems = []
    owners = {}
    for page in pages:
        for name in page.names():
            if page.section != "3":
                continue
            if name in owners:
                problems.append(f"{name} is in the NAME of {owners[name]} and of {page.path}")
            if name.startswith("bres_") and name not in functions:
                problems.append(f"{page.path}: {name} is not a function of the library")
            owners[name] = page.path
    problems += [f"{name} is in the NAME of no (3) page" for name in sorted(functions - set(owners))]
    return problems


def check_header(header, page):
    """The page of a header shows its declarations and mentions all its constants and members."""
    problems = []
    text = "\n".join(page.lines)
    shown = page.prototypes()
    for name, declaration in header.prototypes().items():
        if name not in shown:
            problems.append(f"{page.path}: {name} is not in the SYNOPSIS")
        elif shown[name] != declaration:
            problems.append(f"{page.path}: the SYNOPSIS has\n  {shown[name]}\n"
                            f"and the header has\n  {declaration}")
        if not re.search(rf"^\.(It )?Fn {name}\b", "\n".join(page.part("DESCRIPTION")), flags=re.M):
            problems.append(f"{page.path}: {name} is not described")
    for name in sorted(header.constants()):
        if not re.search(rf"\bDv {name}\b", text):
            problems.append(f"{page.path}: {name} is not described")
    for name in sorted(header.members()):
        if not re.search(rf"^\.It Fa {name}\b", text, flags=re.M):
            problems.append(f"{page.path}: the member {name} is not described")
    for name in sorted(header.types()):
        if not re.search(rf"\b{name}\b", text):
            problems.append(f"{page.path}: the type {name} is not mentioned")
    return problems


def check_references(pages):
    known = {(page.title, page.section) for page in pages} | FOREIGN
    return [f"{page.path}: there is no page {name}({section})"
            for page in pages for name, section in page.references()
            if (name, section) not in known]


def help_of(tool, *subcommand):
    return subprocess.run([tool, *subcommand, "--help"], stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def check_options(pages, tool):
    """The page of a subcommand has the options of its --help, and no others."""
    problems = []
    for page in pages:
        if page.section != "1":
            continue
        subcommand = page.title.split("-")[1:]
        printed = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", help_of(tool, *subcommand)))
        problems += [f"{page.path}: {flag} of --help is missing"
                     for flag in sorted(printed - page.flags())]
        problems += [f"{page.path}: {flag} is not in --help"
                     for flag in sorted(page.flags() - printed)]
    return problems


def listed(page, heading):
    """The lines of the .It at each tag of the lists below one .Ss: tag -> text."""
    text = "\n".join(page.lines).partition(f"\n.Ss {heading}\n")[2]
    text = re.split(r"^\.S[hs] ", text, maxsplit=1, flags=re.M)[0]
    return dict(re.findall(r"^\.It (?:Cm|Dv) (\S+).*\n((?:(?!\.It |\.El).*\n)*)", text, flags=re.M))


def check_formats(page, tool):
    """The page of reports has an entry for each format that a subcommand offers."""
    problems = []
    for subcommand, heading in (("summary", "Results"), ("compare", "Comparisons")):
        choices = re.search(r"print the report as(.*?)\(default", help_of(tool, subcommand), re.S)
        known = listed(page, heading)
        problems += [f"{page.path}: the format {name} of {subcommand} is missing in {heading}"
                     for name in re.split(r"(?:,| or)\s+", choices.group(1).strip())
                     if "BRES_FORMAT_" + name.upper().replace("-", "_") not in known]
    return problems


def check_columns(page, tool):
    """The page of the summary has the columns of --help, in their order."""
    words = " ".join(help_of(tool, "summary").split())
    printed = re.split(r"(?:,| or) ", re.search(r"separated by commas: (.*?) \(default", words).group(1))
    text = "\n".join(page.part("COLUMNS"))
    shown = re.findall(r"^\.It Cm (\S+)", text, flags=re.M)
    return [] if shown == printed else [f"{page.path}: the columns are {shown}, in --help {printed}"]


def check_criteria(page, tool):
    """The page has the criteria of --help in their order, with their parameters and defaults."""
    printed = {}
    for line in help_of(tool, "replay").partition("Criteria, and")[2].splitlines()[1:]:
        found = re.match(r"(  |      )(\S+)(?:\s|$)", line)
        if found and found.group(1) == "  ":
            parameters = printed.setdefault(found.group(2), {})
        elif found and "=" in found.group(2):
            parameters.update([found.group(2).split("=")])
    shown = {name: dict(re.findall(r"^\.Cm (\S+)\n\.Pq (\S+)", text, flags=re.M))
             for name, text in listed(page, "The criteria").items()}
    problems = [f"{page.path}: the parameters of {name} are {shown[name]}, in --help {parameters}"
                for name, parameters in printed.items() if shown.get(name, parameters) != parameters]
    if list(printed) != list(shown):
        problems.append(f"{page.path}: the criteria are {list(shown)}, in --help {list(printed)}")
    return problems


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--tool", default="build/bin/benchresult")
    options = parser.parse_args()
    os.chdir(ROOT)
    pages = [Page(path) for path in sorted(glob.glob("man/*.[1-9]*"))]
    headers = [Header(path) for path in sorted(glob.glob("include/benchresult/*.h"))]
    functions = {name for header in headers for name in header.prototypes()}
    if os.path.exists("lib/libbenchresult.map"):
        with open("lib/libbenchresult.map", encoding="utf-8") as file:
            functions |= set(re.findall(r"^\s*(bres_\w+);", file.read(), flags=re.M))
    by_file = {os.path.basename(page.path): page for page in pages}

    problems = check_lint(pages) + check_names(pages, functions) + check_references(pages)
    for header in headers:
        if header.page in by_file:
            problems += check_header(header, by_file[header.page])
        else:
            problems.append(f"there is no man/{header.page}")
    if os.path.exists(options.tool):
        problems += check_options(pages, options.tool)
        problems += check_formats(by_file["benchresult-report.3"], options.tool)
        problems += check_columns(by_file["benchresult-summary.1"], options.tool)
        problems += check_criteria(by_file["benchresult-criterion.3"], options.tool)
    else:
        print(f"pages: the options are not checked: {options.tool} has not been built")
    for problem in problems:
        print(f"pages: {problem}")
    sys.exit(1 if problems or not functions else 0)


main()
