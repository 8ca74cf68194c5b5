# SPDX-License-Identifier: MIT
"""The judge, and user-defined problems."""
import json
import os
import pickle
import shutil
import signal
import unittest
from array import array
from unittest import mock

from support import BUILD, ResultTest

import benchresult
from benchresult import Case, JudgeStatus, Parameter, Problem

#: As few calls as possible, without measuring the machine.
FEW = {"min_samples": 2, "max_samples": 2, "min_time": 0, "peak_flops": -1, "peak_bandwidth": -1,
       "cache_size": 1 << 20}

ADD = """
#include <stddef.h>
void solution(const float *a, const float *b, float *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}
"""

SCALE = """
#include <stddef.h>
#include <stdio.h>
void solution(const float *x, float a, float *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i] + 1;
}
"""


class Scale(Problem):
    """y = 2.5 x + 1"""

    name = "scale"
    title = "a times x plus one"
    types = ("float32", "float64")
    parameters = [Parameter("x", "input", first=-1), Parameter("a", "input", scalar=True),
                  Parameter("y", "output"), Parameter("n", "extra", type="size", scalar=True)]

    def cases(self, set, seed):
        if set == "sample":
            return [Case("n = 4", [4])]
        return [Case("n = 1000", [1000], [2.5]), Case("odd", [7 + seed % 5], check_only=True)]

    def element_count(self, case, parameter):
        return case.dims[0]

    def scalar(self, case, parameter):
        return 2.5 if parameter == "a" else case.dims[0]

    def reference(self, case, inputs, outputs):
        for i, x in enumerate(inputs["x"]):
            outputs["y"][i] = inputs["a"] * x + 1

    def tolerance(self, case, parameter):
        return 1e-5, 1e-6

    def flops(self, case):
        return 2 * case.dims[0]


class JudgeCase(ResultTest):
    """A test that compiles solutions; skipped without a compiler."""

    def setUp(self):
        super().setUp()
        if shutil.which("cc") is None:
            self.skipTest("there is no C compiler")
        libexec = os.environ.get("BENCHRESULT_LIBEXEC", os.path.join(BUILD, "libexec"))
        patch = mock.patch.dict(os.environ, BENCHRESULT_LIBEXEC=libexec)
        patch.start()
        self.addCleanup(patch.stop)

    def judge(self, problem, source, **keywords):
        return benchresult.judge(problem, self.write(source, "solution.c"), **{**FEW, **keywords})


