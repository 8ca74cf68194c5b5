# SPDX-License-Identifier: MIT
"""The requirements of NVBench's own tests: five benchmarks on the CPU in one process, and the order
of states, devices and selected benchmarks."""
import os
import unittest

from support import BUILD, ResultTest

import benchresult
import benchresult.bench as bench

DOUBLE = os.path.join(BUILD, "test", "fakecuda", "libcuda.so.1")

FIVE = """
import gc, math, sys, weakref
import benchresult.bench as bench

counts = {"launcher": 0, "bodies": 0}
seen = []
timers = []

def refuses(kind, words, call, *arguments, **keywords):
    try:
        call(*arguments, **keywords)
    except kind as error:
        assert words in str(error), error
    else:
        raise AssertionError(words)

@bench.register()
@bench.option.is_cpu_only()
def launches(state):
    counts["bodies"] += 1
    def launcher(launch):
        counts["launcher"] += 1
    state.exec(launcher)

@bench.register()
@bench.option.is_cpu_only()
def times(state):
    def launcher(launch, timer):
        timers.append(timer)
        timer.start()
        timer.stop()
    refuses(ValueError, "timer=True", state.exec, launcher, timer=True, batched=True)
    assert not timers
    state.exec(launcher, timer=True)
    assert timers

@bench.register()
@bench.option.is_cpu_only()
@bench.option.cold_warmup_runs(13)
@bench.option.cold_max_warmup_walltime(0.5)
def warms_up(state):
    seen.append((state.get_cold_warmup_runs(), state.get_cold_max_warmup_walltime()))
    state.set_cold_warmup_runs(3)
    state.set_cold_max_warmup_walltime(0.125)
    seen.append((state.get_cold_warmup_runs(), state.get_cold_max_warmup_walltime()))
    state.exec(lambda launch: None)

def batches(state):
    seen.append(state.get_batch_target_time())
    state.set_batch_target_time(0.125)
    for wrong in (0.0, -1.0, math.inf, math.nan):
        refuses(ValueError, "finite and positive", state.set_batch_target_time, wrong)
    seen.append(state.get_batch_target_time())

batching = bench.register(batches).set_is_cpu_only(True).set_batch_target_time(0.75)
for wrong in (0.0, -1.0, math.inf, math.nan):
    refuses(ValueError, "finite and positive", batching.set_batch_target_time, wrong)

class Provider:
    def __init__(self, handle):
        self.handle = handle
        self.asked = 0

    def __cuda_stream__(self):
        self.asked += 1
        return 0, self.handle

providers = {}

@bench.register()
@bench.option.is_cpu_only()
def streams(state):
    provider = first = Provider(0x1234)
    providers.update(first=weakref.ref(first), state=state)
    assert state.set_stream(first) is None and first.asked == 1
    del provider, first
    gc.collect()
    assert providers["first"]() is not None
    handles = []
    state.exec(lambda launch: handles.append(launch.get_stream().addressof()))
    assert set(handles) == {0x1234}, handles
    counts["bodies"] += 1

if __name__ == "__main__":
    bench.run_all_benchmarks(["-q", "--profile", "--json", sys.argv[1]])
    assert counts == {"launcher": 1, "bodies": 2}, counts
    assert seen == [(13, 0.5), (3, 0.125), 0.75, 0.125], seen
    assert len(timers) == 1
    refuses(RuntimeError, "Timer is no longer valid", timers[0].start)
    refuses(RuntimeError, "Timer is no longer valid", timers[0].stop)
    gc.collect()
    assert providers["first"]() is None
"""


class AcceptanceTest(ResultTest):
    def test_five_benchmarks_in_one_process(self):
        path = self.path("out.json")
        status, output = self.run_python(FIVE, path, BENCHRESULT_CUDA_LIBRARY="/none")
        self.assertEqual((status, output), (0, ""))
        result = benchresult.BenchmarkResult.from_json(path)
        self.assertEqual({name: [state.skip_reason for state in states]
                          for name, states in result.items()},
                         {name: [None] for name in ("launches", "times", "warms_up", "batches",
                                                    "streams")})

    def test_the_module_has_no_reader_and_no_paths(self):
        for name in ("BenchmarkResult", "SubBenchmarkResult", "get_nvbench_prefix",
                     "get_nvbench_include_dir", "get_nvbench_library_dir",
                     "get_nvbench_cmake_dir"):
            self.assertFalse(hasattr(bench, name), name)
        self.assertEqual(set(bench.__all__), {
            "Benchmark", "CudaStream", "Launch", "NVBenchRuntimeError", "State", "Timer",
            "run_all_benchmarks", "axis", "option", "register"})
        for name in bench.__all__:
            made = getattr(bench, name)
            if isinstance(made, type) or name in ("run_all_benchmarks", "register"):
                self.assertEqual(made.__module__, "benchresult.bench", name)

    def test_a_benchmark_that_is_selected_twice(self):
        code = ("import sys, benchresult.bench as b\n"
                "calls = []\n"
                "for name in 'ab':\n"
                "    b.register(lambda s: calls.append(s.get_benchmark().get_name()))"
                ".set_name(name).set_is_cpu_only(True)\n"
                "b.run_all_benchmarks(['program', '-q', '-b', 'b', '-b', 'a', '-b', 'b'])\n"
                "print(*calls)")
        self.assertEqual(self.run_python(code), (0, "b a b\n"))

    def test_the_order_of_devices(self):
        if not os.path.exists(DOUBLE):
            self.skipTest(f"{DOUBLE} is missing")
        code = ("import benchresult.bench as b\n"
                "b.register(lambda s: print(s.get_axis_values_as_string(), s.get_device(),"
                " s.has_device())).set_name('gpu').add_int64_axis('X', [1, 2])\n"
                "b.run_all_benchmarks(['-q'])")
        status, output = self.run_python(code, BENCHRESULT_CUDA_LIBRARY=DOUBLE,
                                         FAKE_CUDA_DEVICES="2")
        self.assertEqual((status, output.splitlines()),
                         (0, [f"Device={device} X={x} {device} True" for device in (0, 1)
                              for x in (1, 2)]))


if __name__ == "__main__":
    unittest.main()
