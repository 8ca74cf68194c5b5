# SPDX-License-Identifier: MIT
"""Times of whole commands."""
import array
import copy
import gc
import json
import math
import os
import signal
import threading
import unittest
import warnings

from support import ResultTest

import benchresult as br

EXACT = {"runs": 3}


class TimingTest(ResultTest):
    def test_commands_and_axes(self):
        timing = br.time_commands({"quick": "true {n}", "other": "true"}, axes={"n": [1, 2]},
                                  **EXACT)
        self.assertEqual([row.label for row in timing.rows],
                         ["quick n=1", "quick n=2", "other"])
        self.assertEqual(timing.stop_reason, "pairs over")
        self.assertIn(timing.message, repr(timing))
        self.assertGreater(timing.seconds, 0)
        self.assertEqual(timing.shell_seconds, 0)
        for row in timing.rows:
            self.assertEqual((row.runs, row.failures, row.statuses), (3, 0, {0: 3}))
            self.assertTrue(0 < row.min <= row.median <= row.max)
            self.assertEqual((row.median_lower, row.median_upper), (0, math.inf))
            self.assertGreater(row.peak_memory, 0)
            self.assertIsInstance(row.verdict, br.Verdict)
        self.assertEqual(sum(row.is_baseline for row in timing.rows), 1)
        states = timing.result["command"]
        self.assertEqual(len(states), len(timing.rows))
        self.assertEqual(states[0].axes["n"], 1)
        self.assertEqual(len(states[0].samples), 3)
        self.assertEqual(sorted(states[0].samples)[1], array.array("f", [timing.rows[0].median])[0])

    def test_one_command(self):
        timing = br.time_commands("true", error_rate=0.5, precision=1e6, min_runs=2, max_time=0,
                                  max_runs=100)
        self.assertEqual(timing.stop_reason, "decided")
        self.assertEqual([row.name for row in timing.rows], ["true"])
        self.assertEqual([row.name for row in br.time_commands(["true", "true 2"], **EXACT).rows],
                         ["true", "true 2"])

    def test_reports(self):
        timing = br.time_commands({"a|b": "true"}, **EXACT)
        self.assertIn("# Time", timing.report())
        self.assertIn("a|b,true,3", timing.report("csv"))
        self.assertIsInstance(json.loads(timing.report("json")), dict)
        for format, error in (("xml", br.errors.ArgumentError), (None, TypeError), (3, TypeError)):
            with self.assertRaises(error):
                timing.report(format)
        self.assertIs(timing, copy.copy(timing))

    def test_hooks_and_files(self):
        log, output, words = self.path("log"), self.path("output"), self.path("words")
        with open(words, "w", encoding="utf-8") as file:
            file.write("text\n")
        timing = br.time_commands(
            {"cat": "cat", "pwd": "sh -c 'echo $NAME; pwd'"}, input=words, output="file",
            output_file=output, directory=self.directory, environment={"NAME": "value"},
            setup=f"echo setup >>'{log}'", prepare={"cat": f"echo prepare >>'{log}'"},
            conclude={}, cleanup=f"echo cleanup >>'{log}'", seed=1, **EXACT)
        self.assertEqual(len(timing.rows), 2)
        with open(log, encoding="utf-8") as file:
            hooks = file.read().split()
        self.assertEqual([hooks.count(kind) for kind in ("setup", "prepare", "cleanup")],
                         [2, 3, 2])
        with open(output, encoding="utf-8") as file:
            self.assertIn(file.read(), ("text\n", f"value\n{os.path.realpath(self.directory)}\n"))

    def test_shell(self):
        timing = br.time_commands("sleep 0.01 | cat", shell="sh", **EXACT)
        self.assertGreater(timing.shell_seconds, 0)
        with self.assertRaises(br.Error):
            br.time_commands("true | cat", **EXACT)

    def test_failures(self):
        timing = br.time_commands("false", **EXACT)
        self.assertEqual((timing.stop_reason, timing.result), ("failed", None))
        self.assertIn("exit status 1", timing.message)
        for keywords in ({"ignore_failure": True}, {"ignored_statuses": [1]}):
            row, = br.time_commands("false", **keywords, **EXACT).rows
            self.assertEqual((row.failures, row.statuses), (3, {1: 3}))
        with self.assertRaises(FileNotFoundError):
            br.time_commands("/does/not/exist", **EXACT)

    def test_wrong_values(self):
        for arguments, keywords in (
                ((3,), {}), (([],), {}), (({"a": 3},), {}), ((["true", "true"],), {}),
                (("true",), {"axes": [1]}), (("true",), {"axes": {"n": []}}),
                (("true",), {"axes": {"n": "12"}, "prepare": 3}),
                (("true",), {"output": "nowhere"}), (("true",), {"precision": math.nan}),
                (("true",), {"reference": "none"}), (("true",), {"prepare": {"none": "true"}}),
                (("true",), {"ignored_statuses": [256]}), (("true",), {"environment": ["A=1"]}),
                (("true",), {"runs": 2.5}), (("true",), {"log": 3})):
            with self.subTest(arguments=arguments, keywords=keywords), \
                    self.assertRaises((br.Error, TypeError, ValueError)):
                br.time_commands(*arguments, **{**EXACT, **keywords})
        with self.assertRaises(TypeError):
            br.Timing()

    def test_progress_and_exceptions(self):
        seen = []

        def stop(rows):
            seen.append(rows)
            raise KeyError("from the callback")

        with self.assertRaisesRegex(KeyError, "from the callback"):
            br.time_commands("sleep 0.3", progress=stop, max_runs=100)
        self.assertEqual(len(seen), 1)
        self.assertEqual(seen[0][0].name, "sleep 0.3")

    def test_interrupt_ends_the_command(self):
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            br.time_commands("sleep 1000")

    def test_warnings(self):
        messages = []
        br.time_commands("true", warmup_runs=1, log=messages.append, **EXACT)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            br.time_commands("true", warmup_runs=1, **EXACT)
        self.assertEqual(len(messages), len(caught))

    def test_the_result_outlives_the_timing(self):
        timing = br.time_commands("true", **EXACT)
        result, rows = timing.result, timing.rows
        del timing
        gc.collect()
        self.assertEqual(len(result["command"][0].samples), 3)
        self.assertEqual(rows[0].command, "true")


if __name__ == "__main__":
    unittest.main()
