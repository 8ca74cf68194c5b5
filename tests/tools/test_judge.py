#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""benchresult judge: accepted and refused solutions, outputs, and cleanup."""
import json
import os
import re
import signal
import subprocess
import time
import unittest

import tool

HONEST = os.path.join(tool.ROOT, "tests", "judge", "solutions", "honest")
SOLUTIONS = os.path.join(tool.BUILD, "solutions")
DRIVER = os.path.join(tool.BUILD, "test", "fakecuda", "libcuda.so.1")
# The number of elements in the output of each problem, as a C expression.
ELEMENTS = {
    "conv-1d": "N", "conv-2d": "H * W", "cumsum": "N", "gelu": "n * m", "histogram": "num_bins",
    "layer-norm": "B * F * D1 * D2", "leaky-relu": "n * m", "matrix-multiplication": "m * n",
    "matrix-vector": "m", "relu": "n * m", "softmax": "elements(shape, ndim)",
    "vector-addition": "n",
}
QUICK = ("--first", "--max-samples", "8", "--min-time", "0", "--cache-size", "1M",
         "--peak-flops", "0", "--peak-bandwidth", "0")
# The slow and wrong solutions include the sources of honest solutions.
INCLUDING = ("--allow-read", HONEST)
ADD = os.path.join(HONEST, "vector-addition.c")
ATTEMPTS = 5


def listen_to_signals():
    """Resets signals to their defaults: the caller may ignore them, and children inherit that."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def wait_until(holds):
    """Whether `holds` becomes true within 30 s; only a failure takes longer."""
    deadline = time.monotonic() + 30
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


class JudgeTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.temporary = self.path("temporary")
        self.home = self.path("home")
        os.mkdir(self.temporary)
        self.environment = dict(os.environ, TMPDIR=self.temporary, HOME=self.home)
        self.addCleanup(self.expect_nothing_left)

    def processes(self):
        """The processes that this test started: HOME in their environment identifies them."""
        found = []
        for entry in os.listdir("/proc"):
            try:
                with open(f"/proc/{entry}/environ", "rb") as file:
                    if f"HOME={self.home}\0".encode() in file.read():
                        found.append(entry)
            except OSError:
                pass
        return found

    def expect_nothing_left(self):
        self.assertTrue(wait_until(lambda: not self.processes()), self.processes())
        self.assertTrue(wait_until(lambda: not os.listdir(self.temporary)))

    def start(self, *arguments):
        return subprocess.Popen(
            [tool.TOOL, "judge", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, encoding="utf-8", env=self.environment,
            preexec_fn=listen_to_signals)

    def judge(self, *arguments):
        """Runs the judge to its end; returns status, output and messages."""
        process = self.start(*arguments)
        output, messages = process.communicate(timeout=120)
        return process.returncode, output, messages

    def verdict(self, *arguments, status):
        """Expects an exit status; returns the events and the verdict."""
        got, output, messages = self.judge("--format", "json", *arguments)
        self.assertEqual(got, status, output + messages)
        *events, verdict = [json.loads(line) for line in output.splitlines()]
        return events, verdict


class ProblemTest(JudgeTest):
    """Each problem of the library."""

    def measure(self, problem, source, name):
        result = self.path(name)
        status, output, messages = self.judge(
            "--problem", problem, *QUICK, *INCLUDING, "--min-samples", "10", "--max-samples", "12",
            "--jsonbin", result, source)
        self.assertEqual(status, 0, output + messages)
        return result

    def compare(self, problem):
        slow = self.wrap(problem, "slow.c", "for (volatile int i = 0; i < 4; i++) HONEST;")
        fast = os.path.join(HONEST, problem + ".c")
        return self.run_tool("compare", self.measure(problem, slow, "slow.json"),
                             self.measure(problem, fast, "fast.json")).stdout

    def wrap(self, problem, name, body):
        """A source with this body: HONEST calls the honest solution, LAST is the last element of
        its output, COUNT the number of elements."""
        prototype = self.done("judge", "--problem", problem, "--prototype", "c")
        signature = re.search(r"void solution\((.*)\);", prototype).group(1)
        names = [re.search(r"(\w+)$", word).group(1) for word in signature.split(", ")]
        output = re.search(r"(?:^|, )(?!const )\w+\* (\w+)", signature).group(1)
        return self.write(name, f"""
