#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How often benchresult gate decides correctly on a program that is slower by 6 %, by 1 % and not
at all: with drawn times, and with BRES_TEST_LONG also on the example program."""
import collections
import os
import time
import unittest

import drawn
import tool

LONG = os.environ.get("BRES_TEST_LONG") == "1"
# The correct exit status for each slowdown in percent.
RIGHT = {6: 1, 1: 0, 0: 0}
SPIN = (f"{os.path.join(tool.BUILD, 'examples', 'spin')} -q --stopping-criterion sample-count "
        "--json {}")


class GateMeasuredTest(tool.ToolTest):
    def gate(self, reference, candidate, seed, max_time):
        process = self.run_tool(
            "gate", "-q", "--max-slowdown", "3", "--max-time", max_time, "--seed", str(seed),
            "--ref", reference, "--cmp", candidate, timeout=120)
        self.assertIn(process.returncode, (0, 1, 3), process.stderr)
        return process.returncode

    def test_drawn_times(self):
        for slowdown, right in RIGHT.items():
            for seed in range(2):
                with self.subTest(slowdown=slowdown, seed=seed):
                    reference = self.path(f"reference-{slowdown}-{seed}")
                    candidate = self.path(f"candidate-{slowdown}-{seed}")
                    drawn.write(reference, 0, f"reference {seed}")
                    drawn.write(candidate, slowdown, f"candidate {seed}")
                    self.assertEqual(
                        self.gate(reference + " {}", candidate + " {}", seed, "0"), right)

    def check_example_program(self):
        """60 races of up to a minute."""
        statuses = {slowdown: collections.Counter() for slowdown in RIGHT}
        seconds = collections.Counter()
        for seed in range(20):
            for slowdown in RIGHT:
                begin = time.monotonic()
                status = self.gate(SPIN, f"env SPIN_SLOWDOWN={slowdown} {SPIN}", seed, "60s")
                statuses[slowdown][status] += 1
                seconds[slowdown] += time.monotonic() - begin
        for slowdown in RIGHT:
            print(f"{slowdown} % slower: {dict(statuses[slowdown])} in {seconds[slowdown]:.0f} s")
        for slowdown, right in RIGHT.items():
            self.assertGreaterEqual(statuses[slowdown][right], 19, f"{slowdown} % slower")

    if LONG:
        test_example_program = check_example_program


if __name__ == "__main__":
    unittest.main()
