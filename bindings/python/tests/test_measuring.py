# SPDX-License-Identifier: MIT
"""Measuring functions: the calls, the results, and the ends of a measurement."""
import ctypes
import os
import signal
import threading
import unittest

from support import BUILD, ResultTest

import benchresult
from benchresult.errors import StateError

FEW = {"criterion": "sample-count", "timeout": 0.5}


class MeasureTest(unittest.TestCase):
    def test_a_function(self):
        calls = []

        def slow():
            calls.append(None)
            sum(range(100000))

        state = benchresult.measure(slow, min_samples=20, warmup_runs=3, **FEW)
        count = state.summaries["nv/cpu_only/sample_size"].value
        self.assertEqual((len(state.samples), len(calls)), (count, count + 3))
        self.assertEqual(state.summaries["bres/cpu_batch/block_size"].value, 1)
        self.assertGreaterEqual(count, 20)
        self.assertTrue(all(seconds > 0 for seconds in state.samples))

    def test_short_functions_are_called_in_blocks(self):
        calls = []
        state = benchresult.measure(lambda: calls.append(None), **FEW)
        size = state.summaries["bres/cpu_batch/block_size"].value
        self.assertGreater(size, 1)
        self.assertGreaterEqual(len(calls), size * len(state.samples))

    def test_an_exception_ends_a_block(self):
        calls = []

        def fail():
            calls.append(None)
            if len(calls) == 1000:
                raise KeyError("the thousandth")

        with self.assertRaises(KeyError):
            benchresult.measure(fail, **FEW)
        self.assertEqual(len(calls), 1000)

    def test_kinds_of_clocks(self):
        for kind, other in (("wall", "thread"), ("thread", "wall"), ("process", "wall")):
            state = benchresult.measure(lambda: sum(range(1000)), clock_kind=kind, **FEW)
            self.assertEqual(state.summaries["bres/clock/kind"].value, kind)
            self.assertEqual(state.summaries["bres/clock/other/kind"].value, other)
            self.assertGreater(state.summaries["bres/clock/other/median"].value, 0)
        with self.assertRaisesRegex(ValueError, r"unknown clock_kind 'cpu' \(expected one of wall, "):
            benchresult.measure(print, clock_kind="cpu", **FEW)

    def test_results_of_the_function_do_not_matter(self):
        class Odd:
            def __bool__(self):
                raise ValueError("neither true nor false")

        benchresult.measure(Odd, **FEW)
        benchresult.measure(lambda count: Odd(), batched=True, **FEW)

    def test_batched(self):
        counts = []
        state = benchresult.measure(counts.append, batched=True, **FEW)
        size = state.summaries["bres/cpu_batch/block_size"].value
        self.assertEqual(counts[-1], size)

    def test_functions_of_c(self):
        function = ctypes.CDLL(None).free  # free(NULL) does nothing
        self.assertGreater(len(benchresult.measure(function, **FEW).samples), 0)
        self.assertGreater(len(benchresult.measure(function, batched=True, **FEW).samples), 0)
        for wrong in (ctypes.pythonapi.PyErr_Clear, ctypes.CFUNCTYPE(None)(0), 3, None, "f"):
            with self.assertRaises(TypeError):
                benchresult.measure(wrong)

    def test_into_a_benchmark(self):
        builder = benchresult.ResultBuilder()
        bench = builder.add_benchmark("sums")
        bench.add_axis("N", [10, 20])
        for n in (10, 20):
            state = benchresult.measure(lambda: sum(range(n)), bench=bench, axes={"N": n},
                                        elements=n, **FEW)
            self.assertEqual(state.name(), f"N={n}")
            self.assertIn("nv/cpu_only/bw/item_rate", state.summaries)
        self.assertEqual([one.name() for one in builder.result()["sums"]], ["N=10", "N=20"])
        decision = benchresult.compare_states(*builder.result()["sums"])
        self.assertIsInstance(decision.verdict, benchresult.Verdict)
        with self.assertRaises(KeyError):
            benchresult.measure(int, bench=bench, axes={"M": 1})
        with self.assertRaises(TypeError):
            benchresult.measure(int, bench=builder)

    def test_axes_without_a_benchmark(self):
        axes = {"N": 4, "F": 0.5, "S": "x"}
        state = benchresult.measure(int, axes=axes, name="mine", **FEW)
        self.assertEqual(state.name(), "N=4 F=0.5 S=x")

    def test_warnings(self):
        heard = []
        benchresult.measure(int, criterion="stdrel", timeout=0.01, log=heard.append)
        self.assertTrue(heard and isinstance(heard[0], str), heard)

        def fail(message):
            raise LookupError(message)

        with self.assertRaises(LookupError):
            benchresult.measure(int, criterion="stdrel", timeout=0.01, log=fail)

    def test_options_are_checked(self):
        for wrong in ({"min_samples": "x"}, {"min_samples": 2 ** 63}, {"timeout": "x"},
                      {"criterion": 3}, {"criterion": "nothing"}, {"axes": {3: 4}},
                      {"axes": {"N": None}}, {"min_samples": -1}):
            with self.subTest(wrong), self.assertRaises((TypeError, ValueError, KeyError)):
                benchresult.measure(int, **wrong)


