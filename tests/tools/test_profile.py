#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Profiles that the installed valgrind makes: counts equal the rows of callgrind_annotate, and costs
balance. The library is called directly."""
import ctypes
import os
import re
import shutil
import subprocess
import tempfile
import unittest

BUILD = os.environ["BRES_TEST_BUILD_DIR"]
ALL_PARTS = ctypes.c_size_t(-1)
EXCLUSIVE, INCLUSIVE, EXCLUSIVE_ANNOTATE, INCLUSIVE_ANNOTATE = range(4)

# Recursion of one and of two functions, inlined code, a function pointer, threads.
SOURCE = r"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static inline __attribute__((always_inline)) int inlined(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i ^ n;
    return sum;
}
__attribute__((noinline)) int odd(int n);
__attribute__((noinline)) int even(int n) { return n == 0 ? 1 : odd(n - 1) + inlined(n & 3); }
__attribute__((noinline)) int odd(int n) { return n == 0 ? 0 : even(n - 1) + 1; }
__attribute__((noinline)) int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
__attribute__((noinline)) void stage(void)
{
    int values[200];
    for (int i = 0; i < 200; i++)
        values[i] = i * 7919 % 211;
    qsort(values, 200, sizeof *values, order);
    printf("%d\n", values[3]);
}
static void *thread(void *unused) { stage(); return unused; }
int main(void)
{
    pthread_t id;
    printf("%d %d\n", fibonacci(10), even(20));
    for (int i = 0; i < 3; i++)
        stage();
    pthread_create(&id, NULL, thread, NULL);
    pthread_join(id, NULL);
    return 0;
}
"""


class Count(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int64), ("name", ctypes.c_char_p)]


def library():
    lib = ctypes.CDLL(os.path.join(BUILD, "lib", "libbenchresult.so"))
    lib.bres_last_error.restype = ctypes.c_char_p
    lib.bres_counts_at.restype = ctypes.POINTER(Count)
    lib.bres_counts_at.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    lib.bres_counts_size.restype = ctypes.c_size_t
    lib.bres_counts_size.argtypes = [ctypes.c_void_p]
    lib.bres_counts_free.argtypes = [ctypes.c_void_p]
    lib.bres_profile_free.argtypes = [ctypes.c_void_p]
    lib.bres_profile_part_count.argtypes = [ctypes.c_void_p]
    lib.bres_profile_part_count.restype = ctypes.c_size_t
    lib.bres_profile_total.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p,
                                       ctypes.c_void_p]
    lib.bres_profile_counts.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p,
                                        ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p]
    return lib


def annotate(path, inclusive):
    """Name -> count, as callgrind_annotate prints them. It runs in the root directory,
    because it removes the current directory from the names of files."""
    output = subprocess.run(
        ["callgrind_annotate", "--threshold=100", "--show-percs=no", "--show=Ir", "--auto=no",
         f"--inclusive={'yes' if inclusive else 'no'}", path],
        cwd="/", check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        errors="replace").stdout
    _, _, table = output.partition("file:function\n")
    rows = {}
    for line in table.splitlines():
        found = re.fullmatch(r" *([\d,]+)  (.*?) *", line)
        if found and found[1] != "0":
            rows[found[2]] = rows.get(found[2], 0) + int(found[1].replace(",", ""))
    return rows


def balances(path):
    """(self cost by function, list of (caller, callee, cost)) in an uncompressed profile. This
    reader is independent of the library's, so that the two can differ."""
    own, calls = {}, []
    place = {"ob": "", "fl": "???", "fn": None}
    callee, now, expect = {}, "???", False
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            key, sign, value = line.rstrip("\n").partition("=")
            if line[0] in "0123456789+-*":
                cost = int((line.split() + ["0"])[1])
                node = (place["ob"], place["fl"], place["fn"])
                if expect:
                    target = (callee.get("cob", place["ob"]), callee.get("cfi", now), callee["cfn"])
                    calls.append((node, target, cost))
                    callee, expect = {}, False
                else:
                    own[node] = own.get(node, 0) + cost
            elif sign and key in ("ob", "fl", "fi", "fe", "fn"):
                if key in ("fl", "fi", "fe"):
                    now = value
                if key in place:
                    place[key] = value
            elif sign and key in ("cob", "cfi", "cfn"):
                callee[key] = value
            elif sign and key == "calls":
                expect = True
    return own, calls


@unittest.skipUnless(shutil.which("valgrind") and shutil.which("callgrind_annotate"),
                     "valgrind is not installed")
class ProfileTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lib = library()
        cls.scratch = tempfile.TemporaryDirectory()
        cls.own = os.path.join(cls.scratch.name, "own")
        compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc")
        if compiler is None:
            raise unittest.SkipTest("there is no C compiler")
        subprocess.run([compiler, "-O2", "-g", "-gdwarf-4", "-x", "c", "-", "-o", cls.own,
                        "-lpthread"], input=SOURCE, text=True, check=True)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def collect(self, command, *options):
        path = os.path.join(self.scratch.name, self.id() + ".out")
        subprocess.run(["valgrind", "-q", "--command-line-only=yes", "--tool=callgrind",
                        f"--callgrind-out-file={path}", *options, *command],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        return path

    def load(self, path):
        profile = ctypes.c_void_p()
        status = self.lib.bres_profile_load(path.encode(), None, ctypes.byref(profile))
        self.assertEqual(status, 0, self.lib.bres_last_error())
        self.addCleanup(self.lib.bres_profile_free, profile)
        return profile

    def counts(self, profile, inclusion, part=ALL_PARTS):
        """Pairs of name and count."""
        counts = ctypes.c_void_p()
        status = self.lib.bres_profile_counts(profile, part, None, inclusion, 0,
                                              ctypes.byref(counts))
        self.assertEqual(status, 0, self.lib.bres_last_error())
        entries = (self.lib.bres_counts_at(counts, i).contents
                   for i in range(self.lib.bres_counts_size(counts)))
        pairs = [(entry.name.decode(errors="replace"), entry.count) for entry in entries]
        self.lib.bres_counts_free(counts)
        return pairs

    def total(self, profile, part=ALL_PARTS):
        total = ctypes.c_uint64()
        self.assertEqual(
            self.lib.bres_profile_total(profile, part, None, ctypes.byref(total)), 0)
        return total.value

    def check(self, path, threads=False):
        profile = self.load(path)
        for inclusion in (EXCLUSIVE_ANNOTATE, INCLUSIVE_ANNOTATE):
            ours = self.counts(profile, inclusion)
            self.assertEqual(len(dict(ours)), len(ours))
            self.assertEqual(dict(ours), annotate(path, inclusion == INCLUSIVE_ANNOTATE))
        exclusive = self.counts(profile, EXCLUSIVE)
        self.assertGreater(len(exclusive), 20)
        with open(path, encoding="utf-8", errors="replace") as file:
            sums = re.findall(r"^(summary|totals): (\d+)", file.read(), flags=re.M)
        totals = sum(int(value) for key, value in sums if key == "totals")
        self.assertEqual(sum(count for _, count in exclusive), totals)
        self.assertEqual(self.total(profile), totals)
        self.assertGreaterEqual(sum(int(value) for key, value in sums if key == "summary"), totals)
        if not threads:
            self.assertEqual(self.counts(profile, INCLUSIVE)[0][1], totals)
        return profile

    def test_recursion(self):
        self.check(self.collect([self.own]), threads=True)

    def test_recursion_without_levels(self):
        self.check(self.collect([self.own], "--separate-recs=1"), threads=True)

    def test_instructions_and_jumps(self):
        self.check(self.collect([self.own], "--dump-instr=yes", "--collect-jumps=yes"),
                   threads=True)

    def test_caches(self):
        self.check(self.collect([self.own], "--cache-sim=yes", "--branch-sim=yes"), threads=True)

    def test_parts_in_one_file(self):
        path = self.collect([self.own], "--combine-dumps=yes", "--dump-after=stage")
        profile = self.check(path, threads=True)
        parts = self.lib.bres_profile_part_count(profile)
        self.assertEqual(parts, 5)
        self.assertEqual(sum(self.total(profile, part) for part in range(parts)),
                         self.total(profile))

    def test_threads_in_one_file(self):
        path = self.collect([self.own], "--combine-dumps=yes", "--separate-threads=yes")
        profile = self.check(path, threads=True)
        self.assertEqual([self.lib.bres_profile_part_thread(profile, ctypes.c_size_t(part))
                          for part in range(self.lib.bres_profile_part_count(profile))], [1, 2])
        names = [dict(self.counts(profile, EXCLUSIVE, part)) for part in (0, 1)]
        self.assertTrue(any(":fibonacci [" in name for name in names[0]))
        self.assertFalse(any(":fibonacci [" in name for name in names[1]))

    def test_uncompressed(self):
        path = self.collect(["/bin/ls", "/"], "--compress-strings=no", "--compress-pos=no")
        profile = self.check(path)
        own, calls = balances(path)
        self.assertEqual(sorted(count for _, count in self.counts(profile, EXCLUSIVE)),
                         sorted(cost for cost in own.values() if cost))
        # Except in cycles, calls to a function cost its self cost plus the cost of its calls.
        incoming, outgoing, nodes = {}, {}, set(own)
        for caller, callee, cost in calls:
            nodes.update((caller, callee))
            if caller != callee:
                outgoing[caller] = outgoing.get(caller, 0) + cost
                incoming[callee] = incoming.get(callee, 0) + cost
        inclusive = dict(self.counts(profile, INCLUSIVE))
        checked = 0
        for node in nodes:
            obj, file, function = node
            lone = own.get(node, 0) + outgoing.get(node, 0)
            if lone == incoming.get(node):
                self.assertEqual(inclusive.get(f"{file}:{function} [{obj}]", 0), lone)
                checked += 1
        self.assertGreater(checked, len(nodes) // 2)

    def test_composed_names(self):
        """Names that are composed of other names equal names that are written in full."""
        options = ("--separate-callers=2", "--toggle-collect=stage")
        composed = self.load(self.collect([self.own], "--compress-mangled=yes", *options))
        plain = self.check(self.collect([self.own], *options), threads=True)
        for inclusion in (EXCLUSIVE, INCLUSIVE):
            self.assertEqual(self.counts(composed, inclusion), self.counts(plain, inclusion))

    def test_programs(self):
        for command in (["/bin/echo", "x"], ["/bin/cat", "/etc/passwd"]):
            with self.subTest(command=command):
                self.check(self.collect(command))


if __name__ == "__main__":
    unittest.main()
