#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the examples in the manual pages and in README.md. It compiles C and C++ and parses JSON.
If the library has been built, it also links and runs whole programs, runs Python, and runs each
command line that shows its output, which must match.

A program that loads a result receives a sample result as its argument, any other program the name
of a file to write; benchmark programs are not run. A program must end with status 0 and print
nothing on the standard error.

usage: check-examples.py [--build DIRECTORY] [--update]
"""
import argparse
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

from mdoc import Page

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLE = os.path.join(ROOT, "examples", "data", "main.json")
FLAGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror",
         "-I" + os.path.join(ROOT, "include")]
C_COMPILER = [*shlex.split(os.environ.get("CC", "cc")), "-std=c11", *FLAGS]
CXX_COMPILER = ["g++", "-std=c++17", *FLAGS, "-I" + os.path.join(ROOT, "bindings", "cxx")]


def fences(path):
    """The line number, language and text of each fenced block of a Markdown file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return [(text.count("\n", 0, match.start(2)) + 1, match.group(1), match.group(2))
            for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, flags=re.S | re.M)]


def examples():
    """The place, language and text of each example."""
    found = []
    for path in sorted(glob.glob("man/*.[1-9]*")):
        page = Page(path)
        for number, text in page.literals("EXAMPLES"):
            language = {"$": "shell", "{": "json"}.get(text[:1], "c")
            if text.startswith("$ benchresult ") and " examples/" in text:
                language = "console"
            if page.section == "3py":
                language = "python"
            if "<benchresult.hpp>" in text:
                language = "cpp"
            found.append((f"{path}:{number}", language, text))
    found += [(f"README.md:{number}", language, text)
              for number, language, text in fences("README.md")]
    return found


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False, **options)


def check_c(text, build, scratch):
    return check_program(text, C_COMPILER, os.path.join(scratch, "example.c"), build, scratch)


def check_cpp(text, build, scratch):
    return check_program(text, CXX_COMPILER, os.path.join(scratch, "example.cpp"), build, scratch)


def check_program(text, compiler, source, build, scratch):
    program = os.path.join(scratch, "example")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    result = run([*compiler, "-fsyntax-only", source])
    runs = "int main(" in text and "main(argc, argv)" not in text
    if result.returncode != 0 or not runs or build is None:
        return result.stderr
    library = os.path.join(build, "lib")
    result = run([*compiler, source, "-o", program, "-L" + library, "-lbenchresult",
                  "-Wl,-rpath," + library])
    if result.returncode != 0:
        return result.stderr
    loads = re.search(r"bres_result_(load|import)\(|result::load\(", text) is not None
    if loads and not os.path.exists(SAMPLE):
        return f"there is no {SAMPLE}"
    result = run([program, SAMPLE if loads else os.path.join(scratch, "output.json")])
    if result.returncode != 0 or result.stderr:
        return f"the program ended with status {result.returncode}\n{result.stderr}"
    return ""


def check_python(text, build, scratch):
    if build is None:
        return ""
    environment = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "bindings", "python"),
                   "BENCHRESULT_LIBRARY": os.path.join(build, "lib", "libbenchresult.so.1")}
    os.symlink(os.path.join(ROOT, "examples"), os.path.join(scratch, "examples"))
    result = run([sys.executable, "-W", "ignore", "-c", text], cwd=scratch, env=environment)
    return "" if result.returncode == 0 and not result.stderr else \
        f"the program ended with status {result.returncode}\n{result.stderr}"


def check_json(text, build, scratch):
    path = os.path.join(scratch, "example.json")
    try:
        json.loads(text)
    except ValueError as error:
        return str(error)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if build is None:
        return ""
    return run([os.path.join(build, "bin", "benchresult"), "summary", path]).stderr


def check_console(text, build, scratch):
    """Checks a console block: one command line of benchresult and its output. Skips others."""
    command, _, shown = re.sub(r" \\\n +", " ", text).partition("\n")
    if build is None or not command.startswith("$ benchresult "):
        return ""
    printed = output_of(command, build)
    return "" if printed == shown else f"{command}\nprints\n{printed}"


def output_of(command, build):
    words = shlex.split(command)[2:]
    return run([os.path.join(build, "bin", "benchresult"), *words]).stdout


def update_readme(build):
    """Puts the real output into the console blocks of README.md."""
    def renewed(match):
        return f"{match.group(1)}{output_of(match.group(1).splitlines()[1], build)}```"

    with open("README.md", encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"(^```console\n\$ benchresult [^\n]*\n).*?^```", renewed, text,
                  flags=re.S | re.M)
    with open("README.md", "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--build", default="build")
    parser.add_argument("--update", action="store_true",
                        help="write the real output into README.md")
    options = parser.parse_args()
    os.chdir(ROOT)
    build = os.path.abspath(options.build)
    if not os.path.exists(os.path.join(build, "bin", "benchresult")):
        print(f"examples: compiled only, nothing has been built in {options.build}")
        build = None
    elif options.update:
        update_readme(build)

    checks = {"c": check_c, "cpp": check_cpp, "json": check_json, "console": check_console,
              "python": check_python}
    problems = 0
    for place, language, text in examples():
        if language in checks:
            with tempfile.TemporaryDirectory() as scratch:
                problem = checks[language](text, build, scratch)
            if problem:
                problems += 1
                print(f"examples: {place}: {problem}")
    sys.exit(1 if problems else 0)


main()
