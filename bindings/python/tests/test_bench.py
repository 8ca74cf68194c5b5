# SPDX-License-Identifier: MIT
"""Benchmark programs with the names of NVBench's module: declarations, states, measurements."""
import collections
import gc
import inspect
import os
import pickle
import signal
import unittest
import weakref

from support import ResultTest

import benchresult
import benchresult.bench as bench

THREE = ["--stopping-criterion", "sample-count", "--target-samples", "3", "--min-samples", "3"]


class BenchTest(ResultTest):
    """A test that runs only its own benchmarks, in this process."""

    def setUp(self):
        super().setUp()
        self.addCleanup(bench._benchmarks.clear)
        bench._benchmarks.clear()

    def run_bench(self, *options, program="program"):
        """Runs the benchmarks quietly; returns the result that they have written."""
        path = self.path("out.json")
        bench.run_all_benchmarks([program, "-q", *options, "--jsonbin", path])
        return benchresult.BenchmarkResult.from_json(path)

    def run_body(self, body, *options, name=None):
        """Runs one body on the CPU; returns its only state."""
        made = bench.register(body).set_is_cpu_only(True)
        if name:
            made.set_name(name)
        return self.run_bench(*options)[made.get_name()][0]


class DeclarationTest(BenchTest):
    def test_exceptions_of_the_module(self):
        self.assertIs(bench.NVBenchRuntimeError.__base__, RuntimeError)
        with self.assertRaisesRegex(RuntimeError, "Test"):
            bench._nvbench._test_cpp_exception()
        with self.assertRaisesRegex(bench.NVBenchRuntimeError, "Test"):
            bench._nvbench._test_py_exception()

    def test_classes_have_no_constructor(self):
        for kind in (bench.CudaStream, bench.State, bench.Launch, bench.Timer, bench.Benchmark):
            with self.subTest(kind), self.assertRaisesRegex(TypeError, "No constructor defined!"):
                kind()
            with self.assertRaisesRegex(TypeError, "No constructor defined!"):
                type("Sub", (kind,), {})(3)
            self.assertEqual(kind.__module__, "benchresult.bench")
        made = bench.register(print)
        with self.assertRaises(TypeError):
            pickle.dumps(made)
        with self.assertRaises(AttributeError):
            made.anything = 3
        self.assertIs(weakref.ref(made)(), made)

    def test_docstrings(self):
        for thing in (bench, bench.register, bench.run_all_benchmarks, bench.axis, bench.option):
            self.assertTrue(inspect.getdoc(thing), thing)
        for holder in (bench.axis, bench.option, bench.State, bench.Launch, bench.Timer,
                       bench.CudaStream, bench.Benchmark):
            for name, value in inspect.getmembers(holder):
                if not name.startswith("_") and callable(value):
                    self.assertTrue(inspect.getdoc(value), f"{holder}.{name}")

    def test_decorators_record_calls(self):
        class Fake:
            def __init__(self):
                self.calls = []

            def __getattr__(self, name):
                return lambda *values: self.calls.append((name, *values))

        registered = []
        fake = Fake()

        def register(function):
            registered.append(function)
            return fake

        bench._register = register
        self.addCleanup(setattr, bench, "_register", None)
        expected = [("add_int64_axis", "N", [1, 2, 3]), ("set_min_samples", 11),
                    ("set_cold_warmup_runs", 7), ("set_cold_max_warmup_walltime", 0.25),
                    ("set_batch_target_time", 0.75), ("set_is_cpu_only", True)]
        for prefix in ("", "set_"):
            registered.clear()
            fake.calls.clear()
            option = {name: getattr(bench.option, prefix + name) for name in (
                "min_samples", "cold_warmup_runs", "cold_max_warmup_walltime",
                "batch_target_time")}

            @bench.register()
            @bench.axis.int64("N", [1, 2, 3])
            @option["min_samples"](11)
            @option["cold_warmup_runs"](7)
            @option["cold_max_warmup_walltime"](0.25)
            @option["batch_target_time"](0.75)
            @bench.option.is_cpu_only()
            def body(state):
                pass

            self.assertEqual(registered, [body])
            self.assertEqual(fake.calls, expected)

        @bench.axis.string("S", ["a"])
        def later(state):
            pass

        self.assertIs(bench.register(later), fake)
        for decorator in (bench.axis.int64("M", [1]), bench.option.timeout(1)):
            with self.assertRaisesRegex(RuntimeError, "must be placed below"):
                decorator(later)
        with self.assertRaises(TypeError):
            bench.axis.int64("M", [1])(self.test_docstrings)
        with self.assertRaises(ValueError):
            bench.register(3)

    def test_names_of_benchmarks(self):
        import functools

        partial = functools.partial(print)
        self.assertEqual(bench.register(lambda state: None).get_name(), "<lambda>")
        self.assertEqual(bench.register(self.test_docstrings).get_name(), "test_docstrings")
        self.assertEqual(bench.register(partial).get_name(), repr(partial))
        self.assertEqual(bench.register(print).set_name("mine").get_name(), "mine")

    def test_arguments_are_checked(self):
        made = bench.register(print)
        for method, values, kind in (
                ("set_min_samples", (1.5,), TypeError), ("set_min_samples", ("1",), TypeError),
                ("set_min_samples", (2**63,), TypeError), ("set_timeout", (10**400,), TypeError),
                ("set_min_samples", (10**5000,), TypeError), ("set_min_samples", (0,), ValueError),
                ("set_timeout", ("1",), TypeError), ("set_timeout", (-1,), ValueError),
                ("set_timeout", (float("nan"),), ValueError), ("set_name", (3,), TypeError),
                ("set_name", ("\ud800",), TypeError), ("set_is_cpu_only", ("no",), TypeError),
                ("set_skip_time", (float("inf"),), ValueError),
                ("add_int64_axis", ("N", "12"), TypeError),
                ("add_int64_axis", ("N", 3), TypeError),
                ("add_int64_axis", ("N", [1.0]), TypeError),
                ("add_float64_axis", ("F", [float("nan")]), ValueError),
                ("add_string_axis", ("S", [1]), TypeError),
                ("add_string_axis", ("S", {"a": 1}), TypeError),
                ("add_int64_power_of_two_axis", ("P", [63]), ValueError),
                ("set_stopping_criterion", ("none",), RuntimeError),
                ("set_criterion_param_string", ("max-noise", "x"), RuntimeError)):
            with self.subTest(method=method, values=values), self.assertRaises(kind):
                getattr(made, method)(*values)
        for wrong in (0.0, -1.0, float("inf"), float("nan")):
            with self.assertRaisesRegex(ValueError, "finite and positive"):
                made.set_batch_target_time(wrong)
        self.assertIs(made.add_int64_axis("N", iter([True, 2])), made)

    def test_a_criterion_resets_its_parameters(self):
        for options, samples in (
                ((bench.option.stopping_criterion("sample-count"),
                  bench.option.criterion_param_int64("target-samples", 12)), 12),
                ((bench.option.criterion_param_int64("target-samples", 12),
                  bench.option.stopping_criterion("sample-count")), 100)):
            body = options[0](options[1](lambda state: state.exec(lambda launch: None)))
            self.assertEqual(len(self.run_body(body, name=f"s{samples}").samples), samples)
            bench._benchmarks.clear()

    def test_equal_names_are_refused(self):
        def body(state):
            raise AssertionError

        bench.register(body)
        bench.register(body)
        with self.assertRaisesRegex(bench.NVBenchRuntimeError,
                                    r"name 'body'.*test_bench\.py:\d+ and .*test_bench\.py:\d+"):
            self.run_bench()

    def test_runs_are_refused(self):
        with self.assertRaisesRegex(RuntimeError, "no benchmark"):
            bench.run_all_benchmarks([])
        bench.register(print).set_is_cpu_only(True)
        for wrong in ("-q", None, 3, ["program", 3]):
            with self.assertRaises(TypeError):
                bench.run_all_benchmarks(wrong)
        for options in (["--timeout", "soon"], ["-b", "none"], ["--no-such-option"],
                        ["-a", "N=1"], ["--json", self.path()]):
            with self.subTest(options), self.assertRaises(bench.NVBenchRuntimeError):
                bench.run_all_benchmarks(["program", "-q", *options])

    def test_options_that_print(self):
        code = "import sys, benchresult.bench as b; b.register(print); print('first')\n" \
               "try: b.run_all_benchmarks(sys.argv)\nfinally: print('last')"
        for option, expected in (("--version", "libbenchresult"), ("--help", "--timeout"),
                                 ("--list", "print")):
            status, output = self.run_python(code, option, BENCHRESULT_CUDA_LIBRARY="/none")
            self.assertEqual(status, 0, output)
            first, *middle, last = output.splitlines()
            self.assertEqual((first, last), ("first", "last"))
            self.assertIn(expected, "\n".join(middle))


