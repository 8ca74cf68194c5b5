# SPDX-License-Identifier: MIT
"""replay(): when stopping criteria would have ended measurements."""
import json
import os
import unittest

from support import DATA

import benchresult as br

STEADY = [1.0] * 100


class ReplayTest(unittest.TestCase):
    def streams(self, *arguments, **keywords):
        return json.loads(br.replay(*arguments, format="json", **keywords))["streams"]

    def test_samples(self):
        streams = self.streams(STEADY, ["stdrel", br.StoppingCriterion("entropy")])
        self.assertEqual([one["criterion"] for one in streams], ["stdrel", "entropy"])
        for stream in streams:
            self.assertEqual((stream["name"], stream["samples"]), ("samples", 100))
            self.assertLess(stream["stopped_at"], 100)

    def test_results(self):
        result = br.load(os.path.join(DATA, "main.json"))
        bench = result["copy"]
        total = sum(state.samples is not None for one in result.values() for state in one)
        for recorded, count in ((result, total), (bench, len(bench)), (bench[0], 1)):
            streams = self.streams(recorded)
            self.assertEqual(len(streams), count)
        self.assertEqual((streams[0]["benchmark"], streams[0]["samples"]),
                         ("copy", len(bench[0].samples)))
        with self.assertRaises(ValueError):
            br.replay(br.BenchmarkResult.empty())

    def test_formats_and_minimum(self):
        self.assertIn("stdrel", br.replay(STEADY))
        stops = [self.streams(STEADY, min_samples=count)[0]["stopped_at"]
                 for count in (10, 50)]
        self.assertGreaterEqual(stops[1], 50)
        self.assertLess(stops[0], stops[1])

    def test_wrong_arguments(self):
        for arguments, keywords, kind in (
                ((STEADY, "nothing"), {}, KeyError), ((STEADY, [3]), {}, TypeError),
                ((["x"],), {}, TypeError), (("text",), {}, TypeError), ((3,), {}, TypeError),
                ((STEADY,), {"format": "pdf"}, ValueError),
                ((STEADY,), {"min_samples": -1}, ValueError)):
            with self.subTest(arguments=arguments, keywords=keywords), self.assertRaises(kind):
                br.replay(*arguments, **keywords)

    def test_an_exception_of_a_criterion(self):
        class Failing(br.StoppingCriterion):
            def add_measurement(self, seconds):
                raise LookupError

            def is_finished(self):
                return False

        with self.assertRaises(LookupError):
            br.replay(STEADY, Failing())


if __name__ == "__main__":
    unittest.main()
