#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the types of the package with pyright: runs it on the programs beside this file, and
requires a complete type for every public name.

usage: check_pyright.py PYRIGHT
"""
import importlib
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))


def is_for_users(name):
    """Whether the module of a name exports the name, or the class of a member. A module itself does
    not count; its names do."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:count]))
        except ImportError:
            continue
        return count < len(parts) and parts[count] in getattr(module, "__all__", parts)
    return True


def incomplete(pyright):
    """Each exported name whose type is not complete, with what pyright says."""
    output = subprocess.run([pyright, "--verifytypes", "benchresult", "--outputjson"],
                            stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": PACKAGE},
                            check=False).stdout
    for symbol in json.loads(output)["typeCompleteness"]["symbols"]:
        if symbol["isExported"] and not symbol["isTypeKnown"] and is_for_users(symbol["name"]):
            yield symbol["name"], *(found["message"] for found in symbol["diagnostics"])


def main(pyright):
    if not os.path.exists(pyright):
        sys.exit(f"cannot find {pyright}: run make deps-npm")
    sys.path.insert(0, PACKAGE)
    status = subprocess.run([pyright, "-p", HERE], check=False).returncode
    names = list(incomplete(pyright))
    for name in names:
        print(*name, sep="\n  ")
    sys.exit(status or bool(names))


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
