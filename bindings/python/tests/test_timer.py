# SPDX-License-Identifier: MIT
"""Timers, in virtual time where numbers matter. Numbers in names and comments are the numbers of
cases in the specification of torch.utils.benchmark."""
import ctypes
import gc
import os
import signal
import sys
import threading
import traceback
import unittest

import support  # noqa: F401: adds the package to the path
from benchresult import CommandTimer, Language, StoppingCriterion, SymbolTimer, Timer
from benchresult import errors

libc = ctypes.CDLL(None)
LIBC = "libc.so.6"


class Virtual(Timer):
    """A timer whose blocks take the seconds that a function returns."""

    def __init__(self, cost, **keywords):
        super().__init__(**keywords)
        self.cost = cost
        self.blocks = []

    def _block(self, count):
        self.blocks.append(count)
        return self.cost(count)


def linear(count):
    return 50e-9 + 30e-9 * count


def long(count):
    return 100e-9 + 3.0 * count


class Methods(unittest.TestCase):
    def test_probes_and_blocks(self):
        search = [0, 0, 0, 0, 0, 1, 10, 100, 1000, 10000, 100000]
        for name, cost, call, probes, number, blocks in (
                ("short", linear, lambda t: t.blocked_autorange(min_run_time=0.01), search,
                 100000, 4),
                ("default", linear, lambda t: t.blocked_autorange(), search, 100000, 67),
                ("longer", linear, lambda t: t.blocked_autorange(min_run_time=2.0), search, 100000,
                 667),
                ("adaptive", linear, lambda t: t.adaptive_autorange(), search, 100000, 4),
                ("34: long", long, lambda t: t.blocked_autorange(), search[:6], 1, 1),
                ("34, adaptive", long, lambda t: t.adaptive_autorange(), search[:6], 1, 4),
                ("37: limit", long, lambda t: t.blocked_autorange(
                    min_run_time=9.0, max_run_time=0.1), search[:6], 1, 1),
                ("39: threshold 0", long, lambda t: t.adaptive_autorange(0, max_run_time=30.0),
                 search[:6], 1, 10)):
            with self.subTest(name):
                timer = Virtual(cost)
                found = call(timer)
                self.assertEqual(timer.blocks, probes + [number] * blocks)
                self.assertEqual((found.number_per_run, len(found.raw_times)), (number, blocks))
                self.assertEqual(found.raw_times, [cost(number)] * blocks)

    def test_never_steady(self):
        turns = []

        def cost(count):
            turns.append(count)
            return 1e-3 if count and len(turns) % 2 else 3e-3 if count else 50e-9
        found = Virtual(cost).adaptive_autorange(max_run_time=0.5)
        self.assertEqual(len(found.raw_times), 250)
        self.assertEqual(found.iqr / found.median, 1.0)

    def test_no_limit(self):  # 37
        for limit in (0, None):
            self.assertEqual(len(Virtual(long).adaptive_autorange(
                min_run_time=60.0, max_run_time=limit).raw_times), 20)

    def test_timeit(self):
        for number, blocks in ((1000, [10, 1000]), (10, [2, 10]), (1, [2, 1])):
            timer = Virtual(linear)
            self.assertEqual(len(timer.timeit(number).raw_times), 1)
            self.assertEqual(timer.blocks, blocks)
        timer = Virtual(linear)
        timer.timeit()
        self.assertEqual(timer.blocks, [10000, 1000000])

    def test_clock_that_stands(self):  # 33
        with self.assertRaisesRegex(errors.LimitError, "stands still"):
            Virtual(lambda count: 0.0).blocked_autorange()
        with self.assertRaisesRegex(ValueError, "by the clock of the function"):
            Virtual(lambda count: -1.0).timeit(1)

    def test_callback(self):
        heard = []
        Virtual(long).blocked_autorange(lambda number, seconds: heard.append((number, seconds)),
                                        min_run_time=6.0)
        self.assertEqual(heard, [(1, long(1))] * 2)
        Virtual(long).adaptive_autorange(callback=lambda *block: heard.append(block))
        self.assertEqual(len(heard), 6)

    def test_criterion(self):
        for criterion in (StoppingCriterion("sample-count", target_samples=12), "sample-count"):
            found = Virtual(long).blocked_autorange(criterion=criterion)
            self.assertGreater(len(found.raw_times), 1)
        with self.assertRaises(TypeError):
            Virtual(long).blocked_autorange(criterion=1)

    def test_not_implemented(self):
        for name in ("repeat", "autorange"):
            with self.assertRaisesRegex(NotImplementedError, "blocked_autorange"):
                getattr(Timer(), name)(1)

    def test_refused(self):
        timer = Virtual(linear)
        for call in (lambda: timer.timeit(0), lambda: timer.timeit(-1),
                     lambda: Timer("x", language="fortran"),
                     lambda: Timer("x", global_setup="y"), lambda: Timer("x", num_threads=0),
                     lambda: timer.blocked_autorange(min_run_time=-1),
                     lambda: timer.adaptive_autorange(float("nan"))):
            with self.assertRaises(errors.ArgumentError):
                call()
        for call in (lambda: timer.timeit(1.5), lambda: Timer("x", timer=1), lambda: Timer(1),
                     lambda: Timer("x", None), lambda: Timer("x", language=None),
                     lambda: timer.blocked_autorange(min_run_time="1")):
            with self.assertRaises(TypeError):
                call()
        for language in ("c++", Language.CPP):
            with self.assertRaises(NotImplementedError):
                Timer("x", language=language)
        self.assertEqual(timer.blocks, [])