class ExceptionTest(unittest.TestCase):
    def test_it_comes_out_unchanged(self):
        class Mine(BaseException):
            pass

        raised = Mine("x")
        calls = []

        def fail(*arguments):
            calls.append(arguments)
            if len(calls) == 7:
                raise raised

        for batched in (False, True):
            calls.clear()
            with self.assertRaises(Mine) as caught:
                benchresult.measure(fail, batched=batched, **FEW)
            self.assertIs(caught.exception, raised)
            self.assertEqual(len(calls), 7)
        self.assertGreater(len(benchresult.measure(int, **FEW).samples), 0)

    def test_a_failed_measurement_adds_nothing(self):
        builder = benchresult.ResultBuilder()
        bench = builder.add_benchmark("b")
        with self.assertRaises(ZeroDivisionError):
            benchresult.measure(lambda: 1 / 0, bench=bench)
        self.assertEqual(len(builder.result()["b"]), 0)
        benchresult.measure(int, bench=bench, **FEW)
        self.assertEqual(len(builder.result()["b"]), 1)

    def test_a_measurement_in_a_measurement(self):
        def inner():
            try:
                benchresult.measure(lambda: 1 / 0, **FEW)
            except ZeroDivisionError:
                return
            raise AssertionError

        self.assertGreater(len(benchresult.measure(inner, **FEW).samples), 0)

        def fail():
            benchresult.measure(lambda: 1 / 0, **FEW)

        with self.assertRaises(ZeroDivisionError):
            benchresult.measure(fail, **FEW)

    def test_what_is_measured_into_cannot_be_read(self):
        builder = benchresult.ResultBuilder()
        bench = builder.add_benchmark("b")
        result = builder.result()
        outer = bench.add_state()
        for touch in (lambda: result["b"], lambda: bench.add_state(),
                      lambda: benchresult.write(result, os.devnull),
                      lambda: benchresult.compare_states(outer, outer), lambda: outer.samples,
                      lambda: benchresult.measure(int, bench=bench)):
            with self.assertRaises(StateError):
                benchresult.measure(touch, bench=bench)
        self.assertEqual(len(result["b"]), 1)

    def test_threads_do_not_see_each_others(self):
        outcomes = {}

        def work(number):
            def fail():
                raise LookupError(number)
            try:
                benchresult.measure(fail if number % 2 else int, **FEW)
                outcomes[number] = None
            except LookupError as error:
                outcomes[number] = error.args[0]

        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(outcomes, {n: n if n % 2 else None for n in range(6)})