class StateTest(BenchTest):
    def test_axis_values(self):
        seen = []

        def body(state):
            seen.append(state)
            self.assertEqual(state.get_axis_values(),
                             {"X": state.get_int64("X"), "P": 16, "F": 0.1, "S": "a b"})
            for get, default in ((state.get_int64, 1), (state.get_float64, 1.5),
                                 (state.get_string, "d")):
                for axis in ("none", "S" if get is not state.get_string else "X"):
                    with self.assertRaises(RuntimeError):
                        get(axis)
                    self.assertEqual(getattr(state, get.__name__ + "_or_default")(axis, default),
                                     default)
            self.assertEqual(state.get_string_or_default("S", "x"), "a b")
            self.assertEqual((state.get_device(), state.has_device(), state.has_printers()),
                             (None, False, True))
            with self.assertRaises(RuntimeError):
                state.get_stream()

        made = bench.register(body).set_is_cpu_only(True)
        made.add_int64_axis("X", (3, 3)).add_int64_power_of_two_axis("P", range(4, 5))
        made.add_float64_axis("F", [0.1]).add_string_axis("S", ["a b"])
        self.run_bench()
        self.assertEqual(len(seen), 2)
        text = seen[0].get_axis_values_as_string()
        self.assertEqual(text, "X=3 P=2^4 F=0.1 S=a b")
        self.assertEqual(seen[0].get_short_description(), f"body [{text}]")
        self.assertTrue(seen[0].get_axis_values_as_string(color=True).startswith(
            "\x1b[3mX\x1b[0m=\x1b[1m3\x1b[0m "))
        self.assertIsNot(seen[0].get_benchmark(), made)
        self.assertEqual(seen[0].get_benchmark().get_name(), "body")

    def test_settings(self):
        def body(state):
            for name, first, second in (
                    ("min_samples", 12, 5), ("cold_warmup_runs", 13, 3),
                    ("cold_max_warmup_walltime", 0.5, 0.125), ("timeout", 7.0, 3.0),
                    ("batch_target_time", 0.75, 0.125), ("throttle_threshold", 0.25, 0.5),
                    ("run_once", False, True), ("disable_blocking_kernel", False, True),
                    ("blocking_kernel_timeout", 30.0, -1.0)):
                with self.subTest(name):
                    self.assertEqual(getattr(state, f"get_{name}")(), first)
                    self.assertIsNone(getattr(state, f"set_{name}")(second))
                    self.assertEqual(getattr(state, f"get_{name}")(), second)
            for wrong in (0.0, -1.0, float("inf"), float("nan")):
                with self.assertRaisesRegex(ValueError, "finite and positive"):
                    state.set_batch_target_time(wrong)
            self.assertEqual(state.get_batch_target_time(), 0.125)
            state.set_cold_warmup_runs(-3)
            self.assertEqual(state.get_cold_warmup_runs(), 1)
            with self.assertRaises(ValueError):
                state.set_min_samples(0)
            kept.append(state)

        kept = []
        made = bench.register(body).set_is_cpu_only(True).set_min_samples(12)
        made.set_cold_warmup_runs(13).set_cold_max_warmup_walltime(0.5)
        made.set_batch_target_time(0.75).set_throttle_threshold(0.25)
        made.set_stopping_criterion("entropy").set_criterion_param_int64("unknown", 3)
        self.assertFalse(self.run_bench("--timeout", "7")["body"][0].is_skipped)
        state = kept[0]
        self.assertEqual((state.get_min_samples(), state.get_timeout(), state.is_skipped(),
                          state.get_stopping_criterion()), (5, 3.0, False, "entropy"))
        for change in (lambda: state.set_timeout(1), lambda: state.skip("late"),
                       lambda: state.exec(print), lambda: state.add_element_count(1)):
            with self.assertRaisesRegex(RuntimeError, "has ended"):
                change()

    def test_work_and_summaries(self):
        class Index:
            def __index__(self):
                return 7

        def body(state):
            state.add_element_count(5, column_name="Items")
            self.assertEqual(state.get_element_count(), 5)
            state.set_element_count(1000)
            state.add_element_count(24)
            self.assertEqual(state.get_element_count(), 1024)
            state.add_global_memory_reads(100, column_name="In")
            state.add_global_memory_writes(50)
            for name, value in (("s", "text"), ("b", b"bytes"), ("i", 3), ("t", True),
                                ("x", Index()), ("f", 2.5), ("big", 2**70)):
                state.add_summary(name, value)
            for wrong in (None, [1], 1j):
                with self.assertRaises(TypeError):
                    state.add_summary("wrong", wrong)
            for wrong in ((-1,), (1.5,), (2**64,), (1, None)):
                with self.assertRaises(TypeError):
                    state.add_element_count(*wrong)
            state.exec(lambda launch: None)

        state = self.run_body(body, *THREE)
        own = {tag[len("nv/python/"):]: state.summaries[tag].value
               for tag in state.summaries if tag.startswith("nv/python/")}
        self.assertEqual(own, {"s": "text", "b": "bytes", "i": 3, "t": 1, "x": 7, "f": 2.5,
                               "big": float(2**70)})
        self.assertEqual(state.summaries["nv/element_count/Items"].value, 5)
        self.assertEqual(state.summaries["nv/gmem/reads/In"].value, 100)
        self.assertIn("nv/cpu_only/bw/item_rate", state.summaries)

    def test_a_stream_of_another_library(self):
        Answer = collections.namedtuple("Answer", "version handle")

        class Provider:
            def __init__(self, handle):
                self.handle = handle
                self.asked = 0

            def __cuda_stream__(self):
                self.asked += 1
                return Answer(0, self.handle)

        kept = {}

        def body(state):
            kept["state"] = state
            first, same, other = Provider(0x1234), Provider(0x1234), Provider(0x5678)
            kept.update({name: weakref.ref(value) for name, value in
                         (("first", first), ("same", same), ("other", other))})
            self.assertIsNone(state.set_stream(first))
            state.set_stream(same)
            self.assertEqual((first.asked, same.asked), (1, 1))
            del first, same
            gc.collect()
            self.assertIsNotNone(kept["first"]())
            self.assertIsNone(kept["same"]())
            state.set_stream(other)
            del other
            gc.collect()
            self.assertIsNone(kept["first"]())
            self.assertIsNotNone(kept["other"]())
            kept["last"] = last = Provider(0x1234)
            state.set_stream(last)
            gc.collect()
            self.assertIsNone(kept["other"]())
            kept["last"] = weakref.ref(last)
            kept["stream"] = stream = state.get_stream()
            self.assertIs(stream, state.get_stream())
            for wrong, kind, words in self.refused(stream):
                with self.subTest(words), self.assertRaisesRegex(kind, words):
                    state.set_stream(wrong)
            handles = []
            state.exec(lambda launch: handles.append(
                (launch.get_stream().addressof(), launch.get_stream().__cuda_stream__())))
            self.assertEqual(set(handles), {(0x1234, (0, 0x1234))})

        self.assertFalse(self.run_body(body, *THREE).is_skipped)
        gc.collect()
        self.assertIsNone(kept["last"]())
        with self.assertRaises(RuntimeError):
            kept["stream"].addressof()

    @staticmethod
    def refused(stream):
        def provider(answer):
            return type("Wrong", (), {"__cuda_stream__": lambda self: answer})()

        return ((stream, TypeError, "CudaStream"), (object(), TypeError, "__cuda_stream__"),
                (type("Wrong", (), {"__cuda_stream__": 3})(), TypeError, "callable"),
                (provider([0, 1]), TypeError, "protocol_version"),
                (provider((0, 1.5)), TypeError, "integers"),
                (provider((0, -1)), TypeError, "integers"),
                (provider((1, 2)), ValueError, "version 0"))


