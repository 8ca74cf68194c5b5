#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check-floors.py finds each kind of use that the table of floors forbids."""
import os
import subprocess
import sys
import tempfile
import unittest

CHECK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check-floors.py")
TABLE = """<!-- floors -->
| floor | room | parts, lowest first |
|---|---|---|
| 1 | `base` | |
| 2 | `left` | |
| 2 | `right` | |
| 3 | `top` | low.c < one, two < . |
| 4 | `tools` | |
<!-- end of floors -->
"""
FILES = {
    "doc/design.md": TABLE,
    "lib/base/base.c": "int base_data = 1;\nint base(void);\nint base(void) { return 1; }\n",
    "lib/base/more.c": "int base(void);\nint more(void);\nint more(void) { return base(); }\n",
    "lib/left/left.c": "int more(void);\nint left(void);\nint left(void) { return more(); }\n",
    "lib/right/right.c": "int right(void);\nint right(void) { return 2; }\n",
    "lib/right/right.h": "",
    "lib/top/low.c": "int low(void);\nint low(void) { return 3; }\n",
    "lib/top/one/one.c": '#include "top/top.h"\nint low(void);\nint one(void);\n'
                         "int one(void) { return low(); }\n",
    "lib/top/two/two.c": "int two(void);\nint two(void) { return 4; }\n",
    "lib/top/two/two.h": "",
    "lib/top/top.c": "int one(void);\nint top(void);\nint top(void) { return one(); }\n",
    "lib/top/top.h": '#include "top/two/two.h"\n',
    "tools/tool.c": "int top(void);\nint main(void) { return top(); }\n",
}


class FloorsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        for path, text in FILES.items():
            self.write(path, text)

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def build(self):
        for folder, _, names in os.walk(self.root):
            for name in names:
                source = os.path.relpath(os.path.join(folder, name), self.root)
                target = os.path.join(self.root, "objects", source[:-2] + ".o")
                if name.endswith(".c"):
                    os.makedirs(os.path.dirname(target), exist_ok=True)
                    subprocess.run([os.environ.get("CC", "cc").split()[-1], "-iquote", "lib", "-c",
                                    source, "-o", target], cwd=self.root, check=True)

    def check(self, *arguments):
        """The status and the output of the check."""
        result = subprocess.run([sys.executable, CHECK, *arguments, "objects"], cwd=self.root,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                check=False)
        return result.returncode, result.stdout

    def refused(self, *lines):
        """The check reports these problems and no other."""
        self.build()
        self.assertEqual(self.check(), (1, "".join(f"floors: {line}\n" for line in lines)))

    def test_a_tree_that_keeps_the_floors(self):
        self.build()
        self.assertEqual(self.check(), (0, ""))

    def test_a_call_up(self):
        self.write("lib/base/base.c", "int top(void);\nint base(void);\n"
                                      "int base(void) { return top(); }\n")
        self.refused("lib/base/base.c calls top of lib/top/top.c: room base is on floor 1, top on "
                     "floor 3")

    def test_a_call_sideways(self):
        self.write("lib/left/left.c", "int right(void);\nint left(void);\n"
                                      "int left(void) { return right(); }\n")
        self.refused("lib/left/left.c calls right of lib/right/right.c: room left is on floor 2, "
                     "right on floor 2")

    def test_data_of_a_higher_room(self):
        self.write("lib/right/right.c", "int right_data = 1;\n")
        self.write("lib/base/base.c", "extern int right_data;\nint base(void);\n"
                                      "int base(void) { return right_data; }\n")
        self.refused("lib/base/base.c reads right_data of lib/right/right.c: room base is on floor "
                     "1, right on floor 2")

    def test_calls_between_parts(self):
        self.write("lib/top/low.c", "int top(void);\nint low(void);\n"
                                    "int low(void) { return top(); }\n")
        self.write("lib/top/one/one.c", "int two(void);\nint one(void);\n"
                                        "int one(void) { return two(); }\n")
        self.refused("lib/top/low.c calls top of lib/top/top.c: in room top, part low.c is on floor "
                     "1, . on floor 3",
                     "lib/top/one/one.c calls two of lib/top/two/two.c: in room top, part one is on "
                     "floor 2, two on floor 2")

    def test_includes(self):
        self.write("lib/left/left.c", '#include "right/right.h"\nint more(void);\nint left(void);\n'
                                      "int left(void) { return more(); }\n")
        self.write("lib/top/one/one.c", '#include "../two/two.h"\nint one(void);\n'
                                        "int one(void) { return 1; }\n")
        self.refused("lib/left/left.c includes lib/right/right.h: room left is on floor 2, right on "
                     "floor 2",
                     "lib/top/one/one.c includes lib/top/two/two.h: in room top, part one is on "
                     "floor 2, two on floor 2")

    def test_the_table_and_the_folders(self):
        self.write("lib/top/three/three.c", "int three(void);\nint three(void) { return 3; }\n")
        self.write("doc/design.md", TABLE.replace("| 2 | `left` | |", "| 2 | `gone` | |"))
        self.refused("the table has no row or part for lib/left",
                     "the table has no row or part for lib/top/three",
                     "gone: the table has part ., which has no source file")

    def test_a_source_without_an_object(self):
        self.build()
        self.write("lib/base/new.c", "int new_one;\n")
        self.assertEqual(self.check(), (1, "floors: objects/lib/base/new.o has not been built\n"))

    def test_circles_and_edges_are_information(self):
        self.write("lib/base/base.c", "int more(void);\nint base(void);\n"
                                      "int base(void) { return more(); }\n")
        self.build()
        status, output = self.check("--circles", "--edges")
        self.assertEqual(status, 0, output)
        self.assertIn("circle of 2 files in lib/base:\n"
                      "  lib/base/base.c uses lib/base/more.c: more\n"
                      "  lib/base/more.c uses lib/base/base.c: base\n1 circles\n", output)
        self.assertIn("lib/left uses lib/base: 1 symbols, such as more\n", output)


if __name__ == "__main__":
    unittest.main()
