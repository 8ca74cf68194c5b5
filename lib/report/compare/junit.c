/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison as JUnit XML, for CI: a test suite for each benchmark, a test case for
 * each row. A row whose verdict is in `fail_on` fails; an undecided row fails on request. Otherwise
 * undecided and UNKNOWN rows count as skipped.
 * Benchmarks, states and files without a partner are in a separate suite.
 */
#include "report/compare/notes.h"
#include "report/rows/number.h"

#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

/* true for the encoding of U+FFFE and U+FFFF, which XML does not allow. */
static bool is_noncharacter(const char *string)
{
    return strncmp(string, "\xEF\xBF\xBE", 3) == 0 || strncmp(string, "\xEF\xBF\xBF", 3) == 0;
}

static void put_escaped(bres__text *text, const char *string)
{
    for (; *string != '\0'; string++) {
        const unsigned char byte = (unsigned char)*string;

        if (byte == '&') {
            bres__text_puts(text, "&amp;");
        } else if (byte == '<') {
            bres__text_puts(text, "&lt;");
        } else if (byte == '>') {
            bres__text_puts(text, "&gt;");
        } else if (byte == '"') {
            bres__text_puts(text, "&quot;");
        } else if (byte == '\t' || byte == '\n' || byte == '\r') {
            bres__text_printf(text, "&#%d;", byte);
        } else if (byte < 0x20) {
            bres__text_puts(text, REPLACEMENT);
        } else if (is_noncharacter(string)) {
            bres__text_puts(text, REPLACEMENT);
            string += 2;
        } else {
            bres__text_putc(text, *string);
        }
    }
}

/* An attribute's value may be put in several pieces. */
static void attribute_begin(bres__compare_report *report, const char *name)
{
    bres__text_printf(&report->text, " %s=\"", name);
}

static void attribute_put(bres__compare_report *report, const char *string)
{
    bres__text *valid = &report->cell;

    bres__text_clear(valid);
    bres__put_valid(valid, string);
    report->text.failed |= valid->failed;
    if (valid->length > 0)
        put_escaped(&report->text, valid->data);
}

static void attribute_end(bres__compare_report *report)
{
    bres__text_putc(&report->text, '"');
}

static void put_attribute(bres__compare_report *report, const char *name, const char *value)
{
    attribute_begin(report, name);
    attribute_put(report, value);
    attribute_end(report);
}

/* Puts the benchmark as an attribute, after the name of its pair of files if there are several. */
static void put_benchmark(bres__compare_report *report, const bres_compared *compared,
                          const char *name, const char *benchmark)
{
    attribute_begin(report, name);
    if (compared != NULL && compared->name != NULL) {
        attribute_put(report, compared->name);
        attribute_put(report, "/");
    }
    attribute_put(report, benchmark);
    attribute_end(report);
}

/* Test cases of a suite. */
struct counts {
    size_t tests;
    size_t failures;
    size_t skipped;
};

static void put_counts(bres__text *text, const struct counts *counts)
{
    bres__text_printf(text, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
                      counts->tests, counts->failures, counts->skipped);
}

/* The outcome of the test case of a row. */
enum outcome { PASSES, FAILS, FAILS_UNDECIDED, IS_SKIPPED };

static enum outcome outcome_of(const bres__compare_report *report, bres_verdict verdict)
{
    if ((report->options.fail_on & BRES_VERDICT_BIT(verdict)) != 0)
        return FAILS;
    if (verdict == BRES_AMBIGUOUS && (report->options.flags & BRES_REPORT_FAIL_ON_UNDECIDED) != 0)
        return FAILS_UNDECIDED;
    return verdict == BRES_AMBIGUOUS || verdict == BRES_UNKNOWN ? IS_SKIPPED : PASSES;
}

static void counts_add(struct counts *counts, const bres__compare_report *report,
                       bres_verdict verdict, size_t rows)
{
    const enum outcome outcome = outcome_of(report, verdict);

    counts->tests += rows;
    if (outcome == FAILS || outcome == FAILS_UNDECIDED)
        counts->failures += rows;
    else if (outcome == IS_SKIPPED)
        counts->skipped += rows;
}

