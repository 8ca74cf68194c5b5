#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult compare: inputs, options, formats, exit statuses."""
import array
import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
import types
import unicodedata
import unittest
import unittest.mock
import xml.etree.ElementTree

import pairs
import tool
from pairs import around, bench, document, means, one, state

SAME = one(around(1))
ONE_RUN = "each side has one run, so the verdicts do not include the variation between runs"
GATE_OF_ONE_RUN = (f"benchresult: warning: --fail-on: {ONE_RUN} (see --run-variation, and benchresult "
                   "race)\n")
RACE = 'benchresult race --ref "$REF --jsonbin {}" --cmp "$CMP --jsonbin {}" --jsonbin race.json'
NOTED = {"runs": [1, 1], "run_variation": None, "note": ONE_RUN, "command": RACE}
EACH = (one(around(1), around(1), around(1), around(1), []),
        one(around(1), around(.8), around(1.5), around(1.01, .5), []))


class CompareTest(tool.ToolTest):
    def pair(self, reference, candidate):
        return [self.write("ref.json", reference), self.write("cmp.json", candidate)]

    def compare(self, *arguments, status=0, stderr=""):
        """Runs a comparison, returns the JSON document."""
        process = self.run_tool("compare", "--format", "json", *arguments)
        self.assertEqual(process.returncode, status, process.stderr)
        if stderr is not None:
            self.assertEqual(process.stderr, stderr)
        return json.loads(process.stdout)

    def rows(self, *arguments, **keys):
        """Verdict and reason of each row."""
        return [(row["verdict"], row["reason"]) for row in self.compare(*arguments, **keys)["rows"]]

    def statuses(self, *arguments, **keys):
        return [status for status, _ in self.rows(*arguments, **keys)]

    def compare_refused(self, *arguments):
        return self.refused("compare", *arguments)


class RowsTest(CompareTest):
    def test_a_value_that_no_decision_needs_is_a_warning(self):
        files = self.pair(*2 * [one([*around(1), tool.summary("mine", "many", "float64")])])
        process = self.run_tool("compare", *files)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(process.stderr.count("the value 'many' is not a float64"), 2)

    def test_every_status(self):
        files = self.pair(*EACH)
        self.assertEqual(self.statuses(*files), ["SAME", "FAST", "SLOW", "AMBG", "????"])
        self.assertEqual(self.statuses(*reversed(files)), ["SAME", "SLOW", "FAST", "AMBG", "????"])
        self.assertEqual(self.statuses(files[0], files[0])[:3], ["SAME"] * 3)

    def test_json_document(self):
        reference, candidate = self.pair(
            document(bench("copy", [state("Device=0 N=4", pairs.times(2.0, 2.05, 2.1, 2.2), [("N", 4)])],
                           [("N", "pow2")]), bench("old", [])),
            document(bench("copy", [state("Device=0 N=4", pairs.times(2.4, 2.45, 2.5, 2.6), [("N", 4)])],
                           [("N", "pow2")]), bench("new", [])))
        report = self.compare(reference, candidate)
        message = report["rows"][0].pop("message")
        self.assertTrue(message)
        self.assertEqual(report, {
            "version": 2,
            "rows": [{
                "benchmark": "copy", "reference_device": 0, "candidate_device": 0,
                "state": "Device=0 N=4", "axis_values": {"N": 4}, "occurrence": 0,
                "verdict": "SLOW", "reason": "clear_gap_confirmed_by_summary_cycles",
                "unit": "seconds", "severity": 0,
                "reference": {"center": 2.1, "lower": 2.0, "upper": 2.2, "noise": .01,
                              "samples": None, "divisor": None, "step": None},
                "candidate": {"center": 2.5, "lower": 2.4, "upper": 2.6, "noise": .01,
                              "samples": None, "divisor": None, "step": None},
                "change": {"center": (2.5 - 2.1) / 2.1, "lower": (2.4 - 2.2) / 2.2,
                           "upper": (2.6 - 2.0) / 2.0},
                "fractional_difference": (2.5 - 2.1) / 2.1, "plan": None}],
            "summary": {"total": 1, "displayed": 1, "same": 0, "fast": 0, "slow": 1,
                        "ambiguous": 0, "unknown": 0, "reasons": [],
                        "missing_files": [],
                        "missing_benchmarks": [{"benchmark": "old", "only_in": "reference"},
                                               {"benchmark": "new", "only_in": "candidate"}],
                        "missing_states": []},
            "thresholds": {
                "clear_gap": {"relative": .005},
                "same": {"center_relative": .005, "overlap_fraction": .5,
                         "relative_dispersion_ceiling": .02},
                "bulk": {"sample_coverage": .97, "support_coverage": .8,
                         "rare_support": {"sample_fraction": .001,
                                          "max_removed_sample_fraction": .01}},
                "runs": {"min_effect": .005, "equivalence_margin": .01, "change_confidence": .99,
                         "equivalence_confidence": .9,
                         "run_variation": 0}},
            "inputs": {"threshold_diff": 0,
                       "files": [{"reference": reference, "candidate": candidate, **NOTED}]}})

    def test_threshold_diff(self):
        files = self.pair(*EACH)
        report = self.compare("--threshold-diff", "40", *files)
        self.assertEqual([row["verdict"] for row in report["rows"]], ["SLOW", "????"])
        self.assertEqual((report["summary"]["total"], report["summary"]["displayed"]), (5, 2))
        self.assertEqual(report["inputs"]["threshold_diff"], .4)
        for percent in ("nan", "inf", "-1", "-inf"):
            self.assertIn("--threshold-diff",
                          self.compare_refused(f"--threshold-diff={percent}", *files))
        for percent in ("", "x", "0x10", "1 %", "1,5"):
            self.assertIn(f"'{percent}'",
                          self.compare_refused(f"--threshold-diff={percent}", *files))

    def test_legacy_rule(self):  # 110
        for reference, candidate, expected in (
                (means("2.0", ".01"), means("2.02", ".02"), "SLOW"),
                (means("2.0", None), means("2.2", ".2"), "SAME"),
                (means("2.0", None), means("2.0", None), "????"),
                (means("2.0", "0"), means("2.0", ".01"), "????"),
                (means("nan", ".01"), means("2.0", ".01"), "SLOW"),
                (means("2.0", ".01"), means("1.0", ".01"), "FAST")):
            files = self.pair(one(reference), one(candidate))
            self.assertEqual(self.statuses("--rule", "legacy", *files), [expected], candidate)
        self.assertEqual(self.rows("--rule", "legacy", "--rule", "default", *files)[0][0], "AMBG")

    def test_metric(self):
        def summaries(gpu, cpu, batch):
            return means(gpu, ".001") + [
                pairs.value("nv/cold/time/cpu/mean", cpu),
                pairs.value("nv/cold/time/cpu/stdev/relative", ".001"),
                pairs.value("nv/batch/time/gpu/mean", batch)]
        files = self.pair(one(summaries("1", "1", "1")), one(summaries("1", "2", "3")))
        for metric, center in (("auto", 1), ("gpu", 1), ("cpu", 2), ("batch", 3)):
            row = self.compare("--metric", metric, *files)["rows"][0]
            self.assertEqual(row["candidate"]["center"], center, metric)

    def test_instructions(self):
        def counted(number):
            return one(means("1", ".001") + [
                pairs.value("bres/callgrind/instructions", number)])
        files = self.pair(counted("2000000"), counted("2100000"))
        row = self.compare("--metric", "instructions", *files)["rows"][0]
        self.assertEqual((row["verdict"], row["reason"], row["unit"], row["candidate"]["center"]),
                         ("SLOW", "counts_differ", "instructions", 2100000))
        self.assertEqual(self.statuses("--metric", "instructions", "--count-tolerance", "5",
                                       *files), ["SAME"])
        for display in ("intervals", "simple", "explain", "legacy"):
            process = self.run_tool("compare", "--metric", "instructions", "--display", display,
                                    *files)
            self.assertIn("2.100 M", process.stdout, display)
        self.compare_refused("--count-tolerance=-1", *files)

    def test_worst_of_the_instructions(self):
        def counted(*numbers):
            return document(bench("b", [state(f"N={i}", [
                pairs.value("bres/callgrind/instructions", number)], [("N", str(i))])
                for i, number in enumerate(numbers)], [("N", "0")]))
        text = self.run_tool("compare", "--metric", "instructions", *self.pair(
            counted("1000", "1000", "1000"), counted("1010", "1500", "1020"))).stdout
        self.assertIn("most of all b, N=1", text)


