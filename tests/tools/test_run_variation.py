#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The known run variation: from the user's file through a run to a comparison."""
import hashlib
import json
import os
import unittest

import program

MACHINE = {"processor": "Made-up CPU", "kernel": "6.1.0", "governor": None}
NO_SOURCE = r"no run variation in meta.benchresult.host \(.*doctor --save.*\)"


class RunVariationTest(program.ProgramTest):
    def setUp(self):
        super().setUp()
        for path, content in (("proc/cpuinfo", "processor : 0\nmodel name : Made-up CPU\n"),
                              ("proc/sys/kernel/osrelease", "6.1.0\n")):
            os.makedirs(os.path.dirname(self.path(path)), exist_ok=True)
            self.write(path, content)
        self.environment = {"BENCHRESULT_SYSTEM_ROOT": self.directory,
                            "XDG_STATE_HOME": self.path("state")}

    def save(self, variation, **changes):
        """Records a run variation of the made-up machine, changed or not."""
        machine = {**MACHINE, **changes}
        name = hashlib.md5("".join(f"{value or ''}\0" for value in machine.values()).encode())
        record = {**machine, "date": "2026-11-23T08:00:00Z", "run_variation": variation,
                  "detectable_effect": 0.02, "one_run_effect": 0.05}
        os.makedirs(self.path("state/benchresult"), exist_ok=True)
        self.write("state/benchresult/machine.json",
                   json.dumps({"version": 1, "machines": {name.hexdigest(): record}}))

    def measure(self, name):
        return self.measured("-b", "work", "-a", "N=1", "--json", name, env=self.environment)

    def host(self, name):
        return self.load(name)["meta"]["benchresult"]["host"]

    def variation(self, *candidates):
        """The run variation that a comparison uses."""
        report = json.loads(self.done("compare", "--run-variation", "auto", "--format", "json",
                                      self.path("a.json"), *map(self.path, candidates)))
        return report["thresholds"]["runs"]["run_variation"]

    def test_from_the_file_to_a_comparison(self):
        self.measure("a.json")
        self.assertNotIn("run_variation", self.host("a.json"))
        self.assertRegex(self.refused("compare", "--run-variation", "auto", self.path("a.json"),
                                      self.path("a.json")), NO_SOURCE)
        self.save(0.0125)
        self.assertNotIn("Warn", self.measure("b.json"))
        self.assertEqual((self.host("b.json")["run_variation"],
                          self.host("b.json")["run_variation_date"]),
                         (0.0125, "2026-11-23T08:00:00Z"))
        self.assertEqual(self.variation("b.json"), 0.0125)

    def test_merged_results(self):
        self.save(0.0125)
        self.measure("a.json")
        self.save(0.03)
        self.measure("b.json")
        self.done("merge", "-o", self.path("m.json"), self.path("a.json"), self.path("b.json"))
        self.assertEqual(self.variation("m.json"), 0.03)

    def test_other_machines_are_not_used(self):
        for changes in ({"processor": "Other CPU"}, {"kernel": "6.2.0"},
                        {"governor": "performance"}):
            self.save(0.0125, **changes)
            self.assertNotIn("Warn", self.measure("a.json"))
            self.assertNotIn("run_variation", self.host("a.json"))

    def test_damaged_files_are_reported(self):
        self.save(0.0125)
        for content in ("", "{", '{"version": 1}', '{"version": 2, "machines": {}}'):
            self.write("state/benchresult/machine.json", content)
            self.assertRegex(self.measure("a.json"),
                             r"Warn: the known run variation .* is not recorded: .*machine\.json")
            self.assertNotIn("run_variation", self.host("a.json"))
        for value in (0, -1, 2, "x", None):
            self.save(value)
            self.assertIn("'run_variation'", self.measure("a.json"))
            self.assertNotIn("run_variation", self.host("a.json"))

    def test_without_a_directory(self):
        self.environment.update(XDG_STATE_HOME="", HOME="")
        self.assertNotIn("Warn", self.measure("a.json"))
        self.assertNotIn("run_variation", self.host("a.json"))


if __name__ == "__main__":
    unittest.main()
