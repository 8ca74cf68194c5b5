# NVB-BULK-BEGIN
# The rows of a comparison, and functions that load their samples:
#
#     data = load_bulk_data(bulk_rows[0])
#     data["reference_samples"], data["compare_samples"]
#
# Times are in seconds, frequencies in hertz; a missing value is None.
import numpy as np

nan = float("nan")
inf = float("inf")

# The thresholds of the verdicts.
thresholds = {
    "clear_gap.relative": 0.005,
    "same.center_relative": 0.005,
    "same.overlap_fraction": 0.5,
    "same.relative_dispersion_ceiling": 0.02,
    "bulk.sample_coverage": 0.97,
    "bulk.support_coverage": 0.8,
    "bulk.rare_support.sample_fraction": 0.001,
    "bulk.rare_support.max_removed_sample_fraction": 0.01,
    "runs.min_effect": 0.005,
    "runs.equivalence_margin": 0.01,
    "runs.change_confidence": 0.99,
    "runs.equivalence_confidence": 0.9,
    "runs.run_variation": 0.0,
}

bulk_rows = [
    {
        "row_index": 0,
        "table_row_index": 0,
        "benchmark": "sort",
        "reference_json": "ref.json",
        "compare_json": "cmp.json",
        "reference_device_id": None,
        "compare_device_id": None,
        "state_key": "0.1",
        "occurrence": 0,
        "occurrence_count": 1,
        "axis_values": [
            {"name": "x", "type": "float64", "value": "0.1", "display": "0.1"}
        ],
        "status": "FAST",
        "reason": "clear_gap_without_clock",
        "reason_message": "the times are 30.69% apart, at least 0.5% is needed",
        "reference_time": 2.0,
        "compare_time": 1.5,
        "fractional_difference": -0.25,
        "reference_sample_filename": None,
        "reference_sample_count": None,
        "reference_frequency_filename": None,
        "reference_frequency_count": None,
        "compare_sample_filename": None,
        "compare_sample_count": None,
        "compare_frequency_filename": None,
        "compare_frequency_count": None,
    },
    {
        "row_index": 1,
        "table_row_index": 1,
        "benchmark": "sort",
        "reference_json": "ref.json",
        "compare_json": "cmp.json",
        "reference_device_id": None,
        "compare_device_id": None,
        "state_key": "0.25",
        "occurrence": 0,
        "occurrence_count": 1,
        "axis_values": [
            {"name": "x", "type": "float64", "value": "0.25", "display": "0.25"}
        ],
        "status": "????",
        "reason": "gpu_timing_summaries_missing",
        "reason_message": "summaries are missing on the candidate",
        "reference_time": 2.0,
        "compare_time": None,
        "fractional_difference": None,
        "reference_sample_filename": None,
        "reference_sample_count": None,
        "reference_frequency_filename": None,
        "reference_frequency_count": None,
        "compare_sample_filename": None,
        "compare_sample_count": None,
        "compare_frequency_filename": None,
        "compare_frequency_count": None,
    },
    {
        "row_index": 2,
        "table_row_index": 2,
        "benchmark": "sort",
        "reference_json": "ref.json",
        "compare_json": "cmp.json",
        "reference_device_id": None,
        "compare_device_id": None,
        "state_key": "1e6",
        "occurrence": 0,
        "occurrence_count": 1,
        "axis_values": [
            {"name": "x", "type": "float64", "value": "1e6", "display": "1e+06"}
        ],
        "status": "????",
        "reason": "state_skipped",
        "reason_message": "the state was skipped on the reference: too <large>",
        "reference_time": None,
        "compare_time": 2.0,
        "fractional_difference": None,
        "reference_sample_filename": None,
        "reference_sample_count": None,
        "reference_frequency_filename": None,
        "reference_frequency_count": None,
        "compare_sample_filename": None,
        "compare_sample_count": None,
        "compare_frequency_filename": None,
        "compare_frequency_count": None,
    },
]


def read_float32(filename, expected_count=None):
    """Return the little-endian float32 values of a file; None for None."""
    if filename is None:
        return None
    values = np.fromfile(filename, dtype="<f4")
    if expected_count is not None and len(values) != expected_count:
        raise ValueError(f"{filename}: expected {expected_count} values, "
                         f"found {len(values)}")
    return values


def load_bulk_data(row):
    """Return the samples of both sides of a row by name."""
    data = {}
    for side in ("reference", "compare"):
        for kind, name in (("sample", "samples"), ("frequency", "frequencies")):
            data[f"{side}_{name}"] = read_float32(row[f"{side}_{kind}_filename"],
                                                  row[f"{side}_{kind}_count"])
    return data
# NVB-BULK-END