class Statements(unittest.TestCase):
    def test_setup_is_done_before_each_block(self):
        log = []
        timer = Timer("log.append('x')", "log.append('setup')", globals={"log": log})
        timer.timeit(3)
        self.assertEqual(log, ["setup", "x", "x", "setup", "x", "x", "x"])

    def test_setup_is_untimed_and_local(self):
        time = [0.0]

        def clock():
            time[0] += 1.0
            return time[0]
        timer = Timer("kept += 1; check()", "kept = 1; advance()", timer=clock, globals={
            "advance": lambda: time.__setitem__(0, time[0] + 100),
            "check": lambda: time.__setitem__(0, time[0] + 10)})
        self.assertEqual(timer.timeit(4).raw_times, [41.0])

    def test_kinds(self):
        calls = []
        for stmt, setup in (("calls.append(1)", "pass"), (lambda: calls.append(1), "pass"),
                            ("f()", "def f():\n    calls.append(1)"),
                            ("if True:\n  calls.append(1)", lambda: None),
                            ("calls.append(1) # comment", "# nothing"),
                            ("import os\ncalls.append('''a\nb''' == 'a\\nb')", "")):
            del calls[:]
            Timer(stmt, setup, globals={"calls": calls}).timeit(5)
            self.assertEqual(calls, [True] * 7, stmt)
        Timer().timeit(10)
        Timer("", "").timeit(10)

    def test_spec(self):
        spec = Timer("\n  if 1:\n    y=2\n  ", "\n  z=1\n", label="l", sub_label="s",
                     description="d", env="e", num_threads=2).task_spec
        self.assertEqual((spec.stmt, spec.setup), ("if 1:\n  y=2", "z=1"))
        self.assertEqual((spec.label, spec.sub_label, spec.description, spec.env,
                          spec.num_threads), ("l", "s", "d", "e", 2))
        self.assertEqual(Timer(len).task_spec.stmt, "len")
        self.assertIn("stmt", repr(Timer("stmt")))
        found = Timer("pass", label="l").timeit(1)
        self.assertEqual(found.task_spec, Timer("pass", label="l").task_spec)

    def test_globals_are_copied(self):
        names = {"x": 1}
        Timer("global x; x = 2", globals=names).timeit(1)
        self.assertEqual(names, {"x": 1})

    def test_garbage_waits(self):
        seen = []
        Timer(lambda: seen.append(gc.isenabled())).timeit(1)
        self.assertEqual(set(seen), {False})
        self.assertTrue(gc.isenabled())

    def test_syntax(self):
        for stmt in ("x =", "return 1", "yield", "break", "await x"):
            with self.subTest(stmt), self.assertRaises(SyntaxError):
                Timer(stmt)
            with self.subTest(stmt), self.assertRaises(SyntaxError):
                Timer("pass", stmt)

    def test_exceptions(self):
        for stmt, setup in (("1 / 0", "pass"), ("pass", "x = 1\n1 / 0"),
                            (lambda: 1 // 0, "pass"), (lambda: None, lambda: 1 // 0)):
            for method in ("timeit", "blocked_autorange", "adaptive_autorange"):
                with self.subTest((stmt, setup, method)):
                    try:
                        getattr(Timer(stmt, setup), method)()
                    except ZeroDivisionError as exception:
                        trace = traceback.format_tb(exception.__traceback__)
                        self.assertIn("1 / 0" if isinstance(stmt, str) else "1 // 0", trace[-1])
                    else:
                        self.fail("there was no exception")
                    self.assertTrue(gc.isenabled())

    def test_exceptions_of_callbacks(self):
        def fail(*arguments):
            raise LookupError(arguments)
        for call in (lambda: Timer().blocked_autorange(fail),
                     lambda: Timer(timer=fail).timeit(1),
                     lambda: Timer(synchronize=fail).timeit(1),
                     lambda: Timer(set_threads=fail).timeit(1),
                     lambda: Timer(libc.getpid, fail).timeit(1),
                     lambda: Timer(libc.getpid, timer=fail).timeit(1),
                     lambda: Timer(libc.getpid, synchronize=fail).timeit(1),
                     lambda: SymbolTimer(LIBC, "getpid", synchronize=fail).timeit(1),
                     lambda: CommandTimer(["true"], timer=fail).timeit(1)):
            with self.assertRaises(LookupError):
                call()
            Timer().timeit(1)

    def test_abort_by_exit(self):
        with self.assertRaises(SystemExit):
            Timer("raise SystemExit(3)").timeit(1)

    def test_threads(self):  # 36, 41
        log = []

        def set_threads(number):
            log.append(number)
            return 7
        Timer(lambda: log.append("run"), num_threads=3, set_threads=set_threads).timeit(1)
        self.assertEqual(log, [3, "run", "run", "run", 7])
        del log[:]
        with self.assertRaises(ZeroDivisionError):
            Timer("1 / 0", num_threads=3, set_threads=set_threads).timeit(1)
        self.assertEqual(log, [3, 7])

        def fail(number):
            log.append(number)
            raise OSError(number)
        del log[:]
        with self.assertRaises(OSError):
            Timer(lambda: log.append("run"), set_threads=fail).timeit(1)
        self.assertEqual(log, [1])

    def test_synchronize(self):
        log = []
        Timer(lambda: log.append("run"), synchronize=lambda: log.append("wait")).timeit(1)
        self.assertEqual(log, ["wait", "run", "run", "wait", "wait", "run", "wait"])

    def test_from_several_threads(self):
        timer, found, failed = Timer("x += 1", "x = 0"), [], []

        def work():
            try:
                for _ in range(20):
                    found.append(timer.timeit(100))
                    try:
                        Timer("1 / 0").timeit(1)
                    except ZeroDivisionError:
                        found.append(None)
            except BaseException as exception:
                failed.append(exception)
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failed, [])
        self.assertEqual(len(found), 160)

    def test_nested(self):
        inner = Timer("pass")
        Timer(lambda: inner.timeit(10)).timeit(3)


class Interrupted(unittest.TestCase):
    """Ctrl-C, wherever it arrives."""

    def interrupt(self, timer):
        begun = threading.Event()

        def press():
            begun.wait()
            os.kill(os.getpid(), signal.SIGINT)
        thread = threading.Thread(target=press)
        thread.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                timer.blocked_autorange(lambda *block: begun.set(), min_run_time=20.0)
        finally:
            begun.set()
            thread.join()
        Timer().timeit(1)

    def setUp(self):
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def test_statement(self):
        self.interrupt(Timer("x = 1"))

    def test_callable(self):
        self.interrupt(Timer(lambda: None))

    def test_function_in_c(self):
        self.interrupt(Timer(libc.getpid))

    def test_symbol(self):
        self.interrupt(SymbolTimer(LIBC, "getpid"))


class Foreign(unittest.TestCase):
    """Functions that C calls without Python."""

    def test_pointer(self):
        found = Timer(libc.getpid, label="l").blocked_autorange(min_run_time=0.001)
        self.assertEqual(found.stmt, "getpid")
        self.assertGreater(found.median, 0)

    def test_clock(self):
        time = [0.0]

        def clock():
            time[0] += 2.0
            return time[0] - 1e6
        self.assertEqual(Timer(libc.getpid, timer=clock).timeit(1).raw_times, [2.0])
        self.assertEqual(SymbolTimer(LIBC, "getpid", timer=clock).timeit(1).raw_times, [2.0])

    def test_setup(self):
        calls = []
        Timer(libc.getpid, lambda: calls.append(1)).timeit(5)
        self.assertEqual(len(calls), 2)
        for call in (lambda: Timer(libc.getpid, "x = 1"),
                     lambda: Timer(ctypes.CFUNCTYPE(None)())):
            with self.assertRaises(ValueError):
                call()

    def test_python_api_keeps_the_lock(self):
        Timer(ctypes.pythonapi.PyErr_CheckSignals).timeit(100)

    def test_symbol(self):
        found = SymbolTimer(LIBC, "getpid", "sched_yield").timeit(10)
        self.assertEqual((found.stmt, found.setup, found.label),
                         ("getpid", "sched_yield", LIBC + ":getpid"))
        with self.assertRaises(KeyError):  # 42
            SymbolTimer(LIBC, "no such symbol").timeit(1)
        with self.assertRaises(FileNotFoundError):
            SymbolTimer("no such library", "x").timeit(1)

    def test_command(self):
        found = CommandTimer([sys.executable, "-c", "print(1)"], ["true"]).timeit(1)
        self.assertEqual(found.stmt, f"{sys.executable} -c 'print(1)'")
        self.assertEqual(found.setup, "true")
        self.assertEqual(found.metadata["exit_status"], 0)
        self.assertIn("max_rss", found.metadata)
        with self.assertRaisesRegex(ValueError, "3"):  # 43
            CommandTimer(["sh", "-c", "exit 3"]).timeit(1)
        found = CommandTimer(["sh", "-c", "exit $STATUS"], any_status=True,
                             environment={"STATUS": "4"}).timeit(1)
        self.assertEqual(found.metadata["exit_status"], 4)
        with self.assertRaises(FileNotFoundError):
            CommandTimer(["no such program"]).timeit(1)
        with self.assertRaises(errors.LimitError):
            CommandTimer(["sleep", "600"], timeout=0.01).timeit(1)
        for words in ("true", [1], None):
            with self.assertRaises((TypeError, ValueError)):
                CommandTimer(words).timeit(1)
        with self.assertRaises(ValueError):
            CommandTimer([]).timeit(1)

    def test_interrupt_ends_the_command(self):
        self.addCleanup(signal.signal, signal.SIGINT,
                        signal.signal(signal.SIGINT, signal.default_int_handler))
        with self.assertRaises(KeyboardInterrupt):
            CommandTimer(["sh", "-c", "kill -INT $PPID; sleep 600"]).timeit(2)


if __name__ == "__main__":
    unittest.main()
