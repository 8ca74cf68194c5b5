#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult replay stops generated streams at the same sample as NVBench's criteria."""
import json
import os
import struct
import sys
import unittest

import tool

GOLDEN = os.path.join(tool.ROOT, "tests", "golden")
sys.path.insert(0, GOLDEN)
from gen_samples import gen_samples  # noqa: E402


class GoldenCriteriaTest(tool.ToolTest):
    def stream(self, kind, seed, count):
        """The file of a stream, which several cases share."""
        path = self.path(f"{kind}-{seed}-{count}")
        if not os.path.exists(path):
            with open(path, "wb") as file:
                file.write(struct.pack(f"<{count}d", *gen_samples(kind, seed, count)))
        return path

    def test_every_case(self):
        with open(os.path.join(GOLDEN, "criteria.jsonl"), encoding="utf-8") as answers:
            cases = [json.loads(line) for line in answers]
        self.assertEqual(len(cases), 180)
        for case in cases:
            parameters = [word for text in case["params"]
                          for word in ("--param", text.replace(":=", "="))]
            with self.subTest(case):
                result = json.loads(self.done(
                    "replay", "--raw", "f64", "--format", "json", "--criterion",
                    case["criterion"], *parameters, "--min-samples", str(case["min_samples"]),
                    self.stream(case["kind"], case["seed"], case["n"])))
                [stream] = result["streams"]
                self.assertEqual(stream["criterion"], case["criterion"])
                self.assertEqual(stream["samples"], case["n"])
                self.assertEqual(stream["stopped_at"],
                                 case["stop"] if case["stop"] >= 0 else None)


if __name__ == "__main__":
    unittest.main()
