# SPDX-License-Identifier: MIT
"""The probe. Its findings depend on the machine, so only their form is tested."""
import json
import os
import pathlib
import pickle
import tempfile
import unittest
from unittest import mock

import benchresult
from benchresult import probing

CPUINFO = "processor\t: 0\nmodel name\t: Made-up CPU\n"


class ProbeTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        for path, content in (("proc/cpuinfo", CPUINFO), ("proc/sys/kernel/osrelease", "6.1\n")):
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(content)
        environment = {"BENCHRESULT_SYSTEM_ROOT": temporary.name, "XDG_STATE_HOME": temporary.name}
        patch = mock.patch.dict(os.environ, environment)
        patch.start()
        self.addCleanup(patch.stop)

    def test_idle_test(self):
        fractions = []
        found = benchresult.probe(0.02, idle_only=True, progress=fractions.append)
        self.assertTrue(fractions)
        self.assertEqual(fractions, sorted(fractions))
        self.assertIn(found.fitness, benchresult.ProbeClass)
        self.assertEqual(str(benchresult.ProbeClass.FIT_1), "fit for 1 %")
        self.assertFalse(found.findings & benchresult.ProbeFinding.TOO_SHORT)
        self.assertTrue(found.message)
        self.assertIn(found.message, repr(found))
        self.assertIsNone(found.detectable_effect)
        self.assertIsNone(found.steal)
        self.assertEqual((found.pairs, found.runs), (10, 0))
        self.assertGreater(found.seconds, 0)
        self.assertFalse(found.is_fit(1))
        self.assertEqual(list(found.idle), ["spin", "memory"])
        self.assertGreater(found.idle["spin"].blocks, 0)
        self.assertGreater(found.idle["spin"].floor, 0)
        self.assertEqual(list(found.race), ["spin", "memory", "system calls"])
        self.assertEqual(found.race["spin"].runs, 0)
        self.assertIsNone(found.race["spin"].drift)
        self.assertEqual(pickle.loads(pickle.dumps(found.race)), found.race)
        for refused in (lambda: found.color, lambda: pickle.dumps(found), benchresult.Probe):
            self.assertRaises((AttributeError, TypeError), refused)
        self.assertRaisesRegex(benchresult.errors.StateError, "not known", found.save)

    def test_race(self):
        found = benchresult.probe(0.2)
        self.assertGreaterEqual(found.runs, 0)
        self.assertEqual(found.race["memory"].runs, found.runs)

    def test_exceptions_and_options(self):
        with self.assertRaises(ZeroDivisionError):
            benchresult.probe(0.02, progress=lambda fraction: 1 / 0)
        for keywords in ({"max_time": 0}, {"pairs": 1}, {"error_rate": 2}, {"min_effect": -1}):
            self.assertRaises(ValueError, benchresult.probe, **keywords)
        self.assertRaises(TypeError, benchresult.probe, "long")

    def test_saved(self):
        self.assertIsNone(benchresult.saved_probe())
        path = benchresult.saved_probe_path()
        self.assertEqual(path, f"{self.root}/benchresult/machine.json")
        os.makedirs(os.path.dirname(path))
        record = {"processor": "Made-up CPU", "kernel": "6.1", "governor": None,
                  "date": "2026-11-23T08:00:00Z", "run_variation": 0.0125,
                  "detectable_effect": 0.02, "one_run_effect": 0.05}
        with open(path, "w", encoding="utf-8") as file:
            # The key is the MD5 of processor, kernel and governor, each with a NUL.
            json.dump({"version": 1, "machines": {"77842d15473fbad83a1c2a4ef3b4807e": record}}, file)
        self.assertEqual(benchresult.saved_probe(),
                         probing.SavedProbe(run_variation=0.0125, detectable_effect=0.02,
                                            one_run_effect=0.05, date="2026-11-23T08:00:00Z"))
        self.assertEqual(benchresult.saved_probe(path), benchresult.saved_probe())
        with open(path, "w", encoding="utf-8") as file:
            file.write("{")
        self.assertRaises(ValueError, benchresult.saved_probe)


if __name__ == "__main__":
    unittest.main()
