#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult collect: files, order, resuming, revisions, and what a killed collection leaves."""
import glob
import json
import os
import random
import shutil
import signal
import subprocess
import unittest

import tool

LONG = os.environ.get("BRES_TEST_LONG") == "1"


def listen_to_signals():
    """Resets signals to their defaults: the caller may ignore them, and children inherit that."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class CollectTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("temporary"))
        self.environment = dict(os.environ, TMPDIR=self.path("temporary"),
                                GIT_CONFIG_GLOBAL=os.devnull, LC_ALL="C")

    def collect(self, *arguments, status=0, cwd="."):
        process = self.run_tool("collect", *arguments, cwd=self.path(cwd), env=self.environment)
        self.assertEqual(process.returncode, status, process.stderr)
        return process.stderr

    def record(self, name):
        return json.loads(self.read(name))["meta"]["benchresult"]

    def names(self, directory):
        return sorted(os.listdir(self.path(directory)))

    def test_one_side(self):
        said = self.collect("--runs", "2", "-o", "d", "--", "sh", "-c", "true 'a b'")
        self.assertEqual(said, "benchresult: 'd' has 2 of 2 runs per side\n")
        self.assertEqual([name for name in self.names("d") if name.endswith(".json")],
                         ["run-0001.json", "run-0002.json"])
        records = [self.record(f"d/run-000{i}.json") for i in (1, 2)]
        self.assertEqual([record["pair"] for record in records], [0, 1])
        self.assertEqual(records[0]["collected"]["command"], "'sh' '-c' 'true '\\''a b'\\'''")
        self.assertLess(records[0]["end"], records[1]["start"])
        self.assertIn("host", records[0])

    def test_fewer_runs_than_there_are(self):
        self.collect("--runs", "3", "-o", "d", "--", "true")
        said = self.collect("--runs", "2", "-o", "d", "--", "true")
        self.assertEqual(said, "benchresult: 'd' has 3 runs per side, more than --runs 2\n")

    def test_pairs_are_in_random_order(self):
        self.collect("--runs", "12", "-q", "-o", "d", "--ref", "true", "--cmp", "true")
        orders = set()
        for i in range(1, 13):
            reference = self.record(f"d/reference-{i:04}.json")
            candidate = self.record(f"d/candidate-{i:04}.json")
            self.assertEqual(reference["pair"], candidate["pair"])
            self.assertEqual({record["collected"]["place"] for record in (reference, candidate)},
                             {0, 1})
            self.assertEqual(reference["collected"]["place"] == 0,
                             reference["start"] < candidate["start"])
            orders.add(reference["collected"]["place"])
        self.assertEqual(orders, {0, 1})
        table = self.done("compare", "--ref", *glob.glob(self.path("d/reference-*.json")),
                          "--cmp", *glob.glob(self.path("d/candidate-*.json")))
        self.assertIn("Runs: 12 pairs, taken in alternation.\n", table)

    def test_two_collections_are_no_pairs(self):
        sides = []
        for name in ("a", "b"):
            self.collect("--runs", "3", "-q", "-o", name, "--", "true")
            sides.append(sorted(glob.glob(self.path(name + "/run-*.json"))))
            self.done("merge", "-o", name + ".json", *sides[-1], cwd=self.directory)
        for arguments in (("--ref", *sides[0], "--cmp", *sides[1]),
                          ("a.json", "b.json")):
            table = self.done("compare", *arguments, cwd=self.directory)
            self.assertIn("Runs: 3 of the reference and 3 of the candidate, independent.\n", table)

    def test_runs_are_prepared_and_not_taken_twice(self):
        self.write("prepare", "echo prepared >>log\n")
        self.write("run", "echo run >>log\n")
        for runs in (2, 3, 3):
            self.collect("--runs", str(runs), "--cooldown", "1ms", "--prepare", "sh prepare",
                         "-o", "d", "--", "sh run")
        self.assertEqual(self.read("log"), 3 * "prepared\nrun\n")
        self.assertIn("holds a race of other commands",
                      self.collect("-o", "d", "--", "true", status=2))
        self.assertIn("'false' ended with exit status 1",
                      self.collect("-o", "e", "--prepare", "false", "--", "true", status=2))

    def test_compressed_results_are_recorded(self):
        self.write("result.json", tool.document([tool.state("N=1", [("N", "1")],
                                                            [tool.mean(1e-3)])]))
        self.collect("--runs", "2", "-o", "d", "--", "sh", "-c",
                     f"gzip <'{self.path('result.json')}' >\"$0\"", "{}")
        self.assertEqual([self.record(f"d/run-000{i}.json")["pair"] for i in (1, 2)], [0, 1])

    def test_what_was_interrupted_is_no_run(self):
        # On SIGINT the command ends early with status 0. In one case it is the first warm-up run.
        self.write("run", "trap 'exit 0' INT; cp result.json $1; touch begun\n"
                   "i=0; while test $i -lt 600; do sleep 0.1; i=$((i + 1)); done\n")
        self.write("result.json", tool.document([tool.state("N=1", [("N", "1")],
                                                            [tool.mean(1e-3)])]))
        for arguments in (("--", "sh", "run", "{}"), ("--warmup-runs", "2", "--", "sh", "run", "{}"),
                          ("--ref", "cp result.json {}", "--cmp", "sh run {}")):
            with self.subTest(arguments):
                process = subprocess.Popen(
                    [tool.TOOL, "collect", "--runs", "1", "-q", "-o", "d", *arguments],
                    cwd=self.directory, env=self.environment, stdin=subprocess.DEVNULL,
                    stderr=subprocess.PIPE, preexec_fn=listen_to_signals)
                while not os.path.exists(self.path("begun")):
                    self.assertIsNone(process.poll())
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, 130)
                self.assertEqual(glob.glob(self.path("d/*.json")), [])
                shutil.rmtree(self.path("d"))
                os.remove(self.path("begun"))

    def test_refusals(self):
        for arguments, message in (
                (("--", "true"), "-o DIRECTORY is needed"),
                (("-o", "d"), "a COMMAND is needed"),
                (("-o", "d", "--ref", "true", "--cmp-checkout", "x"), "a COMMAND is needed"),
                (("-o", "d", "--build", "make", "--", "true"), "--build needs --ref-checkout"),
                (("-o", "d", "--runs", "0", "--", "true"), "--runs"),
                (("-o", "d", "--ref-checkout", "HEAD", "--", "true"), "cannot check out 'HEAD'")):
            with self.subTest(arguments):
                self.assertIn(message, self.collect(*arguments, status=2))
        self.assertEqual(self.names("temporary"), [])

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.path("repo"), env=self.environment,
                              check=True, capture_output=True, encoding="utf-8").stdout

    def make_repository(self):
        os.mkdir(self.path("repo"))
        self.git("init", "-q")
        self.git("config", "user.name", "n")
        self.git("config", "user.email", "e@example.org")
        for version in ("one", "two"):
            self.write("repo/version", version)
            self.git("add", "version")
            self.git("commit", "-qm", version)
        self.write("repo/.git/hooks/post-checkout", f"#!/bin/sh\ntouch {self.path('hooked')}\n")
        os.chmod(self.path("repo/.git/hooks/post-checkout"), 0o755)
        self.write("repo/version", "changed")

    def revisions(self, build="cp version built"):
        return ("--ref-checkout", "HEAD~1", "--cmp-checkout", "HEAD", "--build", build, "--runs",
                "3", "-o", "../d", "--", "sh", "-c", f"cat built >>{self.path('log')}; echo "
                f">>{self.path('log')}")

    def expect_clean(self):
        self.assertEqual(self.names("temporary"), [])
        self.assertEqual(len(self.git("worktree", "list").splitlines()), 1)
        self.assertEqual(self.git("status", "--short"), " M version\n")
        self.assertFalse(set(self.names("d")) & {"collect.trees", "collect.build", "race.running"})

    def test_revisions_are_built_in_trees_of_their_own(self):
        self.make_repository()
        self.collect(*self.revisions(), cwd="repo")
        self.assertEqual(sorted(self.read("log").split()), 3 * ["one"] + 3 * ["two"])
        self.expect_clean()
        self.assertFalse(os.path.exists(self.path("hooked")))
        self.assertEqual(self.record("d/reference-0001.json")["collected"]["revision"],
                         self.git("rev-parse", "HEAD~1").strip())

    def test_a_build_that_fails_leaves_nothing(self):
        self.make_repository()
        said = self.collect(*self.revisions("echo broken >&2; false"), status=2, cwd="repo")
        self.assertIn("broken", said)
        self.expect_clean()

    def start(self, *arguments):
        return subprocess.Popen([tool.TOOL, "collect", "-q", *arguments], cwd=self.path("repo"),
                                env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, encoding="utf-8",
                                preexec_fn=listen_to_signals)

    def wait_for(self, path, process):
        while not os.path.exists(self.path(path)) and process.poll() is None:
            os.sched_yield()

    def end_once(self, number, chance):
        """Ends a collection at a random step; the next collection must continue it."""
        step = chance.choice(["d", "d/collect.trees", "repo/.git/worktrees", "d/collect.build", "d/race.journal",
                              "d/reference-0001.json", "d/candidate-0002.json"])
        process = self.start(*self.revisions())
        self.wait_for(step, process)
        for _ in range(chance.randrange(200)):
            os.sched_yield()
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, -number, 128 + number), said)
        if number != signal.SIGKILL and os.path.isdir(self.path("d")):
            self.expect_clean()
        self.collect(*self.revisions(), cwd="repo")
        self.expect_clean()
        self.assertEqual(self.running_here(), [])
        self.assertEqual(len(glob.glob(self.path("d/*-000[123].json"))), 6)
        subprocess.run(["rm", "-rf", self.path("d"), self.path("log")], check=True)

    def test_ended_collections_go_on(self):
        self.make_repository()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            for seed in range(25 if LONG else 1 if number != signal.SIGKILL else 2):
                with self.subTest(signal=number.name, seed=seed):
                    self.end_once(number, random.Random(seed))

    def test_a_build_that_a_killed_collection_has_left_is_ended(self):
        self.make_repository()
        os.mkfifo(self.path("started"))
        build = f"test -e {self.path('quick')} && exit; echo $$ >{self.path('started')}; sleep 600"
        process = self.start(*self.revisions(build))
        with open(self.path("started"), encoding="utf-8") as started:
            pid = int(started.read())
        self.wait_for("d/collect.build/race.running", process)
        while not self.read("d/collect.build/race.running").endswith("\n"):
            os.sched_yield()
        process.kill()
        process.communicate(timeout=60)
        self.write("quick", "")
        self.collect(*self.revisions(build)[:-3], "true", cwd="repo")
        self.assertFalse(self.is_running(pid))
        self.expect_clean()

    def is_running(self, pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as status:
                return status.read().rpartition(")")[2].split()[0] != "Z"
        except FileNotFoundError:
            return False


if __name__ == "__main__":
    unittest.main()
