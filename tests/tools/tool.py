# SPDX-License-Identifier: MIT
"""Shared by the tests of the command: runs the command, and makes small result files."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("BRES_TEST_BUILD_DIR", os.path.join(ROOT, "build"))
TOOL = os.environ.get("BRES_TEST_TOOL", os.path.join(BUILD, "bin", "benchresult"))


def summary(tag, value, kind="float64", **keys):
    return {"tag": tag, **keys, "data": [{"name": "value", "type": kind, "value": value}]}


def state(name, axis_values=(), summaries=(), **keys):
    return {"name": name, **keys, "axis_values": [
        {"name": axis, "type": "string", "value": value} for axis, value in axis_values],
        "summaries": list(summaries)}


def document(states, name="copy", **keys):
    """One CPU-only benchmark with a string axis N."""
    axis = {"name": "N", "type": "string", "flags": "", "values": []}
    return {"devices": [], "benchmarks": [
        {"name": name, "devices": [], "axes": [axis], "states": states, **keys}]}


def mean(seconds):
    return summary("nv/cold/time/gpu/mean", str(seconds), name="GPU Time", hint="duration")


class ToolTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.directory)

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, content):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return self.path(name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def running_here(self):
        """Processes whose working directory is in the directory of the test."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{pid}/cwd").startswith(self.directory):
                    found.append(pid)
            except (FileNotFoundError, PermissionError, ProcessLookupError):
                pass
        return found

    def run_tool(self, *arguments, timeout=60, **keys):
        return subprocess.run([TOOL, *arguments], capture_output=True, encoding="utf-8",
                              timeout=timeout, check=False, **keys)

    def done(self, *arguments, **keys):
        """Runs the tool, expects success without a message, returns what it printed."""
        process = self.run_tool(*arguments, **keys)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        return process.stdout

    def refused(self, *arguments, **keys):
        """Runs the tool, expects status 2 and no output, returns the message."""
        process = self.run_tool(*arguments, **keys)
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertRegex(process.stderr, r"\Abenchresult: .+\n")
        return process.stderr