/* Puts the failure, or the reason why the row was skipped. */
static void put_outcome(bres__compare_report *report, const bres_row *row, enum outcome outcome)
{
    bres__text *text = &report->text;

    bres__text_puts(text, outcome == IS_SKIPPED ? "      <skipped" : "      <failure");
    if (outcome != IS_SKIPPED)
        put_attribute(report, "type",
                      outcome == FAILS_UNDECIDED ? "undecided"
                                                 : bres_reason_name(bres_row_reason(row)));
    attribute_begin(report, "message");
    attribute_put(report, bres_verdict_name(bres_row_verdict(row)));
    attribute_put(report, ": ");
    attribute_put(report, bres_row_message(row));
    attribute_end(report);
    bres__text_puts(text, "/>\n");
}

static void put_ratio(bres__compare_report *report, const bres_compared *compared,
                      const bres_ratio *ratio)
{
    bres__text *text = &report->text;

    bres__text_printf(text, "      <system-out>ratio %.5g", ratio->ratio);
    if (ratio->confidence > 0)
        bres__text_printf(text, ", %.4g %% confidence interval %.5g to %.5g",
                          100 * ratio->confidence, ratio->lower, ratio->upper);
    if (bres_comparison_note(compared->comparison) != NULL)
        bres__text_puts(text, "; the variation between runs is not included");
    else if (ratio->run_variation > 0)
        bres__text_printf(text, "; known run variation %.4g %%", 100 * ratio->run_variation);
    bres__text_puts(text, "</system-out>\n");
}

static void put_row(bres__compare_report *report, const bres_compared *compared,
                    const bres_row *row)
{
    const enum outcome outcome = outcome_of(report, bres_row_verdict(row));
    const bres_state *state = bres_row_candidate(row);
    const bres_estimate *estimate = bres_row_candidate_estimate(row);
    bres__text *text = &report->text;
    bres_ratio ratio;
    const bool has_ratio = bres__row_shown_ratio(compared, row, &ratio);

    bres__text_puts(text, "    <testcase");
    put_benchmark(report, compared, "classname", bres_subbench_name(bres_state_subbench(state)));
    attribute_begin(report, "name");
    attribute_put(report, bres_state_name(state));
    if (bres_row_occurrence_count(row) > 1)
        bres__text_printf(text, " #%zu", bres_row_occurrence(row) + 1);
    attribute_end(report);
    if (bres__estimate_has_time(estimate))
        bres__text_printf(text, " time=\"%.9g\"", estimate->center);
    if (outcome == PASSES && !has_ratio) {
        bres__text_puts(text, "/>\n");
        return;
    }
    bres__text_puts(text, ">\n");
    if (outcome != PASSES)
        put_outcome(report, row, outcome);
    if (has_ratio)
        put_ratio(report, compared, &ratio);
    bres__text_puts(text, "    </testcase>\n");
}

static void put_property(bres__compare_report *report, const char *name, const char *value)
{
    bres__text_puts(&report->text, "      <property");
    put_attribute(report, "name", name);
    put_attribute(report, "value", value);
    bres__text_puts(&report->text, "/>\n");
}

/* Puts the note on the variation that the verdicts of the suite do not include, or else the known
 * run variation. */
static void put_properties(bres__compare_report *report, const bres_compared *compared)
{
    const char *note = bres_comparison_note(compared->comparison);
    const double variation = bres__compared_run_variation(compared);
    char number[32];

    if (note == NULL && !(variation > 0))
        return;
    bres__text_puts(&report->text, "    <properties>\n");
    if (note != NULL) {
        put_property(report, "note", note);
        put_property(report, "command", bres_comparison_command(compared->comparison));
    } else {
        bres__format(number, sizeof number, "%.9g", variation);
        put_property(report, "run_variation", number);
    }
    bres__text_puts(&report->text, "    </properties>\n");
}

