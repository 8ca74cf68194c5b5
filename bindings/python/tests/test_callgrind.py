# SPDX-License-Identifier: MIT
"""Instruction counts: lists, profiles, and counts of valgrind."""
import math
import os
import pathlib
import pickle
import shutil
import sys
import tempfile
import unittest
from unittest import mock

from support import BUILD

from benchresult import (CallgrindStats, CommandTimer, FunctionCount, FunctionCounts, Profile,
                         SymbolTimer, TaskSpec, Timer, errors)

LIBC = "libc.so.6"
LIBEXEC = os.path.join(BUILD, "libexec")

PROFILE = """\
# callgrind format
version: 1
part: 2
positions: line
events: Ir
summary: 79

ob=(1) /opt/app
fl=(1) m.c
fn=(1) main
10 4
cfn=(2) f
calls=0 20
* 60
+2 6
cfi=(2) g.c
cfn=(3) g
calls=1 3
* 9

fn=(2)
20 30
cfn=(4) f'2
calls=1 *
+1 25
fi=(3) h.h
5 2
fe=(1)
22 3

fn=(4)
20 5
cfi=(2)
cfn=(3)
calls=4 3
* 20

fl=(2)
fn=(3)
3 29

totals: 79
"""


def counts(*entries, inclusive=False, **options):
    return FunctionCounts(entries, inclusive, **options)


def listed(found):
    return [tuple(entry) for entry in found]