#include "solution.h"
#define solution honest
#include "{HONEST}/{problem}.c"
#undef solution
static inline size_t elements(const size_t *shape, size_t ndim)
{{
    size_t count = 1;
    for (size_t i = 0; i < ndim; i++)
        count *= shape[i];
    return count;
}}
#define HONEST honest({", ".join(names)})
#define COUNT (size_t)({ELEMENTS[problem]})
#define LAST {output}[COUNT - 1]
void solution({signature})
{{
    {body}
}}
""")

    def test_list(self):
        listed = self.done("judge", "--list")
        self.assertEqual(sorted(line.split()[0] for line in listed.splitlines()
                                if not line.startswith(" ")), sorted(ELEMENTS))
        self.assertLessEqual(max(len(line) for line in listed.splitlines()), 80)

    def test_faster_is_reported_faster(self):
        for problem in ELEMENTS:
            with self.subTest(problem):
                reports = []
                while not reports or ("FAST" not in reports[-1] and len(reports) < ATTEMPTS):
                    reports.append(self.compare(problem))
                self.assertIn("FAST", reports[-1])

    def test_wrong_last_element_is_named(self):
        for problem in ELEMENTS:
            with self.subTest(problem):
                source = self.wrap(problem, "wrong.c", "HONEST; if (COUNT > 0) LAST += 1000;")
                _, verdict = self.verdict("--problem", problem, *INCLUDING, "--check", "--first",
                                          source, status=1)
                self.assertEqual(verdict["status"], "WRONG_ANSWER")
                found = verdict["debug_info"]
                self.assertEqual(found["wrong"], "1")
                last = str(int(found["count"]) - 1)
                self.assertEqual(found["first"]["index"], last)
                self.assertIn(last, verdict["message"])

    def test_starter_compiles_and_does_nothing(self):
        for language, name in (("c", "starter.c"), ("c++", "starter.cpp")):
            for problem in ELEMENTS:
                with self.subTest(problem, language=language):
                    source = self.write(name, self.done("judge", "--problem", problem, "--starter",
                                                        language))
                    _, verdict = self.verdict("--problem", problem, "--check", "--first", source,
                                              status=1)
                    self.assertEqual(verdict["status"], "WRONG_ANSWER")
                    self.assertRegex(verdict["message"],
                                     r"(\d+) of the \1 elements of '\w+' were not written")


class VerdictTest(JudgeTest):
    """The content and the wording of verdicts."""

    def on_device(self, library, status):
        self.environment.update(BENCHRESULT_CUDA_LIBRARY=library, FAKE_CUDA_DEVICES="1")
        got, output, messages = self.judge("--problem", "vector-addition", *QUICK, "--backend",
                                           "cuda", "--format", "json", "--jsonbin",
                                           self.path("device.json"),
                                           os.path.join(SOLUTIONS, "add_on_device.so"))
        self.assertEqual(got, status, output + messages)
        return output, messages

    def test_on_a_device(self):
        output, _ = self.on_device(DRIVER, 0)
        self.assertIn('"backend":"cuda"', output)
        result = json.loads(self.read("device.json"))
        self.assertEqual(len(result["devices"]), 1)
        self.assertIn("vector-addition", self.done("summary", self.path("device.json")))

    def test_without_a_device(self):
        output, messages = self.on_device("/nonexistent/libcuda.so.1", 2)
        self.assertNotIn('"accepted"', output)
        self.assertIn("/nonexistent/libcuda.so.1", messages)

    def failed(self, source, *arguments, name="solution.c"):
        _, verdict = self.verdict("--problem", "vector-addition", *QUICK, *arguments,
                                  self.write(name, source), status=1)
        self.assertFalse(verdict["accepted"])
        return verdict

    def test_report(self):
        status, output, messages = self.judge("--problem", "vector-addition", *QUICK, ADD)
        self.assertEqual((status, messages), (0, ""))
        self.assertTrue(output.startswith("# vector-addition: BENCHMARKED\n\n"), output)
        self.assertLessEqual(max(len(line) for line in output.splitlines()
                                 if line.startswith("|")), 80)

    def test_events(self):
        events, verdict = self.verdict("--problem", "vector-addition", *QUICK, ADD, status=0)
        kinds = [event["status"] for event in events]
        self.assertEqual([kind for kind in kinds if kind != "SAMPLE"],
                         ["COMPILING", "CHECKING", "TEST_RESULT", "CHECKED", "BENCHMARKING",
                          "BENCHMARK_RESULT", "BENCHMARKED"])
        self.assertEqual(kinds.count("SAMPLE"), len(verdict["test_results"][0]["samples_ms"]))
        self.assertEqual(events[-1]["avg_runtime_ms"], verdict["avg_runtime_ms"])
        self.assertTrue(verdict["accepted"])
        self.assertRegex(verdict["compiler"], r"^cc -O2 -shared -fPIC .*vector-addition\.c")

    def test_seed_repeats_what_was_drawn(self):
        runs = [self.verdict("--problem", "vector-addition", *QUICK, "--seed", "18446744073709551615",
                             ADD, status=0)[1] for _ in range(2)]
        self.assertEqual([run["seed"] for run in runs], ["18446744073709551615"] * 2)
        self.assertEqual(*[run["test_results"][0]["warm_ups"] for run in runs])

    def test_first_and_last_are_verified(self):
        _, verdict = self.verdict("--problem", "vector-addition", *QUICK, "--min-samples", "8",
                                  "--verify", "0", ADD, status=0)
        self.assertEqual(verdict["test_results"][0]["verified"], 2)

    def test_sample(self):
        _, verdict = self.verdict("--problem", "vector-addition", "--sample", ADD, status=0)
        self.assertEqual(verdict["status"], "CHECKED")
        self.assertIn("no_written_files", verdict["sandbox"])
        self.assertIn("confined_reading", verdict["sandbox"])
        arrays = {array["name"]: array for array in verdict["sample"]}
        self.assertEqual(arrays["d_output"]["actual"], arrays["d_output"]["expected"])
        self.assertEqual(len(arrays["d_input1"]["value"]), arrays["n"]["value"][0])

    def test_compile_errors(self):
        for source, message in (
                ("void solution(float *a) { }", "has 1 parameter, but problem"),
                ("void other(float *a) { }", "does not define a function 'solution'"),
                ("void solution(int a, int b, int c, int d) { nothing; }", "'?nothing'?"),
                ('#include "solution.h"\nvoid solution(int a, int b, int c, int d) { }',
                 "conflicting types")):
            with self.subTest(message):
                verdict = self.failed(source)
                self.assertEqual(verdict["status"], "COMPILE_ERROR")
                self.assertRegex(verdict["message"], message)

    def test_header_beside_the_solution(self):
        """Its directory must be allowed, and the verdict names the directory."""
        with open(ADD, encoding="utf-8") as file:
            source = file.read()
        os.mkdir(self.path("-own"))
        with open(self.path("-own/own.h"), "w", encoding="utf-8") as file:
            file.write("#define OWN 1\n")
        with open(self.path("-own/add.c"), "w", encoding="utf-8") as file:
            file.write('#include "own.h"\n' + source)
        arguments = ("--problem", "vector-addition", "--sample", self.path("-own/add.c"))
        _, verdict = self.verdict(*arguments, status=1)
        self.assertIn("own.h: Permission denied", verdict["message"])
        _, verdict = self.verdict("--allow-read", self.path("-own"), *arguments, status=0)
        self.assertEqual(verdict["allow_read"], [self.path("-own")])
        self.assertIn(f"the solution was allowed to read '{self.path('-own')}'", verdict["notes"])

    def test_names_that_are_no_options(self):
        """After '--', a name that looks like an option or an option file names a source."""
        with open(ADD, encoding="utf-8") as file:
            source = file.read()
        os.mkdir(self.path("sources"))
        for name in ("-add.c", "@add.c", "a 'b\n\x1b[31m.c"):
            with self.subTest(name), open(os.path.join(self.path("sources"), name), "w",
                                          encoding="utf-8") as file:
                file.write(source)
                file.close()
                process = subprocess.run(
                    [tool.TOOL, "judge", "--problem", "vector-addition", "--first", "--check",
                     "--format", "json", "--", name], cwd=self.path("sources"), timeout=120,
                    env=self.environment, capture_output=True, encoding="utf-8", check=False)
                self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_messages_of_the_compiler_are_kept(self):
        verdict = self.failed("void solution(int a, int b, int c, int d) { nothing; }")
        self.assertIn("nothing", verdict["output"])

    def test_compiler_that_does_not_end(self):
        compiler = self.write("compiler", "#!/bin/sh\nexec sleep 1000\n")
        os.chmod(compiler, 0o755)
        verdict = self.failed("void solution(int a, int b, int c, int d) { }", "--compiler",
                              compiler, "--compile-time-limit", "0.1")
        self.assertEqual(verdict["status"], "COMPILE_ERROR")
        self.assertIn("the compiler exceeded its time limit of 0.1 s", verdict["message"])

    def test_failures_have_their_names(self):
        head = "#include <stdlib.h>\n#include <stddef.h>\n"
        begin = ("void solution(const float *a, const float *b, float *c, size_t n)\n{\n"
                 "    for (size_t i = 0; i < n; i++)\n        c[i] = a[i] + b[i];\n")
        for status, body in (
                ("RUNTIME_ERROR", "_Exit(0);"),
                ("INPUT_MODIFIED", "((float *)a)[n / 2] += 1;"),
                ("GUARD_VIOLATION", "c[n] = 1;"),
                ("TIME_LIMIT_EXCEEDED", "for (;;) ;")):
            with self.subTest(status):
                verdict = self.failed(head + begin + body + "}\n", "--time-limit", "2")
                self.assertEqual(verdict["status"], status, verdict["message"])
                self.assertEqual((verdict["passed_tests"], verdict["total_tests"]), (0, 1))

    def test_result_of_a_failure_has_no_times(self):
        result = self.path("failed.json")
        self.failed("#include <stddef.h>\nvoid solution(const float *a, const float *b, float *c, "
                    "size_t n) { }", "--json", result)
        state = json.loads(self.read("failed.json"))["benchmarks"][0]["states"][0]
        self.assertTrue(state["is_skipped"])
        self.assertIn("were not written", state["skip_reason"])
        self.assertEqual(self.run_tool("summary", result).returncode, 0)

    def test_refusals(self):
        for arguments, message in (
                ((), "no --problem given"),
                (("--problem", "relu"), "no FILE given"),
                (("--problem", "relu", "a.c", "b.c"), "one FILE"),
                (("--problem", "rely", "a.c"), "relu"),
                (("--problem", "relu", "/nonexistent/a.c"), "/nonexistent/a.c"),
                (("--problem", "relu", "/nonexistent/a.so"), "/nonexistent/a.so"),
                (("--problem", "relu", "a.txt"), "unknown file type"),
                (("--problem", "relu", "--type", "int32", "a.c"), "int32"),
                (("--problem", "relu", "--type", "real", "a.c"), "real"),
                (("--problem", "relu", "--min-samples", "9", "--max-samples", "8", "a.c"),
                 "max_samples is 8 (expected at least min_samples, 9)"),
                (("--problem", "relu", "--memory-limit", "4X", "a.c"), "number of bytes"),
                (("--problem", "relu", "--verify", "2", "a.c"), "option '--verify': '2' is out of range"),
                (("--problem", "relu", "--starter", "fortran"), "fortran"),
                (("--problem", "relu", "--compiler", "/nonexistent/cc",
                  os.path.join(HONEST, "relu.c")), "/nonexistent/cc")):
            with self.subTest(arguments):
                status, output, messages = self.judge(*arguments)
                self.assertEqual((status, output), (2, ""), messages)
                self.assertIn(message, messages)

    def test_verdict_comes_before_a_result_that_cannot_be_written(self):
        status, output, messages = self.judge(
            "--problem", "vector-addition", *QUICK, "--json",
            self.write("file", "") + "/result.json", os.path.join(HONEST, "vector-addition.c"))
        self.assertEqual(status, 2, messages)
        self.assertIn("BENCHMARKED", output)
        self.assertIn("file/result.json", messages)


class LeftoverTest(JudgeTest):
    """The judge leaves nothing behind when it is interrupted or killed."""

    def begin(self, *arguments, until):
        """Starts the judge and waits until it reports an event."""
        process = self.start("--problem", "vector-addition", "--format", "json", *arguments)
        self.addCleanup(process.communicate)
        for line in process.stdout:
            if json.loads(line)["status"] == until:
                return process
        self.fail(process.stderr.read())

    def test_signals(self):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(number):
                process = self.begin(ADD, until="SAMPLE")
                process.send_signal(number)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, status)

    def test_killed_while_it_times(self):
        process = self.begin(ADD, until="SAMPLE")
        process.kill()
        process.wait()

    def test_killed_while_it_compiles(self):
        compiler = self.write("compiler", "#!/bin/sh\n: >$TMPDIR/kept\nsleep 1000\n")
        os.chmod(compiler, 0o755)
        process = self.begin("--compiler", compiler, ADD, until="COMPILING")
        self.assertTrue(wait_until(lambda: any("kept" in files for _, _, files in
                                               os.walk(self.temporary))))
        process.kill()
        process.wait()


if __name__ == "__main__":
    unittest.main()
