# SPDX-License-Identifier: MIT
"""The platform wheel: the files that it carries, and its tag."""
import os
import re
import subprocess
import unittest
import zipfile

from support import BUILD, ResultTest

import build_backend
import platform_wheel


def readelf(option, path):
    return subprocess.run(["readelf", "--wide", option, path], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout


class WheelTest(ResultTest):
    def build(self):
        """Builds a wheel, and unpacks it as pip does."""
        name = build_backend.build_wheel(self.directory)
        with zipfile.ZipFile(self.path(name)) as wheel:
            for entry in wheel.infolist():
                os.chmod(wheel.extract(entry, self.path("unpacked")), entry.external_attr >> 16)
        package = self.path("unpacked", "benchresult")
        return name, [os.path.join(package, folder, file) for folder in ("lib", "libexec")
                      for file in sorted(os.listdir(os.path.join(package, folder)))]

    def test_the_tag_is_that_of_the_newest_symbol(self):
        name, paths = self.build()
        versions = {(2, 5)}
        for path in paths:
            versions.update((int(major), int(minor)) for major, minor in re.findall(
                r"@GLIBC_(\d+)\.(\d+)", readelf("--dyn-syms", path)))
        tagged = re.search(r"-py3-none-manylinux_(\d+)_(\d+)_" + os.uname().machine, name)
        self.assertEqual(tuple(map(int, tagged.groups())), max(versions))
        with open(self.path("unpacked", f"benchresult-{build_backend.version()}.dist-info",
                            "WHEEL"), encoding="utf-8") as file:
            about = file.read()
        self.assertIn("Root-Is-Purelib: false\n", about)
        self.assertIn(f"Tag: {name[len(f'benchresult-{build_backend.version()}-'):-4]}\n", about)

    def test_everything_needed_is_carried(self):
        _, paths = self.build()
        library = os.path.dirname(paths[0])
        self.assertTrue({os.path.basename(path) for path in paths} >=
                        {"libbenchresult.so.1", *os.listdir(os.path.join(BUILD, "libexec"))})
        for path in paths:
            self.assertTrue(os.access(path, os.X_OK), path)
            dynamic = readelf("--dynamic", path)
            for name in re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic):
                if name.startswith("ld-linux") or name in platform_wheel.SYSTEM:
                    continue
                self.assertTrue(os.path.exists(os.path.join(library, name)), (path, name))
                self.assertRegex(dynamic, r"\(R(UN)?PATH\).*\[\$ORIGIN(/\.\./lib)?\]")
            for name in re.findall(r"\(SONAME\).*\[(.+)\]", dynamic):
                self.assertEqual(name, os.path.basename(path))

    def test_the_same_build_gives_the_same_wheel(self):
        name, _ = self.build()
        os.mkdir(self.path("again"))
        self.assertEqual(build_backend.build_wheel(self.path("again")), name)
        with open(self.path(name), "rb") as first, open(self.path("again", name), "rb") as second:
            self.assertEqual(first.read(), second.read())


if __name__ == "__main__":
    unittest.main()