class MeasurementTest(BenchTest):
    def test_calls_of_the_launcher(self):
        calls = []

        def body(state):
            state.exec(lambda launch: calls.append(launch))

        state = self.run_body(body, *THREE)
        self.assertEqual((len(calls), len(state.samples)), (4, 3))
        with self.assertRaises(RuntimeError):
            calls[0].get_stream()
        calls.clear()
        bench.run_all_benchmarks(["-q", "--profile"])
        self.assertEqual(len(calls), 1)

    def test_a_timer(self):
        timers = []

        def launcher(launch, timer):
            timer.start()
            timer.stop()
            timers.append(timer)

        def body(state):
            for wrong, kind, words in (({"timer": True, "batched": True}, ValueError,
                                        "timer=True.*batched=False"),
                                       ({"batched": "x"}, TypeError, "batched")):
                with self.assertRaisesRegex(kind, words):
                    state.exec(launcher, **wrong)
            with self.assertRaises(TypeError):
                state.exec(3)
            state.exec(launcher, timer=True)

        self.assertFalse(self.run_body(body, *THREE).is_skipped)
        self.assertEqual(len(timers), 4)
        for use in (timers[0].start, timers[-1].stop):
            with self.assertRaisesRegex(RuntimeError, "Timer is no longer valid"):
                use()

    def test_sync_changes_the_state(self):
        def body(state):
            state.exec(lambda launch: None, sync=True)
            self.assertTrue(state.get_disable_blocking_kernel())
            self.assertEqual(state.get_throttle_threshold(), 0.0)

        self.assertFalse(self.run_body(body, *THREE).is_skipped)

    def test_several_measurements(self):
        raised = LookupError("second call")
        calls = []

        def fail(launch):
            calls.append(None)
            if len(calls) == 2:
                raise raised

        def body(state):
            with self.assertRaises(LookupError) as caught:
                state.exec(fail)
            self.assertIs(caught.exception, raised)
            self.assertEqual(len(calls), 2)
            state.exec(lambda launch: None)
            state.add_summary("between", 1)
            state.set_min_samples(5)
            state.exec(lambda launch: calls.append(None))

        state = self.run_body(body, *THREE)
        self.assertFalse(state.is_skipped)
        self.assertEqual((len(state.samples), len(calls)), (5, 2 + 6))
        self.assertEqual(state.summaries["nv/python/between"].value, 1)

    def test_a_launcher_cannot_measure(self):
        def body(state):
            with self.assertRaisesRegex(RuntimeError, "launcher"):
                state.exec(lambda launch: state.exec(print))

        self.run_body(body)

    def test_bodies_end(self):
        """An exception of a body is the skip reason of the state, and the next state runs."""
        def body(state):
            case = state.get_string("Case")
            if case == "skip":
                state.skip("not today")
                state.skip("nor tomorrow")
                state.exec(lambda launch: self.fail("measured"))
            elif case == "late":
                state.exec(lambda launch: state.skip("inside"))
            elif case == "both":
                state.skip("first")
                raise ValueError("second")
            elif case == "value":
                state.exec(lambda launch: int("x"))
            elif case == "exit":
                raise SystemExit(3)

        cases = ["none", "skip", "late", "both", "value", "exit"]
        bench.register(body).set_is_cpu_only(True).add_string_axis("Case", cases)
        states = dict(zip(cases, self.run_bench(*THREE)["body"]))
        reasons = {case: state.skip_reason or "" for case, state in states.items()}
        self.assertEqual(len(states), len(cases))
        self.assertFalse(states["none"].is_skipped)
        self.assertEqual((reasons["skip"], reasons["late"], reasons["both"]),
                         ("not today", "inside", "first"))
        self.assertRegex(reasons["value"], r"ValueError: invalid literal[^\n]*\nTraceback")
        self.assertIn('int("x")', reasons["value"])
        self.assertRegex(reasons["exit"], "SystemExit: 3")

    def test_selection_and_order(self):
        order = []
        for name in ("a", "b"):
            bench.register(lambda state: order.append(
                (state.get_benchmark().get_name(), *state.get_axis_values().values()))
            ).set_name(name).set_is_cpu_only(True).add_int64_axis("X", [1, 2]).add_int64_axis(
                "Y", [5, 6])
        self.run_bench("-b", "b", "-a", "Y=7")
        self.assertEqual(order, [("b", 1, 7), ("b", 2, 7)])
        order.clear()
        self.run_bench()
        self.assertEqual(order, [(name, x, y) for name in "ab" for y in (5, 6) for x in (1, 2)])

    def test_names_of_programs(self):
        calls = []
        bench.register(calls.append).set_is_cpu_only(True)
        for program in ([], ["program"], ["-c"], ["-"], [""]):
            bench.run_all_benchmarks([*program, "-q"])
        self.assertEqual(len(calls), 5)

    def test_a_body_cannot_run_benchmarks(self):
        def body(state):
            with self.assertRaisesRegex(RuntimeError, "cannot start a run"):
                bench.run_all_benchmarks(["-q"])

        self.assertFalse(self.run_body(body).is_skipped)

    def test_it_needs_no_device(self):
        code = ("import benchresult.bench as b\n"
                "b.register(lambda state: state.exec(print)).set_name('gpu')\n"
                "b.run_all_benchmarks(['-q', '--json', 'stdout'])")
        status, output = self.run_python(code, BENCHRESULT_CUDA_LIBRARY="/none")
        self.assertEqual(status, 0, output)
        self.assertIn("skip_reason", output)


