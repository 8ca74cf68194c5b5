#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult collect, race and gate with commands that write files of other tools."""
import glob
import json
import os
import random
import unittest

import tool

# More pairs than any test needs for a decision.
PAIRS = 40
SAMPLES = 10


def go_text(times):
    return "".join(f"BenchmarkWork 1000 {time} ns/op\n" for time in times) + "PASS\n"


def google_text(times):
    return json.dumps({"context": {"json_schema_version": 1}, "benchmarks": [
        {"name": "Work", "run_name": "Work", "family_index": 0, "run_type": "iteration",
         "repetitions": len(times), "repetition_index": i, "threads": 1, "iterations": 1000,
         "real_time": time, "cpu_time": time, "time_unit": "ns"}
        for i, time in enumerate(times)]})


def hyperfine_text(times):
    return json.dumps({"results": [{"command": "work", "mean": times[0] * 1e-9,
                                    "times": [time * 1e-9 for time in times]}]})


def criterion_texts(times):
    return {"benchmark.json": json.dumps({"group_id": "Work", "full_id": "Work"}),
            "sample.json": json.dumps({"sampling_mode": "Flat", "iters": [10.0] * len(times),
                                       "times": [10 * time for time in times]}),
            "estimates.json": json.dumps({"slope": None})}


OTHER_TOOLS = os.path.join(tool.ROOT, "examples", "data", "other-tools")