class JudgeTest(JudgeCase):
    def test_an_accepted_solution(self):
        events = []
        judgement = self.judge("vector-addition", ADD, first_case=True, event=events.append)
        self.assertEqual((judgement.status, judgement.accepted, judgement.message),
                         (JudgeStatus.BENCHMARKED, True, ""))
        self.assertEqual((judgement.passed_tests, judgement.total_tests), (1, 1))
        self.assertGreater(judgement.average_runtime, 0)
        self.assertGreater(judgement.average_gflops, 0)
        self.assertIsNone(judgement.verification)
        self.assertIsInstance(judgement.notes, tuple)
        case, = judgement.cases
        self.assertEqual((case.status, case.samples, case.verified, case.test_id),
                         ("BENCHMARKED", 2, 2, 1))
        self.assertEqual(case.state, judgement.result["vector-addition"][0])
        self.assertEqual(len(case.state.samples), 2)
        self.assertIn(case.name, repr(case))
        self.assertIn("BENCHMARKED", repr(judgement))
        self.assertIn("vector-addition", judgement.report())
        self.assertEqual(json.loads(judgement.to_json())["status"], "BENCHMARKED")
        kinds = [event.kind for event in events]
        self.assertEqual(kinds, ["compiling", "checking", "test_result", "checked", "benchmarking",
                                 "sample", "sample", "case_result", "end"])
        self.assertEqual((events[-1].status, events[0].status, events[5].sample, events[5].name),
                         ("BENCHMARKED", None, 1, case.name))

    def test_a_verdict_is_a_result(self):
        judgements = [self.judge("vector-addition", ADD, first_case=True) for _ in range(2)]
        comparison = benchresult.compare(*(judgement.result for judgement in judgements))
        self.assertEqual(comparison[0].state, judgements[1].cases[0].state)
        path = self.path("verdict.json")
        benchresult.write(judgements[0].result, path)
        self.assertIn("vector-addition", benchresult.BenchmarkResult.from_json(path))
        again = pickle.loads(pickle.dumps(judgements[0]))
        self.assertEqual((again, again.result, again.cases[0].state), (judgements[0], None, None))

    def test_a_wrong_answer(self):
        judgement = self.judge("vector-addition", ADD.replace("+ b[i]", "- b[i]"), first_case=True)
        self.assertEqual((judgement.status, judgement.accepted, judgement.average_runtime),
                         (JudgeStatus.WRONG_ANSWER, False, None))
        found = judgement.verification
        self.assertIn(found.message, judgement.message)
        self.assertGreater(found.wrong, 0)
        self.assertNotEqual(found.first.expected, found.first.actual)
        self.assertEqual((len(found.worst), found.parameter), (5, 2))

    def test_other_verdicts(self):
        for source, keywords, status in (("int 3;", {}, "COMPILE_ERROR"),
                                         (ADD.replace("for (", "*(int *)0 = 1; for ("),
                                          {"compiler_flags": ["-O0"]}, "RUNTIME_ERROR"),
                                         (ADD, {"check_only": True, "first_case": True},
                                          "CHECKED")):
            judgement = self.judge("vector-addition", source, **keywords)
            self.assertEqual(judgement.status, status, judgement.message)
        self.assertEqual(judgement.average_gflops, None)
        judgement = self.judge("vector-addition", ADD + "\n#error nothing works\n")
        self.assertIn("nothing works", judgement.output)

    def test_options_are_checked(self):
        path = self.write(ADD, "solution.c")
        for wrong, kind in (({"backend": "tpu"}, ValueError), ({"type": "float80"}, KeyError),
                            ({"type": "int32"}, ValueError), ({"min_samples": "x"}, TypeError),
                            ({"min_samples": -1}, ValueError), ({"seed": -1}, ValueError),
                            ({"compiler_flags": "-O2"}, TypeError), ({"target_cv": -1}, ValueError),
                            ({"allow_read": "/usr"}, TypeError), ({"device": -1}, ValueError)):
            with self.subTest(wrong), self.assertRaises(kind):
                benchresult.judge("vector-addition", path, **wrong)
        with self.assertRaises(KeyError):
            benchresult.judge("vector-subtraction", path)
        with self.assertRaises(TypeError):
            benchresult.judge(3, path)
        with self.assertRaises(FileNotFoundError):
            benchresult.judge("vector-addition", self.path("nothing.c"))
        with self.assertRaises(FileNotFoundError):
            benchresult.judge("vector-addition", path, allow_read=[self.path("nothing")])

    def test_exceptions_come_out_unchanged(self):
        raised = LookupError("x")

        def fail(event):
            if event.kind == "test_result":
                raise raised

        with self.assertRaises(LookupError) as caught:
            self.judge("vector-addition", ADD, event=fail)
        self.assertIs(caught.exception, raised)

    def test_an_interrupt(self):
        self.addCleanup(signal.signal, signal.SIGINT,
                        signal.signal(signal.SIGINT, signal.default_int_handler))

        def interrupt(event):
            if event.kind == "checking":
                os.kill(os.getpid(), signal.SIGINT)

        with self.assertRaises(KeyboardInterrupt):
            self.judge("vector-addition", ADD, event=interrupt)


