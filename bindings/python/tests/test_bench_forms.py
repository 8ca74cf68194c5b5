# SPDX-License-Identifier: MIT
"""Programs for NVBench's module run without changes except the import. They are new programs in the
form of its examples. Programs for GPUs run on the double of the driver, in virtual time."""
import os
import statistics
import unittest

from support import BUILD, ResultTest

import benchresult

DOUBLE = os.path.join(BUILD, "test", "fakecuda", "libcuda.so.1")

# The double has no GPU time of its own, so batches end by the timeout.
TEN_SAMPLES = ("--stopping-criterion", "sample-count", "--target-samples", "10")
SHORT = (*TEN_SAMPLES, "--timeout", "0.01")

# Streams of other libraries take an address, or the protocol of the CudaStream.
STREAMS = """
import ctypes
import sys
import benchresult.bench as bench
from benchresult._library import lib

class Stream:
    def __init__(self, address):
        assert type(address) is int and address != 0
        self.address = address

    @classmethod
    def from_external(cls, stream):
        version, address = stream.__cuda_stream__()
        assert version == 0
        return cls(address)

    def __cuda_stream__(self):
        return 0, self.address

def launch_on(stream):
    streams.append(stream.address)

streams = []
"""

GPU = STREAMS + """
@bench.register()
@bench.option.min_samples(20)
def simple(state):
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())))

@bench.register()
@bench.axis.float64("Duration (s)", [7e-5, 1e-4, 5e-4])
def single_float64_axis(state):
    assert state.get_float64_or_default("Duration", 3.14e-4) == 3.14e-4
    state.exec(lambda launch: launch_on(Stream.from_external(launch.get_stream())))

@bench.register()
def default_value(state):
    single_float64_axis(state)

@bench.register()
@bench.axis.int64("BlockSize", [64, 256])
@bench.axis.int64("NumBlocks", [64, 256])
def copy_sweep_grid_shape(state):
    bytes = 4 * state.get_int64("BlockSize") * state.get_int64("NumBlocks")
    state.add_element_count(bytes // 4)
    state.add_global_memory_reads(bytes)
    state.add_global_memory_writes(bytes)
    assert state.get_device() == 0 and state.get_stream().addressof()
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())))

@bench.register()
@bench.axis.int64("TypeID", range(0, 6))
def copy_type_sweep(state):
    state.add_summary("Type", ["u8", "u16", "u32", "u64", "f32", "f64"][state.get_int64("TypeID")])
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())))

@bench.register()
@bench.axis.float64("Duration", [1e-4 + k * 2.5e-4 for k in range(5)])
@bench.axis.string("Kramble", ["Foo", "Bar", "Baz"])
def runtime_skip(state):
    duration, kramble = state.get_float64("Duration"), state.get_string("Kramble")
    if kramble == "Baz" and duration < 0.8e-3:
        state.skip("Baz is too short")
        return
    if kramble == "Foo" and duration > 0.3e-3:
        state.skip(reason="Foo is too long")
        return
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())))

@bench.register()
@bench.axis.int64("Stride", [1, 2, 4])
@bench.axis.int64("ItemsPerThread", [1, 2, 3, 4])
def throughput_bench(state):
    state.add_element_count(1024, column_name="Elements")
    state.add_global_memory_reads(4096, column_name="Datasize")
    state.add_global_memory_writes(4096)
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())))

@bench.register()
def synchronizing_bench(state):
    state.add_element_count(1024, "Items")
    state.add_global_memory_writes(4096, "Size")
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())), sync=True)

@bench.register()
def mod2_inplace(state):
    def launcher(launch, timer):
        stream = Stream(launch.get_stream().addressof())
        timer.start()
        launch_on(stream)
        timer.stop()
    state.exec(launcher, timer=True)

@bench.register()
@bench.axis.power_of_two("Elements", [22, 24, 26])
def elementwise_square(state):
    made = ctypes.c_void_p()
    lib.bres_cuda_stream_new(0, made)
    own = Stream(lib.bres_cuda_stream_handle(made))
    state.set_stream(own)
    state.exec(lambda launch: launch_on(own), batched=False)
    assert state.get_stream().addressof() == own.address

@bench.register()
@bench.axis.int64("numCols", [1024, 2048])
@bench.axis.int64("numRows", [1024, 2048])
def cupy_extract_by_mask(state):
    state.add_element_count(state.get_int64("numCols") * state.get_int64("numRows"), "# Elements")
    state.exec(lambda launch: launch_on(Stream.from_external(launch.get_stream())), sync=True)

@bench.register()
@bench.axis.string("Sync", ["Do not sync", "Do sync"])
def mixed_sleep_bench(state):
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())),
               sync=state.get_string("Sync") == "Do sync")

@bench.register()
@bench.option.throttle_threshold(0.25)
def torch_bench(state):
    assert state.get_throttle_threshold() == 0.25
    state.exec(lambda launch: launch_on(Stream(address=launch.get_stream().addressof())), sync=True)

@bench.register()
@bench.axis.int64("numElems", [2**20, 2**22])
@bench.axis.int64("numCols", [1024, 2048])
def segmented_reduce(state):
    state.add_summary("numRows", state.get_int64("numElems") // state.get_int64("numCols"))
    state.exec(lambda launch: launch_on(Stream.from_external(launch.get_stream())))

@bench.register()
@bench.axis.int64("ThreadsPerBlock", [64, 128, 192, 256])
@bench.axis.power_of_two("NumBlocks", [10, 11, 12, 14, 16, 20])
def multi_block_bench(state):
    if state.get_int64("ThreadsPerBlock") * state.get_int64("NumBlocks") > 2**26:
        state.skip(reason="too many threads")
        return
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())))

@bench.register()
@bench.axis.int64("R", [16, 64])
@bench.axis.int64("N", [256, 1024])
def cutlass_gemm(state):
    assert state.get_device() == 0
    if state.get_int64("N") >= 1024:
        state.set_timeout(0.36)
        assert state.get_timeout() == 0.36
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())))

def tags(state):
    state.set_min_samples(5)
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())),
               sync=bool(state.get_int64("Sync")), batched=bool(state.get_int64("Batched")))

bench.register(tags).add_int64_axis("Sync", [0, 1]).add_int64_axis("Batched", [0, 1])

def settings(state):
    assert (state.get_min_samples(), state.get_cold_warmup_runs()) == (7, 11)
    is_given = "--stopping-criterion" in sys.argv
    assert state.get_stopping_criterion() == ("sample-count" if is_given else "entropy")
    state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())))

(bench.register(settings).set_stopping_criterion("entropy")
 .set_criterion_param_int64("unknown", 3).set_timeout(20).set_skip_time(-1)
 .set_throttle_threshold(0.2).set_throttle_recovery_delay(0.1).set_min_samples(7)
 .set_cold_warmup_runs(11).set_cold_max_warmup_walltime(0.5)
 .add_int64_power_of_two_axis("BlockSize", range(6, 10, 2)))

if __name__ == "__main__":
    bench.run_all_benchmarks(sys.argv)
    assert streams
"""

