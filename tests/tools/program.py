# SPDX-License-Identifier: MIT
"""Shared by the tests of benchmark programs: runs tests/harness/programs/bodies.c."""
import json
import os
import signal
import subprocess

import tool

PROGRAMS = os.environ.get("BRES_TEST_PROGRAMS", os.path.join(tool.BUILD, "test", "programs"))
BODIES = os.path.join(PROGRAMS, "bodies")
QUICK = ["--stopping-criterion", "sample-count", "--target-samples", "3", "--min-samples", "3"]
# A crash must end the program by its signal: sanitizers must not handle it.
ENVIRONMENT = dict(os.environ, TERM="dumb", ASAN_OPTIONS=":".join(
    [os.environ.get("ASAN_OPTIONS", ""), "handle_segv=0", "handle_abort=0",
     "use_sigaltstack=0"]).lstrip(":"))
ENVIRONMENT.pop("NVBENCH_COLOR", None)


def listen_to_signals():
    """Resets signals to their defaults: the caller may ignore them, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


class ProgramTest(tool.ToolTest):
    def start(self, *arguments, env=(), **keys):
        """Starts the program in the directory of the test, with pipes as its streams."""
        keys.setdefault("preexec_fn", listen_to_signals)
        process = subprocess.Popen(
            [BODIES, *QUICK, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding="utf-8", env={**ENVIRONMENT, **dict(env)},
            cwd=self.directory, **keys)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()

    def run_program(self, *arguments, **keys):
        """Runs the program to its end; returns status, output and messages."""
        process = self.start(*arguments, **keys)
        output, messages = process.communicate(timeout=60)
        return process.returncode, output, messages

    def measured(self, *arguments, **keys):
        """Expects success; returns the log."""
        status, output, messages = self.run_program(*arguments, **keys)
        self.assertEqual(status, 0, output + messages)
        return messages

    def refused_by_program(self, *arguments, **keys):
        """Expects status 2 and that nothing was run; returns the message."""
        status, output, messages = self.run_program(*arguments, **keys)
        self.assertEqual(status, 2, output + messages)
        self.assertNotIn("Run:", messages)
        self.assertRegex(messages, r"(?m)^bodies: .+")
        return messages

    def load(self, name):
        return json.loads(self.read(name))

    def states(self, name):
        """(benchmark, name, run, skip reason) of each state."""
        return [(bench["name"], state["name"], state.get("run", 0), state.get("skip_reason"))
                for bench in self.load(name)["benchmarks"] for state in bench["states"]]

    def summary(self, name):
        """(benchmark, state) for each state in the JSON summary of a result or journal."""
        return [(bench["name"], state) for bench in json.loads(
            self.done("summary", "--format", "json", self.path(name)))["benchmarks"]
                for state in bench["states"]]