class OwnProblemTest(JudgeCase):
    def test_it_is_judged(self):
        judgement = self.judge(Scale(), SCALE)
        self.assertEqual((judgement.status, judgement.passed_tests), ("BENCHMARKED", 2),
                         judgement.message)
        self.assertEqual([(case.name, case.status) for case in judgement.cases],
                         [("n = 1000", "BENCHMARKED"), ("odd", "CHECKED")])
        self.assertAlmostEqual(judgement.cases[0].gflops * judgement.cases[0].runtime, 2e-6)
        double = SCALE.replace("float", "double")
        self.assertTrue(self.judge(Scale(), double, type="float64", check_only=True).accepted)

    def test_a_wrong_answer(self):
        judgement = self.judge(Scale(), SCALE.replace("+ 1", "+ (i + 1 < n)"))
        self.assertEqual(judgement.status, JudgeStatus.WRONG_ANSWER)
        self.assertEqual((judgement.verification.wrong, judgement.verification.first.index),
                         (1, 999))

    def test_the_sample_case(self):
        judgement = self.judge(Scale(), SCALE.replace("for", 'puts("hello"); fflush(stdout); for'),
                               sample_case=True)
        self.assertEqual((judgement.status, judgement.output), ("CHECKED", "hello\n"))

    def test_arrays_of_all_types(self):
        """The problem fills the arrays. Without a tolerance, all elements must be equal."""
        class Copy(Problem):
            name, title = "copy", "the same"
            types = ("float32", "float64", "float16", "int32", "uint8", "uint32", "uint64", "size")
            parameters = [Parameter("x", "input", distribution="integers", second=5),
                          Parameter("y", "output"),
                          Parameter("sizes", "extra", type="size")]

            def cases(self, set, seed):
                cases = [Case("three", [3]), Case("none", [0], check_only=True)]
                return cases[:1] if set == "sample" else cases

            def element_count(self, case, parameter):
                return case.dims[0] if parameter != "sizes" else 1

            def fill(self, case, parameter, seed, elements):
                for i in range(len(elements)):
                    elements[i] = 3 + i if parameter == "x" else case.dims[0]
                return True

            def reference(self, case, inputs, outputs):
                outputs["y"][:] = inputs["x"]
                if case.dims[0]:
                    kept.append((case.type, inputs["x"].readonly, inputs["x"].tolist()))
                    views.append(inputs["x"])

        kept, views = [], []
        source = """
        #include <stddef.h>
        #include <string.h>
        void solution(const ELEMENT *x, ELEMENT *y, const size_t *sizes)
        {
            memcpy(y, x, sizes[0] * sizeof(*x));
        }
        """
        elements = {"float64": "double", "float16": "unsigned short", "int32": "int",
                    "uint8": "unsigned char", "size": "size_t"}
        for name, element in elements.items():
            judgement = self.judge(Copy(), source.replace("ELEMENT", element), type=name,
                                   check_only=True)
            self.assertEqual(judgement.status, "CHECKED", judgement.message)
            self.assertEqual(kept[-1], (name, True, [3, 4, 5]))
        with self.assertRaises(ValueError):
            views[0][0]

    def test_exceptions_come_out_unchanged(self):
        raised = LookupError("x")

        def fail(*arguments):
            raise raised

        for method in ("cases", "element_count", "scalar", "reference", "tolerance", "verify",
                       "flops", "bytes", "fill"):
            problem = type("Failing", (Scale,), {method: fail})()
            with self.subTest(method), self.assertRaises(LookupError) as caught:
                self.judge(problem, SCALE)
            self.assertIs(caught.exception, raised)

    def test_problem_with_its_own_verification(self):
        """The order of equal numbers does not matter."""
        class Sorted(Scale):
            name, title = "order", "the indices of a sorted array"
            types = ("int32",)
            parameters = [Parameter("x", "input", type="float32", distribution="integers",
                                    second=3),
                          Parameter("order", "output"),
                          Parameter("n", "extra", type="size", scalar=True)]

            def reference(self, case, inputs, outputs):
                x = inputs["x"]
                outputs["order"][:] = array("i", sorted(range(len(x)), key=x.__getitem__))

            def verify(self, case, parameter, inputs, expected, actual):
                given.append((case.name, parameter, list(inputs), expected.readonly,
                              actual.readonly))
                if sorted(actual) != list(range(case.dims[0])):
                    return "is no permutation"
                x = inputs["x"]
                return [i for i in range(len(x)) if x[actual[i]] != x[expected[i]]]

        given = []
        source = """
        #include <stddef.h>
        void solution(const float *x, int *order, size_t n)
        {
            size_t count = 0;
            for (int value = 0; value <= 3; value++)
                for (size_t i = n; i-- > 0;)
                    if (x[i] == value)
                        order[count++] = (int)i;
            CHANGE
        }
        """
        judgement = self.judge(Sorted(), source.replace("CHANGE", ""))
        self.assertTrue(judgement.accepted, judgement.message)
        self.assertIn(("n = 1000", "order", ["x"], True, True), given)
        judgement = self.judge(Sorted(), source.replace("CHANGE", "order[0] = order[1];"))
        self.assertEqual(judgement.status, "WRONG_ANSWER")
        self.assertTrue(judgement.message.endswith(": is no permutation"), judgement.message)
        self.assertEqual((judgement.verification.wrong, judgement.verification.parameter),
                         (1000, 1))
        swap = "int last = order[n - 1]; order[n - 1] = order[1]; order[1] = last;"
        judgement = self.judge(Sorted(), source.replace("CHANGE", swap))
        found = judgement.verification
        self.assertEqual((found.count, found.wrong, found.first.index, found.worst[1].index),
                         (1000, 2, 1, 999))
        self.assertIn(f"order[1] is {found.first.actual:.0f}, expected {found.first.expected:.0f} "
                      "(2 of 1000 elements are wrong)", judgement.message)

    def test_what_verify_returns(self):
        for returned, message in ((None, ""), ([], ""), (iter(()), ""),
                                  ({3, 2}, "y[2] is "), ("€" * 200, "€" * 85)):
            problem = type("Own", (Scale,), {"verify": lambda *_, returned=returned: returned})()
            judgement = self.judge(problem, SCALE, check_only=True, first_case=True)
            self.assertEqual(judgement.accepted, message == "", returned)
            self.assertIn(message, judgement.message)
        self.assertEqual(len(judgement.verification.message), 85)
        for returned, kind in (([1000], ValueError), ([-1], ValueError), (["x"], TypeError),
                               (True, TypeError), ("a\0b", ValueError)):
            problem = type("Own", (Scale,), {"verify": lambda *_, returned=returned: returned})()
            with self.subTest(returned), self.assertRaises(kind):
                self.judge(problem, SCALE)

    def test_verify_of_half_precision(self):
        class Halves(Scale):
            name, title, types = "halves", "x", ("float16",)
            parameters = [Parameter("x", "input"), Parameter("y", "output"),
                          Parameter("n", "extra", type="size", scalar=True)]

            def reference(self, case, inputs, outputs):
                outputs["y"][:] = array("H", [0x3e00] * case.dims[0])

            def verify(self, case, parameter, inputs, expected, actual):
                return [i for i, (x, y) in enumerate(zip(expected, actual)) if x != y]

        judgement = self.judge(Halves(), """
        #include <stddef.h>
        void solution(const unsigned short *x, unsigned short *y, size_t n)
        {
            for (size_t i = 0; i < n; i++)
                y[i] = i == 7 ? 0xc000 : 0x3e00;
        }
        """, first_case=True)
        self.assertEqual((judgement.verification.first.expected,
                          judgement.verification.first.actual), (1.5, -2.0))
        self.assertIn("y[7] is -2, expected 1.5 (1 of 1000 elements is wrong)", judgement.message)

    def test_mistakes(self):
        for facts, kind in (({"name": "a b"}, ValueError), ({"parameters": []}, ValueError),
                            ({"types": ("float80",)}, KeyError), ({"time_limit": -1}, ValueError),
                            ({"parameters": [Parameter("x", "wrong")]}, ValueError),
                            ({"parameters": [Parameter("x", "input", distribution="z")]},
                             ValueError),
                            ({"cases": lambda *_: [Case("x" * 99)]}, ValueError),
                            ({"cases": lambda *_: [Case("x", range(9))]}, ValueError),
                            ({"cases": lambda *_: [Case("x", [-1])]}, ValueError),
                            ({"element_count": lambda *_: -1}, ValueError),
                            ({"element_count": lambda *_: "x"}, TypeError)):
            with self.subTest(facts), self.assertRaises(kind):
                self.judge(type("Wrong", (Scale,), facts)(), SCALE)
        with self.assertRaises((NotImplementedError, AttributeError)):
            self.judge(Problem(), SCALE)


class StarterTest(ResultTest):
    def test_problems(self):
        found = benchresult.problems()
        self.assertEqual(found["relu"], "max(x, 0)")
        self.assertGreaterEqual(len(found), 12)

    def test_starters(self):
        self.assertIn("float a, float* y, size_t n", benchresult.starter(Scale()))
        self.assertIn("double a", benchresult.prototype(Scale(), type="float64"))
        for language, part in (("c", "<stddef.h>"), ("c++", 'extern "C"'), ("cxx", 'extern "C"'),
                               ("cuda", "cuda_runtime.h")):
            self.assertIn(part, benchresult.starter("relu", language))
        with self.assertRaises(ValueError):
            benchresult.starter("relu", "fortran")
        with self.assertRaises(ValueError):
            benchresult.starter("relu", type="int32")
        with self.assertRaises(KeyError):
            benchresult.starter("gelu6")


if __name__ == "__main__":
    unittest.main()
