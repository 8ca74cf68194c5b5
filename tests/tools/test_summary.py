#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult summary: files, formats, filters, outputs."""
import csv
import fcntl
import io
import json
import os
import pty
import re
import resource
import stat
import struct
import subprocess
import termios
import unittest

import tool
from tool import document, mean, state, summary

TWO_STATES = document([state("N=a", [("N", "a")], [mean(1)]),
                       state("N=b", [("N", "b")], [mean(2)])])
TABLE = """\
# Benchmark Results

## copy

| N | GPU Time |
|---|----------|
| a |  1.000 s |
| b |  2.000 s |
"""


class SummaryTest(tool.ToolTest):
    def test_markdown(self):
        file = self.write("r.json", TWO_STATES)
        self.assertEqual(self.done("summary", file), TABLE)
        self.assertEqual(self.done("summary", "--format", "markdown", file), TABLE)

    def test_columns(self):
        file = self.write("r.json", TWO_STATES)
        self.assertEqual(self.done("summary", "--columns", "summaries", file), TABLE)
        self.assertIn("| N | Samples | Median |", self.done("summary", "--columns=median,samples", file))
        self.assertIn("unknown column 'odd' (expected default, summaries,",
                      self.refused("summary", "--columns", "ci,odd", file))

    def test_order(self):
        file = self.write("r.json", TWO_STATES)
        for arguments, expected in (([], "ab"), (["--sort", "mean", "--descending"], "ba"),
                                    (["--sort=mean", "--top=1"], "a"), (["--top", "1"], "a")):
            text = self.done("summary", *arguments, file)
            self.assertEqual("".join(re.findall(r"^\| (\w) \| ", text, flags=re.M))[1:], expected)
        for arguments, message in ((["--sort", "phases"], "unknown column 'phases' (expected samples"),
                                   (["--top", "0"], "'0' is out of range"),
                                   (["--top", "x"], "'x' is not")):
            self.assertIn(message, self.refused("summary", *arguments, file))

    def test_distribution_and_time_spent(self):
        main = os.path.join(tool.ROOT, "examples", "data", "main.json")
        text = self.done("summary", "--distribution", "-b", "sort", main)
        self.assertRegex(text, r"\| Elements \| +Median +\| +P5 +\| +P95 +\| +P1 to P99 +\|")
        self.assertRegex(text, r"\u2588")
        self.assertIn("| Set-up | Warm-up | Measuring |", self.done("summary", "--time-spent", main))

    def test_charts(self):
        main = os.path.join(tool.ROOT, "examples", "data", "main.json")
        for chart, text in (("bandwidth", "share of the peak bandwidth"),
                            ("throughput", "items per second"),
                            ("distribution", "time relative to the median")):
            path = self.path(f"{chart}.svg")
            process = self.run_tool("summary", "--plot", chart, "--plot-output", path, main)
            self.assertEqual((process.returncode, process.stdout), (0, ""), process.stderr)
            self.assertEqual(process.stderr, f"benchresult: wrote the chart '{path}'\n")
            self.assertIn(text, self.read(f"{chart}.svg"))
        file = self.write("r.json", TWO_STATES)
        process = self.run_tool("summary", "--plot=bandwidth", file, cwd=self.directory)
        self.assertIn("is not written: no state has a value to draw", process.stderr)
        for arguments, message in ((["--plot", "odd"], "unknown chart 'odd'"),
                                   (["--plot-output", "x.svg"], "--plot-output needs --plot"),
                                   (["--plot=bandwidth", "--plot-output=x.gif"], "'x.gif'")):
            self.assertIn(message, self.refused("summary", *arguments, file))

    def test_terminal(self):
        """Long names are cut to the width of a terminal, and only there."""
        name = "a-very-long-name-" * 8 + "end"
        file = self.write("r.json", document([state(f"N={name}", [("N", name)], [mean(1)])]))
        self.assertIn(name, self.done("summary", file))
        self.assertIn(name, self.done("summary", "--format", "csv", file))
        text = self.on_terminal(60, "summary", file)
        self.assertNotIn(name, text)
        self.assertRegex(text, r"\| a-very-long\S*\u2026\S*end \|")
        self.assertEqual(max(map(len, text.splitlines())), 60)

    def on_terminal(self, columns, *arguments):
        """Runs the tool on a terminal of this many columns; returns the output."""
        primary, secondary = pty.openpty()
        fcntl.ioctl(secondary, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        subprocess.run([tool.TOOL, *arguments], stdout=secondary, check=True)
        os.close(secondary)
        with open(primary, "rb", buffering=0) as stream:
            return stream.read(65536).decode()

    def test_standard_input(self):
        self.assertEqual(self.done("summary", "-", input=json.dumps(TWO_STATES)), TABLE)
        self.assertIn("<stdin>", self.refused("summary", "-", input="{"))

    def test_several_files(self):
        first = self.write("1.json", TWO_STATES)
        second = self.write("2.json", TWO_STATES)
        self.assertEqual(self.done("summary", first, second),
                         f"# {first}\n\n{TABLE}\n# {second}\n\n{TABLE}")
        rows = list(csv.reader(io.StringIO(self.done("summary", "--format=csv", first, second))))
        self.assertEqual([row[0] for row in rows], ["File", first, first, second, second])
        benches = json.loads(self.done("summary", "--format=json", first, second))["benchmarks"]
        self.assertEqual([bench["file"] for bench in benches], [first, second])

    def test_json(self):
        file = self.write("r.json", document([
            state("N=a", [("N", "a")], [
                mean("1.5e-6"), summary("own", "x|y", "string", hide="not shown"),
                summary("none", None), summary("inf", "inf", hint="duration")]),
            state("N=b", [("N", "b")], is_skipped=True, skip_reason="odd")]))
        self.assertEqual(json.loads(self.done("summary", "--format", "json", file)), {
            "version": 1,
            "benchmarks": [{
                "file": file, "name": "copy", "devices": [], "states": [
                    {"name": "N=a", "point": "N=a", "device": None, "run": 0, "skipped": False,
                     "skip_reason": None, "axis_values": {"N": "a"}, "summaries": [
                         {"tag": "nv/cold/time/gpu/mean", "name": "GPU Time", "hint": "duration",
                          "hidden": False, "value": 1.5e-06, "text": "1.500 us"},
                         {"tag": "own", "name": None, "hint": None, "hidden": True,
                          "value": "x|y", "text": "x|y"},
                         {"tag": "none", "name": None, "hint": None, "hidden": False,
                          "value": None, "text": ""},
                         {"tag": "inf", "name": None, "hint": "duration", "hidden": False,
                          "value": "inf", "text": "inf s"}]},
                    {"name": "N=b", "point": "N=b", "device": None, "run": 0, "skipped": True,
                     "skip_reason": "odd", "axis_values": {"N": "b"}, "summaries": []}]}]})

    def test_filters(self):
        file = self.write("r.json", {"devices": [], "benchmarks": [
            *TWO_STATES["benchmarks"],
            *document([state("N=a", [("N", "a")], [mean(3)])], name="sort")["benchmarks"]]})

        def shown(*arguments):
            report = json.loads(self.done("summary", "--format", "json", *arguments, file))
            return [(bench["name"], [one["name"] for one in bench["states"]])
                    for bench in report["benchmarks"]]

        self.assertEqual(shown("-b", "sort"), [("sort", ["N=a"])])
        self.assertEqual(shown("-a", "N=a"), [("copy", ["N=a"]), ("sort", ["N=a"])])
        self.assertEqual(shown("-b", "copy", "-a", "N=[b,c]", "-b", "sort"),
                         [("copy", ["N=b"]), ("sort", ["N=a"])])
        self.assertEqual(shown("--filter", "^sort$|/N=b"), [("copy", ["N=b"]), ("sort", ["N=a"])])
        self.assertEqual(shown("--filter", "N=a", "--filter=^c"), [("copy", ["N=a"])])
        for arguments in (["-b", "none"], ["-a", "N=c"], ["-b", "sort", "-a", "N=b"],
                          ["--filter", "^N="]):
            self.assertIn("-b, -a and --filter select no state of", self.refused("summary", *arguments, file))
        self.assertIn("option '--filter': '(' is not a regular expression: ",
                      self.refused("summary", "--filter", "(", file))

    def test_errors_name_the_file(self):
        good = self.write("good.json", TWO_STATES)
        for name, content in (("syntax.json", "{"), ("empty.json", ""), ("key.json", "{}")):
            file = self.write(name, content)
            self.assertIn(file, self.refused("summary", good, file))
        self.assertIn(self.path("none.json"), self.refused("summary", good, self.path("none.json")))
        self.assertIn(self.directory, self.refused("summary", self.directory))
        file = self.write("value.json", document([state("N=a", [], [
            summary("own", "fast", "string", hint="duration")])]))
        message = self.refused("summary", file)
        for part in (file, "'copy'", "'N=a'", "'own'", "'fast'", "duration"):
            self.assertIn(part, message)
        self.done("summary", "--format", "csv", file)

    def test_lenient(self):
        file = self.write("r.json", document([state("N=a", [], [
            mean("fast"), summary("own", "1", "int64")])]))
        self.assertIn("'fast'", self.refused("summary", file))
        process = self.run_tool("summary", "--lenient", file)
        self.assertEqual(process.returncode, 0)
        self.assertRegex(process.stderr, r"\Abenchresult: warning: .*'fast'.*\n\Z")
        self.assertIn(file, process.stderr)
        self.assertIn("|          |   1 |\n", process.stdout)

    def test_confine(self):
        sidecar = {"tag": "nv/json/bin:nv/cold/sample_times", "data": [
            {"name": "filename", "type": "string", "value": self.path("0.bin")},
            {"name": "size", "type": "int64", "value": "1"}]}
        with open(self.path("0.bin"), "wb") as file:
            file.write(b"\0\0\0\0")
        os.mkdir(self.path("inner"))
        file = self.write("inner/r.json", document([state("N=a", [], [mean(1), sidecar])]))
        self.done("summary", file)
        self.assertIn("0.bin", self.refused("summary", "--confine", file))

    def test_missing_sidecar_is_a_warning(self):
        sidecar = {"tag": "nv/json/bin:nv/cold/sample_times", "hide": "x", "data": [
            {"name": "filename", "type": "string", "value": "none/0.bin"},
            {"name": "size", "type": "int64", "value": "1"}]}
        file = self.write("r.json", document([state("N=a", [("N", "a")], [mean(1), sidecar])]))
        process = self.run_tool("summary", file)
        self.assertEqual(process.returncode, 0)
        self.assertRegex(process.stderr, r"\Abenchresult: warning: .*none/0\.bin.*\n\Z")
        self.assertTrue(process.stdout.endswith("| a |  1.000 s |\n"))


class OutputTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.file = self.write("r.json", TWO_STATES)

    def test_new_file(self):
        mask = os.umask(0o027)
        self.addCleanup(os.umask, mask)
        self.assertEqual(self.done("summary", "-o", self.path("out.md"), self.file), "")
        self.assertEqual(self.read("out.md"), TABLE)
        self.assertEqual(stat.S_IMODE(os.stat(self.path("out.md")).st_mode), 0o640)
        self.assertEqual(self.done("summary", "-o", "-", self.file), TABLE)

    def test_replaced_file_keeps_its_permissions_and_links(self):
        self.write("real.md", "old")
        os.chmod(self.path("real.md"), 0o604)
        os.symlink("real.md", self.path("link.md"))
        self.done("summary", "--output", self.path("link.md"), self.file)
        self.assertEqual(self.read("real.md"), TABLE)
        self.assertTrue(os.path.islink(self.path("link.md")))
        self.assertEqual(stat.S_IMODE(os.stat(self.path("real.md")).st_mode), 0o604)
        self.assertEqual(sorted(os.listdir(self.directory)), ["link.md", "r.json", "real.md"])

    def test_what_is_no_regular_file_is_written_to(self):
        os.mkfifo(self.path("fifo"))
        reader = os.open(self.path("fifo"), os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        self.done("summary", "-o", self.path("fifo"), self.file)
        self.assertEqual(os.read(reader, 4096).decode(), TABLE)
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path("fifo")).st_mode))

    def test_failures_leave_the_old_file(self):
        output = self.write("out.md", "old")

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))

        # Python ignores SIGXFSZ, and the command inherits this, so that its write fails.
        message = self.refused("summary", "-o", output, self.file, preexec_fn=limit,
                               restore_signals=False)
        self.assertIn(output, message)
        self.refused("summary", "-o", output, self.path("none.json"))
        self.assertEqual(self.read("out.md"), "old")
        self.assertEqual(sorted(os.listdir(self.directory)), ["out.md", "r.json"])

    def test_places_that_cannot_be_written(self):
        for output in (self.directory, self.path("none/out.md"), self.path("r.json/out.md")):
            self.assertIn(output, self.refused("summary", "-o", output, self.file))


if __name__ == "__main__":
    unittest.main()
