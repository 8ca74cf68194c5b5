# SPDX-License-Identifier: MIT
"""Programs that users write, for type checkers. Nothing runs them."""
import statistics
import sys
from typing import Callable, Dict, List, Optional, Tuple, Union

from typing_extensions import assert_type

import benchresult as br
import benchresult.bench as bench
import benchresult.results as results


def load_and_walk(path: str) -> Dict[str, List[float]]:
    result = br.BenchmarkResult.from_json(path, metadata={"commit": "1234"})
    assert_type(result, results.BenchmarkResult)
    assert_type(list(result), List[str])
    sub = result["copy"]
    assert_type(sub[0], br.SubBenchmarkState)
    assert_type(sub[1:], List[br.SubBenchmarkState])
    state = sub[-1]
    summary = state.summaries["nv/cold/time/gpu/mean"]
    assert_type(summary.value, Union[int, float, str, None])
    assert_type(state.samples, Optional[results.Samples])
    assert_type(state.center(statistics.median), Optional[float])
    assert_type(sub.centers(len), Dict[str, Optional[float]])
    assert_type(result.devices[0].name, str)
    axis = state.axes["Elements"]
    assert_type(axis, Union[br.AxisInt, br.AxisFloat, br.AxisText, None])
    if isinstance(axis, br.AxisInt):
        print(axis + 1, axis.label)
    assert_type(state.median(), Optional[float])
    assert_type(result.select(axes="Elements=1"), List[br.SubBenchmarkState])
    print(br.load(b"{}", strict=False).meta, br.replay(state, ["stdrel", "entropy"]))
    names: List[str] = [state.name() for sub in result.values() for state in sub]
    medians: Dict[str, List[float]] = {}
    for name, one in result.items():
        medians[name] = [median for state in one
                         if (median := state.center(statistics.median)) is not None]
    print(names, state.is_skipped, state.point["Elements"], state in sub, sub.index(state))
    return medians


def compare_files(old: str, new: str) -> int:
    comparison = br.compare(old, new, thresholds="strict", metric="gpu", rule="not-slower",
                            benchmarks=["copy"], axes="Elements=[1,2]", run_variation="auto")
    for row in comparison:
        assert_type(row, br.Row)
        assert_type(row.verdict, br.Verdict)
        if row.ratio is not None and row.plan is not None:
            print(row.ratio.lower, row.plan.runs, row.plan.command or "")
    assert_type(comparison[0:2], List[br.Row])
    print(comparison.report("json", display="explain"), comparison.report(format="markdown"))
    assert_type(comparison.regressions, List[br.Row])
    missing: Tuple[List[str], List[str]] = comparison.missing_benchmarks
    decision = br.compare_samples([1.0, 2.0], (1, 2), thresholds=br.Thresholds.preset("strict"))
    runs = br.compare_runs([[1.0], [2.0]], [[1.5]], paired=False)
    assert_type(decision.difference.fraction, Optional[float])
    assert_type(runs.message, str)
    print(missing, len(comparison), br.Thresholds(rule="nvbench", runs_min_effect=0.01).dump())
    br.plot(comparison, "chart.svg", dark=True)
    return comparison.count(br.Verdict.SLOW) + comparison.count("FAST")


def measure_and_write() -> None:
    builder = br.ResultBuilder()
    made = builder.add_benchmark("sorted")
    made.add_axis("Elements", [10, 100])
    state = br.measure(lambda: sorted([3, 1, 2]), bench=made, axes={"Elements": 10}, timeout=0.1,
                       criterion="entropy", clock_kind="thread", log=print)
    assert_type(state, br.SubBenchmarkState)
    made.add_state(samples=[1.0, 2.0], summaries=[{"tag": "t", "value": 1}])
    result = br.merge([builder.result(), br.BenchmarkResult.empty()])
    br.write(result, "out.json", sidecars=False)
    print(br.summary(result, format="csv", columns=["median", "ci"], sort="median", top=3))


class Steady(br.StoppingCriterion):
    last: List[float]

    def initialize(self) -> None:
        self.last = []

    def add_measurement(self, seconds: float) -> None:
        self.last.append(seconds)

    def is_finished(self) -> bool:
        return len(self.last) >= 10


