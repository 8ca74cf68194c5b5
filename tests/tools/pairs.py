# SPDX-License-Identifier: MIT
"""Pairs of small result files for tests of the comparison."""

VERSION = {"version": {"json": {"string": "1.0.0"}}}
GPU = {"id": 0, "name": "GPU"}


def value(tag, number, kind="float64"):
    return {"tag": tag, "data": [{"name": "value", "type": kind, "value": number}]}


def times(low, q1, median, q3, noise=.01, clock=1e9):
    """Summaries of a robust estimate on the GPU."""
    numbers = {"min": low, "q1": q1, "median": median, "q3": q3, "iqr/relative": noise}
    made = [value("nv/cold/time/gpu/" + name, str(number)) for name, number in numbers.items()]
    return made + ([value("nv/cold/sm_clock_rate/mean", str(clock))] if clock is not None else [])


def around(center, noise=.01, clock=1e9):
    return times(center * .99, center * .995, center, center * 1.005, noise, clock)


def means(mean, noise):
    made = [value("nv/cold/time/gpu/mean", mean)]
    return made + [value("nv/cold/time/gpu/stdev/relative", noise)] if noise != "none" else made


def state(name, summaries, axes=(), device=0, **keys):
    return {"name": name, "device": device, "is_skipped": False, "summaries": summaries,
            "axis_values": [{"name": axis, "type": "int64", "value": str(number)}
                            for axis, number in axes], **keys}


def bench(name, states, axes=(), devices=(0,)):
    return {"name": name, "devices": list(devices), "states": states,
            "axes": [{"name": axis, "type": "int64", "flags": flags, "values": []}
                     for axis, flags in axes]}


def document(*benches, devices=(GPU,), meta=VERSION):
    return {"meta": meta, "devices": list(devices), "benchmarks": list(benches)}


def one(*summaries):
    """A document with one benchmark and a state for each list of summaries."""
    return document(bench("b", [state(f"s{i}", summary) for i, summary in enumerate(summaries)]))