class InterruptTest(ResultTest):
    """A signal ends a measurement at any moment, here long before its timeout."""

    def setUp(self):
        super().setUp()
        # In a background job, SIGINT is ignored at first.
        self.addCleanup(signal.signal, signal.SIGINT,
                        signal.signal(signal.SIGINT, signal.default_int_handler))

    def interrupted(self, *arguments, **keywords):
        with self.assertRaises(KeyboardInterrupt):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            benchresult.measure(*arguments, timeout=600, min_samples=10 ** 9, **keywords)
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)
        self.assertGreater(len(benchresult.measure(int, **FEW).samples), 0)

    def test_in_a_function_of_python(self):
        calls = []

        def function(*arguments):
            calls.append(None)
            if len(calls) == 5:
                os.kill(os.getpid(), signal.SIGINT)
                for _ in range(10):
                    pass
                calls.append("the interrupt has come too late")

        for batched in (False, True):
            calls.clear()
            self.interrupted(function, batched=batched)
            self.assertEqual(calls, [None] * 5)

    def test_while_c_runs(self):
        """Python calls the handler at the first instruction of the next callback."""
        source = """
        #include <signal.h>
        static int calls;
        void once(void *context)
        {
            if (++calls == 5)
                raise(SIGINT);
        }
        """
        library = self.compile(source)
        self.interrupted(library.once)

    def test_from_another_process(self):
        import subprocess
        import sys

        # Blocks the signal until the measurement is about to begin.
        self.addCleanup(signal.pthread_sigmask, signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        child = subprocess.Popen([sys.executable, "-c", f"import os; os.kill({os.getpid()}, 2)"])
        try:
            self.interrupted(ctypes.CDLL(None).free)
        finally:
            child.wait()

    def test_the_handler_of_the_program(self):
        heard = []

        def handler(number, frame):
            heard.append(number)
            if len(heard) == 3:
                raise LookupError("enough")

        signal.signal(signal.SIGINT, handler)
        with self.assertRaises(LookupError):
            benchresult.measure(lambda: os.kill(os.getpid(), signal.SIGINT), timeout=600,
                                min_samples=10 ** 9)
        self.assertEqual(heard, [signal.SIGINT] * 3)
        self.assertIs(signal.getsignal(signal.SIGINT), handler)


# The double of the driver runs in virtual time.
ON_THE_DOUBLE = """
import benchresult as br

assert br.cuda_available()
launches = []
state = br.measure_cuda(launches.append, criterion="sample-count", timeout=1, device=0)
assert len(state.samples) > 0 and "nv/batch/time/gpu/mean" in state.summaries
assert state.device == 0 and state.state_name == "Device=0"
assert launches[0].stream != 0 and launches[0].device == 0
state = br.measure_cuda(launches.append, criterion="sample-count", timeout=1, no_batch=True,
                        synchronizes=True)
assert "nv/batch/time/gpu/mean" not in state.summaries

def fail(launch):
    raise LookupError("launcher")

for wrong, kind in ((lambda: br.measure_cuda(fail), LookupError),
                    (lambda: br.measure_cuda(print, device=99), br.Error),
                    (lambda: br.Launch(3), TypeError)):
    try:
        wrong()
    except kind as error:
        pass
    else:
        raise AssertionError(kind)
"""


class GpuTest(ResultTest):
    def test_on_the_double(self):
        double = os.path.join(BUILD, "test", "fakecuda", "libcuda.so.1")
        if not os.path.exists(double):
            self.skipTest(f"there is no {double}")
        code, output = self.run_python(ON_THE_DOUBLE, BENCHRESULT_CUDA_LIBRARY=double,
                                       PYTHONWARNINGS="ignore")
        self.assertEqual((code, output), (0, ""))

    def test_without_a_gpu(self):
        if benchresult.cuda_available():
            state = benchresult.measure_cuda(lambda launch: None, timeout=1)
            self.assertGreater(len(state.samples), 0)
            return
        with self.assertRaises(benchresult.Error):
            benchresult.measure_cuda(lambda launch: None)
        with self.assertRaises(TypeError):
            benchresult.measure_cuda(3)
        with self.assertRaises(ValueError):
            benchresult.measure_cuda(int, device=-1)


if __name__ == "__main__":
    unittest.main()