FAILING = STREAMS + """
def fails(state):
    try:
        state.exec(lambda launch: 1 // 0)
    except ZeroDivisionError:
        state.exec(lambda launch: launch_on(Stream(launch.get_stream().addressof())))
    raise LookupError("after the measurement")

def nested(state):
    state.exec(lambda launch: state.exec(print))

def unbracketed(state):
    state.exec(lambda launch, timer: timer.start(), timer=True)

for body in (fails, nested, unbracketed):
    bench.register(body)
bench.run_all_benchmarks(sys.argv)
"""

CPU = """
import sys, time
import benchresult.bench as bench

@bench.register()
@bench.option.is_cpu_only()
def cpu_only_sleep_bench(state):
    state.exec(lambda launch: time.sleep(0.001))

@bench.register()
@bench.option.is_cpu_only()
@bench.option.stopping_criterion("sample-count")
@bench.option.criterion_param_int64("target-samples", 10)
def smoke(state):
    state.exec(lambda launch: None)

if __name__ == "__main__":
    bench.run_all_benchmarks(sys.argv)
"""

AUTOTUNE = """
import sys
import benchresult.bench as bench

def stencil(state):
    width, height = map(int, state.get_string("TileShape").split("x"))
    state.add_element_count(4096, column_name="Pixels")
    state.exec(lambda launch: sum(range(width * height)))

if __name__ == "__main__":
    program, shape, *rest = sys.argv
    b = bench.register(stencil)
    b.set_name("stencil_autotune")
    b.set_stopping_criterion("entropy")
    b.set_is_cpu_only(True)
    b.add_string_axis("TileShape", (shape,))
    bench.run_all_benchmarks([program, *rest])
"""


