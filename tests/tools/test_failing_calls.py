#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes each system call of a command fail, once or from then on, or kills the command there.
The command must end with status 2 or complete its work. Finished work is not lost, and the next
run leaves no files behind."""
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import unittest

import journal
import program
import tool
from tool import mean, state, summary

FAIL_CALL = os.path.join(tool.BUILD, "test", "fail-call")
LONG = os.environ.get("BRES_TEST_LONG") == "1"
# The modes of fail-call, and the exit statuses of the command that each mode allows.
ENDS = {"once": (0, 2), "lasting": (0, 2), "killed": (128 + signal.SIGKILL,)}
# Without BRES_TEST_LONG, about this many calls of each scenario and mode fail.
SAMPLE = 5
# A file beside the directory in which the command runs.
REPORT = "../report"
RACE_PAIRS = 2
TUNE_SAMPLES = 6
COPY = "echo >>log\ncp \"$2\" \"$1\"\n"
TIMES = {"a": 1e-3, "b": 2e-3, "c": 3e-3}


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def sidecar(kind, path, count):
    return {"tag": f"nv/json/{kind}:nv/cold/sample_{'times' if kind == 'bin' else 'freqs'}",
            "data": [{"name": "filename", "type": "string", "value": path},
                     {"name": "size", "type": "int64", "value": str(count)}]}


def write_result(path, names, with_samples=True):
    """A result with a state of each name."""
    states = []
    for number, name in enumerate(names):
        summaries = [mean(TIMES[name]), summary("nv/cpu_only/time/cpu/median", str(TIMES[name]))]
        for kind, values in (("bin", [TIMES[name]] * 3), ("freqs-bin", [1e9] * 3)):
            if with_samples:
                file = f"{path}-{kind}/{number}.bin"
                write(file, floats(values))
                summaries.append(sidecar(kind, file, 3))
        states.append(state(f"N={name}", [("N", name)], summaries))
    version = {"major": 1, "minor": 0, "patch": 0, "string": "1.0.0"}
    result = {"meta": {"version": {"json": version}}, **tool.document(states)}
    write(path, json.dumps(result).encode())


def states(path):
    """The content of the sidecars of each state."""
    found = {}
    for bench in json.loads(read(path))["benchmarks"]:
        for one in bench["states"]:
            files = [data["value"] for each in one["summaries"] for data in each["data"]
                     if data["name"] == "filename"]
            found[one["name"], one.get("run", 0)] = [read(file) for file in files]
    return found


def tree():
    """All paths, without the numbers of sidecars, which depend on existing sidecars."""
    return sorted(re.sub(r"\d+\.bin$", "N.bin", os.path.join(folder, name))
                  for folder, _, names in os.walk(".") for name in names + [""])


class Scenario:
    """A command in a separate directory, where the methods also run; `test` asserts."""
    command = [tool.TOOL]

    def __init__(self, test):
        self.test = test

    def prepare(self):
        write_result("1.json", "ab")
        write_result("2.json", "bc")

    def expect(self, process):
        """Records the outcome of the command without a fault."""

    def check(self, process):
        """Checks the outcome after a call has failed."""

    def again(self):
        return self.command

    def check_again(self, process):
        """Checks the outcome of the next run, without a fault."""


class Load(Scenario):
    command = [tool.TOOL, "summary", "--format", "csv", "1.json"]

    def expect(self, process):
        self.output = process.stdout

    def check(self, process):
        if process.returncode == 0:
            self.test.assertEqual(process.stdout, self.output)

    check_again = check


class Compare(Scenario):
    """Replaces a report. A warning says which samples cannot be read."""
    command = [tool.TOOL, "compare", "--allow-missing", "-o", "report", "1.json", "2.json"]

    def prepare(self):
        super().prepare()
        write("report", b"old")

    def expect(self, process):
        self.report = read("report")

    def check(self, process):
        if "warning: " not in process.stderr:
            self.test.assertIn(read("report"), (b"old", self.report))
        if process.returncode == 0:
            self.test.assertNotEqual(read("report"), b"old")

    def check_again(self, process):
        self.test.assertEqual(read("report"), self.report)


class Merge(Scenario):
    """Writes a new result."""
    command = [tool.TOOL, "merge", "-o", "out.json", "1.json", "2.json"]

    def expect(self, process):
        self.states = states("out.json")
        self.test.assertEqual(len(self.states), 4)

    def check(self, process):
        if process.returncode == 0 or os.path.exists("out.json"):
            self.check_again(process)

    def check_again(self, process):
        self.test.assertEqual(states("out.json"), self.states)


class MergeInto(Merge):
    """Replaces a result with sidecars by one that contains it."""
    command = [tool.TOOL, "merge", "-o", "out.json", "out.json", "2.json"]

    def prepare(self):
        super().prepare()
        write_result("out.json", "ab")
        self.old = states("out.json")

    def check(self, process):
        found = states("out.json")
        self.test.assertIn(found, (self.old, self.states))
        if process.returncode == 0:
            self.test.assertEqual(found, self.states)
        # Merging into the output again would add runs: the next run starts from the template.
        shutil.copytree("../template", ".", dirs_exist_ok=True)


class Journal(Scenario):
    """A benchmark program, and the program that resumes it."""
    command = [program.BODIES, *program.QUICK, "-b", "say", "-a", "N=[1:3]", "--jsonbin",
               "out.json"]

    def prepare(self):
        pass

    def again(self):
        return [*self.command, "--resume"]

    def check(self, process):
        if process.returncode == 0:
            self.check_states()
        # A result without a journal may be complete even if the program has reported a failure.
        self.kept = journal.sample_counts("out.json.partial")
        if not os.path.exists("out.json"):
            self.test.assertGreaterEqual(len(self.kept), process.stderr.count("Pass:"))

    def check_again(self, process):
        self.check_states()
        if self.kept:
            self.test.assertEqual(process.stderr.count("Run:"), 3 - len(self.kept))

    def check_states(self):
        found = states("out.json")
        self.test.assertEqual(list(found), [(f"N={n}", 0) for n in (1, 2, 3)])
        for files in found.values():
            self.test.assertEqual([len(one) for one in files], [12])


class Tune(Scenario):
    """A search for the faster of two programs."""
    options = ["-p", "N=a,b", "--max-samples", str(TUNE_SAMPLES)]
    execute = ["--", "sh", "copy", "{}", "{N}.json"]
    command = [tool.TOOL, "tune", *options, "--json", "out.json", "--resume", *execute]

    def prepare(self):
        for name in TIMES:
            write_result(f"{name}.json", name, with_samples=False)
        write("copy", COPY.encode())
        write("log", b"")

    def runs(self):
        return len(read("log").splitlines())

    def check(self, process):
        if process.returncode == 0:
            self.check_answer()
        self.kept = TUNE_SAMPLES if os.path.exists("out.json") else \
            sum(journal.sample_counts("out.json.partial"))
        self.before = self.runs()

    def check_again(self, process):
        self.check_answer()
        self.test.assertEqual(self.runs() - self.before, TUNE_SAMPLES - self.kept)

    def check_answer(self):
        answer = json.loads(read("out.json"))["meta"]["benchresult"]["tune"]
        self.test.assertEqual((answer["best"]["name"], answer["samples"]), ("N=a", TUNE_SAMPLES))


class Cache(Tune):
    """A search whose answer is added to a cache."""

    def __init__(self, test):
        super().__init__(test)
        self.command = self.named("new")

    def prepare(self):
        super().prepare()
        self.test.run_command(self.named("old"))

    def named(self, name):
        """The command with this name for the kernel."""
        return [tool.TOOL, "tune", *self.options, "--cache", "cache", "--name", name,
                "--reuse-if", "any", *self.execute]

    def check_cached(self, name):
        before = self.runs()
        process, _, _ = self.test.run_command(self.named(name))
        self.test.assertEqual((process.returncode, self.runs()), (0, before), process.stderr)

    def check(self, process):
        self.check_cached("old")

    def check_again(self, process):
        self.check_cached("new")


class Race(Scenario):
    command = [tool.TOOL, "race", "--ref", "sh copy {} a.json", "--cmp", "sh copy {} a.json",
               "--json", "race.json", "--equivalence-margin", "0", "--max-pairs", str(RACE_PAIRS),
               "--resume"]

    prepare = Tune.prepare
    runs = Tune.runs

    def check(self, process):
        path = "race.json.partial/race.journal"
        self.before = self.runs()
        if process.returncode == 0:
            self.check_results()
            self.pairs = None
        else:
            lines = read(path).split(b"\n") if os.path.exists(path) else []
            self.pairs = max(len(lines) - 2, 0)

    def check_again(self, process):
        self.check_results()
        if self.pairs:
            self.test.assertEqual(self.runs() - self.before, 2 * (RACE_PAIRS - self.pairs))

    def check_results(self):
        for side in ("ref", "cmp"):
            self.test.assertEqual(list(states(f"race-{side}.json")),
                                  [("N=a", pair) for pair in range(RACE_PAIRS)])


class FailingCallTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        self.environment = dict(program.ENVIRONMENT, TMPDIR=self.path("temporary"))

    def enter_copy(self):
        os.chdir(self.directory)
        for name in ("run", "temporary"):
            shutil.rmtree(name, ignore_errors=True)
        os.mkdir("temporary")
        shutil.copytree("template", "run")
        os.chdir("run")

    def run_command(self, command, number=0, mode="once"):
        """Returns the process, the number of calls, and the call that has failed."""
        process = subprocess.run(
            [FAIL_CALL, REPORT, str(number), mode, *command], env=self.environment,
            stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace",
            timeout=300, check=False, preexec_fn=program.listen_to_signals)
        count, call = read(REPORT).split()
        return process, int(count), call.decode()

    def run_again(self, scenario):
        process, _, _ = self.run_command(scenario.again())
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        scenario.check_again(process)
        self.assertEqual((tree(), os.listdir("../temporary")), (self.tree, []))

    def attempt(self, scenario, number, mode):
        self.enter_copy()
        process, _, call = self.run_command(scenario.command, number, mode)
        with self.subTest(call=call, number=number, mode=mode):
            # The number of calls differs a little from run to run.
            self.assertIn(process.returncode, ENDS[mode] if call != "-" else (0,),
                          process.stdout + process.stderr)
            scenario.check(process)
            self.run_again(scenario)

    def sweep(self, kind):
        scenario = kind(self)
        for name in ("template", "temporary"):
            os.mkdir(self.path(name))
        os.chdir(self.path("template"))
        scenario.prepare()
        self.enter_copy()
        process, count, call = self.run_command(scenario.command)
        self.assertEqual((process.returncode, call), (0, "-"), process.stderr)
        self.tree = tree()
        scenario.expect(process)
        for mode in ENDS:
            for number in range(1, count + 1) if LONG else \
                    range(count // SAMPLE // 2, count + 1, max(count // SAMPLE, 1)):
                self.attempt(scenario, number, mode)


for each in (Load, Compare, Merge, MergeInto, Journal, Tune, Cache, Race):
    setattr(FailingCallTest, f"test_{each.__name__.lower()}",
            lambda self, kind=each: self.sweep(kind))


if __name__ == "__main__":
    unittest.main()
