#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Benchmark programs: what they print and write, exit statuses, isolation, shards, repetition."""
import json
import os
import re
import resource
import signal
import unittest

import program

WORK = [("work", f"N={n} Kind={kind}", 0, None) for kind in "ab" for n in range(1, 6)]


def run_lines(messages):
    return re.findall(r"(?m)^Run:  \[\d+/\d+\] (.+)$", messages)


class ModeTest(program.ProgramTest):
    def printed(self, *arguments):
        status, output, messages = self.run_program(*arguments)
        self.assertEqual((status, messages), (0, ""))
        return output

    def test_modes_that_only_print(self):
        for arguments, pattern in (
                (["--help"], r"\Ausage: bodies \[OPTION\]"),
                (["--help-axes"], r"\A--axis "),
                (["--version"], r"\Alibbenchresult \d+\.\d+\.\d+\n\Z"),
                (["--list"], r"(?m)^## \[1\] say")):
            self.assertRegex(self.printed(*arguments), pattern)

    def test_json_lists(self):
        self.assertEqual([bench["name"] for bench in json.loads(
            self.printed("--jsonlist-benches"))["benchmarks"]], ["work", "say", "wait", "misbehave"])
        self.assertEqual(json.loads(self.printed("--jsonlist-devices")), {"devices": []})

    def test_refused_options(self):
        for arguments, word in (
                (["--frobnicate"], "frobnicate"), (["-b", "nowhere"], "nowhere"),
                (["-b", "work", "-a", "X=1"], "'X'"), (["--shard", "3/3"], "3/3"),
                (["--filter", "["], "'[' is not a regular expression"), (["--filter", "X"], "--filter"),
                (["-b", "work", "--resume"], "--resume")):
            self.assertIn(word, self.refused_by_program(*arguments))