class InterruptTest(BenchTest):
    """Ctrl-C writes the outputs, and is then raised."""

    def setUp(self):
        super().setUp()
        # In a background job, SIGINT is ignored at first.
        self.addCleanup(signal.signal, signal.SIGINT,
                        signal.signal(signal.SIGINT, signal.default_int_handler))

    def interrupt(self, body):
        order = []

        def call(state):
            order.append(state.get_int64("N"))
            body(state)

        bench.register(call).set_is_cpu_only(True).add_int64_axis("N", [1, 2, 3])
        with self.assertRaises(KeyboardInterrupt):
            self.run_bench(*THREE)
        result = benchresult.BenchmarkResult.from_json(self.path("out.json"))
        bench._benchmarks.clear()
        return order, result["call"]

    def test_in_a_launcher(self):
        def body(state):
            def launcher(launch):
                if state.get_int64("N") == 2:
                    os.kill(os.getpid(), signal.SIGINT)
                    for _ in range(10):
                        pass
            state.exec(launcher)

        order, states = self.interrupt(body)
        self.assertEqual(order, [1, 2])
        self.assertEqual([state.is_skipped for state in states], [False, True])
        self.assertIn("KeyboardInterrupt", states[1].skip_reason)

    def test_in_a_body(self):
        def body(state):
            raise KeyboardInterrupt

        order, states = self.interrupt(body)
        self.assertEqual((order, len(states)), ([1], 1))

    def test_a_body_can_catch_it(self):
        def body(state):
            try:
                os.kill(os.getpid(), signal.SIGINT)
                for _ in range(10):
                    pass
            except KeyboardInterrupt:
                caught.append(state)

        caught = []
        self.assertFalse(self.run_body(body).is_skipped)
        self.assertEqual(len(caught), 1)


if __name__ == "__main__":
    unittest.main()
