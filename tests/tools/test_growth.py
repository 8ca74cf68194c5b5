#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How the work of loading, merging, comparing and reporting grows with the size of the input, in
instructions that callgrind counts: they do not depend on the machine."""
import os
import re
import subprocess
import unittest

import tool

# Not a build with a sanitizer, which cannot run under valgrind.
TOOL = os.path.join(tool.BUILD, "bin", "benchresult")
SIZE = 400
PARTS = ("devices", "axes", "benchmarks", "summaries", "states")
# From n to 2 n and from 2 n to 4 n, linear work grows by a factor of 2, quadratic work by 4.
LIMIT = 2.5


def result(devices=1, axes=1, benchmarks=1, summaries=1, states=1):
    def state(device, number):
        return {"name": f"Device={device} {number}", "device": device, "axis_values": [
            {"name": f"axis {i}", "type": "int64", "value": str(number)} for i in range(axes)],
            "summaries": [tool.mean(1e-3)] + [
                tool.summary(f"tag/{i}", str(i), name=f"Summary {i}") for i in range(summaries)],
            "is_skipped": False}
    values = [{"input_string": str(i), "description": "", "value": i} for i in range(states)]
    return {
        "devices": [{"id": i, "name": f"device {i}"} for i in range(devices)],
        "benchmarks": [{
            "name": f"bench {b}", "devices": list(range(devices)),
            "axes": [{"name": f"axis {i}", "type": "int64", "flags": "", "values": values}
                     for i in range(axes)],
            "states": [state(d, n) for d in range(devices) for n in range(states)],
        } for b in range(benchmarks)]}


class GrowthTest(tool.ToolTest):
    def instructions(self, *arguments):
        process = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={self.path('profile')}",
             TOOL, *arguments], capture_output=True, encoding="utf-8", timeout=300, check=False)
        self.assertEqual(process.returncode, 0, process.stderr)
        return int(re.search(r"Collected : (\d+)", process.stderr).group(1))

    def check_growth(self, arguments, write):
        """`write` makes the input of a size; `arguments` gets its return value."""
        counts = [self.instructions(*arguments(write(size)))
                  for size in (SIZE, 2 * SIZE, 4 * SIZE)]
        growth = (counts[2] - counts[1]) / (counts[1] - counts[0])
        self.assertLess(growth, LIMIT, counts)

    def test_parts_of_a_result(self):
        for part in PARTS if os.environ.get("BRES_TEST_LONG") == "1" else PARTS[:2]:
            name = self.path(part + ".json")
            for command, arguments in (("summary", [name]), ("merge", [name, "-o", name + ".out"]),
                                       ("compare", [name, name])):
                with self.subTest(part=part, command=command):
                    self.check_growth(
                        lambda _: [command, *arguments],
                        lambda size: self.write(name, result(**{part: size})))

    def test_axes_of_one_name(self):
        """Needs many axes: a step from one axis to the next takes few instructions."""
        names = [self.path(name) for name in ("a.json", "b.json")]

        def write(size):
            document = result(axes=4 * size)
            for axis in document["benchmarks"][0]["axes"]:
                axis["name"] = "axis"
            for state in document["benchmarks"][0]["states"]:
                state["axis_values"] = []
            for name in names:
                self.write(name, document)
        self.check_growth(lambda _: ["merge", *names, "-o", names[0] + ".out"], write)

    def test_merged_results(self):
        name = self.write("one.json", result())
        self.check_growth(lambda size: ["merge", *[name] * size, "-o", name + ".out"],
                          lambda size: size)


if __name__ == "__main__":
    unittest.main()
