# SPDX-License-Identifier: MIT
"""The cache of tuners."""
import gc
import os
import pathlib
import pickle
import threading
import unittest

from support import ResultTest, VirtualTime

from benchresult import CachedAnswer, Tuner, TunerCache
from benchresult.errors import (ArgumentError, FileError, FormatError, NoFileError, StateError,
                                VersionError)

SPACE = {"TILE": [8, 16, 32], "KIND": ["rows", "columns"], "RATE": [0.5, 1.0]}
FASTEST = {"TILE": 16, "KIND": "rows", "RATE": 0.5}


def seconds_of(trial):
    slower = sum(trial[name] != FASTEST[name] for name in FASTEST)
    return 1e-3 * (1 + slower)


class TunerCacheTest(ResultTest):
    def setUp(self):
        super().setUp()
        self.cache = self.path("kernels.cache")

    def tuner(self, **keywords):
        time = VirtualTime()
        tuner = Tuner(SPACE, clock=time.now,
                      **{"cache": self.cache, "name": "stencil", **keywords})
        tuner.run(lambda trial: time.spend(seconds_of(trial)))
        self.assertEqual(tuner.best[0], FASTEST)
        return tuner

    def test_a_tuner_takes_its_answer(self):
        for cached in (False, True):
            tuner = self.tuner(kernel_hash="v1", problem_size=(64, 32))
            self.assertEqual((tuner.is_cached, tuner.stop_reason), (cached, "decided"))
            self.assertEqual(tuner.best_states[0].name(), tuner.best[0].name)
        self.assertEqual((tuner.sample_count, tuner.message), (0, "from the cache: decided"))
        self.assertFalse(self.tuner(problem_size=(64, 33)).is_cached)
        self.assertFalse(self.tuner(problem_size=64, device="GPU", driver="1").is_cached)
        self.assertFalse(self.tuner(problem_size=[64], retune=True, cache_timeout=1).is_cached)
        cache = TunerCache(self.cache)
        self.assertEqual(len(cache), 4)
        answer = cache.find("stencil", (64, 32), kernel_hash="v1")
        self.assertEqual(answer, FASTEST)
        self.assertEqual([type(answer[name]) for name in FASTEST], [int, str, float])
        self.assertEqual((answer.kernel, answer.kernel_hash, answer.problem_size, answer.driver),
                         ("stencil", "v1", (64, 32), ""))
        self.assertEqual((answer.device, answer.space), (cache.device, None))
        self.assertEqual((answer.stop_reason, answer.remaining), ("decided", 1))
        self.assertAlmostEqual(answer.seconds, 1e-3, places=5)
        self.assertGreater(answer.samples, 12)
        self.assertEqual(answer.order[0], tuner.best[0].index)
        self.assertIsNone(cache.find("stencil", (64, 32)))
        self.assertIsNone(cache.find("blur"))
        self.assertIsNotNone(cache.find("stencil", 64, device="GPU", driver="1"))
        near = cache.find_nearest("stencil", 70)
        self.assertEqual((near, near.problem_size), (FASTEST, (64,)))
        self.assertIsNone(cache.find_nearest("stencil", ()))

    def test_stored_by_a_program(self):
        values = {"A": -2**63, "B": 0.1, "C": "\u00e4\n", "D": True}
        with TunerCache(pathlib.Path(self.cache)) as cache:
            self.assertFalse(os.path.exists(self.cache))
            cache.store("k", values, [1, 2], kernel_hash="h", device="d", driver="r", space="s",
                        order=[3, 1], seconds=2.5, samples=7, remaining=2, stop_reason="tied")
            cache.store("k", {}, 3)
            self.assertEqual((len(cache), "k" in cache, "x" in cache), (2, True, False))
            first, second = cache
        with self.assertRaises(StateError):
            len(cache)
        self.assertEqual(first, {**values, "D": "true"})
        self.assertEqual((first.kernel, first.kernel_hash, first.device, first.driver, first.space),
                         ("k", "h", "d", "r", "s"))
        self.assertEqual((first.problem_size, first.order, first.seconds, first.samples,
                          first.remaining, first.stop_reason), ((1, 2), (3, 1), 2.5, 7, 2, "tied"))
        self.assertEqual((dict(second), second.problem_size, second.stop_reason),
                         ({}, (3,), "running"))
        self.assertIn("k of (1, 2)", repr(first))
        self.assertIn("closed", repr(cache))
        cache.close()

    def test_of_two_users(self):
        with TunerCache(self.cache) as one, TunerCache(self.cache, lock_timeout=60) as other:
            one.store("k", {"A": 1})
            self.assertIsNone(other.find("k"))
            other.refresh()
            self.assertEqual(other.find("k"), {"A": 1})
            answer = other.find("k")
            other.store("k", {"A": 2})
            self.assertEqual((answer, other.find("k"), one.find("k")),
                             ({"A": 1}, {"A": 2}, {"A": 1}))
            self.assertIn("1 answers", repr(other))

    def test_errors(self):
        with self.assertRaises(NoFileError):
            TunerCache(self.cache, read_only=True)
        with self.assertRaises(FileError):
            TunerCache(self.directory)
        with open(self.cache, "w") as file:
            file.write('{"benchresult_tuner_cache":2}\n')
        with self.assertRaises(VersionError):
            TunerCache(self.cache)
        with self.assertRaises(VersionError):
            self.tuner()
        with open(self.cache, "w") as file:
            file.write("something else")
        with self.assertRaises(FormatError):
            TunerCache(self.cache)
        os.remove(self.cache)
        cache = TunerCache(self.cache)
        for call in (lambda: cache.store("k", {"A": float("nan")}),
                     lambda: cache.store("k", {"A": 1}, [-1]),
                     lambda: Tuner(SPACE, cache=self.cache)):
            with self.assertRaises(ArgumentError):
                call()
        for call in (lambda: cache.store("k", {"A": None}), lambda: cache.find(None),
                     lambda: cache.find("k", "12"), lambda: cache.find("k", 1.5),
                     lambda: TunerCache(None), lambda: TunerCache(self.cache, log=1),
                     CachedAnswer, lambda: pickle.dumps(cache), lambda: cache.__init__("x")):
            with self.assertRaises(TypeError):
                call()
        with self.assertRaises(ValueError):
            cache.store("k", {}, stop_reason="bored")
        self.assertEqual(len(cache), 0)
        del cache
        gc.collect()

    def test_warnings(self):
        with TunerCache(self.cache) as cache:
            cache.store("k", {"A": 1})
        with open(self.cache, "a") as file:
            file.write("half of an entry")
        heard = []
        with TunerCache(self.cache, log=heard.append, read_only=True) as cache:
            self.assertEqual(cache.find("k"), {"A": 1})
            with self.assertRaises(StateError):
                cache.store("k", {})
        self.assertEqual(len(heard), 1)
        self.assertIn("incomplete", heard[0])

    def test_many_threads(self):
        cache = TunerCache(self.cache)
        found = []

        def use(number):
            for size in range(50):
                cache.store("k", {"A": number}, (number, size))
                found.append(cache.find("k", (number, size)) == {"A": number})

        threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((found, len(cache)), ([True] * 200, 200))


if __name__ == "__main__":
    unittest.main()
