# SPDX-License-Identifier: MIT
"""Benchmarks with axes as keywords, and states in separate processes."""
import os
import unittest

from support import ResultTest

import benchresult as br
from benchresult import bench

PROGRAM = """
import os, sys
import benchresult as br

@br.benchmark(Elements=[4, 8], Order=["up", "down"])
@br.bench.option.stopping_criterion("sample-count")
@br.bench.option.criterion_param_int64("target-samples", 12)
def order(state, Elements, Order):
    if Order == "down" and Elements == 8:
        state.skip("not down")
    state.add_element_count(Elements, "Items")
    state.add_summary("process", os.getpid())
    state.add_summary("hash", hash("text"))
    state.add_summary("settings", f"{state.get_timeout()} {state.get_min_samples()}")
    data = list(range(Elements))
    return lambda: sorted(data)

@br.bench.register()
@br.bench.axis.power_of_two("P", [3])
@br.bench.axis.float64("F", [0.5])
@br.bench.option.is_cpu_only()
def fails(state):
    raise LookupError(state.get_axis_values())

if __name__ == "__main__":
    br.main(processes=2)
"""


class BenchmarksTest(ResultTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(bench._benchmarks.clear)
        bench._benchmarks.clear()

    def run_main(self, *options, **keywords):
        path = self.path("out.json")
        br.main(["program", "-q", "--run-once", *options, "--jsonbin", path], **keywords)
        return br.BenchmarkResult.from_json(path)

    def test_axes_by_name(self):
        seen = []

        @br.benchmark(N=range(1, 3), F=[1, 0.5], S=("a",), name="mine")
        def body(N, F, S):
            seen.append((N, F, S))
            return lambda: seen.append(None)

        @br.benchmark(N=[1])
        def other(state, **axes):
            seen.append(axes)
            state.exec(lambda launch: None)

        result = self.run_main()
        self.assertEqual(seen[::2], [(1, 1.0, "a"), (2, 1.0, "a"), (1, 0.5, "a"), (2, 0.5, "a"),
                                     {"N": 1}])
        self.assertEqual([state.name() for state in result["mine"]][:2],
                         ["N=1 F=1 S=a", "N=2 F=1 S=a"])
        self.assertFalse(any(state.is_skipped for state in result["mine"]))

    def test_declarations_are_refused(self):
        for axes, words in (({"N": [True]}, "type bool"), ({"N": [1, "a"]}, "int, str"),
                            ({"M": [1]}, "the parameter 'N'")):
            with self.subTest(axes), self.assertRaisesRegex(TypeError, words):
                @br.benchmark(**axes)
                def body(N):
                    pass

    def test_states_in_processes(self):
        script = self.write(PROGRAM, "program.py")
        output = self.path("out.json")
        code = ("import runpy, sys; sys.argv = sys.argv[1:]; import types\n"
                "main = sys.modules['__main__']; main.__file__ = sys.argv[0]; main.__spec__ = None\n"
                "exec(compile(open(sys.argv[0]).read(), sys.argv[0], 'exec'), vars(main))")
        status, text = self.run_python(code, script, "--timeout", "7", "--jsonbin", output,
                                       PYTHONHASHSEED="random")
        self.assertEqual(status, 0, text)
        result = br.BenchmarkResult.from_json(output)
        states = list(result["order"])
        self.assertEqual([state.run for state in states], [0] * 4 + [1] * 4)
        names = [state.name() for state in states]
        self.assertEqual(names[:4], names[4:])
        self.assertEqual([state.is_skipped for state in states], [False, False, False, True] * 2)
        self.assertEqual(states[3].skip_reason, "not down")
        measured = [state for state in states if not state.is_skipped]
        for name, count in (("process", 8), ("hash", 8)):
            self.assertEqual(len({state.summaries[f"nv/python/{name}"].value for state in states}),
                             count)
        for state in measured:
            self.assertEqual(len(state.samples), 12)
            self.assertEqual(state.summaries["nv/python/settings"].value, "7.0 10")
            self.assertIn("nv/cpu_only/bw/item_rate", state.summaries)
        self.assertIn("LookupError: {'P': 8, 'F': 0.5}", result["fails"][0].skip_reason)
        self.assertIn("| order | Elements=4 Order=up | 2 |", text)
        self.assertEqual(br.BenchmarkResult.from_json(output).keys(), result.keys())

    def test_functions_that_cannot_travel(self):
        def closure(state):
            pass

        for function, words in ((closure, "defined inside of a function"),
                                (os.path.join, "another object"), (repr, None)):
            bench._benchmarks.clear()
            bench.register(function).set_is_cpu_only(True)
            if words is None:
                self.assertEqual(len(self.run_main(processes=1)), 1)
                continue
            function.__qualname__, kept = (function.__qualname__ if function is closure
                                           else "gone"), function.__qualname__
            try:
                with self.assertRaisesRegex(bench.NVBenchRuntimeError, words):
                    self.run_main(processes=2)
            finally:
                function.__qualname__ = kept
        for wrong, kind in ((0, ValueError), ("2", TypeError)):
            with self.assertRaises(kind):
                self.run_main(processes=wrong)

    def test_a_program_needs_a_main_guard(self):
        script = self.write(PROGRAM.replace('if __name__ == "__main__":', "if True:"), "program.py")
        code = ("import sys; sys.argv = sys.argv[1:]\n"
                "main = sys.modules['__main__']; main.__file__ = sys.argv[0]; main.__spec__ = None\n"
                "exec(compile(open(sys.argv[0]).read(), sys.argv[0], 'exec'), vars(main))")
        status, text = self.run_python(code, script, "-b", "order")
        self.assertEqual(status, 0, text)
        self.assertIn("needs a main guard", text)


if __name__ == "__main__":
    unittest.main()