class SelectionTest(CompareTest):
    """Benchmarks, states and devices."""

    def test_filters(self):  # 95
        benches = [bench(name, [state(f"N={n}", around(1), [("N", n)]) for n in (1024, 2048)],
                         [("N", "pow2")]) for name in ("x", "y")]
        files = self.pair(document(*benches), document(*benches))

        def selected(*arguments):
            return [(row["benchmark"], row["axis_values"]["N"])
                    for row in self.compare(*arguments, *files)["rows"]]

        self.assertEqual(selected("-b", "x", "-a", "N[pow2]=10", "-b", "x", "-a", "N[pow2]=11"),
                         [("x", 1024), ("x", 2048)])
        self.assertEqual(selected("-a", "N=2048", "-b", "x"), [("x", 2048)])
        self.assertEqual(selected("--filter", "^x$", "-a", "N=2048"), [("x", 2048)])
        self.assertEqual(selected("--filter", "y/N=2048"), [("y", 2048)])
        self.assertIn("'a{2' is not a regular expression", self.compare_refused("--filter", "a{2",
                                                                               *files))
        self.assertEqual(selected("-b", "x", "-a", "N=2048", "-b", "y"),
                         [("x", 2048), ("y", 1024), ("y", 2048)])
        for argument in ("N=[]", "N=[ , ]", "N=", "=3", "N", "[pow2]=3", "N[pow2]=3.5"):  # 96
            self.assertIn(f"'{argument}'", self.compare_refused("-a", argument, *files))

    def test_nothing_matched(self):
        files = self.pair(document(bench("copy", [state("s", around(1), [("N", 4)])], [("N", "")])),
                          document(bench("copy", [state("s", around(1), [("N", 4)])], [("N", "")]),
                                   bench("sort", [])))
        for arguments, known in ((["-b", "cpoy"], ["'copy'", "'sort'"]), (["-a", "N=5"], ["'N'"]),
                                 (["-b", "sort"], ["'copy'", "'sort'"]), (["--filter", "sort"], [])):
            process = self.run_tool("compare", *arguments, *files)
            self.assertEqual(process.returncode, 2, process.stderr)
            self.assertIn("Total Matches: 0\n", process.stdout)
            self.assertIn("Nothing was compared", process.stdout.splitlines()[-1])
            for part in ["nothing matched", *known]:
                self.assertIn(part, process.stderr)
        # A warning names the unknown benchmark; the known benchmark is compared.
        process = self.run_tool("compare", "-b", "copy", "-b", "cpoy", "-b", "sort", *files)
        self.assertEqual((process.returncode, process.stderr),
                         (0, "benchresult: warning: unknown benchmark 'cpoy'\n"))
        many = document(*[bench(f"b{i}", []) for i in range(30)])
        process = self.run_tool("compare", *self.pair(many, many))
        self.assertEqual(process.returncode, 2)
        self.assertIn("'b19' and 10 more", process.stderr)

    def test_control_characters(self):
        hostile = "\x1b]0;x\x07\n\u009b2J"
        shown = "\\x1B]0;x\\x07\\n\\u009B2J"
        reference, candidate = self.pair(
            document(bench(hostile, [state("s", around(1))])), SAME)
        process = self.run_tool("compare", reference, candidate)
        self.assertIn(f"- Benchmark {shown}: only in the reference\n", process.stdout)
        self.assertIn(f"benchmarks of the reference: '{shown}'\n", process.stderr)
        process = self.run_tool("compare", "-b", "b", "-b", hostile, candidate, candidate)
        self.assertIn(f"warning: unknown benchmark '{shown}'\n", process.stderr)
        self.assertIn(f"benchresult: {shown}: cannot open", self.compare_refused(hostile, candidate))
        gpu = {"id": 0, "name": "GPU", hostile: "\u007f\u009b2J"}
        reference, candidate = self.pair(
            document(bench("b", [state("s0", around(1))]), devices=(gpu,)), SAME)
        process = self.run_tool("compare", "--ignore-devices", reference, candidate)
        self.assertIn(f"devices[0].{shown}: ", process.stderr)
        self.assertNotRegex(process.stderr + process.stdout, "[\x00-\x09\x0b-\x1f\x7f-\x9f]")

    def test_devices(self):
        two = [{"id": 0, "name": "A"}, {"id": 1, "name": "B"}]
        other = [{"id": 0, "name": "A"}, {"id": 1, "name": "C", "sms": 8}]
        states = [state(f"Device={i}", around(1), device=i) for i in (0, 1)]
        files = self.pair(document(bench("b", states, devices=(0, 1)), devices=two),
                          document(bench("b", states, devices=(0, 1)), devices=other))
        message = self.compare_refused(*files)
        for part in ("2 fields", "devices[1].name", '"B"', '"C"'):
            self.assertIn(part, message)
        self.compare_refused("--reference-devices", " ALL ", *files)
        # 97, 98
        self.assertIn("the reference has 1, the candidate 2",
                      self.compare_refused("--reference-devices", "0", "--ignore-devices", *files))
        self.compare("--reference-devices", "0", "--compare-devices=0", *files)
        for arguments in (["--ignore-devices"],
                          ["--reference-devices", "1", "--compare-devices", "1"]):
            process = self.run_tool("compare", *arguments, *files)
            self.assertEqual(process.returncode, 0)
            self.assertIn("warning: device sections differ: ", process.stderr)
            for part in ("name", '"B"', '"C"', "sms", "8"):
                self.assertIn(part, process.stderr)
            self.assertIn("\n## [1] B vs. [1] C\n", process.stdout)
        report = self.compare("--reference-devices", "0, +1", "--compare-devices", "1,0", *files,
                              stderr=None)
        self.assertEqual([(row["reference_device"], row["candidate_device"])
                          for row in report["rows"]], [(0, 1), (1, 0)])
        for ids in ("", " ", "gpu", "-1", "0,", ",0", "0;1", "1.0", "1_0", "all,0", "+", "0 1"):
            for option in ("--reference-devices", "--candidate-devices"):
                message = self.compare_refused(f"{option}={ids}", "no", "files")
                self.assertIn(f"option '{option}': '{ids}'", message)
        self.assertIn("7, 8", self.compare_refused("--reference-devices", "0,7,8", *files))

    def test_color_by_environment(self):
        files = self.pair(document(bench("b", [state("s", around(1))])),
                          document(bench("b", [state("s", around(2))])))
        for variables, has_color in (({}, False), ({"CLICOLOR_FORCE": "1"}, True),
                                     ({"CLICOLOR_FORCE": "0"}, False),
                                     ({"CLICOLOR_FORCE": ""}, False),
                                     ({"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False)):
            text = self.done("compare", *files, env={**os.environ, **variables})
            self.assertEqual("\033[31mSLOW" in text, has_color, variables)
        self.done("compare", "-o", self.path("out"), *files,
                  env={**os.environ, "CLICOLOR_FORCE": "1"})
        self.assertNotIn("\033", self.read("out"))

    def test_columns_and_order(self):
        def times(factor):
            return document(bench("b", [state(f"N={n}", around(n * factor(n)), [("N", n)])
                                        for n in (1, 2, 3)], [("N", "")]))
        files = self.pair(times(lambda n: 1), times(lambda n: (2, .5, 1)[n - 1]))
        text = self.done("compare", "--columns", "cmp,status", "--sort=change", *files)
        self.assertRegex(text, r"\|  N  \| +Cmp \|  Status  \|\n")
        for arguments, order in (([], "123"), (["--sort=change"], "231"),
                                 (["--sort=status"], "123"),
                                 (["--sort=cmp", "--descending", "--top=2"], "31")):
            text = self.done("compare", *arguments, *files)
            self.assertEqual("".join(re.findall(r"^\|  (\d)  \|", text, flags=re.M)), order)
            self.assertIn("Total Matches: 3", text)
        self.assertIn("unknown column 'reason'", self.compare_refused("--sort", "reason", *files))

    def test_device_notice_in_color(self):
        files = self.pair(document(bench("b", [state("s", around(1))])),
                          document(bench("b", [state("s", around(1))]),
                                   devices=[{"id": 0, "name": "X"}]))
        for arguments, lead in (
                (["--ignore-devices", "--color", "always"], "\033[33mdevice sections differ\033[39m"),
                (["--reference-devices=0", "--compare-devices=0", "--color=always"],
                 "\033[31mdevice sections differ\033[39m"),
                (["--ignore-devices", "--no-color"], " device sections differ:")):
            self.assertIn(lead, self.run_tool("compare", *arguments, *files).stderr)

    def test_missing(self):
        files = self.pair(
            document(bench("b", [state("s", around(1)), state("old", around(1))]), bench("gone", [])),
            document(bench("b", [state("new", around(1)), state("s", around(1))])))
        message = self.compare_refused(*files)
        for part in ("'old'", "'new'", "'b'"):
            self.assertIn(part, message)
        text = self.done("compare", "--allow-missing", *files)
        self.assertIn("# Without a partner\n\n- Benchmark gone: only in the reference\n"
                      "- State old of benchmark b: only in the reference\n"
                      "- State new of benchmark b: only in the candidate\n", text)
        summary = self.compare("--allow-missing", *files)["summary"]
        self.assertEqual(summary["missing_states"], [
            {"benchmark": "b", "state": "old", "only_in": "reference"},
            {"benchmark": "b", "state": "new", "only_in": "candidate"}])


class GateTest(CompareTest):
    def test_regressions_alone_do_not_fail(self):
        self.assertEqual(self.run_tool("compare", *self.pair(*EACH)).returncode, 0)

    def test_fail_on(self):
        files = self.pair(*EACH)
        for word, name in (("same", "SAME"), ("fast", "FAST"), ("slow", "SLOW"),
                           ("ambiguous", "AMBG"), ("unknown", "????")):
            # Hidden rows count.
            process = self.run_tool("compare", "--threshold-diff", "1000", "--fail-on", word, *files)
            self.assertEqual(process.returncode, 1, word)
            self.assertEqual(process.stderr, GATE_OF_ONE_RUN +
                             f"benchresult: --fail-on: 1 of 5 states: {name}\n")
            self.assertIn("# Summary", process.stdout)
        process = self.run_tool("compare", "--fail-on", "slow,fast", *files)
        self.assertEqual((process.returncode, process.stderr.count("\n")), (1, 3))
        # A later --fail-on does not cancel an earlier one.
        process = self.run_tool("compare", "--fail-on", "slow", "--fail-on", "fast", *files)
        self.assertEqual((process.returncode, process.stderr.count("\n")), (1, 3))
        same = self.pair(SAME, SAME)
        process = self.run_tool("compare", "--fail-on", "fast,slow,ambiguous,unknown", *same)
        self.assertEqual((process.returncode, process.stderr), (0, GATE_OF_ONE_RUN))
        # With a known run variation, or without a gate, no warning is printed.
        for words in (("--fail-on", "slow", "--run-variation", ".1"), ()):
            self.assertEqual(self.run_tool("compare", *words, *same).stderr, "")
        for words in ("", "SLOW", "slow,", ",slow", "slow fast", "slower"):
            self.assertIn("unknown, same, fast, slow or ambiguous",
                          self.compare_refused("--fail-on", words, *same))

    def test_undecided(self):
        noisy = self.pair(one(around(1), around(1)), one(around(1), around(1.01, .5)))
        for words, status, message in (
                (("--fail-on", "slow"), 0, "the gate passed, but 1 of 2 rows are undecided"),
                (("--fail-on", "slow", "--undecided", "warn"), 0, "1 of 2 rows are undecided"),
                (("--fail-on", "slow", "--undecided", "pass"), 0, None),
                (("--fail-on", "slow", "--undecided", "fail"), 3, "1 of 2 rows are undecided"),
                (("--undecided", "fail"), 3, "1 of 2 rows are undecided"),
                (("--undecided", "warn"), 0, None), ((), 0, None),
                (("--fail-on", "same", "--undecided", "fail"), 1, "--fail-on: 1 of 2 states: SAME"),
                (("--fail-on", "ambiguous", "--undecided", "fail"), 1, "states: AMBG")):
            process = self.run_tool("compare", *words, *noisy)
            self.assertEqual(process.returncode, status, words)
            if message is not None:
                self.assertIn(message, process.stderr, words)
            self.assertEqual("undecided" in process.stderr, message is not None
                             and "undecided" in message, words)
        self.assertIn("warn, pass or fail", self.compare_refused("--undecided", "no", *noisy))

    def sampled(self, name):
        """A result with samples in a sidecar, and without quartiles."""
        sidecar = {"tag": "nv/json/bin:nv/cold/sample_times", "data": [
            {"name": "filename", "type": "string", "value": f"{name}.bin"},
            {"name": "size", "type": "int64", "value": "20"}]}
        with open(self.path(f"{name}.bin"), "wb") as file:
            file.write(array.array("f", [1, 1.001] * 10).tobytes())
        return self.write(f"{name}.json", one([sidecar]))

    def test_unreadable_samples(self):
        files = [self.sampled("ref"), self.sampled("cmp")]
        path = self.path("cmp.bin")
        with open(path, "rb") as file:
            sound = file.read()

        def truncated():
            with open(path, "wb") as file:
                file.write(sound[:-4])

        def not_numbers():
            with open(path, "wb") as file:
                file.write(array.array("f", [float("nan")] * 20).tobytes())

        self.assertEqual(self.run_tool("compare", "--fail-on", "slow", *files).returncode, 0)
        for spoil in (truncated, not_numbers, lambda: os.mkdir(path),
                      lambda: os.symlink("cmp.bin", path)):
            os.remove(path)
            spoil()
            process = self.run_tool("compare", "--fail-on", "slow", *files)
            self.assertEqual((process.returncode, process.stdout), (2, ""), process.stderr)
            self.assertIn("cmp.bin", process.stderr)
            for words in ((), ("--fail-on", "slow", "--rule", "nvbench")):
                self.assertEqual(self.run_tool("compare", *words, *files).returncode, 0)
            if os.path.isdir(path):
                os.rmdir(path)
                truncated()
        os.remove(path)
        # Without its sample file, the row is undecided or has no time.
        process = self.run_tool("compare", "--fail-on", "slow,fast,same", *files)
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_fail_on_missing(self):
        files = self.pair(SAME, document(*SAME["benchmarks"], bench("new", [])))
        self.assertEqual(self.run_tool("compare", *files).returncode, 0)
        process = self.run_tool("compare", "--fail-on-missing", *files)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(process.stderr, "benchresult: --fail-on-missing: files, benchmarks or "
                                         "states without a partner: 1\n")
        files = self.pair(SAME, one(around(1), around(1)))
        self.compare_refused("--fail-on-missing", *files)
        process = self.run_tool("compare", "--fail-on-missing", "--allow-missing", *files)
        self.assertEqual(process.returncode, 1)
        self.assertEqual(self.run_tool("compare", "--allow-missing", *files).returncode, 0)

    def test_nothing_matched_is_no_gate(self):
        files = self.pair(SAME, SAME)
        process = self.run_tool("compare", "-b", "x", "--fail-on", "same", *files)
        self.assertEqual(process.returncode, 2)


class InputTest(CompareTest):
    def test_number_of_operands(self):
        files = self.pair(SAME, SAME)
        for arguments in ([], files[:1], [*files, files[0]]):
            self.assertIn(f"got {len(arguments)}", self.compare_refused(*arguments))
        # Options may stand between the operands.
        self.compare(files[0], "-b", "b", files[1])

    def test_ref_and_cmp(self):
        files = self.pair(one(around(1)), one(around(2)))
        self.assertEqual(self.statuses("--cmp", files[1], "--ref", files[0]), ["SLOW"])
        self.assertEqual(self.statuses("--ref", files[1], "--preset=strict", "--cmp", files[0]),
                         ["FAST"])
        for arguments, part in (
                (["--ref", files[0]], "--cmp"), (["--cmp", files[0]], "--ref"),
                ([files[0], "--ref", files[0], "--cmp", files[1]], files[0]),
                (["--ref", files[0], files[0], "--cmp", files[1]], "does not count as another run"),
                (["--ref", files[0], "--cmp", files[1], files[1]], "does not count as another run")):
            self.assertIn(part, self.compare_refused(*arguments))

    def directories(self, files):
        for name, content in files.items():
            os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
            self.write(name, content)
        return self.path("r"), self.path("c")

    def test_directories(self):
        fast = one(around(.5))
        sides = self.directories({
            "r/b.json": SAME, "c/b.json": fast, "r/a.json": SAME, "c/a.json": SAME,
            "r/B.json": SAME, "c/B.json": SAME, "r/only.json": SAME, "c/other.json": SAME,
            "r/x.JSON": SAME, "c/x.JSON": SAME, "r/.json": SAME, "c/.json": SAME,
            "r/empty.json": "", "c/empty.json": SAME, "r/sub/d.json": SAME, "c/sub/d.json": SAME,
            "r/a.json.bak": SAME, "c/a.json.bak": SAME})
        os.mkdir(self.path("r/dir.json"))
        os.mkdir(self.path("c/dir.json"))
        os.symlink("b.json", self.path("c/link.json"))
        os.symlink("b.json", self.path("r/link.json"))
        report = self.compare(*sides, stderr="".join(
            f"benchresult: warning: '{self.path(file)}' has no partner in '{self.path(side)}'\n"
            for file, side in (("c/empty.json", "r"), ("r/only.json", "c"), ("c/other.json", "r"))))
        self.assertEqual([(row["file"], row["verdict"]) for row in report["rows"]],
                         [("B.json", "SAME"), ("a.json", "SAME"), ("b.json", "FAST"),
                          ("link.json", "FAST")])
        self.assertEqual(report["inputs"]["files"][1],
                         {"file": "a.json", "reference": self.path("r/a.json"),
                          "candidate": self.path("c/a.json"), **NOTED})
        missing = [("empty.json", "candidate"), ("only.json", "reference"), ("other.json", "candidate")]
        self.assertEqual(report["summary"]["missing_files"],
                         [{"file": file, "only_in": side} for file, side in missing])
        text = self.run_tool("compare", "--format=junit", "--fail-on-missing", *sides).stdout
        root = xml.etree.ElementTree.fromstring(text.encode())
        self.assertEqual([(case.attrib["classname"], case.attrib["name"])
                          for case in root.iter("testcase") if case.find("failure") is not None],
                         [(file, "the whole file") for file, _ in missing])
        text = self.run_tool("compare", *sides).stdout
        self.assertEqual([line for line in text.splitlines() if line.startswith("# b")],
                         ["# b (B.json)", "# b (a.json)", "# b (b.json)", "# b (link.json)"])
        self.assertEqual(text.count("# Summary"), 1)
        text = self.run_tool("compare", "--format=csv", *sides).stdout
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual([row["file"] for row in rows],
                         ["B.json", "a.json", "b.json", "link.json"])

    def test_file_without_a_partner_fails_the_gate(self):
        for only in ("r", "c"):
            sides = self.directories({"r/a.json": SAME, "c/a.json": SAME, f"{only}/b.json": SAME})
            self.assertEqual(self.run_tool("compare", *sides).returncode, 0)
            process = self.run_tool("compare", "--fail-on-missing", *sides)
            self.assertEqual(process.returncode, 1)
            self.assertIn("--fail-on-missing: files, benchmarks or states without a partner: 1\n",
                          process.stderr)
            os.unlink(self.path(f"{only}/b.json"))

    def test_one_file_of_directories(self):
        sides = self.directories({"r/a.json": SAME, "c/a.json": SAME})
        self.assertEqual(self.compare(*sides)["rows"][0]["file"], "a.json")
        self.assertIn("# b\n", self.done("compare", sides[0] + "/", sides[1] + "/"))

    def test_directories_without_a_pair(self):
        sides = self.directories({"r/a.json": SAME, "c/b.json": SAME})
        message = self.compare_refused(*sides)
        for side in sides:
            self.assertIn(f"'{side}'", message)
        self.assertIn(sides[0], self.compare_refused(sides[0], self.path("c/b.json")))

    def test_failing_pair_stops_the_run(self):
        sides = self.directories({"r/a.json": SAME, "c/a.json": SAME, "r/b.json": SAME,
                                  "c/b.json": "{"})
        self.assertIn(self.path("c/b.json"), self.compare_refused(
            "--bulk-debug-python", self.path("d.py"), *sides))
        self.assertFalse(os.path.exists(self.path("d.py")))

    def test_files_that_cannot_be_compared(self):
        good = self.write("good.json", SAME)
        broken = document(bench("b", [state("s", around(1))]))
        del broken["benchmarks"][0]["states"][0]["axis_values"]
        for content, parts in (
                ("", []), ("{", []), ("[]", []), ('"x"', []), ("{}", ["benchmarks"]),
                ({"devices": []}, ["benchmarks"]), ({"benchmarks": []}, ["devices"]),
                ({"devices": {}, "benchmarks": []}, ["devices"]),
                ({"devices": [], "benchmarks": [3]}, ["benchmarks[0]"]),
                (broken, ["axis_values"]),
                ({**SAME, "meta": {"version": {"json": {"string": 3}}}}, ["version"]),
                (one([pairs.value("nv/cold/time/gpu/mean", "fast")]),
                 ["nv/cold/time/gpu/mean", "float64"]),
                (one([pairs.value("nv/cold/time/gpu/mean", "1", "int64")]),
                 ["nv/cold/time/gpu/mean", "float64"])):
            bad = self.write("bad.json", content)
            message = self.compare_refused(good, bad)
            for part in [bad, *parts]:
                self.assertIn(part, message, content)
        self.assertIn("none.json", self.compare_refused(good, self.path("none.json")))

    def test_versions(self):
        for meta, said in ((None, "no version"), ({}, "no version"), ({"version": {}}, "no version"),
                           ({"version": {"json": {"string": "1.1.0"}}}, "1.1.0")):
            old = dict(SAME, meta=meta) if meta is not None else {
                key: SAME[key] for key in ("devices", "benchmarks")}
            files = self.pair(SAME, old)
            process = self.run_tool("compare", *files)
            self.assertEqual(process.returncode, 0, process.stderr)
            for part in ("benchresult: warning: ", files[1], said, "1.0.0"):
                self.assertIn(part, process.stderr)
            self.assertEqual(process.stderr.count("\n"), 1)
            process = self.run_tool("compare", files[1], files[1])
            self.assertEqual(process.stderr.count(said), 1, process.stderr)

    def test_confine(self):
        sidecar = {"tag": "nv/json/bin:nv/cold/sample_times", "data": [
            {"name": "filename", "type": "string", "value": self.path("0.bin")},
            {"name": "size", "type": "int64", "value": "10"}]}
        with open(self.path("0.bin"), "wb") as file:
            file.write(array.array("f", [1, 1.001] * 5).tobytes())
        os.mkdir(self.path("inner"))
        file = self.write("inner/r.json", one([sidecar]))
        self.assertEqual(self.statuses(file, file), ["SAME"])
        process = self.run_tool("compare", "--confine", "--format=csv", file, file)
        self.assertEqual(process.stderr.count("0.bin: the file is outside"), 1, process.stderr)
        self.assertIn(",????,", process.stdout)


class ConfigTest(CompareTest):
    def setUp(self):
        super().setUp()
        self.files = self.pair(SAME, SAME)

    def thresholds(self, *arguments):
        return self.compare(*arguments, *self.files)["thresholds"]

    def test_presets(self):
        self.assertEqual(self.thresholds("--preset", "strict")["same"]["overlap_fraction"], .75)
        self.assertEqual(self.thresholds("--preset=permissive")["bulk"]["sample_coverage"], .9)
        self.assertIn("default, strict or permissive",
                      self.compare_refused("--preset", "lax", *self.files))

    def test_config_errors(self):  # 105
        for content, part in (
                ("version = 1.0", "version"), ("version = true", "version"),
                ('version = "1"', "version"), ("version = 2", "version"), ("", "version"),
                ("version = 1\n[same]\ncenter_relative = true", "same.center_relative"),
                ('version = 1\n[same]\ncenter_relative = "x"', "same.center_relative"),
                ("version = 1\n[same]\ncenter_relative = nan", "same.center_relative"),
                ("version = 1\n[same]\ncenter_relative = inf", "same.center_relative"),
                ("version = 1\n[same]\ncenter_relative = []", "arrays are not supported"),
                ("version = 1\n[same]\noverlap_fraction = 1.01", "same.overlap_fraction"),
                ("version = 1\n[rare_support]", "rare_support"),
                ("version = 1\nbulk.rare_support = 3", "bulk.rare_support"),
                ("version = 1\n[preset]\nname = 'odd'", "odd"), ("version =", "")):
            config = self.write("c.toml", content)
            message = self.compare_refused("--config", config, *self.files)
            self.assertIn(config, message)
            self.assertIn(part, message)
        self.assertIn("none.toml", self.compare_refused("--config", self.path("none.toml"),
                                                        *self.files))
        self.thresholds("--config", self.write("c.toml", "version = 1\nsame.center_relative = 1"))

    def test_precedence(self):
        config = self.write("c.toml", 'version = 1\npreset.name = "strict"\n'
                                      "[bulk]\nsample_coverage = .5".replace(".5", "0.5"))
        bulk = self.thresholds("--config", config)["bulk"]
        self.assertEqual((bulk["sample_coverage"], bulk["support_coverage"]), (.5, .9))
        bulk = self.thresholds("--config", config, "--preset", "permissive")["bulk"]  # 106
        self.assertEqual((bulk["sample_coverage"], bulk["support_coverage"]), (.5, .6))
        odd = self.write("odd.toml", 'version = 1\npreset.name = "odd"')  # 107
        self.assertIn("odd", self.compare_refused("--config", odd, "--preset", "strict"))

    def test_run_variation(self):
        def pair(passport):
            candidate = one(around(1.07, .001))
            candidate["meta"] = {**candidate["meta"], "benchresult": {"passport": passport}}
            return self.pair(one(around(1, .001)), candidate)
        files = pair({})
        self.assertEqual(self.rows("--run-variation", "3", *files)[0][1], "runs_interval_too_wide")
        for words in (("--run-variation", "1"), ("--config", self.write(
                "c.toml", "version = 1\n[runs]\nrun_variation = 0.01"))):
            report = self.compare(*words, *files)
            self.assertEqual(report["thresholds"]["runs"]["run_variation"], .01)
            self.assertEqual(report["rows"][0]["ratio"]["run_variation"], .01)
            self.assertEqual(report["rows"][0]["ratio"]["reference_runs"], 1)
            self.assertIn("run variation of 1%", report["rows"][0]["message"])
        self.assertNotIn("ratio", self.compare("--run-variation", "1", "--rule", "nvbench",
                                               *files)["rows"][0])
        message = self.compare_refused("--run-variation", "auto", *files)
        self.assertIn("doctor --save", message)
        self.assertIn("records no run variation", message)
        report = self.compare("--run-variation", "auto", *pair({"run_variation": .02}))
        self.assertEqual(report["rows"][0]["ratio"]["run_variation"], .02)
        for value in ("-1", "nan", "inf", "100.1", "x", ""):
            self.assertIn("--run-variation", self.compare_refused(f"--run-variation={value}", *files))
        self.assertIn("[Lo, Hi]", self.done("compare", "--run-variation", "1", *files))

    def test_rule_of_the_configuration(self):
        config = self.write("c.toml", "version = 1\ndecision.rule = 'legacy'")
        dumped = self.done("compare", "--config", config, "--dump-config")
        self.assertIn('\n[decision]\nrule = "legacy"\n', dumped)
        # NVBench's tool does not know this table.
        self.assertNotIn("decision", self.done("compare", "--config", config, "--rule", "default",
                                               "--dump-config"))
        self.assertIn('"nvbench"', self.done("compare", "--rule", "nvbench", "--dump-config"))
        files = self.pair(one(means("2.0", ".01")), one(means("2.2", ".01")))
        self.assertEqual(self.rows("--config", config, *files)[0][1], "legacy_rule")
        self.assertEqual(self.rows("--config", config, "--rule", "nvbench", *files)[0][1],
                         "missing_clock_rate")

    def test_dump_config(self):
        dumped = self.done("compare", "--dump-config", "--preset", "strict")
        self.assertTrue(dumped.startswith('version = 1\n\n[preset]\nname = "strict"\n\n[clear_gap]\n'
                                          "relative = 0.01\n"), dumped)
        config = self.write("c.toml", dumped)
        self.assertEqual(self.done("compare", "--config", config, "--dump-config"), dumped)
        self.assertEqual(self.thresholds("--config", config), self.thresholds("--preset=strict"))
        # 108: valid options after --dump-config have no effect.
        self.done("compare", "--dump-config", "--plot-output", "x", "-a", "N=1")
        config = self.write("config.toml", self.done("compare", "--dump-config"))
        self.assertIn("is the input", self.refused("compare", "--config", config, "--dump-config",
                                                   "-o", config))
        self.compare_refused("--dump-config", "-a", "N")
        self.compare_refused("--dump-config", "--threshold-diff", "-1")
        self.compare_refused("--dump-config", "--config", self.path("none.toml"))
        self.assertEqual(self.done("compare", "--dump-config", "-o", self.path("out.toml")), "")
        self.assertIn('"default"', self.read("out.toml"))


class ReportTest(CompareTest):
    def setUp(self):
        super().setUp()
        self.files = self.pair(*EACH)

    def test_displays(self):
        for display, header in (
                ("intervals", "| Ref | Cmp | Change | Status |"),
                ("simple", "| Ref | Ref Span | Cmp | Cmp Span | %C Diff | Change | Status |"),
                ("explain", "| Ref [Lo / Ce / Hi] | Cmp [Lo / Ce / Hi] | Ref Noise | Cmp Noise "
                            "| Step | Reason | Change | Status |"),
                ("legacy", "| Ref Time | Ref Noise | Cmp Time | Cmp Noise | Diff | %Diff "
                           "| Status |")):
            text = self.done("compare", "--display", display, *self.files)
            self.assertIn(header, [" ".join(line.split()) for line in text.splitlines()])
            self.assertEqual("Reason legend: " in text, display == "explain")
        self.assertEqual(self.done("compare", *self.files),
                         self.done("compare", "--display=intervals", "--format=markdown",
                                   *self.files))

    def test_note_of_one_run(self):
        """At the top and in the last sentence, with the recorded commands where they are known."""
        text = self.done("compare", *self.files)
        self.assertTrue(text.startswith(f"Note: {ONE_RUN}. This command measures the variation:\n\n    {RACE}\n\n"),
                        text)
        self.assertEqual(text.count("the variation between runs"), 2)
        documents = [dict(one(around(1))), dict(one(around(1)))]
        for made, word in zip(documents, ("./old", "./it's new")):
            made["meta"] = {**made["meta"], "argv": [word, "-b", "copy", "--json", "x.json"]}
        files = self.pair(*documents)
        self.assertIn("""    benchresult race --ref './old -b copy --jsonbin {}' --cmp """,
                      self.done("compare", *files))
        text = self.done("compare", "--run-variation", "1", *files)
        self.assertTrue(text.startswith("Known run variation: 1 %.\n\n"), text)
        self.assertNotIn("variation between runs", text)
        self.assertNotIn("variation between runs", self.done("compare", "--metric", "instructions", *files))

    def test_last_line(self):
        self.assertEqual(self.done("compare", *self.files).splitlines()[-1],
                         "Regression: 1 of 5 states is slower: b, s2, with a gap of 47.8%; 1 is "
                         "faster; 1 is equivalent; 1 is undecided; 1 has no usable timings; the "
                         "variation between runs is not included.")

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.done("compare", "--format=csv", *self.files))))
        self.assertEqual([row["verdict"] for row in rows], ["SAME", "FAST", "SLOW", "AMBG", "????"])
        self.assertEqual((rows[2]["reference_center"], rows[4]["reference_center"]), ("1", ""))

    def test_junit(self):
        def root(*arguments):
            process = self.run_tool("compare", "--format", "junit", *arguments, *self.files)
            return xml.etree.ElementTree.fromstring(process.stdout.encode())
        report = root()
        self.assertEqual(report.attrib, {"name": "benchresult compare", "tests": "5",
                                         "failures": "1", "errors": "0", "skipped": "2"})
        self.assertEqual({entry.attrib["name"]: entry.attrib["value"]
                          for entry in report.iter("property")}, {"note": ONE_RUN, "command": RACE})
        self.assertEqual([case.findtext("system-out", "") for case in report.iter("testcase")],
                         [*(f"ratio {ratio}; the variation between runs is not included"
                            for ratio in ("1", "0.8", "1.5", "1.01")), ""])
        self.assertEqual([case.attrib["name"] for case in report.iter("testcase")],
                         ["s0", "s1", "s2", "s3", "s4"])
        self.assertEqual([len(case.findall("failure")) for case in report.iter("testcase")],
                         [0, 0, 1, 0, 0])
        self.assertEqual(root("--fail-on", "unknown,same").attrib["failures"], "2")
        undecided = root("--undecided", "fail")
        self.assertEqual((undecided.attrib["failures"], undecided.attrib["skipped"]), ("2", "1"))
        self.assertEqual([case.find("failure").attrib["type"] for case in undecided.iter("testcase")
                          if case.find("failure") is not None][1], "undecided")
        known = root("--run-variation", "1")
        self.assertIn(("run_variation", "0.01"), [(entry.attrib["name"], entry.attrib["value"])
                                                  for entry in known.iter("property")])
        self.assertRegex(known.findtext(".//system-out"), r"^ratio 1, 99 % confidence interval "
                         r"0\.9\d+ to 1\.\d+; known run variation 1 %$")
        # Hidden rows are test cases, too.
        self.assertEqual(root("--threshold-diff", "1000").attrib["tests"], "5")

    def test_output(self):
        expected = self.done("compare", *self.files)
        self.assertEqual(self.done("compare", "-o", self.path("out.md"), *self.files), "")
        self.assertEqual(self.read("out.md"), expected)
        self.assertEqual(self.done("compare", "-o", "-", *self.files), expected)
        self.assertIn("none/x", self.compare_refused("-o", self.path("none/x"), *self.files))
        self.assertIn("''", self.compare_refused("-o", "", *self.files))
        self.assertIn("''", self.compare_refused("", self.files[1]))
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = subprocess.run([tool.TOOL, "compare", *self.files], stdout=full,
                                     stderr=subprocess.PIPE, check=False)
        self.assertEqual(process.returncode, 2)

    def test_words_that_options_do_not_know(self):
        for option, words in (("format", "expected markdown, csv, json"),
                              ("display", "intervals, simple, explain or legacy"),
                              ("color", "auto, always or never"),
                              ("metric", "auto, gpu, cpu, batch or instructions"),
                              ("rule", "default, nvbench, legacy or not-slower")):
            message = self.compare_refused(f"--{option}", "odd", *self.files)
            for part in (f"--{option}", "'odd'", words):
                self.assertIn(part, message)

    def on_terminal(self, *arguments, **environment):
        """Runs a comparison with a terminal as its standard output; returns the output."""
        master, slave = pty.openpty()
        process = subprocess.Popen([tool.TOOL, "compare", *arguments, *self.files], stdout=slave,
                                   env={**os.environ, "NO_COLOR": "", **environment})
        os.close(slave)
        printed = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            printed += part
        os.close(master)
        self.assertEqual(process.wait(), 0)
        return printed.decode().replace("\r\n", "\n")

    def test_color(self):
        plain = self.done("compare", *self.files)
        self.assertNotIn("\033", plain)
        colored = self.done("compare", "--color", "always", *self.files)
        for part in ("\033[34mSAME\033[39m", "\033[32mFAST\033[39m", "\033[31mSLOW\033[39m",
                     "\033[90mAMBG\033[39m", "\033[33m????\033[39m"):
            self.assertIn(part, colored)
        self.assertEqual(self.on_terminal(), colored)
        self.assertEqual(self.on_terminal("--color", "never"), plain)
        self.assertEqual(self.on_terminal(NO_COLOR="1"), plain)
        self.assertEqual(self.on_terminal("--color=always", NO_COLOR="1"), colored)
        pictures = self.done("compare", "--no-color", *self.files)
        self.assertEqual(self.on_terminal("--no-color", "--color=always"), pictures)
        for part in "\U0001F535\U0001F7E2\U0001F534\U0001F937\U0001F7E1":
            self.assertIn(part, pictures)
        self.on_terminal("-o", self.path("out.md"))
        self.assertEqual(self.read("out.md"), plain)

    def test_widths(self):
        """On a terminal, all lines of a table are as wide as its separator."""
        name = "日本 | é\u0301 \U0001F535"
        made = document(bench(name, [state("s", around(1), [(name, 4)]),
                                     state("t", around(1e-6), [(name, 5)])], [(name, "")]))
        made["benchmarks"][0]["axes"][0]["type"] = "string"
        files = self.pair(made, made)

        def width(line):
            return sum(0 if unicodedata.combining(c) else
                       2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
        for display in ("intervals", "simple", "explain", "legacy"):
            for color in ([], ["--no-color"]):
                text = self.done("compare", "--display", display, *color, *files)
                widths = {width(line) for line in text.splitlines() if line.startswith("|")}
                self.assertEqual(len(widths), 1, text)


class BulkDebugTest(CompareTest):
    def sampled(self, name, count):
        """A document with samples and rates in sidecars."""
        summaries = []
        for tag, folder in (("nv/json/bin:nv/cold/sample_times", f"{name}-bin"),
                            ("nv/json/freqs-bin:nv/cold/sample_freqs", f"{name}-freqs-bin")):
            os.makedirs(self.path(folder), exist_ok=True)
            with open(self.path(f"{folder}/0.bin"), "wb") as file:
                file.write(array.array("f", [1.5] * count).tobytes())
            summaries.append({"tag": tag, "data": [
                {"name": "filename", "type": "string", "value": f"{folder}/0.bin"},
                {"name": "size", "type": "int64", "value": str(count)}]})
        return self.write(name, document(bench('it\'s "b"\\', [
            state("Device=0 N=4", summaries, [("N", 4)]),
            state("Device=0 N=8", [], [("N", 8)])], [("N", "pow2")])))

    @staticmethod
    def execute(script):
        """Runs a script with a stand-in for numpy, and returns the names that it defines."""
        numpy = types.ModuleType("numpy")

        def fromfile(name, dtype):
            assert dtype == "<f4"
            with open(name, "rb") as file:
                return array.array("f", file.read())
        numpy.fromfile = fromfile
        names = {}
        with unittest.mock.patch.dict(sys.modules, {"numpy": numpy}):
            exec(compile(script, "script", "exec"), names)
        return names

    def test_script(self):
        files = [self.sampled("r.json", 3), self.sampled("c.json", 4)]
        process = self.run_tool("compare", "--bulk-debug-python", self.path("d.py"), "r.json",
                                "c.json", cwd=self.directory)
        self.assertEqual(process.returncode, 0, process.stderr)
        script = self.read("d.py")
        self.assertTrue(script.startswith("# NVB-BULK-BEGIN\n"))
        self.assertTrue(script.endswith("\n# NVB-BULK-END\n"))
        names = self.execute(script)
        self.assertEqual(len(names["bulk_rows"]), 2)
        row = names["bulk_rows"][0]
        self.assertEqual(list(row), [
            "row_index", "table_row_index", "benchmark", "reference_json", "compare_json",
            "reference_device_id", "compare_device_id", "state_key", "occurrence",
            "occurrence_count", "axis_values", "status", "reason", "reason_message",
            "reference_time", "compare_time", "fractional_difference",
            "reference_sample_filename", "reference_sample_count",
            "reference_frequency_filename", "reference_frequency_count",
            "compare_sample_filename", "compare_sample_count",
            "compare_frequency_filename", "compare_frequency_count"])
        self.assertEqual((row["benchmark"], row["state_key"], row["reference_json"]),
                         ('it\'s "b"\\', "N=4", "r.json"))
        self.assertEqual(row["axis_values"],
                         [{"name": "N", "type": "int64", "value": "4", "display": "2^2"}])
        self.assertEqual(row["compare_frequency_filename"],
                         os.path.realpath(self.path("c.json-freqs-bin/0.bin")))
        data = names["load_bulk_data"](row)
        self.assertEqual({key: list(values) for key, values in data.items()}, {
            "reference_samples": [1.5] * 3, "reference_frequencies": [1.5] * 3,
            "compare_samples": [1.5] * 4, "compare_frequencies": [1.5] * 4})
        self.assertEqual(set(names["load_bulk_data"](names["bulk_rows"][1]).values()), {None})
        with self.assertRaises(ValueError):
            names["read_float32"](row["compare_sample_filename"], 9)
        # The script still names a file that was removed.
        os.unlink(self.path("c.json-bin/0.bin"))
        process = self.run_tool("compare", "--bulk-debug-python", "STDOUT", *files)
        self.assertIn(json.dumps(os.path.realpath(self.path("c.json-bin")) + "/0.bin"),
                      process.stdout)

    def test_standard_output(self):
        files = self.pair(*EACH)
        plain = self.done("compare", "--threshold-diff", "1000", *files)
        text = self.done("compare", "--threshold-diff", "1000", "--bulk-debug-python", "StdOut",
                         *files)
        self.assertTrue(text.startswith(plain + "# NVB-BULK-BEGIN\n"))
        self.assertEqual(len(self.execute(text[len(plain):])["bulk_rows"]), 1)
        same = self.pair(SAME, SAME)
        text = self.done("compare", "--threshold-diff", "1", "--bulk-debug-python", "stdout", *same)
        self.assertIn("bulk_rows = [\n]\n", text)
        process = self.run_tool("compare", "--bulk-debug-python", self.path("none/d.py"), *files)
        self.assertEqual(process.returncode, 2)
        self.assertIn("none/d.py", process.stderr)


if __name__ == "__main__":
    unittest.main()
