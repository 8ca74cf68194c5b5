# SPDX-License-Identifier: MIT
"""Warnings of measurements and comparisons: to `warnings` and `logging`, or to a log of the
caller."""
import itertools
import logging
import os
import shutil
import unittest
import warnings

from support import DATA, ResultTest, VirtualTime

import benchresult as br

MAIN = os.path.join(DATA, "main.json")


def measure(**keywords):
    """A measurement that always ends by its timeout."""
    return br.measure(lambda: None, timeout=1e-9, min_samples=1, warmup_runs=0, **keywords)


def noisy_timer(**keywords):
    time = VirtualTime()
    spent = itertools.cycle((1e-3, 5e-3))
    timer = br.Timer(lambda: time.spend(next(spent)), timer=time.now, **keywords)
    return timer.blocked_autorange(min_run_time=0.1)


class MeasurementWarningTest(ResultTest):
    def test_measurements(self):
        for call, part in ((measure, "timeout"), (noisy_timer, "the interquartile range is 4 ms")):
            with self.subTest(part), self.assertLogs("benchresult", logging.WARNING) as logs, \
                    self.assertWarns(br.MeasurementWarning) as caught:
                call()
            self.assertIn(part, str(caught.warning))
            self.assertEqual(caught.filename, __file__)
            self.assertIn(str(caught.warning), "\n".join(logs.output))

    def test_a_log_replaces_them(self):
        messages = []
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            measure(log=messages.append)
        self.assertTrue(messages)

    def test_a_warning_that_is_an_error(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for call in (measure, noisy_timer):
                with self.assertRaises(br.MeasurementWarning):
                    call()

    def test_a_steady_measurement_is_silent(self):
        time = VirtualTime()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            br.Timer(lambda: time.spend(1e-3), timer=time.now).blocked_autorange()

    def test_the_logger_prints_nothing_without_a_handler(self):
        code, output = self.run_python(
            "import warnings; warnings.simplefilter('ignore')\n"
            "import benchresult as br\n"
            "br.measure(lambda: None, timeout=1e-9, min_samples=1, warmup_runs=0)\n")
        self.assertEqual((code, output), (0, ""))

    def test_a_log_must_be_callable(self):
        for call in (measure, lambda **k: br.race(int, int, **k),
                     lambda **k: br.race_commands("true", "true", **k),
                     lambda **k: br.time_commands("true", **k),
                     lambda **k: br.Tuner({"N": [1]}, **k),
                     lambda **k: br.TunerCache(self.path("c"), **k),
                     lambda **k: br.compare(MAIN, MAIN, **k)):
            with self.assertRaises(TypeError):
                call(log=3)


class ComparisonWarningTest(ResultTest):
    def test_missing_samples(self):
        path = shutil.copy(MAIN, self.path("main.json"))
        with self.assertWarns(br.ComparisonWarning) as caught:
            br.compare(path, MAIN)
        self.assertIn("main.json", str(caught.warning))
        self.assertEqual(caught.filename, __file__)
        messages = []
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            br.compare(path, MAIN, log=messages.append)
            self.assertTrue(messages)
            with self.assertRaises(br.ComparisonWarning):
                br.compare(path, MAIN)

    def test_an_exception_of_the_log(self):
        path = shutil.copy(MAIN, self.path("main.json"))
        with self.assertRaises(LookupError):
            br.compare(path, MAIN, log=lambda message: {}[message])


if __name__ == "__main__":
    unittest.main()
