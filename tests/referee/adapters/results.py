# SPDX-License-Identifier: MIT
"""Shared by the adapters: the samples of a result by row, and the words that adapters print."""
import array
import json
import os
import sys

SIDECAR_TAG = "nv/json/bin:nv/cpu_only/sample_times"


def state_samples(state, folder):
    """The sample times of a state, from its sidecar."""
    summary = next(s for s in state["summaries"] if s["tag"] == SIDECAR_TAG)
    fields = {entry["name"]: entry["value"] for entry in summary["data"]}
    times = array.array("f")
    with open(os.path.join(folder, fields["filename"]), "rb") as file:
        times.fromfile(file, int(fields["size"]))
    if sys.byteorder == "big":
        times.byteswap()
    return times


def samples_by_row(path):
    """A dictionary from the name of a row to one list with the samples of all its runs."""
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    rows = {}
    for benchmark in result["benchmarks"]:
        for state in benchmark["states"]:
            rows.setdefault(state["name"], []).extend(
                state_samples(state, os.path.dirname(path)))
    return rows


def first_run(path, copy):
    """Writes the first run of a result to `copy`, a file in the same directory."""
    with open(path, encoding="utf-8") as file:
        result = json.load(file)
    result["meta"].pop("benchresult", None)
    for benchmark in result["benchmarks"]:
        benchmark["states"] = [s for s in benchmark["states"] if s.get("run", 0) == 0]
    with open(copy, "w", encoding="utf-8") as file:
        json.dump(result, file)


def judge(decide):
    """Calls `decide` with the samples of both sides of each row and prints the words it returns."""
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} REFERENCE CANDIDATE")
    references = samples_by_row(sys.argv[1])
    for name, candidate in samples_by_row(sys.argv[2]).items():
        print(decide(references[name], candidate))


def direction(reference, candidate, differs):
    """FAST or SLOW if the test says that the sides differ, otherwise SAME."""
    if not differs:
        return "SAME"
    return "SLOW" if candidate > reference else "FAST"
