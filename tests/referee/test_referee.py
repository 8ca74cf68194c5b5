#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The referee on three scenarios: its counts for tools that are always right, are always wrong, or
never decide."""
import os
import subprocess
import sys
import tempfile
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(FOLDER))
BUILD = os.environ.get("BRES_TEST_BUILD_DIR", os.path.join(ROOT, "build"))
SCENARIOS = ("quiet", "samples-10", "few-3")

# Prints the truth with the words of its arguments: for slower, faster and unchanged rows.
KNOWING = """
import csv, sys
words, path = sys.argv[1:4], sys.argv[5].replace("candidate.json", "truth.csv")
for row in csv.DictReader(open(path)):
    change = float(row["change"])
    print(words[0] if change > 0 else words[1] if change < 0 else words[2])
"""


class RefereeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        cls.pairs = os.path.join(cls.directory.name, "pairs")
        subprocess.run([os.path.join(BUILD, "referee", "generate"), cls.pairs, "1", *SCENARIOS],
                       check=True)
        cls.knowing = os.path.join(cls.directory.name, "knowing.py")
        with open(cls.knowing, "w", encoding="utf-8") as file:
            file.write(KNOWING)

    def referee(self, *adapters):
        environment = {**os.environ, "BENCHRESULT": os.path.join(BUILD, "bin", "benchresult")}
        return subprocess.run([sys.executable, os.path.join(FOLDER, "referee.py"), self.pairs,
                               *adapters], capture_output=True, text=True, env=environment,
                              check=False)

    def totals(self, *words):
        """The figures of the last row for a tool that knows the truth and prints these words."""
        command = " ".join([sys.executable, self.knowing, *words])
        done = self.referee(command)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = [line.split() for line in done.stdout.splitlines()]
        return next(row[1:] for row in rows if row and row[0] == "all")

    def test_right(self):
        self.assertEqual(self.totals("SLOW", "FAST", "SAME"), ["0.00", "0.00", "0.00", "0.00"])

    def test_silent(self):
        self.assertEqual(self.totals("AMBG", "????", "x"), ["0.00", "0.00", "0.00", "100.00"])

    def test_wrong(self):
        self.assertEqual(self.totals("FAST", "SLOW", "SLOW"),
                         ["100.00", "100.00", "0.00", "0.00"])

    def test_missed(self):
        self.assertEqual(self.totals("SAME", "SAME", "SAME"), ["0.00", "0.00", "100.00", "0.00"])

    def test_adapters(self):
        adapters = os.path.join(FOLDER, "adapters")
        names = [name for name in sorted(os.listdir(adapters)) if name != "results.py"
                 and name.endswith(".py")]
        done = self.referee(*[os.path.join(adapters, name) for name in names])
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name in names:
            self.assertIn(name, done.stdout)

    def test_all_scenarios(self):
        pairs = os.path.join(self.directory.name, "all")
        generate = os.path.join(BUILD, "referee", "generate")
        subprocess.run([generate, pairs, "1"], check=True)
        with open(os.path.join(pairs, "scenarios.csv"), encoding="utf-8") as file:
            names = [line.split(",")[0] for line in file][1:]
        self.assertGreaterEqual(len(names), 20)
        self.assertEqual(sorted([*names, "scenarios.csv"]), sorted(os.listdir(pairs)))

    def test_no_scenario(self):
        generate = os.path.join(BUILD, "referee", "generate")
        nothing = os.path.join(self.directory.name, "nothing")
        done = subprocess.run([generate, nothing, "1", "quite"], capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (2, "generate: unknown scenario 'quite'\n"))
        self.assertFalse(os.path.exists(nothing))
        os.mkdir(nothing)
        with open(os.path.join(nothing, "scenarios.csv"), "w", encoding="utf-8") as file:
            file.write("name,text,files\n")
        done = subprocess.run([sys.executable, os.path.join(FOLDER, "referee.py"), nothing, "true"],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr),
                         (1, f"referee: '{nothing}' has no scenarios\n"))

    def test_too_few_words(self):
        done = self.referee("echo SAME")
        self.assertEqual(done.returncode, 1)
        self.assertIn("printed", done.stderr)


if __name__ == "__main__":
    unittest.main()
