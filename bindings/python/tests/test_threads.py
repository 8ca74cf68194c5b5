# SPDX-License-Identifier: MIT
"""Objects that several threads use, and that are freed in any order."""
import copy
import gc
import itertools
import os
import pickle
import threading
import unittest

from support import DATA, ResultTest, results

import benchresult

MAIN, BRANCH = (os.path.join(DATA, name) for name in ("main.json", "branch.json"))


def walked(result):
    """Reads every part of a result."""
    return [(one.name(), one.state_name, one.device, one.bw, one.is_skipped, len(one.summaries),
             [summary.value for summary in one.summaries.values()], one.axis_values, one.point,
             None if one.samples is None else sum(one.samples)) for sub in result.values()
            for one in sub]


class ThreadTest(ResultTest):
    def run_threads(self, work, count=8):
        found, failed = [], []
        start = threading.Barrier(count)

        def run(number):
            try:
                start.wait()
                found.append(work(number))
            except BaseException as error:  # the main thread raises it
                failed.append(error)

        threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]
        return found

    def test_one_result(self):
        result = results.BenchmarkResult.from_json(MAIN)
        expected = walked(results.BenchmarkResult.from_json(MAIN))
        for found in self.run_threads(lambda number: walked(result)):
            self.assertEqual(found, expected)

    def test_all_see_the_same_objects(self):
        result = results.BenchmarkResult.from_json(MAIN)

        def look(number):
            sub = result["copy"]
            return [id(part) for part in (result.subbenches, result.devices, sub, sub.states,
                                          sub.axes, sub[0], sub[0].samples, sub[0].point,
                                          sub[0].axis_values)]

        first, *others = self.run_threads(look)
        for other in others:
            self.assertEqual(other, first)

    def test_comparing(self):
        reference, candidate = (results.BenchmarkResult.from_json(path) for path in (MAIN, BRANCH))
        expected = list(benchresult.compare(reference, candidate))
        for found in self.run_threads(lambda n: list(benchresult.compare(reference, candidate,
                                                                         threads=1 + n % 3))):
            self.assertEqual(found, expected)

    def test_errors_belong_to_their_threads(self):
        def fail(number):
            path = self.path(f"{number}.json")
            for _ in range(20):
                with self.assertRaises(FileNotFoundError) as caught:
                    results.BenchmarkResult.from_json(path)
                self.assertEqual(caught.exception.file, path)

        self.run_threads(fail)

    def test_a_criterion_that_all_use(self):
        criterion = benchresult.StoppingCriterion("entropy")
        samples = [1e-3 + i % 5 * 1e-6 for i in range(500)]
        expected = criterion.stop_index(samples)

        def use(number):
            for _ in range(5):
                criterion.initialize()
                for sample in samples[:50]:
                    criterion.add_measurement(sample)
                criterion.is_finished()
            return criterion.stop_index(samples)

        self.assertEqual(set(self.run_threads(use)), {expected})

    def test_building(self):
        builder = benchresult.ResultBuilder()
        bench = builder.add_benchmark("b")
        bench.add_axis("N", range(400))

        def add(number):
            for i in range(50):
                bench.add_state(axes={"N": 50 * number + i}, samples=[1.0, 2.0])

        self.run_threads(add)
        self.assertEqual(len(builder.result()["b"]), 400)


class LifeTest(unittest.TestCase):
    def test_any_order(self):
        for order in itertools.permutations(range(5)):
            result = results.BenchmarkResult.from_json(MAIN)
            comparison = benchresult.compare(result, BRANCH)
            parts = [result, result["copy"], result["copy"][0], result["copy"][0].samples,
                     comparison]
            del result, comparison
            for index in order:
                parts[index] = None
                gc.collect(0)
            del parts

    def test_what_is_left_works(self):
        sub = results.BenchmarkResult.from_json(MAIN)["copy"]
        gc.collect()
        self.assertTrue(sub[0].summaries)
        state = sub[0]
        del sub
        gc.collect()
        self.assertTrue(state.samples)
        row = benchresult.compare(MAIN, BRANCH)[0]
        gc.collect()
        self.assertTrue(row.state.summaries and row.reference_state.summaries)

    def test_cycles_are_collected(self):
        import weakref

        result = results.BenchmarkResult.from_json(MAIN, metadata={})
        result.metadata["self"] = result
        gone = weakref.ref(result)
        del result
        gc.collect()
        self.assertIsNone(gone())

    def test_copies(self):
        result = results.BenchmarkResult.from_json(MAIN)
        state = result["copy"][0]
        for make in (copy.copy, copy.deepcopy):
            self.assertIs(make(state), state)
            self.assertIs(make(result), result)
        self.assertEqual(copy.deepcopy([state.summaries]), [state.summaries])
        for part in (result, result["copy"], state, benchresult.ResultBuilder(),
                     benchresult.compare(MAIN, MAIN)):
            with self.assertRaises(TypeError):
                pickle.dumps(part)


if __name__ == "__main__":
    unittest.main()
