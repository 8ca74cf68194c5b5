/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison as a Python script that lists the rows and can load their samples. Its
 * first and last lines are markers, so that a program can extract the script from other output.
 */
#include "compare/compare.h"
#include "report/compare/compare.h"
#include "report/rows/name.h"
#include "report/rows/row.h"

#include <string.h>

static const char script_begin[] =
    "# NVB-BULK-BEGIN\n"
    "# The rows of a comparison, and functions that load their samples:\n"
    "#\n"
    "#     data = load_bulk_data(bulk_rows[0])\n"
    "#     data[\"reference_samples\"], data[\"compare_samples\"]\n"
    "#\n"
    "# Times are in seconds, frequencies in hertz; a missing value is None.\n"
    "import numpy as np\n"
    "\n"
    "nan = float(\"nan\")\n"
    "inf = float(\"inf\")\n"
    "\n";

static const char rows_begin[] = "bulk_rows = [\n";

static const char script_end[] =
    "]\n"
    "\n"
    "\n"
    "def read_float32(filename, expected_count=None):\n"
    "    \"\"\"Return the little-endian float32 values of a file; None for None.\"\"\"\n"
    "    if filename is None:\n"
    "        return None\n"
    "    values = np.fromfile(filename, dtype=\"<f4\")\n"
    "    if expected_count is not None and len(values) != expected_count:\n"
    "        raise ValueError(f\"{filename}: expected {expected_count} values, \"\n"
    "                         f\"found {len(values)}\")\n"
    "    return values\n"
    "\n"
    "\n"
    "def load_bulk_data(row):\n"
    "    \"\"\"Return the samples of both sides of a row by name.\"\"\"\n"
    "    data = {}\n"
    "    for side in (\"reference\", \"compare\"):\n"
    "        for kind, name in ((\"sample\", \"samples\"), (\"frequency\", \"frequencies\")):\n"
    "            data[f\"{side}_{name}\"] = read_float32(row[f\"{side}_{kind}_filename\"],\n"
    "                                                  row[f\"{side}_{kind}_count\"])\n"
    "    return data\n"
    "# NVB-BULK-END\n";

/* Bytes that are not UTF-8 become lone surrogates, as in Python's file names. */
static void put_string(bres__text *text, const char *string)
{
    size_t valid = bres__utf8_valid(string, strlen(string));

    bres__text_putc(text, '"');
    for (; *string != '\0'; string++) {
        const unsigned char byte = (unsigned char)*string;

        if (valid == 0) {
            bres__text_printf(text, "\\udc%02x", byte);
            valid = bres__utf8_valid(string + 1, strlen(string + 1));
            continue;
        }
        valid--;
        if (byte == '"' || byte == '\\')
            bres__text_printf(text, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7F)
            bres__text_printf(text, "\\x%02x", byte);
        else
            bres__text_putc(text, *string);
    }
    bres__text_putc(text, '"');
}

static void put_key(bres__text *text, const char *key)
{
    bres__text_printf(text, "        \"%s\": ", key);
}

static void put_text(bres__text *text, const char *key, const char *value)
{
    put_key(text, key);
    if (value != NULL)
        put_string(text, value);
    else
        bres__text_puts(text, "None");
    bres__text_puts(text, ",\n");
}

static void put_count(bres__text *text, const char *key, uint64_t value)
{
    put_key(text, key);
    bres__text_printf(text, "%llu,\n", (unsigned long long)value);
}

static void put_item(bres__text *text, const char *key, const char *value, const char *end)
{
    bres__text_printf(text, "\"%s\": ", key);
    if (value != NULL)
        put_string(text, value);
    else
        bres__text_puts(text, "None");
    bres__text_puts(text, end);
}

