#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check-sources.py finds violations of each of its rules."""
import os
import subprocess
import sys
import tempfile
import unittest

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check-sources.py")


class SourcesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.write("lib/base/clock.c", "/* How time passes. */\nint now = clock_gettime();\n")

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def check(self):
        """The status and the lines of the check."""
        result = subprocess.run([sys.executable, CHECK], cwd=self.root,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                check=False)
        return result.returncode, result.stdout.splitlines()

    def finds(self, rule, *places):
        """Only this rule is violated, in these places."""
        status, output = self.check()
        self.assertEqual(status, 1)
        for line, place in zip(output, places):
            self.assertTrue(line.startswith(f"sources: {rule}: {place}: "), line)
        self.assertEqual(len(output), len(places), output)

    def test_nothing_to_find(self):
        self.assertEqual(self.check(), (0, []))

    def test_clock(self):
        self.write("lib/base/a.c", '/* clock_gettime() */\nconst char *a = "gettimeofday(";\n'
                                   "int b = bres_time(x.time(), runtime(c));\n"
                                   "int d = time(0);\nint e = clock_gettime(0);\n"
                                   "int (*f)() = gettimeofday;\n")
        self.write("tools/a.c", "int a = time(0);\n")
        self.finds("clock", "lib/base/a.c:4", "lib/base/a.c:5", "lib/base/a.c:6")

    def test_rulers(self):
        self.write("lib/base/a.c", "/* --- A --- */\n/* ==== B\n * ===== */\n/* a - b */\n"
                                   "// ------\nint c = a---b;\n")
        self.write("tests/base/a.c", "/* --- A --- */\n")
        self.finds("rulers", "lib/base/a.c:1", "lib/base/a.c:2", "lib/base/a.c:5",
                   "tests/base/a.c:1")

    def test_comments(self):
        self.write("include/benchresult/a.h",
                   "/* What is in here. */\n\ntypedef struct a a;\ntypedef struct b b; /* One. */\n"
                   "BRES_API int c(void);\n/* Two\n * lines. */\nBRES_API int d(void);\n"
                   "BRES_API int e(int a,\n               int b); /* Late. */\n"
                   "/* A struct. */\ntypedef struct f {\n    int g; /* Its member. */\n} f;\n"
                   "typedef struct h { /* Another. */\n    int i;\n} h;\n")
        self.finds("comments", "include/benchresult/a.h:3", "include/benchresult/a.h:5")

    def test_folders(self):
        for i in range(25):
            self.write(f"lib/stats/a{i}.c", "")
            self.write(f"lib/stats/part/a{i}.c", "")
            self.write(f"tests/stats/a{i}.c", "")
        self.test_nothing_to_find()
        self.write("lib/stats/b.h", "")
        self.write("tests/stats/b.h", "")
        self.finds("folders", "lib/stats")

    def test_lengths(self):
        self.write("lib/base/a.c", "\n" * 400)
        self.test_nothing_to_find()
        self.write("lib/base/a.c", "\n" * 401)
        self.write("tests/base/a.c", "\n" * 401)
        self.finds("lengths", "lib/base/a.c")


if __name__ == "__main__":
    unittest.main()
