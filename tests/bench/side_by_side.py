# SPDX-License-Identifier: MIT
"""Shared by the benchmarks: generated results, and functions that time several ways in turn."""
import json
import os
import resource
import subprocess
import sys
import time

ROUNDS = 4
HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = ("-O2", "-std=c++17", "-Wall", "-Wextra")
GENERATOR = os.path.join(HERE, "..", "golden", "gen_nvbench.py")


def generate(path, *options):
    """Generates the file unless it exists; the same seed gives the same file."""
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        subprocess.run([sys.executable, GENERATOR, path + ".new", *options], check=True)
        for folder in ("-bin", "-freqs-bin"):
            if os.path.isdir(path + ".new" + folder):
                os.rename(path + ".new" + folder, path + folder)
        with open(path + ".new") as source, open(path + ".part", "w") as target:
            name = os.path.basename(path)
            for line in source:
                target.write(line.replace(name + ".new-", name + "-"))
        os.remove(path + ".new")
        os.rename(path + ".part", path)
    return path


def sidecars(path):
    """The sidecars of a generated result."""
    return [
        os.path.join(path + folder, name)
        for folder in ("-bin", "-freqs-bin")
        for name in sorted(os.listdir(path + folder))
    ]


def measure(command):
    """(seconds, peak bytes) that the command prints."""
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, peak = output.split()
    return float(seconds), int(peak)


def processor_time(command):
    """(seconds, 0): the CPU time of the command, in user and kernel mode."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime), 0


def run(command):
    """(seconds, 0): the wall time of the whole command."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start, 0


def cat(files):
    """(seconds, 0): the wall time of reading the files, a few thousand per command."""
    start = time.perf_counter()
    for begin in range(0, len(files), 4000):
        subprocess.run(["cat", *files[begin:begin + 4000]], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start, 0


def build_worker(build, name, header, package, options):
    """Builds a C++ worker and returns its path. It needs the header of a package that deps-bench
    installs."""
    worker = os.path.join(build, "bench", name)
    source = os.path.join(HERE, name + ".cpp")
    include = os.path.join(HERE, "..", "..", "include")
    compiled = subprocess.run(["g++", *FLAGS, "-I", include, source, "-o", worker, *options],
                              stderr=subprocess.PIPE, text=True, check=False)
    if f"fatal error: {header}" in compiled.stderr:
        sys.exit(f"bench: {header} is missing (expected the package {package}: make deps-bench)")
    if compiled.returncode != 0:
        sys.exit(compiled.stderr)
    return worker


def build_google(build, name="google_worker", options=()):
    """Builds a worker with Google Benchmark and returns its path."""
    return build_worker(build, name, "benchmark/benchmark.h", "libbenchmark-dev",
                        [*options, "-lbenchmark", "-lpthread"])


def build_simdjson(build):
    """Builds the worker with simdjson and returns its path. simdjson's on-demand parser is compiled
    for one type of processor."""
    return build_worker(build, "simdjson_worker", "simdjson.h", "libsimdjson-dev",
                        ["-march=native", "-lsimdjson"])


def google_median(worker, steps, options):
    """The nanoseconds of an execution by Google Benchmark: the median of its repetitions."""
    output = subprocess.run([worker, str(steps), "--", "--benchmark_format=json",
                             "--benchmark_report_aggregates_only=true", *options], check=True,
                            capture_output=True, text=True).stdout
    return next(run["real_time"] for run in json.loads(output)["benchmarks"]
                if run["aggregate_name"] == "median")


def fastest(ways):
    """The fastest round of each way. Reverses the order of the ways in every other round, so that
    neither a slow phase of the machine nor the memory that a way leaves always affects the same
    way."""
    best = {}
    for number in range(ROUNDS):
        for name in list(ways)[::-1 if number % 2 else 1]:
            result = ways[name]()
            best[name] = min(best.get(name, result), result)
    return best


def row(label, value, expected):
    print(f"  {label:<44} {value:>8.2f}   {expected}")