class OutputTest(program.ProgramTest):
    def test_default_is_a_table_on_stdout_and_a_log_on_stderr(self):
        status, output, messages = self.run_program("-b", "work", "-a", "N=1")
        self.assertEqual(status, 0)
        self.assertRegex(output, r"(?s)\A# Benchmark Results\n\n## work\n.*\| 1 \|    b \|")
        self.assertRegex(messages, r"\ARun:  \[1/2\] work \[N=1 Kind=a\]\nPass: .+ 3 samples.+\n"
                                   r"Run:  \[2/2\] work \[N=1 Kind=b\]\nPass: .+\n\Z")

    def test_quiet(self):
        status, output, messages = self.run_program("-b", "work", "-q", "--md", "out.md")
        self.assertEqual((status, output, messages), (0, "", ""))
        self.assertIn("## work", self.read("out.md"))

    def test_columns(self):
        _, output, _ = self.run_program("-b", "work", "-a", "N=1", "-a", "Kind=a", "--columns",
                                        "median,samples", "--csv", "out.csv", "--md", "stdout")
        self.assertRegex(output, r"\| N \| Kind \| Samples \| +Median +\|\n")
        self.assertTrue(self.read("out.csv").startswith(
            "Benchmark,Device,Device Name,N,Kind,Skipped,Samples,Median (sec)\n"))

    def test_files_of_every_format(self):
        self.measured("-b", "work", "--md", "a/b/out.md", "--csv", "out.csv", "--json", "out.json",
                      "--jsonbin", "bin.json", "--md", "stderr")
        self.assertIn("| N | Kind |", self.read("a/b/out.md"))
        self.assertEqual(len(self.read("out.csv").splitlines()), 11)
        self.assertEqual(self.states("out.json"), WORK)
        self.assertEqual(self.states("bin.json"), WORK)
        self.assertEqual(len(os.listdir(self.path("bin.json-bin"))), 10)
        self.assertFalse(os.path.exists(self.path("out.json-bin")))
        self.assertEqual(self.done("summary", self.path("bin.json")), self.read("a/b/out.md"))
        self.assertFalse([name for name in os.listdir(self.directory) if "partial" in name])

    def test_json_on_stdout_is_alone(self):
        status, output, _ = self.run_program("-b", "work", "--json", "stdout")
        self.assertEqual(status, 0)
        self.assertEqual(len(json.loads(output)["benchmarks"][0]["states"]), 10)

    def test_facts_about_the_run(self):
        self.measured("-b", "work", "--json", "out.json", "--shuffle", "7", "--shard",
                      "1/2")
        meta = self.load("out.json")["meta"]
        self.assertEqual(meta["argv"][-1], "1/2")
        self.assertEqual(meta["version"]["json"]["string"], "1.0.0")
        facts = meta["benchresult"]
        self.assertRegex(facts["start"], r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\Z")
        self.assertLessEqual(facts["start"], facts["end"])
        self.assertEqual(facts["order"], "shuffled")
        self.assertEqual(facts["seed"], 7)
        self.assertEqual(facts["criteria"], [
            {"benchmark": "work", "criterion": "sample-count",
             "parameters": {"target-samples": 3}}])
        self.assertEqual(facts["shard"], {"index": 1, "count": 2})
        self.assertGreater(facts["clock"]["resolution"], 0)
        self.assertEqual(facts["host"]["machine"], os.uname().machine)
        self.assertNotIn("name", facts["host"])

    def test_arguments_of_any_bytes(self):
        self.measured("-b", "work", b"--md=\xff.md", "--json", "out.json")
        self.assertIn("--md=\ufffd.md", self.load("out.json")["meta"]["argv"])


class UnwritableTest(program.ProgramTest):
    """Outputs that cannot be written: reported before anything is measured, where possible."""

    def test_paths(self):
        self.write("file", "old")
        os.mkdir(self.path("directory"))
        self.write("bin.json-bin", "a file")
        for arguments, word in (
                (["--json", "file/out.json"], "file"), (["--csv", "directory"], "directory"),
                (["--md", "/proc/none/x"], "/proc/none"), (["--jsonbin", "bin.json"], "bin.json-bin"),
                (["--json", "/proc/none"], "/proc/none")):
            self.assertIn(word, self.refused_by_program("-b", "work", *arguments))
        self.assertEqual(sorted(os.listdir(self.directory)), ["bin.json-bin", "directory", "file"])

    def test_two_outputs_to_one_place(self):
        os.symlink("out.json", self.path("dangling"))
        self.write("there", "old")
        os.symlink("there", self.path("link"))
        for arguments in (["--json", "out.json", "--csv", "./out.json"],
                          ["--json", "there", "--csv", "link"],
                          ["--json", "out.json", "--csv", "out.json.partial"],
                          ["--json", "stdout", "--csv", "stdout"]):
            self.assertIn("two outputs go to", self.refused_by_program("-b", "work", *arguments))
        self.assertEqual(self.read("there"), "old")

    def test_one_device_for_several_outputs(self):
        self.measured("-b", "work", "--json", "/dev/null", "--csv", "/dev/null")

    def test_full_device_at_the_end(self):
        for arguments in (["--json", "/dev/full"], ["--csv", "/dev/full"]):
            status, _, messages = self.run_program("-b", "work", "--json", "out.json", *arguments)
            self.assertEqual(status, 2)
            self.assertRegex(messages, r"(?m)^bodies: /dev/full: .*[Nn]o space left")
            os.unlink(self.path("out.json"))
            os.unlink(self.path("out.json.partial"))

    def test_full_standard_output(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = program.subprocess.run(
                [program.BODIES, *program.QUICK, "-b", "work"], stdout=full, check=False,
                stderr=program.subprocess.PIPE, encoding="utf-8", env=program.ENVIRONMENT)
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr, r"(?m)^bodies: .*standard output.*[Nn]o space left")

    def test_closed_standard_output(self):
        process = self.start("-b", "work", "--json", "out.json")
        process.stdout.close()
        messages = process.stderr.read()
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertNotIn("bodies:", messages)
        self.assertEqual(self.states("out.json"), WORK)


def limit_files(size):
    """Limits files to `size` bytes, as if the disk were full."""
    program.listen_to_signals()
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class FullDiskTest(program.ProgramTest):
    def test_finished_states_stay(self):
        self.write("out.json", "old")
        status, _, messages = self.run_program("-b", "work", "--json", "out.json",
                                               preexec_fn=lambda: limit_files(12000))
        self.assertEqual(status, 2)
        self.assertRegex(messages, r"(?m)^bodies: out.json.partial: .*[Ff]ile too large")
        finished = messages.count("Pass:")
        self.assertGreater(finished, 0)
        self.assertLess(finished, 10)
        self.assertIn(f"{finished} of 10 states are in 'out.json.partial'; --resume", messages)
        self.assertEqual(self.read("out.json"), "old")
        self.assertEqual(len(self.summary("out.json.partial")), finished)
        messages = self.measured("-b", "work", "--json", "out.json", "--resume")
        self.assertEqual(messages.count("Pass:"), 10 - finished)
        self.assertEqual(self.states("out.json"), WORK)


class IsolationTest(program.ProgramTest):
    def test_bodies_that_end_their_process(self):
        status, output, messages = self.run_program("-b", "misbehave", "--json", "out.json",
                                                    env={"BODIES_SAY_EXIT": "1"})
        self.assertEqual(status, 0)
        reasons = {name.removeprefix("How="): reason for _, name, _, reason
                   in self.states("out.json")}
        self.assertIn("emory", reasons.pop("memory").lower())
        self.assertEqual(reasons, {
            "fine": None, "crash": "killed by signal 11 (Segmentation fault)",
            "stack": "killed by signal 11 (Segmentation fault)",
            "abort": "killed by signal 6 (Aborted)", "exit": "exited with status 3",
            "kill": "killed by signal 9 (Killed)", "skip": "not today", "late": "too late",
            "fail": "the body of the benchmark returned 8 (BRES_ERROR_VALUE)",
            "nothing": "nothing was measured: the body called no bres_run_exec function"})
        self.assertEqual(output.count("an exit handler of the program"), 1)
        self.assertEqual(messages.count("Fail:"), 8)
        self.assertEqual(messages.count("Skip:"), 2)
        self.assertEqual(messages.count("Pass:"), 1)

    def test_each_state_has_its_process(self):
        _, output, _ = self.run_program("-b", "say")
        calls = re.findall(r"call (\d+) in (\d+)", output)
        self.assertEqual([call for call, _ in calls], ["1", "1", "1"])
        self.assertEqual(len({pid for _, pid in calls}), 3)

    def test_without_isolation(self):
        status, output, _ = self.run_program("-b", "say", "--no-isolate")
        self.assertEqual(status, 0)
        calls = re.findall(r"call (\d+) in (\d+)", output)
        self.assertEqual([call for call, _ in calls], ["1", "2", "3"])
        self.assertEqual(len({pid for _, pid in calls}), 1)

    def test_both_measure_the_same_states(self):
        self.measured("-b", "work", "--json", "apart.json")
        self.measured("-b", "work", "--json", "here.json", "--no-isolate")
        self.assertEqual(self.states("apart.json"), self.states("here.json"))
        self.assertEqual([[one["tag"] for one in state["summaries"]]
                          for _, state in self.summary("apart.json")],
                         [[one["tag"] for one in state["summaries"]]
                          for _, state in self.summary("here.json")])


class PlanTest(program.ProgramTest):
    def test_shards_make_the_whole(self):
        names = []
        for shard in range(3):
            names.append(f"{shard}.json")
            self.measured("-b", "work", "-b", "say", "--shard", f"{shard}/3",
                          "--jsonbin", names[-1])
        self.measured("-b", "work", "-b", "say", "--json", "whole.json")
        self.done("merge", "-o", self.path("merged.json"), *map(self.path, names))
        self.assertEqual(sorted(self.states("merged.json")), sorted(self.states("whole.json")))
        self.assertEqual([len(self.states(name)) for name in names], [5, 4, 4])

    def test_repetitions_are_runs(self):
        messages = self.measured("-b", "say", "--repeat", "3", "--json", "out.json")
        self.assertEqual(self.states("out.json"), [
            ("say", f"N={n}", run, None) for run in range(3) for n in range(1, 4)])
        self.assertEqual(run_lines(messages), [f"say [N={n}]" for n in range(1, 4)] * 3)

    def test_shuffling_is_deterministic(self):
        orders = [run_lines(self.measured("-b", "work", "--shuffle", seed, "--json", "out.json"))
                  for seed in ("1", "1", "2")]
        self.assertEqual(orders[0], orders[1])
        self.assertNotEqual(orders[0], orders[2])
        self.assertEqual(sorted(orders[0]), sorted(orders[2]))
        self.assertEqual(sorted(self.states("out.json")), sorted(WORK))


if __name__ == "__main__":
    unittest.main()
