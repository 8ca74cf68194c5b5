#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The charts of benchresult compare, drawn by gnuplot."""
import itertools
import os
import re
import struct
import unittest
import xml.etree.ElementTree

import pairs
import tool
from pairs import around, bench, document, state

HOSTILE = "a`touch PWNED`\"'$(touch PWNED) @x {/Bold y}^2_3 <&> 100%\\n|\t\u65e5\u001b"


def sizes(name, factor, count=20):
    """A benchmark with times along the axis N."""
    return bench(name, [state(f"Device=0 N={2 ** i}", around(1e-4 * 1.5 ** i * factor(i)),
                              [("N", 2 ** i)]) for i in range(count)], [("N", "pow2")])


def made(factor, names=("copy",), device="GPU"):
    return document(*[sizes(name, factor) for name in names],
                    devices=[{"id": 0, "name": device}])


class PlotTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.pair(["copy"])

    def pair(self, names, device="GPU"):
        self.write("r.json", made(lambda i: 1, names, device))
        self.write("c.json", made(lambda i: (.8, 1, 1.3, 1.01)[i % 4], names, device))

    def plot(self, *arguments, **keys):
        """Draws in the directory of the test; returns the messages."""
        process = self.run_tool("compare", *arguments, "r.json", "c.json", cwd=self.directory,
                                **keys)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stderr

    def plot_refused(self, *arguments):
        return self.refused("compare", *arguments, "r.json", "c.json", cwd=self.directory)

    def texts(self, name):
        """(text, vertical position, anchor) of each text in an SVG, which must be well formed."""
        root = xml.etree.ElementTree.parse(self.path(name)).getroot()
        found = []
        for group in root.iter("{http://www.w3.org/2000/svg}g"):
            place = re.match(r"translate\(([-\d.]+),([-\d.]+)\)", group.get("transform", ""))
            for text in group.findall("{http://www.w3.org/2000/svg}text"):
                if place is not None:
                    found.append(("".join(text.itertext()), float(place.group(2)),
                                  group.get("text-anchor")))
        return found

    def test_default_names(self):
        self.assertEqual(self.plot("--plot"),
                         "benchresult: wrote the chart 'benchresult-compare.svg'\n")
        self.plot("--plot-along", "N")
        self.assertEqual(sorted(os.listdir(self.directory)),
                         ["benchresult-compare-copy-0.svg", "benchresult-compare.svg", "c.json",
                          "r.json"])
        words = [text for text, _, _ in self.texts("benchresult-compare.svg")]
        for word in ("GPU timing change - GPU", "copy | N=2^0", "copy | N=2^19", "SLOW", "FAST",
                     "SAME", "undecided", "0%"):
            self.assertIn(word, words)
        words = [text for text, _, _ in self.texts("benchresult-compare-copy-0.svg")]
        for word in ("GPU", "N", "time [s]", "copy", "copy ref", "2^0"):
            self.assertIn(word, words)

    def test_forms(self):
        self.plot("--plot", "--plot-output", "new/dir/p.png", "--plot-along=N",
                  "--plot-along-output=a.PDF")
        with open(self.path("new/dir/p.png"), "rb") as file:
            head = file.read(24)
        self.assertEqual(head[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", head[16:]), (1500, 1125))  # 20 rows at 150 dpi
        with open(self.path("a.PDF"), "rb") as file:
            self.assertTrue(file.read(5).startswith(b"%PDF-"))
        self.plot("--plot", "--dark", "--plot-output", "dark.svg")
        self.assertIn('fill="#000000"', self.read("dark.svg"))

    def test_labels_of_60_rows_do_not_overlap(self):
        self.pair(["copy", "sort_with_a_rather_long_name", "scan"])
        self.plot("--plot", "--plot-output", "p.svg")
        labels = [(text, y) for text, y, anchor in self.texts("p.svg")
                  if anchor == "end" and "|" in text]
        self.assertEqual(len(labels), 60)
        self.assertEqual(len(dict(labels)), 60)
        places = [y for _, y in labels]
        for upper, lower in itertools.pairwise(places):
            self.assertGreater(lower - upper, 1.5 * 13)

    def test_many_decades(self):
        """Labels do not overlap, even if times and axis values span many decades."""
        for low, high in ((-12, 3), (-300, 300)):
            numbers = [(2 ** i, 10. ** (low + i * (high - low) / 15)) for i in range(16)]
            made = bench("copy", [state(f"N={n}", around(time), [("N", n)]) for n, time in numbers],
                         [("N", "")])
            for name in ("r.json", "c.json"):
                self.write(name, document(made))
            self.plot("--plot-along", "N", "--plot-along-output", "a.svg")
            places = sorted(y for text, y, anchor in self.texts("a.svg") if anchor == "end"
                            and re.fullmatch(r"[\d.]+(e[-+]\d+)?", text))
            self.assertGreater(len(places), 10)
            for upper, lower in itertools.pairwise(places):
                self.assertGreater(lower - upper, 13)

    def test_hostile_names(self):
        self.pair([HOSTILE, "x" * 500], HOSTILE)
        self.plot("--plot", "--plot-output", "p.svg", "--plot-along", "N", "--plot-along-output",
                  "{benchmark}.svg")
        self.assertEqual(sorted(os.listdir(self.directory)), [
            "a_touch_PWNED_touch_PWNED_x_Bold_y_2_3_100_n.svg", "c.json", "p.svg", "r.json",
            "x" * 80 + ".svg"])
        self.assertFalse(os.path.exists(self.path("PWNED")))
        words = [text for text, _, _ in self.texts("p.svg")]
        shown = HOSTILE.replace("\t", "\\t").replace("\u001b", "\\x1B")
        self.assertTrue(any(word.startswith(f"GPU timing change - {shown}") for word in words),
                        words)
        self.assertTrue(any(word.startswith(shown.replace("%", "\uff05")) for word in words), words)
        self.assertTrue(any(word == "x" * 119 + "\u2026" for word in words), words)

    def test_collisions(self):  # 109
        self.write("p.svg", "old")
        self.write("p-copy-1.svg", "mine")
        for folder in ("r", "c"):
            os.mkdir(self.path(folder))
        for folder, name in itertools.product("rc", "ab"):
            os.link(self.path(f"{folder}.json"), self.path(f"{folder}/{name}.json"))
        process = self.run_tool("compare", "--plot", "--plot-output", "p.svg", "r", "c",
                                cwd=self.directory)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("warning: 'p.svg' was already written", process.stderr)
        self.assertEqual(self.read("p-copy-1.svg"), "mine")
        self.texts("p.svg")
        self.texts("p-copy-2.svg")

    def test_nothing_to_draw(self):
        said = self.plot("--plot", "--threshold-diff", "1000")
        self.assertRegex(said, r"\Abenchresult: warning: .*benchresult-compare\.svg.*\n\Z")
        self.assertEqual(sorted(os.listdir(self.directory)), ["c.json", "r.json"])

    def test_axes(self):
        extra = bench("flat", [state("Device=0", around(1))])
        for name in ("r.json", "c.json"):
            self.write(name, document(sizes("copy", lambda i: 1, 3), extra))
        said = self.plot("--plot-along", "N", "--plot-along-output", "{axis}-{pair}.svg")
        self.assertIn("warning: benchmark 'flat' has no axis 'N'", said)
        self.assertTrue(os.path.exists(self.path("N-0.svg")))
        process = self.run_tool("compare", "--plot-along", "M", "r.json", "c.json",
                                cwd=self.directory)
        self.assertEqual(process.returncode, 2)
        self.assertIn("'M'", process.stderr)
        # If the benchmark is unknown, the message names the benchmark, not the axis.
        process = self.run_tool("compare", "-b", "cpoy", "--plot-along", "N", "r.json", "c.json",
                                cwd=self.directory)
        self.assertEqual(process.returncode, 2)
        self.assertIn("nothing matched", process.stderr)
        self.assertIn("'copy'", process.stderr)

    def test_refusals(self):
        for arguments, parts in (
                (["--plot-output", "p.svg"], ["--plot-output needs --plot"]),
                (["--plot-along-output", "p.svg"], ["--plot-along-output needs --plot-along"]),
                (["--plot-along", ""], ["--plot-along"]),
                (["--plot", "--plot-output", ""], ["''"]),
                (["--plot", "--plot-output", "p.jpg"], ["'p.jpg'", ".svg, .png or .pdf"]),
                (["--plot-along", "N", "--plot-along-output", "{x}.svg"], ["{x}"]),
                (["--plot-along", "N", "--plot-along-output", "{pair"], ["'{pair'"]),
                (["--plot", "--plot-output", "p.svg", "--plot-along", "N"],
                 ["add --plot-along-output", "drop --plot-output"]),
                (["--plot", "--plot-along-output", "p.svg", "--plot-along", "N"],
                 ["add --plot-output", "drop --plot-along-output"])):
            message = self.plot_refused(*arguments)
            for part in parts:
                self.assertIn(part, message)

    def test_places_that_cannot_be_written(self):
        process = self.run_tool("compare", "--plot", "--plot-output", "r.json/p.svg", "r.json",
                                "c.json", cwd=self.directory)
        self.assertEqual(process.returncode, 2)
        self.assertIn("r.json", process.stderr)
        process = self.run_tool("compare", "--plot", "r.json", "c.json", cwd=self.directory,
                                env={**os.environ, "PATH": "/nowhere"})
        self.assertEqual(process.returncode, 2)
        self.assertIn("gnuplot", process.stderr)
        self.assertEqual(sorted(os.listdir(self.directory)), ["c.json", "r.json"])


if __name__ == "__main__":
    unittest.main()
