#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A solution that slows down its clock, but too little for the judge to object, gains nothing.
With BRES_TEST_LONG=1 a table shows the gain in the first case of each problem."""
import json
import math
import os
import re
import statistics
import unittest

import tool

LONG = os.environ.get("BRES_TEST_LONG") == "1"
PAIRS = int(os.environ.get("BRES_TEST_JUDGEMENTS", "20" if LONG else "1"))
TESTS = os.path.join(tool.ROOT, "tests", "judge")
HONEST = os.path.join(TESTS, "solutions", "honest")
CHEATS = os.path.join(TESTS, "cheats")
GAIN = 0.02
# The honest and the lying solution have the same code, also for the compiler: inlining and
# alignment of a function can matter more than the lie. Only the lying solution patches the clock of
# its process.
WRAPPED = """
#include "solution.h"
#define solution honest
#include "{honest}"
#undef solution
#include "{hook}"
#include <sys/syscall.h>
#include <time.h>
static int slow_clock(clockid_t id, struct timespec *now)
{{
    const long status = syscall(SYS_clock_gettime, id, now);
    const double slow = ((double)now->tv_sec * 1e9 + (double)now->tv_nsec) / 1.7;
    now->tv_sec = (time_t)(slow / 1e9);
    now->tv_nsec = (long)(slow - (double)now->tv_sec * 1e9);
    return (int)status;
}}
void solution({parameters})
{{
    static volatile int is_patched = !{lies};
    if (!is_patched)
        is_patched = hook_code((uintptr_t)clock_gettime, (uintptr_t)slow_clock) == 0;
    honest({arguments});
}}
"""


def median_range(values):
    """The median, and the order statistics that bound it with at least 95 % confidence."""
    values = sorted(values)
    count = len(values)
    rank = 0
    while 2 * sum(math.comb(count, i) for i in range(rank + 1)) <= 0.05 * 2 ** count:
        rank += 1
    lowest, highest = (values[rank - 1], values[-rank]) if rank else (-math.inf, math.inf)
    return statistics.median(values), lowest, highest


class JudgeLiesTest(tool.ToolTest):
    def source(self, problem, lies):
        prototype = self.done("judge", "--problem", problem, "--prototype", "c")
        parameters = re.search(r"void solution\((.*)\);", prototype).group(1)
        arguments = ", ".join(re.findall(r"(\w+)(?:,|$)", parameters))
        return self.write(f"{problem}-{lies}.c", WRAPPED.format(
            honest=f"{HONEST}/{problem}.c", hook=f"{CHEATS}/hook.h", parameters=parameters,
            arguments=arguments, lies=lies))

    def judged(self, problem, source):
        """Milliseconds of the first case, or None if the system was too busy."""
        process = self.run_tool(
            "judge", "--problem", problem, "--first", "--format", "json", "--flag", "-O2",
            "--flag", "-D_GNU_SOURCE", "--allow-read", HONEST, "--allow-read", CHEATS,
            "--peak-flops", "0", "--peak-bandwidth", "0", source)
        verdict = json.loads(process.stdout.splitlines()[-1])
        self.assertIn(verdict["status"], ("BENCHMARKED", "NOT_MEASURED"), verdict["message"])
        return verdict.get("avg_runtime_ms")

    def gains(self, problem):
        """The gain of the lie in each pair, as a fraction of the honest time."""
        sources = [self.source(problem, lies) for lies in (0, 1)]
        gains = []
        for pair in range(PAIRS):
            order = (0, 1) if pair % 2 == 0 else (1, 0)
            times = {lies: self.judged(problem, sources[lies]) for lies in order}
            if all(times.values()):
                gains.append(1 - times[1] / times[0])
        return gains

    def test_slow_clock(self):
        problems = [line.split()[0] for line in self.done("judge", "--list").splitlines()
                    if not line.startswith(" ")]
        for problem in problems if LONG else problems[:1]:
            with self.subTest(problem):
                gains = self.gains(problem)
                if LONG and gains:
                    median, lowest, highest = median_range(gains)
                    print(f"{problem:22} {len(gains):3} pairs, gain {median:7.1%} "
                          f"({lowest:.1%} to {highest:.1%})", flush=True)
                    self.assertLessEqual(lowest, GAIN)


if __name__ == "__main__":
    unittest.main()
