# SPDX-License-Identifier: MIT
"""Code that the tests share. They use the package in the source tree."""
import array
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(HERE)
ROOT = os.path.dirname(os.path.dirname(PACKAGE))
BUILD = os.environ.get("BRES_TEST_BUILD_DIR", os.path.join(ROOT, "build"))
DATA = os.path.join(ROOT, "examples", "data")
sys.path.insert(0, PACKAGE)

from benchresult import results  # noqa: E402

TIMES = "nv/json/bin:nv/cold/sample_times"
RATES = "nv/json/freqs-bin:nv/cold/sample_freqs"
UTILIZATION = "nv/cold/bw/global/utilization"


def summary(tag, *entries, **texts):
    """A summary with (name, type, value) entries."""
    data = [dict(zip(("name", "type", "value"), entry)) for entry in entries]
    return {"tag": tag, **texts, **({"data": data} if data else {})}


def sidecar(tag, filename, size):
    return summary(tag, ("filename", "string", filename), ("size", "int64", str(size)))


def axis(name, *values, type="int64", flags=""):
    """An axis with (input string, value) pairs."""
    return {"name": name, "type": type, "flags": flags,
            "values": [{"input_string": text, "description": "", "value": value}
                       for text, value in values]}


def state(name="s", *summaries, **members):
    return {"name": name, "summaries": list(summaries), "is_skipped": False, **members}


def value(name, value, type="int64"):
    return {"name": name, "type": type, "value": value}


def bench(name="b", *states, **members):
    return {"name": name, "devices": [0], "axes": [], "states": list(states), **members}


def document(*benches, **members):
    return {"devices": [{"id": 0, "name": "GPU"}], "benchmarks": list(benches), **members}


#: Texts about ctypes or C. No message to a caller of the package may contain them.
INTERNALS = ("c_void_p", "ctypes", "argument 1:", "bres_", "NoneType' object has no", "c_char_p",
             "expected LP_", "incompatible types", "byref", "an integer is required",
             "has no attribute '_")


def is_refusal(error, is_nvbench=False):
    """Whether an exception follows the rule of `benchresult.errors`; with `is_nvbench`, that of
    benchmark programs."""
    from benchresult import errors

    if any(part in str(error) for part in INTERNALS):
        return False
    if isinstance(error, errors.Error) or type(error) in (TypeError, KeyError, IndexError):
        return True
    if type(error) is ValueError and (not str(error) or "is not a valid" in str(error)):
        return True  # index() of a sequence, a value of an enumeration
    return is_nvbench and isinstance(error, (ValueError, RuntimeError))


class VirtualTime:
    """A clock that only advances by the time that functions spend, and by 1 ns for each reading."""

    def __init__(self):
        self.seconds = 0.0

    def now(self):
        self.seconds += 1e-9
        return self.seconds

    def spend(self, seconds):
        self.seconds += seconds


class ResultTest(unittest.TestCase):
    """A test with its own directory."""

    def setUp(self):
        self.directory = tempfile.mkdtemp(dir=os.environ.get("BRES_TEST_SCRATCH_DIR"))
        self.addCleanup(shutil.rmtree, self.directory)

    def path(self, *parts):
        return os.path.join(self.directory, *parts)

    def write(self, content, name="r.json"):
        """Writes a file: text, bytes, floats (as float32) or a document."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if isinstance(content, (list, tuple)):
            content = array.array("f", content).tobytes()
        elif isinstance(content, dict):
            content = json.dumps(content)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def load(self, content, **keywords):
        return results.BenchmarkResult.from_json(self.write(content), **keywords)

    def load_state(self, *summaries, axes=(), **members):
        """Loads a file with one state, and returns the state."""
        return self.load(document(bench("b", state("s", *summaries, **members),
                                        axes=list(axes))))["b"][0]

    def compile(self, source, name="object"):
        """Compiles a C source to a shared object, and opens it."""
        compiler = shutil.which("cc")
        if compiler is None:
            self.skipTest("there is no C compiler")
        path = self.path(f"lib{name}.so")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", path,
                        self.write(source, f"{name}.c")], check=True)
        return ctypes.CDLL(path)

    def run_python(self, code, *arguments, **environment):
        """Runs code in a new interpreter; returns its exit status and its output (both streams)."""
        process = subprocess.run([sys.executable, "-c", code, *arguments],
                                 env={**os.environ, "PYTHONPATH": PACKAGE, **environment},
                                 cwd=self.directory,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                 check=False)
        return process.returncode, process.stdout