def race_and_tune(data: List[int]) -> Optional[br.Trial]:
    outcome = br.race(lambda: sorted(data), lambda: list(data), max_time=1, min_effect=0.01)
    assert_type(outcome.verdict, br.Verdict)
    assert_type(outcome.ratio, float)
    race = br.race_commands("sort a", "sort -r a", max_time=1)
    print(race.rows[0].outcome.message, race.report())
    timing = br.time_commands({"a": "sort a", "b": "sort b"}, axes={"N": [1, 2]}, setup="true")
    assert_type(timing.rows[0].median, float)
    assert_type(timing.rows[0].statuses, Dict[int, int])
    print(timing.report("csv"), timing.result)
    index: Optional[int] = br.stop_index([1.0, 2.0], Steady(), min_samples=2)

    def step(trial: br.Trial) -> int:
        tile = trial["TILE"]
        assert_type(tile, Union[bool, int, float, str])
        return sum(data) if isinstance(tile, int) else 0

    tuner = br.Tuner({"TILE": [8, 16], "ORDER": br.Pow2(range(3))}, strategy="random",
                     constraint=["TILE>8", lambda trial: trial["TILE"] != 8], reuse_if="any")
    best = tuner.run(step)
    assert_type(best, List[br.Trial])
    for trial in tuner:
        tuner.tell(trial, [1.0, 2.0])
    assert_type(br.tune(step, {"TILE": [1, 2]}, max_time=1).trials, List[br.Trial])
    print(index, tuner.statuses["eliminated"], tuner.stop_reason == "decided")
    with br.TunerCache("cache.json", read_only=True) as cache:
        answer = cache.find("matmul", (10, 10))
        if answer is not None:
            print(dict(answer), answer.stop_reason, [one.kernel for one in cache])
    return best[0] if best else None


class Scale(br.Problem):
    name, title = "scale", "y = a x"
    parameters = [br.Parameter("x", "input", first=-1), br.Parameter("y", "output"),
                  br.Parameter("n", "extra", type="size", scalar=True)]

    def element_count(self, case: br.Case, parameter: str) -> int:
        return case.dims[0]


def judge_and_time(path: str) -> bool:
    judgement = br.judge(Scale(), path, backend="cpu", type="float64",
                         event=lambda event: print(event.kind))
    assert_type(judgement.status, br.JudgeStatus)
    if judgement.verification is not None:
        print(judgement.verification.first.index)
    timer = br.Timer("sorted(x)", setup="x = []", globals=globals(), label="sort")
    first = timer.blocked_autorange(min_run_time=0.1)
    assert_type(first, br.Measurement)
    assert_type(first.median, float)
    table = br.Compare([first, timer.timeit(10)])
    table.trim_significant_figures()
    table.print()
    stats = timer.collect_callgrind(number=10)
    if isinstance(stats, br.CallgrindStats):
        counts = stats.stats(inclusive=True) - 0.5 * stats.stats()
        assert_type(counts[0].count, int)
        assert_type(counts[:3], br.FunctionCounts)
    print(br.starter("relu", "c++"), br.criteria()["stdrel"], br.problems())
    return judgement.accepted


@br.benchmark(Elements=[2**10, 2**12], Order=["random", "sorted"])
def sort(Elements: int, Order: str) -> Callable[[], object]:
    return lambda: sorted(range(Elements), reverse=Order == "sorted")


@bench.register()
@bench.axis.power_of_two("Elements", range(10, 21, 5))
@bench.axis.string("Order", ["random", "sorted"])
@bench.option.is_cpu_only()
def square(state: bench.State) -> None:
    elements = state.get_int64("Elements")
    state.add_element_count(elements, column_name="Items")
    state.set_timeout(2 * state.get_timeout())

    def launcher(launch: bench.Launch, timer: bench.Timer) -> None:
        timer.start()
        print(launch.get_stream().addressof())
        timer.stop()

    state.exec(launcher, batched=False, timer=True)


def explain(error: br.Error) -> Tuple[str, Optional[str], Optional[int]]:
    return str(error), error.file, error.offset


if __name__ == "__main__":
    try:
        bench.register(square).add_float64_axis("X", [0.5]).set_name("y").set_timeout(1)
        br.main(sys.argv, processes=3)
        machine = br.machine()
        print([finding.fix for finding in machine.findings], machine.facts["cpu"].value)
    except (br.errors.NoFileError, br.errors.SidecarError) as failure:
        print(explain(failure), failure.args)
