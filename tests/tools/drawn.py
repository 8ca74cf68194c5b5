# SPDX-License-Identifier: MIT
"""A benchmark program whose times are drawn from a seed: no decision on it depends on the machine.
"""
import os
import random

import tool

RUNS = 64
# All copies of the program share one sequence of runs.
PROGRAM = """#!/bin/sh
for result; do :; done
read -r run <'{runs}/next'
echo $((run + 1)) >'{runs}/next'
exec cp "{runs}/$((run % {count})).json" "$result"
"""


def write(path, slowdown, seed, rows=3):
    """Makes the program, which writes a result to its last argument. `slowdown` is in percent; one
    run in 20 takes a fifth longer."""
    chance = random.Random(f"{seed} {slowdown}")
    runs = path + ".runs"
    os.mkdir(runs)
    for run in range(RUNS):
        factor = (1 + slowdown / 100) * (1.2 if chance.random() < 0.05 else 1)
        states = [tool.state(f"N={row}", [("N", str(row))], [tool.summary(
            "nv/cpu_only/time/cpu/median", str(1e-3 * factor * chance.lognormvariate(0, 0.005)))])
            for row in range(rows)]
        with open(f"{runs}/{run}.json", "w", encoding="utf-8") as file:
            tool.json.dump(tool.document(states, meta={"version": {"json": {
                "major": 1, "minor": 0, "patch": 0, "string": "1.0.0"}}}), file)
    with open(runs + "/next", "w", encoding="utf-8") as file:
        file.write("0\n")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PROGRAM.format(runs=runs, count=RUNS))
    os.chmod(path, 0o755)