class FormsTest(ResultTest):
    def run_script(self, script, *options, **environment):
        """Runs a script in a new interpreter; returns the result that it has written."""
        path = self.write(script, "script.py")
        code = ("import runpy, sys; sys.argv = sys.argv[1:]; "
                "runpy.run_path(sys.argv[0], run_name='__main__')")
        output = self.path("out.json")
        status, text = self.run_python(code, path, *options, "-q", "--jsonbin", output,
                                       **environment)
        self.assertEqual((status, text), (0, ""))
        return benchresult.BenchmarkResult.from_json(output)

    def run_on_double(self, script, *options):
        if not os.path.exists(DOUBLE):
            self.skipTest(f"{DOUBLE} is missing")
        return self.run_script(script, *options, BENCHRESULT_CUDA_LIBRARY=DOUBLE)

    def check_gpu(self, result):
        skipped = {name: sum(state.is_skipped for state in bench)
                   for name, bench in result.items()}
        self.assertEqual({name: count for name, count in skipped.items() if count},
                         {"runtime_skip": 7, "multi_block_bench": 3})
        self.assertEqual({name: len(bench) for name, bench in result.items()}, {
            "simple": 1, "single_float64_axis": 3, "default_value": 1, "copy_sweep_grid_shape": 4,
            "copy_type_sweep": 6, "runtime_skip": 15, "throughput_bench": 12,
            "synchronizing_bench": 1, "mod2_inplace": 1, "elementwise_square": 3,
            "cupy_extract_by_mask": 4, "mixed_sleep_bench": 2, "torch_bench": 1,
            "segmented_reduce": 4, "multi_block_bench": 24, "cutlass_gemm": 4, "tags": 4,
            "settings": 2})
        self.assertEqual(result["throughput_bench"][0].summaries["nv/element_count/Elements"].value,
                         1024)
        self.assertEqual(result["copy_type_sweep"][5].summaries["nv/python/Type"].value, "f64")

    def test_programs_for_gpus(self):
        result = self.run_on_double(GPU, *SHORT, "--devices", "0")
        self.check_gpu(result)
        batches = [name for name, bench in result.items()
                   if "nv/batch/time/gpu/mean" in bench[0].summaries]
        for name in ("synchronizing_bench", "mod2_inplace", "elementwise_square", "torch_bench",
                     "cupy_extract_by_mask"):
            self.assertNotIn(name, batches)
        self.assertIn("simple", batches)
        self.assertEqual([state.name() for state in result["copy_sweep_grid_shape"]],
                         [f"BlockSize={size} NumBlocks={count}" for count in (64, 256)
                          for size in (64, 256)])
        self.assertEqual([state.summaries["nv/python/numRows"].value
                          for state in result["segmented_reduce"]],
                         [elements // columns for columns in (1024, 2048)
                          for elements in (2**20, 2**22)])
        sizes = result["synchronizing_bench"][0].summaries
        self.assertEqual([sizes[tag].value for tag in ("nv/element_count/Items",
                                                       "nv/gmem/writes/Size")], [1024, 4096])
        # Batches exist only without Sync and with Batched.
        self.assertEqual(["nv/batch/time/gpu/mean" in state.summaries for state in result["tags"]],
                         [False, False, True, False])

    def test_min_samples_of_a_program_for_gpus(self):
        result = self.run_on_double(GPU, *TEN_SAMPLES, "--devices", "0", "--benchmark", "simple",
                                    "--no-batch")
        self.assertEqual(len(result["simple"][0].samples), 20)

    def test_programs_under_a_profiler(self):
        result = self.run_on_double(GPU, "--profile", "--devices", "0")
        self.check_gpu(result)
        self.assertEqual(len(result["simple"][0].samples), 1)

    def test_launchers_that_fail(self):
        result = self.run_on_double(FAILING, *SHORT)
        reasons = {name: bench[0].skip_reason for name, bench in result.items()}
        self.assertIn("LookupError: after the measurement", reasons["fails"])
        self.assertIn("nv/cold/sample_size", result["fails"][0].summaries)
        self.assertIn("exec() was called by a launcher", reasons["nested"])
        self.assertIn("Error", reasons["unbracketed"])

    def test_programs_for_the_cpu(self):
        result = self.run_script(CPU, "--timeout", "0.2")
        self.assertFalse(any(state.is_skipped for bench in result.values() for state in bench))
        self.assertEqual(len(result["smoke"][0].samples), 10)
        self.assertGreaterEqual(min(result["cpu_only_sleep_bench"][0].samples), 0.001)

    def test_a_program_that_tunes(self):
        medians = {}
        for shape in ("8x8", "16x16"):
            result = self.run_script(AUTOTUNE, shape)
            result = benchresult.BenchmarkResult.from_json(self.path("out.json"),
                                                           metadata={"shape": shape})
            bench = result["stencil_autotune"]
            state = bench[0]
            self.assertEqual((result.metadata, state.name()),
                             ({"shape": shape}, f"TileShape={shape}"))
            self.assertEqual(state.summaries.get("nv/element_count/Pixels").value, 4096)
            self.assertGreater(len(state.samples), 0)
            medians[shape] = bench.centers(statistics.median)[state.name()]
        self.assertTrue(all(median > 0 for median in medians.values()), medians)


if __name__ == "__main__":
    unittest.main()
