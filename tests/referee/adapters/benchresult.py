#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`benchresult compare`, whose program is $BENCHRESULT, with the options after the two files."""
import csv
import os
import subprocess
import sys

if len(sys.argv) < 3:
    sys.exit(f"usage: {sys.argv[0]} REFERENCE CANDIDATE [OPTION...]")
ran = subprocess.run(
    [os.environ["BENCHRESULT"], "compare", "--format", "csv", *sys.argv[3:], *sys.argv[1:3]],
    stdout=subprocess.PIPE, text=True, check=False)
if ran.returncode not in (0, 1):
    sys.exit(f"benchresult compare ended with {ran.returncode}")
for row in csv.DictReader(ran.stdout.splitlines()):
    print(row["verdict"])