static bres_status put_axis_values(bres__compare_report *report, const bres_state *state)
{
    bres__text *text = &report->text;
    const bres_status status = bres__list_axis_values(&report->axis_values, state);

    if (status != BRES_OK)
        return status;
    bres__text_putc(text, '[');
    for (size_t i = 0; i < report->axis_values.count; i++) {
        const bres_value *value = report->axis_values.items[i];
        const char *name = bres_value_name(value);
        const bres_axis *axis = bres_subbench_axis(bres_state_subbench(state), name);

        bres__text_clear(&report->cell);
        bres__put_axis_value(&report->cell, axis, state);
        text->failed |= report->cell.failed;
        bres__text_puts(text, i > 0 ? ",\n            {" : "\n            {");
        put_item(text, "name", name, ", ");
        put_item(text, "type", bres_value_type(value), ", ");
        put_item(text, "value", bres_value_text(value), ", ");
        put_item(text, "display", report->cell.length > 0 ? report->cell.data : "", "}");
    }
    bres__text_puts(text, report->axis_values.count > 0 ? "\n        ],\n" : "],\n");
    return BRES_OK;
}

/* The first summary with this tag, like the summary that the comparison reads. */
static const bres_summary *summary_find(const bres_state *state, const char *tag)
{
    for (size_t i = 0; tag != NULL && i < bres_state_summary_count(state); i++) {
        const bres_summary *summary = bres_state_summary_at(state, i);
        const char *own = bres_summary_tag(summary);

        if (own != NULL && strcmp(own, tag) == 0)
            return summary;
    }
    return NULL;
}

/* Puts the path of a sidecar. A relative path is joined to the result's directory if it is known.
 */
static void put_source(bres__text *text, const char *filename_key, const char *count_key,
                       const bres__source *source, bres__text *scratch)
{
    const char *path = source->path != NULL ? source->path : source->filename;
    const char *directory = source->result->directory;

    bres__text_clear(scratch);
    if (source->declared && path != NULL) {
        if (path[0] != '/' && directory != NULL)
            bres__text_printf(scratch, "%s/", directory);
        bres__text_puts(scratch, path);
    }
    text->failed |= scratch->failed;
    put_text(text, filename_key, scratch->length > 0 ? scratch->data : NULL);
    if (source->declared)
        put_count(text, count_key, source->size);
    else
        put_text(text, count_key, NULL);
}

/* The keys of one side. */
struct source_keys {
    const char *times;
    const char *time_count;
    const char *rates;
    const char *rate_count;
};

static bres_status put_sources(bres__compare_report *report, const struct source_keys *keys,
                               const bres_state *state, const bres__metric *metric)
{
    const bres__sidecar_summaries sidecars = { .times = summary_find(state, metric->times),
                                               .rates = summary_find(state, metric->rates) };
    bres__source times = { 0 };
    bres__source rates = { 0 };
    const bres_status status = bres__sources_find(state, metric, &sidecars, &times, &rates, NULL);

    if (status == BRES_ERROR_MEMORY)
        return status;
    /* A malformed record counts as no source. */
    if (status != BRES_OK)
        times.declared = rates.declared = false;
    put_source(&report->text, keys->times, keys->time_count, &times, &report->cell);
    put_source(&report->text, keys->rates, keys->rate_count, &rates, &report->cell);
    return BRES_OK;
}

/* A row being written. */
struct row_writer {
    bres__compare_report *report;
    const bres_state *state;
};

static bres_status put_field(void *user, const bres__row_field *field)
{
    const struct row_writer *writer = user;
    bres__text *text = &writer->report->text;
    char number[BRES__NUMBER_SIZE];

    if (field->script_key == NULL)
        return BRES_OK;
    put_key(text, field->script_key);
    switch (field->value.kind) {
    case BRES_KIND_ABSENT:
        return put_axis_values(writer->report, writer->state);
    case BRES_KIND_STRING:
        put_string(text, field->value.string);
        break;
    case BRES_KIND_INT64:
        bres__text_printf(text, "%lld", (long long)field->value.number);
        break;
    case BRES_KIND_FLOAT64:
        bres__format_float64(number, field->value.real, BRES__FLOAT_PYTHON);
        bres__text_puts(text, number);
        break;
    default:
        bres__text_puts(text, "None");
        break;
    }
    bres__text_puts(text, ",\n");
    return BRES_OK;
}