class OtherFormatsTest(tool.ToolTest):
    def test_compare(self):
        """Files and directories, as two results and as replicates."""
        for name in ("go-{}.txt", "google-benchmark-{}.json", "pyperf-{}.json", "criterion-{}"):
            files = [os.path.join(OTHER_TOOLS, name.format(side)) for side in ("old", "new")]
            for sides in (files, ["--ref", files[0], "--cmp", files[1]]):
                with self.subTest(sides):
                    text = self.done("compare", "--run-variation=0.5", *sides)
                    self.assertIn("No regression detected in 2 states; 1 is faster;", text)

    def write_run(self, name, content):
        """Writes a run: a file, or a directory as criterion does."""
        if isinstance(content, str):
            self.write(name, content)
            return
        os.makedirs(self.path(name + "/work/new"))
        for file, text in content.items():
            self.write(f"{name}/work/new/{file}", text)

    def commands(self, written, factor):
        """The options for both sides; each run copies the next of the files written here."""
        self.write("next", 'i=$(cat "$1.next"); echo $((i + 1)) >"$1.next"; cp -r "$1-$i" "$2"\n')
        draw = random.Random(1)
        for side, level in (("ref", 100), ("cmp", 100 * factor)):
            self.write(side + ".next", "0\n")
            for i in range(PAIRS):
                times = [level * draw.gauss(1, 0.01) for _ in range(SAMPLES)]
                self.write_run(f"{side}-{i}", written(times))
        return ["--ref", "sh next ref {}", "--cmp", "sh next cmp {}"]

    def run_there(self, *arguments):
        return self.run_tool(*arguments, cwd=self.directory)

    def test_race(self):
        for written, factor, verdict in ((go_text, 0.8, "FAST"), (google_text, 1.25, "SLOW"),
                                         (criterion_texts, 0.8, "FAST")):
            with self.subTest(written.__name__):
                self.setUp()
                process = self.run_there("race", *self.commands(written, factor), "--warmup-runs=0",
                                         "--max-pairs=14", "--max-time=0")
                self.assertEqual(process.returncode, 0, process.stderr)
                self.assertRegex(process.stdout, rf"(?m)^\| Work.*\| {verdict} ")

    def test_collect(self):
        for written in (go_text, hyperfine_text, criterion_texts):
            with self.subTest(written.__name__):
                self.setUp()
                process = self.run_there("collect", *self.commands(written, 1.25), "--runs=8",
                                         "-o", "runs")
                self.assertEqual(process.returncode, 0, process.stderr)
                sides = [glob.glob(self.path(f"runs/{side}-*.json"))
                         for side in ("reference", "candidate")]
                for file in sum(sides, []):
                    record = json.loads(self.read(file))["meta"]["benchresult"]
                    self.assertLess(record["start"], record["end"])
                    self.assertIn("format", record["import"])
                text = self.done("compare", "--ref", *sides[0], "--cmp", *sides[1])
                self.assertIn("Runs: 8 pairs, taken in alternation.", text)
                self.assertRegex(text, r"\| +SLOW +\|")

    def test_each_side_warns_once(self):
        process = self.run_there("collect", *self.commands(hyperfine_text, 1), "--runs=8",
                                 "-o", "runs")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(process.stderr.count("warning: "), 2, process.stderr)
        self.assertEqual(process.stderr.count("does not say which shell"), 2, process.stderr)

    def test_each_kind_of_warning_is_printed_once(self):
        """Texts that differ only in numbers are one kind, unless they name other benchmarks."""
        failed = iter(range(2 * PAIRS))

        def written(times):
            number = next(failed) % 4
            codes = [int(i <= number) for i in range(len(times))]
            result = json.loads(hyperfine_text(times))["results"][0]
            return json.dumps({"results": [{**result, "command": f"work {i}", "exit_codes": codes}
                                           for i in range(2)]})
        process = self.run_there("race", *self.commands(written, 1), "--max-pairs=8")
        for i in range(2):
            self.assertEqual(process.stderr.count(f", of the command 'work {i}'"), 2,
                             process.stderr)

    def test_a_stale_file_is_named(self):
        """One warning if a side has the same samples in successive runs. Fewer than 10 samples, or
        samples of few different values, may repeat."""
        for times, message in (([100, 101, 102, 103, 104] * 2, "have the same 10 samples"),
                               ([*range(100, 109)], None), ([100, 101, 102, 103] * 5, None)):
            for command in (["race"], ["collect", "--runs=4", "-o", self.path("runs")], ["gate"]):
                with self.subTest(times=times, command=command):
                    self.setUp()
                    options = self.commands(google_text, 1)
                    self.write("stale", google_text(times))
                    options[3] = "cp stale {}"
                    if command[0] != "collect":
                        options.append("--max-pairs=4" if command[0] == "race" else "--runs=4")
                    stderr = self.run_there(command[0], *options, *command[1:]).stderr
                    self.assertEqual("have the same" in stderr, message is not None, stderr)
                    if message is not None:
                        self.assertEqual(stderr.count("warning: runs 1 and 2 of the candidate "
                                                      + message), 1, stderr)

    def test_stale_samples_are_those_of_all_states(self):
        for count, is_stale in ((10, True), (9, False)):
            with self.subTest(count):
                self.setUp()
                options = self.commands(go_text, 1)
                self.write("stale", "".join(f"BenchmarkWork{i} 1000 10{i} ns/op\n"
                                            for i in range(count)))
                options[1] = options[3] = "cp stale {}"
                stderr = self.run_there("race", *options, "--max-pairs=4").stderr
                for side in ("reference", "candidate"):
                    self.assertEqual(f"runs 1 and 2 of the {side} have the same {count} samples"
                                     in stderr, is_stale, stderr)

    def test_named_format(self):
        """--from names the format, which is then not detected."""
        for arguments in (["race"], ["collect", "-o", "runs"], ["gate"]):
            with self.subTest(arguments[0]):
                self.setUp()
                commands = self.commands(go_text, 1)
                process = self.run_there(*arguments, *commands, "--from", "pyperf")
                self.assertEqual(process.returncode, 2, process.stdout)
                self.assertIn("not JSON", process.stderr)
                process = self.run_there(*arguments, *commands, "--from", "pyref")
                self.assertEqual(process.returncode, 2, process.stdout)
                self.assertIn("unknown format 'pyref' (expected nvbench, ", process.stderr)
                limit = "--runs=2" if arguments[0] == "collect" else "--max-time=1000"
                process = self.run_there(*arguments, *commands, "--from", "go", limit)
                self.assertEqual(process.returncode, 0, process.stderr)

    def test_collect_sets_refused_files_aside(self):
        self.write("cut.json", google_text([1])[:-20])
        process = self.run_there("collect", "-o", "runs", "--runs=1", "--", "cp", "cut.json", "{}")
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("not JSON", process.stderr)
        self.assertEqual(sorted(os.listdir(self.path("runs"))),
                         ["race.journal", "run-0001.json.refused"])
        self.write("cut.json", google_text([1]))
        process = self.run_there("collect", "-o", "runs", "--runs=1", "--", "cp", "cut.json", "{}")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertNotIn("run-0001.json.refused", os.listdir(self.path("runs")))

    def test_damaged_records_are_refused(self):
        """By compare and gate, because a dropped record would have no verdict."""
        other = '{"command": "other", "mean": 1, "times": [%s]}'
        whole = hyperfine_text([1000, 1001])
        google = google_text([1000, 1001])
        gate = ("--baseline", "new.json", "--update-baseline")
        files = {"good.json": whole, "times.json": whole[:-2] + ", " + other % "1, -1" + "]}",
                 "none.json": whole[:-2] + ", " + other % "" + "]}",
                 "google.json": google, "cut.json": google[:google.rindex("{") + 20]}
        for name, text in files.items():
            self.write(name, text)
        for good, bad, message in (("good", "times", "results[1].times[1]: -1"),
                                   ("good", "none", "results[1].times: the list is empty"),
                                   ("google", "cut", "the text ends early")):
            good, bad = good + ".json", bad + ".json"
            for arguments in (("compare", good, bad), ("compare", bad, good),
                              ("compare", "--allow-missing", good, bad),
                              ("gate", "--ref", good, "--cmp", bad), ("gate", *gate, "--cmp", bad)):
                with self.subTest(arguments):
                    process = self.run_there(*arguments)
                    self.assertEqual((process.returncode, process.stdout), (2, ""))
                    self.assertIn(f"{bad}: ", process.stderr)
                    self.assertIn(message, process.stderr)
                    self.assertFalse(os.path.exists(self.path("new.json")))
            for arguments in (("compare", "--lenient", good, bad),
                              ("gate", "--lenient", "--undecided", "pass", "--ref", good,
                               "--cmp", bad)):
                with self.subTest(arguments):
                    process = self.run_there(*arguments)
                    self.assertEqual(process.returncode, 0, process.stderr)
                    self.assertRegex(process.stderr,
                                     rf"warning: {bad}: .*(the record is dropped|are read)")

    def test_failed_executions_are_named(self):
        record = json.loads(hyperfine_text([1000, 1001, 1002]))
        record["results"][0]["exit_codes"] = [0, 3, None]
        self.write("a.json", json.dumps(record))
        for arguments in (("compare", "a.json", "a.json"), ("summary", "a.json"),
                          ("gate", "--ref", "a.json", "--cmp", "a.json", "--undecided", "pass")):
            with self.subTest(arguments):
                self.assertIn("warning: a.json: 2 of 3 executions ended with a status that is "
                              "not 0, or by a signal, of the command 'work'\n",
                              self.run_there(*arguments).stderr)

    def test_gate(self):
        for factor, status in ((1, 0), (1.25, 1)):
            with self.subTest(factor):
                self.setUp()
                process = self.run_there("gate", *self.commands(go_text, factor),
                                         "--max-slowdown=10", "--max-time=1h")
                self.assertEqual(process.returncode, status, process.stdout + process.stderr)


if __name__ == "__main__":
    unittest.main()
