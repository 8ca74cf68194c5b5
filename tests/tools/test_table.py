#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult table: what other tools compute from the same files, keys, conditions, cells."""
import csv
import fcntl
import io
import json
import math
import os
import pty
import re
import struct
import subprocess
import termios
import unittest

import tool
from tool import document, mean, state

DATA = os.path.join(tool.ROOT, "tests", "formats", "data")


def data(name):
    return os.path.join(DATA, name)


GO = data("go-count-6.txt"), data("go-count-6-b.txt")
GOOGLE = data("google-head-reps-b.json"), data("google-head-interleaved-a.json")


def load(name):
    with open(data(name), encoding="utf-8") as file:
        return json.load(file)


def go_samples(name, times):
    """The text of a benchmark of Go with these times in nanoseconds."""
    return "".join(f"Benchmark{name} 1000 {time} ns/op\n" for time in times)


class TableTest(tool.ToolTest):
    def cells(self, *arguments):
        """The cells of the JSON table, by the values of row and column."""
        text = self.done("table", "--format=json", *arguments)
        return {(*cell["row"].values(), *cell["column"].values()): cell
                for cell in json.loads(text)["cells"]}

    def warned(self, *arguments):
        """Expects success with warnings; returns the output and the warnings."""
        process = self.run_tool(*arguments)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("benchresult: warning: ", process.stderr)
        return process.stdout, process.stderr

    def near(self, value, expected, case):
        self.assertLessEqual(abs(value - expected), 1e-9 * abs(expected), f"{case}: {value}")

    def test_benchstat(self):
        cells = self.cells("--rows=benchmark,size,GOMAXPROCS", *GO)
        for name, expected in load("go-compare.json").items():
            parts = re.fullmatch(r"(\w+)(?:/size=(\d+)/kind=rev)?(?:-(2))?", name)
            key = ("example.org/sample." + parts[1], parts[2], parts[3] or "1")
            old, new = (cells[(*key, os.path.basename(file))] for file in GO)
            for cell, samples, median in zip((old, new), expected["n"], expected["median"]):
                self.assertEqual((cell["samples"], cell["runs"]), (samples, 1))
                self.near(cell["time"], median, name)
            self.near(new["ratio"], 1 + expected["delta_percent"] / 100, name)
            self.near(new["rank_sum_p_value"], expected["p_exact"], name)
        self.assertEqual(len(cells), 2 * len(load("go-compare.json")))

    def test_run_without_a_time(self):
        """The samples of a cell are those of its run with a time, also if another run is first."""
        files = [self.path(f"{i}.json") for i in range(2)]
        none, merged = self.path("none.json"), self.path("merged.json")
        for file, converted in zip(GO, files):
            self.done("convert", file, "-o", converted)
        with open(files[0], encoding="utf-8") as file:
            content = json.load(file)
        for benchmark in content["benchmarks"]:
            for state in benchmark["states"]:
                state["summaries"] = []
        with open(none, "w", encoding="utf-8") as file:
            json.dump(content, file)
        self.done("merge", none, files[0], "-o", merged)
        plain = {key[:-1]: cell for key, cell in self.cells(*files).items() if key[-1] == "1.json"}
        for key, cell in self.cells(merged, files[1]).items():
            if key[-1] == "1.json":
                for name in ("ratio", "rank_sum_p_value"):
                    self.assertEqual(cell[name], plain[key[:-1]][name], key)

    def test_google_benchmark(self):
        records = {record["name"]: record for record in load("google-compare.json")}
        for clock, prefix in (("wall", "real_"), ("cpu", "cpu_")):
            files = [self.path(f"{clock}-{i}.json") for i in range(2)]
            for file, converted in zip(GOOGLE, files):
                self.done("convert", "--import-time", clock, file, "-o", converted)
            cells = self.cells("--rows=arg0", *files)
            for size in ("1024", "4096", "32768", "65536"):
                old, new = (cells[(size, os.path.basename(file))] for file in files)
                median = records[f"copy_/{size}_median"]["measurements"][0]
                test = records[f"copy_/{size}"]["utest"]
                self.near(old["time"], median[prefix + "time"] * 1e-9, size)
                self.near(new["time"], median[prefix + "time_other"] * 1e-9, size)
                change = median["time" if clock == "wall" else "cpu"]
                self.near(new["ratio"] - 1, change, size)
                p_value = test[("time" if clock == "wall" else "cpu") + "_pvalue"]
                self.near(new["rank_sum_p_value"], p_value, size)

    def test_clocks(self):
        for command in ("table", "compare"):
            files = [self.path(f"{clock}.json") for clock in ("wall", "cpu")]
            for clock, file in zip(("wall", "cpu"), files):
                self.done("convert", "--import-time", clock, GOOGLE[0], "-o", file)
            self.assertIn("different clocks: the imported clock is 'wall' in",
                          self.run_tool(command, *files).stderr, command)

    def settings(self, name, imported, extra=None, states=None):
        """A result with the metadata that an import records."""
        state = tool.state("s", summaries=[tool.mean(len(os.listdir(self.directory)) + 1)],
                           **(states or {}))
        content = tool.document([state], **(extra or {}))
        content["meta"] = {"benchresult": {"import": imported}}
        return self.write(name, content)

    def test_settings(self):
        """One warning for each setting that differs and is not a key."""
        metadata, unit = "bres/import/metadata", "bres/import/unit"
        one = self.settings("1", {"size": 1, "time": "a", "problem_size": [1], "format": "x",
                                  "host": {"device_name": "A"},
                                  "config": {"opt": "O2", "date": "a", "same": 1}},
                            {metadata: {"threads": 1, "loops": 1}}, {unit: "op"})
        two = self.settings("2", {"size": 2, "time": "b", "problem_size": [2], "format": "x",
                                  "host": {"device_name": "B"},
                                  "config": {"opt": "O3", "date": "b", "same": 1, "more": 1}},
                            {metadata: {"threads": 4, "loops": 2}}, {unit: "byte"})
        text = f" in '{one}' and %s in '{two}'"
        expected = [f"'{name}', which is not a key of the table: {a}" + text % b for name, a, b in (
            ("opt", "'O2'", "'O3'"), ("problem_size", "[1]", "[2]"), ("device_name", "'A'", "'B'"),
            ("threads", "1", "4"), ("unit", "'op'", "'byte'"))]
        for columns in ("file", "format"):
            warnings = self.warned("table", "--columns", columns, one, two)[1]
            self.assertEqual(re.findall("the states differ in (.*)", warnings), expected)
        for keys in (("--columns=opt",), ("--columns=file", "--rows=benchmark,opt")):
            process = self.run_tool("table", *keys, one, two)
            self.assertNotIn("'opt'", process.stderr)

    def test_clocks_are_not_pooled(self):
        files = [self.settings(clock, {"format": "x", "clock": clock}) for clock in ("wall", "cpu")]
        message = self.refused("table", "--columns=format", *files)
        self.assertIn(f"the times are of different clocks: 'wall' in '{files[0]}' and 'cpu' in "
                      f"'{files[1]}' (expected 'clock' among the keys", message)
        self.assertIn("'cpu'", self.warned("table", "--columns=clock", *files)[1])

    def merged(self, name, *files):
        path = self.path(name)
        self.done("merge", *files, "-o", path)
        return path

    def test_settings_of_merged_runs(self):
        """The runs of a merged result are compared like the runs of several files."""
        files = [self.settings(f"{i}.json", {"format": "x", "config": {"opt": f"O{i // 2}"}})
                 for i in range(4)]
        pairs = [self.merged(f"merged-{i}.json", *files[2 * i:2 * i + 2]) for i in range(2)]
        both = self.merged("both.json", *files)
        for results, (one, two) in ((pairs, (f"run 0 of '{pairs[0]}'", f"run 0 of '{pairs[1]}'")),
                                    ([both], (f"run 0 of '{both}'", f"run 2 of '{both}'")),
                                    ([pairs[0], files[2]], (f"run 0 of '{pairs[0]}'",
                                                            f"'{files[2]}'"))):
            warnings = self.warned("table", *results)[1]
            self.assertEqual(re.findall("the states differ in (.*)", warnings),
                             ["'opt', which is not a key of the table: 'O0' in "
                              f"{one} and 'O1' in {two}"])
        self.assertEqual(self.run_tool("table", pairs[0]).stderr, "")

    def test_clocks_of_merged_runs(self):
        files = [self.settings(f"{clock}.json", {"format": "x", "clock": clock})
                 for clock in ("wall", "cpu")]
        both = self.merged("both.json", *files)
        for results in ([both], [both, files[0]]):
            self.assertIn(f"the times are of different clocks: 'wall' in run 0 of '{both}' and "
                          f"'cpu' in run 1 of '{both}' (expected runs of one clock)",
                          self.refused("table", *results))

    def shard(self, name, bench, imported):
        with open(self.settings(name, {"format": "x", **imported}), encoding="utf-8") as file:
            content = json.load(file)
        content["benchmarks"][0]["name"] = bench
        return self.write(name, content)

    def test_settings_of_merged_shards(self):
        """The merged result does not record from which input a state of a shard comes."""
        files = [self.shard(name, name[0], {"clock": clock, "config": {"opt": opt}})
                 for name, clock, opt in (("a", "wall", "O0"), ("b", "cpu", "O1"),
                                          ("a2", "wall", "O0"))]
        both = self.merged("both.json", *files[:2])
        self.assertEqual(self.run_tool("table", both).stderr, "")
        self.assertIn("the states may differ in 'opt', which is not a key of the table: 'O0'",
                      self.warned("table", "--columns=benchmark", both)[1])
        more = self.merged("more.json", *files)
        self.assertIn("the states may differ in 'clock', which is not a key of the table: 'wall'",
                      self.warned("table", more)[1])

    def test_settings_of_merged_results_of_several_runs(self):
        """A run has the metadata of its input, regardless of the number of inputs."""
        files = [self.shard(f"{i}", "a" if i < 4 else "b", {"config": {"opt": opt}})
                 for i, opt in enumerate(("O0", "O1", "O0", "O0", "O1"))]
        with open(files[0], encoding="utf-8") as file:
            content = json.load(file)
        states = content["benchmarks"][0]["states"]
        states.append({**states[0], "run": 1, "summaries": [tool.mean(99)]})
        two = self.write("two.json", content)
        for inputs, run in (((two, files[1], files[2]), 2), ((files[2], two, files[1]), 3),
                            ((two, files[4]), None)):
            path = self.merged("several.json", *inputs)
            again = self.merged("again.json", self.merged("first.json", *inputs[:2]), *inputs[2:])
            self.assertEqual(self.read(path), self.read(again))
            warnings = self.warned("table", path)[1]
            expected = (f"the states differ in 'opt', which is not a key of the table: 'O0' in "
                        f"run 0 of '{path}' and 'O1' in run {run} of '{path}'" if run else
                        "the states may differ in 'opt'")
            self.assertIn(expected, warnings)

    def test_markdown(self):
        text = self.done("table", *GO)
        self.assertIn("| benchmark                   | size | kind | GOMAXPROCS |  go-count-6.txt |"
                      " go-count-6-b.txt |      Ratio |\n", text)
        self.assertRegex(text, r"\| 255\.400 ns ±32% \|  445\.150 ns ±74% \| 1\.743 AMBG \|")
        self.assertRegex(text, r"(?m)^\| geometric mean .* 63\.104 ns .* 78\.064 ns .* 1\.237 \|$")
        self.assertIn("The geometric means are those of 10 of 10 rows.", text)
        self.assertIn("each side has one run", re.sub(r"\s+", " ", text))

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.done("table", "--format=csv", *GO))))
        self.assertEqual(len(rows), 20)
        self.assertEqual(rows[1]["file"], "go-count-6-b.txt")
        self.assertEqual((rows[0]["Status"], rows[1]["Status"]), ("", "AMBG"))
        self.assertEqual((rows[1]["Reason"], rows[1]["Samples"]), ("too_few_samples", "6"))
        self.assertAlmostEqual(float(rows[1]["Ratio"]), 1.7429522317932653)
        self.assertAlmostEqual(float(rows[1]["Rank Sum p"]), 4 / 924)

    def test_keys(self):
        self.assertEqual({key[-1] for key in self.cells("--columns=GOMAXPROCS", GO[0])}, {"1", "2"})
        self.assertIn(("Sort/2", "linux", "1"), {
            (f"{bench.split('.')[-1]}/{processors}", goos, "1") for bench, processors, goos in
            self.cells("--rows=benchmark,GOMAXPROCS", "--columns=goos", "--where=size:10", GO[0])})
        renamed = self.write("other.txt", self.read(GO[1]).replace("goos: linux", "goos: plan9"))
        cells = self.cells("--columns=goos", "--reference=plan9", GO[0], renamed)
        self.assertEqual({key[-1] for key in cells}, {"linux", "plan9"})
        self.assertTrue(all((cell["ratio"] is None) == (key[-1] == "plan9")
                            for key, cell in cells.items()))
        self.assertIn("example.org/sample", {
            key[-1] for key in self.cells("--columns=benchresult.import.config.pkg", GO[0])})

    def test_packages(self):
        file = self.write("packages.txt", "pkg: a/json\n" + go_samples("X", [1, 2]) +
                          "pkg: b/xml\n" + go_samples("X", [3, 4]))
        text, warnings = self.warned("table", "--columns=pkg", "--rows=file", "--format=csv", file)
        self.assertEqual([row["pkg"] for row in csv.DictReader(io.StringIO(text))],
                         ["a/json", "b/xml"])
        self.assertIn("differ in 'benchmark', which is not a key of the table", warnings)
        self.assertEqual([key[-1] for key in self.cells("--columns=pkg", "--where=pkg:/json/", file)],
                         ["a/json"])

    def test_missing_values(self):
        """A missing value is a value: no two of these states share a row."""
        files = [self.write(f"{i}.txt", go_samples(name, [time])) for i, (name, time) in enumerate(
            (("Copy/size=1024", 1), ("Copy/threads=8", 4), ("Copy", 2), ("Copy/size=", 3)))]
        cells = self.cells(*files)
        self.assertEqual(sorted(key[1:3] for key in cells if key[2] is None and key[1]),
                         [("1024", None)])
        self.assertEqual(len({key[:-1] for key in cells}), 4)
        self.assertEqual({cell["verdict"] for cell in cells.values()}, {None})
        self.assertIn('| Copy      | ""   |         |', self.done("table", *files))
        for rows in ("benchmark", "benchmark,GOMAXPROCS"):
            text, warnings = self.warned("table", "--rows", rows, *files[:3:2])
            self.assertIn("2.000 AMBG", text)
            self.assertIn("row 'Copy", warnings)
            self.assertIn("the columns compare states that differ in 'size', which is not", warnings)

    def test_states_of_one_run(self):
        names = "BM/64", "BM/64/real_time"
        record = {"run_type": "iteration", "iterations": 1, "cpu_time": 1, "time_unit": "ns"}
        files = []
        for i, shown in enumerate((names, names[:1], names[1:])):
            files.append(self.write(f"{i}.json", json.dumps({
                "context": {"json_schema_version": 1}, "benchmarks": [
                    {"name": name, "run_name": name, "real_time": 5, **record} for name in shown]})))
        self.assertIn("the states 'BM/64' and 'BM/64/real_time' differ in the name only (expected "
                      "one of them: --filter selects", self.refused("table", files[0]))
        self.done("table", "--filter=time", files[0])
        self.assertIn("differ in 'name'", self.warned("table", *files[1:])[1])

    def test_axes_with_names_of_keys(self):
        file = self.write("axes.txt", "".join(go_samples(f"X/file={a}/device={b}", [1])
                                              for a in ("p", "q") for b in ("r", "s")))
        text = self.done("table", file)
        self.assertIn("| benchmark      | axis:file | axis:device | axes.txt |", text)
        cells = self.cells("--columns=axis:file", "--rows=axis:device,file", "--where",
                           '"axis:device":r', file)
        self.assertEqual(set(cells), {("r", "axes.txt", "p"), ("r", "axes.txt", "q")})
        self.assertIn("the states differ in 'axis:file'",
                      self.refused("table", "--rows=axis:device", file))
        self.assertIn("'axis:file' is given twice",
                      self.refused("table", "--rows=axis:file,axis:file", file))
        self.assertIn("'GOMAXPROCS' is given twice",
                      self.refused("table", "--rows=axis:GOMAXPROCS,GOMAXPROCS", file))

    def test_unknown_keys(self):
        self.assertIn("no result has a key 'speed'; expected benchmark, device, file, size, kind, "
                      "GOMAXPROCS, pkg, format, tool, goos, goarch, cpu",
                      self.refused("table", "--rows=speed", GO[0]))
        self.assertIn("did you mean 'goarch'", self.refused("table", "--columns=go_arch", GO[0]))

    def test_state_twice(self):
        version = {"meta": {"version": {"json": {"string": "1.0.0"}}}}
        def states(*runs):
            return [state("N=a", [("N", "a")], [mean(2 + i)]) | {"run": run}
                    for i, run in enumerate(runs)]
        self.done("table", self.write("runs.json", {**version, **document(states(0, 2, 1))}))
        for runs in ((0, 0), (0, 2, 1, 2)):
            file = self.write("twice.json", {**version, **document(states(*runs))})
            self.assertIn("one run has several states 'N=a'", self.refused("table", file), runs)

    def test_headers_fit_a_terminal(self):
        """Headers are as short as needed, remain different, and show values without escapes."""
        names = ["x" * 60 + end + "y" * 60 for end in "ab"]
        files = [self.write(f"{name}.txt", go_samples(f"A/N={name}", [i + 1]))
                 for i, name in enumerate(names)]
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        process = subprocess.run([tool.TOOL, "table", "--columns=N", "--rows=benchmark", *files],
                                 stdout=slave, stderr=subprocess.PIPE, check=False, timeout=60)
        os.close(slave)
        self.assertEqual(process.returncode, 0, process.stderr)
        lines = os.read(master, 65536).decode().split("\r\n")
        self.assertLessEqual(max(map(len, lines)), 80, lines)
        headers = lines[0].split("|")
        self.assertNotEqual(headers[2].strip(), headers[3].strip())
        file = self.write("bar.json", document([state("s", [("N", "a\\|b")], [mean(2)])]))
        for keys in (("--columns=N",), ("--rows=N",)):
            self.assertIn("a\\❘b", self.done("table", *keys, file))
            self.assertNotIn("a\\\\", self.done("table", *keys, file))

    def test_extreme_ratios(self):
        files = [self.write(f"{name}.txt", go_samples("A", [time] * 6))
                 for name, time in (("a", 1e6), ("b", 50), ("c", 1e300))]
        text = self.done("table", *files)
        self.assertIn("| 5.000e-05 ", text)
        self.assertIn("1.000e+291 s", text)
        self.assertLess(max(map(len, text.splitlines())), 160)
        process = self.run_tool("compare", files[0], files[2])
        self.assertIn("1.000e+291 s", process.stdout)
        self.assertLess(max(map(len, process.stdout.splitlines())), 160)

    def test_conditions(self):
        file = self.write("sizes.txt", "".join(
            go_samples(f"{name}/size={size}", [size]) for name in ("A", "B") for size in (1, 2, 10)))
        for condition, expected in (
                ("*", "A1 A2 A10 B1 B2 B10"), ("size:10", "A10 B10"), ("size>1", "A2 A10 B2 B10"),
                ("size>=2 AND benchmark:A", "A2 A10"), ("size<2 OR size=10", "A1 A10 B1 B10"),
                ("benchmark:/^[B-Z]$/", "B1 B2 B10"), ("-size:(1 OR /0/)", "A2 B2"),
                ("NOT size!=2", "A2 B2"), ("size:2 benchmark:\"A\"", "A2"),
                ("(size:1 OR size:2) AND NOT (benchmark:B OR size<=1)", "A2"),
                ("size:1 OR size:2 AND benchmark:B", "A1 B1 B2")):
            cells = self.cells("--rows=benchmark,size", "--where", condition, file)
            self.assertEqual(" ".join(a + b for a, b, _ in cells), expected, condition)
        for condition, message in (
                ("size", "at '' (expected ':', '=',"), ("size>", "at '' (expected a number)"),
                ("size>x", "at 'x' (expected a number)"), ("sise:1", "no result has a key 'sise'"),
                ("size:/(/", "'(' is not a regular expression"), ("size:/1", "ends with '/'"),
                ("size:\"1", "a closing quote"), ("(size:1", "(expected AND, OR or ')')"),
                ("size:1)", "at ')' (expected AND, OR or the end)"), ("", "(expected a key)"),
                ("size:(1 2)", "(expected OR or ')')"), ("(" * 65 + "*", "fewer parentheses"),
                ("size:" + "(" * 65 + "1", "fewer parentheses"), ("*" * 10001, "10000 bytes"),
                ("size:3", "the table has no state: the condition and the filter select none (the "
                           "values of 'size' are: 1, 2, 10)"),
                ("NOT (size>0 OR benchmark:A)", "'size' are: 1, 2, 10)"),
                ("NOT *", "(the values of 'benchmark' are: A, B)")):
            self.assertIn(message, self.refused("table", "--where", condition, file), condition)

    def test_conditions_on_characters(self):
        texts = ["a/b", 'a"b', "a\\", "a.b"]
        file = self.write("texts.json", document([
            state(f"N={text}", [("N", text)], [mean(2)]) for text in texts]))
        for condition, expected in (
                (r"N:/a\/b/", ["a/b"]), (r"N:/^a\.b$/", ["a.b"]), (r"N:/a\\/", ["a\\"]),
                (r'N:"a\"b"', ['a"b']), (r'N:"a\\"', ["a\\"]), ('N:"a/b"', ["a/b"]),
                (r'N:(/\// OR "a\"b")', texts[:2])):
            self.assertEqual([key[1] for key in self.cells("--rows=benchmark,N", "--where",
                                                           condition, file)], expected, condition)
        file = self.write("utf8.json", document([
            state(f"N={text}", [("N", text)], [mean(2)]) for text in ("é", "ö", "éé", "e")]))
        for condition, expected in (("N:/^.$/", ["é", "ö", "e"]), ("N:/[é]/", ["é", "éé"]),
                                    ("N:/^é+$/", ["é", "éé"])):
            self.assertEqual([key[1] for key in self.cells("--rows=benchmark,N", "--where",
                                                           condition, file)], expected, condition)
        self.assertEqual(self.done("table", "--filter=N=.$", "--format=csv", "--rows=N", file,
                                   env={**os.environ, "LC_ALL": "C"}).count("\n"), 4)
        self.assertIn("a closing quote", self.refused("table", "--where", r'N:"a\"', file))
        self.assertIn("ends with '/'", self.refused("table", "--where", r"N:/a\/", file))
        self.assertIn("at '\"x\\y\"' (expected a number)",
                      self.refused("table", "--where", r'N>"x\y"', file))

    def test_conditions_on_large_integers(self):
        large = [9007199254740992, 9007199254740993]
        file = self.write("large.txt", "".join(go_samples(f"A/n={n}", [1]) for n in large))
        for condition, expected in (("n=9007199254740993", large[1:]), ("n<9007199254740993", large[:1]),
                                    ("n!=9007199254740993", large[:1]),
                                    ("n>=9007199254740993", large[1:]), ("n>1e15", large)):
            self.assertEqual([key[0] for key in self.cells("--rows=n", "--where", condition, file)],
                             [str(n) for n in expected], condition)
        huge = [-(10**30) - 1, -(10**30), -(2**63) - 1, -1, 0, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1]
        file = self.write("huge.txt", "".join(go_samples(f"A/n={n}-8", [1]) for n in huge))
        for relation, holds in (("=", int.__eq__), ("<", int.__lt__), (">", int.__gt__)):
            for limit in huge:
                for text in (f"n{relation}{limit}", f'n{relation}" {limit}"'):
                    expected = [str(n) for n in huge if holds(n, limit)]
                    if expected:
                        self.assertEqual([key[0] for key in self.cells("--rows=n", "--where", text, file)],
                                         expected, text)
        self.assertEqual([key[0] for key in self.cells("--rows=n", "--where", "n=-000", file)], ["0"])

    def test_cells(self):
        one = self.write("one.txt", go_samples("A", [10, 11]) + go_samples("B", [20]))
        two = self.write("two.txt", go_samples("B", [30]) + go_samples("C", [5]))
        text = self.done("table", one, two)
        self.assertIn("| A              | 10.500 ns |           |            |", text)
        self.assertIn("| C              |           |  5.000 ns |            |", text)
        self.assertIn("| B              | 20.000 ns | 30.000 ns | 1.500 AMBG |", text)
        self.assertIn("1 of 3 rows", text)
        self.assertNotIn("Ratio", self.done("table", one))
        skipped = self.write("skipped.json", document([
            state("N=a", [("N", "a")], [], is_skipped=True, skip_reason="no"),
            state("N=b", [("N", "b")], [mean(2)])]))
        text = self.done("table", skipped)
        self.assertRegex(text, r"\| copy +\| a \| +skipped \|")
        self.assertRegex(text, r"\| copy +\| b \| +2\.000 s \|")
        cells = self.cells(skipped)
        self.assertEqual(cells["copy", "b", "skipped.json"]["estimator"], "mean")
        self.assertIsNone(cells["copy", "a", "skipped.json"]["estimator"])

    def test_estimators_agree(self):
        """The ratio is that of the displayed times, and has the direction of the verdict."""
        files = [self.write(f"{i}.txt", go_samples("X/i=a", [a]) + go_samples("X/i=b", [b]))
                 for i, (a, b) in enumerate(((1, 1), (4, 16)))]
        cells = self.cells("--columns=i", *files)
        self.near(cells["X", "a"]["time"], 2e-9, "a")
        self.near(cells["X", "b"]["time"], 4e-9, "b")
        self.near(cells["X", "b"]["ratio"], 2, "ratio")
        self.assertEqual(cells["X", "b"]["estimator"], "geometric mean of medians")
        text = self.done("table", "--columns=i", *files)
        self.assertRegex(text, r"\| X +\| 2\.000 ns ±>999% \| 4\.000 ns ±>999% \| 2\.000 AMBG \|")
        self.assertRegex(text, r"\| geometric mean \| +2\.000 ns \| +4\.000 ns \| +2\.000 \|")
        self.assertIn("Time (sec),Estimator,", self.done("table", "--format=csv", *files))

    def test_interval_has_time(self):
        """The interval contains the time of a file, which has more digits than the samples."""
        cell = self.cells(self.write("r.txt", go_samples("A", [14.764027424875234] * 10)))["A", "r.txt"]
        self.assertLess(cell["lower"], cell["upper"])
        self.assertLessEqual(cell["lower"], cell["time"])
        self.assertGreaterEqual(cell["upper"], cell["time"])

    def test_interval_of_runs(self):
        """Student's t with 2 degrees of freedom: 4.30265 standard errors of the logarithms."""
        files = [self.write(f"{i}.txt", go_samples("X/i=a", [time]))
                 for i, time in enumerate((100, 110, 121))]
        cell = self.cells("--columns=i", *files)["X", "a"]
        self.near(cell["time"], 110e-9, "time")
        half_width = 4.302652729911275 * math.log(1.1) / math.sqrt(3)
        self.near(cell["lower"], 110e-9 * math.exp(-half_width), "lower")
        self.near(cell["upper"], 110e-9 * math.exp(half_width), "upper")

    def test_runs_without_time(self):
        def run(number, *states):
            return self.write(f"{number}.json", {
                "meta": {"version": {"json": {"string": "1.0.0"}}}, **document(list(states))})
        failed = state("N=a", [("N", "a")], [], is_skipped=True, skip_reason="no")
        files = [run(0, failed), run(1, state("N=a", [("N", "a")], [mean(2)])),
                 run(2, state("N=a", [("N", "a")], [mean(8)]), state("N=b", [("N", "b")], []))]
        self.assertIn("| 4.000 s ±>999% (2 of 3 runs) |", self.done("table", "--columns=N", *files))
        self.assertIn("no time", self.done("table", "--columns=N", *files))
        cell = self.cells("--columns=N", *files)["copy", "a"]
        self.assertEqual((cell["runs"], cell["runs_without_time"], cell["skipped"]), (2, 1, False))
        rows = csv.DictReader(io.StringIO(self.done("table", "--format=csv", "--columns=N", *files)))
        self.assertEqual([row["Runs Without Time"] for row in rows], ["1", "1"])

    def test_times_without_ratio(self):
        files = [self.write(f"{i}.txt", go_samples("X/i=a", [a] * 30) + go_samples("X/i=b", [b] * 30))
                 for i, (a, b) in enumerate(((0, 1), (4, 16), (5, 17)))]
        for shown in (files, files[:1]):
            cells = self.cells("--columns=i", *shown)
            self.assertEqual((cells["X", "a"]["time"], cells["X", "a"]["runs"]), (0, len(shown)))
            cell = cells["X", "b"]
            self.assertEqual((cell["ratio"], cell["verdict"], cell["reason"]),
                             (None, "????", "timing_center_nonpositive"))
            self.assertNotIn("geometric mean ", self.done("table", "--columns=i", *shown))
        self.assertEqual(self.cells("--columns=i", *files)["X", "b"]["message"],
                         "the time of a run is not positive")
        def google(name, kind, times):
            return [{"name": name, "run_name": name, "run_type": kind, "aggregate_name": "mean",
                     "real_time": time} for time in times]
        mixed = [self.write(f"mixed-{i}.json", {"context": {"executable": "x"}, "benchmarks": [
            *google("A/y:1", "aggregate" if i == 0 else "iteration", [5 + i]),
            *google("A/y:2", "iteration", [20 + i, 21, 22][:3 - i % 2])]}) for i in range(6)]
        for shown, samples in ((mixed, 2), (mixed[:1], 3)):
            cell = self.cells("--columns=y", *shown)["A", "2"]
            self.assertEqual((cell["ratio"], cell["verdict"], cell["reason"], cell["message"],
                              cell["samples"]),
                             (None, "????", "timing_center_missing",
                              "one time is a mean, and the other one a median", samples))
        only = self.write("only.json", {"context": {"executable": "x"}, "benchmarks": [
            *google("A/y:1", "aggregate", [5]), *google("A/y:2", "aggregate", [10])]})
        cell = self.cells("--columns=y", only)["A", "2"]
        self.assertEqual((cell["ratio"], cell["verdict"], cell["message"]),
                         (2, "????", "a run lacks samples, which the verdict needs"))
        means = self.write("mean.json", document([state("N=a", [("N", "a")], [mean(2)])]))
        go = self.write("go.txt", go_samples("Copy/N=a", [4]))
        text = self.warned("table", "--rows=N", "--format=json", means, go)[0]
        self.assertEqual([(cell["estimator"], cell["ratio"])
                          for cell in json.loads(text)["cells"]], [("mean", None), ("median", None)])

    def test_runs(self):
        files = []
        for run in range(12):
            times = {"old": 100 + run % 3, "new": 50 + run % 4}
            files.append(self.write(f"{run}.txt", "".join(
                go_samples(f"Work/impl={impl}/n={n}", [time * n + k + run / 100 for k in range(12)])
                for n in (1, 2, 3) for impl, time in times.items())))
        arguments = ["--rows=n", "--columns=impl", *files]
        for fdr in ([], ["--fdr", "5"]):
            cells = self.cells(*fdr, *arguments)
            for n in ("1", "2", "3"):
                cell = cells[(n, "new")]
                self.assertEqual((cell["verdict"], cell["runs"]), ("FAST", 12), cell["message"])
                self.assertLess(cell["ratio"], 0.6)
        self.assertIn("needs replicates", self.refused("table", "--fdr=5", *arguments[:3]))

    def test_runs_of_each_row(self):
        """A cell's verdict uses its own runs, not the runs of other cells in its column."""
        times = [1000 + k % 7 / 10 for k in range(30)]
        files = [self.write(f"{i}.txt", go_samples("F/impl=a", [factor * t for t in times]) +
                            go_samples("F/impl=b", [2 * factor * t for t in times]))
                 for i, factor in enumerate((1, 4))]
        for cell in self.cells("--rows=file", "--columns=impl", *files).values():
            if cell["column"]["impl"] == "b":
                self.assertEqual((cell["verdict"], cell["runs"]), ("SLOW", 1), cell["message"])
        # Files with equal times in only one row are not copies.
        files = [self.write(f"{i}.txt", go_samples("F/impl=a", [10]) + go_samples("F/impl=b", [20]) +
                            go_samples(f"G{i}/impl=a", [5 + i])) for i in range(2)]
        self.assertEqual(self.cells("--columns=impl", *files)["F", "b"]["runs"], 2)

    def test_origins_are_not_compared(self):
        for name, compared in (("commit-time", 0), ("commit", 0), ("git_hash", 0), ("start date", 0),
                               ("build.id", 0), ("end_time", 0), ("Date", 0), ("gitter", 1),
                               ("update", 1), ("build_type", 1), ("min_time", 1), ("opt", 1)):
            files = [self.write(f"{value}.txt", f"{name.replace(' ', '-')}: {value}\n" +
                                go_samples("A", [10 + i, 11]))
                     for i, value in enumerate("vw")]
            process = self.run_tool("table", *files)
            self.assertEqual((process.returncode, process.stderr.count("differ in '")),
                             (0, compared), name + process.stderr)

    def test_copies(self):
        file = self.write("one.txt", go_samples("A", [10, 11]))
        copy = self.write("two.txt", self.read(file))
        for arguments in ([file, file], [file, file, copy], ["--columns=GOMAXPROCS", file, copy]):
            self.assertIn("hold the same measurements: a copy does not count",
                          self.refused("table", *arguments))
        self.done("table", file, copy)
        merged = self.path("merged.json")
        self.done("merge", file, copy, "-o", merged)
        self.assertIn("a copy does not count", self.refused("table", merged))
        # Medians of a coarse clock, and peaks of memory, may repeat without being copies.
        coarse = [self.write(f"{i}.txt", "test a ... bench:           1 ns/iter (+/- 0)\n"
                             "test result: ok. 0 passed; 0 failed; 0 ignored; 1 measured\n")
                  for i in range(2)]
        self.done("table", "--columns=format", *coarse)
        self.done("table", os.path.join(DATA, "pyperf-memory.json"))

    def test_warnings_once(self):
        files = [self.write(f"{i}.json", json.dumps({
            **document([state("N=a", [("N", "a")], [mean(2 + i)])]),
            "meta": {"version": {"json": {"string": "9.0.0"}}}})) for i in range(3)]
        warnings = self.warned("table", *files)[1]
        self.assertEqual(warnings.count("(expected version 1.0.0)"), 3, warnings)

    def test_false_discovery_rate_covers_all_cells(self):
        """One cell of eight runs is a discovery alone, but not among 30 more cells without a
        change: its p-value of 2 in 12,870 is below 0.1 %, and 31 times this p-value is not."""
        files = []
        for run in range(8):
            times = {"a": 1000 + run % 3, "b": 950 + (run * 5) % 4}
            times.update({f"c{i}": 1000 + (run * (i + 3)) % 5 for i in range(30)})
            files.append(self.write(f"{run}.txt", "".join(
                go_samples(f"Work/impl={impl}", [time + k / 10 + run / 100 for k in range(12)])
                for impl, time in times.items())))
        arguments = ["--rows=benchmark", "--columns=impl", "--fdr=0.1", *files]
        for condition, verdict, reason, q_value in (
                ("impl:(a OR b)", "FAST", "runs_differ", 2 / 12870),
                ("*", "AMBG", "runs_no_discovery", 31 * 2 / 12870)):
            cell = self.cells("--where", condition, *arguments)["Work", "b"]
            self.assertEqual((cell["verdict"], cell["reason"]), (verdict, reason))
            self.assertAlmostEqual(cell["q_value"], q_value, 12)

    def test_refusals(self):
        for arguments, message in (
                (["--rows=benchmark,GOMAXPROCS", GO[0]], "the states differ in 'size'"),
                (["--rows=benchmark,benchmark", GO[0]], "'benchmark' is given twice"),
                (["--rows=file", GO[0]], "'file' is given twice"),
                (["--columns=size,,kind", GO[0]], "an empty key"),
                (["--columns=sise", GO[0]], "did you mean 'size'"),
                (["--reference=x", GO[0]], "the table has no column 'x'"),
                (["--fdr=5", *GO], "needs replicates"), ([], "no FILE given")):
            self.assertIn(message, self.refused("table", *arguments))


if __name__ == "__main__":
    unittest.main()
