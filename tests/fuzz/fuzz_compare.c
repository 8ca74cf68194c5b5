/* SPDX-License-Identifier: MIT */
/*
 * Compares two results from one input, split at its first byte 0xff, which no JSON text contains;
 * without this byte, compares the result with itself. Makes every report. Swapped sides must give
 * mirrored verdicts, and a result must be neither faster nor slower than itself.
 */
#include <benchresult.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bres_result *load(const uint8_t *data, size_t size)
{
    bres_load_options options;
    bres_result *result = NULL;

    bres_load_options_init(&options);
    options.flags = BRES_LOAD_LENIENT;
    options.threads = 1;
    options.max_states = 200;
    options.max_string = 1 << 12;
    options.max_depth = 32;
    bres_result_load_memory(data, size, &options, &result);
    return result;
}

static bres_comparison *compare(bres_result *reference, bres_result *candidate)
{
    bres_compare_options options;
    bres_comparison *comparison = NULL;
    bres_status status;

    bres_compare_options_init(&options);
    options.flags = BRES_COMPARE_ALLOW_MISSING | BRES_COMPARE_IGNORE_DEVICES;
    options.threads = 1;
    status = bres_compare(&reference, 1, &candidate, 1, &options, &comparison);
    if ((status == BRES_OK) != (comparison != NULL))
        abort();
    if (status != BRES_OK && bres_last_error()[0] == '\0')
        abort();
    return comparison;
}

static void report_all(const bres_comparison *comparison)
{
    const bres_compared pair = { .comparison = comparison };
    bres_compare_report_options options;

    bres_compare_report_options_init(&options);
    for (options.format = 0; bres_format_name((bres_format)options.format) != NULL;
         options.format++) {
        for (options.display = BRES_DISPLAY_INTERVALS; options.display <= BRES_DISPLAY_LEGACY;
             options.display++) {
            char *text;
            size_t length;

            options.color = options.display % 3;
            if (bres_compare_report(&pair, 1, &options, &text, &length) != BRES_OK)
                continue;
            if (strlen(text) != length)
                abort();
            bres_string_free(text);
            if (options.format != BRES_FORMAT_MARKDOWN)
                break;
        }
    }
}

/* The verdict with swapped sides. */
static bres_verdict mirror(bres_verdict verdict)
{
    if (verdict == BRES_FAST)
        return BRES_SLOW;
    return verdict == BRES_SLOW ? BRES_FAST : verdict;
}

/* All benchmarks of the same name are compared with the first benchmark of this name on the other
 * side, so that swapped sides compare different pairs. */
static bool has_distinct_names(const bres_result *result)
{
    for (size_t i = 0; i < bres_result_subbench_count(result); i++) {
        const bres_subbench *bench = bres_result_subbench_at(result, i);

        if (bres_result_subbench(result, bres_subbench_name(bench)) != bench)
            return false;
    }
    return true;
}

static void check_mirrored(const bres_comparison *there, const bres_comparison *back)
{
    for (int verdict = BRES_UNKNOWN; verdict <= BRES_AMBIGUOUS; verdict++) {
        if (bres_comparison_count(there, (bres_verdict)verdict) !=
            bres_comparison_count(back, mirror((bres_verdict)verdict)))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *cut = size > 0 ? memchr(data, 0xff, size) : NULL;
    const size_t first = cut != NULL ? (size_t)(cut - data) : size;
    bres_result *reference = load(data, first);
    bres_result *candidate =
        cut != NULL ? load(cut + 1, size - first - 1) : bres_result_ref(reference);

    if (reference != NULL && candidate != NULL) {
        const bool distinct = has_distinct_names(reference) && has_distinct_names(candidate);
        bres_comparison *there = compare(reference, candidate);
        bres_comparison *back = compare(candidate, reference);

        if (there != NULL && back != NULL && distinct)
            check_mirrored(there, back);
        if (there != NULL && cut == NULL && distinct &&
            bres_comparison_count(there, BRES_FAST) + bres_comparison_count(there, BRES_SLOW) != 0)
            abort();
        if (there != NULL)
            report_all(there);
        bres_comparison_free(there);
        bres_comparison_free(back);
    }
    bres_result_unref(reference);
    bres_result_unref(candidate);
    return 0;
}
