#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples for GPUs on the double of the driver, and the command with their results."""
import json
import os
import subprocess
import unittest

import tool

EXAMPLES = os.path.join(tool.BUILD, "examples")
DRIVER = os.path.join(tool.BUILD, "test", "fakecuda", "libcuda.so.1")
OLD_DRIVER = os.path.join(tool.BUILD, "test", "fakecuda", "old", "libcuda.so.1")
NO_DRIVER = "/nonexistent/libcuda.so.1"
# A few samples of the double's microsecond kernels; no test depends on the times.
QUICK = ["--stopping-criterion", "sample-count", "--target-samples", "20", "--min-samples", "20",
         "--batch-target-time", "1e-4"]


class CudaTest(tool.ToolTest):
    def run_example(self, name, *arguments, driver=DRIVER, devices=1):
        """Runs an example; returns the log and the result."""
        path = self.path(name + ".json")
        process = subprocess.run(
            [os.path.join(EXAMPLES, name), *QUICK, "--jsonbin", path, *arguments],
            capture_output=True, encoding="utf-8", timeout=60, check=False,
            env=dict(os.environ, BENCHRESULT_CUDA_LIBRARY=driver, FAKE_CUDA_DEVICES=str(devices)))
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        with open(path, encoding="utf-8") as file:
            return process.stderr, json.load(file)

    def states(self, result, skipped):
        """The names of the states that are skipped, or not, by benchmark."""
        return {bench["name"]: [state["name"] for state in bench["states"]
                                if state["is_skipped"] == skipped]
                for bench in result["benchmarks"]}

    def test_cpu_and_gpu(self):
        _, result = self.run_example("cuda_copy", devices=2)
        measured = self.states(result, False)
        self.assertEqual(len(measured["copy"]), 2 * 3 * 2)
        self.assertEqual(len(measured["cpu_copy"]), 2)
        self.assertEqual(len(result["devices"]), 2)
        facts = result["meta"]["benchresult"]
        self.assertEqual([gpu["device"] for gpu in facts["gpus"]], [0, 1])
        self.assertTrue(facts["isolated"])

    def test_without_a_driver(self):
        log, result = self.run_example("cuda_copy", driver=NO_DRIVER)
        self.assertEqual(len(self.states(result, True)["copy"]), 3 * 2)
        self.assertEqual(len(self.states(result, False)["cpu_copy"]), 2)
        self.assertEqual(result["devices"], [])
        for state in result["benchmarks"][0]["states"]:
            self.assertIn(NO_DRIVER, state["skip_reason"])
        self.assertEqual(log.count("Skip:"), 6)
        output = self.done("summary", self.path("cuda_copy.json"))
        self.assertIn("## cpu_copy", output)

    def test_summary_and_comparison(self):
        """Two runs: each row has a counterpart in the other run, and a verdict."""
        _, result = self.run_example("cuda_copy", "-d", "0")
        reference = self.path("reference.json")
        process = self.path("cuda_copy.json")
        self.done("merge", "-o", reference, process)
        self.run_example("cuda_copy", "-d", "0")
        output = self.done("summary", process)
        for column in ("Samples", "CPU Time", "GPU Time", "Noise", "Elem/s", "GlobalMem BW",
                       "BWUtil", "Batch GPU"):
            self.assertRegex(output, rf"\| +{column} +\|")
        self.assertEqual(output.count("|     20x |"), 8)
        compared = json.loads(self.done("compare", "--format", "json", reference, process))
        self.assertEqual(compared["summary"]["total"], 8)
        self.assertEqual(compared["summary"]["unknown"], 0)
        # The double's kernels all take the same time: equal samples do not show their variation.
        arguments = ("--format", "json", "-b", "copy", reference, process)
        for rule, verdict in (("default", "ambiguous"), ("nvbench", "same")):
            gpu = json.loads(self.done("compare", "--rule", rule, *arguments))
            self.assertEqual(gpu["summary"][verdict], 6, rule)
        self.assertEqual(len(result["benchmarks"][0]["states"]), 6)

    def test_tiles(self):
        _, result = self.run_example("cuda_tile")
        self.assertEqual(self.states(result, True)["stencil"], ["Device=0 TileX=2^7 TileY=2^4"])
        self.assertEqual(len(self.states(result, False)["stencil"]), 24)

    def test_graphs(self):
        _, result = self.run_example("cuda_graph")
        self.assertEqual(len(self.states(result, False)["chain"]), 4)
        # A graph needs functions that an old driver lacks; launches do not.
        _, result = self.run_example("cuda_graph", driver=OLD_DRIVER)
        self.assertEqual(self.states(result, True)["chain"],
                         ["Device=0 Launched=graph Steps=4", "Device=0 Launched=graph Steps=16"])
        self.assertIn("cuStreamBeginCapture_v2",
                      result["benchmarks"][0]["states"][1]["skip_reason"])


if __name__ == "__main__":
    unittest.main()
