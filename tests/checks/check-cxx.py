#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the C++ header uses every function that the C headers declare.

usage: check-cxx.py HEADER...
"""
import re
import sys

# The C++ header uses other functions for the same purpose.
THROUGH_OTHERS = {"bres_run_exec_cuda", "bres_run_exec_cuda_timed"}
# These save calls from an interpreter; in C++ the separate calls cost nothing.
FOR_INTERPRETERS = {"bres_callgrind_serve_batched", "bres_state_fill_record",
                    "bres_state_summary_records", "bres_timer_new_timed"}


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)


def main():
    declared = set()
    used = THROUGH_OTHERS | FOR_INTERPRETERS
    for path in sys.argv[1:]:
        if path.endswith(".hpp"):
            used.update(re.findall(r"\bbres_\w+", text_of(path)))
        else:
            declared.update(re.findall(r"\bBRES_API\b[^;]*?\b(bres_\w+)\s*\(", text_of(path)))
    missing = sorted(declared - used)
    for name in missing:
        print(f"cxx: the C++ header has nothing for {name}")
    sys.exit(1 if missing or not declared else 0)


main()
