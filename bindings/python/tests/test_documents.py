# SPDX-License-Identifier: MIT
"""What the README shows, and the examples: all of it runs."""
import os
import re
import shutil
import subprocess
import sys
import unittest

from support import BUILD, DATA, PACKAGE, ResultTest


class DocumentTest(ResultTest):
    def setUp(self):
        super().setUp()
        self.libexec = os.environ.get("BENCHRESULT_LIBEXEC", os.path.join(BUILD, "libexec"))
        for name in ("main.json", "branch.json"):
            shutil.copy(os.path.join(DATA, name), self.directory)
            for suffix in ("-bin", "-freqs-bin"):
                shutil.copytree(os.path.join(DATA, name + suffix), self.path(name + suffix))

    def test_the_readme(self):
        """Its blocks are one program."""
        with open(os.path.join(PACKAGE, "README.md"), encoding="utf-8") as readme:
            blocks = re.findall(r"^```python\n(.*?)^```$", readme.read(), re.MULTILINE | re.DOTALL)
        self.assertGreater(len(blocks), 4)
        code, output = self.run_python("\n".join(blocks), BENCHRESULT_LIBEXEC=self.libexec)
        self.assertEqual(code, 0, output)
        self.assertIn("## sorted", output)

    def test_the_examples(self):
        program = os.path.join(BUILD, "examples", "bench")
        if not os.path.exists(program):
            self.skipTest(f"there is no {program}")
        folder = os.path.join(PACKAGE, "examples")
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".py"):
                continue
            process = subprocess.run(
                [sys.executable, os.path.join(folder, name), program, "--stopping-criterion",
                 "sample-count"], env={**os.environ, "PYTHONPATH": PACKAGE}, cwd=self.directory,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual(process.returncode, 0, process.stdout)
            self.assertRegex(process.stdout, r"(?m)^best: \w+ \w+")


if __name__ == "__main__":
    unittest.main()
