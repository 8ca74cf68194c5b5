# SPDX-License-Identifier: MIT
"""The code in the README and the examples run, and the manual page has each function."""
import os
import re
import shutil
import subprocess
import sys
import types
import unittest

from support import BUILD, DATA, PACKAGE, ROOT, ResultTest

import benchresult

FORMATS = os.path.join(ROOT, "tests", "formats", "data")
EXAMPLES = os.path.join(PACKAGE, "examples")
# Program -> arguments, exit status, and a pattern in its output.
PROGRAMS = {
    "best_configuration.py": ([os.path.join(BUILD, "examples", "bench"), "--stopping-criterion",
                               "sample-count"], 0, r"(?m)^best: \w+ \w+"),
    "compare_results.py": (["main.json", "branch.json"], 1, r"(?m)^2 of 8 states are slower$"),
    "import_results.py": ([os.path.join(FORMATS, name) for name in ("go-count-6.txt",
                                                                    "go-count-6-b.txt")], 0,
                          r"(?s)go-count-6-b.txt: 10 states of go test.*^AMBG .*too few samples"),
    "judge_solution.py": ([], 0, r"(?s)right.c: BENCHMARKED.*wrong.c: WRONG_ANSWER"),
    "plot_result.py": (["main.json"], 0, r"(?m)^benchmark\b.*\bmedian\b|^0 +copy"),
    "race_functions.py": ([], 0, r"^sort_by_key is (SLOW|FAST|SAME|AMBG)"),
    "time_statements.py": ([], 0, r"(?s)10 words.*join.*format.*add"),
    "tune_function.py": ([], 0, r"(?m)^best: .*'BLOCK'"),
}


class DocumentTest(ResultTest):
    def setUp(self):
        super().setUp()
        self.libexec = os.environ.get("BENCHRESULT_LIBEXEC", os.path.join(BUILD, "libexec"))
        for name in ("main.json", "branch.json"):
            shutil.copy(os.path.join(DATA, name), self.directory)
            for suffix in ("-bin", "-freqs-bin"):
                shutil.copytree(os.path.join(DATA, name + suffix), self.path(name + suffix))

    def test_the_readme(self):
        """The code blocks of the README form one program."""
        with open(os.path.join(PACKAGE, "README.md"), encoding="utf-8") as readme:
            blocks = re.findall(r"^```python\n(.*?)^```$", readme.read(), re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 4)
        code, output = self.run_python("\n".join(blocks), BENCHRESULT_LIBEXEC=self.libexec)
        self.assertEqual(code, 0, output)
        self.assertIn("## sorted", output)

    def test_the_page_has_each_function(self):
        with open(os.path.join(ROOT, "man", "benchresult.3py"), encoding="utf-8") as file:
            described = set(re.findall(r"^\.Fn (\w+)", file.read(), re.MULTILINE))
        functions = {name for name in benchresult.__all__
                     if isinstance(getattr(benchresult, name), types.FunctionType)}
        self.assertEqual(functions - described, set())

    def run_example(self, name, *arguments):
        process = subprocess.run(
            [sys.executable, os.path.join(EXAMPLES, name), *arguments], cwd=self.directory,
            env={**os.environ, "PYTHONPATH": PACKAGE, "BENCHRESULT_LIBEXEC": self.libexec},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return process.returncode, process.stdout

    def test_the_examples(self):
        for name, (arguments, status, printed) in PROGRAMS.items():
            found, output = self.run_example(name, *arguments)
            self.assertEqual(found, status, output)
            self.assertRegex(output, re.compile(printed, re.MULTILINE), name)
        self.assertEqual(set(PROGRAMS), {name for name in os.listdir(EXAMPLES)
                                         if name.endswith(".py")})

    def test_verdicts_on_imported_results(self):
        for name, nanoseconds in (("reference.txt", 100), ("candidate.txt", 150)):
            self.write("".join(f"BenchmarkSort-2 \t 1000 \t {nanoseconds + i % 3} ns/op\n"
                               for i in range(20)), name)
        status, output = self.run_example("import_results.py", "reference.txt", "candidate.txt",
                                          "go")
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"(?m)^SLOW Sort GOMAXPROCS=2: ")
        self.assertRegex(output, r"(?m)^1 slower, 0 faster, 0 undecided$")
        google = [os.path.join(FORMATS, f"google-head-{name}.json")
                  for name in ("full", "interleaved-a")]
        status, output = self.run_example("import_results.py", *google)
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"(?m)^0 slower, 0 faster, 4 undecided$")

    def test_an_example_without_its_library(self):
        """A stub that hides matplotlib stands for a system without it."""
        with open(self.path("matplotlib.py"), "w", encoding="ascii") as stub:
            stub.write("raise ImportError\n")
        process = subprocess.run(
            [sys.executable, os.path.join(EXAMPLES, "plot_result.py"), "main.json", "chart.png"],
            cwd=self.directory, env={**os.environ, "PYTHONPATH": f"{self.directory}:{PACKAGE}"},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(process.returncode, 1)
        self.assertIn("the chart needs matplotlib: pip install matplotlib", process.stderr)


if __name__ == "__main__":
    unittest.main()