static bres_status put_row(bres__compare_report *report, const bres_compared *compared,
                           const bres_row *row)
{
    static const struct source_keys reference_keys = { "reference_sample_filename",
                                                       "reference_sample_count",
                                                       "reference_frequency_filename",
                                                       "reference_frequency_count" };
    static const struct source_keys candidate_keys = { "compare_sample_filename",
                                                       "compare_sample_count",
                                                       "compare_frequency_filename",
                                                       "compare_frequency_count" };
    const bres_state *reference = bres_row_reference(row);
    const bres_state *candidate = bres_row_candidate(row);
    const bres__metric *metric =
        bres__metric_choose(bres__comparison_metric(compared->comparison), reference, candidate);
    struct row_writer writer = { report, candidate };
    bres_status status = bres__row_each_field(compared, row, put_field, &writer);

    if (status == BRES_OK)
        status = put_sources(report, &reference_keys, reference, metric);
    if (status == BRES_OK)
        status = put_sources(report, &candidate_keys, candidate, metric);
    return status;
}

/* Puts the rows of one table of the report; `table_row_index` counts from 0 in each. */
static bres_status put_pair(bres__compare_report *report, const bres_compared *compared,
                            const bres_device_pair *pair, size_t *index)
{
    bres_status status = BRES_OK;
    size_t table_index = 0;

    for (size_t i = 0; status == BRES_OK && i < bres_device_pair_row_count(pair); i++) {
        const bres_row *row = bres_device_pair_row_at(pair, i);

        if (!bres__row_is_shown(row, report->options.threshold_diff))
            continue;
        bres__text_puts(&report->text, "    {\n");
        put_count(&report->text, "row_index", (*index)++);
        put_count(&report->text, "table_row_index", table_index++);
        status = put_row(report, compared, row);
        bres__text_puts(&report->text, "    },\n");
    }
    return status;
}

/* Puts the thresholds under their names in the configuration file. All comparisons of a report have
 * the same thresholds. */
static void put_thresholds(bres__compare_report *report)
{
    const bres_thresholds *thresholds;
    bres__text *text = &report->text;
    char number[BRES__NUMBER_SIZE];

    if (report->count == 0)
        return;
    thresholds = bres_comparison_thresholds(report->pairs[0].comparison);
    bres__text_puts(text, "# The thresholds of the verdicts.\nthresholds = {\n");
    for (size_t i = 0; i < BRES__THRESHOLD_COUNT; i++) {
        const bres__threshold *each = &bres__threshold_list[i];

        bres__format_float64(number, bres__threshold_get(thresholds, each), BRES__FLOAT_PYTHON);
        bres__text_printf(text, "    \"%s.%s\": %s,\n", each->table, each->key, number);
    }
    bres__text_puts(text, "}\n\n");
}

bres_status bres__compare_python(bres__compare_report *report)
{
    bres_status status = BRES_OK;
    size_t index = 0;

    bres__text_puts(&report->text, script_begin);
    put_thresholds(report);
    bres__text_puts(&report->text, rows_begin);
    for (size_t i = 0; i < report->count; i++) {
        const bres_compared *compared = &report->pairs[i];

        for (size_t b = 0; b < bres_comparison_bench_count(compared->comparison); b++) {
            const bres_comparison_bench *bench = bres_comparison_bench_at(compared->comparison, b);

            for (size_t p = 0; status == BRES_OK && p < bres_comparison_bench_pair_count(bench);
                 p++)
                status =
                    put_pair(report, compared, bres_comparison_bench_pair_at(bench, p), &index);
        }
    }
    bres__text_puts(&report->text, script_end);
    return status;
}