class Lists(unittest.TestCase):
    def test_arithmetic(self):
        a, b = counts((10, "x"), (5, "y"), (0, "z")), counts((10, "y"), (10, "x"))
        for found, expected in ((a + b, [(20, "x"), (15, "y")]), (a - b, [(-5, "y")]),
                                (a - a, []), (a * 0.15, [(1, "x")]), (a * -0.15, [(-1, "x")]),
                                (2 * a, [(20, "x"), (10, "y")]), (a * 0, []),
                                (counts((1, "x"), (1, "y"), (1, "z")) + counts(),
                                 [(1, "z"), (1, "y"), (1, "x")])):
            self.assertEqual(listed(found), expected)
            self.assertFalse(found.inclusive)
        self.assertEqual((a.sum(), (a - a).sum()), (15, 0))

    def test_refused(self):  # 59, 61
        a = counts((2**62, "x"))
        for call in (lambda: a + counts(inclusive=True), lambda: a * float("nan"),
                     lambda: a * float("inf"), lambda: a + a, lambda: a * 4,
                     lambda: counts((2**63, "x")), lambda: counts((1, "a\0b"))):
            with self.assertRaises(ValueError):
                call()
        for call in (lambda: a + 1, lambda: a - [], lambda: a * "2", lambda: counts((1.5, "x")),
                     lambda: counts((1, None)), lambda: a.transform(lambda name: 1),
                     lambda: a.denoise([1])):
            with self.assertRaises(TypeError):
                call()

    def test_transform_and_filter(self):
        a = counts((3, "b1"), (2, "a1"), (0, "c"), (4, "b2"))
        self.assertEqual(listed(a.transform(lambda name: name[0])), [(7, "b"), (2, "a")])
        self.assertEqual(listed(a.filter(lambda name: name != "a1")),
                         [(3, "b1"), (0, "c"), (4, "b2")])
        self.assertEqual(listed(counts((1, "a"), (-1, "b")).transform(lambda name: "c")), [])  # 60
        self.assertEqual(listed(counts((1, "\u00e9")).transform(str.upper)), [(1, "\u00c9")])
        for method in (a.transform, a.filter):
            with self.assertRaises(ZeroDivisionError):
                method(lambda name: 1 // 0)
        self.assertEqual(len(a), 4)

    def test_denoise(self):
        a = counts((3, "dictobject.c:lookdict_unicode_nodummy [x]"), (2, "f"))
        self.assertEqual(listed(a.denoise()), [(2, "f")])
        self.assertEqual(len(a.denoise(["f", "k"])), 0)

    def test_sequence(self):
        a = counts((3, "x"), (2, "y"), (1, "z"), inclusive=True)
        self.assertEqual((a[0], a[-1].function, len(a)), (FunctionCount(3, "x"), "z", 3))
        self.assertEqual(listed(a[1:]), [(2, "y"), (1, "z")])
        self.assertEqual((a[1:].inclusive, a[1:].truncate_rows), (True, False))
        with self.assertRaises(IndexError):
            a[3]
        self.assertEqual(a, counts(*a, inclusive=True))
        self.assertNotEqual(a, counts(*a))
        self.assertEqual(pickle.loads(pickle.dumps(a)), a)

    def test_text(self):
        many = counts(*((100 - i, f"f{i}") for i in range(20)))
        lines = repr(many).split("\n")
        self.assertEqual(lines[:2], ["<benchresult.FunctionCounts object>", "  100  f0"])
        self.assertEqual(lines[10], "  ...")
        self.assertEqual(lines[-2:], ["", "Total: 1810"])
        self.assertEqual(len(lines), 22)
        self.assertEqual(len(repr(many[:]).split("\n")), 23)
        self.assertEqual(repr(counts()), lines[0] + "\nTotal: 0")
        self.assertNotIn("Total", repr(counts((1, "x"), inclusive=True)))
        name = "a" * 50 + "b" * 50
        self.assertIn("  1  " + "a" * 17 + " ... " + "b" * 18,
                      repr(counts((1, name), linewidth=10)))


class Profiles(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = pathlib.Path(directory.name) / "callgrind.out"
        self.path.write_text(PROFILE)

    def test_counts(self):
        profile = Profile(self.path)
        self.assertEqual((len(profile), profile.events, profile.total()), (1, ["Ir"], 79))
        object = " [/opt/app]"
        found = {entry.function: entry.count for entry in profile.counts(0)}
        self.assertEqual(found, {"m.c:f" + object: 35, "g.c:g" + object: 29,
                                 "m.c:main" + object: 10, "m.c:f'2" + object: 5})
        found = {entry.function: entry.count
                 for entry in profile.counts(inclusive=True, merge_recursion=True)}
        self.assertEqual(found["m.c:f" + object], 60)
        self.assertTrue(profile.counts(inclusive=True).inclusive)
        self.assertIsNot(profile.counts(annotate=True), None)
        for call, kind in ((lambda: profile.total(1), IndexError),
                           (lambda: profile.total(event="Dr"), KeyError),
                           (lambda: Profile(str(self.path) + "x"), FileNotFoundError),
                           (lambda: Profile(None), TypeError)):
            with self.assertRaises(kind):
                call()

    def test_malformed(self):  # 48, 55, 56, 58
        heard = []
        for text, kind in (("", ValueError), ("version: 1\nfn=f\n1 2\n", ValueError)):
            self.path.write_text(text)
            with self.subTest(text), self.assertRaises(kind):
                Profile(self.path)
        self.path.write_text(PROFILE.replace("totals: 79", "totals: 80"))
        self.assertEqual(Profile(self.path, log=heard.append).total(), 79)
        self.assertEqual(len(heard), 1)
        self.assertRegex(heard[0], "79.*80|80.*79")

    def test_stats(self):
        profile = Profile(self.path)
        stats = CallgrindStats.from_profile(profile, 2, profile, TaskSpec("f()", num_threads=2))
        self.assertEqual((stats.counts(), stats.number_per_run, stats.instructions), (79, 2, 0.0))
        self.assertEqual(stats.stats(), stats.baseline_exclusive_stats)
        self.assertEqual(len(stats.delta(stats)), 0)
        self.assertTrue(stats.stats(inclusive=True).inclusive)
        again = pickle.loads(pickle.dumps(stats))
        self.assertEqual((again, repr(again)), (stats, repr(stats)))
        self.assertEqual({s.tag: s.value for s in stats.summaries()}, {
            "bres/callgrind/instructions": 0.0, "bres/callgrind/total": 79,
            "bres/callgrind/baseline": 79, "bres/callgrind/number": 2})


class Stats(unittest.TestCase):
    def stats(self, *entries, debug=True):
        lists = [counts((5, "dictobject.c:lookdict_unicode"), inclusive=inclusive)
                 for inclusive in (True, False)]
        return CallgrindStats(TaskSpec("x"), 100, debug, *lists,
                              counts(*entries, inclusive=True), counts(*entries), "profile")

    def test_standardized(self):  # 62
        stats = self.stats((1, "/a/b/build/../c/build/../d.cpp:f [/l.so]"),
                           (2, "/p/Python/Objects/x.c:e"), (3, "a b [c] d [e]"),
                           (4, "/build/aten/"), (5, "f() [x"),
                           (6, "x.c:f(int) [/opt/Python/lib.so]"))
        once = stats.as_standardized()
        self.assertEqual([name for _, name in reversed(list(once.stats()))],
                         ["build/../d.cpp:f", "Objects/x.c:e", "a b", "/build/aten/", "f() [x",
                          "x.c:f(int)"])
        self.assertIsNone(once.stmt_callgrind_out)
        self.assertEqual(once.as_standardized(), once)

    def test_text(self):
        stats = self.stats((1000, "f"), (10, "dictobject.c:lookdict_unicode [x]"))
        text = [
            "<benchresult.CallgrindStats object>", "x",
            "                           All          Noisy symbols removed",
            "    Instructions:         1010                       1000",
            "    Baseline:                5                          0",
            "100 runs per measurement, 1 thread"]
        self.assertEqual(repr(stats), "\n".join(text))
        self.assertEqual((stats.counts(), stats.counts(denoise=True)), (1010, 1000))
        self.assertEqual(len(repr(self.stats(debug=False)).split("\n")), len(text) + 2)


def importable():
    """A function that another process can find by its name."""
    return sum(range(10))


# Without valgrind, only the message could be tested, which the tests of the C library do. valgrind
# cannot run an interpreter with a sanitizer.
@unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
@unittest.skipIf("asan" in os.environ.get("LD_PRELOAD", ""), "valgrind cannot run a sanitizer")
class Collected(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.environment = mock.patch.dict(os.environ, {
            "BENCHRESULT_LIBEXEC": os.environ.get("BENCHRESULT_LIBEXEC", LIBEXEC)})
        cls.environment.start()
        cls.addClassCleanup(cls.environment.stop)

    def test_statement(self):
        timer = Timer("for i in range(n):\n  x = math.sqrt(i)", "n = 50", globals={"math": math},
                      label="l")
        found = timer.collect_callgrind(10, repeats=2, retain_out_file=True)
        self.assertEqual(len(found), 2)
        first, second = found
        self.assertEqual((first.number_per_run, first.task_spec), (10, timer.task_spec))
        self.assertGreater(first.counts(), 10 * 50 * 10)
        self.assertLess(abs(first.counts() - second.counts()), first.counts() / 100)
        self.assertEqual(first.baseline_exclusive_stats, second.baseline_exclusive_stats)
        # The baseline is the empty loop, and the instructions before it.
        self.assertGreater(first.baseline_exclusive_stats.sum(), 0)
        self.assertLess(first.baseline_exclusive_stats.sum(), first.counts() / 2)
        self.assertIn("events: Ir", first.stmt_callgrind_out)

    def test_callable(self):
        found = Timer(importable).collect_callgrind(2, collect_baseline=False)
        self.assertGreater(found.counts(), 0)
        self.assertEqual(len(found.baseline_exclusive_stats), 0)

    def test_failures(self):
        process = os.getpid()
        with self.assertRaises(ZeroDivisionError):  # in this process already
            Timer("1 / 0").collect_callgrind()
        with self.assertRaisesRegex(errors.BadValueError, "(?s)LookupError: there"):
            Timer("if os.getpid() != process:\n  raise LookupError('there')", "import os",
                  globals={"process": process}).collect_callgrind()
        for timer in (Timer(lambda: None), Timer("x", globals={"x": lambda: None})):
            with self.assertRaisesRegex(TypeError, "cannot be taken to another process"):
                timer.collect_callgrind()
        for keywords in ({"number": 0}, {"repeats": 0}, {"timeout": -1}):  # 46
            with self.assertRaises(ValueError):
                Timer().collect_callgrind(**keywords)
        with self.assertRaises(errors.LimitError):
            Timer().collect_callgrind(timeout=0.001)

    def test_main_program(self):
        with mock.patch.object(importable, "__module__", "__main__"):
            with self.assertRaisesRegex(TypeError, "defined in the main program"):
                Timer(importable).collect_callgrind()

    def test_without_valgrind(self):  # 44
        with mock.patch.dict(os.environ, {"PATH": "/nonexistent"}), \
                self.assertRaisesRegex(errors.UnsupportedError, "valgrind"):
            Timer().collect_callgrind()

    def test_symbol(self):
        found = SymbolTimer(LIBC, "getpid").collect_callgrind(10)
        self.assertEqual(found.number_per_run, 10)
        self.assertGreater(found.counts(), found.baseline_exclusive_stats.sum())
        with self.assertRaises(KeyError):
            SymbolTimer(LIBC, "no such symbol").collect_callgrind()

    def test_command(self):
        found = CommandTimer(["true"]).collect_callgrind()
        self.assertEqual(found.number_per_run, 1)
        self.assertGreater(found.counts(), 1000)

    def test_pointer(self):
        import ctypes

        with self.assertRaisesRegex(ValueError, "SymbolTimer"):
            Timer(ctypes.CDLL(None).getpid).collect_callgrind()


if __name__ == "__main__":
    sys.exit(unittest.main())
