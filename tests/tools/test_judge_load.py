#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Honest solutions on a busy system: the judge accuses none, and scores are near the idle score.
With BRES_TEST_LONG=1 a table shows how many judgements gave a score, and the scores, for all
solutions or for the solutions in BRES_TEST_SOLUTIONS, separated by commas. BRES_TEST_LOADS names
loads in the same way; "idle" and "2 spin" are always among them."""
import contextlib
import ctypes
import json
import math
import os
import signal
import statistics
import subprocess
import tempfile
import unittest

import tool

LONG = os.environ.get("BRES_TEST_LONG") == "1"
JUDGEMENTS = int(os.environ.get("BRES_TEST_JUDGEMENTS", "40" if LONG else "1"))
CHOSEN = os.environ.get("BRES_TEST_SOLUTIONS")
CHOSEN_LOADS = os.environ.get("BRES_TEST_LOADS", "")
PR_SET_PDEATHSIG = 1
SOLUTIONS = os.path.join(tool.BUILD, "solutions")
HONEST = os.path.join(tool.ROOT, "tests", "judge", "solutions", "honest")
# The largest relative distance of a near score from the idle score, and the smallest share of near
# scores among judgements beside two busy processes.
NEAR = 0.15
AROUND = 2  # rounds before a score, and after it, whose idle scores it is compared with
SHARE = 0.8

OPENMP = """
#include "solution.h"
void solution(const float *a, const float *b, float *c, size_t n)
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}
"""
OPENMP_PRODUCT = """
#include "solution.h"
void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
#pragma omp parallel for schedule(dynamic, 8)
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (size_t l = 0; l < k; l++) {
            for (size_t j = 0; j < n; j++)
                c[i * n + j] += a[i * k + l] * b[l * n + j];
        }
    }
}
"""
# The solution has a table of 1 GiB; each call reads a part of it.
GIGABYTE = """
#include "solution.h"
#include <stdlib.h>
#include <string.h>
static char *table;
void solution(const float *a, const float *b, float *c, size_t n)
{
    const size_t size = (size_t)1 << 30;
    float zero = 0;
    if (table == NULL) {
        table = malloc(size);
        memset(table, 1, size);
    }
    for (size_t i = 0; i < size; i += (size_t)1 << 16)
        zero += table[i] - 1;
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i] + zero;
}
"""
# No addition depends on the previous one. Otherwise the time would depend on how well the processor
# predicts loop exits. The processor loses these predictions while it is idle, so that the solution
# would be slower on an idle system.
SLOW = """
#include "solution.h"
void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    for (volatile int round = 0; round < 24; round++) {
        for (size_t i = 0; i < m; i++) {
            for (size_t j = 0; j < n; j++)
                c[i * n + j] = 0;
            for (size_t l = 0; l < k; l++) {
                for (size_t j = 0; j < n; j++)
                    c[i * n + j] += a[i * k + l] * b[l * n + j];
            }
        }
    }
}
"""
PRODUCT = "matrix-multiplication"
ADDITION = "vector-addition"
# The problem, a file or a source text, and whether the short test includes the solution.
HONEST_SOLUTIONS = {
    "plain": (PRODUCT, "product_naive.so", False),
    "blocked": (PRODUCT, "product_blocked.so", False),
    "simd": (PRODUCT, "product_unrolled.so", True),
    "threads": (PRODUCT, "product_threads.so", True),
    "pool": (PRODUCT, "product_pool.so", False),
    "scratch": (PRODUCT, "product_scratch.so", False),
    "openmp": (ADDITION, OPENMP, False),
    "openmp-product": (PRODUCT, OPENMP_PRODUCT, False),
    "gigabyte": (ADDITION, GIGABYTE, False),
    "slow": (PRODUCT, SLOW, False),
    "short": (ADDITION, "vector-addition.c", False),
    "histogram": ("histogram", "histogram.c", False),
}
SPIN = ["sh", "-c", "while :; do :; done"]
COMPILE = ["sh", "-c",
           f"while :; do cc -O2 -c -o /dev/null {tool.ROOT}/tests/judge/solutions/values.c; done"]


def die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class JudgeLoadTest(tool.ToolTest):
    def compiled(self, problem, source):
        """The shared object of a solution."""
        if source.endswith(".so"):
            return os.path.join(SOLUTIONS, source)
        self.write("solution.h",
                   self.done("judge", "--problem", problem, "--prototype", "c"))
        path = os.path.join(HONEST, source)
        if source.count("\n"):
            path = self.write("source.c", source)
        made = tempfile.mkstemp(suffix=".so", dir=self.directory)[1]
        subprocess.run(["cc", "-O2", "-fopenmp", "-shared", "-fPIC", "-I", self.directory, "-o",
                        made, path, "-lm"], check=True)
        return made

    def start(self, problem, path):
        return subprocess.Popen(
            [tool.TOOL, "judge", "--problem", problem, "--first", "--format", "json", path],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8")

    def score(self, process):
        """The score in milliseconds; None if the judge gave no score."""
        verdict = json.loads(process.communicate(timeout=600)[0].splitlines()[-1])
        self.assertIn(verdict["status"], ("BENCHMARKED", "NOT_MEASURED"), verdict["message"])
        return verdict.get("avg_runtime_ms") if verdict["status"] == "BENCHMARKED" else None

    @contextlib.contextmanager
    def beside(self, count, command):
        """Keeps `count` processes running the command."""
        directory = tempfile.mkdtemp(dir=self.directory)
        busy = [subprocess.Popen(command, cwd=directory, start_new_session=True,
                                 preexec_fn=die_with_parent)
                for _ in range(count)]
        try:
            yield
        finally:
            for process in busy:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def judged_twice(self, *solution):
        processes = [self.start(*solution) for _ in range(2)]
        return [self.score(process) for process in processes]

    def judged_beside(self, count, command, *solution):
        with self.beside(count, command):
            return [self.score(self.start(*solution))]

    LOADS = {
        "idle": lambda self, *solution: self.judged_beside(0, SPIN, *solution),
        "2 spin": lambda self, *solution: self.judged_beside(2, SPIN, *solution),
        "4 spin": lambda self, *solution: self.judged_beside(4, SPIN, *solution),
        "build": lambda self, *solution: self.judged_beside(2, COMPILE, *solution),
        "2 judges": judged_twice,
    }
    if CHOSEN_LOADS:
        LOADS = {load: judged for load, judged in LOADS.items()
                 if load in ("idle", "2 spin", *CHOSEN_LOADS.split(","))}

    def scores(self, problem, source):
        """For each load, the scores of each round; a round judges under each load in turn."""
        path = self.compiled(problem, source)
        scores = {load: [] for load in self.LOADS}
        for _ in range(JUDGEMENTS):
            for load, judged in self.LOADS.items():
                scores[load].append(judged(self, problem, path))
        return scores

    def ratios(self, scores, load):
        """The ratio of each score to the median of the idle scores of the rounds around it. The
        speed of the machine drifts during a row. An idle score is not compared with itself."""
        ratios = []
        for number, found in enumerate(scores[load]):
            idle = [score for other, round_scores in enumerate(scores["idle"])
                    for score in round_scores
                    if abs(other - number) <= AROUND and score is not None
                    and not (load == "idle" and other == number)]
            ratios += [score / statistics.median(idle or [math.nan]) for score in found
                       if score is not None]
        return ratios

    def row(self, name, scores):
        """Prints a row of the table; returns the share of near scores, by load."""
        idle = statistics.median([score for found in scores["idle"] for score in found if score]
                                 or [math.nan])
        shares = {}
        cells = []
        for load, rounds in scores.items():
            count = sum(len(found) for found in rounds)
            ratios = self.ratios(scores, load)
            near = sum(abs(ratio - 1) <= NEAR for ratio in ratios)
            shares[load] = near / count
            median = f"{statistics.median(ratios):.2f}" if ratios else "-"
            cells.append(f"{len(ratios):3} {near:3} {count:3} {median:>5}")
        print(f"{name:15}{idle:8.2f}  " + " | ".join(cells), flush=True)
        return shares

    def test_honest_solutions(self):
        if LONG:
            print(f"{'solution':15}{'idle ms':>8}  " + " | ".join(
                f"{load:17}" for load in self.LOADS) +
                "\n(scores, those within 15 %, judgements, median of score / idle score)")
        shares = []
        for name, (problem, source, is_sample) in HONEST_SOLUTIONS.items():
            is_chosen = name in CHOSEN.split(",") if CHOSEN else LONG or is_sample
            if is_chosen:
                with self.subTest(name):
                    scores = self.scores(problem, source)
                    if LONG:
                        shares.append(self.row(name, scores)["2 spin"])
        if LONG:
            self.assertGreaterEqual(statistics.mean(shares), SHARE)


if __name__ == "__main__":
    unittest.main()
