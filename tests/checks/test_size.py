#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""size.py counts only lines of code, per room."""
import os
import subprocess
import sys
import tempfile
import unittest

SIZE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support/size.py")
C_TEXT = r'''/* one
 * two */

int a; /* a comment beside code */
/* a comment */ int b;
// a line
const char *c = "/* not a comment"; // "
const char *d = "\"/*", e = '"';
'''
PYTHON_TEXT = '''#!/usr/bin/env python3
# a comment
"""A docstring

of three lines."""
A = """text
# which is code

"""


def f():
    \'\'\'Another.\'\'\'
    return "#"  # a comment beside code
'''
SHELL_TEXT = "#!/bin/sh\n# a comment\n\necho '#'\n"


class SizeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = folder.name

    def write(self, path, text):
        path = os.path.join(self.tree, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def rows(self, status=0):
        result = subprocess.run([sys.executable, SIZE, self.tree], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual(result.returncode, status, result.stdout)
        lines = [line.rsplit(None, 2) for line in result.stdout.splitlines()[1:]]
        return {line[0].strip(): (int(line[1]), int(line[2])) for line in lines if len(line) == 3}

    def test_languages(self):
        self.write("lib/base/a.c", C_TEXT)
        self.write("bindings/python/a.py", PYTHON_TEXT)
        self.write("tests/install/a.sh", SHELL_TEXT)
        rows = self.rows()
        self.assertEqual(rows["lib/base"], (1, 4))
        self.assertEqual(rows["bindings/python"], (1, 6))
        self.assertEqual(rows["tests/install"], (1, 2))

    def test_sums(self):
        self.write("lib/base/text/a.c", "int a;\n")
        self.write("lib/base/b.h", "int b;\n\nint c;\n")
        self.write("lib/stats/d.c", "int d;\n")
        self.write("lib/stats/data.json", "{}\n")
        self.write("tools/e.c", "int e;\n")
        self.write("build/f.c", "int f;\n")
        self.assertEqual(self.rows(), {
            "lib/base": (2, 3), "lib/stats": (1, 1), "lib": (3, 4), "tools": (1, 1),
            "include": (0, 0), "bindings": (0, 0), "tests": (0, 0), "lib and tools": (4, 5),
            "all": (4, 5)})

    def test_a_folder_without_sources(self):
        self.rows(status=1)


if __name__ == "__main__":
    unittest.main()