static void put_suite(bres__compare_report *report, const bres_compared *compared,
                      const bres_comparison_bench *bench)
{
    struct counts counts = { 0 };

    for (size_t p = 0; p < bres_comparison_bench_pair_count(bench); p++) {
        const bres_device_pair *pair = bres_comparison_bench_pair_at(bench, p);

        for (size_t i = 0; i < bres_device_pair_row_count(pair); i++)
            counts_add(&counts, report, bres_row_verdict(bres_device_pair_row_at(pair, i)), 1);
    }
    bres__text_puts(&report->text, "  <testsuite");
    put_benchmark(report, compared, "name",
                  bres_subbench_name(bres_comparison_bench_candidate(bench)));
    put_counts(&report->text, &counts);
    put_properties(report, compared);
    for (size_t p = 0; p < bres_comparison_bench_pair_count(bench); p++) {
        const bres_device_pair *pair = bres_comparison_bench_pair_at(bench, p);

        for (size_t i = 0; i < bres_device_pair_row_count(pair); i++)
            put_row(report, compared, bres_device_pair_row_at(pair, i));
    }
    bres__text_puts(&report->text, "  </testsuite>\n");
}

static bool missing_fails(const bres__compare_report *report)
{
    return (report->options.flags & BRES_REPORT_FAIL_ON_MISSING) != 0;
}

static void put_missing_case(bres__compare_report *report, const bres_compared *compared,
                             const char *benchmark, const char *name, bool in_reference)
{
    bres__text *text = &report->text;

    bres__text_puts(text, "    <testcase");
    put_benchmark(report, compared, "classname", benchmark);
    put_attribute(report, "name", name);
    bres__text_puts(text, missing_fails(report) ? ">\n      <failure type=\"missing\""
                                                : ">\n      <skipped");
    put_attribute(report, "message",
                  in_reference ? "only in the reference" : "only in the candidate");
    bres__text_puts(text, "/>\n    </testcase>\n");
}

static void put_missing(bres__compare_report *report, const bres_compared *compared)
{
    const bres_comparison *comparison = compared->comparison;
    bool in_reference;

    for (size_t i = 0; i < bres_comparison_missing_bench_count(comparison); i++) {
        const bres_subbench *bench = bres_comparison_missing_bench_at(comparison, i, &in_reference);

        put_missing_case(report, compared, bres_subbench_name(bench), "the whole benchmark",
                         in_reference);
    }
    for (size_t i = 0; i < bres_comparison_missing_state_count(comparison); i++) {
        const bres_state *state = bres_comparison_missing_state_at(comparison, i, &in_reference);

        put_missing_case(report, compared, bres_subbench_name(bres_state_subbench(state)),
                         bres_state_name(state), in_reference);
    }
}

static void put_missing_suite(bres__compare_report *report, const struct counts *counts)
{
    if (counts->tests == 0)
        return;
    bres__text_puts(&report->text, "  <testsuite name=\"without a partner\"");
    put_counts(&report->text, counts);
    for (size_t i = 0; i < report->options.missing_file_count; i++) {
        const bres_missing_file *file = &report->options.missing_files[i];

        put_missing_case(report, NULL, file->name, "the whole file", file->in_reference);
    }
    for (size_t i = 0; i < report->count; i++)
        put_missing(report, &report->pairs[i]);
    bres__text_puts(&report->text, "  </testsuite>\n");
}

bres_status bres__compare_junit(bres__compare_report *report)
{
    const bres__tally *tally = &report->tally;
    struct counts missing = { .tests = report->options.missing_file_count + tally->missing_benches +
                                       tally->missing_states };
    struct counts all;

    missing.failures = missing_fails(report) ? missing.tests : 0;
    missing.skipped = missing.tests - missing.failures;
    all = missing;
    for (int verdict = 0; verdict <= BRES_AMBIGUOUS; verdict++)
        counts_add(&all, report, (bres_verdict)verdict, tally->verdicts[verdict]);
    bres__text_puts(&report->text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                   "<testsuites name=\"benchresult compare\"");
    put_counts(&report->text, &all);
    for (size_t i = 0; i < report->count; i++) {
        const bres_compared *compared = &report->pairs[i];

        for (size_t b = 0; b < bres_comparison_bench_count(compared->comparison); b++)
            put_suite(report, compared, bres_comparison_bench_at(compared->comparison, b));
    }
    put_missing_suite(report, &missing);
    bres__text_puts(&report->text, "</testsuites>\n");
    return BRES_OK;
}
