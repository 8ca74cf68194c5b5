# SPDX-License-Identifier: MIT
"""Stopping criteria of the library, and criteria in Python."""
import copy
import gc
import pickle
import unittest
import weakref

import support  # noqa: F401
import benchresult
from benchresult import StoppingCriterion, stop_index

STEADY = [1e-3] * 1000


class LibraryCriterionTest(unittest.TestCase):
    def test_names(self):
        self.assertLessEqual({"stdrel", "entropy", "sample-count"}, set(benchresult.criteria()))
        self.assertEqual(StoppingCriterion("any-of(stdrel, entropy)").name,
                         "any-of(stdrel,entropy)")
        with self.assertRaises(KeyError):
            StoppingCriterion("nothing")
        for wrong in (3, b"\xff\0", None):
            with self.assertRaises((TypeError, ValueError)):
                StoppingCriterion(wrong)

    def test_parameters(self):
        criterion = StoppingCriterion("stdrel", max_noise=0.25)
        self.assertEqual(criterion["max-noise"], 0.25)
        criterion["min_time"] = 1
        self.assertEqual(criterion.parameters, {"max-noise": 0.25, "min-time": 1.0})
        self.assertEqual(repr(criterion), "StoppingCriterion('stdrel', max_noise=0.25, "
                                          "min_time=1.0)")
        self.assertEqual(eval(repr(criterion)).parameters, criterion.parameters)
        with self.assertRaises(KeyError):
            criterion["other"]
        for name, value, kind in (("other", 1.0, KeyError), ("max-noise", -1.0, ValueError),
                                  ("max-noise", "x", TypeError), ("max-noise", None, TypeError),
                                  (3, 1.0, TypeError)):
            with self.assertRaises(kind):
                criterion[name] = value
        count = StoppingCriterion("sample-count", target_samples=20)
        self.assertEqual(count["target-samples"], 20)
        with self.assertRaises(ValueError):
            count["target-samples"] = 2 ** 64

    def test_at_work(self):
        criterion = StoppingCriterion("sample-count", target_samples=3)
        for _ in range(2):
            criterion.initialize()
            for _ in range(3):
                self.assertFalse(criterion.is_finished())
                criterion.add_measurement(1e-3)
            self.assertTrue(criterion.is_finished())
        for wrong in (-1.0, float("nan"), float("inf")):
            with self.assertRaises(ValueError):
                criterion.add_measurement(wrong)
        with self.assertRaises(TypeError):
            criterion.add_measurement("fast")

    def test_stop_index(self):
        self.assertEqual(stop_index(STEADY, "sample-count", target_samples=50), 50)
        self.assertEqual(stop_index(STEADY), 501)
        self.assertIsNone(stop_index(STEADY[:20]))
        self.assertIsNone(stop_index([]))
        self.assertEqual(stop_index(STEADY, "sample-count", min_samples=60, target_samples=50), 60)
        criterion = StoppingCriterion("sample-count", target_samples=50)
        self.assertEqual([stop_index(STEADY, criterion) for _ in range(2)], [50, 50])
        for wrong in (3, None):
            with self.assertRaises(TypeError):
                stop_index(STEADY, wrong)
        with self.assertRaises(TypeError):
            stop_index(STEADY, criterion, target_samples=3)

    def test_there_is_one_of_each(self):
        criterion = StoppingCriterion("stdrel")
        for make in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaises(TypeError):
                make(criterion)


class Counted(StoppingCriterion):
    """A criterion that is finished after a number of samples."""

    def __init__(self, limit, fault=None):
        super().__init__()
        self.limit = limit
        self.fault = fault
        self.seen = []

    def initialize(self):
        if self.fault == "initialize":
            raise LookupError("initialize")
        self.seen = []

    def add_measurement(self, seconds):
        self.seen.append(seconds)
        if self.fault == "add":
            raise LookupError("add")

    def is_finished(self):
        if self.fault == "finished":
            raise LookupError("finished")
        return len(self.seen) >= self.limit


class PythonCriterionTest(unittest.TestCase):
    def test_at_work(self):
        criterion = Counted(12)
        self.assertEqual(criterion.stop_index(STEADY), 12)
        self.assertEqual(criterion.seen, STEADY[:12])
        self.assertIsNone(criterion.stop_index(STEADY[:11]))
        state = benchresult.measure(lambda: None, criterion=criterion)
        self.assertEqual(len(state.samples), 12)

    def test_exceptions_come_out(self):
        for fault in ("initialize", "add", "finished"):
            criterion = Counted(12, fault)
            for call in (lambda: criterion.stop_index(STEADY),
                         lambda: benchresult.measure(lambda: None, criterion=criterion)):
                with self.assertRaises(LookupError) as caught:
                    call()
                self.assertEqual(caught.exception.args, (fault,))
            self.assertEqual(stop_index(STEADY), 501)  # no exception is left pending

    def test_what_a_subclass_must_define(self):
        class Half(StoppingCriterion):
            def add_measurement(self, seconds):
                pass

        with self.assertRaisesRegex(TypeError, "is_finished"):
            Half()
        with self.assertRaisesRegex(TypeError, "name of a criterion"):
            StoppingCriterion()

    def test_a_subclass_of_one_of_the_librarys(self):
        class Watched(StoppingCriterion):
            def add_measurement(self, seconds):
                super().add_measurement(seconds)

        criterion = Watched("sample-count", target_samples=2)
        criterion.add_measurement(1)
        criterion.add_measurement(1)
        self.assertTrue(criterion.is_finished())

    def test_unreferenced_object_is_freed(self):
        criterion = Counted(3)
        gone = weakref.ref(criterion)
        del criterion
        gc.collect()
        self.assertIsNone(gone())


if __name__ == "__main__":
    unittest.main()
