#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The shell lines of the recipes of benchresult-ci(7), run as the page shows them, on programs with
random times. With BRES_TEST_LONG, a test also bisects the example program."""
import os
import random
import re
import shlex
import subprocess
import sys
import unittest

import drawn
import program
import tool

sys.path.insert(0, os.path.join(tool.ROOT, "tests", "man"))
from mdoc import Page  # pylint: disable=wrong-import-position

LONG = os.environ.get("BRES_TEST_LONG") == "1"
RECIPES = [text for _, text in Page(os.path.join(tool.ROOT, "man", "benchresult-ci.7")).literals(
    "DESCRIPTION")]
SPIN = f"""#!/bin/sh
SPIN_SLOWDOWN={{}} exec '{os.path.join(tool.BUILD, "examples", "spin")}' -q \\
    --stopping-criterion sample-count "$@"
"""


def recipe(words):
    """The only recipe that contains these words."""
    found, = (text for text in RECIPES if words in text)
    return found


def steps_of(script):
    """The lines of a list of steps in YAML; a step may continue on the next line."""
    return re.sub(r"\n {6}(?=\S)", " ", script).replace("    - ", "")


class RecipesTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        os.makedirs(self.path("bin"))
        os.symlink(tool.TOOL, self.path("bin/benchresult"))
        # Replaces the mail command: writes the mail to a file.
        self.write("bin/mail", f"#!/bin/sh\ncat >'{self.path('mail')}'\n")
        os.chmod(self.path("bin/mail"), 0o755)
        self.environment = dict(
            os.environ, PATH=f"{self.path('bin')}:{os.environ['PATH']}", PROGRAMS=self.directory,
            GIT_CONFIG_GLOBAL=os.devnull, GIT_AUTHOR_NAME="n", GIT_AUTHOR_EMAIL="n@example.org",
            GIT_COMMITTER_NAME="n", GIT_COMMITTER_EMAIL="n@example.org", LC_ALL="C")
        self.git("init", "-q", "-b", "main", "origin", cwd=".")
        # The file `slowdown` of a revision selects its program.
        self.write("origin/Makefile", "bench:\n\tcp \"$$PROGRAMS/$$(cat slowdown)\" bench\n"
                   ".PHONY: bench\n")
        self.write("origin/.gitignore", "bench\n")
        self.commit("origin", "0", "first")

    def run_in(self, directory, *command, status=0, **variables):
        process = subprocess.run(
            command, cwd=self.path(directory), env={**self.environment, **variables},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", timeout=1800,
            check=False)
        self.assertEqual(process.returncode, status, process.stdout)
        return process.stdout

    def git(self, *arguments, cwd="origin"):
        return self.run_in(cwd, "git", *arguments).strip()

    def commit(self, directory, slowdown, message):
        self.write(directory + "/slowdown", slowdown)
        self.git("add", "-A", cwd=directory)
        self.git("commit", "-q", "--allow-empty", "-m", message, cwd=directory)

    def draw(self, *slowdowns, seed=0):
        for slowdown in slowdowns:
            drawn.write(self.path(str(slowdown)), slowdown, seed)

    def clone(self, name, slowdown):
        self.git("clone", "-q", "origin", name, cwd=".")
        self.git("checkout", "-qb", "change", cwd=name)
        self.commit(name, str(slowdown), "change")

    def shell(self, directory, script, **keys):
        return self.run_in(directory, "sh", "-ec", script, **keys)

    def test_github(self):
        self.draw(0, 10)
        script = recipe("actions/checkout").partition("- run: |\n")[2].partition("      - if:")[0]
        for slowdown, status in ((0, 0), (10, 1)):
            self.clone("work", slowdown)
            self.shell("work", script, status=status)
            self.assertIn("<!-- benchresult -->", self.read("work/comment.md"))
            self.assertIn("<testsuites", self.read("work/gate.xml"))
            self.run_in(".", "rm", "-rf", "work", "old")

    def test_gitlab(self):
        self.draw(0, 10)
        script = recipe("merge_request_event").partition("  script:\n")[2]
        script = steps_of(script.partition("  artifacts:")[0])
        self.clone("work", 10)
        self.shell("work", script, status=1,
                   CI_MERGE_REQUEST_DIFF_BASE_SHA=self.git("rev-parse", "main"))
        self.assertIn("<!-- benchresult -->", self.read("work/comment.md"))

    def test_jenkins(self):
        self.draw(0, 10)
        self.clone("old", 0)
        self.clone("new", 10)
        self.shell(".", recipe("stage('gate')").split("'''")[1], status=1)
        self.assertIn("<testsuites", self.read("gate.xml"))

    def test_cron(self):
        self.draw(0, 10)
        self.git("clone", "-q", "origin", "project", cwd=".")
        script = recipe("git pull").replace("/srv/project", self.path("project"))
        self.write("night", script)
        self.run_in("project", "make", "-s", "bench")
        self.run_in("project", "benchresult", "gate", "--baseline", "base.json",
                    "--update-baseline", "--runs", "20", "--cmp", "./bench --jsonbin {}")
        self.run_in(".", "sh", "night")
        self.assertFalse(os.path.exists(self.path("mail")))
        self.commit("origin", "10", "slower")
        self.run_in(".", "sh", "night")
        self.assertIn("slower by more than 3 %", self.read("mail"))

    def bisect(self, seed):
        """Plants a slowdown in one of 32 commits; the recipe must find it."""
        planted = random.Random(seed).randrange(1, 33)
        for i in range(1, 33):
            self.commit("origin", "3" if i >= planted else "0", f"commit {i}")
        self.git("worktree", "add", "-q", "../good", "HEAD~32")
        self.run_in("good", "make", "-s", "bench")
        self.write("step", recipe("exit 128"))
        self.git("bisect", "start", "HEAD", "HEAD~32")
        self.git("bisect", "run", "sh", self.path("step"))
        self.assertEqual(self.git("show", "-s", "--format=%s", "bisect/bad"), f"commit {planted}")
        self.git("bisect", "reset")
        self.git("worktree", "remove", "--force", "../good")
        self.git("reset", "-q", "--hard", "HEAD~32")

    def test_bisection(self):
        self.draw(0, 3)
        self.bisect(0)

    def check_bisection_of_example(self):
        for slowdown in (0, 3):
            self.write(str(slowdown), SPIN.format(slowdown))
            os.chmod(self.path(str(slowdown)), 0o755)
        for seed in range(5):
            with self.subTest(seed=seed):
                self.bisect(seed)

    if LONG:
        test_bisection_of_example = check_bisection_of_example

    def make_bench(self):
        """A benchmark program with four states."""
        self.write("bench", f"#!/bin/sh\nexec '{program.BODIES}' {' '.join(program.QUICK)} -q "
                   "-b say -a 'N=[1:4]' \"$@\"\n")
        os.chmod(self.path("bench"), 0o755)

    def join_shards(self):
        self.shell(".", recipe("benchresult merge").removeprefix("$ "))
        states = program.json.loads(self.read("all.json"))["benchmarks"][0]["states"]
        self.assertEqual(sorted(state["axis_values"][0]["value"] for state in states),
                         ["1", "2", "3", "4"])

    def test_slurm(self):
        self.make_bench()
        self.write("shard.sh", recipe("#SBATCH"))
        for task in range(4):
            self.run_in(".", "sh", "shard.sh", SLURM_ARRAY_TASK_ID=str(task))
        self.join_shards()

    def test_parallel(self):
        self.make_bench()
        words = shlex.split(recipe("$ parallel"))[1:]
        # ':' is the local machine, without ssh.
        words[words.index("-S") + 1] = ":"
        self.run_in(".", *words)
        self.join_shards()


if __name__ == "__main__":
    unittest.main()
